//! The core builds for a microcontroller without an operating system, and never allocates.
//!
//! The proof is `testkit/no_alloc`: a finished artifact for that machine that has a panic handler and no
//! allocator. If anything below it asked for one, even unused, the compiler would refuse to finish.

use anyhow::{Context, Result};

use crate::command::{self, cargo};
use crate::install;
use crate::workspace::Workspace;

const TARGET: &str = "thumbv7em-none-eabihf";

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    install::rust_target(workspace, TARGET)?;
    let core = workspace.packages.iter().find(|package| package.name == "sprung");
    // `std` is the one feature that such a machine cannot have.
    let features =
        core.context("there is no crate sprung")?.features.iter().filter(|name| *name != "std");
    let features: Vec<String> = features.map(|name| format!("sprung/{name}")).collect();
    let build = format!("build --package no_alloc --target {TARGET}");
    command::run(&mut cargo(workspace, &build))?;
    command::run(cargo(workspace, &build).arg("--features").arg(features.join(",")))
}
