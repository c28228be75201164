//! The times of the rows of a recording.

use super::head::Clock;
use super::number::Decimal;
use super::time::Times;

/// The times of the rows, as they are read.
pub(crate) enum Timer {
    Column(usize, Times),
    Even(f64),
}

impl Timer {
    pub(crate) fn new(clock: Clock, decimal: Decimal) -> Self {
        match clock {
            Clock::Column { index, format } => Timer::Column(index, Times::new(format, decimal)),
            Clock::Even(step) => Timer::Even(step),
        }
    }
}
