//! The table of contracts of a crate: every public function, called with hostile numbers.
//!
//! A crate's test adds a row for each of its public functions to a [`Table`]. [`check_names`] compares the rows with the
//! functions that the crate's sources export, so that a new one cannot be forgotten; [`check_promises`] calls each row
//! with every hostile number in every place and with random mixtures of them. [`check_bytes`] calls a row with the numbers that a
//! fuzzer chooses.

mod bytes;
mod checks;
mod names;
mod numbers;
mod reachable;
mod table;

pub use bytes::check_bytes;
pub use checks::check_promises;
pub use names::check_names;
pub use numbers::{All, Double, Numbers, One};
pub use table::{Args, Kind, Promises, Row, Seen, Table};
