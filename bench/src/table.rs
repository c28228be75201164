//! Rows as tables for people: blocks below headings, one column described in one place.

use std::fmt::Write;

/// The title of a column, its width, and the text of a row in it.
pub(crate) type Column<R> = (&'static str, usize, fn(&R) -> String);

/// The rows as text, a new block at each new heading: the engine flush left, the columns flush right.
pub(crate) fn table<'a, R: 'a>(
    rows: impl IntoIterator<Item = &'a R, IntoIter: Clone>,
    heading: fn(&R) -> String,
    engine: fn(&R) -> &str,
    columns: &[Column<R>],
) -> String {
    let rows = rows.into_iter();
    let longest = rows.clone().map(|row| engine(row).len()).max().unwrap_or(0);
    let (mut text, mut block) = (String::new(), String::new());
    for row in rows {
        let heading = heading(row);
        if heading != block {
            let titles = columns.iter().map(|(title, width, _)| format!(" {title:>width$}"));
            let titles: String = titles.collect();
            let _ = writeln!(text, "\n{heading}\n  {:longest$}{titles}", "engine");
            block = heading;
        }
        let cells = columns.iter().map(|(_, width, cell)| format!(" {:>width$}", cell(row)));
        let _ = writeln!(text, "  {:longest$}{}", engine(row), cells.collect::<String>());
    }
    text
}
