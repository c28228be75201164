//! Runs single tests: all of them once, to know the functions that each reaches, then those that reach a mutant.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use super::build::Programs;
use super::outcomes::Outcome;
use super::schema::{MUTANT, REACHED};
use crate::parallel::in_parallel;
use crate::simd_levels;

/// The most memory that a test may reserve, in bytes.
const MEMORY: u64 = 16 << 30;
/// A test may take this many times as long with a mutant, and this many seconds more.
const SLOWER: u64 = 10;
const SECONDS: u64 = 5;

/// The program that tests the golden bits.
const GOLDEN: &str = "determinism";

/// A test, with its duration and its functions without a mutant.
pub(super) struct Test {
    program: String,
    name: String,
    pub(super) time: Duration,
    /// True for each function that it runs.
    reached: Vec<bool>,
}

/// A place in which tests run.
pub(super) struct Place<'a> {
    /// The folder of the package.
    pub(super) folder: &'a Path,
    /// For the files in which tests mark what they reach.
    pub(super) scratch: &'a Path,
}

impl Test {
    pub(super) fn reaches(&self, function: usize) -> bool {
        self.reached[function]
    }

    /// What it takes, by how likely it notices a mutant: the golden bits notice most.
    fn cost(&self) -> Duration {
        if self.program == GOLDEN { self.time / 8 } else { self.time }
    }

    pub(super) fn is_of(&self, programs: &Programs) -> bool {
        programs.contains_key(&self.program)
    }
}

impl Place<'_> {
    /// The tests of the programs that take at most some time, in the order in which they are tried: an error if one fails.
    pub(super) fn tests(
        &self,
        programs: &Programs,
        functions: usize,
        most: Option<Duration>,
    ) -> Result<Vec<Test>> {
        let mut names = Vec::new();
        for (program, path) in programs {
            let list = Command::new(path).args(["--list", "--format", "terse"]).output()?;
            let text = String::from_utf8_lossy(&list.stdout).into_owned();
            let tests = text.lines().filter_map(|line| line.strip_suffix(": test"));
            names.extend(tests.map(|test| (program, path, test.to_string())));
        }
        ensure!(!names.is_empty(), "the package has no tests");
        let tests = in_parallel(&names, |worker, (program, path, name)| {
            let marks = self.scratch.join(format!("reached-{worker}"));
            fs::write(&marks, vec![0; functions.max(1)])?;
            let start = Instant::now();
            // Of all processors together; what takes longer is not waited for.
            let seconds = most.map(|most| 2 * most.as_secs() + 1);
            let status = self.command(path, name, seconds).env(REACHED, &marks).status()?;
            let time = start.elapsed();
            if most.is_some_and(|most| time > most) {
                return Ok(None);
            }
            ensure!(status.success(), "the test {name} of {program} fails without a mutant");
            let reached = fs::read(&marks)?.into_iter().map(|mark| mark != 0).collect();
            Ok(Some(Test { program: program.to_string(), name: name.clone(), time, reached }))
        });
        let mut tests: Vec<Test> =
            tests.into_iter().filter_map(Result::transpose).collect::<Result<_>>()?;
        tests.sort_by_key(Test::cost);
        Ok(tests)
    }

    /// Runs tests, the likeliest first, until one notices the mutant; moves that one to the front.
    pub(super) fn try_mutant(
        &self,
        programs: &Programs,
        number: usize,
        tests: &mut [&Test],
    ) -> Result<Outcome> {
        for at in 0..tests.len() {
            let test = tests[at];
            let path = programs.get(&test.program).context("a program is missing")?;
            let seconds = SLOWER * test.time.as_secs() + SECONDS;
            let mut command = self.command(path, &test.name, Some(seconds));
            let outcome = match command.env(MUTANT, number.to_string()).status()?.code() {
                Some(0) => continue,
                // Killed by `prlimit` or by `timeout`.
                Some(124 | 137 | 152) => Outcome::TooSlow,
                Some(125..=127) => bail!("cannot run {}", path.display()),
                _ => Outcome::Caught,
            };
            tests[..=at].rotate_right(1);
            return Ok(outcome);
        }
        Ok(Outcome::Survived)
    }

    /// A test alone, with at most this processor time.
    fn command(&self, program: &PathBuf, test: &str, seconds: Option<u64>) -> Command {
        let limit = seconds.map_or("unlimited".into(), |seconds| seconds.to_string());
        // A mutant may wait forever; beside other programs a test takes longer.
        let wait = seconds.map_or(0, |seconds| 10 * seconds).to_string();
        let mut command = Command::new("timeout");
        command.args(["--signal=KILL", &wait, "prlimit", &format!("--cpu={limit}")]);
        command.arg(format!("--as={MEMORY}")).arg(program).args(["--exact", test]);
        command.current_dir(self.folder).env("CARGO_MANIFEST_DIR", self.folder);
        command.env(simd_levels::VARIABLE, simd_levels::absent());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }
}
