//! Every unit, property and integration test of every package passes, with every feature on.

use anyhow::Result;

use crate::command::{self, cargo};
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    // One failing package does not hide the tests of the next.
    command::run(&mut cargo(
        workspace,
        "test --workspace --all-features --lib --bins --tests --no-fail-fast",
    ))
}
