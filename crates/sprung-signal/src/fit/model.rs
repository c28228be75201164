//! The motion that is fitted: at rest, then a spring.

use sprung::{Spring, State};

use super::normal::{Normal, PARAMETERS};
use super::series::Series;

/// The maximum damping ratio: beyond it the slow decay alone is seen.
const MAX_RATIO: f64 = 100.0;
/// Turns of the phase between two samples that are told apart: up to half of the sampling rate.
const MAX_PHASE: f64 = core::f64::consts::PI;
/// The least angular frequency, per span.
const MIN_FREQUENCY: f64 = 1e-3;

/// The places of the parameters in the normal equations; the velocity is in units of the angular frequency.
pub(super) const FREQUENCY: usize = 0;
pub(super) const RATIO: usize = 1;
pub(super) const DELAY: usize = 2;
pub(super) const START: usize = 3;
pub(super) const GOAL: usize = 4;
pub(super) const VELOCITY: usize = 5;

/// The parameters that are free beside angular frequency, damping ratio, start and goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Free {
    pub(super) delay: bool,
    pub(super) velocity: bool,
}

impl Free {
    pub(super) fn count(self) -> usize {
        4 + usize::from(self.delay) + usize::from(self.velocity)
    }

    /// The mask of the parameters in which the motion is linear.
    pub(super) fn linear(self) -> [bool; PARAMETERS] {
        [false, false, false, true, true, self.velocity]
    }

    pub(super) fn all(self) -> [bool; PARAMETERS] {
        [true, true, self.delay, true, true, self.velocity]
    }
}

/// The parameters in which the motion is not linear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shape {
    /// Angular frequency, radians per span.
    pub(super) frequency: f64,
    /// Damping ratio.
    pub(super) ratio: f64,
    /// Delay, spans.
    pub(super) delay: f64,
}

/// The number within 0 and a limit; 0 for NaN.
pub(super) fn up_to(number: f64, limit: f64) -> f64 {
    if number > 0.0 { number.min(limit) } else { 0.0 }
}

/// The parameters in which it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Linear {
    pub(super) start: f64,
    pub(super) goal: f64,
    /// Per radian.
    pub(super) velocity: f64,
}

impl Shape {
    /// The shape within the bounds of a series.
    pub(super) fn bounded(self, samples: usize) -> Shape {
        // An over-damped spring is seen by its slow decay.
        let highest = MAX_PHASE * samples as f64 * (2.0 * self.ratio).max(1.0);
        Shape {
            frequency: self.frequency.max(MIN_FREQUENCY).min(highest),
            ratio: up_to(self.ratio, MAX_RATIO),
            delay: up_to(self.delay, 1.0),
        }
    }

    pub(super) fn spring(&self) -> Spring<f64> {
        Spring::new(self.frequency, self.ratio).expect("a bounded shape is a spring")
    }

    /// The step after the delay at a time; none before it.
    fn seconds(&self, time: f64) -> Option<f64> {
        Some(time - self.delay).filter(|seconds| *seconds > 0.0)
    }

    /// The parts of start, goal and velocity in the position at each time.
    pub(super) fn basis(&self, series: &Series, into: &mut Vec<[f64; 3]>) {
        let spring = self.spring();
        into.clear();
        into.extend(series.times.iter().map(|&time| match self.seconds(time) {
            Some(seconds) => {
                let [[xx, xv], _] = spring.step(seconds).matrix();
                [xx, 1.0 - xx, self.frequency * xv]
            }
            None => [1.0, 0.0, 0.0],
        }));
    }

    /// The best start, goal and velocity, and the sum of squares that they leave.
    pub(super) fn solve(
        &self,
        series: &Series,
        free: Free,
        basis: &mut Vec<[f64; 3]>,
    ) -> (Linear, f64) {
        self.basis(series, basis);
        let mut normal = Normal::default();
        for (&[start, goal, velocity], &value) in basis.iter().zip(&series.values) {
            normal.add(&[0.0, 0.0, 0.0, start, goal, velocity], value);
        }
        let found = normal.solve(free.linear(), [0.0; PARAMETERS]);
        let linear = Linear { start: found[START], goal: found[GOAL], velocity: found[VELOCITY] };
        let squares = basis.iter().zip(&series.values).map(|(parts, value)| {
            let residual = value - linear.position(parts);
            residual * residual
        });
        (linear, squares.sum())
    }

    /// The normal equations of all parameters about this motion.
    pub(super) fn normal(&self, linear: &Linear, series: &Series) -> Normal {
        let spring = self.spring();
        let mut normal = Normal::default();
        let state = State::new(linear.start, linear.velocity * self.frequency);
        for (&time, &value) in series.times.iter().zip(&series.values) {
            let Some(seconds) = self.seconds(time) else {
                normal.add(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0], value - linear.start);
                continue;
            };
            let step = spring.step_derivatives(seconds);
            let [[xx, xv], _] = step.step().matrix();
            let parts = [xx, 1.0 - xx, self.frequency * xv];
            // The velocity is held in units of the frequency, so that it changes with it.
            let by_frequency =
                step.by_angular_frequency(state, linear.goal).position + linear.velocity * xv;
            let row = [
                by_frequency,
                step.by_damping_ratio(state, linear.goal).position,
                -step.by_dt(state, linear.goal).position,
                parts[0],
                parts[1],
                parts[2],
            ];
            normal.add(&row, value - linear.position(&parts));
        }
        normal
    }
}

impl Linear {
    /// The position with these parts of start, goal and velocity.
    pub(super) fn position(&self, [start, goal, velocity]: &[f64; 3]) -> f64 {
        self.start * start + self.goal * goal + self.velocity * velocity
    }
}
