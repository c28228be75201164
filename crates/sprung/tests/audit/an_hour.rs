//! An hour of simulated time, at 60 and at 1000 steps per second, of every motion of the core.
//!
//! From a disturbed start towards 0 (or the identity), towards 1, and towards a generic goal: nothing becomes NaN, what
//! is reached stays within the stall of the precision, and what starts at rest does not move by a bit. A motion that
//! repeats its state has done so for the rest of the hour, and is not played on.

use sprung::Real;
use testkit::audit::{cases, measured};
use testkit::in_both_precisions;
use testkit::precision::Precision;

mod fades;
mod flat;
mod turned;

/// The angular frequency of all springs, rad/s.
pub(crate) const W: f64 = 8.0;
/// Towards 0 a motion ends in the smallest numbers, elsewhere in the last digits of its goal.
pub(crate) const GOALS: [f64; 3] = [0.0, 1.0, -7.3];
const RATES: [f64; 2] = [60.0, 1000.0];

pub(crate) fn r<R: Real>(value: f64) -> R {
    R::from_f64(value)
}

/// Readings of a motion: each should end at its goal.
pub(crate) type Reading<R> = Vec<(R, f64)>;

/// Plays a motion for an hour; `read` gives what should have come to rest and where, in units of position.
pub(crate) fn hour<R: Real + Precision, M: Copy + PartialEq>(
    name: &str,
    start: impl Fn(f64) -> M,
    mut advance: impl FnMut(&mut M, f64, R),
    read: impl Fn(&M, f64) -> Reading<R>,
) {
    let mut worst = 0.0f64;
    let seconds = cases(30, 3600);
    for rate in RATES {
        let dt = r::<R>(1.0 / rate);
        for goal in GOALS {
            let (mut motion, mut earlier) = (start(goal), [start(goal); 2]);
            for step in 0..seconds * rate as usize {
                advance(&mut motion, goal, dt);
                // One that repeats after one step or two has ended.
                if step > 1 && earlier.contains(&motion) {
                    break;
                }
                if step % 16 == 0 {
                    for (value, _) in read(&motion, goal) {
                        let value = Real::to_f64(value);
                        assert!(
                            value.abs() < 1e3,
                            "{name}, {rate}/s to {goal}, step {step}: {value}"
                        );
                    }
                }
                earlier = [motion, earlier[0]];
            }
            // Last digits over what a step covers of them.
            let stall = <R as Precision>::EPSILON * (1.0 + rate / W);
            for (value, end) in read(&motion, goal) {
                let off = (Real::to_f64(value) - end).abs() / (stall * (1.0 + goal.abs()));
                assert!(off < 16.0, "{name}, {rate}/s to {goal}: {value:?}, stalls {off} off");
                worst = worst.max(off);
            }
        }
    }
    measured(
        format!("{} {name} after an hour, of ε·size·(1 + 1/ωdt)", R::NAME),
        seconds,
        format!("{worst:.2}"),
    );
}

/// Asserts that a motion at rest on its goal stays there bit for bit.
pub(crate) fn rests<R: Real + Precision, M: Copy + PartialEq + core::fmt::Debug>(
    name: &str,
    at_rest: impl Fn(f64) -> M,
    mut advance: impl FnMut(&mut M, f64, R),
) {
    for rate in RATES {
        for goal in GOALS {
            let mut motion = at_rest(goal);
            for _ in 0..10 {
                advance(&mut motion, goal, r(1.0 / rate));
                assert!(motion == at_rest(goal), "{name}, {rate}/s on {goal}: {motion:?}");
            }
        }
    }
}

in_both_precisions! {
    flat_motions turned_motions fading_motions a_settled_motion_arrives_and_sleeps
    an_undamped_swing_keeps_its_width
}

fn flat_motions<R: Real + Precision>() {
    flat::springs::<R>();
    flat::chained::<R>();
    flat::limited::<R>();
}

fn turned_motions<R: Real + Precision>() {
    turned::rotations::<R>();
    turned::driven::<R>();
    turned::joints::<R>();
    turned::cameras::<R>();
}

fn fading_motions<R: Real + Precision>() {
    fades::scales::<R>();
    fades::offsets::<R>();
    fades::timed::<R>();
}

/// With the threshold of its step every damped spring stops on its goal, at every frame rate.
fn a_settled_motion_arrives_and_sleeps<R: Real + Precision>() {
    let mut latest = 0.0f64;
    for rate in [15.0, 60.0, 240.0, 1000.0] {
        for goal in [0.0, 1e-20, 1.0, 1000.0, -1e6] {
            for (halflife, ratio) in [(0.05, 0.1), (0.1, 1.0), (1.0, 0.3), (1.0, 1.0), (5.0, 4.0)] {
                let spring = sprung::Spring::from_halflife(r::<R>(halflife), r(ratio)).unwrap();
                let step = spring.step(r(1.0 / rate));
                let (goal, start): (R, R) = (r(goal), r(goal * 0.5 + 3.0));
                let rest = step.rest_threshold(goal.abs().max(start.abs()));
                let mut state = sprung::State::at_rest(start);
                let most = (400.0 * halflife * ratio.max(1.0 / ratio) * rate) as usize;
                let mut steps = 0;
                while state != sprung::State::at_rest(goal) {
                    state = rest.settle(step.apply(state, goal), goal);
                    steps += 1;
                    assert!(
                        steps < most,
                        "{rate}/s to {goal:?}, {halflife} {ratio}: {state:?} {rest:?}"
                    );
                }
                assert_eq!(rest.settle(step.apply(state, goal), goal), state);
                latest = latest.max(steps as f64 / most as f64);
            }
        }
    }
    measured(
        format!("{} settled springs arrive, of the steps given", R::NAME),
        100,
        format!("{latest:.3}"),
    );
}

/// Without damping nothing is lost but last digits.
fn an_undamped_swing_keeps_its_width<R: Real + Precision>() {
    let seconds = cases(30, 3600);
    for rate in RATES {
        let step = sprung::Spring::new(r::<R>(W), R::ZERO).unwrap().step(r(1.0 / rate));
        let mut state = sprung::State::at_rest(r::<R>(1.0));
        for _ in 0..seconds * rate as usize {
            state = step.apply(state, R::ZERO);
        }
        let [x, v] = [state.position, state.velocity].map(|x| Real::to_f64(x));
        let drift = (x.hypot(v / W) - 1.0).abs();
        let steps = seconds as f64 * rate;
        assert!(drift < 0.5 * <R as Precision>::EPSILON * steps, "{rate}/s: {drift:e}");
        measured(
            format!("{} undamped swing at {rate}/s, width lost", R::NAME),
            seconds,
            format!("{drift:.1e}"),
        );
    }
}
