//! The times of a table: numbers in any unit, dates (ISO 8601) and times of day.
//!
//! Large numbers, as seconds or nanoseconds since 1970, are counted from that of the first row, so that no digit of an
//! interval is lost.

use anyhow::{Result, bail};
use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

use super::number::{Decimal, Value};
use super::units::TimeUnit;

/// The notation of a time column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum TimeFormat {
    /// Numbers of this unit.
    Number(TimeUnit),
    /// `hh:mm:ss` or `mm:ss`, with a fraction or without.
    Clock,
    /// `2024-01-31T12:00:00Z` and its relatives; UTC without an offset.
    Date,
}

/// From this number on, times are counted from the first one.
const LARGE: u128 = 1_000_000_000;

/// Reads the cells of a time column, one row after the other.
#[derive(Clone, Debug)]
pub(crate) struct Times {
    format: TimeFormat,
    decimal: Decimal,
    /// The whole number that is subtracted from each; none before the first.
    origin: Option<i128>,
}

impl TimeFormat {
    /// The notation of a cell; none if it is no time.
    pub(super) fn of(cell: &str, decimal: Decimal) -> Option<Self> {
        if matches!(decimal.read(cell), Value::Number(_)) {
            return Some(TimeFormat::Number(TimeUnit::S));
        }
        let is_clock = || clock_seconds(cell).is_some().then_some(TimeFormat::Clock);
        is_clock().or_else(|| nanoseconds(cell).map(|_| TimeFormat::Date))
    }
}

impl Times {
    pub(crate) fn new(format: TimeFormat, decimal: Decimal) -> Self {
        Times { format, decimal, origin: None }
    }

    /// The seconds of a cell, from 0 or, of large numbers and dates, from the first cell.
    pub(crate) fn read(&mut self, cell: &str) -> Result<f64> {
        let time = match self.format {
            TimeFormat::Number(unit) => self.number(cell).map(|time| time * unit.seconds()),
            TimeFormat::Clock => clock_seconds(cell),
            TimeFormat::Date => nanoseconds(cell).map(|time| self.of_nanoseconds(time)),
        };
        match time {
            Some(time) => Ok(time),
            None => bail!(
                "the time must be {}, got `{cell}`",
                match self.format {
                    TimeFormat::Number(_) => "a number",
                    TimeFormat::Clock => "written as 12:00:00",
                    TimeFormat::Date => "a date written as 2024-01-31T12:00:00Z",
                }
            ),
        }
    }

    /// The seconds of an instant or a duration in nanoseconds: of an instant from the first one.
    pub(crate) fn of_nanoseconds(&mut self, time: i128) -> f64 {
        let origin = match self.format {
            TimeFormat::Date => *self.origin.get_or_insert(time),
            _ => 0,
        };
        let since = time - origin;
        let (whole, rest) = (since / 1_000_000_000, since % 1_000_000_000);
        whole as f64 + rest as f64 * 1e-9
    }

    fn number(&mut self, cell: &str) -> Option<f64> {
        let Value::Number(number) = self.decimal.read(cell) else { return None };
        // The first time decides, whatever its notation.
        let origin = self.origin.unwrap_or_else(|| match self.parts(cell) {
            Some((whole, _)) if whole.unsigned_abs() >= LARGE => whole,
            _ => 0,
        });
        self.origin = Some(origin);
        if origin == 0 {
            return Some(number);
        }
        let parts = self.parts(cell);
        let since =
            parts.and_then(|(whole, fraction)| Some(whole.checked_sub(origin)? as f64 + fraction));
        Some(since.unwrap_or(number - origin as f64))
    }

    /// The whole number and the fraction of a number without an exponent.
    fn parts(&self, cell: &str) -> Option<(i128, f64)> {
        let point = cell.find(if self.decimal.comma { ',' } else { '.' }).unwrap_or(cell.len());
        let (whole, fraction) = cell.split_at(point);
        let is_digits = fraction.bytes().skip(1).all(|byte| byte.is_ascii_digit());
        let value = match self.decimal.read(fraction) {
            _ if fraction.len() < 2 => 0.0,
            Value::Number(value) if is_digits => value,
            _ => return None,
        };
        Some((whole.parse().ok()?, if whole.starts_with('-') { -value } else { value }))
    }
}

/// The unit of whole numbers since 1970 that are too large to be seconds: of times between 1973 and 5138.
pub(super) fn epoch_unit(cell: &str) -> Option<TimeUnit> {
    let whole: i128 = cell.split('.').next()?.parse().ok()?;
    match whole {
        100_000_000_000..100_000_000_000_000 => Some(TimeUnit::Ms),
        100_000_000_000_000..100_000_000_000_000_000 => Some(TimeUnit::Us),
        100_000_000_000_000_000..100_000_000_000_000_000_000 => Some(TimeUnit::Ns),
        _ => None,
    }
}

