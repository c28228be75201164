//! The frequencies in a signal, found by the springs that it shakes.

use std::num::NonZero;

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::{Numbers, number, series, to_python, unordered};
use crate::errors::OrRaise;
use crate::smoothing::times_of;
use crate::spring::{Spring, SpringLike};

/// A frequency in a signal.
#[pyclass(frozen, eq, get_all, module = "sprung")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Resonance {
    /// The frequency, Hz.
    frequency: f64,
    /// The amplitude of the tone, in the units of the signal.
    strength: f64,
    /// The power of the tone over that of the noise around it.
    signal_to_noise: f64,
}

#[pymethods]
impl Resonance {
    /// The period, s.
    #[getter]
    fn period(&self) -> f64 {
        1.0 / self.frequency
    }

    fn __repr__(&self) -> String {
        let Resonance { frequency, strength, signal_to_noise } = self;
        format!(
            "Resonance(frequency={frequency:?}, strength={strength:?}, signal_to_noise={signal_to_noise:?})"
        )
    }
}

/// A search for the frequencies in a signal: between start and end in Hz (all by default), with a relative resolution of
/// 0.0001 to 0.1, on a number of threads (all by default).
///
/// >>> import numpy as np
/// >>> times = np.arange(2000) * 0.001
/// >>> round(ResonanceFinder().run(np.sin(2 * np.pi * 50 * times), 0.001)[0].frequency, 6)
/// 50.0
#[pyclass(frozen, module = "sprung")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResonanceFinder(sprung_signal::ResonanceFinder);

#[pymethods]
impl ResonanceFinder {
    #[new]
    #[pyo3(signature = (start: "float | None"=None, end: "float | None"=None, *, resolution=0.01, threads: "int | None"=None))]
    fn new(
        start: Option<f64>,
        end: Option<f64>,
        resolution: f64,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let count = |threads| {
            NonZero::new(threads)
                .ok_or_else(|| PyValueError::new_err("threads must be >= 1, got 0"))
        };
        let mut finder = sprung_signal::ResonanceFinder::default();
        (finder.from, finder.to, finder.resolution) = (start, end, resolution);
        finder.threads = threads.map(count).transpose()?;
        Ok(ResonanceFinder(finder))
    }

