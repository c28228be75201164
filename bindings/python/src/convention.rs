//! The parameters of other systems.

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sprung::Spec;
use sprung::convert::CONVENTIONS;
use sprung::convert::css::LinearEasing;

use crate::damper::Damper;
use crate::errors::OrRaise;
use crate::spring::{Spring, SpringLike};

/// A spring or damper, or text that describes one.
#[derive(FromPyObject)]
pub(crate) enum SpecLike {
    Spring(Spring),
    Damper(Damper),
    Text(String),
}

impl SpecLike {
    fn get(&self, py: Python<'_>) -> PyResult<Spec<f64>> {
        match self {
            SpecLike::Spring(spring) => Ok(spring.0.into()),
            SpecLike::Damper(damper) => Ok(damper.0.into()),
            SpecLike::Text(text) => text.parse().or_raise(py),
        }
    }
}

/// Returns the names of all conventions with what they stand for: {'unity': 'Unity: Mathf.SmoothDamp …', …}.
#[pyfunction]
#[pyo3(signature = () -> "dict[str, str]")]
pub(crate) fn conventions(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let names = PyDict::new(py);
    for convention in CONVENTIONS {
        names.set_item(convention.name, convention.title)?;
    }
    Ok(names)
}

/// A spring in the keys of a convention.
#[pyclass(frozen, module = "sprung")]
#[derive(Clone, Debug)]
pub(crate) struct Conversion(sprung::convert::Conversion);

#[pymethods]
impl Conversion {
    /// The keys and values, in the order in which they are written.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(py);
        for (key, value) in self.0.values() {
            values.set_item(key, value)?;
        }
        Ok(values)
    }

    /// The name of the convention.
    #[getter]
    fn convention(&self) -> &'static str {
        self.0.convention().name
    }

    /// The largest difference of position from the motion that was asked for, as a fraction of the distance.
    #[getter]
    fn residual(&self) -> f64 {
        self.0.residual()
    }

    /// True if nothing but rounding is lost.
    #[getter]
    fn is_exact(&self) -> bool {
        self.0.is_exact()
    }

    /// The limit of the convention, if the conversion is not exact.
    #[getter]
    fn note(&self) -> Option<&'static str> {
        self.0.note()
    }

    /// The spring of these keys and values; None if they describe a damper.
    #[getter]
    fn spring(&self) -> Option<Spring> {
        self.0.parameters().spring().map(Spring)
    }

    /// The damper of these keys and values; None if they describe a spring.
    #[getter]
    fn damper(&self) -> Option<Damper> {
        self.0.parameters().damper().map(Damper)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Conversion('{}')", self.0)
    }
}

/// Returns a spring, a damper or the text of one in the keys of a convention: the same motion, or the nearest that it can
/// describe.
///
/// >>> str(convert('frequency=2,damping_ratio=0.5', 'react-spring'))
/// 'react-spring:tension=157.91367041742973,friction=12.566370614359172'
#[pyfunction]
#[pyo3(signature = (spec: "Spring | Damper | str", convention: "str"))]
pub(crate) fn convert(py: Python<'_>, spec: SpecLike, convention: &str) -> PyResult<Conversion> {
    let found = sprung::convert::convention(convention).ok_or_else(|| {
        let names: Vec<&str> = CONVENTIONS.iter().map(|convention| convention.name).collect();
        PyKeyError::new_err(format!("no convention {convention:?}; there are {}", names.join(", ")))
    })?;
    found.convert(spec.get(py)?).or_raise(py).map(Conversion)
}

/// Returns a spring as the text of a CSS linear() easing within an error (fraction of the distance), and its duration, s.
#[pyfunction]
#[pyo3(signature = (spring: "Spring | str", max_error: "float"=0.001))]
pub(crate) fn css_linear(
    py: Python<'_>,
    spring: SpringLike,
    max_error: f64,
) -> PyResult<(String, f64)> {
    let easing = LinearEasing::new(&spring.get(py)?, max_error).or_raise(py)?;
    Ok((easing.to_string(), easing.duration()))
}
