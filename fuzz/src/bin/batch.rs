//! Fuzzes the target in `crates/sprung-batch/tests/contracts.rs`.
#![no_main]

#[path = "../../../crates/sprung-batch/tests/contracts.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| target::fuzz(bytes));
