//! The long tests in full: every seed, every simulated hour, in release; and the report of their measurements.
//!
//! A long test is in a test file named `audit` or `contracts`, or in the module `audit` of `sprung-batch`, and runs on a
//! sample in `cargo xtask test`. Here it goes through everything, and the lines that it prints become `data/audit.md`, which
//! is committed.

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, Result, ensure};

use crate::bounds;
use crate::command::{self, cargo};
use crate::godot;
use crate::recipes;
use crate::release;
use crate::targets;
use crate::workspace::Workspace;

const REPORT: &str = "data/audit.md";
/// As `testkit::audit` has them.
const VARIABLE: &str = "SPRUNG_AUDIT";
const PREFIX: &str = "audit: ";

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    // Part of the audit, because their tools take minutes to build.
    godot::run(workspace)?;
    release::deny(workspace)?;
    // Engines that take minutes to fetch and start.
    recipes::run_engines(workspace)?;
    targets::run(workspace)?;
    // Programs of Debian.
    let bounds = bounds::write(workspace)?;
    let all = "test --workspace --all-features --release --test audit --test contracts";
    let kernels = "test --package sprung-batch --all-features --release --lib audit";
    let mut printed = String::new();
    for tests in [all, kernels] {
        let mut tests = cargo(workspace, tests);
        tests.args(["--no-fail-fast", "--", "--nocapture", "--test-threads=2"]).env(VARIABLE, "1");
        printed += &command::output(&mut tests)?;
    }
    let rows = rows(&printed);
    let beside = bounds::beside(&bounds, &rows)?;
    ensure!(!rows.is_empty(), "no test of a file named `audit` printed a measurement");
    let report = report(&command::commit(workspace)?, &rows, &beside);
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

fn report(commit: &str, rows: &[Vec<&str>], beside: &str) -> String {
    let mut text = format!(
        "# Audit\n\nWritten by `cargo xtask audit` at commit {commit}: the long tests in full. \
         Every row is a test that passed; its bound is in the test.\n\n\
         ## Measured errors beside proven bounds\n\n\
         `cargo xtask bounds` proves the bounds for every argument. The audit fails if a measured error is above its \
         bound.\n\n{beside}\n\
         ## Measurements\n\n\
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
        let report = report("1234567", &rows(printed), "| c | 1 | 2 |\n");
        assert!(report.contains("\n| c | 1 | 2 |\n"), "{report}");
        assert!(report.ends_with("| a | 1 | none |\n| b | 2 | 0.5 |\n"), "{report}");
    }
}
