//! Every feature of every library builds alone; so do none of them and all of them together. In none of these builds a
//! library does input or output, reads a clock or calls a function of the platform that rounds differently from target
//! to target: `crates/clippy.toml` lists them.

use anyhow::Result;

use crate::command;
use crate::tools;
use crate::workspace::Workspace;

const DISALLOWED: [&str; 6] = [
    "-D",
    "clippy::disallowed_macros",
    "-D",
    "clippy::disallowed_methods",
    "-D",
    "clippy::disallowed_types",
];

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let mut clippy = tools::hack_libraries(workspace, "clippy --quiet --each-feature")?;
    command::run(clippy.args(["--", "-D", "warnings"]).args(DISALLOWED))
}
