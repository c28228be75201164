//! Many series at once: one after another on all cores, or with their rows in any order.

use std::num::NonZero;

use numpy::{PyArrayDyn, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sprung_signal::{Filter, Gaps};

use crate::arrays::{Numbers, read_write, unordered};
use crate::errors::OrRaise;
use crate::filter::{FilterLike, gaps as gaps_of};
use crate::smoothing::times_of;

/// Whole numbers of an unsigned type: a NumPy array, or what becomes one.
fn whole<'py, T: numpy::Element>(
    value: &Bound<'py, PyAny>,
    name: &str,
    kind: &str,
) -> PyResult<PyReadonlyArray1<'py, T>> {
    if let Ok(array) = value.extract::<PyReadonlyArray1<'py, T>>()
        && array.is_c_contiguous()
    {
        return Ok(array);
    }
    let numpy = value.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (value,))?;
    let size: usize = array.getattr("size")?.extract()?;
    let is_whole = matches!(array.getattr("dtype")?.getattr("kind")?.extract::<char>()?, 'i' | 'u');
    let error = || PyValueError::new_err(format!("{name} must be whole numbers from 0 on"));
    if size > 0 && !is_whole {
        return Err(error());
    }
    let changed = array.call_method1("astype", (kind,))?;
    let is_same: bool = numpy.call_method1("array_equal", (&array, &changed))?.extract()?;
    if !is_same {
        return Err(error());
    }
    let array = numpy.call_method1("ascontiguousarray", (changed,))?;
    array.extract()
}

/// The array to be smoothed in place: a copy of the values, or `out` with the values in it.
fn output<'py>(
    values: &Bound<'py, PyAny>,
    out: Option<Bound<'py, PyArrayDyn<f64>>>,
) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    let py = values.py();
    let numbers = Numbers::read(values, "values")?;
    let shape = numbers.shape().unwrap_or_default().to_vec();
    let &[rows] = shape.as_slice() else {
        return Err(PyValueError::new_err("values must have one dimension"));
    };
    let Some(out) = out else { return numbers.copied::<f64>(py, &[rows]) };
    if out.shape() != [rows] || !out.is_c_contiguous() {
        return Err(PyValueError::new_err(format!("out must be {rows} numbers in order")));
    }
    numbers.copy_to(&out)?;
    Ok(out)
}

/// Smooths many series that lie one after another, each in one pass, on all cores.
///
/// filter and gaps as in smooth. times (s) and values of shape (n,); series i is the rows offsets[i] to offsets[i + 1],
/// as in a list array of Arrow. Each has the bits of smooth, on any number of threads; None is one for each core.
/// out: an array of float64 for the result, which may be values itself.
///
/// Returns float64. Raises TimeError and ValueError; out then holds values.
#[pyfunction]
#[pyo3(signature = (filter: "FilterLike", times: "Times", values: "Series", offsets: "Series", *, gaps: "Gaps"="hold", threads: "int | None"=None, out: "npt.NDArray[np.float64] | None"=None) -> "npt.NDArray[np.float64]")]
#[allow(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn smooth_grouped<'py>(
    py: Python<'py>,
    filter: FilterLike,
    times: &Bound<'py, PyAny>,
    values: &Bound<'py, PyAny>,
    offsets: &Bound<'py, PyAny>,
    gaps: &str,
    threads: Option<usize>,
    out: Option<Bound<'py, PyArrayDyn<f64>>>,
) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    let (filter, gaps) = (filter.get(py)?, gaps_of(gaps)?);
    let offsets = whole::<u64>(offsets, "offsets", "uint64")?;
    let offsets = offsets.as_slice().map_err(unordered)?;
    let offsets: Vec<usize> = offsets.iter().map(|offset| *offset as usize).collect();
    let threads = match threads {
        Some(0) => Err(PyValueError::new_err("threads must be at least 1, got 0"))?,
        threads => threads.and_then(NonZero::new),
    };
    let result = output(values, out)?;
    {
        let mut array = read_write(&result, "out")?;
        let all = array.as_slice_mut().map_err(unordered)?;
        let times = times_of(py, times, all.len())?;
        let times = times.get()?;
        py.detach(|| sprung_signal::smooth_grouped(&filter, gaps, times, all, &offsets, threads))
            .or_raise(py)?;
    }
    Ok(result)
}

