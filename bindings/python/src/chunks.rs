//! One series in chunks, on many machines.

use std::num::NonZero;

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arrays::{series, to_python, unordered};
use crate::errors::OrRaise;
use crate::filter::{FilterLike, gaps as gaps_of};
use crate::smoothing::times_of;

/// Smooths one long series in two passes on all cores: the result of ChunkSmoother, on any number of threads.
///
/// Arguments as smooth, values of shape (n,). Within 3e-14 of the largest value it is that of smooth.
#[pyfunction]
#[pyo3(signature = (filter: "FilterLike", times: "Times", values: "Series", *, gaps: "Gaps"="hold", threads: "int | None"=None) -> "npt.NDArray[np.float64]")]
pub(crate) fn smooth_in_chunks<'py>(
    py: Python<'py>,
    filter: FilterLike,
    times: &Bound<'py, PyAny>,
    values: &Bound<'py, PyAny>,
    gaps: &str,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let (filter, gaps) = (filter.get(py)?, gaps_of(gaps)?);
    let threads = match threads {
        Some(0) => Err(PyValueError::new_err("threads must be at least 1, got 0"))?,
        threads => threads.and_then(NonZero::new),
    };
    let mut all = series(values, "values")?.as_slice().map_err(unordered)?.to_vec();
    let times = times_of(py, times, all.len())?;
    let times = times.get()?;
    py.detach(|| sprung_signal::smooth_in_chunks(&filter, gaps, times, &mut all, threads))
        .or_raise(py)?;
    Ok(to_python(py, all))
}

/// The effect of consecutive rows of a series on the spring that smooths it: the first of two passes over a series that
/// lies on many machines.
///
/// Each machine summarizes its chunk; the summaries before a chunk, merged in order, are all that ChunkSmoother needs to
/// smooth it. The result has the same bits, into whatever chunks the series is divided.
///
/// >>> first = ChunkSummary('halflife=0.1')
/// >>> first.extend([0.0, 0.1], [1.0, 2.0])
/// >>> second = ChunkSummary('halflife=0.1', first_row=2)
/// >>> second.extend([0.2], [1.0])
/// >>> first.merge(second)
/// >>> first.end_row
/// 3
#[pyclass(module = "sprung", from_py_object)]
#[derive(Clone, Debug)]
pub(crate) struct ChunkSummary(sprung_signal::ChunkSummary);

#[pymethods]
impl ChunkSummary {
    /// The summary of no rows; the first will be the row with this number, counted from 0 at the start of the series.
    #[new]
    #[pyo3(signature = (filter: "FilterLike", *, first_row: "int"=0, gaps: "Gaps"="hold"))]
    fn new(py: Python<'_>, filter: FilterLike, first_row: u64, gaps: &str) -> PyResult<Self> {
        if first_row > 1 << 62 {
            return Err(PyValueError::new_err(format!(
                "first_row must be at most 2^62, got {first_row}"
            )));
        }
        let (filter, gaps) = (filter.get(py)?, gaps_of(gaps)?);
        Ok(ChunkSummary(sprung_signal::ChunkSummary::new(filter, gaps, first_row)))
    }

    /// The number of the first row.
    #[getter]
    fn first_row(&self) -> u64 {
        self.0.first_row()
    }

    /// The number of the row after the last one.
    #[getter]
    fn end_row(&self) -> u64 {
        self.0.end_row()
    }

    /// Takes in the rows that follow: times (s) and values of shape (n,). Raises TimeError, and is then as before.
    #[pyo3(signature = (times: "Series", values: "Series"))]
    fn extend(
        &mut self,
        py: Python<'_>,
        times: &Bound<'_, PyAny>,
        values: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (times, values) = (series(times, "times")?, series(values, "values")?);
        let (times, values) =
            (times.as_slice().map_err(unordered)?, values.as_slice().map_err(unordered)?);
        require_same(times.len(), values.len())?;
        py.detach(|| self.0.extend(times, values)).or_raise(py)
    }

    /// Takes in the chunk that follows. Raises ValueError for one that does not, and is then as before.
    #[pyo3(signature = (next: "ChunkSummary"))]
    fn merge(this: &Bound<'_, Self>, next: &Bound<'_, ChunkSummary>) -> PyResult<()> {
        // It may be the same one.
        let next = next.borrow().0.clone();
        this.borrow_mut().0.merge(&next).or_raise(this.py())
    }

    /// The summary as bytes: at most 140 KB.
    fn save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.save())
    }

    /// A summary from its saved bytes. Raises ValueError for others, and for those of another filter.
    #[staticmethod]
    #[pyo3(signature = (filter: "FilterLike", state: "bytes", *, gaps: "Gaps"="hold"))]
    fn restore(py: Python<'_>, filter: FilterLike, state: &[u8], gaps: &str) -> PyResult<Self> {
        let (filter, gaps) = (filter.get(py)?, gaps_of(gaps)?);
        sprung_signal::ChunkSummary::restore(filter, gaps, state).map(ChunkSummary).or_raise(py)
    }
}

/// Smooths a chunk of a series: the second of two passes, see ChunkSummary.
#[pyclass(module = "sprung")]
#[derive(Debug)]
pub(crate) struct ChunkSmoother(sprung_signal::ChunkSmoother);

#[pymethods]
impl ChunkSmoother {
    /// A smoother for the rows after those of a summary, which begins with row 0.
    #[new]
    #[pyo3(signature = (before: "ChunkSummary"))]
    fn new(py: Python<'_>, before: &Bound<'_, ChunkSummary>) -> PyResult<Self> {
        sprung_signal::ChunkSmoother::after(&before.borrow().0).map(ChunkSmoother).or_raise(py)
    }

    /// Smooths the rows that follow: times (s) and values of shape (n,). Returns float64. Raises TimeError, and is then
    /// as before.
    #[pyo3(signature = (times: "Series", values: "Series") -> "npt.NDArray[np.float64]")]
    fn process<'py>(
        &mut self,
        py: Python<'py>,
        times: &Bound<'py, PyAny>,
        values: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let times = series(times, "times")?;
        let times = times.as_slice().map_err(unordered)?;
        let mut values = series(values, "values")?.as_slice().map_err(unordered)?.to_vec();
        require_same(times.len(), values.len())?;
        py.detach(|| self.0.smooth(times, &mut values)).or_raise(py)?;
        Ok(to_python(py, values))
    }
}

fn require_same(times: usize, values: usize) -> PyResult<()> {
    if times == values {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{times} times for {values} values")))
}
