//! The same bits on every target: `testkit/determinism` prints one hash, and it is the committed one.
//!
//! The program is built and run in five configurations: here without and with optimization, for Arm under an emulator,
//! and for WebAssembly in node, without and with its vector instructions. The Arm build is static and linked by Rust's own
//! linker, so that no other compiler is needed. [`targets`](crate::targets) has many more.

use std::env::consts::ARCH;
use std::fs;

use anyhow::{Context, Result, ensure};

use crate::command::{self, cargo, program};
use crate::install;
use crate::workspace::Workspace;

pub(crate) const GOLDEN: &str = "testkit/determinism/golden.txt";
const RELEASE: &str = "run --package determinism --release";
const ARM: &str = "aarch64-unknown-linux-musl";
pub(crate) const WASM: &str = "wasm32-wasip1";

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let debug = command::debug_build(workspace)?.join("determinism");
    let runs = [
        (format!("{ARCH} debug"), command::output(&mut program(workspace, debug, ""))?),
        (format!("{ARCH} release"), command::output(&mut cargo(workspace, RELEASE))?),
        (String::from("aarch64"), arm(workspace)?),
        (String::from("wasm32"), wasm(workspace, "")?),
        (String::from("wasm32 simd128"), wasm(workspace, "-C target-feature=+simd128")?),
    ];
    let golden = workspace.read_file(GOLDEN)?;
    for (name, printed) in &runs {
        println!("{name:<15} {}", golden_hash(printed));
    }
    let broken = disagreements(&runs);
    ensure!(broken.is_empty(), "targets disagree:\n{}", broken.join("\n"));
    let (name, printed) = &runs[0];
    let broken = differences((name, printed), (GOLDEN, &golden));
    let advice = "all targets agree; if new numbers are meant: cargo run -p determinism >";
    ensure!(broken.is_empty(), "{}\n{advice} {GOLDEN}", broken.join("\n"));
    println!("golden hash {}", golden_hash(&golden));
    Ok(())
}

fn arm(workspace: &Workspace) -> Result<String> {
    install::rust_target(workspace, ARM)?;
    let mut build =
        cargo(workspace, &format!("build --package determinism --release --target {ARM}"));
    command::run(build.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER", "rust-lld"))?;
    let built = workspace.target.join(ARM).join("release/determinism");
    if ARCH == "aarch64" {
        return command::output(&mut program(workspace, built, ""));
    }
    let names = ["qemu-aarch64", "qemu-aarch64-static"];
    let emulator = install::one_of(workspace, &names, "qemu-user")?;
    command::output(program(workspace, emulator, "").arg(built))
}

/// Runs a WASI program whose path is the first argument, and passes on what it prints.
const RUN_IN_NODE: &str = "\
const { WASI } = require('node:wasi');
const { readFileSync } = require('node:fs');
const wasi = new WASI({ version: 'preview1', returnOnExit: true });
const program = new WebAssembly.Module(readFileSync(process.argv[2]));
const instance = new WebAssembly.Instance(program, { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
";

pub(crate) fn wasm(workspace: &Workspace, flags: &str) -> Result<String> {
    install::rust_target(workspace, WASM)?;
    let node = install::one_of(workspace, &["node", "nodejs"], "nodejs")?;
    let mut build =
        cargo(workspace, &format!("build --package determinism --release --target {WASM}"));
    command::run(build.env("CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS", flags))?;
    let script = workspace.target.join("run-in-node.cjs");
    fs::write(&script, RUN_IN_NODE)
        .with_context(|| format!("cannot write {}", script.display()))?;
    let built = workspace.target.join(WASM).join("release/determinism.wasm");
    command::output(program(workspace, node, "--no-warnings").arg(script).arg(built))
}

/// Returns the hash of all results, the last word of the output.
pub(crate) fn golden_hash(printed: &str) -> &str {
    printed.split_whitespace().next_back().unwrap_or_default()
}

/// Returns the lines in which each run differs from the first.
fn disagreements(runs: &[(String, String)]) -> Vec<String> {
    let Some(((first, wanted), others)) = runs.split_first() else { return Vec::new() };
    others.iter().flat_map(|(name, got)| differences((name, got), (first, wanted))).collect()
}

/// The lines in which one text differs from another; each comes with its name.
pub(crate) fn differences((name, got): (&str, &str), (other, wanted): (&str, &str)) -> Vec<String> {
    let longest = got.lines().count().max(wanted.lines().count());
    let difference = |at: usize| {
        let [got, wanted] = [got, wanted].map(|text| text.lines().nth(at).unwrap_or("nothing"));
        (got != wanted).then(|| format!("{name} printed `{got}`, {other} printed `{wanted}`"))
    };
    let mut differences: Vec<String> = (0..longest).filter_map(difference).collect();
    if wanted.trim().is_empty() {
        differences.push(format!("{other} printed nothing"));
    }
    differences
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_that_disagrees_is_named_with_the_line() {
        let run = |name: &str, printed: &str| (name.to_string(), printed.to_string());
        let same = [run("debug", "core 1\ngolden 2\n"), run("wasm32", "core 1\ngolden 2\n")];
        assert_eq!(disagreements(&same), [""; 0]);
        let other = [run("debug", "core 1\ngolden 2\n"), run("wasm32", "core 1\ngolden 3\n")];
        assert_eq!(disagreements(&other), ["wasm32 printed `golden 3`, debug printed `golden 2`"]);
    }

    #[test]
    fn a_missing_line_and_an_empty_text_are_differences() {
        assert_eq!(differences(("x", "core 1\n"), ("y", "core 1\ngolden 2\n")).len(), 1);
        assert_eq!(differences(("x", "core 1\ngolden 2\n"), ("y", "core 1\n")).len(), 1);
        assert_eq!(differences(("x", ""), ("y", "")), ["y printed nothing"]);
    }
}
