//! Clippy finds nothing in any target of any package; a warning is an error.

use anyhow::Result;

use crate::command::{self, cargo};
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    command::run(&mut cargo(
        workspace,
        "clippy --workspace --all-targets --all-features --keep-going -- -D warnings",
    ))
}
