//! Rows in blocks, from a thread that reads and smooths them to one that writes them.

use std::panic::resume_unwind;
use std::sync::mpsc::channel;
use std::thread;

use anyhow::Result;

use super::rows::Rows;
use crate::recording::{Plan, Row};

/// The number of blocks on their way.
const BLOCKS: usize = 3;
/// The size at which a block is complete, in bytes of its lines and in rows.
const BLOCK_BYTES: usize = 1 << 18;
const BLOCK_ROWS: usize = 2048;

/// Smoothed rows. Those behind `count` are memory for others.
#[derive(Default)]
struct Block {
    rows: Vec<Row>,
    count: usize,
    is_live: bool,
}

/// Passes on all rows in blocks, in their order, and whether more may be long in coming; those before an error too. Returns
/// the plan at its end.
///
/// One thread reads and smooths while this one runs `each`. The rows and their order are those of a single thread.
pub(super) fn each_block(
    mut rows: Rows,
    mut each: impl FnMut(&[Row], bool) -> Result<()>,
) -> Result<Plan> {
    let (full, from_reader) = channel();
    let (empty, to_fill) = channel();
    for _ in 0..BLOCKS {
        // The receiver is not gone yet.
        let _ = empty.send(Block::default());
    }
    let reader = thread::spawn(move || {
        while let Ok(mut block) = to_fill.recv() {
            let filled = fill(&mut rows, &mut block);
            let is_last = !matches!(filled, Ok(true));
            if full.send(block).is_err() || is_last {
                return filled.map(|_| rows.into_plan());
            }
        }
        Ok(rows.into_plan())
    });
    for block in from_reader {
        // After an error the reader is not waited for: it may be waiting for input.
        each(&block.rows[..block.count], block.is_live)?;
        let _ = empty.send(block);
    }
    reader.join().unwrap_or_else(|panic| resume_unwind(panic))
}

/// Reads rows until the block is complete or the next one would be waited for; false if there are no more.
fn fill(rows: &mut Rows, block: &mut Block) -> Result<bool> {
    (block.count, block.is_live) = (0, false);
    let mut bytes = 0;
    while block.count < BLOCK_ROWS && bytes < BLOCK_BYTES && !block.is_live {
        if block.count == block.rows.len() {
            block.rows.push(Row::default());
        }
        let row = &mut block.rows[block.count];
        if !rows.next(row)? {
            return Ok(false);
        }
        bytes += row.length();
        block.count += 1;
        block.is_live = !rows.is_ready();
    }
    Ok(true)
}
