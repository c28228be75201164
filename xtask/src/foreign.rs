//! Targets that this machine cannot run by itself: `testkit/determinism` is built for each and run under an emulator.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::command::{self, cargo, is_on_path, program};
use crate::install;
use crate::qemu;
use crate::target_table::Row;
use crate::tools;
use crate::workspace::Workspace;

/// A target, and what builds and runs a program for it.
pub(crate) struct Foreign {
    pub(crate) triple: &'static str,
    bits: u32,
    little_endian: bool,
    linker: Linker,
    emulator: &'static str,
}

/// The program that links, and where the C library of the target comes from.
enum Linker {
    /// Rust's own, with the C library musl.
    Rust,
    /// A compiler and the C library of Debian: its name, and its packages.
    Debian(&'static str, &'static str),
    /// Zig, whose package has C libraries: its name of the target. The standard library is built from source, for Rust
    /// offers no built one for download.
    Zig(&'static str),
}

const fn foreign(
    triple: &'static str,
    (bits, little_endian): (u32, bool),
    linker: Linker,
    emulator: &'static str,
) -> Foreign {
    Foreign { triple, bits, little_endian, linker, emulator }
}

pub(crate) const FOREIGN: [Foreign; 8] = [
    foreign("i686-unknown-linux-musl", (32, true), Linker::Rust, "qemu-i386"),
    foreign(
        "armv7-unknown-linux-gnueabihf",
        (32, true),
        Linker::Debian("arm-linux-gnueabihf-gcc", "gcc-arm-linux-gnueabihf libc6-dev-armhf-cross"),
        "qemu-arm",
    ),
    foreign("aarch64-unknown-linux-musl", (64, true), Linker::Rust, "qemu-aarch64"),
    foreign(
        "riscv64gc-unknown-linux-gnu",
        (64, true),
        Linker::Debian("riscv64-linux-gnu-gcc", "gcc-riscv64-linux-gnu libc6-dev-riscv64-cross"),
        "qemu-riscv64",
    ),
    foreign(
        "loongarch64-unknown-linux-musl",
        (64, true),
        Linker::Zig("loongarch64-linux-musl"),
        "qemu-loongarch64",
    ),
    foreign(
        "powerpc64le-unknown-linux-gnu",
        (64, true),
        Linker::Debian(
            "powerpc64le-linux-gnu-gcc",
            "gcc-powerpc64le-linux-gnu libc6-dev-ppc64el-cross",
        ),
        "qemu-ppc64le",
    ),
    foreign(
        "powerpc64-unknown-linux-gnu",
        (64, false),
        Linker::Debian("powerpc64-linux-gnu-gcc", "gcc-powerpc64-linux-gnu libc6-dev-ppc64-cross"),
        "qemu-ppc64",
    ),
    foreign(
        "s390x-unknown-linux-gnu",
        (64, false),
        Linker::Debian("s390x-linux-gnu-gcc", "gcc-s390x-linux-gnu libc6-dev-s390x-cross"),
        "qemu-s390x",
    ),
];

/// A build of the program with little optimization, to compile in a minute.
pub(crate) const BUILD: &str = "release, opt-level 1";

impl Foreign {
    /// Builds the program, runs it, and returns what it prints.
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<Row> {
        let emulator = self.emulator(workspace)?;
        let built = self.build(workspace)?;
        let run = |arguments: &str| {
            let mut command = program(workspace, &emulator, "");
            command::output(command.arg(&built).args(arguments.split_whitespace()))
        };
        let version = command::output(&mut program(workspace, &emulator, "--version"))?;
        let version = qemu::version(&version)?;
        let order = if self.little_endian { "little" } else { "big" };
        Ok(Row {
            target: format!("{}, {} bits, {order}-endian", self.triple, self.bits),
            run_by: format!("{}, version {version}", self.emulator),
            build: BUILD,
            level: run("--level")?.trim().into(),
            printed: run("")?,
        })
    }

    /// QEMU 7.2 computes wrong on s390x, and does not know the vector instructions of LoongArch.
    fn emulator(&self, workspace: &Workspace) -> Result<String> {
        match self.emulator {
            "qemu-s390x" | "qemu-loongarch64" => qemu::recent_emulator(workspace, self.emulator),
            name => qemu::emulator(workspace, name),
        }
    }

    fn build(&self, workspace: &Workspace) -> Result<PathBuf> {
        let triple = self.triple;
        // A static program, so that the emulator needs no libraries of the target.
        let mut flags = String::from("-C target-feature=+crt-static");
        let mut standard_library = None;
        let linker = match self.linker {
            Linker::Rust => {
                install::rust_target(workspace, triple)?;
                PathBuf::from("rust-lld")
            }
            Linker::Debian(name, packages) => {
                install::rust_target(workspace, triple)?;
                if !is_on_path(name) {
                    install::package(workspace, packages)?;
                }
                PathBuf::from(name)
            }
            Linker::Zig(target) => {
                standard_library = Some("std,panic_unwind");
                flags += " -C link-self-contained=no";
                zig(workspace, target)?
            }
        };
        let folder = build(workspace, triple, standard_library, |build| {
            let variable = triple.to_uppercase().replace('-', "_");
            build.env(format!("CARGO_TARGET_{variable}_LINKER"), &linker);
            build.env(format!("CARGO_TARGET_{variable}_RUSTFLAGS"), &flags);
        })?;
        Ok(folder.join("determinism"))
    }
}

/// Builds the program for a target, and the standard library if its crates are given; returns its folder.
///
/// Stable Rust cannot build its standard library, so `RUSTC_BOOTSTRAP` is set for that.
pub(crate) fn build(
    workspace: &Workspace,
    triple: &str,
    standard_library: Option<&str>,
    set: impl FnOnce(&mut std::process::Command),
) -> Result<PathBuf> {
    let mut build =
        cargo(workspace, &format!("build --package determinism --release --target {triple}"));
    if let Some(crates) = standard_library {
        command::run(&mut program(workspace, "rustup", "component add rust-src"))?;
        build.arg("-Z").arg(format!("build-std={crates}")).env("RUSTC_BOOTSTRAP", "1");
    }
    build.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1");
    set(&mut build);
    // A folder of its own: other checks build some of these targets with full optimization.
    let folder = workspace.target.join("targets");
    command::run(build.env("CARGO_TARGET_DIR", &folder))?;
    Ok(folder.join(triple).join("release"))
}

/// Writes the program that links by Zig for this target.
fn zig(workspace: &Workspace, target: &str) -> Result<PathBuf> {
    let zig = tools::program_from_python(workspace, "ziglang", "0.17.0", "python-zig")?;
    let script = workspace.target.join("tools").join(format!("link-{target}"));
    let text = format!("#!/bin/sh\nexec '{}' cc -target {target} \"$@\"\n", zig.display());
    fs::write(&script, text).with_context(|| format!("cannot write {}", script.display()))?;
    make_executable(workspace, &script)?;
    Ok(script)
}

fn make_executable(workspace: &Workspace, script: &Path) -> Result<()> {
    command::run(program(workspace, "chmod", "+x").arg(script))
}

#[cfg(test)]
mod tests {
    use super::*;

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
