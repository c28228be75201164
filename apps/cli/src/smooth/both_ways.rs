//! Smooths forward and backward: all rows are read before the first is written.

use std::io::Write;

use anyhow::Result;
use sprung_signal::{Filter, Gaps, PhaseUnwrapper, smooth_zero_phase};

use crate::recording::{Line, Notes, Plan, Recording};

/// Returns the mean time between two samples, in seconds.
pub(super) fn smooth(
    filter: &Filter,
    plan: &Plan,
    recording: Recording,
    notes: &mut Notes,
    to: &mut dyn Write,
) -> Result<f64> {
    let mut reader = plan.reader();
    // Each line with the number of its sample, if it is one.
    let mut lines: Vec<(Line, Option<usize>)> = Vec::new();
    let mut times = Vec::new();
    let mut channels: Vec<Vec<f64>> = vec![Vec::new(); plan.channels()];
    for line in recording.lines {
        let line = line?;
        let sample = match &line {
            Line::Row(row) => reader.sample(row, notes)?,
            Line::Other(_) => None,
        };
        lines.push((line, sample.as_ref().map(|_| times.len())));
        if let Some(sample) = sample {
            times.push(sample.time);
            for (channel, value) in channels.iter_mut().zip(sample.values) {
                channel.push(value);
            }
        }
    }
    let interval = reader.finish()?;
    for (values, unwrapper) in channels.iter_mut().zip(plan.unwrappers()) {
        smooth_channel(filter, plan.gaps.unwrap_or_default(), &times, values, unwrapper)?;
    }
    to.write_all(&recording.head)?;
    for (line, sample) in &lines {
        match (line, sample) {
            (Line::Row(row), Some(sample)) => {
                let values: Vec<f64> = channels.iter().map(|values| values[*sample]).collect();
                plan.write(row, &values, to)?;
            }
            (Line::Row(row), None) => row.write(to)?,
            (Line::Other(bytes), _) => to.write_all(bytes)?,
        }
    }
    Ok(interval)
}

fn smooth_channel(
    filter: &Filter,
    gaps: Gaps,
    times: &[f64],
    values: &mut [f64],
    unwrapper: Option<PhaseUnwrapper>,
) -> Result<()> {
    let Some(mut unwrapper) = unwrapper else {
        smooth_zero_phase(filter, gaps, times, values)?;
        return Ok(());
    };
    let mut added = Vec::with_capacity(values.len());
    for value in values.iter_mut() {
        *value = unwrapper.unwrap(*value);
        added.push(unwrapper.added());
    }
    smooth_zero_phase(filter, gaps, times, values)?;
    for (value, added) in values.iter_mut().zip(added) {
        *value -= added;
    }
    Ok(())
}
