//! How far two motions are apart, and the nearest spring or damper where a system cannot say the one that is meant.

use crate::params::{Damper, Spec, Spring};

/// Settled for this purpose: `e^(−DECAYS)` of the envelope is left.
const DECAYS: f64 = 9.0;

/// Oscillations are compared over at most this phase: forty turns.
const MOST_PHASE: f64 = 80.0 * core::f64::consts::PI;

/// The greatest difference of position, as a fraction of the way, while both go from rest to their goal.
///
/// Taken until the slower has settled or, for oscillations that hardly fade, over the first forty turns. Sampled;
/// accuracy 0.2 % of itself. Two springs without a pull never start; theirs is the greatest difference of velocity, as a
/// fraction of the one they coast with.
pub fn greatest_difference(a: impl Into<Spec<f64>>, b: impl Into<Spec<f64>>) -> f64 {
    sampled_difference(&a.into(), &b.into(), 1.0 / 16.0, MOST_PHASE)
}

/// The spring of this damping ratio (> 0) whose motion is nearest to another's, by the greatest difference.
pub(crate) fn nearest_spring(target: &Spec<f64>, damping_ratio: f64) -> Option<Spring<f64>> {
    let start = Spring::from_halflife(halflife(target), damping_ratio).ok()?.angular_frequency();
    let candidate = |scale: f64| Spring::new(start * scale, damping_ratio).ok();
    let scale = best_scale(|scale| {
        candidate(scale).map_or(f64::INFINITY, |spring| coarse_difference(target, spring.into()))
    });
    candidate(scale)
}

/// The spring itself, or the nearest critical one if it is over-damped; drag stays as it is.
pub(crate) fn nearest_at_most_critical(spring: &Spring<f64>) -> Spring<f64> {
    if spring.damping_ratio() <= 1.0 || spring.angular_frequency() == 0.0 {
        return *spring;
    }
    nearest_spring(&spring.into(), 1.0).unwrap_or(*spring)
}

/// The first-order damper whose motion is nearest to a spring's, by the greatest difference.
pub(crate) fn nearest_damper(target: &Spec<f64>) -> Option<Damper<f64>> {
    let start = Damper::from_halflife(halflife(target)).ok()?.rate();
    let candidate = |scale: f64| Damper::from_rate(start * scale).ok();
    let scale = best_scale(|scale| {
        candidate(scale).map_or(f64::INFINITY, |damper| coarse_difference(target, damper.into()))
    });
    candidate(scale)
}

fn coarse_difference(target: &Spec<f64>, candidate: Spec<f64>) -> f64 {
    sampled_difference(target, &candidate, 0.25, MOST_PHASE / 4.0)
}

fn halflife(spec: &Spec<f64>) -> f64 {
    match spec {
        Spec::Spring(spring) => spring.halflife(),
        Spec::Damper(damper) => damper.halflife(),
    }
}

/// The factor within 1/4 … 4 of the least cost: a scan, then golden sections round the best.
fn best_scale(cost: impl Fn(f64) -> f64) -> f64 {
    let at = |index: i32| libm::exp2(f64::from(index) / 8.0);
    let mut best = (0, cost(1.0));
    for index in -16..=16 {
        let cost = cost(at(index));
        if cost < best.1 {
            best = (index, cost);
        }
    }
    let golden = 0.5 * (libm::sqrt(5.0) - 1.0);
    let (mut low, mut high) = (at(best.0 - 1), at(best.0 + 1));
    for _ in 0..32 {
        let (left, right) = (high - golden * (high - low), low + golden * (high - low));
        if cost(left) < cost(right) {
            high = right;
        } else {
            low = left;
        }
    }
    0.5 * (low + high)
}

/// Sampled at steps of the fastest motion's phase, oscillations for at most so much of their own.
fn sampled_difference(a: &Spec<f64>, b: &Spec<f64>, phase_step: f64, most_phase: f64) -> f64 {
    if a == b {
        return 0.0;
    }
    let coasting = !pulls(a) && !pulls(b);
    let left = if coasting { velocity_left } else { remaining };
    let (pace_a, pace_b) = (Pace::of(a, most_phase), Pace::of(b, most_phase));
    let end = pace_a.end.max(pace_b.end);
    let fastest = pace_a.fastest.max(pace_b.fastest);
    if !(end > 0.0) || !fastest.is_finite() {
        return (left(a, 1.0) - left(b, 1.0)).abs().min(1.0);
    }
    // Where nothing oscillates, later instants may lie further apart: what is still to come is slow.
    let stretch = if pace_a.turns || pace_b.turns { 0.0 } else { 0.1 * phase_step };
    let first = phase_step / fastest;
    let (mut time, mut greatest) = (0.0f64, 0.0f64);
    while time <= end {
        greatest = greatest.max((left(a, time) - left(b, time)).abs());
        time += first + stretch * time;
    }
    greatest
}

