//! A first-order damper: its constructors and parameters.

use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::errors::OrRaise;
use crate::steps::DamperStep;

/// A first-order damper: the offset from the goal decays as e^(−λt), without a velocity.
#[pyclass(frozen, eq, module = "sprung", from_py_object)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Damper(pub(crate) sprung::Damper<f64>);

impl Damper {
    pub(crate) fn single(&self) -> sprung::Damper<f32> {
        // A rate is never negative or NaN, nor is what it rounds to.
        sprung::Damper::from_rate(self.0.rate() as f32)
            .unwrap_or_else(|_| sprung::Damper::clamped_halflife(self.0.halflife() as f32))
    }
}

#[pymethods]
impl Damper {
    /// A damper from its rate λ, 1/s.
    #[staticmethod]
    fn from_rate(py: Python<'_>, rate: f64) -> PyResult<Self> {
        sprung::Damper::from_rate(rate).or_raise(py).map(Damper)
    }

    /// A damper from its half-life, s.
    #[staticmethod]
    fn from_halflife(py: Python<'_>, halflife: f64) -> PyResult<Self> {
        sprung::Damper::from_halflife(halflife).or_raise(py).map(Damper)
    }

    /// A damper from its time constant 1/λ, s.
    #[staticmethod]
    fn from_time_constant(py: Python<'_>, time_constant: f64) -> PyResult<Self> {
        sprung::Damper::from_time_constant(time_constant).or_raise(py).map(Damper)
    }

    /// A damper from the fraction of the offset that a step of reference_step seconds removes.
    #[staticmethod]
    fn from_smoothing_factor(py: Python<'_>, factor: f64, reference_step: f64) -> PyResult<Self> {
        sprung::Damper::from_smoothing_factor(factor, reference_step).or_raise(py).map(Damper)
    }

    /// A damper that equals blending by damping·reference_step in steps of reference_step seconds.
    #[staticmethod]
    fn from_damping(py: Python<'_>, damping: f64, reference_step: f64) -> PyResult<Self> {
        sprung::Damper::from_damping(damping, reference_step).or_raise(py).map(Damper)
    }

    /// A damper from text: 'damper:halflife=0.2'. Raises SpecError.
    #[classmethod]
    fn parse(_class: &Bound<'_, PyType>, py: Python<'_>, text: &str) -> PyResult<Self> {
        text.parse().or_raise(py).map(Damper)
    }

    /// The rate λ, 1/s.
    #[getter]
    fn rate(&self) -> f64 {
        self.0.rate()
    }

    /// The half-life, s.
    #[getter]
    fn halflife(&self) -> f64 {
        self.0.halflife()
    }

    /// The time constant 1/λ, s, which is the lag behind a goal of constant velocity.
    #[getter]
    fn time_constant(&self) -> f64 {
        self.0.time_constant()
    }

    /// The fraction of the offset that a step of reference_step seconds removes.
    fn smoothing_factor(&self, reference_step: f64) -> f64 {
        self.0.smoothing_factor(reference_step)
    }

    /// The exact step over dt seconds. A dt that is 0, negative or NaN changes nothing.
    fn step(&self, dt: f64) -> DamperStep {
        DamperStep::new(self, dt)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Damper('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("parse")?, (slf.get().0.to_string(),)))
    }
}
