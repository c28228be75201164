//! Smoothing of recorded series: along any axis of an array, and in chunks.

use numpy::PyArrayDyn;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::prelude::*;
use sprung_signal::TimeError;

use crate::arrays::{
    Numbers, number, ordered, read_write, series, shape_text, to_python, unordered,
};
use crate::errors::OrRaise;
use crate::filter::{FilterLike, gaps as gaps_of};

/// Arrays of at least this many numbers are smoothed on all cores, if they hold several series.
const PARALLEL_FROM: usize = 1 << 16;

/// Smooths series in one pass: each sample advances a spring, whose position is the result.
///
/// filter: a Filter; a Spring, which follows; a Damper; or text: 'halflife=0.2', 'damper:halflife=0.2'.
/// times: seconds, one for each sample, ascending, of any steps; dates and durations of NumPy, pandas and polars too.
/// Or one number: the even step in seconds; each step has exactly this duration.
/// values: an array of any shape with the samples along axis. float32 in gives float32 out.
/// gaps: a value that is NaN, infinite or beyond ±1e300 is missing. 'hold' goes on with the value before, 'skip'
/// leaves NaN, 'line' is as 'skip' in one pass.
///
/// Returns a new array of the same shape. Raises TimeError.
#[pyfunction]
#[pyo3(signature = (filter: "FilterLike", times: "Times", values: "Series", *, gaps: "Gaps"="hold", axis: "int"=-1) -> "Floats")]
pub(crate) fn smooth<'py>(
    py: Python<'py>,
    filter: FilterLike,
    times: &Bound<'py, PyAny>,
    values: &Bound<'py, PyAny>,
    gaps: &str,
    axis: isize,
) -> PyResult<Bound<'py, PyAny>> {
    let (filter, gaps) = (filter.get(py)?, gaps_of(gaps)?);
    if let Some(dt) = even_step(times)? {
        let lane =
            |_: &[f64], lane: &mut [f64]| sprung_signal::smooth_evenly(&filter, gaps, dt, lane);
        return along_axis(py, None, values, axis, by_channel(lane));
    }
    let lanes = |times: &[f64], block: &mut [f64], channels: usize| {
        if channels == 1 {
            return sprung_signal::smooth(&filter, gaps, times, block);
        }
        let mut smoother = sprung_signal::Smoother::new(filter, gaps, channels);
        let mut rows = block.chunks_exact_mut(channels);
        times.iter().zip(&mut rows).try_for_each(|(&time, row)| smoother.advance(time, row))
    };
    along_axis(py, Some(times), values, axis, lanes)
}

/// The even step in seconds, if the times are one number.
fn even_step(times: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
    if times.len().is_ok() {
        return Ok(None);
    }
    Ok(match Numbers::read_times(times, "times")? {
        Numbers::One(dt) => Some(dt),
        _ => None,
    })
}

/// Passes the channels of a block through a function of times and values, one after another.
fn by_channel(
    function: impl Fn(&[f64], &mut [f64]) -> Result<(), TimeError> + Sync,
) -> impl Fn(&[f64], &mut [f64], usize) -> Result<(), TimeError> + Sync {
    move |times, block, channels| {
        if channels == 1 {
            return function(times, block);
        }
        let samples = block.len() / channels;
        let mut lane = vec![0.0; samples];
        for channel in 0..channels {
            let places = || (channel..samples * channels).step_by(channels);
            places().zip(&mut lane).for_each(|(at, value)| *value = block[at]);
            function(times, &mut lane)?;
            places().zip(&lane).for_each(|(at, value)| block[at] = *value);
        }
        Ok(())
    }
}

/// Smooths whole series forwards and backwards: no lag at any frequency, and the gain squared.
///
/// Arguments as smooth. With 'line', gaps between values are filled by straight lines.
#[pyfunction]
#[pyo3(signature = (filter: "FilterLike", times: "Times", values: "Series", *, gaps: "Gaps"="hold", axis: "int"=-1) -> "Floats")]
pub(crate) fn smooth_zero_phase<'py>(
    py: Python<'py>,
    filter: FilterLike,
    times: &Bound<'py, PyAny>,
    values: &Bound<'py, PyAny>,
    gaps: &str,
    axis: isize,
) -> PyResult<Bound<'py, PyAny>> {
    let (filter, gaps) = (filter.get(py)?, gaps_of(gaps)?);
    if let Some(dt) = even_step(times)? {
        let lane = |_: &[f64], lane: &mut [f64]| {
            sprung_signal::smooth_zero_phase_evenly(&filter, gaps, dt, lane).map(|_| ())
        };
        return along_axis(py, None, values, axis, by_channel(lane));
    }
    let lane = |times: &[f64], lane: &mut [f64]| {
        sprung_signal::smooth_zero_phase(&filter, gaps, times, lane).map(|_| ())
    };
    along_axis(py, Some(times), values, axis, by_channel(lane))
}