    /// Returns the frequencies in a signal of shape (n,), the strongest first, 64 at most.
    ///
    /// times is the even step in seconds, or the time of each sample, shape (n,): then a NaN value is missing.
    #[pyo3(signature = (values: "Series", times: "Times"))]
    fn run<'py>(
        &self,
        py: Python<'py>,
        values: &Bound<'py, PyAny>,
        times: &Bound<'py, PyAny>,
    ) -> PyResult<Vec<Resonance>> {
        let values = series(values, "values")?;
        let values = values.as_slice().map_err(unordered)?;
        let found = match number(times) {
            Some(dt) => py.detach(|| self.0.run(values, dt)),
            None => {
                let times = times_of(py, times, values.len())?;
                let times = times.get()?;
                py.detach(|| self.0.run_at_times(times, values))
            }
        };
        let resonance = |found: &sprung_signal::Resonance| Resonance {
            frequency: found.frequency,
            strength: found.strength,
            signal_to_noise: found.signal_to_noise,
        };
        Ok(found.or_raise(py)?.iter().map(resonance).collect())
    }

    /// Returns frequencies (Hz) and the strength at each, as arrays of shape (m,), of a signal of shape (n,) at even steps
    /// of dt seconds; at given frequencies, or at as many as the resolution needs.
    #[pyo3(signature = (values: "Series", dt, frequencies: "Series | None"=None) -> "tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]")]
    #[allow(clippy::type_complexity, reason = "two arrays")]
    fn spectrum<'py>(
        &self,
        py: Python<'py>,
        values: &Bound<'py, PyAny>,
        dt: f64,
        frequencies: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>)> {
        let values = series(values, "values")?;
        let values = values.as_slice().map_err(unordered)?;
        let shaken = match frequencies {
            None => py.detach(|| self.0.spectrum(values, dt)),
            Some(frequencies) => {
                let frequencies = series(frequencies, "frequencies")?;
                let frequencies = frequencies.as_slice().map_err(unordered)?;
                py.detach(|| self.0.spectrum_at(values, dt, frequencies))
            }
        };
        let shaken = shaken.or_raise(py)?;
        let (frequencies, strengths) =
            shaken.iter().map(|spring| (spring.frequency, spring.strength)).unzip();
        Ok((to_python(py, frequencies), to_python(py, strengths)))
    }

    /// Returns the strength of frequencies over time, shape (frequencies, columns), and the times of the columns, s, of
    /// a signal of shape (n,) at even steps of dt seconds.
    #[pyo3(signature = (values: "Series", dt, frequencies: "Series", columns) -> "tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]")]
    #[allow(clippy::type_complexity, reason = "two arrays")]
    fn spectrogram<'py>(
        &self,
        py: Python<'py>,
        values: &Bound<'py, PyAny>,
        dt: f64,
        frequencies: &Bound<'py, PyAny>,
        columns: usize,
    ) -> PyResult<(Bound<'py, PyArray2<f64>>, Bound<'py, PyArray1<f64>>)> {
        let values = series(values, "values")?;
        let values = values.as_slice().map_err(unordered)?;
        let frequencies = series(frequencies, "frequencies")?;
        let frequencies = frequencies.as_slice().map_err(unordered)?;
        let shown = py.detach(|| self.0.spectrogram(values, dt, frequencies, columns));
        let shown = shown.or_raise(py)?;
        let strengths: Vec<f64> = shown.strengths.concat();
        let strengths = to_python(py, strengths).reshape([frequencies.len(), columns])?;
        Ok((strengths, to_python(py, shown.times)))
    }
}

/// The frequency (Hz) at which a spring holds the most energy; None if it is damped too much to resonate.
#[pyfunction]
#[pyo3(signature = (spring: "Spring | str"))]
pub(crate) fn resonant_frequency(py: Python<'_>, spring: SpringLike) -> PyResult<Option<f64>> {
    Ok(sprung_signal::resonant_frequency(&spring.get(py)?))
}

/// The spring that resonates at a frequency (Hz) with a damping ratio (0 to 0.866).
#[pyfunction]
pub(crate) fn spring_resonant_at(
    py: Python<'_>,
    frequency: f64,
    damping_ratio: f64,
) -> PyResult<Spring> {
    sprung_signal::spring_resonant_at(frequency, damping_ratio).or_raise(py).map(Spring)
}

/// The spring that resonates at a frequency (Hz), whose swings decay by half in a half-life (s).
#[pyfunction]
pub(crate) fn spring_resonant_at_by_halflife(
    py: Python<'_>,
    frequency: f64,
    halflife: f64,
) -> PyResult<Spring> {
    sprung_signal::spring_resonant_at_by_halflife(frequency, halflife).or_raise(py).map(Spring)
}

/// Returns angles as a continuous signal: jumps of more than half a turn are taken out. Shape (n,) in and out; NaN is
/// missing.
#[pyfunction]
#[pyo3(signature = (angles: "Series", turn: "float"=core::f64::consts::TAU) -> "npt.NDArray[np.float64]")]
pub(crate) fn unwrap_phase<'py>(
    py: Python<'py>,
    angles: &Bound<'py, PyAny>,
    turn: f64,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let numbers = Numbers::read(angles, "angles")?;
    let angles = crate::arrays::ordered(py, &numbers, "angles")?;
    let mut unwrapper = sprung_signal::PhaseUnwrapper::new(turn);
    let angles = angles.as_slice().map_err(unordered)?;
    Ok(to_python(py, angles.iter().map(|angle| unwrapper.unwrap(*angle)).collect()))
}
