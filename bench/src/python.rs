//! The Python in which rivals run.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// The environment that is made where no Python is given.
const ENVIRONMENT: &str = "target/bench-python";
/// The packages in it.
pub(crate) const PACKAGES: [&str; 3] = ["numpy==2.4.6", "scipy==1.17.1", "pandas==3.1.1"];

/// Returns the Python that was given, or one with SciPy and pandas that is made once.
///
/// # Errors
/// If there is no Python, or the registry of its packages cannot be reached.
pub(crate) fn python(given: Option<&Path>) -> Result<PathBuf> {
    if let Some(given) = given {
        return Ok(given.to_owned());
    }
    let python = Path::new(ENVIRONMENT).join("bin/python");
    if !python.exists() {
        run(Command::new("python3").args(["-m", "venv", ENVIRONMENT]))?;
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet"]).args(PACKAGES))
            .inspect_err(|_| drop(std::fs::remove_dir_all(ENVIRONMENT)))?;
    }
    Ok(python)
}

fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot run {command:?}"))?;
    ensure!(status.success(), "{command:?} failed; name a Python with SciPy or pandas by --python");
    Ok(())
}
