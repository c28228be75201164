//! The options `--format` and `-o`: the destination and the format of a table.

use std::io::{Write, stdout};
use std::path::PathBuf;

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
        match &self.output {
            Some(path) => {
                let mut file = WholeFile::create(path)?;
                table.write(self.format, &mut file)?;
                file.finish()
            }
            None => {
                let mut to = std::io::BufWriter::new(stdout().lock());
                table.write(self.format, &mut to)?;
                Ok(to.flush()?)
            }
        }
    }
}
