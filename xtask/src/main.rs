//! All checks of the project, run by one command.
//!
//! `cargo xtask test` runs all of them, in the order of [`CHECKS`], and ends with `N passed, N failed`.
//! `cargo xtask NAME` runs one of them; `cargo xtask` lists them, and the commands that make the C library, the npm
//! package and the web page.

use std::process::ExitCode;

use anyhow::Result;

use crate::command::{cargo, program, run};
use crate::report::Report;
use crate::workspace::Workspace;

mod command;
mod imports;
mod install;
mod languages;
mod report;
mod rust_source;
mod short_wasm;
mod simd_levels;
mod tools;
mod workspace;

mod architecture;
mod audit;
mod bevy;
mod bounds;
mod c;
mod coverage;
mod crate_layers;
mod cycles;
mod determinism;
mod examples;
mod file_names;
mod file_size;
mod foreign;
mod formulas;
mod fuzz;
mod godot;
mod layers;
mod leftovers;
mod memory64;
mod miri;
mod mutants;
mod no_std;
mod npm;
mod packages;
mod parallel;
mod python;
mod qemu;
mod readme;
mod recipes;
mod release;
mod sbom;
mod summaries;
mod target_table;
mod targets;
mod web;

/// One check: the name to call it by, the claim that it proves, and the function that proves it.
type Check = (&'static str, &'static str, fn(&Workspace) -> Result<()>);

/// What takes a folder or an option: they come after its name.
type Command = fn(&Workspace, &[String]) -> Result<()>;

/// The fast checks first, so that most mistakes are found within seconds. A check that is one command is in this table,
/// any other in its file.
const CHECKS: &[Check] = &[
    ("format", "the code is formatted", |all| run(&mut cargo(all, "fmt --all --check"))),
    ("file-names", "every file is named for its contents", file_names::run),
    ("file-size", "no source file is too long for one concept", file_size::run),
    ("leftovers", "nothing is skipped or unfinished", leftovers::run),
    ("spelling", "words are spelled as in American English", |all| {
        let typos = tools::from_python(all, "typos", "1.52.0")?;
        run(&mut program(all, typos, "--format brief"))
    }),
    // By the rules of `.taplo.toml`.
    ("manifests", "manifests are formatted", |all| {
        let taplo = tools::from_python(all, "taplo", "0.9.3")?;
        run(&mut program(all, taplo, "format --check"))
    }),
    ("summaries", "summaries of the documentation describe the item", summaries::run),
    ("layers", "a layer of the core imports only layers above it", layers::run),
    ("crate-layers", "dependencies between crates have one direction", crate_layers::run),
    ("cycles", "no file imports one that imports it", cycles::run),
    ("formulas", "each formula is in one place, without an epsilon", formulas::run),
    ("architecture", "ARCHITECTURE.md matches the tree", architecture::run),
    ("clippy", "clippy finds nothing", |all| {
        let targets = "--workspace --all-targets --all-features --keep-going";
        run(&mut cargo(all, &format!("clippy {targets} -- -D warnings")))
    }),
    // One failing package does not hide the tests of the next.
    ("tests", "every unit, property and integration test passes", |all| {
        let targets = "--workspace --all-features --lib --bins --tests";
        let path = languages::path(all)?;
        run(cargo(all, &format!("test {targets} --no-fail-fast")).env("PATH", path))
    }),
    ("doc-tests", "every example in the documentation holds", |all| {
        run(&mut cargo(all, "test --workspace --all-features --doc --no-fail-fast"))
    }),
    ("docs", "the documentation builds without a warning", |all| run(&mut command::docs(all))),
    ("examples", "every example runs to its end", examples::run),
    // `crates/clippy.toml` lists input, output, clocks and functions that differ between platforms.
    ("features", "every feature builds alone, so do none and all; libraries are pure", |all| {
        let mut clippy = tools::hack_libraries(all, "clippy --quiet --each-feature")?;
        let disallowed = ["macros", "methods", "types"];
        clippy.args(["--", "-Dwarnings"]);
        run(clippy.args(disallowed.map(|what| format!("-Dclippy::disallowed_{what}"))))
    }),
    ("no-std", "the core builds for a microcontroller and never allocates", no_std::run),
    ("msrv", "each crate builds with the oldest Rust that it promises", |all| {
        run(&mut tools::hack_libraries(all, "check --rust-version --all-features")?)
    }),
    ("packages", "each published crate packs its licenses, README and includes", packages::run),
    ("bevy", "the bevy adapter keeps its promises, with the Rust that bevy needs", bevy::run),
    ("python", "the Python package has the core's bits, types, documents and no leak", python::run),
    ("recipes", "the program smooths a folder of motion capture", recipes::run_program),
    ("c", "programs in C, C++ and C# get the numbers of the crates, without a leak", c::run_check),
    ("npm", "the npm package keeps its promises: types, numbers, sizes, bundlers", npm::check),
    ("page", "the web page keeps its promises in a browser", web::check),
    ("readme", "the commands that the README starts with work", readme::run),
    ("determinism", "the same bits on every target, debug and release", determinism::run),
];

