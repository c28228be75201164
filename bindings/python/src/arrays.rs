//! Numbers from Python: a float, or an array of float32 or float64. All else is converted by `sprung._arrays`.

use numpy::{
    Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn,
    PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyFloat, PyInt, PyTuple};
use sprung::State;

/// The two types that springs compute in.
pub(crate) trait Scalar: Element + Copy + sprung_batch::Float {
    /// Rounds a parameter, which is kept in double precision.
    fn of(value: f64) -> Self;
    /// An array of this type as an argument.
    fn numbers<'py>(array: &Bound<'py, PyArrayDyn<Self>>) -> Numbers<'py>;
}

impl Scalar for f32 {
    fn of(value: f64) -> Self {
        value as f32
    }

    fn numbers<'py>(array: &Bound<'py, PyArrayDyn<f32>>) -> Numbers<'py> {
        Numbers::Single(array.clone())
    }
}

impl Scalar for f64 {
    fn of(value: f64) -> Self {
        value
    }

    fn numbers<'py>(array: &Bound<'py, PyArrayDyn<f64>>) -> Numbers<'py> {
        Numbers::Double(array.clone())
    }
}

/// An argument that is a number or an array.
#[derive(Clone)]
pub(crate) enum Numbers<'py> {
    One(f64),
    Single(Bound<'py, PyArrayDyn<f32>>),
    Double(Bound<'py, PyArrayDyn<f64>>),
}

/// A float or an integer of Python, not an array; `None` for all else.
#[inline]
pub(crate) fn number(value: &Bound<'_, PyAny>) -> Option<f64> {
    if let Ok(value) = value.cast::<PyFloat>() {
        return Some(value.value());
    }
    if value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>() {
        return value.extract().ok();
    }
    None
}

/// Calls a function of `sprung._arrays`.
fn converted<'py>(
    function: &'static str,
    value: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let py = value.py();
    let module = MODULE
        .get_or_try_init(py, || PyResult::Ok(PyModule::import(py, "sprung._arrays")?.unbind()))?;
    module.bind(py).getattr(function)?.call1((value, name))
}

impl<'py> Numbers<'py> {
    /// Reads an argument; `name` is for the error.
    pub(crate) fn read(value: &Bound<'py, PyAny>, name: &str) -> PyResult<Self> {
        if let Some(number) = number(value) {
            return Ok(Numbers::One(number));
        }
        Self::array(value)
            .map_or_else(|| Self::expect_array(&converted("to_array", value, name)?, name), Ok)
    }

    /// Reads times, s; dates and durations are converted.
    pub(crate) fn read_times(value: &Bound<'py, PyAny>, name: &str) -> PyResult<Self> {
        if let Some(number) = number(value) {
            return Ok(Numbers::One(number));
        }
        if let Some(array) = Self::array(value) {
            return Ok(array);
        }
        let seconds = converted("to_times", value, name)?;
        // A duration of NumPy is a number of seconds.
        number(&seconds).map_or_else(|| Self::expect_array(&seconds, name), |s| Ok(Numbers::One(s)))
    }

    /// An array that needs no conversion.
    fn array(value: &Bound<'py, PyAny>) -> Option<Self> {
        if value.is_exact_instance_of::<PyUntypedArray>() {
            if let Ok(array) = value.cast::<PyArrayDyn<f64>>() {
                return Some(Numbers::Double(array.clone()));
            }
            if let Ok(array) = value.cast::<PyArrayDyn<f32>>() {
                return Some(Numbers::Single(array.clone()));
            }
        }
        None
    }

    fn expect_array(value: &Bound<'py, PyAny>, name: &str) -> PyResult<Self> {
        let unknown = || PyTypeError::new_err(format!("{name} must be numbers"));
        if let Ok(array) = value.cast::<PyArrayDyn<f64>>() {
            return Ok(Numbers::Double(array.clone()));
        }
        value
            .cast::<PyArrayDyn<f32>>()
            .map(|array| Numbers::Single(array.clone()))
            .map_err(|_| unknown())
    }

    /// The shape; that of a number is `None`, which fits any.
    pub(crate) fn shape(&self) -> Option<&[usize]> {
        match self {
            Numbers::One(_) => None,
            Numbers::Single(array) => Some(array.shape()),
            Numbers::Double(array) => Some(array.shape()),
        }
    }

