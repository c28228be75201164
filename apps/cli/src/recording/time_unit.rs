//! The unit of the times of a recording as they are read, for the names of axes and columns.

use super::head::{Clock, Recording};
use super::time::TimeFormat;
use super::units::TimeUnit;

/// The unit of times as they are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Seconds,
    /// One of the calendar, which is read as a number and never as seconds: its name.
    Calendar(&'static str),
}

impl Recording {
    /// The unit of its times: seconds, unless the name of the column ends with a unit of the calendar, as `YEAR` does.
    pub(crate) fn time_unit(&self) -> Unit {
        let Clock::Column { index, format: TimeFormat::Number(TimeUnit::S) } = self.clock else {
            return Unit::Seconds;
        };
        let name = self.columns[index].name.to_lowercase();
        let last = name.split(|c: char| !c.is_alphanumeric()).rfind(|word| !word.is_empty());
        match last.unwrap_or("") {
            "year" | "years" | "yr" => Unit::Calendar("year"),
            "month" | "months" => Unit::Calendar("month"),
            "week" | "weeks" => Unit::Calendar("week"),
            "day" | "days" => Unit::Calendar("day"),
            _ => Unit::Seconds,
        }
    }
}

impl Unit {
    /// The name of the axis of times.
    pub(crate) fn time_axis(self) -> String {
        match self {
            Unit::Seconds => "time, s".into(),
            Unit::Calendar(unit) => format!("time, {unit}s"),
        }
    }

    /// The name of the axis of frequencies.
    pub(crate) fn frequency_axis(self) -> String {
        match self {
            Unit::Seconds => "frequency, Hz".into(),
            Unit::Calendar(unit) => format!("frequency, per {unit}"),
        }
    }

    /// The names of the columns of a frequency and of its period.
    pub(crate) fn columns(self) -> [String; 2] {
        match self {
            Unit::Seconds => ["frequency_hz".into(), "period_s".into()],
            Unit::Calendar(unit) => [format!("frequency_per_{unit}"), format!("period_{unit}s")],
        }
    }
}