/// Not part of `test`: they take long, or make what others install.
const OTHERS: &[Check] = &[
    ("audit", "the long tests pass in full; writes data/audit.md; takes hours", audit::run),
    (
        "bounds",
        "the errors of the kernels are within proven bounds; writes data/bounds.md; part of audit",
        bounds::run,
    ),
    (
        "godot",
        "the nodes for Godot compile, and their springs are tested; part of audit",
        godot::run,
    ),
    (
        "targets",
        "the same bits on eleven targets under emulators; writes data/targets.md; part of audit",
        targets::run,
    ),
    (
        "coverage",
        "lines and branches that the tests of the libraries run; writes data/coverage.md",
        coverage::run,
    ),
    ("dist", "writes the C library and its packages to target/dist", c::dist),
];

/// The commands that take a folder or an option, for the help.
const COMMANDS: [(&str, &str); 8] = [
    ("audit PACKAGE", "the long tests of one package; updates its section of data/audit.md"),
    ("targets NAME", "those of the targets whose names begin so; writes nothing"),
    (
        "fuzz [--seconds N] [--target NAME]",
        "runs every fuzz target, 20 minutes in all, or one; writes fuzz/corpus and data/fuzz.md",
    ),
    (
        "miri [PACKAGE]",
        "the unit tests of the libraries show no undefined behavior under Miri; writes data/miri.md",
    ),
    (
        "mutants [PATH [SECONDS]]",
        "changes to the code that tests must notice; writes data/mutants.md",
    ),
    ("npm --out DIR", "writes the npm package as it would be published"),
    ("web [--out DIR]", "serves the web page on localhost, or writes it"),
    (
        "release --dry-run",
        "all that comes before a release, and the files of one; publishes nothing",
    ),
];

fn main() -> Result<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let workspace = Workspace::read()?;
    let (asked, rest) = match &arguments[..] {
        [asked, rest @ ..] => (asked.as_str(), rest),
        [] => ("", &[][..]),
    };
    let command: Option<Command> = match (asked, rest) {
        ("audit", [_, ..]) => Some(audit::command),
        ("fuzz", _) => Some(fuzz::command),
        ("miri", _) => Some(miri::command),
        ("mutants", _) => Some(mutants::command),
        ("npm", [_, ..]) => Some(npm::command),
        ("release", _) => Some(release::command),
        ("targets", [_, ..]) => Some(targets::command),
        ("web", _) => Some(web::command),
        _ => None,
    };
    if let Some(command) = command {
        command(&workspace, rest)?;
        return Ok(ExitCode::SUCCESS);
    }

    let tests = CHECKS.iter().filter(|check| asked == "test" || asked == check.0);
    let chosen: Vec<&Check> = tests.chain(OTHERS.iter().filter(|other| asked == other.0)).collect();
    if chosen.is_empty() {
        eprintln!("usage: cargo xtask test | NAME\n\ntest            all of these, in this order:");
        for (name, claim, _) in CHECKS {
            eprintln!("{name:<15} {claim}");
        }
        eprintln!();
        let others = OTHERS.iter().map(|(name, claim, _)| (*name, *claim));
        for (name, claim) in others.chain(COMMANDS) {
            eprintln!("{name:<15} {claim}");
        }
        return Ok(ExitCode::from(2));
    }

    let mut report = Report::default();
    for (name, claim, run) in chosen {
        report.record(name, claim, || run(&workspace));
    }
    let absent = simd_levels::absent();
    if matches!(asked, "test" | "tests") && !absent.is_empty() {
        println!("\nNot run, because this processor does not have them: SIMD levels {absent}");
    }
    Ok(report.close())
}
