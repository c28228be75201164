//! Small changes to the code that the tests must notice: `cargo xtask mutants [PATH [SECONDS]]`.
//!
//! cargo-mutants lists the changes. They are made in a copy of the commit that is checked out, in `target/mutants/tree`,
//! many at a time: a function has a body for each of its mutants (`schema`), so that a build serves hundreds of them. A
//! mutant is tried with the tests that reach its function, one after the other (`tests`); those of the golden bits are
//! among them.
//!
//! `data/mutants.md` has a row for each file of which all mutants were tried, and the reason for each mutant that no test
//! notices; one without a reason is an error. A run tries the files below PATH that have no row or have changed since.
//! With SECONDS, only tests that take at most that long are run: what they leave has no end yet. A run goes on where one
//! was stopped.

mod build;
mod ends;
mod lab;
mod list;
mod schema;
mod table;
mod tests;

use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use self::ends::End;
use self::lab::Lab;
use self::table::Row;
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
    let (mut found, mut left) = (false, Vec::new());
    for package in PACKAGES {
        let folder = format!("crates/{package}/");
        if !is_below(path, &folder) && !is_below(&folder, path) {
            continue;
        }
        let mut lab = Lab::new(workspace, &tool, package)?;
        let files = lab.files();
        found |= files.keys().any(|file| is_below(file, path));
        let report = workspace.read_file(REPORT)?;
        let asked = files.iter().filter(|(file, hash)| {
            is_below(file, path) && !table::rows(&report).any(|row| row.is_of(file, hash))
        });
        let asked: BTreeSet<String> = asked.map(|(file, _)| file.clone()).collect();
        lab.run(&asked, most, |mutant| is_explained(&report, mutant))?;
        let mut rows = Vec::new();
        for file in &asked {
            let ends = lab.ends(file);
            let is_open = |(mutant, end): &&(&str, Option<End>)| match end {
                None => true,
                Some(End::Survived) => !is_explained(&report, mutant),
                _ => false,
            };
            let open: Vec<_> = ends.iter().filter(is_open).map(|(mutant, _)| *mutant).collect();
            if open.is_empty() {
                let ends: Vec<End> = ends.iter().filter_map(|(_, end)| *end).collect();
                rows.push(Row::new(file, &files[file], &ends));
            }
            left.extend(open.into_iter().map(String::from));
        }
        let report = table::with_rows(&report, &rows, |file| {
            files.contains_key(file) || !file.starts_with(&folder)
        })?;
        fs::write(workspace.root.join(REPORT), report)
            .with_context(|| format!("cannot write {REPORT}"))?;
    }
    ensure!(found, "PATH must be a folder or a source in {}, got {path}", PACKAGES.join(", "));
    let tests = if most.is_some() { "none of these tests" } else { "no test" };
    ensure!(
        left.is_empty(),
        "{tests} notices these mutants; add a test, or the reason to {REPORT}:\n{}",
        left.join("\n")
    );
    Ok(())
}

/// True if a file or folder is this folder, this file or in it.
fn is_below(path: &str, folder: &str) -> bool {
    let folder = folder.trim_end_matches('/');
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// A mutant without its line and column, which change with the code around it.
fn without_place(mutant: &str) -> String {
    match mutant.splitn(4, ':').collect::<Vec<_>>()[..] {
        [file, line, column, change]
            if [line, column].iter().all(|at| at.parse::<u32>().is_ok()) =>
        {
            format!("{file}:{change}")
        }
        _ => mutant.into(),
    }
}

/// True if the report lists this mutant with a reason.
fn is_explained(report: &str, mutant: &str) -> bool {
    let start = format!("- `{}`: ", without_place(mutant));
    report.lines().any(|line| line.strip_prefix(&start).is_some_and(|reason| !reason.is_empty()))
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

    #[test]
    fn a_mutant_is_explained_wherever_its_line_is_but_not_without_a_reason() {
        let report =
            "- `crates/a/src/b.rs: replace < with <= in c::d`: equal there.\n- `x.rs: y`: \n";
        assert!(is_explained(report, "crates/a/src/b.rs:12:5: replace < with <= in c::d"));
        assert!(!is_explained(report, "crates/a/src/b.rs:12:5: replace < with == in c::d"));
        assert!(!is_explained(report, "x.rs:1:2: y"));
    }
}
