//! The times at which a motion crosses a level: the goal, half the distance, the edge of a band.

use crate::analysis::{FreeResponse, phase_from_rest};
use crate::params::Spring;
use crate::real::Real;

impl<R: Real> FreeResponse<R> {
    /// The first time, in seconds, that the offset crosses `level`; level 0 is the goal. Infinite if it never does.
    ///
    /// Starting on the level or only touching it is no crossing. Accuracy: 1e-12 relative (`f64`), 1e-5 (`f32`), except
    /// next to a turning point, where the time depends on the level by its square root.
    ///
    /// ```
    /// use sprung::{Spring, analysis::FreeResponse};
    ///
    /// // Undamped from rest: through the goal after a quarter of a turn.
    /// let motion = FreeResponse::new(Spring::from_frequency(1.0, 0.0)?, 5.0, 0.0);
    /// assert!((motion.crossing_time(0.0) - 0.25f64).abs() < 1e-15);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    pub fn crossing_time(&self, level: R) -> R {
        self.nth_crossing_time(level, 1)
    }

    /// The `n`-th time, in seconds, that the offset crosses `level`, counted from 1; as [`crossing_time`](Self::crossing_time).
    ///
    /// NaN for `n = 0`.
    pub fn nth_crossing_time(&self, level: R, n: u32) -> R {
        if self.is_nan() || level.is_nan() || n == 0 {
            return R::from_f64(f64::NAN);
        }
        let swings = self.swings();
        let is_between = |a: R, b: R| (a < level && level < b) || (b < level && level < a);
        // The goal lies between turning points that are too small to be told from it, too.
        let turns_across = |index: R| level == R::ZERO && swings.time(index).is_finite();
        let first_swing = if turns_across(R::ZERO) {
            self.offset != R::ZERO && (self.offset > R::ZERO) != swings.side(R::ZERO)
        } else {
            is_between(self.offset, swings.first_offset)
        };
        if first_swing && n == 1 {
            return self.first_passage(level, &swings);
        }
        // The swings after the first turning point that cross a level follow each other without a gap.
        let index = R::from_count(n - 1) - if first_swing { R::ONE } else { R::ZERO };
        let next = index + R::ONE;
        let crosses = swings.time(index).is_finite()
            && (turns_across(next) || is_between(swings.offset(index), swings.offset(next)));
        if crosses { self.passage_after(index, level, &swings) } else { R::INFINITY }
    }
}

impl<R: Real> Spring<R> {
    /// The first time, in seconds, that the fraction `left` of the offset is left, released at rest.
    ///
    /// [`FreeResponse::crossing_time`] of the unit step. `left = 0.5` is the half-life; infinite for what is never left.
    pub fn crossing_time(&self, left: R) -> R {
        self.unit_step().crossing_time(left)
    }

    /// Returns the rise time from rest, in seconds: from 10 % to 90 % of the distance, as in control engineering.
    ///
    /// ```
    /// let spring = sprung::Spring::critical(1.0)?;
    /// assert!((spring.rise_time() - 3.3579f64).abs() < 1e-4);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    pub fn rise_time(&self) -> R {
        let (angular_frequency, damping_ratio) = (self.angular_frequency(), self.damping_ratio());
        if angular_frequency == R::INFINITY {
            return R::ZERO;
        }
        if angular_frequency == R::ZERO || !damping_ratio.is_finite() {
            return R::INFINITY;
        }
        let phase = |left| phase_from_rest(damping_ratio, left);
        let (start, end) = (phase(R::from_f64(0.9)), phase(R::from_f64(0.1)));
        if end.is_finite() { (end - start) / angular_frequency } else { end }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_other_crossing_of_the_goal_is_a_period_apart() {
        let spring = Spring::new(3.0, 0.1f64).unwrap();
        let motion = FreeResponse::new(spring, 1.0, -2.0);
        let period = core::f64::consts::TAU / spring.damped_angular_frequency();
        for n in 1..20 {
            let (this, next) =
                (motion.nth_crossing_time(0.0, n), motion.nth_crossing_time(0.0, n + 2));
            assert!((next - this - period).abs() < 1e-13);
            assert!(motion.at(this).position.abs() < 1e-14);
        }
    }

    #[test]
    fn a_level_is_crossed_until_the_swings_are_too_small() {
        let motion = FreeResponse::new(Spring::new(1.0, 0.1f64).unwrap(), 0.0, 1.0);
        let level = 0.3;
        let times: std::vec::Vec<_> = (1..)
            .map(|n| motion.nth_crossing_time(level, n))
            .take_while(|t| t.is_finite())
            .collect();
        assert_eq!(times.len(), 4, "{times:?}");
        for time in &times {
            assert!((motion.at(*time).position - level).abs() < 1e-14);
        }
        assert!(times.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn over_damped_it_crosses_the_goal_once_if_thrown_hard_enough() {
        let spring = Spring::new(2.0, 1.5f64).unwrap();
        let fast = 2.0 * (1.5 + 1.25f64.sqrt());
        assert_eq!(FreeResponse::new(spring, 1.0, -0.99 * fast).crossing_time(0.0), f64::INFINITY);
        let thrown = FreeResponse::new(spring, 1.0, -1.01 * fast);
        assert!(thrown.at(thrown.crossing_time(0.0)).position.abs() < 1e-15);
        assert_eq!(thrown.nth_crossing_time(0.0, 2), f64::INFINITY);
    }

    #[test]
    fn starting_on_the_level_is_no_crossing() {
        let motion = FreeResponse::new(Spring::new(1.0, 0.0f64).unwrap(), 0.0, 1.0);
        assert!((motion.crossing_time(0.0) - core::f64::consts::PI).abs() < 1e-15);
        assert_eq!(Spring::critical(1.0f64).unwrap().crossing_time(1.0), f64::INFINITY);
        // Thrown away from the goal, the first crossing of the start is the return.
        for side in [-1.0, 1.0] {
            let motion = FreeResponse::new(Spring::new(1.0, 0.5f64).unwrap(), side, 5.0 * side);
            let time = motion.crossing_time(side);
            assert!(time > 0.1 && (motion.at(time).position - side).abs() < 1e-12, "{time}");
            assert_eq!(motion.nth_crossing_time(side, 2), f64::INFINITY);
        }
    }

    #[test]
    fn the_limits_are_defined() {
        let crossing =
            |spring: Spring<f64>| FreeResponse::new(spring, 1.0, -3.0).crossing_time(0.0);
        let drag = |damping| Spring::from_stiffness_and_damping(0.0, damping).unwrap();
        assert_eq!(crossing(Spring::new(0.0, 0.0).unwrap()), 1.0 / 3.0);
        assert_eq!(crossing(drag(3.0)), f64::INFINITY);
        assert!((crossing(drag(1.5)) - 2f64.ln() / 1.5).abs() < 1e-15);
        assert_eq!(crossing(Spring::new(2.0, f64::INFINITY).unwrap()), f64::INFINITY);
        assert_eq!(Spring::critical(f64::INFINITY).unwrap().crossing_time(0.5), 0.0);
        assert!(Spring::critical(1.0).unwrap().crossing_time(f64::NAN).is_nan());
    }
}
