//! The lines and branches of the libraries that their tests run: `data/coverage.md`.
//!
//! LLVM counts them in a separate build. Stable Rust cannot count branches yet, so `RUSTC_BOOTSTRAP` is set for this build.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::command::{self, program};
use crate::tools;
use crate::workspace::Workspace;

const REPORT: &str = "data/coverage.md";
/// Files are listed if their tests run less than this percentage of their lines.
const LISTED_BELOW: f64 = 90.0;

/// What `llvm-cov export` writes.
#[derive(Deserialize)]
struct Export {
    data: Vec<Unit>,
}

#[derive(Deserialize)]
struct Unit {
    files: Vec<SourceFile>,
}

#[derive(Deserialize)]
struct SourceFile {
    filename: String,
    summary: Summary,
}

/// The lines and branches of a file or crate, and how many of them are run.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
struct Summary {
    lines: Count,
    branches: Count,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
struct Count {
    count: u64,
    covered: u64,
}

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    command::run(&mut program(workspace, "rustup", "component add llvm-tools"))?;
    let tool = tools::from_cargo(workspace, "cargo-llvm-cov", "0.9.1")?;
    let json = workspace.target.join("coverage.json");
    let options = "llvm-cov --branch --all-features --lib --tests --no-fail-fast --json --summary-only --output-path";
    let mut tests = program(workspace, tool, options);
    tests.arg(&json).env("RUSTC_BOOTSTRAP", "1");
    for package in &workspace.packages {
        if matches!(package.group(), "crates" | "testkit") {
            tests.args(["--package", &package.name]);
        }
    }
    command::run(&mut tests)?;
    let text = fs::read_to_string(&json).with_context(|| format!("no {}", json.display()))?;
    let export: Export = serde_json::from_str(&text).context("not what llvm-cov exports")?;
    let root = format!("{}/", workspace.root.display());
    let files: BTreeMap<&str, Summary> = export
        .data
        .iter()
        .flat_map(|unit| &unit.files)
        .filter_map(|file| Some((file.filename.strip_prefix(&root)?, file.summary)))
        .filter(|(name, _)| name.starts_with("crates/") && name.contains("/src/"))
        .collect();
    ensure!(!files.is_empty(), "no file of a library was counted");
    let report = report(&command::commit(workspace)?, &files);
    print!("{report}");
    fs::write(workspace.root.join(REPORT), report).with_context(|| format!("cannot write {REPORT}"))
}

impl Summary {
    fn add(&mut self, other: Self) {
        self.lines.add(other.lines);
        self.branches.add(other.branches);
    }
}

impl Count {
    fn add(&mut self, other: Self) {
        self.count += other.count;
        self.covered += other.covered;
    }

    fn percent(self) -> f64 {
        if self.count == 0 { 100.0 } else { 100.0 * self.covered as f64 / self.count as f64 }
    }
}

fn report(commit: &str, files: &BTreeMap<&str, Summary>) -> String {
    let mut crates: BTreeMap<&str, Summary> = BTreeMap::new();
    let mut all = Summary::default();
    for (name, summary) in files {
        let folder = name.split('/').nth(1).unwrap_or_default();
        crates.entry(folder).or_default().add(*summary);
        all.add(*summary);
    }
    let mut text = format!(
        "# Coverage\n\nWritten by `cargo xtask coverage` at commit {commit}: the lines and branches of the libraries that \
         their tests and those of `testkit` run, without doc-tests, fuzzing and the audit. Code that is compiled for \
         several SIMD levels counts as run if one of them is.\n\n\
         | crate | lines | run | branches | both ways |\n|---|---|---|---|---|\n"
    );
    let row = |text: &mut String, name: &str, Summary { lines, branches }: &Summary| {
        let _ = writeln!(
            text,
            "| {name} | {} | {:.1} % | {} | {:.1} % |",
            lines.count,
            lines.percent(),
            branches.count,
            branches.percent()
        );
    };
    for (name, summary) in &crates {
        row(&mut text, name, summary);
    }
    row(&mut text, "all", &all);
    let _ = write!(
        text,
        "\nFiles of which less than {LISTED_BELOW} % of the lines are run:\n\n\
         | file | lines | run | branches | both ways |\n|---|---|---|---|---|\n"
    );
    let mut low: Vec<_> =
        files.iter().filter(|(_, all)| all.lines.percent() < LISTED_BELOW).collect();
    low.sort_by(|a, b| a.1.lines.percent().total_cmp(&b.1.lines.percent()));
    for (name, summary) in low {
        row(&mut text, &format!("`{name}`"), summary);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_sums_the_files_of_a_crate_and_lists_those_that_few_tests_run() {
        let summary = |lines, covered| Summary {
            lines: Count { count: lines, covered },
            branches: Count { count: 4, covered: 3 },
        };
        let files = BTreeMap::from([
            ("crates/a/src/good.rs", summary(100, 99)),
            ("crates/a/src/bad.rs", summary(100, 11)),
        ]);
        let text = report("1234567", &files);
        assert!(text.contains("| a | 200 | 55.0 % | 8 | 75.0 % |"), "{text}");
        assert!(text.contains("| all | 200 | 55.0 % | 8 | 75.0 % |"), "{text}");
        assert!(text.contains("| `crates/a/src/bad.rs` | 100 | 11.0 % |"), "{text}");
        assert!(!text.contains("`crates/a/src/good.rs`"), "{text}");
    }
}
