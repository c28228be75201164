//! Runs another program: prints the command first, and gives it no standard input.

use std::env;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::simd_levels;
use crate::workspace::Workspace;

/// The cargo that runs this program, from the root of the workspace; arguments are split at spaces.
///
/// Tests are told which SIMD levels this machine lacks.
pub(crate) fn cargo(workspace: &Workspace, arguments: &str) -> Command {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = program(workspace, cargo, arguments);
    command.env(simd_levels::VARIABLE, simd_levels::absent());
    command
}

/// Builds the documentation of all libraries, in which warnings are errors.
pub(crate) fn docs(workspace: &Workspace) -> Command {
    let targets = "doc --workspace --lib --no-deps --all-features --keep-going";
    let mut doc = cargo(workspace, targets);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    doc
}

/// Any program, from the root of the workspace; arguments are split at spaces.
pub(crate) fn program(workspace: &Workspace, name: impl AsRef<OsStr>, arguments: &str) -> Command {
    let mut command = Command::new(name);
    command.args(arguments.split_whitespace()).current_dir(&workspace.root).stdin(Stdio::null());
    command
}

/// Removes the variables of the cargo that has started this program: with them, a cargo of another toolchain would be that one.
pub(crate) fn of_any_toolchain(command: &mut Command) -> &mut Command {
    command.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN")
}

/// Builds the programs `sprung` and `determinism`, all libraries and all examples, without optimization, and returns their
/// folder.
///
/// Packages and features are those of the check `tests`, so that no library is compiled a second time.
pub(crate) fn debug_build(workspace: &Workspace) -> Result<PathBuf> {
    let targets = "--lib --examples --bin sprung --bin determinism";
    run(&mut cargo(workspace, &format!("build --workspace --all-features {targets}")))?;
    Ok(workspace.target.join("debug"))
}

/// Runs to the end with its output shown; an error unless it exits with 0.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let line = echo(command);
    let status = command.status().with_context(|| format!("cannot start `{line}`"))?;
    if !status.success() {
        bail!("`{line}` ended with {status}");
    }
    Ok(())
}

/// Runs every command, even if others fail; the error names those that failed.
pub(crate) fn run_all(commands: Vec<Command>) -> Result<()> {
    let count = commands.len();
    ensure!(count > 0, "there is nothing to run");
    let results = commands.into_iter().map(|mut command| run(&mut command));
    let failures: Vec<String> =
        results.filter_map(|result| Some(format!("{:#}", result.err()?))).collect();
    ensure!(failures.is_empty(), "{} of {count} failed:\n{}", failures.len(), failures.join("\n"));
    println!("{count} ran");
    Ok(())
}

/// Runs to the end and returns its output; an error, and the output shown, unless it exits with 0.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let line = echo(command);
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start `{line}`"))?;
    if !output.status.success() {
        println!("{}", String::from_utf8_lossy(&output.stdout));
        bail!("`{line}` ended with {}", output.status);
    }
    String::from_utf8(output.stdout)
        .with_context(|| format!("`{line}` printed something not UTF-8"))
}

/// Runs to the end with its output shown as it comes, and returns it; an error unless it exits with 0.
pub(crate) fn shown_output(command: &mut Command) -> Result<String> {
    let line = echo(command);
    let start = || format!("cannot start `{line}`");
    let mut child = command.stdout(Stdio::piped()).spawn().with_context(start)?;
    let mut printed = String::new();
    for read in BufReader::new(child.stdout.take().with_context(start)?).lines() {
        let read = read.with_context(|| format!("`{line}` printed something not UTF-8"))?;
        println!("{read}");
        printed += &read;
        printed.push('\n');
    }
    let status = child.wait().with_context(|| format!("`{line}` was lost"))?;
    ensure!(status.success(), "`{line}` ended with {status}");
    Ok(printed)
}

/// Returns the short hash of the commit that is checked out.
pub(crate) fn commit(workspace: &Workspace) -> Result<String> {
    let printed = output(&mut program(workspace, "git", "rev-parse --short HEAD"))?;
    Ok(printed.trim().to_owned())
}

/// Returns whether a program of this name is on the search path.
pub(crate) fn is_on_path(name: &str) -> bool {
    let Some(path) = env::var_os("PATH") else { return false };
    env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

/// Prints the command line, and returns it.
fn echo(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut line =
        program.file_name().unwrap_or(command.get_program()).to_string_lossy().into_owned();
    for argument in command.get_args() {
        line += " ";
        line += &argument.to_string_lossy();
    }
    println!("$ {line}");
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_fails_or_does_not_exist_is_an_error_naming_it() {
        let failing = run(Command::new("false").arg("now")).unwrap_err();
        assert!(failing.to_string().contains("`false now` ended with"), "{failing}");
        let missing = run(&mut Command::new("no-such-program")).unwrap_err();
        assert!(missing.to_string().contains("cannot start `no-such-program`"), "{missing}");
    }

    #[test]
    fn shown_output_is_returned_unless_the_program_fails() {
        let printed = shown_output(Command::new("printf").arg("first\nsecond")).unwrap();
        assert_eq!(printed, "first\nsecond\n");
        let failing = shown_output(&mut Command::new("false")).unwrap_err();
        assert!(failing.to_string().contains("`false` ended with"), "{failing}");
    }

    #[test]
    fn every_command_runs_and_those_that_fail_are_named() {
        let commands = |names: &[&str]| names.iter().map(Command::new).collect();
        let error =
            run_all(commands(&["false", "true", "no-such-program"])).unwrap_err().to_string();
        assert!(error.starts_with("2 of 3 failed:\n`false` ended with"), "{error}");
        assert!(error.contains("cannot start `no-such-program`"), "{error}");
        assert!(run_all(commands(&["true", "true"])).is_ok());
        assert!(run_all(Vec::new()).is_err());
    }

    #[test]
    fn only_programs_that_exist_are_on_the_path() {
        assert!(is_on_path("cargo"));
        assert!(!is_on_path("no-such-program"));
    }
}
