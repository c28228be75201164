//! Every example in the documentation compiles, runs and asserts what it claims.

use anyhow::Result;

use crate::command::{self, cargo};
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    command::run(&mut cargo(workspace, "test --workspace --all-features --doc --no-fail-fast"))
}
