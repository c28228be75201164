//! SciPy in a Python of its own: asked for filtered signals in one run.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

const SCRIPT: &str = include_str!("scipy_filters.py");
/// The environment that is made where no Python is given.
const ENVIRONMENT: &str = "target/bench-python";

/// Signals to filter, each with every time constant in seconds.
#[derive(Debug, Serialize)]
pub(super) struct Question<'a> {
    pub(super) rate: f64,
    pub(super) times: &'a [f64],
    pub(super) signals: &'a [Vec<f64>],
}

/// The version of SciPy, and of each filter by time constant and by signal what came out.
#[derive(Debug, Deserialize)]
pub(super) struct Answer {
    pub(super) version: String,
    pub(super) outputs: std::collections::BTreeMap<String, Vec<Vec<Vec<f64>>>>,
}

/// Returns the Python that was given, or one with SciPy that is made once.
///
/// # Errors
/// If there is no Python, or the registry of its packages cannot be reached.
pub(super) fn python(given: Option<&Path>) -> Result<PathBuf> {
    if let Some(given) = given {
        return Ok(given.to_owned());
    }
    let python = Path::new(ENVIRONMENT).join("bin/python");
    if !python.exists() {
        run(Command::new("python3").args(["-m", "venv", ENVIRONMENT]))?;
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "numpy", "scipy"]))
            .inspect_err(|_| drop(std::fs::remove_dir_all(ENVIRONMENT)))?;
    }
    Ok(python)
}

fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot run {command:?}"))?;
    ensure!(status.success(), "{command:?} failed; give a Python with SciPy by --python");
    Ok(())
}

pub(super) fn ask(python: &Path, question: &Question) -> Result<Answer> {
    let mut child = Command::new(python)
        .args(["-c", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot run {}", python.display()))?;
    let mut input = child.stdin.take().context("Python has no input")?;
    input.write_all(&serde_json::to_vec(question)?)?;
    drop(input);
    let output = child.wait_with_output()?;
    ensure!(
        output.status.success(),
        "SciPy's filters failed; is it installed in {}?",
        python.display()
    );
    serde_json::from_slice(&output.stdout).context("the answer of Python")
}
