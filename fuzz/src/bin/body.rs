//! Fuzzes the target in `crates/sprung-body/tests/contracts/main.rs`.
#![no_main]

#[path = "../../../crates/sprung-body/tests/contracts/main.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| target::fuzz(bytes));
