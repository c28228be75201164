//! The long tests in full: every seed, every simulated hour, in release; and the report of their measurements.
//!
//! A long test is in a test file named `audit` or `contracts`, or in the module `audit` of `sprung-batch`, and runs on a
//! sample in `cargo xtask test`. Here it goes through everything, and the lines that it prints become `data/audit.md`, which
//! has a section for each package. `cargo xtask audit PACKAGE` updates one.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, Result, bail, ensure};

use crate::bounds;
use crate::command::{self, cargo};
use crate::godot;
use crate::recipes;
use crate::release;
use crate::targets;
use crate::workspace::{Package, Workspace};

const REPORT: &str = "data/audit.md";
/// As `testkit::audit` has them.
const VARIABLE: &str = "SPRUNG_AUDIT";
const PREFIX: &str = "audit: ";
/// The names of test files that have long tests.
const FILES: [&str; 2] = ["audit", "contracts"];
/// Its kernels are private, so that their long tests are unit tests.
const KERNELS: &str = "sprung-batch";
/// A heading of the report, before those of the packages.
const BOUNDS: &str = "Measured errors beside proven bounds";

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    // Part of the audit, because their tools take minutes to build.
    godot::run(workspace)?;
    release::deny(workspace)?;
    // Engines that take minutes to fetch and start.
    recipes::run_engines(workspace)?;
    targets::run(workspace)?;
    update(workspace, None)
}

/// The long tests of one package.
pub(crate) fn command(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let [asked] = arguments else { bail!("usage: cargo xtask audit [PACKAGE]") };
    update(workspace, Some(asked))
}

/// Runs the long tests of one package or of all, and writes their sections of the report.
fn update(workspace: &Workspace, asked: Option<&str>) -> Result<()> {
    let audited: Vec<_> = workspace.packages.iter().filter(|one| files(one).count() > 0).collect();
    let is_asked = |package: &&Package| asked.is_none_or(|name| package.name == name);
    let packages: Vec<_> = audited.iter().copied().filter(is_asked).collect();
    ensure!(
        !packages.is_empty(),
        "PACKAGE must have a test file {}, got {}",
        FILES.join(" or "),
        asked.unwrap_or_default()
    );
    // By programs of Debian.
    let bounds = bounds::write(workspace)?;
    let commit = command::commit(workspace)?;
    let mut sections = sections(&workspace.read_file(REPORT)?);
    sections.retain(|name, _| audited.iter().any(|package| package.name == *name));
    let mut failed = Vec::new();
    for package in packages {
        match test(workspace, package) {
            Ok(printed) => {
                sections.insert(package.name.clone(), section(&commit, &printed)?);
            }
            Err(error) => {
                sections.remove(&package.name);
                failed.push(format!("{}: {error:#}", package.name));
            }
        }
        let rows: Vec<_> = sections.values().flat_map(|section| rows(section)).collect();
        let report = report(&bounds::beside(&bounds, &rows)?, &sections);
        fs::write(workspace.root.join(REPORT), report)
            .with_context(|| format!("cannot write {REPORT}"))?;
    }
    ensure!(failed.is_empty(), "{}", failed.join("\n"));
    Ok(())
}

/// The names of its test files that have long tests.
fn files(package: &Package) -> impl Iterator<Item = &str> {
    package.targets_of("test").map(|target| &target.name[..]).filter(|name| FILES.contains(name))
}

/// Runs the long tests of a package in full and returns what they print.
fn test(workspace: &Workspace, package: &Package) -> Result<String> {
    let test = format!("test --package {} --all-features --release --no-fail-fast", package.name);
    let files: String = files(package).map(|file| format!(" --test {file}")).collect();
    let kernels = (package.name == KERNELS).then(|| String::from(" --lib audit"));
    let mut printed = String::new();
    for targets in [Some(files), kernels].into_iter().flatten() {
        let mut tests = cargo(workspace, &format!("{test}{targets} -- --nocapture"));
        printed += &command::shown_output(tests.arg("--test-threads=2").env(VARIABLE, "1"))?;
    }
    Ok(printed)
}

