//! Samples motions into the points of curves.

use sprung::integrate::Method;
use sprung::{Spring, State};

/// A spring that a figure is drawn with; the parameters are literals in the source.
pub(super) fn spring(angular_frequency: f64, damping_ratio: f64) -> Spring<f64> {
    Spring::new(angular_frequency, damping_ratio).expect("literal parameters are valid")
}

/// `count + 1` points of a function between 0 and `end`.
pub(super) fn sampled(end: f64, count: u32, f: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
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

/// Time and position of stepped states.
pub(super) fn positions(states: &[(f64, State<f64>)]) -> Vec<(f64, f64)> {
    states.iter().map(|(time, state)| (*time, state.position)).collect()
}

/// Returns the step response from rest at 0 to 1 by an integrator, at a number of steps per second.
pub(super) fn integrated(
    method: Method,
    spring: Spring<f64>,
    rate: f64,
    end: f64,
) -> Vec<(f64, f64)> {
    positions(&stepped(State::at_rest(0.0), 1.0 / rate, end, |s, _| {
        method.step(s, 1.0, 0.0, &spring, 1.0 / rate)
    }))
}

/// Repeats a value for each point, so that a curve is drawn in steps, held between two samples.
pub(super) fn staircase(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
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
