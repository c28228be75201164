//! The output of the program: tables in three formats, and files that are whole or absent.

mod destination;
mod format;
mod interrupt;
mod number;
mod table;
mod terminal;
mod title;
mod whole_file;

pub(crate) use destination::{
    OTHER_THAN_TABLES, Output, Report, Reported, extension, is_same_file, refuse_extensions,
    require_extension, write_to,
};
pub(crate) use number::{nine_digits, number};
pub(crate) use table::{Cell, Table};
pub(crate) use terminal::{print_figure, printable};
pub(crate) use title::file_title;
