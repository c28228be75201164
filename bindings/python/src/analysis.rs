//! Motions as functions of time, and gains as functions of frequency.

use pyo3::prelude::*;
use sprung::analysis;

use crate::arrays::{map, states};

/// The motion of a spring towards a held goal, as a function of time.
#[pyclass(frozen, module = "sprung")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct FreeResponse(pub(crate) analysis::FreeResponse<f64>);

#[pymethods]
impl FreeResponse {
    /// The offset from the goal and the velocity (units per second) at times in seconds: two numbers, or two arrays of
    /// the shape of time.
    #[pyo3(signature = (time: "Values") -> "tuple[Any, Any]")]
    fn at<'py>(
        &self,
        time: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        states(time, None, |time, _| self.0.at(time))
    }

    /// The acceleration at times in seconds, units per s²: a number, or an array of the same shape.
    #[pyo3(signature = (time: "Values") -> "Any")]
    fn acceleration<'py>(&self, time: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        map(time, "time", |time| self.0.acceleration(time))
    }

    /// The energy per unit of mass at times in seconds: a number, or an array of the same shape.
    #[pyo3(signature = (time: "Values") -> "Any")]
    fn energy<'py>(&self, time: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        map(time, "time", |time| self.0.energy(time))
    }

    /// The first time (s) at which the offset is a level; infinite if never.
    fn crossing_time(&self, level: f64) -> f64 {
        self.0.crossing_time(level)
    }

    /// The n-th time (s, from 1) at which the offset is a level; infinite if never.
    fn nth_crossing_time(&self, level: f64, n: u32) -> f64 {
        self.0.nth_crossing_time(level, n)
    }

    /// The time (s) after which the offset stays within a tolerance, in units.
    fn settling_time(&self, tolerance: f64) -> f64 {
        self.0.settling_time(tolerance)
    }

    /// Time (s) and offset of the n-th turning point, from 1; None if there is none.
    fn extremum(&self, n: u32) -> Option<(f64, f64)> {
        pair(self.0.extremum(n))
    }

    /// Time (s) and offset of the farthest point beyond the goal; None without overshoot.
    fn overshoot(&self) -> Option<(f64, f64)> {
        pair(self.0.overshoot())
    }

    /// Time (s) and size of the largest offset.
    fn max_offset(&self) -> (f64, f64) {
        let extremum = self.0.max_offset();
        (extremum.time, extremum.value)
    }

    /// Time (s) and size of the highest speed, units per second.
    fn max_speed(&self) -> (f64, f64) {
        let extremum = self.0.max_speed();
        (extremum.time, extremum.value)
    }

    /// Time (s) and size of the highest acceleration, units per s².
    fn max_acceleration(&self) -> (f64, f64) {
        let extremum = self.0.max_acceleration();
        (extremum.time, extremum.value)
    }

    /// The integral of the offset over all time, units · s.
    fn integral(&self) -> f64 {
        self.0.integral()
    }

    /// The integral of the absolute offset over all time, units · s.
    fn integral_abs(&self) -> f64 {
        self.0.integral_abs()
    }

    /// The length of the whole path, units.
    fn path_length(&self) -> f64 {
        self.0.path_length()
    }
}

fn pair(extremum: Option<analysis::Extremum<f64>>) -> Option<(f64, f64)> {
    extremum.map(|extremum| (extremum.time, extremum.value))
}

/// Gain, phase and delay of a spring as a filter of its goal.
#[pyclass(frozen, module = "sprung")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrequencyResponse(pub(crate) analysis::FrequencyResponse<f64>);

#[pymethods]
impl FrequencyResponse {
    /// The gain at frequencies in Hz: a number, or an array of the same shape.
    #[pyo3(signature = (frequency: "Values") -> "Any")]
    fn gain<'py>(&self, frequency: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        map(frequency, "frequency", |frequency| self.0.gain(frequency))
    }

    /// The phase at frequencies in Hz, rad: a number, or an array of the same shape.
    #[pyo3(signature = (frequency: "Values") -> "Any")]
    fn phase<'py>(&self, frequency: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        map(frequency, "frequency", |frequency| self.0.phase(frequency))
    }

    /// The group delay at frequencies in Hz, s: a number, or an array of the same shape.
    #[pyo3(signature = (frequency: "Values") -> "Any")]
    fn group_delay<'py>(&self, frequency: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        map(frequency, "frequency", |frequency| self.0.group_delay(frequency))
    }

    /// Frequency (Hz) and gain of the resonant peak; None without one.
    fn resonance(&self) -> Option<(f64, f64)> {
        self.0.resonance().map(|peak| (peak.frequency, peak.gain))
    }

    /// The frequency (Hz) at which the gain falls to 1/√2.
    fn bandwidth(&self) -> f64 {
        self.0.bandwidth()
    }
}
