//! Manifests are formatted according to `.taplo.toml`.

use anyhow::Result;

use crate::command::{self, program};
use crate::tools;
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let taplo = tools::from_python(workspace, "taplo", "0.9.3")?;
    command::run(&mut program(workspace, taplo, "format --check"))
}

/// Checks that every dependency has a license that fits and comes from the registry; `deny.toml` has the rules.
///
/// Part of the audit, because the tool takes minutes to build. Advisories are not checked: their database is not part
/// of a registry.
pub(crate) fn dependencies(workspace: &Workspace) -> Result<()> {
    let deny = tools::from_cargo(workspace, "cargo-deny", "0.18.3")?;
    command::run(&mut program(workspace, deny, "check licenses bans sources"))
}
