//! A figure in the terminal.

use std::io::{Write, stdout};

use anstream::{AutoStream, ColorChoice};
use anyhow::Result;
use sprung_figure::{Colors, Figure};

/// The text with its control characters spelled out, so that names from files cannot steer a terminal.
pub(crate) fn printable(text: &str) -> String {
    let is_control = |c: char| c.is_control() && c != '\n';
    text.chars()
        .map(|c| if is_control(c) { c.escape_default().to_string() } else { c.to_string() })
        .collect()
}

/// The width of a figure that is not drawn in a terminal, and the range of widths in one, in characters.
const COLUMNS: usize = 80;
const COLUMNS_IN_TERMINAL: [usize; 2] = [30, 120];

/// Draws a figure with the colors that the terminal has (see `--color`), in a number of columns and rows, or as wide as
/// the terminal.
pub(crate) fn print_figure(figure: &Figure, size: Option<[usize; 2]>) -> Result<()> {
    let [min, max] = COLUMNS_IN_TERMINAL;
    let width = terminal_size::terminal_size_of(stdout());
    let columns = width.map_or(COLUMNS, |(width, _)| usize::from(width.0).clamp(min, max));
    let [columns, rows] = size.unwrap_or([columns, (columns / 4 + 2).clamp(16, 24)]);
    let colors = match AutoStream::choice(&stdout()) {
        ColorChoice::Never => Colors::None,
        _ if anstyle_query::truecolor() => Colors::True,
        _ => Colors::Indexed,
    };
    Ok(writeln!(stdout(), "\n{}", figure.terminal(columns, rows, colors).trim_end())?)
}
