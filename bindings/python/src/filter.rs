//! Filters: a damper or a spring through which a signal is passed.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sprung::Spec;
use sprung_signal::Gaps;

use crate::damper::Damper;
use crate::errors::OrRaise;
use crate::spring::{Spring, SpringLike};

/// A damper or spring through which a signal is passed: the signal is the goal, the motion is the result.
///
/// follow(spring): damped relative to the world, the smoothest; lags behind a ramp by 2ζ/ω.
/// track(spring): damped relative to the signal; no lag behind a ramp, but fast noise passes more easily.
/// damper(damper): first order; lags by its time constant.
#[pyclass(frozen, eq, module = "sprung", from_py_object)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Filter(pub(crate) sprung_signal::Filter);

#[pymethods]
impl Filter {
    /// A spring damped relative to the world; a Spring or its text.
    #[staticmethod]
    #[pyo3(signature = (spring: "Spring | str"))]
    fn follow(py: Python<'_>, spring: SpringLike) -> PyResult<Self> {
        Ok(Filter(sprung_signal::Filter::Follow(spring.get(py)?)))
    }

    /// A spring damped relative to the signal; a Spring or its text.
    #[staticmethod]
    #[pyo3(signature = (spring: "Spring | str"))]
    fn track(py: Python<'_>, spring: SpringLike) -> PyResult<Self> {
        Ok(Filter(sprung_signal::Filter::Track(spring.get(py)?)))
    }

    /// A first-order damper.
    #[staticmethod]
    fn damper(damper: Damper) -> Self {
        Filter(sprung_signal::Filter::Damper(damper.0))
    }

    /// The slowest decay rate, 1/s: a disturbance decays at least as e^(−rate·t).
    #[getter]
    fn slowest_decay_rate(&self) -> f64 {
        self.0.slowest_decay_rate()
    }

    fn __repr__(&self) -> String {
        match self.0 {
            sprung_signal::Filter::Damper(damper) => format!("Filter.damper(Damper('{damper}'))"),
            sprung_signal::Filter::Follow(spring) => format!("Filter.follow('{spring}')"),
            sprung_signal::Filter::Track(spring) => format!("Filter.track('{spring}')"),
            _ => "Filter".to_owned(),
        }
    }
}

/// A filter, a spring to follow with, a damper, or the text of one of these two.
#[derive(FromPyObject)]
pub(crate) enum FilterLike {
    Filter(Filter),
    Spring(Spring),
    Damper(Damper),
    Text(String),
}

impl FilterLike {
    pub(crate) fn get(&self, py: Python<'_>) -> PyResult<sprung_signal::Filter> {
        Ok(match self {
            FilterLike::Filter(filter) => filter.0,
            FilterLike::Spring(spring) => sprung_signal::Filter::Follow(spring.0),
            FilterLike::Damper(damper) => sprung_signal::Filter::Damper(damper.0),
            FilterLike::Text(text) => match text.parse::<Spec<f64>>().or_raise(py)? {
                Spec::Spring(spring) => sprung_signal::Filter::Follow(spring),
                Spec::Damper(damper) => sprung_signal::Filter::Damper(damper),
            },
        })
    }
}

/// The treatment of missing values, by its name.
pub(crate) fn gaps(name: &str) -> PyResult<Gaps> {
    match name {
        "hold" => Ok(Gaps::Hold),
        "skip" => Ok(Gaps::Skip),
        "line" => Ok(Gaps::Line),
        _ => Err(PyValueError::new_err(format!(
            "gaps must be 'hold', 'skip' or 'line', got {name:?}"
        ))),
    }
}
