//! Opens a recording; its first bytes determine the format.

use std::io::{BufRead, Cursor};
use std::path::Path;

use anyhow::{Context, Result};

use super::head::Recording;
use super::table::TableOptions;
use super::wav::Sound;
use super::{bvh, source, table, wav};

/// A file that has been opened.
pub(crate) enum Opened {
    /// A table or motion capture.
    Rows(Recording),
    /// Sound, read to its end.
    Sound(Sound),
}

/// Opens a file, or standard input for `-`. Its first bytes determine the format.
pub(crate) fn open(path: &Path, options: &TableOptions) -> Result<Opened> {
    let name = source::name(path);
    let (beginning, reader) = source::open(path)?;
    if wav::is_wav(&beginning) {
        return wav::read(name.clone(), reader).map(Opened::Sound).context(name);
    }
    read(name, &beginning, reader, options).map(Opened::Rows)
}

/// Reads the head of a recording that is in memory already.
pub(crate) fn from_bytes(
    name: String,
    bytes: Vec<u8>,
    options: &TableOptions,
) -> Result<Recording> {
    let reader = Box::new(Cursor::new(bytes.clone()));
    read(name, &bytes, reader, options)
}

fn read(
    name: String,
    beginning: &[u8],
    reader: Box<dyn BufRead>,
    options: &TableOptions,
) -> Result<Recording> {
    let recording = if bvh::is_bvh(beginning) {
        bvh::read_head(name.clone(), reader)
    } else {
        table::read_head(name.clone(), beginning, reader, options)
    };
    recording.context(name)
}
