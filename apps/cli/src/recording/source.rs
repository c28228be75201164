//! The source of a recording: a file or standard input, with a progress bar when it is long.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

use anyhow::{Context, Result};
use memchr::memchr;

use crate::progress;

/// The minimum size of a file with a progress bar, in bytes; shorter ones are read at once.
const LONG_FILE_BYTES: u64 = 4_000_000;
/// The part of a file that determines its format; of standard input only the lines that have arrived with the first two.
const BEGINNING_LINES: usize = 40;
const BEGINNING_BYTES: usize = 65_536;
const HEADER_AND_ROW: usize = 2;
const BUFFER_BYTES: usize = 1 << 16;

/// The bytes of a recording.
pub(super) struct Input {
    /// The beginning, which has been read.
    beginning: Cursor<Vec<u8>>,
    rest: BufReader<Box<dyn Read + Send>>,
}

impl Input {
    /// The bytes of a recording in memory.
    pub(super) fn of(bytes: impl Into<Vec<u8>>) -> Self {
        let rest: Box<dyn Read + Send> = Box::new(io::empty());
        Input { beginning: Cursor::new(bytes.into()), rest: BufReader::new(rest) }
    }

    /// Returns whether a line can be read without waiting for more input.
    pub(super) fn has_line(&self) -> bool {
        let left = &self.beginning.get_ref()[self.beginning.position() as usize..];
        memchr(b'\n', left).is_some() || memchr(b'\n', self.rest.buffer()).is_some()
    }
}

impl Read for Input {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.beginning.read(to)?;
        if read > 0 || to.is_empty() { Ok(read) } else { self.rest.read(to) }
    }
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let length = self.beginning.get_ref().len() as u64;
        if self.beginning.position() < length {
            self.beginning.fill_buf()
        } else {
            self.rest.fill_buf()
        }
    }

    fn consume(&mut self, count: usize) {
        let length = self.beginning.get_ref().len() as u64;
        if self.beginning.position() < length {
            self.beginning.consume(count);
        } else {
            self.rest.consume(count);
        }
    }
}

/// Returns the name of the file in messages.
pub(super) fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".into() } else { path.display().to_string() }
}

/// The beginning of a file, and all of it to read; `-` is standard input.
pub(super) fn open(path: &Path) -> Result<(Vec<u8>, Input)> {
    let is_live = path == Path::new("-");
    let rest: Box<dyn Read + Send> = if is_live {
        Box::new(io::stdin())
    } else {
        let cannot = || format!("cannot read {}", path.display());
        let file = File::open(path).with_context(cannot)?;
        let length = file.metadata().with_context(cannot)?.len();
        if length > LONG_FILE_BYTES {
            Box::new(progress::bar(length, "{bytes}/{total_bytes}").wrap_read(file))
        } else {
            Box::new(file)
        }
    };
    let mut rest = BufReader::with_capacity(BUFFER_BYTES, rest);
    let mut beginning = Vec::new();
    for line in 0..BEGINNING_LINES {
        if is_live && line >= HEADER_AND_ROW && !rest.buffer().contains(&b'\n') {
            break;
        }
        let left = BEGINNING_BYTES.saturating_sub(beginning.len()) as u64;
        let read = rest.by_ref().take(left).read_until(b'\n', &mut beginning);
        if read.with_context(|| name(path))? == 0 {
            break;
        }
    }
    Ok((beginning.clone(), Input { beginning: Cursor::new(beginning), rest }))
}
