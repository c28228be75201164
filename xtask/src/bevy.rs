//! The adapter for bevy: a separate workspace with the newer Rust that bevy needs, formatted, linted and tested there.

use anyhow::Result;

use crate::command::{self, program};
use crate::install;
use crate::toolchain;
use crate::workspace::Workspace;

const FOLDER: &str = "adapters/sprung-bevy";

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let file = format!("{FOLDER}/rust-toolchain.toml");
    let version = toolchain::pinned(&workspace.read_file(&file)?)?;
    install::rust_toolchain(workspace, &version)?;
    let component = format!("component add --toolchain {version} rustfmt clippy");
    command::run(&mut program(workspace, "rustup", &component))?;
    let steps = [
        "fmt --check",
        "clippy --all-targets -- -D warnings",
        "test",
        "run --quiet --example third_person",
    ];
    let in_folder = |step: &str| {
        let mut command = program(workspace, "rustup", &format!("run {version} cargo {step}"));
        // This program was itself started by a cargo of another version, whose variables its children inherit.
        command
            .current_dir(workspace.root.join(FOLDER))
            .env_remove("CARGO")
            .env_remove("RUSTUP_TOOLCHAIN");
        command
    };
    command::run_all(steps.map(in_folder).into())
}
