//! Every feature of every library builds alone; so do none of them and all of them together.

use anyhow::Result;

use crate::command;
use crate::tools;
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let mut clippy = tools::hack_libraries(workspace, "clippy --quiet --each-feature")?;
    command::run(clippy.args(["--", "-D", "warnings"]))
}
