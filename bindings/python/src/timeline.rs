//! A motion as data: goals, springs and impulses at given times, and the state at any time.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sprung::{Spring, State, motion};

use crate::arrays::{Numbers, series, states, to_python, unordered};
use crate::errors::OrRaise;
use crate::spring::SpringLike;

type Key = motion::TimelineKey<f64>;

/// A time at which a motion starts or changes: the state from which it goes on, its goal and its spring.
///
/// Positions are numbers, or arrays of shape (n,) for points and colors. The next key is made by key_at and changed:
///
/// >>> start = TimelineKey(0.0, position=0.0, goal=1.0, spring='halflife=0.2')
/// >>> back = start.key_at(0.2).with_goal(0.0)
/// >>> round(Timeline([start, back]).state_at(0.2)[0], 9)
/// 0.5
#[pyclass(frozen, module = "sprung", from_py_object)]
#[derive(Clone, Debug)]
pub(crate) struct TimelineKey {
    // One for each component: they share time and spring, and the step of a spring moves each by itself.
    parts: Vec<Key>,
    is_number: bool,
}

/// A number, or the components of a vector.
struct Point {
    parts: Vec<f64>,
    is_number: bool,
}

impl Point {
    fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        if let Numbers::One(number) = Numbers::read(value, name)? {
            return Ok(Point { parts: vec![number], is_number: true });
        }
        let parts = series(value, name)?.as_slice().map_err(unordered)?.to_vec();
        Ok(Point { parts, is_number: false })
    }

    /// Its components, for a vector of as many; a number counts for each.
    fn fit(self, name: &str, count: usize) -> PyResult<Vec<f64>> {
        if self.is_number {
            return Ok(vec![self.parts[0]; count]);
        }
        if self.parts.len() != count {
            let own = self.parts.len();
            let message = format!("{name} must have {count} components, got {own}");
            return Err(PyValueError::new_err(message));
        }
        Ok(self.parts)
    }
}

impl TimelineKey {
    fn changed(&self, change: impl Fn(usize, Key) -> Key) -> Self {
        let parts = self.parts.iter().enumerate().map(|(at, key)| change(at, *key)).collect();
        TimelineKey { parts, is_number: self.is_number }
    }

    fn with(
        &self,
        value: &Bound<'_, PyAny>,
        name: &str,
        change: impl Fn(Key, f64) -> Key,
    ) -> PyResult<Self> {
        let point = Point::read(value, name)?;
        if self.is_number && !point.is_number {
            return Err(PyValueError::new_err(format!(
                "{name} must be a number, as the position is"
            )));
        }
        let parts = point.fit(name, self.parts.len())?;
        Ok(self.changed(|at, key| change(key, parts[at])))
    }

    /// Values of Python from one for each component.
    fn to_value<'py>(
        &self,
        py: Python<'py>,
        value: impl Fn(&Key) -> f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let ([part], true) = (&self.parts[..], self.is_number) {
            return Ok(value(part).into_pyobject(py)?.into_any());
        }
        Ok(to_python(py, self.parts.iter().map(value).collect()).into_any())
    }

    fn progress<const N: usize>(&self, progress: f64) -> Option<f64> {
        let parts: [Key; N] = self.parts.clone().try_into().ok()?;
        let position = parts.map(|part| part.state().position);
        let velocity = parts.map(|part| part.state().velocity);
        let state = State::new(position, velocity);
        let goal = parts.map(|part| part.goal());
        let key = motion::TimelineKey::new(parts[0].time(), state, goal, parts[0].spring());
        Some(key.time_of_progress(progress))
    }
}

#[pymethods]
impl TimelineKey {
    /// A motion that starts at a time (s): position and goal in units, velocity in units per second; the spring, or its
    /// text.
    #[new]
    #[pyo3(signature = (time, *, position: "Values", goal: "Values", spring: "Spring | str", velocity: "Values | None"=None))]
    fn new(
        py: Python<'_>,
        time: f64,
        position: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
        spring: SpringLike,
        velocity: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let position = Point::read(position, "position")?;
        let (count, is_number) = (position.parts.len(), position.is_number);
        if count == 0 {
            return Err(PyValueError::new_err("position must have at least 1 component"));
        }
        let spring: Spring<f64> = spring.get(py)?;
        let parts = position
            .parts
            .iter()
            .map(|&position| Key::new(time, State::at_rest(position), position, spring));
        let key = TimelineKey { parts: parts.collect(), is_number };
        let key = key.with_goal(goal)?;
        match velocity {
            Some(velocity) => key.with_added_velocity(velocity),
            None => Ok(key),
        }
    }

    /// The time, s.
    #[getter]
    fn time(&self) -> f64 {
        self.parts[0].time()
    }

