//! Single springs in double precision, and the pendulum by Runge–Kutta.

use std::f64::consts::{PI, TAU};

use sprung::integrate::runge_kutta_4;
use sprung::{Spring, State};

use crate::{Case, Outcome};

const GRAVITY: f64 = 9.81;

pub(crate) fn cases() -> Outcome<Vec<Case>> {
    let mut cases = Vec::new();
    let (w, z, t) = (5.0, 0.1, 2.0);
    let spring = Spring::new(w, z)?;
    let mut state = State::at_rest(1.0f64);
    for _ in 0..120 {
        state = spring.step(t / 120.0).apply(state, 0.0);
    }
    let damped = w * f64::sqrt(1.0 - z * z);
    let (sin, cos) = (damped * t).sin_cos();
    cases.push(Case {
        quantity: "damped oscillator, ω 5 rad/s, ζ 0.1: position after 2 s, 120 steps".into(),
        formula: "e^(−ζωt)·(cos ω_d t + ζω/ω_d·sin ω_d t), ω_d = ω√(1 − ζ²)",
        exact: (-z * w * t).exp() * (cos + z * w / damped * sin),
        computed: state.position,
        bound: 1e-13,
    });
    let next = spring.step(TAU / damped).apply(State::at_rest(1.0f64), 0.0).position;
    cases.push(Case {
        quantity: "its logarithmic decrement".into(),
        formula: "2πζ/√(1 − ζ²)",
        exact: TAU * z / f64::sqrt(1.0 - z * z),
        computed: -next.ln(),
        bound: 1e-13,
    });
    cases.push(Case {
        quantity: "its overshoot".into(),
        formula: "e^(−πζ/√(1 − ζ²))",
        exact: (-PI * z / f64::sqrt(1.0 - z * z)).exp(),
        computed: spring.overshoot(),
        bound: 1e-13,
    });
    // A second as the unit of time, and four of them: the same numbers, bit for bit.
    let slow = Spring::new(w / 4.0, z)?;
    let mut other = State::at_rest(1.0f64);
    for _ in 0..120 {
        other = slow.step(4.0 * t / 120.0).apply(other, 0.0);
    }
    cases.push(Case {
        quantity: "the same position with the time in units of 1/4 s".into(),
        formula: "unchanged by the unit",
        exact: state.position,
        computed: other.position,
        bound: 0.0,
    });
    // The position in units of 2⁻¹⁰ m.
    let mut long = State::at_rest(1024.0f64);
    for _ in 0..120 {
        long = spring.step(t / 120.0).apply(long, 0.0);
    }
    cases.push(Case {
        quantity: "the same position with the length in units of 2⁻¹⁰ m".into(),
        formula: "unchanged by the unit",
        exact: state.position,
        computed: long.position / 1024.0,
        bound: 0.0,
    });
    for degrees in [10.0, 90.0, 170.0] {
        cases.push(Case {
            quantity: format!(
                "pendulum of 1 m from {degrees}°: period, s, Runge–Kutta of 1/2000 s"
            ),
            formula: "2π√(l/g)/agm(1, cos θ/2)",
            exact: pendulum_period(degrees * PI / 180.0),
            computed: swing(degrees * PI / 180.0),
            bound: 1e-9,
        });
    }
    Ok(cases)
}

/// The period of a pendulum of 1 m from an angle, s: the elliptic integral by the arithmetic-geometric mean (C. F. Gauss).
pub(crate) fn pendulum_period(angle: f64) -> f64 {
    let (mut a, mut b) = (1.0, (0.5 * angle).cos());
    for _ in 0..10 {
        (a, b) = (0.5 * (a + b), f64::sqrt(a * b));
    }
    TAU * GRAVITY.recip().sqrt() / a
}

/// Four times the time from an angle to the lowest point.
fn swing(angle: f64) -> f64 {
    let dt = 1.0 / 2000.0;
    let mut state = State::at_rest(angle);
    let mut time = 0.0;
    loop {
        let next = runge_kutta_4(state, dt, |state: State<f64>| -GRAVITY * state.position.sin());
        if next.position <= 0.0 {
            break;
        }
        (state, time) = (next, time + dt);
    }
    // The end of the last step: near the lowest point, x(t) = x + vt − g·x·t²/2 to third order.
    let mut rest = 0.0;
    for _ in 0..50 {
        let at = runge_kutta_4(state, rest, |state: State<f64>| -GRAVITY * state.position.sin());
        rest -= at.position / at.velocity;
    }
    4.0 * (time + rest)
}
