//! Columns of numbers as values to smooth, and back.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type,
    Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, Float16Array, Float32Array, Float64Array, PrimitiveArray};
use arrow_schema::DataType;

/// The largest finite number of 16 bits.
const MAX_F16: f64 = 65504.0;

/// The values of a column; NaN where there is none, 0 everywhere if they are no numbers.
pub(super) fn read(array: &dyn Array) -> Vec<f64> {
    fn values<T: ArrowPrimitiveType>(
        array: &PrimitiveArray<T>,
        value: impl Fn(T::Native) -> f64,
    ) -> Vec<f64> {
        array.iter().map(|cell| cell.map_or(f64::NAN, &value)).collect()
    }
    match array.data_type() {
        DataType::Float64 => values(array.as_primitive::<Float64Type>(), |value| value),
        DataType::Float32 => values(array.as_primitive::<Float32Type>(), f64::from),
        DataType::Float16 => values(array.as_primitive::<Float16Type>(), f64::from),
        DataType::Int8 => values(array.as_primitive::<Int8Type>(), f64::from),
        DataType::Int16 => values(array.as_primitive::<Int16Type>(), f64::from),
        DataType::Int32 => values(array.as_primitive::<Int32Type>(), f64::from),
        DataType::Int64 => values(array.as_primitive::<Int64Type>(), |value| value as f64),
        DataType::UInt8 => values(array.as_primitive::<UInt8Type>(), f64::from),
        DataType::UInt16 => values(array.as_primitive::<UInt16Type>(), f64::from),
        DataType::UInt32 => values(array.as_primitive::<UInt32Type>(), f64::from),
        DataType::UInt64 => values(array.as_primitive::<UInt64Type>(), |value| value as f64),
        _ => vec![0.0; array.len()],
    }
}

/// Returns whether a column of this type holds numbers.
pub(super) fn is_number(data_type: &DataType) -> bool {
    data_type.is_integer() || data_type.is_floating()
}

/// The type of a column of this type once it is smoothed: integers become 64-bit floating-point numbers.
pub(super) fn smoothed_type(data_type: &DataType) -> DataType {
    if data_type.is_floating() { data_type.clone() } else { DataType::Float64 }
}

/// The column with its smoothed values; where there is none, the cell is unchanged.
///
/// A value beyond the range of a narrow type is the end of this range.
pub(super) fn smoothed(array: &dyn Array, values: impl Iterator<Item = f64>) -> ArrayRef {
    let max = match array.data_type() {
        DataType::Float16 => MAX_F16,
        DataType::Float32 => f64::from(f32::MAX),
        _ => f64::MAX,
    };
    let cells = values.zip(read(array)).enumerate().map(|(row, (value, recorded))| {
        let is_unchanged = !value.is_finite();
        let cell = if is_unchanged { recorded } else { value.clamp(-max, max) };
        (!(is_unchanged && array.is_null(row))).then_some(cell)
    });
    match array.data_type() {
        DataType::Float16 => {
            let narrow = <Float16Type as ArrowPrimitiveType>::Native::from_f64;
            Arc::new(cells.map(|cell| cell.map(narrow)).collect::<Float16Array>())
        }
        DataType::Float32 => {
            Arc::new(cells.map(|cell| cell.map(|cell| cell as f32)).collect::<Float32Array>())
        }
        _ => Arc::new(cells.collect::<Float64Array>()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{Int64Array, StringArray, UInt8Array};

    #[test]
    fn a_smoothed_column_keeps_its_floating_point_type_and_what_has_no_value() {
        let recorded = Float32Array::from(vec![Some(1.0), None, Some(f32::NAN), Some(2.5)]);
        let back = smoothed(&recorded, [0.1, f64::NAN, f64::NAN, 1e300].into_iter());
        let back = back.as_primitive::<Float32Type>();
        assert_eq!((back.value(0), back.is_null(1), back.value(3)), (0.1, true, f32::MAX));
        assert!(back.value(2).is_nan() && !back.is_null(2));
        let filled = smoothed(&recorded, [1.0, 2.0, 3.0, 4.0].into_iter());
        assert_eq!(filled.as_primitive::<Float32Type>().values()[..], [1.0, 2.0, 3.0, 4.0]);
        let half = smoothed(&Float16Array::new_null(2), [1e6, 1.5].into_iter());
        assert_eq!(read(&half), [MAX_F16, 1.5]);
    }

    #[test]
    fn integers_become_numbers_of_64_bits() {
        let recorded = Int64Array::from(vec![Some(i64::MIN), None, Some(7)]);
        assert_eq!(read(&recorded)[..1], [-(2f64.powi(63))]);
        let back = smoothed(&recorded, [0.5, f64::NAN, f64::NAN].into_iter());
        assert_eq!(back.data_type(), &smoothed_type(recorded.data_type()));
        let back = back.as_primitive::<Float64Type>();
        assert_eq!((back.value(0), back.is_null(1), back.value(2)), (0.5, true, 7.0));
        assert_eq!(read(&UInt8Array::from(vec![255])), [255.0]);
        assert!(!is_number(StringArray::from(vec!["1"]).data_type()));
    }
}
