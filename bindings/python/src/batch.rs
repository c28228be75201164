//! Many springs that differ, one step at a time.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use sprung_batch::{Batch, SpringParams};

use crate::steps::advance;

/// Advances springs that differ in angular frequency (rad/s), damping ratio, time step (s) or goal, each a number for all
/// or an array; all broadcast together.
///
/// Solved exactly, regimes mixed. A negative or NaN frequency or damping ratio makes that spring NaN and no other; a dt
/// that is 0, negative or NaN changes nothing. float32 if all arrays are float32.
///
/// Returns (position, velocity) of the common shape. out=(position, velocity) are arrays to write into, which may be
/// the arguments themselves. parallel=True uses all cores; the bits are the same.
///
/// >>> springs([5.0, 10.0], 1.0, 1 / 60, 0.0, 0.0, 1.0)[0].shape
/// (2,)
#[pyfunction]
#[pyo3(signature = (angular_frequency: "Values", damping_ratio: "Values", dt: "Values", position: "Values", velocity: "Values", goal: "Values", *, out: "tuple[Floats, Floats] | None"=None, parallel: "bool"=false) -> "tuple[Floats, Floats]")]
#[allow(clippy::too_many_arguments, reason = "one for each quantity")]
pub(crate) fn springs<'py>(
    py: Python<'py>,
    angular_frequency: &Bound<'py, PyAny>,
    damping_ratio: &Bound<'py, PyAny>,
    dt: &Bound<'py, PyAny>,
    position: &Bound<'py, PyAny>,
    velocity: &Bound<'py, PyAny>,
    goal: &Bound<'py, PyAny>,
    out: Option<Bound<'py, PyTuple>>,
    parallel: bool,
) -> PyResult<Bound<'py, PyTuple>> {
    let states = [(position, "position"), (velocity, "velocity")];
    let inputs = [
        (angular_frequency, "angular_frequency"),
        (damping_ratio, "damping_ratio"),
        (dt, "dt"),
        (goal, "goal"),
    ];
    advance(
        py,
        (states, inputs),
        out,
        |[x, v], [angular_frequency, damping_ratio, dt, goal]| {
            let springs = SpringParams { angular_frequency, damping_ratio, dt };
            batch::<f64>(parallel).springs(springs, x, v, goal);
        },
        |[x, v], [angular_frequency, damping_ratio, dt, goal]| {
            let springs = SpringParams { angular_frequency, damping_ratio, dt };
            batch::<f32>(parallel).springs(springs, x, v, goal);
        },
    )
}

/// Advances critically damped springs by their true half-life (s): the fastest that never overshoot from rest, for less
/// work than springs.
///
/// Arguments and results as springs.
#[pyfunction]
#[pyo3(signature = (halflife: "Values", dt: "Values", position: "Values", velocity: "Values", goal: "Values", *, out: "tuple[Floats, Floats] | None"=None, parallel: "bool"=false) -> "tuple[Floats, Floats]")]
#[allow(clippy::too_many_arguments, reason = "one for each quantity")]
pub(crate) fn critical_springs<'py>(
    py: Python<'py>,
    halflife: &Bound<'py, PyAny>,
    dt: &Bound<'py, PyAny>,
    position: &Bound<'py, PyAny>,
    velocity: &Bound<'py, PyAny>,
    goal: &Bound<'py, PyAny>,
    out: Option<Bound<'py, PyTuple>>,
    parallel: bool,
) -> PyResult<Bound<'py, PyTuple>> {
    let states = [(position, "position"), (velocity, "velocity")];
    let inputs = [(halflife, "halflife"), (dt, "dt"), (goal, "goal")];
    advance(
        py,
        (states, inputs),
        out,
        |[x, v], [halflife, dt, goal]| {
            batch::<f64>(parallel).critical_springs(halflife, dt, x, v, goal);
        },
        |[x, v], [halflife, dt, goal]| {
            batch::<f32>(parallel).critical_springs(halflife, dt, x, v, goal);
        },
    )
}

/// Damps values by individual half-lives (s): after each, half of the offset from the goal is left.
///
/// Arguments as springs; returns the values, out is an array to write into.
#[pyfunction]
#[pyo3(signature = (halflife: "Values", dt: "Values", value: "Values", goal: "Values", *, out: "Floats | None"=None, parallel: "bool"=false) -> "Floats")]
pub(crate) fn dampers<'py>(
    py: Python<'py>,
    halflife: &Bound<'py, PyAny>,
    dt: &Bound<'py, PyAny>,
    value: &Bound<'py, PyAny>,
    goal: &Bound<'py, PyAny>,
    out: Option<Bound<'py, PyAny>>,
    parallel: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let out = out.map(|out| PyTuple::new(py, [out])).transpose()?;
    let inputs = [(halflife, "halflife"), (dt, "dt"), (goal, "goal")];
    let result = advance(
        py,
        ([(value, "value")], inputs),
        out,
        |[value], [halflife, dt, goal]| batch::<f64>(parallel).dampers(halflife, dt, value, goal),
        |[value], [halflife, dt, goal]| batch::<f32>(parallel).dampers(halflife, dt, value, goal),
    )?;
    result.get_item(0)
}

fn batch<T: sprung_batch::Float>(parallel: bool) -> Batch<T> {
    if parallel { Batch::new().parallel() } else { Batch::new() }
}