    /// The position at its time.
    #[getter]
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.to_value(py, |key| key.state().position)
    }

    /// The velocity at its time, units per second.
    #[getter]
    fn velocity<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.to_value(py, |key| key.state().velocity)
    }

    /// The goal.
    #[getter]
    fn goal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.to_value(py, motion::TimelineKey::goal)
    }

    /// The spring.
    #[getter]
    fn spring(&self) -> crate::spring::Spring {
        crate::spring::Spring(self.parts[0].spring())
    }

    /// The key at a later time (s) of the same motion, for changes there.
    fn key_at(&self, time: f64) -> Self {
        self.changed(|_, key| key.key_at(time))
    }

    /// The key with another goal; position and velocity go on.
    #[pyo3(signature = (goal: "Values"))]
    fn with_goal(&self, goal: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.with(goal, "goal", |key, goal| key.with_goal(goal))
    }

    /// The key with another spring; position and velocity go on.
    #[pyo3(signature = (spring: "Spring | str"))]
    fn with_spring(&self, py: Python<'_>, spring: SpringLike) -> PyResult<Self> {
        let spring = spring.get(py)?;
        Ok(self.changed(|_, key| key.with_spring(spring)))
    }

    /// The key in another state: a jump, or a velocity that is given, as by the end of a drag.
    #[pyo3(signature = (position: "Values", velocity: "Values"))]
    fn with_state(
        &self,
        position: &Bound<'_, PyAny>,
        velocity: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let moved = self.with(position, "position", |key, position| {
            key.with_state(State::new(position, key.state().velocity))
        })?;
        moved.with(velocity, "velocity", |key, velocity| {
            key.with_state(State::new(key.state().position, velocity))
        })
    }

    /// The key with a velocity added, units per second.
    #[pyo3(signature = (velocity: "Values"))]
    fn with_added_velocity(&self, velocity: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.with(velocity, "velocity", |key, velocity| key.with_added_velocity(velocity))
    }

    /// The first time (s) at which a fraction of the distance to the goal is covered, along the straight line to it;
    /// infinite if it never is. For numbers and for up to four components.
    fn time_of_progress(&self, progress: f64) -> PyResult<f64> {
        let time = match self.parts.len() {
            1 if self.is_number => Some(self.parts[0].time_of_progress(progress)),
            1 => self.progress::<1>(progress),
            2 => self.progress::<2>(progress),
            3 => self.progress::<3>(progress),
            4 => self.progress::<4>(progress),
            _ => None,
        };
        time.ok_or_else(|| PyValueError::new_err("a position of at most 4 components is needed"))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (position, goal) = (self.position(py)?.repr()?, self.goal(py)?.repr()?);
        let (time, spring) = (self.time(), self.parts[0].spring());
        Ok(format!("TimelineKey({time:?}, position={position}, goal={goal}, spring='{spring}')"))
    }
}

/// A motion given by keys in the order of time; its state at any time, asked in any order, is that of one step.
///
/// Before the first key, and for a NaN time, it is at rest at its position.
#[pyclass(frozen, module = "sprung")]
#[derive(Clone, Debug)]
pub(crate) struct Timeline {
    // The keys of each component.
    parts: Vec<Vec<Key>>,
    keys: Vec<TimelineKey>,
}

#[pymethods]
impl Timeline {
    /// A motion that goes on from each key to the next. Raises ParameterError for no key or times that do not ascend.
    #[new]
    #[pyo3(signature = (keys: "list[TimelineKey]"))]
    fn new(py: Python<'_>, keys: Vec<TimelineKey>) -> PyResult<Self> {
        let components = keys.first().map_or(1, |key| key.parts.len());
        let is_number = keys.first().is_some_and(|key| key.is_number);
        if keys.iter().any(|key| key.parts.len() != components || key.is_number != is_number) {
            return Err(PyValueError::new_err("all keys must have positions of one shape"));
        }
        let parts: Vec<Vec<Key>> =
            (0..components).map(|at| keys.iter().map(|key| key.parts[at]).collect()).collect();
        for part in &parts {
            motion::Timeline::new(part).or_raise(py)?;
        }
        Ok(Timeline { parts, keys })
    }

    /// The keys.
    #[getter]
    fn keys(&self) -> Vec<TimelineKey> {
        self.keys.clone()
    }

    /// The last key at or before a time (s); the first for an earlier or NaN time.
    fn key_before(&self, time: f64) -> TimelineKey {
        let after = self.keys.partition_point(|key| key.time() <= time);
        self.keys[after.saturating_sub(1)].clone()
    }

    /// Returns position and velocity at times in seconds. For a number they are as the keys' positions; for an array of
    /// times they have its shape, followed by that of the positions.
    #[pyo3(signature = (time: "Values") -> "tuple[Any, Any]")]
    fn state_at<'py>(
        &self,
        time: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let py = time.py();
        let timelines: Result<Vec<_>, _> =
            self.parts.iter().map(|part| motion::Timeline::new(part)).collect();
        let timelines = timelines.or_raise(py)?;
        let components = (!self.keys[0].is_number).then_some(timelines.len());
        states(time, components, |time, component| timelines[component].state_at(time))
    }
}
