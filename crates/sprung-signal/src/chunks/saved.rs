//! A summary as bytes, which cross between machines.

use super::block::{BLOCK, Block, Run};
use super::summary::{ChunkSummary, MAX_ROW, Rows};
use super::tree::Node;
use crate::channel::Channel;
use crate::filter::Filter;
use crate::gaps::{Gaps, is_known};
use crate::saved_smoother::{put_channel, read_channel};
use crate::saved_state::{CHUNK, Reader, SavedStateError, VERSION, put};

/// The bytes of a node: its level, the time of the lead, the first sample, the motion.
const NODE_BYTES: usize = 8 * 8;

impl ChunkSummary {
    /// Returns the summary as bytes: 57, 16 for each row of an incomplete block, 64 for each node of the tree.
    ///
    /// Little-endian, on every machine the same, of version 1. [`restore`](Self::restore) reads them.
    pub fn save(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(CHUNK);
        bytes.extend([VERSION, gaps_number(self.gaps)]);
        let (kind, parameters) = filter_numbers(&self.filter);
        bytes.push(kind);
        put(&mut bytes, parameters);
        bytes.extend(self.first_row.to_le_bytes());
        let (first, last) = self.span.unwrap_or((f64::NAN, f64::NAN));
        put(&mut bytes, [first, last]);
        for length in [self.head.times.len(), self.tree.nodes.len(), self.tail.times.len()] {
            bytes.extend((length as u32).to_le_bytes());
        }
        for Rows { times, values } in [&self.head, &self.tail] {
            for (time, value) in times.iter().zip(values) {
                put(&mut bytes, [*time, *value]);
            }
        }
        for Node { level, block: Block { lead, run } } in &self.tree.nodes {
            bytes.extend(u64::from(*level).to_le_bytes());
            let first = run.map_or((f64::NAN, 0.0), |run| run.first);
            put(&mut bytes, [lead.unwrap_or(f64::NAN), first.0, first.1]);
            put_channel(&mut bytes, &run.map_or(Channel::NEW, |run| run.end));
        }
        bytes
    }

    /// A summary from its saved bytes.
    ///
    /// # Errors
    /// Bytes that [`save`](Self::save) cannot have written, or that it wrote for another filter or treatment of gaps.
    pub fn restore(filter: Filter, gaps: Gaps, bytes: &[u8]) -> Result<Self, SavedStateError> {
        let mut reader = Reader::new(bytes, CHUNK)?;
        let (kind, parameters) = filter_numbers(&filter);
        let mut is_same = reader.u8()? == gaps_number(gaps);
        is_same &= reader.u8()? == kind;
        for parameter in parameters {
            is_same &= reader.number("filter", |_| true, "")?.to_bits() == parameter.to_bits();
        }
        if !is_same {
            return Err(SavedStateError::Filter);
        }
        let first_row = reader.u64()?;
        if first_row > MAX_ROW {
            let rule = "must be at most 2^62";
            return Err(SavedStateError::Number("first row", first_row as f64, rule));
        }
        let mut summary = ChunkSummary::new(filter, gaps, first_row);
        let span = (reader.time("first time")?, reader.time("last time")?);
        summary.span = span.0.zip(span.1);
        let lengths = [reader.u32()?, reader.u32()?, reader.u32()?].map(|length| length as usize);
        let [head, nodes, tail] = lengths;
        let rows = head.saturating_add(tail).saturating_mul(16);
        reader.remaining(rows.saturating_add(nodes.saturating_mul(NODE_BYTES)))?;
        let mut previous = None;
        summary.head = read_rows(&mut reader, head, &mut previous)?;
        summary.tail = read_rows(&mut reader, tail, &mut previous)?;
        for _ in 0..nodes {
            let node = read_node(&mut reader, summary.tree.end, span.1)?;
            summary.tree.push(&filter, node);
        }
        check(&summary)?;
        Ok(summary)
    }
}

fn gaps_number(gaps: Gaps) -> u8 {
    match gaps {
        Gaps::Hold => 0,
        Gaps::Skip => 1,
        Gaps::Line => 2,
    }
}

fn filter_numbers(filter: &Filter) -> (u8, [f64; 2]) {
    match filter {
        Filter::Damper(damper) => (0, [damper.rate(), 0.0]),
        Filter::Follow(spring) => (1, [spring.angular_frequency(), spring.damping_ratio()]),
        Filter::Track(spring) => (2, [spring.angular_frequency(), spring.damping_ratio()]),
    }
}

fn read_rows(
    reader: &mut Reader<'_>,
    count: usize,
    previous: &mut Option<f64>,
) -> Result<Rows, SavedStateError> {
    let mut rows = Rows::default();
    for _ in 0..count {
        let follows = |time: f64| time.is_finite() && previous.is_none_or(|last| time > last);
        let time = reader.number("time of a row", follows, "must be after the one before")?;
        *previous = Some(time);
        rows.times.push(time);
        rows.values.push(reader.number("value of a row", |_| true, "")?);
    }
    Ok(rows)
}

fn read_node(
    reader: &mut Reader<'_>,
    start: u64,
    last_time: Option<f64>,
) -> Result<Node, SavedStateError> {
    let level = reader.u64()?;
    let fits = |size: u64| {
        start.is_multiple_of(size) && start.saturating_add(size) <= MAX_ROW / BLOCK as u64
    };
    if !(level < 64 && fits(1 << level)) {
        let rule = "must be that of a node that can begin there";
        return Err(SavedStateError::Number("level of a node", level as f64, rule));
    }
    let lead = reader.time("time before the first value")?;
    let first = reader.time("time of the first value")?;
    let value = reader.number("first value", is_known, "must be within 1e300")?;
    let end = read_channel(reader, last_time)?;
    if first.is_some() != end.last.is_some() {
        let rule = "must be there if the last one is";
        return Err(SavedStateError::Number(
            "time of the first value",
            first.unwrap_or(f64::NAN),
            rule,
        ));
    }
    let run = first.map(|time| Run { first: (time, value), end });
    Ok(Node { level: level as u32, block: Block { lead, run } })
}

/// Checks that the parts fit together.
fn check(summary: &ChunkSummary) -> Result<(), SavedStateError> {
    let [head, tail] = [&summary.head, &summary.tail].map(|rows| rows.times.len());
    let before = summary.rows_before_blocks() as usize;
    let is_empty = summary.tree.nodes.is_empty() && tail == 0;
    let length = |name, count: usize, rule| Err(SavedStateError::Number(name, count as f64, rule));
    if head > before || (head < before && !is_empty) {
        return length("number of first rows", head, "must reach the first block");
    }
    if tail >= BLOCK {
        return length("number of last rows", tail, "must be below a block");
    }
    if summary.span.is_none() != (is_empty && head == 0) {
        return length("number of rows", head + tail, "must have a first and last time");
    }
    // The rows ascend: those at the ends are within the span if all are.
    let rows = [&summary.head, &summary.tail].map(|rows| &rows.times);
    let mut times =
        rows.into_iter().flat_map(|times| times.first().into_iter().chain(times.last()));
    let within =
        |time: &f64| summary.span.is_some_and(|(first, last)| first <= *time && *time <= last);
    match times.find(|time| !within(time)) {
        Some(time) => {
            Err(SavedStateError::Number("time of a row", *time, "must be within the span"))
        }
        None => Ok(()),
    }
}
