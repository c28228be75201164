//! Fuzzes the target in `crates/sprung/tests/hostile_text.rs`.
#![no_main]

#[path = "../../../crates/sprung/tests/hostile_text.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| target::fuzz(bytes));
