//! The long tests in full: every seed, every simulated hour, in release; and the report of their measurements.
//!
//! A long test is in a test file named `audit` or `contracts` and runs on a sample in `cargo xtask test`. Here it goes
//! through everything, and the lines that it prints become `data/audit.md`, which is committed.

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, Result, ensure};

use crate::command::{self, cargo, program};
use crate::godot;
use crate::recipes;
use crate::tools;
use crate::workspace::Workspace;

const REPORT: &str = "data/audit.md";
/// As `testkit::audit` has them.
const VARIABLE: &str = "SPRUNG_AUDIT";
const PREFIX: &str = "audit: ";

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    // By the rules of `deny.toml`: licenses that fit, and packages from the registry. Part of the audit, because the tool
    // takes minutes to build; without advisories, whose database is not part of a registry.
    godot::run(workspace)?;
    let deny = tools::from_cargo(workspace, "cargo-deny", "0.18.3")?;
    command::run(&mut program(workspace, deny, "check licenses bans sources"))?;
    // Engines that take minutes to fetch and start.
    recipes::run_engines(workspace)?;
    let mut tests =
        cargo(workspace, "test --workspace --all-features --release --test audit --test contracts");
    tests.args(["--no-fail-fast", "--", "--nocapture", "--test-threads=2"]).env(VARIABLE, "1");
    let printed = command::output(&mut tests)?;
    let rows = rows(&printed);
    ensure!(!rows.is_empty(), "no test of a file named `audit` printed a measurement");
    let commit = command::output(&mut program(workspace, "git", "rev-parse --short HEAD"))?;
    let report = report(commit.trim(), &rows);
    print!("{report}");
    fs::write(workspace.root.join(REPORT), report).with_context(|| format!("cannot write {REPORT}"))
}

/// Returns the quantity, the number of cases and the result of each line that starts with the prefix.
fn rows(printed: &str) -> Vec<Vec<&str>> {
    let lines = printed.lines().filter_map(|line| Some(line.split_once(PREFIX)?.1));
    let mut rows: Vec<Vec<&str>> = lines.map(|line| line.split(" | ").collect()).collect();
    rows.sort_unstable();
    rows
}

fn report(commit: &str, rows: &[Vec<&str>]) -> String {
    let mut text = format!(
        "# Audit\n\nWritten by `cargo xtask audit` at commit {commit}: the long tests in full. \
         Every row is a test that passed; its bound is in the test.\n\n\
         | measured | cases | result |\n|---|---|---|\n"
    );
    for row in rows {
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measurements_become_sorted_rows_without_the_text_before_them() {
        let printed = "running 2 tests\ntest b ... audit: b | 2 | 0.5\naudit: a | 1 | none\nok\n";
        assert_eq!(rows(printed), [vec!["a", "1", "none"], vec!["b", "2", "0.5"]]);
        let report = report("1234567", &rows(printed));
        assert!(report.ends_with("| a | 1 | none |\n| b | 2 | 0.5 |\n"), "{report}");
    }
}
