//! Smooths while reading: each row is written before the next is read.

use std::io::Write;

use anyhow::Result;
use sprung_signal::{Filter, Smoother};

use crate::recording::{Line, Notes, Plan, Recording};

/// Returns the mean time between two samples, in seconds.
pub(super) fn smooth(
    filter: &Filter,
    plan: &Plan,
    recording: Recording,
    notes: &mut Notes,
    to: &mut dyn Write,
) -> Result<f64> {
    let mut smoother = Smoother::new(*filter, plan.gaps.unwrap_or_default(), plan.channels());
    let mut unwrappers = plan.unwrappers();
    let mut reader = plan.reader();
    to.write_all(&recording.head)?;
    let mut lines = recording.lines;
    loop {
        // What has been smoothed is not kept back while more is waited for.
        if !lines.is_ready() {
            to.flush()?;
        }
        let Some(line) = lines.next() else { break };
        let row = match line? {
            Line::Other(bytes) => {
                to.write_all(&bytes)?;
                continue;
            }
            Line::Row(row) => row,
        };
        let Some(mut sample) = reader.sample(&row, notes)? else {
            row.write(to)?;
            continue;
        };
        for (value, unwrapper) in sample.values.iter_mut().zip(&mut unwrappers) {
            if let Some(unwrapper) = unwrapper {
                *value = unwrapper.unwrap(*value);
            }
        }
        smoother.advance(sample.time, &mut sample.values)?;
        for (value, unwrapper) in sample.values.iter_mut().zip(&unwrappers) {
            if let Some(unwrapper) = unwrapper {
                *value -= unwrapper.added();
            }
        }
        plan.write(&row, &sample.values, to)?;
    }
    reader.finish()
}
