//! Samples motions into the points of curves.

use sprung::integrate::Method;
use sprung::{MovingGoalStep, Spring, State};
use sprung_figure::{Curve, Figure};

use crate::system::Points;

/// A spring that a figure is drawn with; the parameters are literals in the source.
pub(super) fn spring(angular_frequency: f64, damping_ratio: f64) -> Spring<f64> {
    Spring::new(angular_frequency, damping_ratio).expect("literal parameters are valid")
}

/// `count + 1` points of a function between 0 and `end`.
pub(super) fn sampled(end: f64, count: u32, f: impl Fn(f64) -> f64) -> Points {
    (0..=count)
        .map(|i| {
            let x = end * f64::from(i) / f64::from(count);
            (x, f(x))
        })
        .collect()
}

/// A state advanced in steps of `dt` until `end`: time and state, the first at 0. `advance(state, time)` takes one step.
pub(super) fn stepped<S: Copy>(
    start: S,
    dt: f64,
    end: f64,
    mut advance: impl FnMut(S, f64) -> S,
) -> Vec<(f64, S)> {
    let mut states = vec![(0.0, start)];
    let mut state = start;
    for i in 0..(end / dt).round() as u32 {
        let time = f64::from(i) * dt;
        state = advance(state, time);
        states.push((time + dt, state));
    }
    states
}

/// Time and position of a state advanced in steps.
pub(super) fn path(
    start: State<f64>,
    dt: f64,
    end: f64,
    advance: impl FnMut(State<f64>, f64) -> State<f64>,
) -> Points {
    let states = stepped(start, dt, end, advance).into_iter();
    states.map(|(time, state)| (time, state.position)).collect()
}

/// `count + 1` points of the step response of a spring from rest at 0 to 1.
pub(super) fn response(spring: &Spring<f64>, end: f64, count: u32) -> Points {
    sampled(end, count, |time| spring.step(time).apply(State::at_rest(0.0), 1.0).position)
}

/// A series followed by a spring from rest at a position, after its first value.
pub(super) fn followed(step: &MovingGoalStep<f64>, start: f64, series: &[(f64, f64)]) -> Points {
    let mut state = State::at_rest(start);
    let follow = |pair: &[(f64, f64)]| {
        state = step.apply(state, pair[0].1, pair[1].1);
        (pair[1].0, state.position)
    };
    series.windows(2).map(follow).collect()
}

/// Returns the step response from rest at 0 to 1 by an integrator, at a number of steps per second.
pub(super) fn integrated(method: Method, spring: Spring<f64>, rate: f64, end: f64) -> Points {
    let step = |s, _| method.step(s, 1.0, 0.0, &spring, 1.0 / rate);
    path(State::at_rest(0.0), 1.0 / rate, end, step)
}

/// The step response by every integrator.
pub(super) fn race(title: &str, spring: Spring<f64>, rate: f64, end: f64) -> Figure {
    let curve = |method: Method| Curve::new(method.name(), integrated(method, spring, rate, end));
    Figure::new(title).curves(Method::ALL.map(curve))
}

/// Repeats a value for each point, so that a curve is drawn in steps, held between two samples.
pub(super) fn staircase(points: &[(f64, f64)]) -> Points {
    let mut stairs = Vec::new();
    for pair in points.windows(2) {
        stairs.push(pair[0]);
        stairs.push((pair[1].0, pair[0].1));
    }
    stairs.extend(points.last());
    stairs
}

/// A repeatable noise between −1 and 1 for the n-th sample.
pub(super) fn noise(n: u64) -> f64 {
    2.0 * fastrand::Rng::with_seed(n).f64() - 1.0
}
