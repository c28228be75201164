//! SciPy asked for filtered signals, in one run.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

const SCRIPT: &str = include_str!("scipy_filters.py");

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
