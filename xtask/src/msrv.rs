//! Each library builds with the oldest Rust that its manifest promises.

use anyhow::Result;

use crate::command;
use crate::tools;
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    command::run(&mut tools::hack_libraries(workspace, "check --rust-version --all-features")?)
}
