//! All checks of the project, run by one command.
//!
//! `cargo xtask test` runs all of them, in the order of [`CHECKS`], and ends with `N passed, N failed`.
//! `cargo xtask NAME` runs one of them; `cargo xtask` lists them. `cargo xtask audit` runs the longer ones.

use std::process::ExitCode;

use anyhow::Result;

use crate::report::Report;
use crate::workspace::Workspace;

mod command;
mod install;
mod report;
mod rust_source;
mod toolchain;
mod tools;
mod workspace;

mod architecture;
mod audit;
mod bevy;
mod clippy;
mod crate_layers;
mod cycles;
mod determinism;
mod doc_tests;
mod docs;
mod examples;
mod features;
mod file_names;
mod file_size;
mod format;
mod formulas;
mod layers;
mod leftovers;
mod manifests;
mod msrv;
mod no_std;
mod packages;
mod readme;
mod spelling;
mod summaries;
mod tests;

/// One check: the name to call it by, the claim that it proves, and the function that proves it.
struct Check {
    name: &'static str,
    claim: &'static str,
    run: fn(&Workspace) -> Result<()>,
}

const fn check(
    name: &'static str,
    claim: &'static str,
    run: fn(&Workspace) -> Result<()>,
) -> Check {
    Check { name, claim, run }
}

/// The fast checks first, so that most mistakes are found within seconds.
const CHECKS: &[Check] = &[
    check("format", "the code is formatted", format::run),
    check("file-names", "every file is named for its contents", file_names::run),
    check("file-size", "no source file is too long for one concept", file_size::run),
    check("leftovers", "nothing is skipped or unfinished", leftovers::run),
    check("spelling", "words are spelled as in American English", spelling::run),
    check("manifests", "manifests are formatted", manifests::run),
    check("summaries", "summaries of the documentation describe the item", summaries::run),
    check("layers", "a layer of the core imports only layers above it", layers::run),
    check("crate-layers", "dependencies between crates have one direction", crate_layers::run),
    check("cycles", "no file imports one that imports it", cycles::run),
    check("formulas", "each formula is in one place, without an epsilon", formulas::run),
    check("architecture", "ARCHITECTURE.md matches the tree", architecture::run),
    check("clippy", "clippy finds nothing", clippy::run),
    check("tests", "every unit, property and integration test passes", tests::run),
    check("doc-tests", "every example in the documentation holds", doc_tests::run),
    check("docs", "the documentation builds without a warning", docs::run),
    check("examples", "every example runs to its end", examples::run),
    check("features", "every feature builds alone, and so do none and all", features::run),
    check("no-std", "the core builds for a microcontroller and never allocates", no_std::run),
    check("msrv", "each crate builds with the oldest Rust that it promises", msrv::run),
    check(
        "packages",
        "each published crate packs its licenses, README and includes",
        packages::run,
    ),
    check("bevy", "the bevy adapter keeps its promises, with the Rust that bevy needs", bevy::run),
    check("readme", "the commands that the README starts with work", readme::run),
    check("determinism", "the same bits on every target, debug and release", determinism::run),
];

/// Not part of `test`: the long tests in full, which take most of an hour.
const AUDIT: Check =
    check("audit", "the long tests pass in full; writes data/audit.md", audit::run);

fn main() -> Result<ExitCode> {
    let asked = std::env::args().nth(1).unwrap_or_default();
    let mut chosen: Vec<&Check> =
        CHECKS.iter().filter(|check| asked == "test" || asked == check.name).collect();
    if asked == AUDIT.name {
        chosen.push(&AUDIT);
    }
    if chosen.is_empty() {
        eprintln!("usage: cargo xtask test | NAME\n\ntest            all of these, in this order:");
        for check in CHECKS {
            eprintln!("{:<15} {}", check.name, check.claim);
        }
        eprintln!("\n{:<15} {}", AUDIT.name, AUDIT.claim);
        return Ok(ExitCode::from(2));
    }

    let workspace = Workspace::read()?;
    let mut report = Report::default();
    for check in chosen {
        report.heading(check.name, check.claim);
        report.record(check.name, || (check.run)(&workspace));
    }
    Ok(report.close())
}
