//! Fuzzes the target `vrm` in `apps/cli/tests/hostile_files.rs`.
#![no_main]

#[path = "../../../apps/cli/tests/hostile_files.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| target::vrm::fuzz(bytes));
