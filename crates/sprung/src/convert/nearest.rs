//! The maximum difference of two motions, and the nearest spring or damper that a convention can describe.

use crate::params::{Damper, Spec, Spring};
use crate::state::State;

/// Settled for this purpose: `e^(−DECAYS)` of the envelope is left.
const DECAYS: f64 = 9.0;

/// Oscillations are compared over at most this phase: forty turns.
const MAX_PHASE: f64 = 80.0 * core::f64::consts::PI;

/// Returns the maximum difference of position, as a fraction of the distance, while both move from rest to their goal.
///
/// Taken until the slower has settled or, for oscillations that hardly fade, over the first forty turns of each.
/// Sampled at no more than 12,000 instants; relative accuracy 0.2 %. For two springs without a pull, which never start,
/// it is the maximum difference of velocity, as a
/// fraction of the initial velocity.
pub fn max_difference(a: impl Into<Spec<f64>>, b: impl Into<Spec<f64>>) -> f64 {
    sampled_difference(&a.into(), &b.into(), 1.0 / 16.0, MAX_PHASE)
}

/// The spring of this damping ratio (> 0) whose motion is nearest to another's, by the maximum difference.
pub(crate) fn nearest_spring(target: &Spec<f64>, damping_ratio: f64) -> Option<Spring<f64>> {
    let start = Spring::from_halflife(halflife(target), damping_ratio).ok()?.angular_frequency();
    nearest(target, |scale| Spring::new(start * scale, damping_ratio).ok())
}

/// The spring itself, or the nearest of the damping ratio of this range that is next to its own.
pub(crate) fn nearest_within(spring: &Spring<f64>, least: f64, most: f64) -> Spring<f64> {
    let ratio = spring.damping_ratio().clamp(least, most);
    if ratio == spring.damping_ratio() {
        return *spring;
    }
    nearest_spring(&spring.into(), ratio).unwrap_or(*spring)
}

/// The spring itself, or the nearest critical one if it is over-damped; drag stays as it is.
pub(crate) fn nearest_at_most_critical(spring: &Spring<f64>) -> Spring<f64> {
    if spring.angular_frequency() == 0.0 { *spring } else { nearest_within(spring, 0.0, 1.0) }
}

/// The first-order damper whose motion is nearest to a spring's, by the maximum difference.
pub(crate) fn nearest_damper(target: &Spec<f64>) -> Option<Damper<f64>> {
    let start = Damper::from_halflife(halflife(target)).ok()?.rate();
    nearest(target, |scale| Damper::from_rate(start * scale).ok())
}

