//! Steps: the exact motion over one time step, applied to numbers or arrays.

use numpy::{PyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use sprung::State;
use sprung_batch::{Batch, ParamData};

use crate::arrays::{
    Column, Numbers, Scalar, common_shape, is_single, number, read_write, shape_text, unordered,
};
use crate::damper::Damper;
use crate::spring::Spring;

/// The exact step of a spring towards a goal that is held.
///
/// >>> step = Spring.from_halflife(0.1, 1.0).step(1 / 60)
/// >>> position, velocity = step.apply(0.0, 0.0, goal=1.0)
#[pyclass(frozen, module = "sprung")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpringStep {
    spring: Spring,
    dt: f64,
    step: sprung::SpringStep<f64>,
}

impl SpringStep {
    pub(crate) fn new(spring: &Spring, dt: f64) -> Self {
        SpringStep { spring: *spring, dt, step: spring.0.step(dt) }
    }
}

#[pymethods]
impl SpringStep {
    /// Returns position and velocity one step later, in units and units per second.
    ///
    /// Numbers give numbers. Arrays of any shape, which broadcast together, give arrays of the common shape; float32 if
    /// all arrays are float32. out=(position, velocity) are arrays to write into, which may be the arguments
    /// themselves: nothing is copied then.
    #[pyo3(signature = (position: "Values", velocity: "Values", goal: "Values", *, out: "tuple[Floats, Floats] | None"=None) -> "tuple[Any, Any]")]
    fn apply<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        velocity: &Bound<'py, PyAny>,
        goal: &Bound<'py, PyAny>,
        out: Option<Bound<'py, PyTuple>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        if out.is_none()
            && let (Some(x), Some(v), Some(goal)) =
                (number(position), number(velocity), number(goal))
        {
            let state = self.step.apply(State::new(x, v), goal);
            return PyTuple::new(py, [state.position, state.velocity]);
        }
        let states = [(position, "position"), (velocity, "velocity")];
        let inputs = [(goal, "goal")];
        advance(
            py,
            (states, inputs),
            out,
            |[x, v], [goal]| Batch::<f64>::new().spring(&self.step, x, v, goal),
            |[x, v], [goal]| {
                let step = self.spring.single().step(self.dt as f32);
                Batch::<f32>::new().spring(&step, x, v, goal);
            },
        )
    }

    /// The matrix [[xx, xv], [vx, vv]] that multiplies the column (offset, velocity).
    #[getter]
    fn matrix(&self) -> [[f64; 2]; 2] {
        self.step.matrix()
    }

    /// The time of the step, s.
    #[getter]
    fn dt(&self) -> f64 {
        self.step.dt()
    }

    fn __repr__(&self) -> String {
        format!("Spring('{}').step({:?})", self.spring.0, self.dt)
    }
}

/// The exact step of a spring while its goal moves linearly.
#[pyclass(frozen, module = "sprung")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovingGoalStep {
    spring: Spring,
    dt: f64,
    tracks: bool,
    step: sprung::MovingGoalStep<f64>,
}

impl MovingGoalStep {
    pub(crate) fn new(spring: &Spring, dt: f64, tracks: bool) -> Self {
        let step = if tracks { spring.0.track_step(dt) } else { spring.0.follow_step(dt) };
        MovingGoalStep { spring: *spring, dt, tracks, step }
    }
}

#[pymethods]
impl MovingGoalStep {
    /// Returns position and velocity one step later, while the goal moved linearly from one value to another.
    ///
    /// Numbers or arrays, as SpringStep.apply. The argument for the start of the goal is start, that for its end is
    /// end.
    #[pyo3(signature = (position: "Values", velocity: "Values", start: "Values", end: "Values", *, out: "tuple[Floats, Floats] | None"=None) -> "tuple[Any, Any]")]
    fn apply<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        velocity: &Bound<'py, PyAny>,
        start: &Bound<'py, PyAny>,
        end: &Bound<'py, PyAny>,
        out: Option<Bound<'py, PyTuple>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        if out.is_none()
            && let (Some(x), Some(v), Some(start), Some(end)) =
                (number(position), number(velocity), number(start), number(end))
        {
            let state = self.step.apply(State::new(x, v), start, end);
            return PyTuple::new(py, [state.position, state.velocity]);
        }
        let states = [(position, "position"), (velocity, "velocity")];
        let inputs = [(start, "start"), (end, "end")];
        advance(
            py,
            (states, inputs),
            out,
            |[x, v], [start, end]| {
                Batch::<f64>::new().spring_moving_goal(&self.step, x, v, start, end);
            },
            |[x, v], [start, end]| {
                let (spring, dt) = (self.spring.single(), self.dt as f32);
                let step = if self.tracks { spring.track_step(dt) } else { spring.follow_step(dt) };
                Batch::<f32>::new().spring_moving_goal(&step, x, v, start, end);
            },
        )
    }
}

/// The exact step of a damper towards a goal that is held.
#[pyclass(frozen, module = "sprung")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct DamperStep {
    damper: Damper,
    dt: f64,
    step: sprung::DamperStep<f64>,
}

impl DamperStep {
    pub(crate) fn new(damper: &Damper, dt: f64) -> Self {
        DamperStep { damper: *damper, dt, step: damper.0.step(dt) }
    }
}

