//! The rows of a channel between its forward and its backward pass.

use std::ops::Range;

use crate::channel::Channel;
use crate::filter::Filter;
use crate::gaps::{Gaps, is_known};
use crate::line::Line;
use crate::step_cache::StepCache;
use crate::zero_phase::{count_within, reflected};
use sprung::motion::PiecewiseLinear;

/// Residual of the start of a pass at the first sample that is taken from it.
pub(crate) const OVERLAP_LEFT: f64 = 1e-14;

/// The kept rows of a channel.
#[derive(Clone, Debug, Default)]
pub(crate) struct Window {
    /// The smoothed values, then those of the signal; NaN is missing.
    pub(crate) values: Vec<f64>,
    /// The result of the forward pass on the first of them, as the distance from the line.
    forward: Vec<f64>,
    /// None before the first block with a value in it.
    pass: Option<(Line, Channel)>,
    /// The time and value of the last sample.
    pub(crate) last: Option<(f64, f64)>,
}

impl Window {
    /// Forgets the first rows.
    pub(crate) fn drop_first(&mut self, rows: usize) {
        self.values.drain(..rows);
        self.forward.drain(..rows.min(self.forward.len()));
    }

    /// Ends the series; the next sample begins another one.
    pub(crate) fn end(&mut self) {
        (self.pass, self.last) = (None, None);
    }

    /// Takes the value of the last of the times; one that is missing is held, or filled when the next comes.
    pub(crate) fn push(&mut self, gaps: Gaps, times: &[f64], value: f64) {
        let time = times[times.len() - 1];
        let held = self.last.filter(|_| gaps == Gaps::Hold).map(|last| last.1);
        let value = if is_known(value) { Some(value) } else { held };
        if let (Gaps::Line, Some(value), Some(from)) = (gaps, value, self.last) {
            let missing = self.values.iter_mut().zip(times).rev();
            let missing = missing.take_while(|(_, missing)| **missing > from.0);
            let (ends, values) = ([from.0, time], [from.1, value]);
            if let Ok(line) = PiecewiseLinear::new(&ends, &values) {
                missing.for_each(|(value, time)| *value = line.at(*time));
            }
        }
        self.values.push(value.unwrap_or(f64::NAN));
        self.last = value.map(|value| (time, value)).or(self.last);
    }

    /// The samples among the rows from one on, as their distance from a line.
    fn samples(&self, line: Line, times: &[f64], from: usize) -> Vec<(f64, f64)> {
        let rows = times.iter().zip(&self.values).skip(from);
        let known = rows.filter(|(_, value)| !value.is_nan());
        known.map(|(time, value)| (*time, value - line.at(*time))).collect()
    }

    /// Runs the forward pass to the last sample; it starts in the rows from `smoothed` on.
    pub(crate) fn run_forward(
        &mut self,
        filter: &Filter,
        steps: &mut StepCache,
        times: &[f64],
        smoothed: usize,
    ) {
        if self.pass.is_none() {
            let samples = self.samples(Line::ZERO, times, smoothed);
            let Some(first) = samples.first() else { return };
            let line = Line::through(&samples);
            let mut channel = Channel::NEW;
            let pad = count_within(&samples, filter.memory(OVERLAP_LEFT)).start;
            let start = self.samples(line, times, smoothed);
            for (time, value) in &reflected(&start[..=pad], pad, 0)[..pad] {
                start_at_rest(&mut channel, *time, *value);
                channel.advance(steps, *time, *value);
            }
            start_at_rest(&mut channel, first.0, start[0].1);
            self.pass = Some((line, channel));
            self.forward.resize(smoothed, f64::NAN);
        }
        let Some((line, channel)) = &mut self.pass else { return };
        let known = self.values.iter().rposition(|value| !value.is_nan());
        let end = known.map_or(0, |last| last + 1);
        let rows = times.iter().zip(&self.values).take(end).skip(self.forward.len());
        self.forward.extend(rows.map(|(&time, value)| match value.is_nan() {
            true => f64::NAN,
            false => channel.advance(steps, time, value - line.at(time)),
        }));
    }

    /// Runs both passes over the reflection of the rows from `smoothed` on, and returns the state of the backward pass.
    pub(crate) fn pad(
        &mut self,
        filter: &Filter,
        steps: &mut StepCache,
        times: &[f64],
        smoothed: usize,
    ) -> Channel {
        let mut backward = Channel::NEW;
        let Some((line, mut forward)) = self.pass else { return backward };
        let samples = self.samples(line, times, smoothed);
        let after = count_within(&samples, filter.memory(OVERLAP_LEFT)).end;
        let mut pad = reflected(&samples, 0, after).split_off(samples.len());
        for (time, value) in &mut pad {
            *value = forward.advance(steps, *time, *value);
        }
        for (time, value) in pad.iter().rev() {
            start_at_rest(&mut backward, *time, *value);
            backward.advance(steps, *time, *value);
        }
        backward
    }

    /// Runs the backward pass from the last row to the first of `rows`, which then are smoothed.
    pub(crate) fn run_backward(
        &mut self,
        mut channel: Channel,
        steps: &mut StepCache,
        times: &[f64],
        rows: Range<usize>,
    ) {
        let Some((line, _)) = self.pass else { return };
        for row in (rows.start..self.forward.len()).rev() {
            let value = self.forward[row];
            if value.is_nan() {
                continue;
            }
            let smooth = channel.advance(steps, times[row], value);
            if rows.contains(&row) {
                self.values[row] = line.at(times[row]) + smooth;
            }
        }
    }
}

/// Lets a new channel start on the line, moving along with it, at a sample; another stays as it is.
fn start_at_rest(channel: &mut Channel, time: f64, value: f64) {
    channel.last.get_or_insert((time, value));
}
