//! Oracles, golden data, input generators and the table of tolerances.
//!
//! The crate does not depend on the crates under test.
//!
//! - [`audit`]: the number of cases of a long test, and its report
//! - [`contracts`]: every public function of a crate, called with hostile numbers
//! - [`double_double`]: elementary functions to 28 digits
//! - [`every_float`]: functions of one `f32` at every input, errors in units in the last place
//! - [`fuzz`]: fuzz targets without a fuzzer: a corpus, and seeded mutations of it
//! - [`golden`]: typed rows of `golden/*.csv`, numbers from 60-digit arithmetic
//! - [`reference_ode`]: any differential equation, to 1e-12
//! - [`step_matrix`]: closed forms of springs
//! - [`tolerance`]: every numeric bar a test may use
//! - [`inputs`]: hostile floats, springs, states and frame times, by name
//! - [`worst`]: the largest error of many checks, and its input
//! - [`precision`], [`random`]: f32 or f64, and a seeded generator

pub mod audit;
pub mod contracts;
pub mod double_double;
pub mod every_float;
pub mod fuzz;
pub mod golden;
pub mod inputs;
pub mod precision;
pub mod random;
pub mod reference_ode;
pub mod step_matrix;
pub mod tolerance;
pub mod worst;
