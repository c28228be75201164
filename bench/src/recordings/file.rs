//! The recording: random walks at even times, as text.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Result;
use testkit::random::Random;

/// Columns besides the time.
const COLUMNS: usize = 20;
/// Rows of different values; then they come again.
const DIFFERENT: usize = 20_000;
/// The half-life of the smoothing, in seconds.
pub(super) const HALFLIFE: f64 = 0.05;
/// Rows a second.
pub(super) const RATE: u64 = 1000;

/// Writes a table of about this many bytes, and returns its size.
pub(super) fn write(path: &Path, bytes: u64) -> Result<u64> {
    let mut random = Random::new(1);
    let mut walk = [0.0; COLUMNS];
    let rows: Vec<String> = (0..DIFFERENT)
        .map(|_| {
            let mut text = String::new();
            for value in &mut walk {
                *value += random.uniform(-1.0, 1.0);
                // A text takes all that is written.
                let _ = write!(text, ",{value:.6}");
            }
            text
        })
        .collect();
    let mut file = BufWriter::new(File::create(path)?);
    let names: String = (0..COLUMNS).map(|column| format!(",c{column}")).collect();
    writeln!(file, "time{names}")?;
    let mut written = 0;
    for (number, row) in (0..).zip(rows.iter().cycle()) {
        let time = format!("{}.{:03}", number / RATE, number % RATE);
        writeln!(file, "{time}{row}")?;
        written += (time.len() + row.len() + 1) as u64;
        if written >= bytes {
            break;
        }
    }
    file.flush()?;
    Ok(std::fs::metadata(path)?.len())
}
