//! Fuzzes the target in `crates/sprung-signal/tests/contracts.rs`.
#![no_main]

#[path = "../../../crates/sprung-signal/tests/contracts.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| target::fuzz(bytes));
