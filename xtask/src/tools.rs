//! Tools with a version of their own, installed under `target/tools` when they are missing.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::command::{cargo, program, run};
use crate::install;
use crate::workspace::Workspace;

/// A program from the Rust registry, built from source with its own lock file.
pub(crate) fn from_cargo(workspace: &Workspace, name: &str, version: &str) -> Result<PathBuf> {
    let root = workspace.target.join("tools").join(format!("{name}-{version}"));
    let tool = root.join("bin").join(name);
    if !tool.is_file() {
        let install = format!("install --quiet --locked {name} --version ={version} --root");
        run(cargo(workspace, &install).arg(&root))
            .with_context(|| format!("type: cargo install {name} --version {version}"))?;
    }
    Ok(tool)
}

/// A program from the Python registry, prebuilt, in a separate environment.
pub(crate) fn from_python(workspace: &Workspace, name: &str, version: &str) -> Result<PathBuf> {
    program_from_python(workspace, name, version, name)
}

/// A program of a package from the Python registry.
pub(crate) fn program_from_python(
    workspace: &Workspace,
    name: &str,
    version: &str,
    called: &str,
) -> Result<PathBuf> {
    let root = workspace.target.join("tools").join(format!("{name}-{version}-python"));
    let tool = root.join("bin").join(called);
    if !tool.is_file() {
        install::one_of(workspace, &["python3"], "python3")?;
        let environment = |workspace| run(program(workspace, "python3", "-m venv").arg(&root));
        if environment(workspace).is_err() {
            install::package(workspace, "python3-venv")?;
            fs::remove_dir_all(&root).ok();
            environment(workspace)?;
        }
        let install = format!("install --quiet --disable-pip-version-check {name}=={version}");
        run(&mut program(workspace, root.join("bin/pip"), &install))
            .with_context(|| format!("type: pip install {name}=={version}"))?;
    }
    Ok(tool)
}

/// `cargo hack` with these arguments, over the libraries of the workspace.
pub(crate) fn hack_libraries(workspace: &Workspace, arguments: &str) -> Result<Command> {
    let tool = from_cargo(workspace, "cargo-hack", "0.6.46")?;
    let mut hack = program(workspace, tool, &format!("hack {arguments}"));
    for package in workspace.libraries() {
        hack.args(["--package", &package.name]);
    }
    Ok(hack)
}
