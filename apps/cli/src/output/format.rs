//! The formats of a table.

use clap::ValueEnum;

/// The format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Aligned columns for people, rounded to nine digits
    Table,
    /// Comma-separated values with a header, every digit
    Csv,
    /// An array of objects, every digit
    Json,
}
