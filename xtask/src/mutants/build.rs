//! Builds the tests of a package in the copy of the commit, and reads what the compiler says.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

/// What `timeout` exits with when it has killed a command.
const KILLED: i32 = 137;

/// The test programs of a build, by the names of their targets.
pub(super) type Programs = BTreeMap<String, PathBuf>;

/// An error of the compiler.
pub(super) struct Error {
    pub(super) text: String,
    /// Files, relative to the root, and bytes in them.
    pub(super) places: Vec<(String, Range<usize>)>,
    /// The function that a constant calls and that is not `const`.
    pub(super) not_const: Option<String>,
}

#[derive(Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum Line {
    CompilerMessage {
        message: Message,
    },
    CompilerArtifact {
        target: Target,
        executable: Option<PathBuf>,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

#[derive(Deserialize)]
struct Message {
    level: String,
    message: String,
    rendered: Option<String>,
    code: Option<Code>,
    spans: Vec<Span>,
}

#[derive(Deserialize)]
struct Code {
    code: String,
}

#[derive(Deserialize)]
struct Span {
    file_name: String,
    byte_start: usize,
    byte_end: usize,
    expansion: Option<Box<Expansion>>,
}

#[derive(Deserialize)]
struct Expansion {
    span: Span,
}

/// Runs a command of cargo: the programs if it succeeds, the errors of the compiler if not, none if it was killed.
pub(super) fn build(command: &mut Command) -> Result<Result<Programs, Vec<Error>>> {
    command.arg("--message-format=json").stdin(Stdio::null()).stderr(Stdio::piped());
    let output = command.output().context("cannot start cargo")?;
    let (mut programs, mut errors) = (Programs::new(), Vec::new());
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        match serde_json::from_str(line) {
            Ok(Line::CompilerMessage { message }) if message.level.starts_with("error") => {
                errors.push(message.into_error());
            }
            Ok(Line::CompilerArtifact { target, executable: Some(program) }) => {
                programs.insert(target.name, program);
            }
            _ => {}
        }
    }
    if output.status.success() {
        return Ok(Ok(programs));
    }
    let says = String::from_utf8_lossy(&output.stderr);
    let is_killed = output.status.code().is_none_or(|code| code == KILLED)
        || says.contains("signal: 9, SIGKILL");
    ensure!(is_killed || !errors.is_empty(), "cargo: {says}");
    Ok(Err(errors))
}

impl Message {
    fn into_error(self) -> Error {
        let mut places = Vec::new();
        for span in &self.spans {
            let mut next = Some(span);
            while let Some(span) = next {
                places.push((span.file_name.clone(), span.byte_start..span.byte_end));
                next = span.expansion.as_ref().map(|expansion| &expansion.span);
            }
        }
        let is_const = self.code.as_ref().is_some_and(|code| code.code == "E0015");
        let not_const = is_const.then(|| called(&self.message)).flatten();
        Error { text: self.rendered.unwrap_or(self.message), places, not_const }
    }
}

/// The name of the function in a message like "cannot call non-const method `A::<f64>::b` in constants".
fn called(message: &str) -> Option<String> {
    let path = message.split('`').nth(1)?;
    let without_generics = path.split("::<").next().filter(|_| path.ends_with('>')).unwrap_or(path);
    Some(without_generics.rsplit("::").next()?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_function_is_the_last_of_its_path() {
        for path in ["b", "A::<f64>::b", "A::b", "a::b::<3>"] {
            let message = format!("cannot call non-const method `{path}` in constants");
            assert_eq!(called(&message).as_deref(), Some("b"), "{path}");
        }
        assert_eq!(called("no name"), None);
    }
}
