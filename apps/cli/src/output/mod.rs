//! What the program writes: tables in three formats, and files that are whole or absent.

mod format;
mod number;
mod table;
mod whole_file;

pub(crate) use format::Output;
pub(crate) use number::{nine_digits, number};
pub(crate) use table::{Cell, Table};
pub(crate) use whole_file::{WholeFile, write_whole};
