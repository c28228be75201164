//! Checks that every part of an Arrow IPC file lies within it, before it is decoded.
//!
//! The decoder trusts the offsets and lengths in a file: of a damaged one it would allocate any memory, or panic.

use std::io::{Read, Seek, SeekFrom};

use anyhow::{Context, Result, anyhow, ensure};
use arrow_ipc::reader::read_footer_length;
use arrow_ipc::{Block, CompressionType, RecordBatch, root_as_footer, root_as_message};

/// The length of the end of a file: that of the footer, and a mark.
const END_BYTES: u64 = 10;
/// The largest ratio of LZ4, and the smallest length for which it holds.
const MAX_RATIO: u64 = 256;
const SMALL_BYTES: u64 = 1024;

/// Checks the footer and the head of every batch; returns the codec of the batches.
pub(super) fn check(file: &mut (impl Read + Seek)) -> Result<Option<CompressionType>> {
    let length = file.seek(SeekFrom::End(0))?;
    let footer_end = length.checked_sub(END_BYTES).context("it is too short")?;
    let mut end = [0; END_BYTES as usize];
    read_at(file, footer_end, &mut end)?;
    let footer_length = read_footer_length(end)?;
    let start = footer_end.checked_sub(footer_length as u64).context("it has no whole footer")?;
    let mut footer = vec![0; footer_length];
    read_at(file, start, &mut footer)?;
    let footer = root_as_footer(&footer).map_err(|error| anyhow!("its footer: {error}"))?;
    let blocks = footer.dictionaries().into_iter().chain(footer.recordBatches()).flatten();
    let mut codec = None;
    for block in blocks {
        codec = check_block(file, block, start)?.or(codec);
    }
    Ok(codec)
}

/// Checks the head of a batch that ends before this offset.
fn check_block(
    file: &mut (impl Read + Seek),
    block: &Block,
    end: u64,
) -> Result<Option<CompressionType>> {
    let outside = || "a batch lies outside the file";
    let offset = u64::try_from(block.offset()).with_context(outside)?;
    let head_length = u64::try_from(block.metaDataLength()).with_context(outside)?;
    let body_length = u64::try_from(block.bodyLength()).with_context(outside)?;
    let body = offset.checked_add(head_length).with_context(outside)?;
    ensure!(body.checked_add(body_length).is_some_and(|last| last <= end), outside());
    let mut head = vec![0; usize::try_from(head_length)?];
    read_at(file, offset, &mut head)?;
    // The length of the message comes first, since version 0.15 of Arrow after a mark.
    let start = if head.starts_with(&[0xff; 4]) { 8 } else { 4 };
    let message = root_as_message(head.get(start..).context("a batch has no head")?);
    let message = message.map_err(|error| anyhow!("the head of a batch: {error}"))?;
    let batch = match message.header_as_dictionary_batch() {
        Some(dictionary) => dictionary.data(),
        None => message.header_as_record_batch(),
    };
    let batch = batch.context("a batch is neither of rows nor a dictionary")?;
    check_batch(file, batch, body, body_length)
}

/// Checks the buffers of a batch, whose body is of this offset and length.
fn check_batch(
    file: &mut (impl Read + Seek),
    batch: RecordBatch,
    body: u64,
    body_length: u64,
) -> Result<Option<CompressionType>> {
    let codec = batch.compression().map(|compression| compression.codec());
    for buffer in batch.buffers().into_iter().flatten() {
        let outside = || "a column lies outside its batch";
        let offset = u64::try_from(buffer.offset()).with_context(outside)?;
        let length = u64::try_from(buffer.length()).with_context(outside)?;
        ensure!(offset.checked_add(length).is_some_and(|last| last <= body_length), outside());
        if codec == Some(CompressionType::LZ4_FRAME) && length > 0 {
            ensure!(length >= 8, "a compressed column has no length");
            let mut decoded = [0; 8];
            read_at(file, body + offset, &mut decoded)?;
            // -1 is the mark of a column that is not compressed.
            let decoded = i64::from_le_bytes(decoded).max(0) as u64;
            let max = length.saturating_mul(MAX_RATIO).max(SMALL_BYTES);
            ensure!(decoded <= max, "{length} bytes cannot be {decoded} ones compressed by LZ4");
        }
    }
    Ok(codec)
}

fn read_at(file: &mut (impl Read + Seek), offset: u64, to: &mut [u8]) -> Result<()> {
    file.seek(SeekFrom::Start(offset))?;
    Ok(file.read_exact(to)?)
}
