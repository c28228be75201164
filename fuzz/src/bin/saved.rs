//! Fuzzes the target in `testkit/saved/tests/hostile_saved.rs`.
#![no_main]

#[path = "../../../testkit/saved/tests/hostile_saved.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| target::fuzz(bytes));
