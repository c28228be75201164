//! Smoothing of rotations, as quaternions (x, y, z, w).

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sprung::Rotation;
use sprung_signal::{EulerOrder, RotationSmoother};

use crate::arrays::matrix;
use crate::errors::OrRaise;
use crate::filter::{FilterLike, gaps as gaps_of};
use crate::smoothing::times_of;

/// Smooths rotations in one pass: unit quaternions (x, y, z, w) of shape (n, 4); times in seconds, shape (n,), or one even
/// step. A row with NaN is missing. Filter and gaps as in smooth.
#[pyfunction]
#[pyo3(signature = (filter: "FilterLike", times: "Times", rotations: "Series", *, gaps: "Gaps"="hold") -> "npt.NDArray[np.float64]")]
pub(crate) fn smooth_rotations<'py>(
    py: Python<'py>,
    filter: FilterLike,
    times: &Bound<'py, PyAny>,
    rotations: &Bound<'py, PyAny>,
    gaps: &str,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let (filter, gaps) = (filter.get(py)?, gaps_of(gaps)?);
    let mut rotations = quaternions(rotations)?;
    let times = times_of(py, times, rotations.len())?;
    let times = times.get()?;
    let smoothed = py.detach(|| {
        let mut smoother = RotationSmoother::new(filter, gaps);
        for (time, rotation) in times.iter().zip(&mut rotations) {
            *rotation = smoother.advance(*time, *rotation)?;
        }
        Ok::<_, sprung_signal::TimeError>(rotations)
    });
    to_rows(py, smoothed.or_raise(py)?.into_iter().map(components))
}

/// Smooths rotations forwards and backwards, without lag. Arguments as smooth_rotations.
#[pyfunction]
#[pyo3(signature = (filter: "FilterLike", times: "Times", rotations: "Series", *, gaps: "Gaps"="hold") -> "npt.NDArray[np.float64]")]
pub(crate) fn smooth_rotations_zero_phase<'py>(
    py: Python<'py>,
    filter: FilterLike,
    times: &Bound<'py, PyAny>,
    rotations: &Bound<'py, PyAny>,
    gaps: &str,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let (filter, gaps) = (filter.get(py)?, gaps_of(gaps)?);
    let mut rotations = quaternions(rotations)?;
    let times = times_of(py, times, rotations.len())?;
    let times = times.get()?;
    py.detach(|| sprung_signal::smooth_rotations_zero_phase(&filter, gaps, times, &mut rotations))
        .or_raise(py)?;
    to_rows(py, rotations.into_iter().map(components))
}

/// Returns quaternions (x, y, z, w), shape (n, 4), of angles in radians, shape (n, 3), about axes in an order such as 'zxy'.
#[pyfunction]
#[pyo3(signature = (order: "str", angles: "Series") -> "npt.NDArray[np.float64]")]
pub(crate) fn rotations_from_angles<'py>(
    py: Python<'py>,
    order: &str,
    angles: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let order = order_of(order)?;
    let angles = matrix::<3>(angles, "angles")?;
    to_rows(py, angles.into_iter().map(|angles| order.rotation(angles).xyzw()))
}

/// Returns the angles in radians, shape (n, 3), of quaternions (x, y, z, w), shape (n, 4): each the nearest to those of the
/// row before, without jumps.
#[pyfunction]
#[pyo3(signature = (order: "str", rotations: "Series") -> "npt.NDArray[np.float64]")]
pub(crate) fn angles_from_rotations<'py>(
    py: Python<'py>,
    order: &str,
    rotations: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let order = order_of(order)?;
    let mut before = [f64::NAN; 3];
    let angles = quaternions(rotations)?.into_iter().map(|rotation| {
        let Some(rotation) = rotation else { return [f64::NAN; 3] };
        before = order.angles_near(&rotation, before);
        before
    });
    to_rows(py, angles.collect::<Vec<_>>().into_iter())
}

fn order_of(order: &str) -> PyResult<EulerOrder> {
    let axes: Vec<usize> =
        order.chars().filter_map(|axis| "xyz".find(axis.to_ascii_lowercase())).collect();
    let axes: Option<[usize; 3]> = axes.try_into().ok().filter(|_| order.len() == 3);
    axes.and_then(EulerOrder::from_axes).ok_or_else(|| {
        PyValueError::new_err(format!("order must be x, y and z in any order, got {order:?}"))
    })
}

fn components(rotation: Option<Rotation<f64>>) -> [f64; 4] {
    rotation.map_or([f64::NAN; 4], |rotation| rotation.xyzw())
}

/// Rotations of shape (n, 4); a row with a number that is not finite, or of length 0, is missing.
fn quaternions(value: &Bound<'_, PyAny>) -> PyResult<Vec<Option<Rotation<f64>>>> {
    let rows = matrix::<4>(value, "rotations")?;
    let is_known = |row: &[f64; 4]| row.iter().all(|c| c.is_finite()) && *row != [0.0; 4];
    Ok(rows.into_iter().map(|row| is_known(&row).then(|| Rotation::from_xyzw(row))).collect())
}

fn to_rows<'py, const N: usize>(
    py: Python<'py>,
    rows: impl ExactSizeIterator<Item = [f64; N]>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let count = rows.len();
    PyArray1::from_iter(py, rows.flatten()).reshape([count, N])
}