/// The seconds of `hh:mm:ss`, `mm:ss`, either with a fraction.
fn clock_seconds(cell: &str) -> Option<f64> {
    let is_digit = |c: char| c.is_ascii_digit();
    let (clock, fraction) = cell.split_once(['.', ',']).unwrap_or((cell, ""));
    let parts: Vec<&str> = clock.split(':').collect();
    let is_clock = (2..=3).contains(&parts.len())
        && parts
            .iter()
            .all(|part| !part.is_empty() && part.len() <= 9 && part.chars().all(is_digit))
        && parts[1..].iter().all(|part| part.len() == 2 && *part < "60")
        && fraction.chars().all(is_digit);
    if !is_clock {
        return None;
    }
    let whole =
        parts.iter().try_fold(0, |sum: u64, part| Some(sum * 60 + part.parse::<u64>().ok()?));
    Some(whole? as f64 + format!("0.{fraction}0").parse::<f64>().ok()?)
}

/// The nanoseconds of a date since 1970.
fn nanoseconds(cell: &str) -> Option<i128> {
    // A date begins with its year: numbers and clock times need no parser.
    if cell.as_bytes().get(4) != Some(&b'-') {
        return None;
    }
    let instant = cell.parse::<Timestamp>().ok().or_else(|| {
        let local = cell.parse::<DateTime>().ok();
        let local =
            local.or_else(|| Some(cell.parse::<Date>().ok()?.to_datetime(Default::default())));
        Some(local?.to_zoned(TimeZone::UTC).ok()?.timestamp())
    });
    instant.map(|instant| instant.as_nanosecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINT: Decimal = Decimal { comma: false, places: None };

    fn read(cells: &[&str]) -> Vec<f64> {
        let mut format = TimeFormat::of(cells[0], POINT).unwrap();
        if let (TimeFormat::Number(_), Some(unit)) = (format, epoch_unit(cells[0])) {
            format = TimeFormat::Number(unit);
        }
        let mut times = Times::new(format, POINT);
        cells.iter().map(|cell| times.read(cell).unwrap()).collect()
    }

    #[test]
    fn dates_count_from_the_first_to_the_nanosecond() {
        for cells in [
            ["2024-01-31T23:59:59.5Z", "2024-02-01T00:00:00.500000001Z"],
            ["2024-01-31 23:59:59.5", "2024-02-01 00:00:00.500000001"],
            ["2024-01-31T23:59:59.5+01:00", "2024-01-31T22:00:00.500000001-01:00"],
        ] {
            assert_eq!(read(&cells), [0.0, 1.000000001], "{cells:?}");
        }
        assert_eq!(read(&["2024-02-28", "2024-03-01"]), [0.0, 172_800.0]);
    }

    #[test]
    fn times_of_day_are_seconds() {
        assert_eq!(read(&["00:00:01.5", "01:01:01", "25:00:00"]), [1.5, 3661.0, 90_000.0]);
        assert_eq!(read(&["59:59", "60:00"]), [3599.0, 3600.0]);
        for cell in ["1:2:3", "12:60:00", "12:00:00:00", "a:00", ":30", "12:00:00x"] {
            assert_eq!(TimeFormat::of(cell, POINT), None, "{cell}");
        }
    }

    #[test]
    fn numbers_since_1970_keep_every_digit() {
        assert_eq!(read(&["1700000000123456789", "1700000000123456790"]), [0.0, 1e-9]);
        assert_eq!(read(&["1700000000000", "1700000000100"]), [0.0, 0.1]);
        assert_eq!(read(&["1700000000.25", "1700000001.50390625"]), [0.25, 1.50390625]);
        assert_eq!(read(&["0.5", "1e3", "1700000000"]), [0.5, 1000.0, 1_700_000_000.0]);
        assert_eq!(read(&["-0.5", "0"]), [-0.5, 0.0]);
        assert_eq!(read(&["1700000000", "1700000001.", "17000000020e-1"]), [0.0, 1.0, 2.0]);
    }

    #[test]
    fn the_first_number_decides_what_all_count_from() {
        assert_eq!(read(&["1e9", "1000000001"]), [1e9, 1_000_000_001.0]);
        assert_eq!(read(&["5", "2000000000"]), [5.0, 2e9]);
        let (least, most) = (i128::MIN.to_string(), i128::MAX.to_string());
        let apart = read(&[&least, "0", &most]);
        assert_eq!(apart[0], 0.0);
        assert!(apart[1] == 2f64.powi(127) && apart[2] == 2f64.powi(128), "{apart:?}");
        let longer = format!("{most}0.5");
        assert_eq!(
            read(&[&longer, &format!("{most}00")]),
            [1.7014118346046923e39, 1.7014118346046923e40]
        );
    }

    #[test]
    fn a_decimal_comma_divides_the_fraction_of_a_large_number() {
        let comma = Decimal { comma: true, places: None };
        let mut times = Times::new(TimeFormat::Number(TimeUnit::S), comma);
        let read =
            ["1700000000,25", "1700000001,5", "1700000002"].map(|cell| times.read(cell).unwrap());
        assert_eq!(read, [0.25, 1.5, 2.0]);
    }

    #[test]
    fn a_cell_of_another_notation_is_refused_with_an_example() {
        for (first, cell, message) in [
            ("0", "x", "the time must be a number, got `x`"),
            ("12:00:00", "12:61:00", "the time must be written as 12:00:00, got `12:61:00`"),
            (
                "2024-01-31",
                "2024-02-31",
                "the time must be a date written as 2024-01-31T12:00:00Z, got `2024-02-31`",
            ),
        ] {
            let format = TimeFormat::of(first, POINT).unwrap();
            let error = Times::new(format, POINT).read(cell).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }
}
