//! The code is formatted: `cargo fmt` would change nothing.

use anyhow::Result;

use crate::command::{self, cargo};
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    command::run(&mut cargo(workspace, "fmt --all --check"))
}
