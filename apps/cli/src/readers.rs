//! The readers of the program's files, each to the end of a file: for tests with hostile files.

use std::path::Path;

use anyhow::{Context, Result};

use crate::columns;
use crate::network::{count_bones, read_mesh};
use crate::recording::{self, Choice, GapPolicy, Opened, Plan, Row, TableOptions};
use crate::simulate::Goals;
use crate::spec::SpecArg;
use crate::timeline::read_keys;

/// Reads a table of text, motion capture or sound; returns the number of rows or samples.
///
/// # Errors
/// If the file is of none of these formats.
pub fn recording(path: &Path) -> Result<usize> {
    let recording = match recording::open(path, &TableOptions::default(), true)? {
        Opened::Rows(recording) => *recording,
        Opened::Sound(sound) => return Ok(sound.channels.iter().map(Vec::len).sum()),
    };
    let gaps = Some(GapPolicy::Hold.into());
    let mut plan = Plan::new(Choice { gaps, ..Choice::default() }, recording)?;
    let (mut row, mut rows) = (Row::default(), 0);
    while plan.read(&mut row)? {
        rows += 1;
    }
    Ok(rows)
}

/// Reads Parquet or Arrow IPC; returns the number of rows.
///
/// # Errors
/// If the file is of neither format.
pub fn columns(path: &Path) -> Result<usize> {
    let reader = columns::open(path)?.context("it is of neither format")?;
    let gaps = Some(GapPolicy::Hold.into());
    let choice = Choice { gaps, ..Choice::default() };
    let mut table = columns::Table::new(choice, reader, &TableOptions::default())?;
    let mut rows = 0;
    while let Some(batch) = table.next()? {
        rows += batch.times.len();
    }
    Ok(rows)
}

/// Reads the goals of `sprung simulate`; returns their number.
///
/// # Errors
/// If the file is not a table of goals.
pub fn goals(path: &Path) -> Result<usize> {
    Goals::read(path).map(|goals| goals.times().len())
}

/// Reads the keys of `sprung timeline`, as a table or as JSON; returns their number.
///
/// # Errors
/// If the file is no timeline.
pub fn timeline(path: &Path) -> Result<usize> {
    let spring = SpecArg::read("duration=0.5,bounce=0.2")?;
    Ok(read_keys(path, 0.0, &spring)?.len())
}

/// Reads OBJ or glTF; returns the number of springs along the edges of the mesh.
///
/// # Errors
/// If the file is of neither format.
pub fn mesh(path: &Path) -> Result<usize> {
    Ok(read_mesh(path)?.welded().network(1.0).edges.len())
}

/// Reads a VRM or glTF file; returns the number of its spring bones.
///
/// # Errors
/// If the file is not glTF, or has bones or animations that cannot be.
pub fn bones(path: &Path) -> Result<usize> {
    count_bones(path)
}
