//! Every program under an `examples/` folder runs to its end without arguments and exits with 0.

use anyhow::{Result, ensure};

use crate::command::{self, cargo};
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let mut count = 0;
    for package in &workspace.packages {
        for example in &package.examples {
            let arguments =
                format!("run --quiet --package {} --example {}", package.name, example.name);
            let mut example_run = cargo(workspace, &arguments);
            if !example.required_features.is_empty() {
                example_run.arg("--features").arg(example.required_features.join(","));
            }
            command::run(&mut example_run)?;
            count += 1;
        }
    }
    ensure!(count > 0, "no package has an example");
    println!("{count} examples ran");
    Ok(())
}
