//! Libraries read no clock, file, network or environment, and print and log nothing: only apps do.

use anyhow::{Context, Result, ensure};

use crate::rust_source::{Token, text, tokens};
use crate::workspace::Workspace;

const MODULES: &[&str] = &["fs", "io", "net", "env", "process"];
const CLOCKS: &[&str] = &["Instant", "SystemTime"];
const MACROS: &[&str] = &["println", "print", "eprintln", "eprint", "dbg"];
const LOGGERS: &[&str] = &["log", "tracing"];

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let mut broken = Vec::new();
    let mut count = 0;
    for file in workspace.files()? {
        if !file.starts_with("crates/")
            || !file.contains("/src/")
            || file.contains("/tests/")
            || !file.ends_with(".rs")
        {
            continue;
        }
        count += 1;
        let tokens = tokens(&workspace.read_file(&file)?).with_context(|| file.clone())?;
        let found = impurities(&tokens);
        broken.extend(found.iter().map(|token| format!("{file}:{}: {}", token.line, token.text)));
    }
    ensure!(count > 0, "there is no library source");
    ensure!(
        broken.is_empty(),
        "input, output, clocks and logging belong in apps:\n{}",
        broken.join("\n")
    );
    println!("{count} files are pure");
    Ok(())
}

/// The identifiers of input, output and clocks.
fn impurities(tokens: &[Token]) -> Vec<&Token> {
    let text = |at: usize| text(tokens, at);
    let is_impure = |at: usize| {
        let word = text(at);
        let from_std = at >= 2 && text(at - 1) == "::" && text(at - 2) == "std";
        CLOCKS.contains(&word)
            || (MACROS.contains(&word) && text(at + 1) == "!")
            || (LOGGERS.contains(&word) && text(at + 1) == "::")
            || (MODULES.contains(&word) && (from_std || in_group_of_std(tokens, at)))
    };
    (0..tokens.len()).filter(|&at| is_impure(at)).map(|at| &tokens[at]).collect()
}

/// Returns whether the token is a direct child of `std::{…}`.
fn in_group_of_std(tokens: &[Token], at: usize) -> bool {
    let before: Vec<&str> = tokens[..at]
        .iter()
        .rev()
        .map(|token| token.text.as_str())
        .take_while(|text| *text != ";")
        .collect();
    let Some(open) = before.iter().position(|text| *text == "{") else { return false };
    before.get(open + 1..open + 3) == Some(&["::", "std"]) && matches!(before[0], "{" | ",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(code: &str) -> Vec<String> {
        impurities(&tokens(code).unwrap()).iter().map(|token| token.text.clone()).collect()
    }

    #[test]
    fn every_way_out_of_the_program_is_found() {
        assert_eq!(found("use std::fs::File;"), ["fs"]);
        assert_eq!(found("use std::{fmt, io};"), ["io"]);
        assert_eq!(found("let t = std::time::Instant::now();"), ["Instant"]);
        assert_eq!(found("println!(\"\"); log::info!()"), ["println", "log"]);
        assert_eq!(found("std::env::var(x)"), ["env"]);
    }

    #[test]
    fn words_that_only_look_alike_pass() {
        assert_eq!(
            found("let env = a.log(); process(io); use core::fmt; struct Log; std::slice::x"),
            [""; 0]
        );
    }
}
