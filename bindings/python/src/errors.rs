//! The errors of the core as exceptions of `sprung._errors`: a subclass of `ValueError` each, with the same fields.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use sprung::{ParameterError, ParameterValue, SpecError};
use sprung_network::NetworkError;
use sprung_signal::{ChunkError, RowError, SavedStateError, TimeError};

static PARAMETER: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static TIME: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static SPEC: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static NETWORK: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// An error of the core that becomes an exception.
pub(crate) trait Raise {
    fn raise(self, py: Python<'_>) -> PyErr;
}

/// The result of the core as that of a function of Python.
pub(crate) trait OrRaise<T> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T, E: Raise> OrRaise<T> for Result<T, E> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| error.raise(py))
    }
}

/// An exception of a class in `sprung._errors`.
fn exception<'py, A: pyo3::call::PyCallArgs<'py>>(
    py: Python<'py>,
    class: &PyOnceLock<Py<PyType>>,
    name: &str,
    arguments: A,
) -> PyErr {
    let made = class
        .import(py, "sprung._errors", name)
        .and_then(|class| class.call1(arguments))
        .map(PyErr::from_value);
    made.unwrap_or_else(|error| error)
}

impl Raise for ParameterError {
    fn raise(self, py: Python<'_>) -> PyErr {
        let value = match self.value {
            ParameterValue::F32(value) => f64::from(value),
            ParameterValue::F64(value) => value,
        };
        let arguments = (self.to_string(), self.field, value, self.rule);
        exception(py, &PARAMETER, "ParameterError", arguments)
    }
}

impl Raise for TimeError {
    fn raise(self, py: Python<'_>) -> PyErr {
        exception(py, &TIME, "TimeError", (self.to_string(), self.time, self.previous))
    }
}

impl Raise for RowError {
    fn raise(self, py: Python<'_>) -> PyErr {
        match self {
            RowError::Time(_, error) => {
                exception(py, &TIME, "TimeError", (self.to_string(), error.time, error.previous))
            }
            _ => PyValueError::new_err(self.to_string()),
        }
    }
}

impl Raise for ChunkError {
    fn raise(self, py: Python<'_>) -> PyErr {
        match self {
            ChunkError::Time(error) => error.raise(py),
            _ => PyValueError::new_err(self.to_string()),
        }
    }
}

impl Raise for SavedStateError {
    fn raise(self, _: Python<'_>) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}

impl Raise for SpecError {
    fn raise(self, py: Python<'_>) -> PyErr {
        exception(py, &SPEC, "SpecError", (self.to_string(),))
    }
}

impl Raise for NetworkError {
    fn raise(self, py: Python<'_>) -> PyErr {
        exception(py, &NETWORK, "NetworkError", (self.to_string(),))
    }
}
