//! Fuzzes the target in `crates/sprung-rods/tests/contracts.rs`.
#![no_main]

#[path = "../../../crates/sprung-rods/tests/contracts.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| target::fuzz(bytes));
