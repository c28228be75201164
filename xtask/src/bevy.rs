//! The adapter for bevy: a separate workspace with the newer Rust that bevy needs, formatted, linted and tested there.

use anyhow::{Context, Result};

use crate::command::{self, program};
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let in_folder = |name: &str, arguments: &str| {
        let mut command = program(workspace, name, arguments);
        // `rust-toolchain.toml` of the folder names the version.
        command::of_any_toolchain(&mut command)
            .current_dir(workspace.root.join("adapters/sprung-bevy"));
        command
    };
    let install = "toolchain install";
    command::run(&mut in_folder("rustup", install))
        .with_context(|| format!("type: rustup {install}"))?;
    let steps = ["fmt --check", "clippy --all-targets --features gizmos -- -D warnings", "test"];
    command::run_all(steps.map(|step| in_folder("cargo", step)).into())
}