/// The section of a package in the report, after its heading.
fn section(commit: &str, printed: &str) -> Result<String> {
    let passed = printed.lines().filter_map(|line| {
        line.strip_prefix("test result: ok. ")?.split_once(" passed")?.0.parse::<usize>().ok()
    });
    let passed: usize = passed.sum();
    ensure!(passed > 0, "no test has run");
    let mut text = format!("At commit {commit}, {passed} tests.\n");
    let rows = measurements(printed);
    if !rows.is_empty() {
        text += "\n| measured | cases | result |\n|---|---|---|\n";
    }
    for row in rows {
        let _ = writeln!(text, "| {row} |");
    }
    Ok(text)
}

/// The text after the prefix in each line that has it: the quantity, the number of cases, the result.
fn measurements(printed: &str) -> Vec<&str> {
    let lines = printed.lines().filter_map(|line| Some(line.split_once(PREFIX)?.1));
    let mut rows: Vec<&str> = lines.collect();
    rows.sort_unstable();
    rows
}

/// The sections of a report by their packages.
fn sections(report: &str) -> BTreeMap<String, String> {
    let texts = report.split("\n## ").skip(1);
    let named = texts.filter_map(|text| text.split_once("\n\n"));
    named.map(|(name, section)| (name.to_owned(), format!("{}\n", section.trim_end()))).collect()
}

/// The rows of a section: quantity, number of cases, result.
fn rows(section: &str) -> impl Iterator<Item = Vec<&str>> {
    let table = section.lines().skip_while(|line| !line.starts_with("|--")).skip(1);
    table.map(|row| row.trim_matches(['|', ' ']).split(" | ").collect())
}

fn report(beside: &str, sections: &BTreeMap<String, String>) -> String {
    let mut text = format!(
        "# Audit\n\nWritten by `cargo xtask audit`: the long tests in full. Every row is of a test that passed; its bound is \
         in the test.\n\n\
         ## {BOUNDS}\n\n\
         `cargo xtask bounds` proves the bounds for every argument. The audit fails if a measured error is above its \
         bound.\n\n{beside}"
    );
    for (package, section) in sections {
        let _ = write!(text, "\n## {package}\n\n{section}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measurements_become_sorted_rows_without_the_text_before_them() {
        let printed = "running 2 tests\ntest b ... audit: b | 2 | 0.5\naudit: a | 1 | none\nok\n\
                       test result: ok. 2 passed; 0 failed\ntest result: ok. 1 passed; 0 failed\n";
        let section = section("1234567", printed).unwrap();
        assert_eq!(
            section,
            "At commit 1234567, 3 tests.\n\n| measured | cases | result |\n|---|---|---|\n\
             | a | 1 | none |\n| b | 2 | 0.5 |\n"
        );
        assert_eq!(rows(&section).collect::<Vec<_>>(), [["a", "1", "none"], ["b", "2", "0.5"]]);
        assert!(super::section("1234567", "running 0 tests\n").is_err());
    }

    #[test]
    fn a_report_has_the_last_section_of_each_package() {
        let measured = "test result: ok. 1 passed\naudit: sine, ulp | 4 | 1.250 at 3e-1\n";
        let of =
            |package: &str, printed| (package.to_owned(), section("1234567", printed).unwrap());
        let all = BTreeMap::from([of("b", "test result: ok. 2 passed"), of("a", measured)]);
        let written = report("| sine | 1.250 | 1.300 |\n", &all);
        assert!(written.contains("| sine | 1.250 | 1.300 |\n\n## a\n\nAt"), "{written}");
        assert!(written.ends_with("\n\n## b\n\nAt commit 1234567, 2 tests.\n"), "{written}");
        let mut read = sections(&written);
        assert!(read.remove(BOUNDS).is_some());
        assert_eq!(read, all);
    }
}
