//! Every feature of every library builds alone; so do none of them and all of them together.

use anyhow::Result;

use crate::command::{program, run as start};
use crate::tools;
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let hack = tools::from_cargo(workspace, "cargo-hack", "0.6.46")?;
    let mut clippy = program(workspace, hack, "hack clippy --quiet --each-feature");
    for package in workspace.libraries() {
        clippy.args(["--package", &package.name]);
    }
    start(clippy.args(["--", "-D", "warnings"]))
}
