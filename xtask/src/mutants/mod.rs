//! Small changes to the code that the tests must notice: `cargo xtask mutants [PACKAGE [K/N [SECONDS]]]`.
//!
//! cargo-mutants lists the changes. They are made in a copy of the commit that is checked out, in `target/mutants/tree`,
//! many at a time: a function has a body for each of its mutants (`schema`), so that a build serves hundreds of them. A
//! mutant is tried with the tests that reach its function, one after the other (`tests`); those of the golden bits are
//! among them. Of N mutants, K/N takes the one with the index K. With SECONDS, only tests that take at most that long are
//! run, and no row is written. A run goes on where one on the same sources was stopped.
//!
//! `data/mutants.md` has the counts, and the reason for each mutant that no test notices; one without a reason there is an
//! error.

mod build;
mod lab;
mod list;
mod part;
mod schema;
mod tests;

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use self::lab::Lab;
use self::part::{Count, End, Part};
use crate::command;
use crate::tools;
use crate::workspace::Workspace;

const REPORT: &str = "data/mutants.md";
const PACKAGES: [&str; 4] = ["sprung", "sprung-network", "sprung-body", "sprung-signal"];
/// The part that is run if none is asked for: about 50 mutants of the core.
const PART: &str = "0/100";
const HEAD: &str = "|---|---|---|---|---|---|---|---|\n";

pub(crate) fn command(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let (packages, part, quick) = match arguments {
        [] => (&PACKAGES[..], PART, None),
        [package] => (named(package)?, PART, None),
        [package, part] => (named(package)?, part.as_str(), None),
        [package, part, seconds] => (named(package)?, part.as_str(), Some(seconds.parse())),
        _ => bail!("usage: cargo xtask mutants [PACKAGE [K/N [SECONDS]]]"),
    };
    let (part, quick) = (Part::new(part)?, quick.transpose()?.map(Duration::from_secs_f64));
    let tool = tools::from_cargo(workspace, "cargo-mutants", "27.1.0")?;
    let mut unexplained = Vec::new();
    for package in packages {
        let commit = command::commit(workspace)?;
        let ends = Lab::new(workspace, &tool, package)?.run(part, quick)?;
        let name = format!("{package} | {part} | {commit}");
        let survived = ends.iter().filter(|(_, end)| **end == End::Survived);
        let survivors = survived.map(|(mutant, _)| mutant.clone());
        let report = counted(&workspace.read_file(REPORT)?, &name, Count::of(&ends))?;
        unexplained.extend(survivors.filter(|mutant| !is_explained(&report, mutant)));
        if quick.is_none() {
            fs::write(workspace.root.join(REPORT), report)
                .with_context(|| format!("cannot write {REPORT}"))?;
        }
    }
    ensure!(
        unexplained.is_empty(),
        "no test notices these mutants; add a test, or the reason to {REPORT}:\n{}",
        unexplained.join("\n")
    );
    Ok(())
}

/// The package as a part of the list.
fn named(package: &str) -> Result<&'static [&'static str]> {
    let at = PACKAGES.iter().position(|known| *known == package);
    let at = at.with_context(|| {
        format!("PACKAGE must be one of {}, got {package}", PACKAGES.join(", "))
    })?;
    Ok(&PACKAGES[at..=at])
}

/// A mutant without its line and column, which change with the code around it.
fn without_place(mutant: &str) -> String {
    match mutant.splitn(4, ':').collect::<Vec<_>>()[..] {
        [file, line, column, change]
            if [line, column].iter().all(|at| at.parse::<u32>().is_ok()) =>
        {
            format!("{file}:{change}")
        }
        _ => mutant.into(),
    }
}

/// True if the report lists this mutant with a reason.
fn is_explained(report: &str, mutant: &str) -> bool {
    let start = format!("- `{}`: ", without_place(mutant));
    report.lines().any(|line| line.strip_prefix(&start).is_some_and(|reason| !reason.is_empty()))
}

/// The report with the row of a run, in place of the one of the same package and part.
fn counted(report: &str, name: &str, count: Count) -> Result<String> {
    let (head, rest) = report.split_once(HEAD).context("the report has no table")?;
    let is_row = |line: &&str| line.starts_with('|');
    let part = |row: &str| row.split('|').skip(1).take(2).collect::<Vec<_>>().join("|");
    let Count { mutants, caught, unviable, timeouts, survived } = count;
    let row = format!("| {name} | {mutants} | {caught} | {unviable} | {timeouts} | {survived} |");
    let mut rows: BTreeMap<String, &str> = BTreeMap::new();
    rows.extend(rest.lines().take_while(is_row).map(|row| (part(row), row)));
    rows.insert(part(&row), &row);
    let mut text = format!("{head}{HEAD}");
    for line in rows.values().copied().chain(rest.lines().skip_while(is_row)) {
        text += line;
        text.push('\n');
    }
    Ok(text)
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn a_part_is_an_index_below_a_count() {
        for part in ["0/1", "7/100"] {
            assert_eq!(Part::new(part).unwrap().to_string(), part);
        }
        for part in ["1/1", "-1/2", "3", "a/b", "0/0"] {
            assert!(Part::new(part).is_err(), "{part}");
        }
        assert_eq!(named("sprung-body").unwrap(), ["sprung-body"]);
        assert!(named("bench").is_err());
    }

    #[test]
    fn a_mutant_is_explained_wherever_its_line_is_but_not_without_a_reason() {
        let report =
            "- `crates/a/src/b.rs: replace < with <= in c::d`: equal there.\n- `x.rs: y`: \n";
        assert!(is_explained(report, "crates/a/src/b.rs:12:5: replace < with <= in c::d"));
        assert!(!is_explained(report, "crates/a/src/b.rs:12:5: replace < with == in c::d"));
        assert!(!is_explained(report, "x.rs:1:2: y"));
    }

    #[test]
    fn a_row_takes_the_place_of_the_one_of_its_package_and_part() {
        let report = format!("# Mutants\n\n| a |\n{HEAD}\n## Survivors\n");
        let count = |caught| Count { mutants: 9, caught, ..Count::default() };
        let report = counted(&report, "a | 0/2 | 1111111", count(7)).unwrap();
        let report = counted(&report, "a | 1/2 | 1111111", count(8)).unwrap();
        let report = counted(&report, "a | 0/2 | 2222222", count(9)).unwrap();
        let rows = "| a | 0/2 | 2222222 | 9 | 9 | 0 | 0 | 0 |\n| a | 1/2 | 1111111 | 9 | 8 | 0 | 0 | 0 |\n";
        assert_eq!(report, format!("# Mutants\n\n| a |\n{HEAD}{rows}\n## Survivors\n"));
    }
}
