//! Opens a recording; its first bytes determine the format.

use std::path::Path;

use anyhow::{Context, Result};

use super::head::Recording;
use super::table::TableOptions;
use super::wav::Sound;
use super::{bvh, signature, source, table, wav};

/// A file that has been opened.
pub(crate) enum Opened {
    /// A table or motion capture.
    Rows(Box<Recording>),
    /// Sound, read to its end.
    Sound(Sound),
}

/// Opens a file, or standard input for `-`. Its first bytes determine the format.
///
/// `may_resample`: the sampling rate of the options may be one that motion capture is to have.
pub(crate) fn open(path: &Path, options: &TableOptions, may_resample: bool) -> Result<Opened> {
    let name = source::name(path);
    let (beginning, reader) = source::open(path)?;
    if wav::is_wav(&beginning) {
        options.refuse("sound, whose sampling rate is in the file", false).context(name.clone())?;
        return wav::read(name.clone(), reader).map(Opened::Sound).context(name);
    }
    signature::refuse_binary(&beginning).context(name.clone())?;
    let recording = if bvh::is_bvh(&beginning) {
        options
            .refuse("motion capture, whose frame time is in the file", may_resample)
            .and_then(|()| bvh::read_head(name.clone(), reader))
    } else {
        table::read_head(name.clone(), &beginning, reader, options)
    };
    recording.map(Box::new).map(Opened::Rows).context(name)
}