/// Passes each block of an array through a function of times, if there are any, values and channels: the series of a block
/// are its columns, one sample a row.
fn along_axis<'py>(
    py: Python<'py>,
    times: Option<&Bound<'py, PyAny>>,
    values: &Bound<'py, PyAny>,
    axis: isize,
    function: impl Fn(&[f64], &mut [f64], usize) -> Result<(), TimeError> + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let numbers = Numbers::read(values, "values")?;
    let Some(shape) = numbers.shape().map(<[usize]>::to_vec).filter(|shape| !shape.is_empty())
    else {
        return Err(PyTypeError::new_err("values must be an array, got a number"));
    };
    let dimensions = shape.len() as isize;
    if !(-dimensions..dimensions).contains(&axis) {
        let shape = shape_text(&shape);
        return Err(PyValueError::new_err(format!("axis {axis} does not exist in shape {shape}")));
    }
    let axis = axis.rem_euclid(dimensions) as usize;
    let samples = shape[axis];
    let times = times.map(|times| times_of(py, times, samples)).transpose()?;
    let channels = shape[axis + 1..].iter().product();
    let result = numbers.copied::<f64>(py, &shape)?;
    {
        let mut array = read_write(&result, "values")?;
        let all = array.as_slice_mut().map_err(unordered)?;
        let times = times.as_ref().map_or(Ok(&[] as &[f64]), Times::get)?;
        let block = samples * channels;
        if block > 0 {
            py.detach(|| {
                if all.len() >= PARALLEL_FROM && all.len() > block {
                    let blocks = all.par_chunks_exact_mut(block);
                    blocks.try_for_each(|block| function(times, block, channels))
                } else {
                    let mut blocks = all.chunks_exact_mut(block);
                    blocks.try_for_each(|block| function(times, block, channels))
                }
            })
            .or_raise(py)?;
        }
    }
    in_precision(py, &numbers, result)
}

/// The result in the precision of what came.
fn in_precision<'py>(
    py: Python<'py>,
    numbers: &Numbers<'py>,
    result: Bound<'py, PyArrayDyn<f64>>,
) -> PyResult<Bound<'py, PyAny>> {
    if matches!(numbers, Numbers::Single(_)) {
        return result.call_method1("astype", (numpy::dtype::<f32>(py),));
    }
    Ok(result.into_any())
}

/// Times of Python, or even ones.
pub(crate) enum Times<'py> {
    Given(numpy::PyReadonlyArrayDyn<'py, f64>),
    Even(Vec<f64>),
}

impl Times<'_> {
    pub(crate) fn get(&self) -> PyResult<&[f64]> {
        match self {
            Times::Given(times) => times.as_slice().map_err(unordered),
            Times::Even(times) => Ok(times),
        }
    }
}

/// Reads as many times as there are samples; a number is their step.
pub(crate) fn times_of<'py>(
    py: Python<'py>,
    times: &Bound<'py, PyAny>,
    samples: usize,
) -> PyResult<Times<'py>> {
    let times = match Numbers::read_times(times, "times")? {
        Numbers::One(dt) => {
            return Ok(Times::Even((0..samples).map(|sample| sample as f64 * dt).collect()));
        }
        array => ordered(py, &array, "times")?,
    };
    let times = Times::Given(times);
    let count = times.get()?.len();
    if count != samples {
        return Err(PyValueError::new_err(format!("{count} times for {samples} samples")));
    }
    Ok(times)
}

/// Smooths any number of channels in one pass, sample by sample or in chunks of any size.
///
/// All state lies in the smoother: the chunks of a series give the same bits as the whole series.
///
/// >>> smoother = Smoother('halflife=0.1', channels=2)
/// >>> smoother.advance(0.0, [0.0, 8.0])
/// array([0., 8.])
#[pyclass(module = "sprung", from_py_object)]
#[derive(Clone, Debug)]
pub(crate) struct Smoother {
    pub(crate) smoother: sprung_signal::Smoother,
    pub(crate) channels: usize,
}

#[pymethods]
impl Smoother {
    /// A smoother with this number of channels; filter and gaps as in smooth.
    #[new]
    #[pyo3(signature = (filter: "FilterLike", *, gaps: "Gaps"="hold", channels: "int"=1))]
    fn new(py: Python<'_>, filter: FilterLike, gaps: &str, channels: usize) -> PyResult<Self> {
        let (filter, gaps) = (filter.get(py)?, gaps_of(gaps)?);
        let smoother = sprung_signal::Smoother::new(filter, gaps, channels);
        Ok(Smoother { smoother, channels })
    }

