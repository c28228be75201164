//! The options `--format` and `-o`: the destination and the format of a table.

use std::io::{BufWriter, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use sprung_figure::Figure;

use super::format::Format;
use super::table::Table;
use super::terminal::print_figure;
use super::whole_file::WholeFile;

/// The options `--format` and `-o`.
#[derive(Args, Clone, Debug)]
pub(crate) struct Output {
    /// The format of the numbers
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Write to this file instead of the terminal
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Output {
    /// Returns true for a table on standard output, which a person reads.
    pub(crate) fn is_for_people(&self) -> bool {
        self.format == Format::Table && self.output.is_none()
    }

    /// Writes the table to its destination and, in the format for people, draws the figure below it.
    pub(crate) fn write_and_draw(
        &self,
        table: &Table,
        figure: impl FnOnce() -> Figure,
    ) -> Result<()> {
        self.write(table)?;
        if self.is_for_people() { print_figure(&figure()) } else { Ok(()) }
    }

    /// Writes the table to its destination.
    pub(crate) fn write(&self, table: &Table) -> Result<()> {
        write_to(self.output.as_deref(), |to| table.write(self.format, to))
    }
}

/// Writes a file that is whole or absent; without a path, standard output.
pub(crate) fn write_to<T>(
    path: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> Result<T>,
) -> Result<T> {
    if let Some(path) = path {
        let mut file = WholeFile::create(path)?;
        let written = write(&mut file)?;
        file.finish()?;
        return Ok(written);
    }
    let mut to = BufWriter::new(stdout().lock());
    let written = write(&mut to)?;
    to.flush()?;
    Ok(written)
}
