//! The same bits on eleven targets: 32 and 64 bits, both byte orders, every SIMD level, one thread and many.
//!
//! `testkit/determinism` is built for each target and run under an emulator or in node, on x86-64 also as processors with
//! fewer vector instructions. What it prints is the committed text. The table becomes `data/targets.md`.

use std::env::consts::ARCH;
use std::fs;

use anyhow::{Context, Result, bail, ensure};

use crate::command::{self, cargo, program};
use crate::determinism::{self, GOLDEN, differences};
use crate::foreign::FOREIGN;
use crate::install;
use crate::memory64;
use crate::target_table::{Row, report, table};
use crate::workspace::Workspace;

const REPORT: &str = "data/targets.md";

/// Processors of x86-64 as the emulator calls them, and the SIMD level that each has.
const PROCESSORS: [(&str, &str); 3] =
    [("qemu64", "sse2"), ("Nehalem", "sse4.2"), ("Haswell", "avx2")];

/// The name to ask for one target by, and what builds and runs it.
type Target = (&'static str, Box<dyn Fn(&Workspace) -> Result<Vec<Row>>>);

fn targets() -> Vec<Target> {
    let mut targets: Vec<Target> = vec![("x86_64", Box::new(x86_64))];
    for target in &FOREIGN {
        targets.push((target.triple, Box::new(|workspace| Ok(vec![target.run(workspace)?]))));
    }
    targets.push(("wasm32", Box::new(wasm32)));
    targets.push(("wasm64", Box::new(|workspace| Ok(vec![memory64::run(workspace)?]))));
    targets
}

/// All targets; writes the report.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let mut rows = Vec::new();
    for (_, make) in targets() {
        rows.extend(make(workspace)?);
    }
    compare(workspace, &rows)?;
    let report = report(&rows);
    print!("{report}");
    fs::write(workspace.root.join(REPORT), report).with_context(|| format!("cannot write {REPORT}"))
}

/// The targets whose names begin so; the report stays as it is.
pub(crate) fn command(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let [name] = arguments else { bail!("usage: cargo xtask targets [NAME]") };
    let targets = targets();
    let names: Vec<&str> = targets.iter().map(|(name, _)| *name).collect();
    let mut rows = Vec::new();
    for (_, make) in targets.iter().filter(|(known, _)| known.starts_with(name.as_str())) {
        rows.extend(make(workspace)?);
    }
    ensure!(!rows.is_empty(), "NAME must begin one of {}, got {name}", names.join(", "));
    print!("{}", table(&rows));
    compare(workspace, &rows)
}

/// An error unless every target printed the committed text.
fn compare(workspace: &Workspace, rows: &[Row]) -> Result<()> {
    ensure!(ARCH == "x86_64", "the table of targets is made on x86-64, this is {ARCH}");
    let golden = workspace.read_file(GOLDEN)?;
    let broken: Vec<String> = rows
        .iter()
        .flat_map(|row| differences((&row.target, &row.printed), (GOLDEN, &golden)))
        .collect();
    ensure!(broken.is_empty(), "targets disagree:\n{}", broken.join("\n"));
    Ok(())
}

fn wasm32(workspace: &Workspace) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (flags, name) in [("", "wasm32"), ("-C target-feature=+simd128", "wasm32 with simd128")] {
        let printed = determinism::wasm(workspace, flags)?;
        let level = if flags.is_empty() { "scalar" } else { "simd128" };
        rows.push(Row {
            target: format!("{} ({name}), 32 bits, little-endian", determinism::WASM),
            run_by: String::from("node"),
            build: "release",
            level: level.into(),
            printed,
        });
    }
    Ok(rows)
}

/// Every level, several numbers of threads, without and with optimization.
fn x86_64(workspace: &Workspace) -> Result<Vec<Row>> {
    command::run(&mut cargo(workspace, "build --package determinism"))?;
    let debug = workspace.target.join("debug/determinism");
    command::run(&mut cargo(workspace, "build --package determinism --release"))?;
    let release = workspace.target.join("release/determinism");
    let names = ["qemu-x86_64", "qemu-x86_64-static"];
    let emulator = install::one_of(workspace, &names, "qemu-user")?;
    let row = |run_by: &str, build, level: &str, printed| Row {
        target: String::from("x86_64-unknown-linux-gnu, 64 bits, little-endian"),
        run_by: run_by.into(),
        build,
        level: level.into(),
        printed,
    };
    let level = command::output(&mut program(workspace, &release, "--level"))?;
    let level = level.trim();
    let mut rows = vec![row(
        "itself, all threads",
        "debug",
        level,
        command::output(&mut program(workspace, debug, ""))?,
    )];
    for threads in ["1", "2", "4"] {
        let mut command = program(workspace, &release, "");
        let printed = command::output(command.env("RAYON_NUM_THREADS", threads))?;
        rows.push(row(&format!("itself, threads: {threads}"), "release", level, printed));
    }
    for (processor, level) in PROCESSORS {
        let emulate = |arguments: &str| {
            let mut command = program(workspace, emulator, &format!("-cpu {processor}"));
            command::output(command.arg(&release).args(arguments.split_whitespace()))
        };
        let found = emulate("--level")?;
        ensure!(found.trim() == level, "{processor} has the level {}, not {level}", found.trim());
        rows.push(row(&format!("{emulator} -cpu {processor}"), "release", level, emulate("")?));
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eleven_architectures_can_be_asked_for_by_name() {
        let names: Vec<&str> = targets().iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), 11);
        let architectures = ["x86_64", "i686", "armv7", "aarch64", "riscv64", "loongarch64"];
        let others = ["powerpc64le", "powerpc64-", "s390x", "wasm32", "wasm64"];
        for wanted in architectures.into_iter().chain(others) {
            assert_eq!(names.iter().filter(|name| name.starts_with(wanted)).count(), 1, "{wanted}");
        }
    }
}
