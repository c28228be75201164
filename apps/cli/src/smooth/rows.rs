//! The rows of a recording, smoothed.

use std::collections::VecDeque;
use std::mem::swap;

use anyhow::Result;
use sprung_signal::{Filter, Smoother, ZeroPhaseSmoother};

use crate::recording::{Plan, Row};

/// The memory of a recording that is smoothed forward and backward as a whole, in bytes.
const WHOLE_BYTES: usize = 100_000_000;
/// The memory of a value beside its text, as measured: the cell, the sample and both passes, with room to grow.
const VALUE_BYTES: usize = 100;

/// The rows of a recording, smoothed as they are read.
pub(super) struct Rows {
    plan: Plan,
    way: Way,
}

enum Way {
    /// Each row is smoothed when it has been read.
    OnePass(Smoother),
    BothWays(BothWays),
}

/// Rows that wait for those after them.
struct BothWays {
    smoother: ZeroPhaseSmoother,
    waiting: VecDeque<Row>,
    // Rows whose memory is used again.
    spare: Vec<Row>,
    is_read: bool,
}

impl Rows {
    /// Smooths in one pass.
    pub(super) fn one_pass(filter: Filter, plan: Plan) -> Self {
        let smoother = Smoother::new(filter, plan.gaps.unwrap_or_default(), plan.channels());
        Rows { plan, way: Way::OnePass(smoother) }
    }

    /// Smooths forward and backward, at least this many rows at a time.
    pub(super) fn both_ways(filter: Filter, plan: Plan, rows: usize) -> Self {
        let gaps = plan.gaps.unwrap_or_default();
        let smoother = ZeroPhaseSmoother::new(filter, gaps, plan.channels(), rows);
        let (waiting, spare) = (VecDeque::new(), Vec::new());
        let both_ways = BothWays { smoother, waiting, spare, is_read: false };
        Rows { plan, way: Way::BothWays(both_ways) }
    }

    /// The number of rows that are smoothed forward and backward as a whole, by the length of the first.
    pub(super) fn whole(plan: &mut Plan) -> Result<usize> {
        Ok(rows_in_memory(2 * plan.first_length()?, plan.channels()))
    }

    /// Reads the next row; false at the end.
    pub(super) fn next(&mut self, row: &mut Row) -> Result<bool> {
        match &mut self.way {
            Way::OnePass(smoother) => {
                let is_row = self.plan.read(row)?;
                if let Some(sample) = row.sample_mut().filter(|_| is_row) {
                    smoother.advance(sample.time, &mut sample.values)?;
                }
                Ok(is_row)
            }
            Way::BothWays(both_ways) => both_ways.next(&mut self.plan, row),
        }
    }

    /// Returns whether the next row can be read without waiting for more input.
    pub(super) fn is_ready(&self) -> bool {
        matches!(self.way, Way::BothWays(_)) || self.plan.is_ready()
    }

    /// The plan, whose notes tell about the rows that have been read.
    pub(super) fn into_plan(self) -> Plan {
        self.plan
    }
}

/// The number of rows that are smoothed forward and backward as a whole: of so many bytes beside their values.
pub(super) fn rows_in_memory(bytes: usize, channels: usize) -> usize {
    WHOLE_BYTES / (bytes + VALUE_BYTES * channels)
}

impl BothWays {
    fn next(&mut self, plan: &mut Plan, row: &mut Row) -> Result<bool> {
        while !self.is_first_smoothed() {
            if self.is_read {
                return Ok(false);
            }
            let mut next = self.spare.pop().unwrap_or_default();
            if !plan.read(&mut next)? {
                self.is_read = true;
                self.smoother.finish();
                continue;
            }
            if let Some(sample) = next.sample() {
                self.smoother.advance(sample.time, &sample.values)?;
            }
            self.waiting.push_back(next);
        }
        if let Some(mut first) = self.waiting.pop_front() {
            swap(row, &mut first);
            self.spare.push(first);
        }
        Ok(true)
    }

    /// Smooths the first of the rows that wait, if it is possible yet; a line without a sample needs no smoothing.
    fn is_first_smoothed(&mut self) -> bool {
        self.waiting.front_mut().is_some_and(|first| {
            first.sample_mut().is_none_or(|sample| self.smoother.next_row(&mut sample.values))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::{Choice, GapPolicy, Opened, TableOptions, open};
    use sprung::Spring;

    /// The text of every line, and its values.
    fn smoothed(text: &str, rows: usize) -> Vec<(String, Vec<f64>)> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        let Ok(Opened::Rows(recording)) = open(file.path(), &TableOptions::default(), false) else {
            panic!()
        };
        let angles = ["a".to_string()];
        let gaps = Some(GapPolicy::Skip.into());
        let choice = Choice { angles: &angles, gaps, ..Choice::default() };
        let plan = Plan::new(choice, *recording).unwrap();
        let (taken, spring) = (plan.taken().clone(), Spring::critical(20.0).unwrap());
        let mut rows = Rows::both_ways(Filter::Follow(spring), plan, rows);
        let (mut lines, mut row) = (Vec::new(), Row::default());
        while rows.next(&mut row).unwrap() {
            let mut text = Vec::new();
            taken.write(&row, &mut text);
            let values = row.sample().map(|sample| sample.recorded().collect());
            lines.push((String::from_utf8(text).unwrap(), values.unwrap_or_default()));
        }
        lines
    }

    #[test]
    fn blocks_give_every_line_in_order_and_the_values_of_the_whole() {
        let line = |i: u32| match i % 50 {
            7 => format!("# {i}\n"),
            11 => format!("{},n{i},,{}\n", f64::from(i) * 0.01, (i * 3) % 360),
            13 => format!("late,n{i},1,2\n"),
            _ => format!("{},n{i},{},{}\n", f64::from(i) * 0.01, (i * i) % 23, (i * 3) % 360),
        };
        let text = format!("time,name,x,a\n{}", (0..5000).map(line).collect::<String>());
        let (blocks, whole) = (smoothed(&text, 300), smoothed(&text, usize::MAX));
        assert_eq!((blocks.len(), whole.len()), (5002, 5002));
        for ((block, values), (line, expected)) in blocks.iter().zip(&whole) {
            let start = |line: &str| line.split(',').take(2).collect::<Vec<_>>().join(",");
            assert_eq!(start(block), start(line));
            assert_eq!(values.len(), expected.len());
            for (value, expected) in values.iter().zip(expected) {
                let is_same =
                    (value - expected).abs() < 1e-5 || value.is_nan() && expected.is_nan();
                assert!(is_same, "{block} {line}");
            }
        }
        assert_ne!(blocks, whole, "there was one block");
    }
}
