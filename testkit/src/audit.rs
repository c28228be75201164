//! Long tests: a sample of them in `cargo xtask test`, all of them in `cargo xtask audit`.
//!
//! A long test asks [`cases`] how many seeds, steps or inputs to go through and passes its measurements to
//! [`measured`]. It is in a test file named `audit`, which is what `cargo xtask audit` runs, in release.

use core::fmt::Display;
use std::env;

/// The environment variable that `cargo xtask audit` sets.
pub const VARIABLE: &str = "SPRUNG_AUDIT";

/// Starts each line of a report; `cargo xtask audit` collects these lines.
pub const PREFIX: &str = "audit: ";

/// The number of cases: `all` under `cargo xtask audit`, otherwise `sample`.
///
/// ```
/// let seeds = testkit::audit::cases(16, 10_000);
/// assert!(seeds == 16 || seeds == 10_000);
/// ```
pub fn cases(sample: usize, all: usize) -> usize {
    if env::var_os(VARIABLE).is_some() { all } else { sample }
}

/// Prints one line of the report: the quantity, the number of cases, and the result.
///
/// ```
/// testkit::audit::measured("energy gained by random networks", 10_000, "at most 1.0002 times");
/// ```
pub fn measured(what: impl Display, cases: usize, result: impl Display) {
    println!("{PREFIX}{what} | {cases} | {result}");
}
