//! A figure in the terminal.

use std::io::{IsTerminal, Write, stdout};

use anyhow::Result;
use sprung_figure::Figure;

/// The text with its control characters spelled out, so that names from files cannot steer a terminal.
pub(crate) fn printable(text: &str) -> String {
    let is_control = |c: char| c.is_control() && c != '\n';
    text.chars()
        .map(|c| if is_control(c) { c.escape_default().to_string() } else { c.to_string() })
        .collect()
}

/// Draws a figure in the terminal, in color if it is one and NO_COLOR is not set.
pub(crate) fn print_figure(figure: &Figure) -> Result<()> {
    let color =
        stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|no| no.is_empty());
    Ok(writeln!(stdout(), "\n{}", figure.terminal(80, 22, color).trim_end())?)
}
