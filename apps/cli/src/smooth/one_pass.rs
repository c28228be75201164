//! Smooths while reading: each row is written before the next is read.

use std::io::Write;

use anyhow::Result;
use sprung_signal::{Filter, Smoother};

use crate::recording::{Line, Notes, Plan, Recording};

pub(super) fn smooth(
    filter: Filter,
    plan: &Plan,
    recording: Recording,
    notes: &mut Notes,
    to: &mut dyn Write,
) -> Result<()> {
    let mut smoother = Smoother::new(filter, plan.gaps.unwrap_or_default(), plan.channels());
    let mut unwrappers = plan.unwrappers();
    let mut reader = plan.reader();
    to.write_all(&recording.head)?;
    for line in recording.lines {
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