#[pymethods]
impl DamperStep {
    /// Returns the value one step later: a number or an array, as SpringStep.apply.
    #[pyo3(signature = (value: "Values", goal: "Values", *, out: "Floats | None"=None) -> "Any")]
    fn apply<'py>(
        &self,
        py: Python<'py>,
        value: &Bound<'py, PyAny>,
        goal: &Bound<'py, PyAny>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if out.is_none()
            && let (Some(value), Some(goal)) = (number(value), number(goal))
        {
            return Ok(self.step.apply(value, goal).into_pyobject(py)?.into_any());
        }
        let out = out.map(|out| PyTuple::new(py, [out])).transpose()?;
        let result = advance(
            py,
            ([(value, "value")], [(goal, "goal")]),
            out,
            |[value], [goal]| Batch::<f64>::new().damper(&self.step, value, goal),
            |[value], [goal]| {
                let step = self.damper.single().step(self.dt as f32);
                Batch::<f32>::new().damper(&step, value, goal);
            },
        )?;
        result.get_item(0)
    }

    /// The part of the offset that is left, e^(−λ·dt).
    #[getter]
    fn remaining(&self) -> f64 {
        self.step.remaining()
    }
}

/// Arguments of Python with their names.
pub(crate) type Named<'a, 'py, const N: usize> = [(&'a Bound<'py, PyAny>, &'static str); N];

/// Advances states by a function of the core, in single precision if all arrays are: reads what came from Python, makes the
/// arrays of the result or takes those that were given, and computes without holding Python.
pub(crate) fn advance<'py, const STATE: usize, const INPUT: usize>(
    py: Python<'py>,
    (states, inputs): (Named<'_, 'py, STATE>, Named<'_, 'py, INPUT>),
    out: Option<Bound<'py, PyTuple>>,
    double: impl Fn([&mut [f64]; STATE], [ParamData<'_, f64>; INPUT]) + Send + Sync,
    single: impl Fn([&mut [f32]; STATE], [ParamData<'_, f32>; INPUT]) + Send + Sync,
) -> PyResult<Bound<'py, PyTuple>> {
    let mut arguments = Vec::with_capacity(STATE + INPUT);
    for (value, name) in states.iter().chain(&inputs) {
        arguments.push((Numbers::read(value, name)?, *name));
    }
    let named: Vec<(&Numbers<'py>, &str)> =
        arguments.iter().map(|(numbers, name)| (numbers, *name)).collect();
    let shape = common_shape(py, &named)?;
    let (states, inputs) = named.split_at(STATE);
    if is_single(&named) {
        run::<f32, STATE, INPUT>(py, states, inputs, &shape, out, single)
    } else {
        run::<f64, STATE, INPUT>(py, states, inputs, &shape, out, double)
    }
}

fn run<'py, T: Scalar, const STATE: usize, const INPUT: usize>(
    py: Python<'py>,
    states: &[(&Numbers<'py>, &str)],
    inputs: &[(&Numbers<'py>, &str)],
    shape: &[usize],
    out: Option<Bound<'py, PyTuple>>,
    function: impl Fn([&mut [T]; STATE], [ParamData<'_, T>; INPUT]) + Send + Sync,
) -> PyResult<Bound<'py, PyTuple>> {
    let given = out.as_ref().map(|out| outputs::<T>(out, shape, STATE)).transpose()?;
    let mut results = Vec::with_capacity(STATE);
    for (at, (numbers, _)) in states.iter().enumerate() {
        results.push(match given.as_ref().map(|given| &given[at]) {
            Some(array) if array.is_c_contiguous() && array.is_aligned() => {
                numbers.copy_to(array)?;
                array.clone()
            }
            _ => numbers.copied::<T>(py, shape)?,
        });
    }
    {
        let mut borrowed = Vec::with_capacity(STATE);
        for (array, (_, name)) in results.iter().zip(states) {
            borrowed.push(read_write(array, name)?);
        }
        let mut columns = Vec::with_capacity(INPUT);
        for (numbers, name) in inputs {
            columns.push(numbers.column::<T>(py, shape, name)?);
        }
        let data: PyResult<Vec<_>> = columns.iter().map(Column::data).collect();
        let data: [ParamData<'_, T>; INPUT] =
            data?.try_into().map_err(|_| PyTypeError::new_err("inputs"))?;
        let mut slices = Vec::with_capacity(STATE);
        for array in &mut borrowed {
            slices.push(array.as_slice_mut().map_err(unordered)?);
        }
        let slices: [&mut [T]; STATE] =
            slices.try_into().map_err(|_| PyTypeError::new_err("states"))?;
        py.detach(|| function(slices, data));
    }
    let Some(given) = given else { return PyTuple::new(py, results) };
    for (array, result) in given.iter().zip(&results) {
        if !array.is(result) {
            T::numbers(result).copy_to(array)?;
        }
    }
    PyTuple::new(py, given)
}

/// The arrays to write into, checked.
fn outputs<'py, T: Scalar>(
    out: &Bound<'py, PyTuple>,
    shape: &[usize],
    count: usize,
) -> PyResult<Vec<Bound<'py, PyArrayDyn<T>>>> {
    if out.len() != count {
        let message = format!("out must have {count} arrays, got {}", out.len());
        return Err(PyValueError::new_err(message));
    }
    let dtype = numpy::dtype::<T>(out.py());
    let mut arrays = Vec::with_capacity(count);
    for array in out {
        let array = array
            .cast_into::<PyArrayDyn<T>>()
            .map_err(|_| PyTypeError::new_err(format!("out must be arrays of {dtype}")))?;
        if array.shape() != shape {
            let (own, wanted) = (shape_text(array.shape()), shape_text(shape));
            return Err(PyValueError::new_err(format!("out must have shape {wanted}, got {own}")));
        }
        let is_writeable: bool = array.getattr("flags")?.getattr("writeable")?.extract()?;
        if !is_writeable {
            return Err(PyValueError::new_err("out is read-only"));
        }
        arrays.push(array);
    }
    Ok(arrays)
}
