//! Samples motions into the points of curves.

use sprung::integrate::Method;
use sprung::{MovingGoalStep, Spring, State};

use crate::picture::{Points, Result};

/// The most steps of a curve: a slider cannot fill the memory.
const MAX_STEPS: f64 = 40_000.0;

/// `count + 1` points of a function between 0 and `end`.
pub(crate) fn sampled(end: f64, count: u32, f: impl Fn(f64) -> f64) -> Points {
    let x = |i: u32| end * f64::from(i) / f64::from(count);
    (0..=count).map(|i| (x(i), f(x(i)))).collect()
}

/// A state advanced in steps of `dt` until `end`: time and state, the first at 0. `advance(state, time)` takes one step.
pub(crate) fn stepped<S: Copy>(
    start: S,
    dt: f64,
    end: f64,
    mut advance: impl FnMut(S, f64) -> S,
) -> Vec<(f64, S)> {
    let mut states = vec![(0.0, start)];
    let mut state = start;
    for i in 0..(end / dt).round().min(MAX_STEPS) as u32 {
        let time = f64::from(i) * dt;
        state = advance(state, time);
        states.push((f64::from(i + 1) * dt, state));
    }
    states
}

/// Time and position of a state advanced in steps.
pub(crate) fn path(
    start: State<f64>,
    dt: f64,
    end: f64,
    advance: impl FnMut(State<f64>, f64) -> State<f64>,
) -> Points {
    let states = stepped(start, dt, end, advance).into_iter();
    states.map(|(time, state)| (time, state.position)).collect()
}

/// Step response by an integrator from rest at 0 to 1, at a number of steps per second.
pub(crate) fn integrated(method: Method, spring: Spring<f64>, rate: f64, end: f64) -> Points {
    path(State::at_rest(0.0), 1.0 / rate, end, |s, _| method.step(s, 1.0, 0.0, &spring, 1.0 / rate))
}

/// The exact motion from a state to a goal, in 400 points.
pub(crate) fn exact(spring: &Spring<f64>, start: State<f64>, goal: f64, end: f64) -> Points {
    sampled(end, 400, |time| spring.step(time).apply(start, goal).position)
}

/// A series followed by a spring from rest at its first value.
pub(crate) fn followed(step: &MovingGoalStep<f64>, series: &[(f64, f64)]) -> Points {
    let Some(&(time, value)) = series.first() else { return Vec::new() };
    let mut state = State::at_rest(value);
    let mut points = vec![(time, value)];
    points.extend(series.windows(2).map(|pair| {
        state = step.apply(state, pair[0].1, pair[1].1);
        (pair[1].0, state.position)
    }));
    points
}

/// Repeats a value for each point, so that a curve is drawn in steps, held between two samples.
pub(crate) fn staircase(points: &[(f64, f64)]) -> Points {
    let mut stairs = Vec::new();
    for pair in points.windows(2) {
        stairs.push(pair[0]);
        stairs.push((pair[1].0, pair[0].1));
    }
    stairs.extend(points.last());
    stairs
}

/// A repeatable noise between −1 and 1 for the n-th sample (SplitMix64).
pub(crate) fn noise(n: u64) -> f64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

/// The first two columns of a table with a header.
pub(crate) fn columns(text: &str) -> Result<Points> {
    let row = |line: &str| -> Result<(f64, f64)> {
        let mut cells = line.split(',');
        let mut next = || -> Result<f64> { Ok(cells.next().ok_or("a short row")?.trim().parse()?) };
        Ok((next()?, next()?))
    };
    text.lines().skip(1).filter(|line| !line.is_empty()).map(row).collect()
}
