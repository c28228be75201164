//! The core builds for a microcontroller without an operating system, never allocates, and computes `f32` without `f64`.
//!
//! The proof is `testkit/no_alloc`: a finished artifact for that machine that has a panic handler and no
//! allocator. If any dependency needed one, even unused, the build would fail. Its program
//! `precision` calls the core's functions in `f32` and must link none of the routines that replace the double
//! precision which the machine lacks; in `f64` it must, or the check would find nothing anywhere.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result, ensure};

use crate::command::{self, cargo};
use crate::install;
use crate::workspace::Workspace;

/// A Cortex-M4F or M7: single precision in hardware, double precision in software.
const TARGET: &str = "thumbv7em-none-eabihf";
/// For speed and for size; an unoptimized build converts its constants at run time.
const OPTIMIZATIONS: [&str; 3] = ["3", "s", "z"];

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    install::rust_target(workspace, TARGET)?;
    let core = workspace.packages.iter().find(|package| package.name == "sprung");
    // `std` is the one feature that such a machine cannot have.
    let features =
        core.context("there is no crate sprung")?.features.keys().filter(|name| *name != "std");
    let features: Vec<String> = features.map(|name| format!("sprung/{name}")).collect();
    let build = format!("build --package no_alloc --lib --target {TARGET}");
    command::run(&mut cargo(workspace, &build))?;
    command::run(cargo(workspace, &build).arg("--features").arg(features.join(",")))?;
    for level in OPTIMIZATIONS {
        let single = linked_routines(workspace, level, "")?;
        ensure!(single.is_empty(), "f32 needs double precision at opt-level {level}: {single:?}");
        let double = linked_routines(workspace, level, " --features double")?;
        ensure!(
            ["__aeabi_dadd", "__aeabi_dmul", "__aeabi_ddiv"]
                .iter()
                .all(|&name| double.contains(name)),
            "the program in f64 shows no routine of double precision: its names are gone, or are others"
        );
        let count = double.len();
        println!("opt-level {level}: f32 links no routine of double precision, f64 {count}");
    }
    Ok(())
}

/// Builds the program and returns the routines of double precision among its symbols.
fn linked_routines(workspace: &Workspace, level: &str, feature: &str) -> Result<BTreeSet<String>> {
    let build =
        format!("build --release --package no_alloc --bin precision --target {TARGET}{feature}");
    command::run(cargo(workspace, &build).env("CARGO_PROFILE_RELEASE_OPT_LEVEL", level))?;
    let path = workspace.target.join(TARGET).join("release/precision");
    let program = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(names(&program).any(|name| name == "_start"), "the program has no table of symbols");
    Ok(names(&program).filter(|name| is_double(name)).map(String::from).collect())
}

/// Everything in an object file that may be a symbol's name: the text between zero bytes.
fn names(program: &[u8]) -> impl Iterator<Item = &str> {
    program.split(|&byte| byte == 0).filter_map(|text| str::from_utf8(text).ok())
}

/// Returns whether this is a routine of the Arm ABI or of `libgcc` that takes or returns double precision.
fn is_double(name: &str) -> bool {
    let Some(routine) = name.strip_prefix("__") else { return false };
    if !routine.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return false;
    }
    match routine.strip_prefix("aeabi_") {
        Some(routine) => {
            routine.starts_with('d') || routine.starts_with("cd") || routine.ends_with("2d")
        }
        None => routine.contains("df"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routines_of_double_precision_are_recognized() {
        for name in ["__aeabi_dadd", "__aeabi_d2f", "__aeabi_f2d", "__aeabi_ui2d"] {
            assert!(is_double(name), "{name}");
        }
        for name in ["__aeabi_cdcmple", "__adddf3", "__truncdfsf2", "__floatunsidf", "__fixdfsi"] {
            assert!(is_double(name), "{name}");
        }
        for name in ["__aeabi_fadd", "__aeabi_memcpy4", "__aeabi_uldivmod", "__addsf3", "dadd", ""]
        {
            assert!(!is_double(name), "{name}");
        }
    }

    #[test]
    fn names_are_the_text_between_zero_bytes() {
        let file = b"\x7fELF\0\xff\0_start\0__adddf3\0";
        let found: Vec<_> = names(file).filter(|name| !name.is_empty()).collect();
        assert_eq!(found, ["\x7fELF", "_start", "__adddf3"]);
    }
}
