//! The unit of a time column.

use clap::ValueEnum;

/// The unit of a time column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TimeUnit {
    /// Seconds
    S,
    /// Milliseconds
    Ms,
    /// Microseconds
    Us,
    /// Nanoseconds
    Ns,
    /// Minutes
    Min,
    /// Hours
    H,
}

/// Names of time columns, by their first part.
const TIME_WORDS: &[&str] = &[
    "time",
    "t",
    "timestamp",
    "ts",
    "date",
    "datetime",
    "epoch",
    "elapsed",
    "seconds",
    "sec",
    "secs",
    "year",
];

impl TimeUnit {
    /// Returns its length in seconds.
    pub(crate) fn seconds(self) -> f64 {
        match self {
            TimeUnit::S => 1.0,
            TimeUnit::Ms => 1e-3,
            TimeUnit::Us => 1e-6,
            TimeUnit::Ns => 1e-9,
            TimeUnit::Min => 60.0,
            TimeUnit::H => 3600.0,
        }
    }

    /// The unit that the name of a column ends with: `time_ms`, `Time [us]`.
    pub(super) fn in_name(name: &str) -> Option<Self> {
        Some(match words(name).last()?.as_str() {
            "s" | "sec" | "secs" | "seconds" => TimeUnit::S,
            "ms" | "msec" | "milliseconds" | "millis" => TimeUnit::Ms,
            "us" | "µs" | "μs" | "usec" | "microseconds" => TimeUnit::Us,
            "ns" | "nsec" | "nanoseconds" => TimeUnit::Ns,
            "min" | "minutes" => TimeUnit::Min,
            "h" | "hours" => TimeUnit::H,
            _ => return None,
        })
    }

    /// The name of the unit in a sentence.
    pub(super) fn name(self) -> &'static str {
        match self {
            TimeUnit::S => "seconds",
            TimeUnit::Ms => "milliseconds",
            TimeUnit::Us => "microseconds",
            TimeUnit::Ns => "nanoseconds",
            TimeUnit::Min => "minutes",
            TimeUnit::H => "hours",
        }
    }
}

/// Returns true if a column of this name holds the time.
pub(super) fn is_time(name: &str) -> bool {
    words(name).first().is_some_and(|first| TIME_WORDS.contains(&first.as_str()))
}

fn words(name: &str) -> Vec<String> {
    let parts = name.split(|c: char| !c.is_alphanumeric());
    parts.filter(|part| !part.is_empty()).map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_columns_are_known_by_their_name() {
        for name in ["time", "Time [ms]", "time_s", "t", "TIMESTAMP", "YEAR", "seconds"] {
            assert!(is_time(name), "{name}");
        }
        for name in ["ecg", "temperature", "rise_time", "", "x"] {
            assert!(!is_time(name), "{name}");
        }
    }

    #[test]
    fn the_unit_is_the_last_word_of_the_name() {
        for (name, unit) in [
            ("time", None),
            ("time_s", Some(TimeUnit::S)),
            ("time_ms", Some(TimeUnit::Ms)),
            ("Time (us)", Some(TimeUnit::Us)),
            ("timestamp [ns]", Some(TimeUnit::Ns)),
            ("t/min", Some(TimeUnit::Min)),
        ] {
            assert_eq!(TimeUnit::in_name(name), unit, "{name}");
        }
    }
}
