//! The documentation of every library builds without a warning: no broken link, no empty page.

use anyhow::Result;

use crate::command::{self, cargo};
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let mut doc = cargo(workspace, "doc --workspace --lib --no-deps --all-features --keep-going");
    command::run(doc.env("RUSTDOCFLAGS", "-D warnings"))
}
