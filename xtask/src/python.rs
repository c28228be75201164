//! The Python package: installed into an environment of its own, as a user installs it, and tested there.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::command::{self, cargo, program};
use crate::install;
use crate::workspace::Workspace;

/// The package, a workspace of its own.
const FOLDER: &str = "bindings/python";

/// Installs the package, compares its stubs, and runs the tests: the core's bits, types, documents and the notebook.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    command::run(&mut cargo(
        workspace,
        &format!("fmt --check --manifest-path {FOLDER}/Cargo.toml"),
    ))?;
    let lint = format!("clippy --locked --release --manifest-path {FOLDER}/Cargo.toml");
    let mut clippy = cargo(workspace, &format!("{lint} -- -D warnings"));
    // Shares what other checks have built.
    command::run(clippy.env("CARGO_TARGET_DIR", &workspace.target))?;

    let python = with_wheel(workspace)?;
    let stubs = format!("{FOLDER}/stubs.py --check");
    command::run(program(workspace, &python, &stubs).env("CARGO_TARGET_DIR", &workspace.target))?;

    let bits = workspace.target.join("python/core_bits.txt");
    let write = command::debug_build(workspace)?.join("examples/core_bits");
    command::run(program(workspace, write, "").arg(&bits))?;
    let mut pytest = program(workspace, &python, "-m pytest");
    pytest.env("SPRUNG_CORE_BITS", &bits).env("PYTHONDONTWRITEBYTECODE", "1");
    command::run(pytest.current_dir(workspace.root.join(FOLDER)))
}

/// Installs the package as a user does it, and returns the Python that has it.
pub(crate) fn with_wheel(workspace: &Workspace) -> Result<PathBuf> {
    let python = environment(workspace, &workspace.target.join("python"))?;
    let package = "-m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall";
    let mut install = program(workspace, &python, package);
    install.arg(workspace.root.join(FOLDER)).env("CARGO_TARGET_DIR", &workspace.target);
    command::run(&mut install)?;
    Ok(python)
}

/// The Python of an environment that has what the tests import.
fn environment(workspace: &Workspace, folder: &Path) -> Result<PathBuf> {
    let root = folder.join("environment");
    let python = root.join("bin/python");
    install::one_of(workspace, &["python3"], "python3")?;
    let make = || command::run(program(workspace, "python3", "-m venv").arg(&root));
    if !python.is_file() && make().is_err() {
        install::package(workspace, "python3-venv")?;
        fs::remove_dir_all(&root).ok();
        make()?;
    }
    let requirements = format!("{FOLDER}/tests/requirements.txt");
    let install = format!("-m pip install --quiet --disable-pip-version-check -r {requirements}");
    command::run(&mut program(workspace, &python, &install))
        .with_context(|| format!("type: pip install -r {requirements}"))?;
    Ok(python)
}
