//! Small changes to the code that the tests must notice: `cargo xtask mutants [PATH [SECONDS]]`.
//!
//! cargo-mutants lists the changes. They are made in a copy of the commit that is checked out, in `target/mutants/tree`,
//! many at a time: a function has a body for each of its mutants (`schema`), so that a build serves hundreds of them. A
//! mutant is tried with the tests that reach its function, one after the other (`tests`); those of the golden bits are
//! among them.
//!
//! `data/mutants.md` has a row for each file of which all mutants were tried, the reason for each mutant that no test
//! notices, and a list of those that are open: neither noticed nor explained, which is an error. A run tries the files below
//! PATH that have no row or have changed since, and what is open. With SECONDS, only tests that take at most that long are
//! run, and mutants that need a build each (in constants) are left; with 0 the report gets what is known. A run goes on
//! where one was stopped.

mod build;
mod lab;
mod list;
mod outcomes;
mod report;
mod schema;
mod tests;

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use self::lab::Lab;
use self::report::Report;
use crate::tools;
use crate::workspace::Workspace;

const REPORT: &str = "data/mutants.md";
const PACKAGES: [&str; 4] = ["sprung", "sprung-network", "sprung-body", "sprung-signal"];

pub(crate) fn command(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let (path, most) = match arguments {
        [] => ("crates", None),
        [path] => (&path[..], None),
        [path, seconds] => (&path[..], Some(Duration::from_secs_f64(seconds.parse()?))),
        _ => bail!("usage: cargo xtask mutants [PATH [SECONDS]]"),
    };
    let tool = tools::from_cargo(workspace, "cargo-mutants", "27.1.0")?;
    let (mut report, mut has_mutants) = (Report::read(&workspace.read_file(REPORT)?)?, false);
    for package in PACKAGES {
        let folder = format!("crates/{package}/");
        if !is_below(path, &folder) && !is_below(&folder, path) {
            continue;
        }
        let mut lab = Lab::new(workspace, &tool, package)?;
        report.retain(|file| !file.starts_with(&folder) || lab.hash(file).is_some());
        let asked = lab.run(most, |mutant, file, hash| {
            let is_in_path = is_below(file, path);
            has_mutants |= is_in_path;
            let is_asked = is_in_path && report.asks_for(mutant, file, hash);
            is_asked.then(|| report.explains(mutant))
        })?;
        for ((file, hash), outcomes) in asked {
            report.add(file, hash, &outcomes);
        }
        fs::write(workspace.root.join(REPORT), report.text())
            .with_context(|| format!("cannot write {REPORT}"))?;
    }
    ensure!(has_mutants, "PATH must contain sources of {}, got {path}", PACKAGES.join(", "));
    let open = report.open(|file| is_below(file, path));
    ensure!(
        open.is_empty(),
        "no test notices these mutants; add a test, or the reason to {REPORT}:\n{}",
        open.join("\n")
    );
    Ok(())
}

/// True if a file or folder is this folder, this file or in it.
fn is_below(path: &str, folder: &str) -> bool {
    let folder = folder.trim_end_matches('/');
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn a_path_is_below_its_folders() {
        for (path, folder, is) in [
            ("a/b/c", "a/b", true),
            ("a/b/", "a/b", true),
            ("a/b", "a/b/", true),
            ("a/bc", "a/b", false),
        ] {
            assert_eq!(is_below(path, folder), is, "{path} in {folder}");
        }
    }
}
