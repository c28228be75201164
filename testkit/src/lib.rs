//! Oracles, golden data, input generators and the one table of tolerances.
//!
//! Nothing here depends on the crates under test.
//!
//! - [`audit`]: how many cases a long test goes through, and its report
//! - [`contracts`]: every public function of a crate, called with hostile numbers
//! - [`golden`]: typed rows of `golden/*.csv`, numbers from 60-digit arithmetic
//! - [`reference_ode`]: any differential equation, to 1e-12
//! - [`tolerance`]: every numeric bar a test may use
//! - [`inputs`]: hostile floats, springs, states and frame times, by name
//! - [`worst`]: the largest error of many checks, and where it was
//! - [`saved`]: every format gives back what was saved
//! - [`precision`], [`random`]: f32 or f64, and a seeded generator

pub mod audit;
pub mod contracts;
pub mod golden;
pub mod inputs;
pub mod precision;
pub mod random;
pub mod reference_ode;
pub mod saved;
pub mod tolerance;
pub mod worst;
