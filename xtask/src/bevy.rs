//! The adapter for bevy: a separate workspace with the newer Rust that bevy needs, formatted, linted and tested there.

use anyhow::{Context, Result};

use crate::command::{self, program};
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let in_folder = |name: &str, arguments: &str| {
        let mut command = program(workspace, name, arguments);
        // This program was itself started by a cargo of another version, whose variables its children inherit; without
        // them, `rust-toolchain.toml` of the folder names the version.
        command
            .current_dir(workspace.root.join("adapters/sprung-bevy"))
            .env_remove("CARGO")
            .env_remove("RUSTUP_TOOLCHAIN");
        command
    };
    let install = "toolchain install";
    command::run(&mut in_folder("rustup", install))
        .with_context(|| format!("type: rustup {install}"))?;
    let steps = ["fmt --check", "clippy --all-targets --features gizmos -- -D warnings", "test"];
    command::run_all(steps.map(|step| in_folder("cargo", step)).into())
}
