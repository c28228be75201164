//! The cells of a column of times.

use std::fmt;

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Date64Type, DurationMicrosecondType, DurationMillisecondType,
    DurationNanosecondType, DurationSecondType, Time32MillisecondType, Time32SecondType,
    Time64MicrosecondType, Time64NanosecondType, TimestampMicrosecondType,
    TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType,
};
use arrow_schema::{DataType, TimeUnit};
use jiff::Timestamp;

use super::numbers;

/// The contents of a cell of a time column.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TimeCell {
    /// The nanoseconds of an instant since 1970, of a time of day or of a duration.
    Nanoseconds(i128),
    /// A number or a text, read as in CSV.
    Text(String),
}

/// Returns whether a column of this type can hold times.
pub(super) fn is_time(data_type: &DataType) -> bool {
    let is_text = matches!(data_type, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View);
    is_text || is_instant(data_type) || is_duration(data_type) || numbers::is_number(data_type)
}

fn is_instant(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Timestamp(..) | DataType::Date32 | DataType::Date64)
}

fn is_duration(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Duration(_) | DataType::Time32(_) | DataType::Time64(_))
}

/// The text that a table of text would have in a cell; empty if there is none.
///
/// Without a cell too, instants are dates and durations are times of day.
pub(super) fn text(array: &dyn Array, row: usize) -> String {
    let cell = (row < array.len()).then(|| read(array, row)).flatten();
    match cell {
        _ if is_duration(array.data_type()) => "00:00:00".into(),
        Some(TimeCell::Nanoseconds(time)) if Timestamp::from_nanosecond(time).is_err() => {
            "1970-01-01".into()
        }
        Some(cell) => cell.to_string(),
        None if is_instant(array.data_type()) => "1970-01-01".into(),
        None => String::new(),
    }
}

/// The contents of a cell; none if there are none.
pub(super) fn read(array: &dyn Array, row: usize) -> Option<TimeCell> {
    if array.is_null(row) {
        return None;
    }
    macro_rules! ticks {
        ($kind:ident, $nanoseconds:expr) => {
            i128::from(array.as_primitive::<$kind>().value(row)) * $nanoseconds
        };
    }
    Some(TimeCell::Nanoseconds(match array.data_type() {
        DataType::Timestamp(TimeUnit::Second, _) => ticks!(TimestampSecondType, 1_000_000_000),
        DataType::Timestamp(TimeUnit::Millisecond, _) => {
            ticks!(TimestampMillisecondType, 1_000_000)
        }
        DataType::Timestamp(TimeUnit::Microsecond, _) => ticks!(TimestampMicrosecondType, 1000),
        DataType::Timestamp(TimeUnit::Nanosecond, _) => ticks!(TimestampNanosecondType, 1),
        DataType::Date32 => ticks!(Date32Type, 86_400_000_000_000),
        DataType::Date64 => ticks!(Date64Type, 1_000_000),
        DataType::Duration(TimeUnit::Second) => ticks!(DurationSecondType, 1_000_000_000),
        DataType::Duration(TimeUnit::Millisecond) => ticks!(DurationMillisecondType, 1_000_000),
        DataType::Duration(TimeUnit::Microsecond) => ticks!(DurationMicrosecondType, 1000),
        DataType::Duration(TimeUnit::Nanosecond) => ticks!(DurationNanosecondType, 1),
        DataType::Time32(TimeUnit::Second) => ticks!(Time32SecondType, 1_000_000_000),
        DataType::Time32(_) => ticks!(Time32MillisecondType, 1_000_000),
        DataType::Time64(TimeUnit::Microsecond) => ticks!(Time64MicrosecondType, 1000),
        DataType::Time64(_) => ticks!(Time64NanosecondType, 1),
        _ => return written(array, row).map(TimeCell::Text),
    }))
}

/// The text of a number or of a text.
fn written(array: &dyn Array, row: usize) -> Option<String> {
    use arrow_array::types::{Int64Type, UInt64Type};
    Some(match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(row).into(),
        DataType::LargeUtf8 => array.as_string::<i64>().value(row).into(),
        DataType::Utf8View => array.as_string_view().value(row).into(),
        // As numbers of 64 bits they would lose digits.
        DataType::Int64 => array.as_primitive::<Int64Type>().value(row).to_string(),
        DataType::UInt64 => array.as_primitive::<UInt64Type>().value(row).to_string(),
        other if numbers::is_number(other) => numbers::read(&array.slice(row, 1))[0].to_string(),
        _ => return None,
    })
}

impl fmt::Display for TimeCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeCell::Text(text) => f.write_str(text),
            TimeCell::Nanoseconds(time) => match Timestamp::from_nanosecond(*time) {
                Ok(instant) => write!(f, "{instant}"),
                Err(_) => write!(f, "{time} ns since 1970"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{
        ArrayRef, Date32Array, Float32Array, Int8Array, StringArray, Time32SecondArray,
        TimestampMicrosecondArray, TimestampNanosecondArray, UInt64Array,
    };
    use std::sync::Arc;

    #[test]
    fn cells_are_nanoseconds_or_the_text_of_a_table() {
        let columns: [(ArrayRef, &str); 8] = [
            (
                Arc::new(TimestampMicrosecondArray::from(vec![1_700_000_000_250_000])),
                "2023-11-14T22:13:20.25Z",
            ),
            (
                Arc::new(TimestampNanosecondArray::from(vec![1]).with_timezone("+01:00")),
                "1970-01-01T00:00:00.000000001Z",
            ),
            (Arc::new(Date32Array::from(vec![-1])), "1969-12-31T00:00:00Z"),
            (Arc::new(Time32SecondArray::from(vec![61])), "00:00:00"),
            (Arc::new(Float32Array::from(vec![0.25])), "0.25"),
            (Arc::new(Int8Array::from(vec![-3])), "-3"),
            (Arc::new(UInt64Array::from(vec![u64::MAX])), "18446744073709551615"),
            (Arc::new(StringArray::from(vec!["12:00"])), "12:00"),
        ];
        for (column, expected) in columns {
            assert_eq!(text(&column, 0), expected);
            assert!(is_time(column.data_type()));
        }
        let far = TimestampMicrosecondArray::from(vec![i64::MAX]);
        assert_eq!(read(&far, 0), Some(TimeCell::Nanoseconds(i128::from(i64::MAX) * 1000)));
        assert_eq!(text(&far, 0), "1970-01-01");
        assert_eq!(text(&StringArray::new_null(1), 0), "");
    }
}
