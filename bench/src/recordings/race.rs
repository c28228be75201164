//! Pandas and the program on one file, each in a process of its own whose time and memory are measured.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use super::file::{HALFLIFE, RATE};

/// Runs a command and prints its seconds and its memory in kilobytes (bytes on macOS).
const MEASURE: &str = "\
import os, sys, time
start = time.perf_counter()
child = os.spawnvp(os.P_NOWAIT, sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(child, 0)
print(time.perf_counter() - start, usage.ru_maxrss / (1e6 if sys.platform == 'darwin' else 1e3))
sys.exit(os.waitstatus_to_exitcode(status))";

/// From file to file by pandas: rows at even times, so that the half-life is a number of rows.
const PANDAS: &str = "\
import sys, pandas
table = pandas.read_csv(sys.argv[1])
values = table.columns[1:]
table[values] = table[values].ewm(halflife=float(sys.argv[3]), adjust=False).mean()
table.to_csv(sys.argv[2], index=False)";

/// The engines and their files.
pub(super) struct Race {
    python: PathBuf,
    program: PathBuf,
    folder: PathBuf,
    pub(super) input: PathBuf,
    /// The version of pandas.
    pub(super) version: String,
}

impl Race {
    /// Finds pandas, and builds the program as users have it.
    pub(super) fn prepare(python: PathBuf, folder: &Path) -> Result<Self> {
        let asked = Command::new(&python)
            .args(["-c", "import pandas; print('pandas', pandas.__version__)"])
            .output()
            .with_context(|| {
                format!("cannot run {}; name a Python by --python", python.display())
            })?;
        ensure!(
            asked.status.success(),
            "{} has no pandas. Make one that has: python3 -m venv pandas && pandas/bin/pip install pandas; then --python pandas/bin/python\n{}",
            python.display(),
            String::from_utf8_lossy(&asked.stderr)
        );
        let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
        let built = Command::new(cargo)
            .args(["build", "--release", "-p", "sprung-cli", "--message-format=json"])
            .stderr(std::process::Stdio::inherit())
            .output()?;
        ensure!(built.status.success(), "the program cannot be built");
        let program = program_in(&String::from_utf8(built.stdout)?)?;
        Ok(Race {
            python,
            program,
            folder: folder.into(),
            input: folder.join("recording.csv"),
            version: String::from_utf8(asked.stdout)?.trim().into(),
        })
    }

    /// The file that an engine writes.
    pub(super) fn output(&self, engine: &str) -> PathBuf {
        self.folder.join(format!("{engine}.csv"))
    }

    pub(super) fn pandas(&self) -> Result<(f64, f64)> {
        let (output, rows) = (self.output("pandas"), (HALFLIFE * RATE as f64).to_string());
        let script: [&OsStr; 2] = ["-c".as_ref(), PANDAS.as_ref()];
        let files = [self.input.as_os_str(), output.as_os_str(), rows.as_ref()];
        self.measure(&self.python, &[&script[..], &files].concat())
    }

    pub(super) fn sprung(&self) -> Result<(f64, f64)> {
        let (output, spring) = (self.output("sprung"), format!("damper:halflife={HALFLIFE}"));
        self.measure(
            &self.program,
            &[
                "smooth".as_ref(),
                self.input.as_os_str(),
                "--spring".as_ref(),
                spring.as_ref(),
                "-o".as_ref(),
                output.as_os_str(),
            ],
        )
    }

    /// The seconds and the megabytes of a command.
    fn measure(&self, command: &Path, arguments: &[&OsStr]) -> Result<(f64, f64)> {
        let mut python = Command::new(&self.python);
        let run = python.args(["-c", MEASURE]).arg(command).args(arguments).output()?;
        if !run.status.success() {
            bail!("{}: {}", command.display(), String::from_utf8_lossy(&run.stderr));
        }
        let told = String::from_utf8(run.stdout)?;
        let numbers: Vec<f64> = told.split_whitespace().flat_map(str::parse).collect();
        let [seconds, megabytes] = numbers[..] else { bail!("no measurement: {told}") };
        Ok((seconds, megabytes))
    }
}

/// The path of the program in the messages of cargo.
fn program_in(messages: &str) -> Result<PathBuf> {
    let messages = messages.lines().flat_map(serde_json::from_str::<serde_json::Value>);
    let mut programs = messages.filter_map(|message| {
        let is_program = message["target"]["name"] == "sprung" && message["executable"].is_string();
        is_program.then(|| PathBuf::from(message["executable"].as_str().unwrap_or_default()))
    });
    programs.next().context("cargo names no program")
}
