//! The same bits on nine targets: 32 and 64 bits, both byte orders, every SIMD level, one thread and many.
//!
//! `testkit/determinism` is built for each target and run under an emulator, on x86-64 also as processors with fewer vector
//! instructions. What it prints is the committed text. The table becomes `data/targets.md`.

use std::env::consts::ARCH;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::command::{self, cargo, program};
use crate::determinism::{self, GOLDEN, differences, golden_hash};
use crate::install;
use crate::workspace::Workspace;

const REPORT: &str = "data/targets.md";

/// A target that this machine cannot run by itself.
struct Foreign {
    triple: &'static str,
    bits: u32,
    little_endian: bool,
    /// The program that links, and its Debian package with the C library; Rust has its own for the C library musl.
    linker: (&'static str, &'static str),
    emulator: &'static str,
}

const fn foreign(
    triple: &'static str,
    (bits, little_endian): (u32, bool),
    linker: (&'static str, &'static str),
    emulator: &'static str,
) -> Foreign {
    Foreign { triple, bits, little_endian, linker, emulator }
}

const OWN_LINKER: (&str, &str) = ("rust-lld", "");

const FOREIGN: [Foreign; 6] = [
    foreign("i686-unknown-linux-musl", (32, true), OWN_LINKER, "qemu-i386"),
    foreign(
        "armv7-unknown-linux-gnueabihf",
        (32, true),
        ("arm-linux-gnueabihf-gcc", "gcc-arm-linux-gnueabihf libc6-dev-armhf-cross"),
        "qemu-arm",
    ),
    foreign("aarch64-unknown-linux-musl", (64, true), OWN_LINKER, "qemu-aarch64"),
    foreign(
        "riscv64gc-unknown-linux-gnu",
        (64, true),
        ("riscv64-linux-gnu-gcc", "gcc-riscv64-linux-gnu libc6-dev-riscv64-cross"),
        "qemu-riscv64",
    ),
    foreign(
        "powerpc64le-unknown-linux-gnu",
        (64, true),
        ("powerpc64le-linux-gnu-gcc", "gcc-powerpc64le-linux-gnu libc6-dev-ppc64el-cross"),
        "qemu-ppc64le",
    ),
    foreign(
        "powerpc64-unknown-linux-gnu",
        (64, false),
        ("powerpc64-linux-gnu-gcc", "gcc-powerpc64-linux-gnu libc6-dev-ppc64-cross"),
        "qemu-ppc64",
    ),
];

/// Processors of x86-64 as the emulator calls them, and the SIMD level that each has.
const PROCESSORS: [(&str, &str); 3] =
    [("qemu64", "sse2"), ("Nehalem", "sse4.2"), ("Haswell", "avx2")];

/// One line of the report.
struct Row {
    target: String,
    run_by: String,
    build: &'static str,
    level: String,
    printed: String,
}

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    ensure!(ARCH == "x86_64", "the table of targets is made on x86-64, this is {ARCH}");
    let mut rows = x86_64(workspace)?;
    for target in &FOREIGN {
        rows.push(emulated(workspace, target)?);
    }
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
    let golden = workspace.read_file(GOLDEN)?;
    let broken: Vec<String> = rows
        .iter()
        .flat_map(|row| differences((&row.target, &row.printed), (GOLDEN, &golden)))
        .collect();
    ensure!(broken.is_empty(), "targets disagree:\n{}", broken.join("\n"));
    let report = report(&rows);
    print!("{report}");
    fs::write(workspace.root.join(REPORT), report).with_context(|| format!("cannot write {REPORT}"))
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

fn emulated(workspace: &Workspace, target: &Foreign) -> Result<Row> {
    let Foreign { triple, bits, little_endian, linker: (linker, packages), emulator } = *target;
    install::rust_target(workspace, triple)?;
    if !packages.is_empty() && !command::is_on_path(linker) {
        install::package(workspace, packages)?;
    }
    let emulator = emulator_of(workspace, emulator)?;
    let build = format!("build --package determinism --release --target {triple}");
    let variable = triple.to_uppercase().replace('-', "_");
    let mut build = cargo(workspace, &build);
    // A static program, so that the emulator needs no libraries of the target; little optimization, to compile in a minute.
    build.env(format!("CARGO_TARGET_{variable}_LINKER"), linker);
    build.env(format!("CARGO_TARGET_{variable}_RUSTFLAGS"), "-C target-feature=+crt-static");
    build.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1");
    // A folder of its own: other checks build some of these targets with full optimization.
    let folder = workspace.target.join("targets");
    command::run(build.env("CARGO_TARGET_DIR", &folder))?;
    let built: PathBuf = folder.join(triple).join("release/determinism");
    let run = |arguments: &str| {
        let mut command = program(workspace, &emulator, "");
        command::output(command.arg(&built).args(arguments.split_whitespace()))
    };
    let order = if little_endian { "little" } else { "big" };
    Ok(Row {
        target: format!("{triple}, {bits} bits, {order}-endian"),
        run_by: emulator.clone(),
        build: "release, opt-level 1",
        level: run("--level")?.trim().into(),
        printed: run("")?,
    })
}

fn emulator_of(workspace: &Workspace, name: &'static str) -> Result<String> {
    let static_name = format!("{name}-static");
    if command::is_on_path(&static_name) {
        return Ok(static_name);
    }
    install::one_of(workspace, &[name], "qemu-user").map(String::from)
}

fn report(rows: &[Row]) -> String {
    let mut text = String::from(
        "# Targets\n\nWritten by `cargo xtask targets`: the program `testkit/determinism`, which hashes the results of all \
         libraries in both precisions, prints the same on each of these.\n\n\
         | target | run by | build | SIMD level of batches | hash |\n|---|---|---|---|---|\n",
    );
    for Row { target, run_by, build, level, printed } in rows {
        let hash = golden_hash(printed);
        let _ = writeln!(text, "| {target} | {run_by} | {build} | {level} | {hash} |");
    }
    text += "\n32-bit x86 has SSE2 here, as Rust's i686 targets do. The x87 unit of older processors (i586) rounds to other \
             numbers of bits: there the results differ, and no promise holds. \
             s390x is not in the table: compiled by Rust 1.95 and run by QEMU 7.2 it gives other results, which change with the \
             level of optimization. The cause is not known; it was not run on a real processor.\n";
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_names_the_target_and_its_hash() {
        let row = Row {
            target: "powerpc64-unknown-linux-gnu, 64 bits, big-endian".into(),
            run_by: "qemu-ppc64".into(),
            build: "release",
            level: "scalar".into(),
            printed: "core 1\ngolden 2a\n".into(),
        };
        let wanted = "| powerpc64-unknown-linux-gnu, 64 bits, big-endian | qemu-ppc64 | release | scalar | 2a |";
        assert!(report(&[row]).contains(wanted));
    }

    #[test]
    fn both_byte_orders_and_both_widths_are_there() {
        for bits in [32, 64] {
            assert!(FOREIGN.iter().any(|target| target.bits == bits));
        }
        for little in [false, true] {
            assert!(FOREIGN.iter().any(|target| target.little_endian == little));
        }
    }
}
