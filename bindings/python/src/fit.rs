//! The spring that explains a recorded motion.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sprung_signal::{Explanation, Release};

use crate::arrays::{series, states, unordered};
use crate::errors::OrRaise;
use crate::smoothing::times_of;
use crate::spring::Spring;

/// Finds the spring that explains a recorded motion towards a goal that is held, with standard errors.
///
/// release is how the motion starts: 'any', 'from_rest', 'moving' or 'kicked'.
///
/// >>> import numpy as np
/// >>> times = np.arange(200) / 100
/// >>> motion = Spring(9.0, 0.4).free_response(0.0, 0.0, 5.0).at(times)[0] + 5.0
/// >>> round(SpringFitter().run(times, motion).damping_ratio.value, 6)
/// 0.4
#[pyclass(frozen, module = "sprung")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpringFitter(sprung_signal::SpringFitter);

#[pymethods]
impl SpringFitter {
    #[new]
    #[pyo3(signature = (release="any"))]
    fn new(release: &str) -> PyResult<Self> {
        let release = match release {
            "any" => Release::Any,
            "from_rest" => Release::FromRest,
            "moving" => Release::Moving,
            "kicked" => Release::Kicked,
            _ => {
                return Err(PyValueError::new_err(format!(
                    "release must be 'any', 'from_rest', 'moving' or 'kicked', got {release:?}"
                )));
            }
        };
        Ok(SpringFitter(sprung_signal::SpringFitter { release }))
    }

    /// Fits a series: times (s, or one even step) and values of shape (n,); NaN is missing.
    ///
    /// Raises ParameterError for fewer than 8 samples, or times that do not ascend.
    #[pyo3(signature = (times: "Times", values: "Series"))]
    fn run<'py>(
        &self,
        py: Python<'py>,
        times: &Bound<'py, PyAny>,
        values: &Bound<'py, PyAny>,
    ) -> PyResult<SpringFit> {
        let values = series(values, "values")?;
        let values = values.as_slice().map_err(unordered)?;
        let times = times_of(py, times, values.len())?;
        let times = times.get()?;
        py.detach(|| self.0.run(times, values)).or_raise(py).map(SpringFit)
    }
}

/// A parameter with its standard error, infinite if the series does not determine it.
#[pyclass(frozen, eq, get_all, module = "sprung")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    /// The value.
    value: f64,
    /// The standard error.
    standard_error: f64,
}

impl From<sprung_signal::Estimate> for Estimate {
    fn from(estimate: sprung_signal::Estimate) -> Self {
        Estimate { value: estimate.value, standard_error: estimate.standard_error }
    }
}

#[pymethods]
impl Estimate {
    fn __repr__(&self) -> String {
        format!("{} ± {}", self.value, self.standard_error)
    }
}

/// A fitted spring: its parameters, what it leaves, and whether it explains the series.
#[pyclass(frozen, module = "sprung")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpringFit(sprung_signal::SpringFit);

#[pymethods]
impl SpringFit {
    /// The angular frequency, rad/s.
    #[getter]
    fn angular_frequency(&self) -> Estimate {
        self.0.angular_frequency.into()
    }

    /// The damping ratio.
    #[getter]
    fn damping_ratio(&self) -> Estimate {
        self.0.damping_ratio.into()
    }

    /// The position before the release.
    #[getter]
    fn start(&self) -> Estimate {
        self.0.start.into()
    }

    /// The goal.
    #[getter]
    fn goal(&self) -> Estimate {
        self.0.goal.into()
    }

    /// The velocity at the release, units per second.
    #[getter]
    fn velocity(&self) -> Estimate {
        self.0.velocity.into()
    }

    /// The time of the release, s.
    #[getter]
    fn delay(&self) -> Estimate {
        self.0.delay.into()
    }

    /// The root mean square of what the fit leaves, units.
    #[getter]
    fn residual(&self) -> f64 {
        self.0.residual
    }

    /// The correlation of what is left in neighboring samples.
    #[getter]
    fn correlation(&self) -> f64 {
        self.0.correlation
    }

    /// The number of samples that are not missing.
    #[getter]
    fn samples(&self) -> usize {
        self.0.samples
    }

    /// 'spring'; 'polynomial of degree n', if that fits as well; or 'unexplained'.
    #[getter]
    fn explanation(&self) -> String {
        match self.0.explanation {
            Explanation::Spring => "spring".to_owned(),
            Explanation::Polynomial { degree } => format!("polynomial of degree {degree}"),
            _ => "unexplained".to_owned(),
        }
    }

    /// True if the spring explains the series.
    #[getter]
    fn is_explained(&self) -> bool {
        self.0.is_explained()
    }

    /// The spring.
    #[getter]
    fn spring(&self) -> Spring {
        Spring(self.0.spring())
    }

    /// The fitted position and velocity (units per second) at times in seconds: two numbers, or two arrays of the shape of
    /// time.
    #[pyo3(signature = (time: "Values") -> "tuple[Any, Any]")]
    fn state_at<'py>(
        &self,
        time: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        states(time, None, |time, _| self.0.state_at(time))
    }

    /// The names of the parameters that the series does not determine.
    fn undetermined(&self) -> Vec<&'static str> {
        self.0.undetermined().collect()
    }

    fn __repr__(&self) -> String {
        let explanation = self.explanation();
        format!("SpringFit('{}', residual={:?}, {explanation})", self.0.spring(), self.0.residual)
    }
}
