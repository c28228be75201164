//! Small changes to the code that the tests must notice: `cargo xtask mutants [PACKAGE [K/N]]`, by cargo-mutants.
//!
//! All mutants take days, so that a run takes a part: of every N mutants of a package the one with the index K. A mutant that
//! no unit test notices is tried again with all tests of its package. `data/mutants.md` has the counts of each run, and the
//! reason for each mutant that no test notices; one without a reason there is an error.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::command::{self, program};
use crate::tools;
use crate::workspace::Workspace;

const REPORT: &str = "data/mutants.md";
const PACKAGES: [&str; 4] = ["sprung", "sprung-network", "sprung-body", "sprung-signal"];
/// The part that is run if none is asked for: about 50 mutants of the core.
const PART: &str = "0/100";
const HEAD: &str = "|---|---|---|---|---|---|---|---|\n";

/// The number of mutants of a part with each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Count {
    mutants: usize,
    caught: usize,
    unviable: usize,
    timeouts: usize,
    survived: usize,
}

pub(crate) fn command(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let (packages, part) = match arguments {
        [] => (&PACKAGES[..], PART),
        [package] => (named(package)?, PART),
        [package, part] => (named(package)?, part.as_str()),
        _ => bail!("usage: cargo xtask mutants [PACKAGE [K/N]]"),
    };
    check_part(part)?;
    let tool = tools::from_cargo(workspace, "cargo-mutants", "27.1.0")?;
    let mut unexplained = Vec::new();
    for package in packages {
        let (count, survivors) = run(workspace, &tool, package, part)?;
        let name = format!("{package} | {part} | {}", command::commit(workspace)?);
        let report = counted(&workspace.read_file(REPORT)?, &name, count)?;
        unexplained.extend(survivors.into_iter().filter(|mutant| !is_explained(&report, mutant)));
        fs::write(workspace.root.join(REPORT), report)
            .with_context(|| format!("cannot write {REPORT}"))?;
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

fn check_part(part: &str) -> Result<()> {
    let numbers = part.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    let valid = numbers.is_some_and(|(k, n): (u32, u32)| k < n);
    ensure!(valid, "K/N must be whole numbers with K < N, got {part}");
    Ok(())
}

/// Tries the mutants of a part, first with the unit tests alone; returns the counts and those that survive all tests.
fn run(
    workspace: &Workspace,
    tool: &Path,
    package: &str,
    part: &str,
) -> Result<(Count, Vec<String>)> {
    let folder = workspace.target.join("mutants");
    fs::create_dir_all(&folder)?;
    let attempt = |chosen: &[String], tests: &str| {
        let options = "--profile mutants --no-shuffle --all-features --colors never --output";
        let mut mutants =
            program(workspace, tool, &format!("mutants --package {package} {options}"));
        mutants.arg(&folder).args(chosen);
        // For the build as well as for the run.
        mutants.args(tests.split_whitespace().map(|targets| format!("--cargo-arg={targets}")));
        // What the packages are built with is compiled once for all runs.
        mutants.env("CARGO_TARGET_DIR", folder.join("build"));
        ended(&mut mutants)
    };
    let ends = |name: &str| lines(&folder.join("mutants.out").join(name));
    let part = ["--shard", part, "--sharding", "round-robin"].map(String::from);
    attempt(&part, "--lib")?;
    let (caught, unviable, timeouts) =
        (ends("caught.txt")?, ends("unviable.txt")?, ends("timeout.txt")?);
    let missed = ends("missed.txt")?;
    let mutants = caught.len() + unviable.len() + timeouts.len() + missed.len();
    ensure!(mutants > 0, "the part {} of {package} has no mutants", part[1]);
    let mut count = Count {
        mutants,
        caught: caught.len(),
        unviable: unviable.len(),
        timeouts: timeouts.len(),
        survived: missed.len(),
    };
    if missed.is_empty() {
        return Ok((count, missed));
    }
    let again: Vec<String> = missed.iter().map(|mutant| exactly(mutant)).collect();
    attempt(&again, "--lib --tests")?;
    // cargo-mutants deletes fields of structs whatever is chosen.
    let chosen = |name: &str| -> Result<Vec<String>> {
        Ok(ends(name)?.into_iter().filter(|mutant| missed.contains(mutant)).collect())
    };
    let survivors = chosen("missed.txt")?;
    count.survived = survivors.len();
    count.timeouts += chosen("timeout.txt")?.len();
    count.caught = mutants - count.unviable - count.timeouts - count.survived;
    Ok((count, survivors))
}

/// The option that chooses this mutant, by a regular expression of its name.
fn exactly(mutant: &str) -> String {
    let mut expression = String::from("--re=^");
    for letter in mutant.chars() {
        if "\\.+*?()|[]{}^$#&-~".contains(letter) {
            expression.push('\\');
        }
        expression.push(letter);
    }
    expression + "$"
}

/// Runs cargo-mutants: the exit codes 2 and 3 tell of mutants that survived or took too long.
fn ended(command: &mut Command) -> Result<()> {
    println!("$ {command:?}");
    let status = command.status().context("cannot start cargo-mutants")?;
    ensure!(matches!(status.code(), Some(0 | 2 | 3)), "cargo-mutants ended with {status}");
    Ok(())
}

fn lines(file: &Path) -> Result<Vec<String>> {
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(text.lines().map(String::from).collect())
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

/// Whether the list of the report has this mutant with a reason.
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
mod tests {
    use super::*;

    #[test]
    fn a_part_is_an_index_below_a_count() {
        for part in ["0/1", "7/100"] {
            assert!(check_part(part).is_ok(), "{part}");
        }
        for part in ["1/1", "-1/2", "3", "a/b", "0/0"] {
            assert!(check_part(part).is_err(), "{part}");
        }
        assert_eq!(named("sprung-body").unwrap(), ["sprung-body"]);
        assert!(named("bench").is_err());
    }

    #[test]
    fn an_expression_has_the_name_of_a_mutant_letter_by_letter() {
        let name = "a/b_c.rs:1:2: replace - with + in <X as Y>::z -> Option<(u8, [f32; 2])>";
        let wanted = r"--re=^a/b_c\.rs:1:2: replace \- with \+ in <X as Y>::z \-> Option<\(u8, \[f32; 2\]\)>$";
        assert_eq!(exactly(name), wanted);
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
