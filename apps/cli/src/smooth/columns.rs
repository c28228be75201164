//! Columns of Parquet and Arrow IPC, smoothed batch by batch.

use std::collections::VecDeque;
use std::path::Path;

use anyhow::Result;
use arrow_array::RecordBatch;
use sprung_signal::{Filter, Smoother, ZeroPhaseSmoother};

use crate::columns::{Batch, Table};
use crate::output::write_to;

/// Writes a table, smoothed, to a file or to standard output for `-`: forward and backward with a number of rows to
/// smooth at least at a time, otherwise in one pass.
pub(super) fn write(
    filter: Filter,
    both_ways_rows: Option<usize>,
    table: &mut Table,
    path: &Path,
) -> Result<()> {
    write_to(path, &[], |to| {
        let mut writer = table.writer()?;
        let each = |rows: RecordBatch| writer.write(&rows, to);
        match both_ways_rows {
            None => one_pass(filter, table, each),
            Some(rows) => both_ways(filter, rows, table, each),
        }?;
        writer.finish(to)
    })
}

fn one_pass(
    filter: Filter,
    table: &mut Table,
    mut each: impl FnMut(RecordBatch) -> Result<()>,
) -> Result<()> {
    let channels = table.channels();
    let mut smoother = Smoother::new(filter, table.gaps.unwrap_or_default(), channels);
    while let Some(mut batch) = table.next()? {
        for (time, values) in samples(&mut batch, channels) {
            smoother.advance(time, values)?;
        }
        each(table.smoothed(&batch)?)?;
    }
    Ok(())
}

/// Smooths forward and backward, at least this many rows at a time.
fn both_ways(
    filter: Filter,
    rows: usize,
    table: &mut Table,
    mut each: impl FnMut(RecordBatch) -> Result<()>,
) -> Result<()> {
    let channels = table.channels();
    let gaps = table.gaps.unwrap_or_default();
    let mut smoother = ZeroPhaseSmoother::new(filter, gaps, channels, rows);
    // Batches that wait for those after them, and the number of samples of the first that are smoothed.
    let mut waiting: VecDeque<Batch> = VecDeque::new();
    let mut smoothed = 0;
    loop {
        let next = table.next()?;
        let is_last = next.is_none();
        match next {
            None => smoother.finish(),
            Some(mut batch) => {
                for (time, values) in samples(&mut batch, channels) {
                    smoother.advance(time, values)?;
                }
                waiting.push_back(batch);
            }
        }
        while let Some(first) = waiting.front_mut() {
            for (_, values) in samples(first, channels).skip(smoothed) {
                if !smoother.next_row(values) {
                    break;
                }
                smoothed += 1;
            }
            if smoothed < samples(first, channels).count() {
                break;
            }
            each(table.smoothed(first)?)?;
            waiting.pop_front();
            smoothed = 0;
        }
        if is_last {
            return Ok(());
        }
    }
}

/// The time and the values of each good row.
fn samples(batch: &mut Batch, channels: usize) -> impl Iterator<Item = (f64, &mut [f64])> {
    let rows = batch.times.iter().copied().zip(batch.values.chunks_exact_mut(channels));
    rows.filter(|(time, _)| !time.is_nan())
}
