//! Small changes to the code that the tests must notice: `cargo xtask mutants [PACKAGE [K/N]]`, by cargo-mutants.
//!
//! All mutants take days, so that a run takes a part: of every N mutants of a package the one with the index K. They are
//! made in a copy of the commit that is checked out, in `target/mutants/tree`. Each file of tests, the quickest first,
//! is run on the mutants that no file before it noticed. `data/mutants.md` has the counts of each run, and the reason for each mutant
//! that no test notices; one without a reason there is an error.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use std::{fmt, fs};

use anyhow::{Context, Result, bail, ensure};

use crate::command::{self, cargo, output, program};
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

/// The library whose mutants are tried.
struct Lab<'a> {
    workspace: &'a Workspace,
    tool: PathBuf,
    package: &'a str,
    /// For the copy of the commit, what is built of it, and what cargo-mutants reports.
    folder: PathBuf,
}

/// A file of tests of a package.
struct Tests {
    /// As an option of cargo.
    file: String,
    /// The duration of a run without a mutant.
    time: Duration,
}

pub(crate) fn command(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let (packages, part) = match arguments {
        [] => (&PACKAGES[..], PART),
        [package] => (named(package)?, PART),
        [package, part] => (named(package)?, part.as_str()),
        _ => bail!("usage: cargo xtask mutants [PACKAGE [K/N]]"),
    };
    let part = Part::new(part)?;
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

/// Of every `count` mutants the one with this index.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Part {
    index: usize,
    count: usize,
}

impl Part {
    fn new(part: &str) -> Result<Self> {
        let numbers =
            part.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        let part = numbers
            .filter(|(k, n)| k < n)
            .with_context(|| format!("K/N must be whole numbers with K < N, got {part}"))?;
        Ok(Self { index: part.0, count: part.1 })
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl Lab<'_> {
    /// Tries the mutants of a part with one file of tests after the other; returns the counts and those that survive all.
    fn run(&self, part: Part) -> Result<(Count, Vec<String>)> {
        self.check_out()?;
        let all = output(&mut self.mutants("--list"))?;
        let all: Vec<String> = all.lines().map(String::from).collect();
        let mut missed: Vec<String> =
            all.iter().skip(part.index).step_by(part.count).cloned().collect();
        ensure!(!missed.is_empty(), "the part {part} of {} has no mutants", self.package);
        let mut count = Count { mutants: missed.len(), ..Count::default() };
        for tests in &self.tests()? {
            if missed.is_empty() {
                break;
            }
            println!("{} mutants with {} ({:.1?})", missed.len(), tests.file, tests.time);
            missed = self.try_with(tests, &all, &missed, &mut count)?;
        }
        count.survived = missed.len();
        Ok((count, missed))
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

    /// The files of tests, the quickest first: an error if one fails without a mutant.
    fn tests(&self) -> Result<Vec<Tests>> {
        let mut packages = self.workspace.packages.iter();
        let package = packages.find(|package| package.name == self.package);
        let targets = package.context("no such package")?.targets_of("test");
        let files = targets.map(|target| format!("--test={}", target.name));
        let mut tests = Vec::new();
        for file in files.chain(["--lib".into()]) {
            self.test(&file, "--no-run")?;
            let start = Instant::now();
            self.test(&file, "")?;
            tests.push(Tests { file, time: start.elapsed() });
        }
        tests.sort_by_key(|tests| tests.time);
        Ok(tests)
    }

    /// Runs a file of tests without a mutant.
    fn test(&self, file: &str, options: &str) -> Result<()> {
        let mut test = cargo(self.workspace, "test --profile mutants --all-features --quiet");
        test.args(["--package", self.package, file]).args(options.split_whitespace());
        test.current_dir(self.folder.join("tree"));
        output(test.env("CARGO_TARGET_DIR", self.folder.join("build")))?;
        Ok(())
    }

    /// Tries mutants with a file of tests; counts their ends and returns those that these tests do not notice.
    ///
    /// cargo-mutants gets them as all but those that an earlier run has caught: its filters by name ignore deletions of
    /// fields.
    fn try_with(
        &self,
        tests: &Tests,
        all: &[String],
        mutants: &[String],
        count: &mut Count,
    ) -> Result<Vec<String>> {
        let report = self.folder.join("mutants.out");
        fs::remove_dir_all(&report).ok();
        fs::create_dir(&report)?;
        let others: Vec<&str> =
            all.iter().filter(|other| !mutants.contains(other)).map(String::as_str).collect();
        fs::write(report.join("previously_caught.txt"), others.join("\n"))?;
        let seconds = 10 * tests.time.as_secs() + 20;
        let mut run = self.mutants("--iterate --in-place --baseline skip");
        run.args(["--timeout", &seconds.to_string()]).arg(format!("--cargo-arg={}", tests.file));
        match run.status().context("cannot start cargo-mutants")?.code() {
            // 2: a mutant survived; 3: one took too long.
            Some(0 | 2 | 3) => {}
            code => bail!("cargo-mutants ended with {code:?}"),
        }
        let ends = |name: &str| lines(&report.join(name));
        let (caught, unviable, timeouts, missed) =
            (ends("caught.txt")?, ends("unviable.txt")?, ends("timeout.txt")?, ends("missed.txt")?);
        let ended = caught.len() + unviable.len() + timeouts.len() + missed.len();
        ensure!(ended == mutants.len(), "{ended} of {} mutants were tried", mutants.len());
        count.caught += caught.len();
        count.unviable += unviable.len();
        count.timeouts += timeouts.len();
        Ok(missed)
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
