//! The nodes for Godot: a separate workspace, formatted, linted and tested there. They are not loaded by a Godot.

use anyhow::Result;

use crate::command::{cargo, run_all};
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let steps = ["fmt --check", "clippy --all-targets -- -D warnings", "test"];
    run_all(Vec::from(steps.map(|arguments| {
        let mut command = cargo(workspace, arguments);
        let folder = workspace.root.join("bindings/godot");
        command.current_dir(folder).env("CARGO_TARGET_DIR", workspace.target.join("godot"));
        command
    })))
}