/// The candidate of the scale that is nearest to another motion, sampled coarsely.
fn nearest<T: Into<Spec<f64>>>(
    target: &Spec<f64>,
    candidate: impl Fn(f64) -> Option<T>,
) -> Option<T> {
    candidate(best_scale(|scale| match candidate(scale) {
        Some(spec) => sampled_difference(target, &spec.into(), 0.25, MAX_PHASE / 4.0),
        None => f64::INFINITY,
    }))
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

/// The maximum difference at samples as dense as the faster of the two motions needs at the time.
fn sampled_difference(a: &Spec<f64>, b: &Spec<f64>, phase_step: f64, max_phase: f64) -> f64 {
    if a == b {
        return 0.0;
    }
    let (a, b) = within_range(a, b);
    let left = if pulls(&a) || pulls(&b) { remaining } else { velocity_left };
    let paces = [Pace::of(&a, max_phase), Pace::of(&b, max_phase)];
    let difference = |time: f64| (left(&a, time) - left(&b, time)).abs();
    let greatest = sample_times(paces, phase_step).map(difference).reduce(f64::max);
    // Neither moves: each is at its goal at once or never leaves.
    greatest.unwrap_or_else(|| difference(1.0).min(1.0))
}

/// The times from 0 until both motions are over.
///
/// At most [`Pace::max_samples`] of the first and of the second: a step that one of them needs takes it on by as much as
/// alone.
fn sample_times([a, b]: [Pace; 2], phase_step: f64) -> impl Iterator<Item = f64> {
    let next =
        move |&time: &f64| Some(time + a.step(time, phase_step).min(b.step(time, phase_step)));
    core::iter::successors(Some(0.0), next)
        .take_while(move |&time| time <= a.end || time <= b.end)
        .take(a.max_samples(phase_step) + b.max_samples(phase_step))
}

/// Both, with time scaled where they are so slow or so fast that seconds would leave the range of numbers.
fn within_range(a: &Spec<f64>, b: &Spec<f64>) -> (Spec<f64>, Spec<f64>) {
    let fastest = fastest_rate(a).max(fastest_rate(b));
    let scale = if fastest < 1e-200 {
        libm::exp2(660.0)
    } else if fastest > 1e200 && fastest.is_finite() {
        libm::exp2(-660.0)
    } else {
        1.0
    };
    let scaled = |spec: &Spec<f64>| match spec {
        _ if scale == 1.0 => *spec,
        Spec::Damper(damper) => {
            Damper::from_rate(damper.rate() * scale).map_or(*spec, Spec::Damper)
        }
        Spec::Spring(spring) if spring.angular_frequency() == 0.0 => {
            Spec::Spring(Spring::drag(spring.decay_rate() * scale))
        }
        Spec::Spring(spring) => {
            Spring::new(spring.angular_frequency() * scale, spring.damping_ratio())
                .map_or(*spec, Spec::Spring)
        }
    };
    (scaled(a), scaled(b))
}

fn fastest_rate(spec: &Spec<f64>) -> f64 {
    match spec {
        Spec::Damper(damper) => damper.rate(),
        Spec::Spring(spring) => spring.angular_frequency().max(spring.decay_rate()),
    }
}

/// Returns the remaining part of the distance after starting from rest.
pub(crate) fn remaining(spec: &Spec<f64>, time: f64) -> f64 {
    match spec {
        Spec::Spring(spring) => spring.transition(time).xx(),
        Spec::Damper(damper) => damper.step(time).remaining(),
    }
}

/// Returns the remaining part of a velocity; a damper has none.
fn velocity_left(spec: &Spec<f64>, time: f64) -> f64 {
    match spec {
        Spec::Spring(spring) => spring.step(time).apply(State::new(0.0, 1.0), 0.0).velocity,
        Spec::Damper(_) => 0.0,
    }
}

fn pulls(spec: &Spec<f64>) -> bool {
    match spec {
        Spec::Spring(spring) => spring.angular_frequency() > 0.0,
        Spec::Damper(damper) => damper.rate() > 0.0,
    }
}

/// The time scales of a motion: its fastest change, its slowest, and when it is over (−1 if it never moves in between).
#[derive(Clone, Copy)]
struct Pace {
    fastest: f64,
    slowest: f64,
    end: f64,
    turns: bool,
}

/// After this many decays of the fast part, and before this part of one of the slow, nothing happens.
const FAST_DECAYS: f64 = 40.0;
const NOT_YET: f64 = 1e-4;

impl Pace {
    fn of(spec: &Spec<f64>, max_phase: f64) -> Pace {
        let (fastest, slowest, turns) = match spec {
            Spec::Damper(damper) => (damper.rate(), damper.rate(), false),
            Spec::Spring(spring) => {
                let (omega, ratio) = (spring.angular_frequency(), spring.damping_ratio());
                if omega == 0.0 {
                    (2.0 * spring.decay_rate(), 2.0 * spring.decay_rate(), false)
                } else if ratio < 1.0 {
                    (omega, (ratio * omega).max(omega * DECAYS / max_phase), true)
                } else {
                    let fast = ratio + libm::sqrt((ratio - 1.0) * (ratio + 1.0));
                    (omega * fast, omega / fast, false)
                }
            }
        };
        let moves = slowest > 0.0 && fastest.is_finite();
        let end = if moves { (DECAYS / slowest).min(f64::MAX) } else { -1.0 };
        Pace { fastest, slowest, end, turns }
    }

    /// The step that its motion needs at a time: even while it turns, later longer where only the slow part is left.
    fn step(&self, time: f64, phase_step: f64) -> f64 {
        if time > self.end {
            return f64::INFINITY;
        }
        let first = phase_step / self.fastest;
        if self.turns {
            return first;
        }
        let step = first + STRETCH * phase_step * time;
        let (over, begins) = (FAST_DECAYS / self.fastest, NOT_YET / self.slowest);
        if time > over && time < begins { step.max(begins - time) } else { step }
    }

    /// A bound on the samples of this motion alone.
    fn max_samples(&self, phase_step: f64) -> usize {
        if self.end < 0.0 {
            return 0;
        }
        let samples = if self.turns {
            self.fastest * self.end / phase_step
        } else {
            // Steps that grow with time: both parts of the motion span several powers of e.
            let spans = libm::log(FAST_DECAYS * DECAYS / NOT_YET) + libm::log(2.0 / STRETCH);
            2.0 * spans / (STRETCH * phase_step)
        };
        samples as usize + 8
    }
}

/// The part of the elapsed time that is added to a step, per unit of its phase.
const STRETCH: f64 = 0.1;

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of springs and dampers whose scales lie far apart or at the ends of the range of numbers.
    fn hostile_specs() -> std::vec::Vec<Spec<f64>> {
        let pairs = [
            (1.0, 100.0),
            (1.0, 300.0),
            (3.0, 1000.0),
            (50.0, 1e9),
            (1.0, 1.0 - f64::EPSILON / 2.0),
            (1000.0, 0.5),
            (1e6, 0.5),
            (1e-3, 1.0),
            (1e-6, 0.5),
            (1e-310, 1.0),
            (2e-310, 0.5),
            (1e-300, 1e300),
            (1e300, 1e-300),
            (1e300, 1.0),
            (1e150, 1e150),
            (f64::MAX, 0.0),
            (f64::MAX, 1.0),
            (5e-324, 1.0),
            (1.0, 0.0),
            (1.0, 1e-9),
            (1.0, f64::MAX),
            (1.0, f64::INFINITY),
            (f64::INFINITY, 1.0),
            (0.0, 1.0),
        ];
        let mut specs: std::vec::Vec<Spec<f64>> =
            pairs.into_iter().map(|(w, z)| Spring::new(w, z).unwrap().into()).collect();
        for rate in [0.0, 5e-324, 1e-300, 1e-3, 1.0, 1e9, 1e300, f64::MAX, f64::INFINITY] {
            specs.push(Damper::from_rate(rate).unwrap().into());
            if rate.is_finite() {
                specs.push(Spring::from_stiffness_and_damping(0.0, rate).unwrap().into());
            }
        }
        specs
    }

    #[test]
    fn the_samples_of_any_two_motions_are_bounded_and_reach_the_end() {
        for a in &hostile_specs() {
            for b in &hostile_specs() {
                let (c, d) = within_range(a, b);
                let paces = [Pace::of(&c, MAX_PHASE), Pace::of(&d, MAX_PHASE)];
                let most: usize = paces.iter().map(|pace| pace.max_samples(1.0 / 16.0)).sum();
                let mut last = -1.0;
                let mut count = 0;
                for time in sample_times(paces, 1.0 / 16.0) {
                    assert!(time > last && time.is_finite(), "{a} {b}: {last} {time}");
                    (last, count) = (time, count + 1);
                }
                assert!(count < most || most == 0, "{a} {b}: {count} of {most}");
                assert!(most <= 12_000, "{a} {b}: {most}");
                let difference = max_difference(a, b);
                assert!((0.0..=2.0 + 1e-9).contains(&difference), "{a} {b}: {difference}");
            }
        }
    }

    #[test]
    fn a_difference_at_far_scales_is_that_of_the_closed_form() {
        // The faster is over before the slower begins.
        let apart = |fast: (f64, f64), slow: (f64, f64)| {
            let spring = |(w, z)| Spring::new(w, z).unwrap();
            max_difference(spring(fast), spring(slow))
        };
        let overshoot = Spring::new(1.0, 0.5).unwrap().overshoot();
        for (fast, slow) in [((1000.0, 0.5), (1e-3, 1.0)), ((1e6, 0.5), (1e-6, 0.5))] {
            assert!((apart(fast, slow) - 1.0 - overshoot).abs() < 4e-3);
        }
        for fast in [1.0, 1e100, f64::MAX] {
            assert!((apart((fast, 1.0), (fast * 1e-9, 1.0)) - 1.0).abs() < 2e-3);
        }
        // Two critical springs of rates 1 : 2 differ alike at every scale.
        let ordinary = apart((2.0, 1.0), (1.0, 1.0));
        for scale in [1e-310, 1e-200, 1e-3, 1e3, 1e300] {
            let scaled = apart((2.0 * scale, 1.0), (scale, 1.0));
            assert!((scaled - ordinary).abs() < 2e-3 * ordinary, "{scale}: {scaled} {ordinary}");
        }
        // (1 + t)e^(−t) and e^(−st), s = ω/2ζ: a heavily damped spring against a light one of the same speed.
        let heavy = apart((1.0, 1.0), (2e9, 1e9));
        let light = (0..100_000).map(|i| f64::from(i) * 1e-4);
        let exact = light.map(|t| (1.0 + t) * (-t).exp() - (-t).exp()).fold(0.0, f64::max);
        assert!((heavy - exact).abs() < 2e-3 * exact, "{heavy} {exact}");
    }

    #[test]
    fn the_same_spring_is_not_apart_and_others_are() {
        let spring = Spring::new(5.0, 0.4).unwrap();
        assert_eq!(max_difference(spring, spring), 0.0);
        let still = Spring::new(0.0, 1.0).unwrap();
        assert!(max_difference(spring, still) > 1.0);
        assert_eq!(max_difference(still, Spring::critical(f64::INFINITY).unwrap()), 1.0);
        let drag = |damping| Spring::from_stiffness_and_damping(0.0, damping).unwrap();
        // max of e^(−t) − e^(−2t).
        assert!((max_difference(drag(1.0), drag(2.0)) - 0.25).abs() < 1e-3);
        assert!(max_difference(drag(1.0), still) > 0.99);
    }

    #[test]
    fn two_dampers_differ_by_the_closed_form() {
        // max of e^(−t) − e^(−2t) is 1/4, at t = ln 2.
        let (slow, fast) = (Damper::from_rate(1.0).unwrap(), Damper::from_rate(2.0).unwrap());
        let difference = max_difference(slow, fast);
        assert!((difference - 0.25).abs() < 0.25 * 2e-3, "{difference}");
    }

    #[test]
    fn a_heavily_damped_spring_is_near_a_damper() {
        // x = (F e^(−Pt) − P e^(−Ft))/(F − P): apart from e^(−Pt) by about P/F = 1/(4ζ²).
        let spring = Spring::new(20.0, 10.0).unwrap();
        let difference = max_difference(spring, nearest_damper(&spring.into()).unwrap());
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
        let least = max_difference(target, nearest);
        for scale in [0.5, 0.8, 0.95, 1.05, 1.2, 2.0] {
            let other = Spring::critical(nearest.angular_frequency() * scale).unwrap();
            assert!(max_difference(target, other) > least, "{scale}");
        }
    }

    #[test]
    fn a_cost_that_is_the_same_for_every_scale_leaves_it_at_one_step_from_one_at_most() {
        let scale = best_scale(|_| 1.0);
        assert!((libm::log2(scale) * 8.0).abs() < 1.0 + 1e-6, "{scale}");
        let scale = best_scale(|scale| (scale - 2.7) * (scale - 2.7));
        assert!((scale - 2.7).abs() < 1e-6, "{scale}");
    }
}
