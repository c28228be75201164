//! Each library that promises an older Rust than the one in `rust-toolchain.toml` builds with it.

use anyhow::{Result, ensure};

use crate::command::{self, program};
use crate::install;
use crate::toolchain;
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let current = toolchain::pinned(&workspace.read_file("rust-toolchain.toml")?)?;
    let mut count = 0;
    for package in workspace.libraries() {
        let promised = full_version(&package.rust_version);
        if promised == current {
            continue;
        }
        install::rust_toolchain(workspace, &promised)?;
        let check = format!("run {promised} cargo check --package {} --all-features", package.name);
        command::run(&mut program(workspace, "rustup", &check))?;
        count += 1;
    }
    ensure!(count > 0, "no library promises an older Rust than {current}");
    Ok(())
}

/// `1.85` is what a manifest says, `1.85.0` what rustup installs.
fn full_version(version: &str) -> String {
    match version.split('.').count() {
        2 => format!("{version}.0"),
        _ => version.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_of_two_numbers_gets_its_third() {
        assert_eq!(full_version("1.85"), "1.85.0");
        assert_eq!(full_version("1.85.1"), "1.85.1");
    }
}