    /// The array as a column of a type, in C order: itself where the layout allows, otherwise a copy.
    pub(crate) fn column<T: Scalar>(
        &self,
        py: Python<'py>,
        shape: &[usize],
        name: &str,
    ) -> PyResult<Column<'py, T>> {
        let array = match self {
            Numbers::One(value) => return Ok(Column::Shared(T::of(*value))),
            Numbers::Single(array) => array.as_any(),
            Numbers::Double(array) => array.as_any(),
        };
        // One number in an array is one for all.
        if self.shape().is_some_and(|own| own.iter().product::<usize>() == 1) {
            let value: f64 = array.call_method0("item")?.extract()?;
            return Ok(Column::Shared(T::of(value)));
        }
        let array = if self.shape() == Some(shape) {
            array.clone()
        } else {
            numpy(py)?.call_method1("broadcast_to", (array, PyTuple::new(py, shape)?))?
        };
        let array = in_order::<T>(py, &array)?;
        Ok(Column::Each(read_only(array, name)?))
    }

    /// Returns a copy of a shape and type, to be changed in place.
    pub(crate) fn copied<T: Scalar>(
        &self,
        py: Python<'py>,
        shape: &[usize],
    ) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
        let copy = PyArrayDyn::<T>::zeros(py, shape, false);
        self.copy_to(&copy)?;
        Ok(copy)
    }

    /// Writes the numbers into an array, as NumPy broadcasts them.
    pub(crate) fn copy_to<T: Scalar>(&self, array: &Bound<'py, PyArrayDyn<T>>) -> PyResult<()> {
        let py = array.py();
        let copy = |from: &Bound<'py, PyAny>| -> PyResult<()> {
            if !from.is(array) {
                let same_kind = pyo3::types::PyDict::new(py);
                same_kind.set_item("casting", "same_kind")?;
                numpy(py)?.call_method("copyto", (array, from), Some(&same_kind))?;
            }
            Ok(())
        };
        match self {
            Numbers::One(value) => copy(PyFloat::new(py, *value).as_any()),
            Numbers::Single(from) => copy(from.as_any()),
            Numbers::Double(from) => copy(from.as_any()),
        }
    }
}

/// One quantity of many springs: a number, or an array in C order that is not written while it is read.
pub(crate) enum Column<'py, T: Scalar> {
    Shared(T),
    Each(PyReadonlyArrayDyn<'py, T>),
}

impl<T: Scalar> Column<'_, T> {
    /// The numbers as the core takes them.
    pub(crate) fn data(&self) -> PyResult<sprung_batch::ParamData<'_, T>> {
        Ok(match self {
            Column::Shared(value) => sprung_batch::ParamData::Shared(*value),
            Column::Each(array) => {
                sprung_batch::ParamData::Each(array.as_slice().map_err(unordered)?)
            }
        })
    }
}

/// The module `numpy`.
pub(crate) fn numpy(py: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    static NUMPY: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module =
        NUMPY.get_or_try_init(py, || PyResult::Ok(PyModule::import(py, "numpy")?.unbind()))?;
    Ok(module.bind(py))
}

/// An array in C order, aligned, of a type: itself, or a copy.
pub(crate) fn in_order<'py, T: Scalar>(
    py: Python<'py>,
    array: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    if let Ok(own) = array.cast::<PyArrayDyn<T>>()
        && own.is_c_contiguous()
        && own.is_aligned()
    {
        return Ok(own.clone());
    }
    // `require` would make an array of no dimension one of one.
    let copy = numpy(py)?.call_method1("array", (array, numpy::dtype::<T>(py)))?;
    let copy = numpy(py)?.call_method1("require", (copy, py.None(), ("C", "A")))?;
    Ok(copy.cast_into::<PyArrayDyn<T>>()?)
}

/// The error of a slice of an array that is not in order, which [`in_order`] excludes.
pub(crate) fn unordered(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Borrows an array for reading.
pub(crate) fn read_only<'py, T: Scalar>(
    array: Bound<'py, PyArrayDyn<T>>,
    name: &str,
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    let shared = |_| PyValueError::new_err(format!("{name} overlaps an output"));
    array.try_readonly().map_err(shared)
}

/// Borrows an array for writing.
pub(crate) fn read_write<'py, T: Scalar>(
    array: &Bound<'py, PyArrayDyn<T>>,
    name: &str,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    array.try_readwrite().map_err(|error| PyValueError::new_err(format!("{name}: {error}")))
}

