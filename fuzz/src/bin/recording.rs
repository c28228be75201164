//! Fuzzes the target in `crates/sprung-recording/tests/hostile_file.rs`.
#![no_main]

#[path = "../../../crates/sprung-recording/tests/hostile_file.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| target::fuzz(bytes));
