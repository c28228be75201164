//! The source of a recording: a file or standard input, with a progress bar when it is long.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

use anyhow::{Context, Result};

use crate::progress;

/// The minimum size of a file with a progress bar, in bytes; shorter ones are read at once.
const LONG_FILE_BYTES: u64 = 4_000_000;
/// The part of a file that determines its format.
const BEGINNING_LINES: usize = 40;
const BEGINNING_BYTES: usize = 65_536;

/// Returns the name of the file in messages.
pub(super) fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".into() } else { path.display().to_string() }
}

/// The beginning of a file, and all of it to read; `-` is standard input.
pub(super) fn open(path: &Path) -> Result<(Vec<u8>, Box<dyn BufRead>)> {
    let mut reader: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(BufReader::new(io::stdin()))
    } else {
        let cannot = || format!("cannot read {}", path.display());
        let file = File::open(path).with_context(cannot)?;
        let length = file.metadata().with_context(cannot)?.len();
        if length > LONG_FILE_BYTES {
            Box::new(BufReader::new(progress::bar(length, "{bytes}/{total_bytes}").wrap_read(file)))
        } else {
            Box::new(BufReader::new(file))
        }
    };
    let mut beginning = Vec::new();
    for _ in 0..BEGINNING_LINES {
        let left = BEGINNING_BYTES.saturating_sub(beginning.len()) as u64;
        if reader
            .by_ref()
            .take(left)
            .read_until(b'\n', &mut beginning)
            .with_context(|| name(path))?
            == 0
        {
            break;
        }
    }
    let all = Cursor::new(beginning.clone()).chain(reader);
    Ok((beginning, Box::new(all)))
}
