//! Each library builds with the oldest Rust that its manifest promises.

use anyhow::Result;

use crate::command::{program, run as start};
use crate::tools;
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let hack = tools::from_cargo(workspace, "cargo-hack", "0.6.46")?;
    let mut check = program(workspace, hack, "hack check --rust-version --all-features");
    for package in workspace.libraries() {
        check.args(["--package", &package.name]);
    }
    start(&mut check)
}
