//! Words are spelled as in American English, as the identifiers are; `typos.toml` has the exceptions.

use anyhow::Result;

use crate::command::{self, program};
use crate::tools;
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let typos = tools::from_python(workspace, "typos", "1.52.0")?;
    command::run(&mut program(workspace, typos, "--format brief"))
}