/// Smooths many series whose rows come in any order, each in one pass: as a stream of sensors does.
///
/// A key is the number of a series, below keys. Each series has the bits of Smoother, whatever rows of others come
/// between, in chunks of any size; many rows at once are shared by all cores. 56 bytes for each key.
///
/// >>> smoother = KeyedSmoother('halflife=0.1', keys=2)
/// >>> smoother.process([0, 1, 0], [0.0, 0.5, 0.1], [8.0, -1.0, 8.0])
/// array([ 8., -1.,  8.])
#[pyclass(module = "sprung", from_py_object)]
#[derive(Clone, Debug)]
pub(crate) struct KeyedSmoother {
    smoother: sprung_signal::KeyedSmoother,
}

#[pymethods]
impl KeyedSmoother {
    /// A smoother of this number of series; filter and gaps as in smooth.
    #[new]
    #[pyo3(signature = (filter: "FilterLike", *, keys: "int"=0, gaps: "Gaps"="hold"))]
    fn new(py: Python<'_>, filter: FilterLike, keys: usize, gaps: &str) -> PyResult<Self> {
        let (filter, gaps): (Filter, Gaps) = (filter.get(py)?, gaps_of(gaps)?);
        require_keys(keys)?;
        Ok(KeyedSmoother { smoother: sprung_signal::KeyedSmoother::new(filter, gaps, keys) })
    }

    /// The number of keys.
    #[getter]
    fn keys(&self) -> usize {
        self.smoother.keys()
    }

    /// Adds series, which have not begun.
    #[pyo3(signature = (keys: "int"))]
    fn add_keys(&mut self, keys: usize) -> PyResult<()> {
        require_keys(keys.saturating_add(self.smoother.keys()))?;
        self.smoother.add_keys(keys);
        Ok(())
    }

    /// Smooths the rows that follow: keys, times (s) and values of shape (n,). out as in smooth_grouped. Returns float64.
    ///
    /// Raises TimeError for a time that is not after the last one of its series, ValueError for a key that does not
    /// exist; nothing has then moved.
    #[pyo3(signature = (keys: "Series", times: "Times", values: "Series", *, out: "npt.NDArray[np.float64] | None"=None) -> "npt.NDArray[np.float64]")]
    fn process<'py>(
        &mut self,
        py: Python<'py>,
        keys: &Bound<'py, PyAny>,
        times: &Bound<'py, PyAny>,
        values: &Bound<'py, PyAny>,
        out: Option<Bound<'py, PyArrayDyn<f64>>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        let keys = whole::<u32>(keys, "keys", "uint32")?;
        let keys = keys.as_slice().map_err(unordered)?;
        let result = output(values, out)?;
        {
            let mut array = read_write(&result, "out")?;
            let all = array.as_slice_mut().map_err(unordered)?;
            let times = times_of(py, times, all.len())?;
            let times = times.get()?;
            if keys.len() != all.len() {
                let (keys, values) = (keys.len(), all.len());
                return Err(PyValueError::new_err(format!("{keys} keys for {values} values")));
            }
            py.detach(|| self.smoother.advance(keys, times, all)).or_raise(py)?;
        }
        Ok(result)
    }

    /// A smoother in the same state.
    fn copy(&self) -> Self {
        self.clone()
    }
}

/// Keys are numbers of 32 bits.
fn require_keys(keys: usize) -> PyResult<()> {
    if u32::try_from(keys).is_ok() {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("keys must be below 2^32, got {keys}")))
}
