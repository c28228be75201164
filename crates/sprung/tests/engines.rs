//! The errors of engines' springs on the page of their functions, measured by their published formulas.
//!
//! Each moves for two seconds from rest at 0 towards 1, or behind a goal that moves at 1 per second, at 60, 30 and 15 frames
//! a second; its error is the greatest distance from the motion that it discretizes.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::motion::{DoubleSpring, VelocitySpring};
use sprung::{Damper, DoubleStep, Spring, State};

const PAGE: &str = include_str!("../src/articles.md");

const RATES: [u32; 3] = [60, 30, 15];
const SECONDS: u32 = 2;
/// The smoothing time of springs, and the speed of what interpolates, 1/s.
const SMOOTHING: f64 = 0.3;
const SPEED: f64 = 10.0;
/// The time constant of first-order dampers.
const LAG: f64 = 0.15;

/// Unity's approximation of `e^(−x)`.
fn unity(x: f64) -> f64 {
    1.0 / (1.0 + x + 0.48 * x * x + 0.235 * x * x * x)
}

/// Unreal's.
fn unreal(x: f64) -> f64 {
    1.0 / (1.0 + 1.00746054 * x + 0.45053901 * x * x + 0.25724632 * x * x * x)
}

/// A critical spring with an approximated exponential.
fn critical([x, v]: [f64; 2], goal: f64, smoothing: f64, dt: f64, exp: fn(f64) -> f64) -> [f64; 2] {
    let w = 2.0 / smoothing;
    let (offset, left) = (x - goal, exp(w * dt));
    let push = v + w * offset;
    [goal + (offset + push * dt) * left, (v - w * push * dt) * left]
}

/// The greatest distance of a motion from the true one, told of each frame's end.
fn error(rate: u32, mut theirs: impl FnMut(f64) -> f64, truth: impl Fn(f64) -> f64) -> f64 {
    let dt = 1.0 / f64::from(rate);
    (1..=SECONDS * rate)
        .map(|frame| (theirs(dt) - truth(f64::from(frame) * dt)).abs())
        .fold(0.0, f64::max)
}

fn exact(time: f64) -> f64 {
    let spring = Spring::critical(2.0 / SMOOTHING).unwrap();
    spring.step(time).apply(State::at_rest(0.0), 1.0).position
}

fn approximated(rate: u32, exp: fn(f64) -> f64) -> f64 {
    let mut state = [0.0; 2];
    let theirs = |dt| {
        state = critical(state, 1.0, SMOOTHING, dt, exp);
        state[0]
    };
    error(rate, theirs, exact)
}

fn double(rate: u32) -> f64 {
    let (mut state, mut inner) = ([0.0; 2], [0.0; 2]);
    let half = 0.5 * SMOOTHING;
    let theirs = |dt| {
        inner = critical(inner, 1.0, half, dt, unreal);
        state = critical(state, inner[0], half, dt, unreal);
        state[0]
    };
    error(rate, theirs, |time| {
        let mut motion = DoubleSpring::at_rest(0.0);
        motion.update(1.0, &DoubleStep::new(2.0 / half, time));
        motion.state.position
    })
}

fn velocity(rate: u32) -> f64 {
    let (mut state, mut inner) = ([0.0; 2], 0.0f64);
    let theirs = |dt: f64| {
        let left = 1.0 - inner;
        let ahead = if left > SMOOTHING { inner + SMOOTHING } else { 1.0 };
        state = critical(state, ahead, SMOOTHING, dt, unreal);
        inner = if left > dt { inner + dt } else { 1.0 };
        state[0]
    };
    let spring = Spring::critical(2.0 / SMOOTHING).unwrap();
    error(rate, theirs, |time| {
        let mut motion = VelocitySpring { state: State::at_rest(0.0), intermediate: 0.0 };
        motion.update(1.0, &spring.velocity_step(1.0, SMOOTHING, time));
        motion.state.position
    })
}

fn interpolated(rate: u32) -> f64 {
    let mut x = 0.0;
    let theirs = |dt: f64| {
        x += (1.0 - x) * (SPEED * dt).min(1.0);
        x
    };
    error(rate, theirs, |time| 1.0 - (-SPEED * time).exp())
}

/// A tenth of the way in every frame, tuned at 60 frames a second.
fn lerp(rate: u32) -> f64 {
    let mut x = 0.0;
    let theirs = |_| {
        x += (1.0 - x) * 0.1;
        x
    };
    error(rate, theirs, |time| 1.0 - 0.9f64.powf(60.0 * time))
}

/// The exact damper of a goal that is held in each frame, behind one that moves; of the lag.
fn held(rate: u32) -> f64 {
    let (mut x, mut time) = (0.0, 0.0);
    let theirs = |dt: f64| {
        time += dt;
        x += (time - x) * (1.0 - (-dt / LAG).exp());
        x
    };
    let damper = Damper::from_rate(1.0 / LAG).unwrap();
    let truth = |time: f64| damper.follow_step(time).apply(0.0, 0.0, time);
    error(rate, theirs, truth) / LAG
}

type Measured = (&'static str, fn(u32) -> f64);

#[test]
fn the_errors_on_the_page_are_those_of_the_published_formulas() {
    let all: [Measured; 7] = [
        ("SmoothDamp", |rate| approximated(rate, unity)),
        ("CriticalSpringDamper", |rate| approximated(rate, unreal)),
        ("CriticalDoubleSpringDamper", double),
        ("VelocitySpringDamper", velocity),
        ("FInterpTo", interpolated),
        ("Mathf.Lerp", lerp),
        ("smooth_nudge", held),
    ];
    let mut wrong = Vec::new();
    for (name, measure) in all {
        let measured = RATES.map(|rate| 100.0 * measure(rate));
        let row = PAGE.lines().find(|line| {
            line.split('|').nth(1).is_some_and(|cell| cell.contains(&format!("`{name}`")))
        });
        let cell = row.and_then(|row| row.split('|').nth(4)).unwrap_or_default();
        let told: Vec<f64> = cell
            .trim()
            .trim_end_matches('%')
            .split('/')
            .filter_map(|number| number.trim().trim_end_matches('%').trim().parse().ok())
            .collect();
        let same = told.len() == 3
            && told.iter().zip(measured).all(|(told, real)| (told - real).abs() < 0.0051);
        if !same {
            let [a, b, c] = measured;
            wrong.push(format!("{name}: {a:.2} / {b:.2} / {c:.2} %, and the page says {cell}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
