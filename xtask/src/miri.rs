//! The unit tests of the libraries under Miri, which stops at undefined behavior: `cargo xtask miri [PACKAGE]`.
//!
//! No library has `unsafe` code, but what they use has, and the C interface. Miri is a thousand times slower than a
//! processor, so that each test gets ten seconds after Miri has read the library. It runs them as a big-endian target,
//! since it knows no assembly, by which `libm` takes square roots on x86 and Arm. Miri comes with the nightly toolchain
//! alone.
//!
//! `data/miri.md` has a row for each package, which is renewed when its tests have been run.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

use crate::command::{self, output, program};
use crate::parallel::in_parallel;
use crate::workspace::Workspace;

const REPORT: &str = "data/miri.md";
const TOOLCHAIN: &str = "toolchain install nightly --profile minimal --component miri,rust-src";
const TARGET: &str = "s390x-unknown-linux-gnu";
/// The C interface is a library too.
const C: &str = "sprung-c";
const SECONDS: u32 = 10;
/// What `timeout` exits with when the time is up.
const TIME_IS_UP: i32 = 124;

/// What Miri said of the unit tests of a package.
#[derive(Clone, Debug, Default, PartialEq)]
struct Verdict {
    passed: usize,
    /// Those that had found nothing when the time was up.
    stopped: usize,
    failed: Vec<String>,
}

pub(crate) fn command(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let libraries = workspace.libraries().filter(|package| package.group() == "crates");
    let all: Vec<&str> = libraries.map(|package| package.name.as_str()).chain([C]).collect();
    let packages: Vec<&str> = match arguments {
        [] => all.clone(),
        [asked] => all.iter().copied().filter(|name| name == asked).collect(),
        _ => bail!("usage: cargo xtask miri [PACKAGE]"),
    };
    ensure!(!packages.is_empty(), "PACKAGE must be a library, got {}", arguments.concat());
    command::run(&mut program(workspace, "rustup", TOOLCHAIN))?;
    let version = output(&mut nightly(workspace, 0, "miri --version"))?;
    let commit = command::commit(workspace)?;
    let mut rows = rows(&workspace.read_file(REPORT)?);
    rows.retain(|package, _| all.contains(&&package[..]));
    let mut failed = Vec::new();
    for package in packages {
        let verdict = run(workspace, package)?;
        println!("{package}: {verdict:?}");
        if verdict.failed.is_empty() {
            rows.insert(package.to_owned(), row(package, &commit, version.trim(), &verdict));
        } else {
            rows.remove(package);
        }
        failed.extend(verdict.failed);
        fs::write(workspace.root.join(REPORT), report(&rows))
            .with_context(|| format!("cannot write {REPORT}"))?;
    }
    ensure!(failed.is_empty(), "Miri refuses:\n{}", failed.join("\n"));
    Ok(())
}

/// Runs each unit test of a package in a process of its own.
fn run(workspace: &Workspace, package: &str) -> Result<Verdict> {
    let test =
        format!("miri test --quiet --target {TARGET} --package {package} --lib --all-features --");
    let list = || output(&mut nightly(workspace, 0, &format!("{test} --list --format terse")));
    // The first time it compiles what the library depends on.
    list()?;
    let start = Instant::now();
    let listed = list()?;
    // Two at a time read the library more slowly.
    let limit = SECONDS + 2 * start.elapsed().as_secs() as u32;
    let names: Vec<&str> = listed.lines().filter_map(|line| line.strip_suffix(": test")).collect();
    ensure!(!names.is_empty(), "{package} has no unit tests");
    let outputs = in_parallel(&names, |_, name| {
        let one = nightly(workspace, limit, &format!("{test} --exact {name}")).output();
        one.context("cannot start timeout")
    });
    let mut verdict = Verdict::default();
    for (name, one) in names.iter().zip(outputs) {
        let one = one?;
        match one.status.code() {
            Some(0) => verdict.passed += 1,
            Some(TIME_IS_UP) => verdict.stopped += 1,
            _ => {
                let printed = [one.stdout, one.stderr].concat();
                println!("{}", String::from_utf8_lossy(&printed));
                verdict.failed.push(format!("{package}: {name}"));
            }
        }
    }
    Ok(verdict)
}

/// The nightly cargo, stopped after that many seconds, or never after 0. Miri lets it read the time and the files of the
/// machine.
fn nightly(workspace: &Workspace, seconds: u32, arguments: &str) -> Command {
    let cargo = format!("{seconds} rustup run nightly cargo {arguments}");
    let mut command = program(workspace, "timeout", &cargo);
    command::of_any_toolchain(&mut command)
        .env("MIRIFLAGS", "-Zmiri-disable-isolation -Zmiri-deterministic-floats");
    command
}

/// The rows of a report by their packages.
fn rows(report: &str) -> BTreeMap<String, String> {
    let table = report.lines().skip_while(|line| !line.starts_with("|--")).skip(1);
    let package = |row: &str| Some(row.strip_prefix("| ")?.split_once(" |")?.0.to_owned());
    table.filter_map(|row| Some((package(row)?, row.to_owned()))).collect()
}

fn row(package: &str, commit: &str, version: &str, verdict: &Verdict) -> String {
    let Verdict { passed, stopped, .. } = verdict;
    format!("| {package} | {commit} | {version} | {} | {passed} | {stopped} |", passed + stopped)
}

fn report(rows: &BTreeMap<String, String>) -> String {
    let rows: Vec<&str> = rows.values().map(String::as_str).collect();
    format!(
        "# Miri\n\nWritten by `cargo xtask miri` for {TARGET}: no unit test of these packages shows undefined behavior. A test \
         that takes more than {SECONDS} s after Miri has read the library is stopped; until then it has shown none.\n\n\
         | package | commit | version | unit tests | run to the end | stopped |\n|---|---|---|--:|--:|--:|\n{}\n",
        rows.join("\n")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_has_the_last_row_of_each_package() {
        let verdict = Verdict { passed: 3, stopped: 1, failed: Vec::new() };
        let of =
            |package: &str| (package.to_owned(), row(package, "1234567", "miri 1.0", &verdict));
        let written = report(&BTreeMap::from([of("sprung-rods"), of("sprung")]));
        let rows = "| sprung | 1234567 | miri 1.0 | 4 | 3 | 1 |\n| sprung-rods | 1234567 | miri 1.0 | 4 | 3 | 1 |\n";
        assert!(written.ends_with(rows), "{written}");
        assert_eq!(report(&super::rows(&written)), written);
    }
}