/// The shape that several arguments broadcast to, by NumPy's rules.
pub(crate) fn common_shape(
    py: Python<'_>,
    arguments: &[(&Numbers<'_>, &str)],
) -> PyResult<Vec<usize>> {
    let mut shapes = arguments.iter().filter_map(|(numbers, _)| numbers.shape());
    let Some(first) = shapes.next() else { return Ok(Vec::new()) };
    if shapes.all(|shape| shape == first) {
        return Ok(first.to_vec());
    }
    let shapes = arguments.iter().filter_map(|(numbers, _)| numbers.shape());
    let tuples: PyResult<Vec<_>> = shapes.map(|shape| PyTuple::new(py, shape)).collect();
    let broadcast = numpy(py)?.getattr("broadcast_shapes")?;
    match broadcast.call1(PyTuple::new(py, tuples?)?) {
        Ok(shape) => shape.extract(),
        Err(_) => {
            let shown = arguments.iter().filter_map(|(numbers, name)| {
                Some(format!("{name} {}", shape_text(numbers.shape()?)))
            });
            let shown: Vec<String> = shown.collect();
            Err(PyValueError::new_err(format!("shapes do not fit: {}", shown.join(", "))))
        }
    }
}

/// A shape as Python writes it.
pub(crate) fn shape_text(shape: &[usize]) -> String {
    match shape {
        [one] => format!("({one},)"),
        _ => format!("({})", shape.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// True if the arrays are all float32, as NumPy promotes: numbers do not count.
pub(crate) fn is_single(arguments: &[(&Numbers<'_>, &str)]) -> bool {
    let arrays = || arguments.iter().filter(|(numbers, _)| numbers.shape().is_some());
    arrays().count() > 0 && arrays().all(|(numbers, _)| matches!(numbers, Numbers::Single(_)))
}

/// Reads a series: one dimension, double precision, in order.
pub(crate) fn series<'py>(
    value: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<PyReadonlyArrayDyn<'py, f64>> {
    let numbers = Numbers::read(value, name)?;
    ordered(value.py(), &numbers, name)
}

/// An array of one dimension as double precision, in order.
pub(crate) fn ordered<'py>(
    py: Python<'py>,
    numbers: &Numbers<'py>,
    name: &str,
) -> PyResult<PyReadonlyArrayDyn<'py, f64>> {
    let array = match numbers {
        Numbers::One(_) => {
            Err(PyTypeError::new_err(format!("{name} must be an array, got a number")))?
        }
        Numbers::Single(array) => in_order::<f64>(py, array.as_any())?,
        Numbers::Double(array) => in_order::<f64>(py, array.as_any())?,
    };
    if array.ndim() != 1 {
        let shape = shape_text(array.shape());
        return Err(PyValueError::new_err(format!(
            "{name} must have one dimension, got shape {shape}"
        )));
    }
    read_only(array, name)
}

/// Reads an array of shape (n, N).
pub(crate) fn matrix<const N: usize>(
    value: &Bound<'_, PyAny>,
    name: &str,
) -> PyResult<Vec<[f64; N]>> {
    let py = value.py();
    let array = match Numbers::read(value, name)? {
        Numbers::One(_) => {
            return Err(PyValueError::new_err(format!("{name} must have shape (n, {N})")));
        }
        Numbers::Single(array) => in_order::<f64>(py, array.as_any())?,
        Numbers::Double(array) => in_order::<f64>(py, array.as_any())?,
    };
    if array.ndim() != 2 || array.shape()[1] != N {
        let shape = shape_text(array.shape());
        return Err(PyValueError::new_err(format!("{name} must have shape (n, {N}), got {shape}")));
    }
    let array = read_only(array, name)?;
    Ok(array.as_slice().map_err(unordered)?.as_chunks::<N>().0.to_vec())
}

/// Applies a function to a number or to each number of an array; the result is float64.
pub(crate) fn map<'py>(
    value: &Bound<'py, PyAny>,
    name: &str,
    function: impl Fn(f64) -> f64,
) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    match Numbers::read(value, name)? {
        Numbers::One(number) => Ok(PyFloat::new(py, function(number)).into_any()),
        array => {
            let shape = array.shape().unwrap_or_default().to_vec();
            let result = array.copied::<f64>(py, &shape)?;
            {
                let mut numbers = read_write(&result, name)?;
                for number in numbers.as_slice_mut().map_err(unordered)? {
                    *number = function(*number);
                }
            }
            Ok(result.into_any())
        }
    }
}

/// Position and velocity at a time or at each time of an array: those of a number, or of as many components.
///
/// For an array of times they have its shape, followed by the number of components.
pub(crate) fn states<'py>(
    time: &Bound<'py, PyAny>,
    components: Option<usize>,
    state: impl Fn(f64, usize) -> State<f64>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let py = time.py();
    let (times, mut shape) = match Numbers::read(time, "time")? {
        Numbers::One(time) => (vec![time], Vec::new()),
        numbers => {
            let shape = numbers.shape().unwrap_or_default().to_vec();
            (numbers.copied::<f64>(py, &shape)?.to_vec()?, shape)
        }
    };
    let is_array = number(time).is_none();
    let count = components.unwrap_or(1);
    let each = times.iter().flat_map(|&time| (0..count).map(move |component| (time, component)));
    let (positions, velocities): (Vec<f64>, Vec<f64>) = each
        .map(|(time, component)| state(time, component))
        .map(|state| (state.position, state.velocity))
        .unzip();
    if components.is_none() && !is_array {
        let number = |values: Vec<f64>| PyFloat::new(py, values[0]).into_any();
        return Ok((number(positions), number(velocities)));
    }
    shape.extend(components);
    let shaped = |values: Vec<f64>| -> PyResult<Bound<'py, PyAny>> {
        Ok(to_python(py, values).reshape(&shape[..])?.into_any())
    };
    Ok((shaped(positions)?, shaped(velocities)?))
}

/// A series for Python.
pub(crate) fn to_python<'py>(py: Python<'py>, values: Vec<f64>) -> Bound<'py, PyArray1<f64>> {
    PyArray1::from_vec(py, values)
}
