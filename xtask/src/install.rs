//! Installs the tools and targets that a check needs beyond Rust itself.
//!
//! No check is skipped: a tool that cannot be installed from here is an error with the command that installs it.

use anyhow::{Context, Result, bail};

use crate::command::{is_on_path, output, program, run};
use crate::workspace::Workspace;

/// Makes sure that the standard library for a target is there.
pub(crate) fn rust_target(workspace: &Workspace, triple: &str) -> Result<()> {
    let add = format!("target add {triple}");
    run(&mut program(workspace, "rustup", &add)).with_context(|| format!("type: rustup {add}"))
}

/// The first of these programs that is on the path, after installing a Debian package if none is.
pub(crate) fn one_of(
    workspace: &Workspace,
    names: &[&'static str],
    package: &str,
) -> Result<&'static str> {
    let found = || names.iter().copied().find(|name| is_on_path(name));
    if let Some(name) = found() {
        return Ok(name);
    }
    self::package(workspace, package)?;
    found().with_context(|| format!("the package {package} brought no {}", names.join(" or ")))
}

/// Makes sure that one program of each list is on the path: installs the Debian packages of the others, all at once.
pub(crate) fn all_of(workspace: &Workspace, wanted: &[(&[&'static str], &str)]) -> Result<()> {
    let is_missing = |names: &[&str]| !names.iter().any(|name| is_on_path(name));
    let missing = wanted.iter().filter(|(names, _)| is_missing(names));
    let packages: Vec<&str> = missing.map(|(_, package)| *package).collect();
    if !packages.is_empty() {
        package(workspace, &packages.join(" "))?;
    }
    for (names, package) in wanted {
        one_of(workspace, names, package)?;
    }
    Ok(())
}

/// Installs Debian packages, separated by blanks.
pub(crate) fn package(workspace: &Workspace, package: &str) -> Result<()> {
    let root = is_on_path("id") && output(&mut program(workspace, "id", "-u"))?.trim() == "0";
    if !root || !is_on_path("apt-get") {
        bail!("{package} is missing; on Debian and Ubuntu type: sudo apt-get install {package}");
    }
    let quietly = |arguments: &str| {
        run(program(workspace, "apt-get", arguments).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    quietly("update -qq")?;
    quietly(&format!("install -y -qq --no-install-recommends {package}"))
}
