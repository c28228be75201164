//! The output of the program: tables in three formats, and files that are whole or absent.

mod destination;
mod format;
mod number;
mod table;
mod terminal;
mod whole_file;

pub(crate) use destination::{Output, write_to};
pub(crate) use number::{nine_digits, number};
pub(crate) use table::{Cell, Table};
pub(crate) use terminal::print_figure;
pub(crate) use whole_file::write_whole;