/// The part of the way that is still ahead after starting from rest.
pub(crate) fn remaining(spec: &Spec<f64>, time: f64) -> f64 {
    match spec {
        Spec::Spring(spring) => spring.response(time).xx,
        Spec::Damper(damper) => damper.step(time).remaining(),
    }
}

/// The part of a velocity that is still there; a damper has none.
fn velocity_left(spec: &Spec<f64>, time: f64) -> f64 {
    match spec {
        Spec::Spring(spring) => spring.response(time).vv,
        Spec::Damper(_) => 0.0,
    }
}

fn pulls(spec: &Spec<f64>) -> bool {
    match spec {
        Spec::Spring(spring) => spring.angular_frequency() > 0.0,
        Spec::Damper(damper) => damper.rate() > 0.0,
    }
}

/// The time scales of a motion: its fastest change and when it is over (0 if it never moves or is over at once).
struct Pace {
    fastest: f64,
    end: f64,
    turns: bool,
}

impl Pace {
    fn of(spec: &Spec<f64>, most_phase: f64) -> Pace {
        let (fastest, slowest, turns) = match spec {
            Spec::Damper(damper) => (damper.rate(), damper.rate(), false),
            Spec::Spring(spring) => {
                let (omega, ratio) = (spring.angular_frequency(), spring.damping_ratio());
                if omega == 0.0 {
                    (2.0 * spring.decay_rate(), 2.0 * spring.decay_rate(), false)
                } else if ratio < 1.0 {
                    (omega, (ratio * omega).max(omega * DECAYS / most_phase), true)
                } else {
                    let fast = ratio + libm::sqrt((ratio - 1.0) * (ratio + 1.0));
                    (omega * fast, omega / fast, false)
                }
            }
        };
        let moves = slowest > 0.0 && fastest.is_finite();
        if moves {
            Pace { fastest, end: DECAYS / slowest, turns }
        } else {
            Pace { fastest: 0.0, end: 0.0, turns: false }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_spring_is_not_apart_and_others_are() {
        let spring = Spring::new(5.0, 0.4).unwrap();
        assert_eq!(greatest_difference(spring, spring), 0.0);
        let still = Spring::new(0.0, 1.0).unwrap();
        assert!(greatest_difference(spring, still) > 1.0);
        assert_eq!(greatest_difference(still, Spring::critical(f64::INFINITY).unwrap()), 1.0);
        let drag = |damping| Spring::from_stiffness_and_damping(0.0, damping).unwrap();
        // max of e^(−t) − e^(−2t).
        assert!((greatest_difference(drag(1.0), drag(2.0)) - 0.25).abs() < 1e-3);
        assert!(greatest_difference(drag(1.0), still) > 0.99);
    }

    #[test]
    fn two_dampers_differ_by_the_closed_form() {
        // max of e^(−t) − e^(−2t) is 1/4, at t = ln 2.
        let (slow, fast) = (Damper::from_rate(1.0).unwrap(), Damper::from_rate(2.0).unwrap());
        let difference = greatest_difference(slow, fast);
        assert!((difference - 0.25).abs() < 0.25 * 2e-3, "{difference}");
    }

    #[test]
    fn a_heavily_damped_spring_is_near_a_damper() {
        // x = (F e^(−Pt) − P e^(−Ft))/(F − P): apart from e^(−Pt) by about P/F = 1/(4ζ²).
        let spring = Spring::new(20.0, 10.0).unwrap();
        let difference = greatest_difference(spring, nearest_damper(&spring.into()).unwrap());
        assert!(difference > 1e-3 && difference < 2.5e-3, "{difference}");
    }

    #[test]
    fn the_nearest_spring_of_the_same_ratio_is_the_spring_itself() {
        for ratio in [0.3, 1.0, 4.0] {
            let spring = Spring::new(7.0, ratio).unwrap();
            let found = nearest_spring(&spring.into(), ratio).unwrap().angular_frequency();
            assert!((found - 7.0).abs() < 1e-5, "{found}");
        }
    }

    #[test]
    fn no_other_frequency_is_nearer_than_the_nearest() {
        let target = Spec::Spring(Spring::new(7.0, 0.4).unwrap());
        let nearest = nearest_spring(&target, 1.0).unwrap();
        let least = greatest_difference(target, nearest);
        for scale in [0.5, 0.8, 0.95, 1.05, 1.2, 2.0] {
            let other = Spring::critical(nearest.angular_frequency() * scale).unwrap();
            assert!(greatest_difference(target, other) > least, "{scale}");
        }
    }
}