    /// Moves on to the next sample: one value for each channel, a number if there is one channel. Returns the smoothed
    /// values, a number for a number.
    ///
    /// Raises TimeError for a time (s) that is not after the last one; the smoother is then as before.
    #[pyo3(signature = (time, row: "Values") -> "Any")]
    fn advance<'py>(
        &mut self,
        py: Python<'py>,
        time: f64,
        row: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if self.channels == 1
            && let Some(value) = number(row)
        {
            let mut row = [value];
            self.smoother.advance(time, &mut row).or_raise(py)?;
            return Ok(row[0].into_pyobject(py)?.into_any());
        }
        let row = series(row, "row")?;
        let mut row = row.as_slice().map_err(unordered)?.to_vec();
        self.require_channels(row.len())?;
        self.smoother.advance(time, &mut row).or_raise(py)?;
        Ok(to_python(py, row).into_any())
    }

    /// Smooths the next samples of the series: times of shape (n,) in seconds, values of shape (n, channels), or (n,)
    /// for one channel. Returns a new array of the shape of values; float32 in gives float32 out.
    ///
    /// Dates are seconds since the first date of the chunk: give a smoother numbers.
    ///
    /// Raises TimeError for a time that is not after the one before; the smoother is then as before.
    #[pyo3(signature = (times: "Series", values: "Series") -> "Floats")]
    fn process<'py>(
        &mut self,
        py: Python<'py>,
        times: &Bound<'py, PyAny>,
        values: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let times = series(times, "times")?;
        let times = times.as_slice().map_err(unordered)?;
        let numbers = Numbers::read(values, "values")?;
        let shape = numbers.shape().unwrap_or_default().to_vec();
        let samples = times.len();
        let fits = shape == [samples, self.channels] || (self.channels == 1 && shape == [samples]);
        if !fits {
            let (own, channels) = (shape_text(&shape), self.channels);
            return Err(PyValueError::new_err(format!(
                "values must have shape ({samples}, {channels}) for {samples} times and {channels} channels, got {own}"
            )));
        }
        let result = numbers.copied::<f64>(py, &shape)?;
        let mut after = self.smoother.clone();
        if self.channels > 0 {
            let mut array = read_write(&result, "values")?;
            let all = array.as_slice_mut().map_err(unordered)?;
            let mut rows = all.chunks_exact_mut(self.channels);
            let advanced = py.detach(|| {
                times.iter().zip(&mut rows).try_for_each(|(&time, row)| after.advance(time, row))
            });
            advanced.or_raise(py)?;
        }
        self.smoother = after;
        in_precision(py, &numbers, result)
    }

    /// The smoothed value of each channel at the last sample, shape (channels,); NaN before a channel's first value.
    #[pyo3(signature = () -> "npt.NDArray[np.float64]")]
    fn smoothed<'py>(&self, py: Python<'py>) -> Bound<'py, numpy::PyArray1<f64>> {
        to_python(py, self.smoother.smoothed().collect())
    }

    /// The state as bytes, 16 and 32 for each channel, for the keyed state of a stream processor. The filter is not
    /// part of it.
    fn save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.smoother.save())
    }

    /// A smoother from its saved state: it goes on with the bits of the one that was saved. Raises ValueError for other
    /// bytes.
    #[staticmethod]
    #[pyo3(signature = (filter: "FilterLike", state: "bytes", *, gaps: "Gaps"="hold"))]
    fn restore(py: Python<'_>, filter: FilterLike, state: &[u8], gaps: &str) -> PyResult<Self> {
        let (filter, gaps) = (filter.get(py)?, gaps_of(gaps)?);
        let smoother = sprung_signal::Smoother::restore(filter, gaps, state).or_raise(py)?;
        let channels = smoother.smoothed().count();
        Ok(Smoother { smoother, channels })
    }

    /// A smoother in the same state.
    fn copy(&self) -> Self {
        self.clone()
    }

    /// The number of channels.
    #[getter]
    fn channels(&self) -> usize {
        self.channels
    }
}

impl Smoother {
    fn require_channels(&self, count: usize) -> PyResult<()> {
        let channels = self.channels;
        if count == channels {
            return Ok(());
        }
        Err(PyValueError::new_err(format!("{count} values for {channels} channels")))
    }
}

/// The samples of a series at even steps over the same duration, and the step in seconds.
///
/// times and values of shape (n,); times that are even within a hundredth of a step keep their values, otherwise the
/// straight lines between the samples are sampled. A missing value (NaN) is passed over.
#[pyfunction]
#[pyo3(signature = (times: "Times", values: "Series") -> "tuple[npt.NDArray[np.float64], float]")]
pub(crate) fn resample_uniform<'py>(
    py: Python<'py>,
    times: &Bound<'py, PyAny>,
    values: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, numpy::PyArray1<f64>>, f64)> {
    let values = series(values, "values")?;
    let values = values.as_slice().map_err(unordered)?;
    let times = times_of(py, times, values.len())?;
    let times = times.get()?;
    let (even, step) = py.detach(|| sprung_signal::resample_uniform(times, values)).or_raise(py)?;
    Ok((to_python(py, even), step))
}
