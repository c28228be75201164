//! Every program under an `examples/` folder runs to its end without arguments and exits with 0.

use anyhow::Result;

use crate::command::{self, program};
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let built = command::debug_build(workspace)?.join("examples");
    let examples = workspace.packages.iter().flat_map(|package| package.targets_of("example"));
    command::run_all(
        examples.map(|example| program(workspace, built.join(&example.name), "")).collect(),
    )
}
