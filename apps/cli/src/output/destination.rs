//! The options `--format` and `-o`: the destination and the format of a table.

use std::io::{self, BufWriter, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};
use clap::Args;
use sprung_figure::Figure;

use super::format::Format;
use super::table::{Cell, Table, write_rows};
use super::terminal::print_figure;
use super::whole_file::WholeFile;

/// The options `--format` and `-o`.
#[derive(Args, Clone, Debug)]
pub(crate) struct Output {
    /// The format of the numbers [default: that of the extension of FILE, else table]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write to this file instead of the terminal; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Output {
    /// Returns true for a table on standard output, which a person reads.
    pub(crate) fn is_for_people(&self) -> bool {
        self.output.is_none() && matches!(self.format, None | Some(Format::Table))
    }

    /// Writes the table to its destination, which is none of the inputs.
    pub(crate) fn write(&self, table: &Table, inputs: &[&Path]) -> Result<()> {
        self.write_rows(&table.columns(), || table.rows(), inputs)
    }

    /// Writes rows to the destination as they come; an aligned table asks for them twice.
    pub(crate) fn write_rows<I: Iterator<Item = Vec<Cell>>>(
        &self,
        columns: &[&str],
        rows: impl Fn() -> I,
        inputs: &[&Path],
    ) -> Result<()> {
        let format = self.format()?;
        let path = self.output.as_deref().unwrap_or(Path::new("-"));
        write_to(path, inputs, |to| write_rows(columns, rows, format, to))
    }

    /// Writes text that is no table, for which a format has no meaning.
    pub(crate) fn write_text(&self, text: &str) -> Result<()> {
        ensure!(self.format.is_none(), "--format is for tables; leave it out for CSS");
        let path = self.output.as_deref().unwrap_or(Path::new("-"));
        refuse_extensions(path, "CSS", OTHER_THAN_TABLES)?;
        write_to(path, &[], |to| Ok(to.write_all(text.as_bytes())?))
    }

    fn format(&self) -> Result<Format> {
        let Some(path) = &self.output else { return Ok(self.format.unwrap_or(Format::Table)) };
        refuse_extensions(path, "a table", OTHER_THAN_TABLES)?;
        let implied = match extension(path).as_str() {
            "csv" => Some(Format::Csv),
            "json" => Some(Format::Json),
            _ => None,
        };
        if let (Some(chosen), Some(implied)) = (self.format, implied) {
            ensure!(
                chosen == implied,
                "{} has the extension of another format than --format",
                path.display()
            );
        }
        Ok(self.format.or(implied).unwrap_or(Format::Table))
    }
}

/// The answer of a command: a table, and a figure of it.
pub(crate) trait Report: Args {
    /// True if the figure is drawn below the table in a terminal.
    const IS_DRAWN: bool = true;

    /// Writes the table.
    fn write(&self, to: &Output) -> Result<()>;

    fn figure(&self) -> Result<Figure>;
}

/// The arguments of a command that reports, and those of its output.
#[derive(Args, Clone, Debug)]
pub(crate) struct Reported<S: Report> {
    #[command(flatten)]
    setup: S,
    #[command(flatten)]
    output: Output,
}

impl<S: Report> Reported<S> {
    /// The arguments of the report.
    pub(crate) fn setup(&self) -> &S {
        &self.setup
    }

    /// Writes the table to its destination and, in the format for people, draws the figure below it.
    pub(crate) fn run(&self) -> Result<()> {
        self.setup.write(&self.output)?;
        if S::IS_DRAWN && self.output.is_for_people() {
            print_figure(&self.setup.figure()?, None)?;
        }
        Ok(())
    }
}

/// Extensions of files that are no tables of this program.
pub(crate) const OTHER_THAN_TABLES: &[&str] = &[
    "arrow", "bvh", "feather", "gif", "glb", "gltf", "gz", "jpg", "obj", "parquet", "pdf", "png",
    "svg", "wav", "xls", "xlsx", "zip", "zst",
];

/// The extension of a path in lower case; empty if there is none.
pub(crate) fn extension(path: &Path) -> String {
    let extension = path.extension().unwrap_or_default();
    extension.to_string_lossy().to_ascii_lowercase()
}

/// Refuses a name with one of these extensions for `what`.
pub(crate) fn refuse_extensions(path: &Path, what: &str, extensions: &[&str]) -> Result<()> {
    let extension = extension(path);
    ensure!(
        !extensions.contains(&extension.as_str()),
        "{}: {what} cannot be written as .{extension}; choose another extension",
        path.display()
    );
    Ok(())
}

/// Refuses a name without one of these extensions; `-` is standard output.
pub(crate) fn require_extension(path: &Path, extensions: &[&str]) -> Result<()> {
    let known = extensions.contains(&extension(path).as_str());
    if path == Path::new("-") || known {
        return Ok(());
    }
    let names: Vec<String> = extensions.iter().map(|name| format!(".{name}")).collect();
    let names = names.join(", ");
    let names =
        names.rsplit_once(", ").map_or(names.clone(), |(most, last)| format!("{most} or {last}"));
    bail!("{}: type a name that ends in {names}", path.display())
}

/// Writes a file that is whole or absent, or standard output for `-`. A file that is also an input is refused.
pub(crate) fn write_to<T>(
    path: &Path,
    inputs: &[&Path],
    write: impl FnOnce(&mut dyn Write) -> Result<T>,
) -> Result<T> {
    if path == Path::new("-") {
        let mut to = Named { name: "standard output", to: BufWriter::new(stdout().lock()) };
        let written = write(&mut to)?;
        to.flush()?;
        return Ok(written);
    }
    for input in inputs {
        ensure!(
            !is_same_file(path, input),
            "{} is the input; write to another file",
            path.display()
        );
    }
    let mut file = WholeFile::create(path)?;
    let name = path.display().to_string();
    let written = write(&mut Named { name: &name, to: &mut file })?;
    file.finish()?;
    Ok(written)
}

/// Returns whether two paths name one file that exists, by links too.
pub(crate) fn is_same_file(path: &Path, other: &Path) -> bool {
    let standard = Path::new("-");
    path != standard && other != standard && same_file::is_same_file(path, other).unwrap_or(false)
}

/// A writer whose errors name it.
struct Named<'a, W> {
    name: &'a str,
    to: W,
}

impl<W> Named<'_, W> {
    fn name<T>(&self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            io::Error::new(error.kind(), format!("cannot write {}: {error}", self.name))
        })
    }
}

impl<W: Write> Write for Named<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes);
        self.name(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.to.flush();
        self.name(flushed)
    }
}
