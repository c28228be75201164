//! The compilers and interpreters of the languages that the program exports to: its tests run what it wrote.

use std::env;
use std::ffi::OsString;

use anyhow::{Context, Result};

use crate::install;
use crate::tools;
use crate::workspace::Workspace;

/// The programs, any of each list, and the Debian package that has one.
const PROGRAMS: &[(&[&str], &str)] = &[
    (&["node", "nodejs"], "nodejs"),
    (&["python3"], "python3"),
    (&["tsc"], "node-typescript"),
    (&["lua5.4", "lua5.3", "lua", "luajit"], "lua5.4"),
    (&["mcs"], "mono-mcs"),
    (&["mono"], "mono-runtime"),
    (&["glslangValidator"], "glslang-tools"),
];

/// Returns the search path with all of them, after installing those that are missing.
pub(crate) fn path(workspace: &Workspace) -> Result<OsString> {
    install::all_of(workspace, PROGRAMS)?;
    let gdparse = tools::program_from_python(workspace, "gdtoolkit", "4.5.0", "gdparse")?;
    let folder = gdparse.parent().context("a program is in a folder")?.to_path_buf();
    let usual = env::var_os("PATH").unwrap_or_default();
    Ok(env::join_paths(env::split_paths(&usual).chain([folder]))?)
}
