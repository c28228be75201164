//! Every program under an `examples/` folder runs to its end without arguments and exits with 0.

use anyhow::Result;

use crate::command::{self, cargo};
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let mut runs = Vec::new();
    for package in &workspace.packages {
        for example in package.targets_of("example") {
            let arguments =
                format!("run --quiet --package {} --example {}", package.name, example.name);
            let mut run = cargo(workspace, &arguments);
            run.arg("--features").arg(example.required_features.join(","));
            runs.push(run);
        }
    }
    command::run_all(runs)
}
