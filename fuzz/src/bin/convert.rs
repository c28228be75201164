//! Fuzzes the target in `crates/sprung/tests/contracts/main.rs`.
#![no_main]

#[path = "../../../crates/sprung/tests/contracts/main.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| target::conversions::fuzz(bytes));
