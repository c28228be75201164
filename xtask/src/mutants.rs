//! Small changes to the code that the tests must notice: `cargo xtask mutants [PACKAGE [K/N]]`, by cargo-mutants.
//!
//! All mutants take days, so that a run takes a part: of every N mutants of a package the one with the index K. They are
//! made in a copy of the commit that is checked out, in `target/mutants/tree`. A mutant that no unit test notices is tried
//! with one file of tests after the other. `data/mutants.md` has the counts of each run, and the reason for each mutant
//! that no test notices; one without a reason there is an error.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::command::{self, cargo, output, program};
use crate::tools;
use crate::workspace::Workspace;

const REPORT: &str = "data/mutants.md";
const PACKAGES: [&str; 4] = ["sprung", "sprung-network", "sprung-body", "sprung-signal"];
/// The part that is run if none is asked for: about 50 mutants of the core.
const PART: &str = "0/100";
/// The longest run of a file of tests: those of the network take a minute or two.
const MAX_SECONDS: &str = "600";
/// The file of tests with hours of simulated time.
const LONG_TESTS: &str = "--test=audit";
/// The module of unit tests that take minutes: left out at first.
const LONG_UNIT_TESTS: &str = "any_order";
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

/// The library whose mutants are tried.
struct Lab<'a> {
    workspace: &'a Workspace,
    tool: PathBuf,
    package: &'a str,
    /// For the copy of the commit, what is built of it, and what cargo-mutants reports.
    folder: PathBuf,
}

/// The result of the tests for one mutant.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    Caught,
    TooSlow,
    Missed,
}

/// The files of tests of a package, as options of cargo: first the one that noticed the last mutant, last the long tests.
struct Tests {
    files: Vec<String>,
    /// Those known to pass without a mutant.
    passing: BTreeSet<String>,
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
    let folder = workspace.target.join("mutants");
    let mut unexplained = Vec::new();
    for package in packages {
        let lab = Lab { workspace, tool: tool.clone(), package, folder: folder.clone() };
        let name = format!("{package} | {part} | {}", command::commit(workspace)?);
        let (count, survivors) = lab.run(part)?;
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

impl Lab<'_> {
    /// Tries the mutants of a part, first with the unit tests alone; returns the counts and those that survive all tests.
    fn run(&self, part: &str) -> Result<(Count, Vec<String>)> {
        self.check_out()?;
        let mut unit_tests = self.mutants("--in-place --cargo-arg=--lib");
        unit_tests.args(["--sharding", "round-robin", "--shard", part]);
        unit_tests.args(["--", "--", "--skip", LONG_UNIT_TESTS]);
        println!("$ {unit_tests:?}");
        end(unit_tests.status().context("cannot start cargo-mutants")?.code())?;
        let ends = |name: &str| lines(&self.folder.join("mutants.out").join(name));
        let (caught, unviable, timeouts) =
            (ends("caught.txt")?, ends("unviable.txt")?, ends("timeout.txt")?);
        let missed = ends("missed.txt")?;
        let mutants = caught.len() + unviable.len() + timeouts.len() + missed.len();
        ensure!(mutants > 0, "the part {part} of {} has no mutants", self.package);
        let mut count = Count {
            mutants,
            caught: caught.len(),
            unviable: unviable.len(),
            timeouts: timeouts.len(),
            survived: 0,
        };
        let all = output(&mut self.mutants("--list"))?;
        let all: Vec<&str> = all.lines().collect();
        let mut tests = self.tests()?;
        let mut survivors = Vec::new();
        for (tried, mutant) in missed.iter().enumerate() {
            let index = all.iter().position(|known| known == mutant);
            let index = index.with_context(|| format!("no mutant has the name {mutant}"))?;
            let result = self.try_again(&format!("{index}/{}", all.len()), &mut tests)?;
            println!("{} of {} with all tests: {result:?} {mutant}", tried + 1, missed.len());
            match result {
                End::Caught => count.caught += 1,
                End::TooSlow => count.timeouts += 1,
                End::Missed => survivors.push(mutant.clone()),
            }
        }
        count.survived = survivors.len();
        Ok((count, survivors))
    }

    /// Makes the copy equal to the commit; files that are the same keep their times, so that cargo knows what it built.
    fn check_out(&self) -> Result<()> {
        let tree = self.folder.join("tree");
        fs::create_dir_all(&tree)?;
        let git = |arguments: &str| {
            let mut git = program(self.workspace, "git", arguments);
            git.current_dir(&tree);
            git
        };
        command::run(&mut git("init --quiet"))?;
        command::run(git("fetch --quiet --depth 1").arg(&self.workspace.root).arg("HEAD"))?;
        command::run(&mut git("checkout --quiet --force --detach FETCH_HEAD"))
    }

    /// cargo-mutants for the package in the copy.
    fn mutants(&self, options: &str) -> Command {
        let mut mutants = program(self.workspace, &self.tool, "mutants --no-shuffle");
        mutants.args(["--package", self.package, "--profile", "mutants", "--all-features"]);
        mutants.args(["--colors", "never", "--output"]).arg(&self.folder);
        mutants.arg("--dir").arg(self.folder.join("tree")).args(options.split_whitespace());
        mutants.env("CARGO_TARGET_DIR", self.folder.join("build"));
        mutants
    }

    fn tests(&self) -> Result<Tests> {
        let mut packages = self.workspace.packages.iter();
        let package = packages.find(|package| package.name == self.package);
        let targets = package.context("no such package")?.targets_of("test");
        let mut files: Vec<String> =
            targets.map(|target| format!("--test={}", target.name)).collect();
        files.push("--lib".into());
        files.sort_by_key(|file| file == LONG_TESTS);
        Ok(Tests { files, passing: BTreeSet::new() })
    }

    /// Tries one mutant, the only one of its part, with one file of tests after the other, up to the first that notices it.
    ///
    /// The part chooses exactly it: deletions of fields ignore the filters of cargo-mutants.
    fn try_again(&self, part: &str, tests: &mut Tests) -> Result<End> {
        for at in 0..tests.files.len() {
            let file = tests.files[at].clone();
            let options = format!("--in-place --baseline skip --timeout {MAX_SECONDS}");
            let mut mutants = self.mutants(&options);
            mutants.args(["--sharding", "round-robin", "--shard", part]);
            mutants.arg(format!("--cargo-arg={file}"));
            let result = mutants.output().context("cannot start cargo-mutants")?;
            let result = end(result.status.code())
                .with_context(|| String::from_utf8_lossy(&result.stderr).into_owned())?;
            if result != End::Missed {
                self.passes(&file, tests)?;
                if file != LONG_TESTS {
                    tests.files[..=at].rotate_right(1);
                }
                return Ok(result);
            }
        }
        Ok(End::Missed)
    }

    /// An error if this file of tests fails without a mutant.
    fn passes(&self, file: &str, tests: &mut Tests) -> Result<()> {
        if tests.passing.insert(file.into()) {
            let mut test = cargo(self.workspace, "test --profile mutants --all-features --quiet");
            test.args(["--package", self.package, file]);
            test.current_dir(self.folder.join("tree"));
            output(test.env("CARGO_TARGET_DIR", self.folder.join("build")))?;
        }
        Ok(())
    }
}

/// The result by the exit code of cargo-mutants: 2 if a mutant survived, 3 if one took too long.
fn end(code: Option<i32>) -> Result<End> {
    match code {
        Some(0) => Ok(End::Caught),
        Some(2) => Ok(End::Missed),
        Some(3) => Ok(End::TooSlow),
        _ => bail!("cargo-mutants ended with {code:?}"),
    }
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
