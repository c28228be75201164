//! The integrals of a free motion: the displacement of a spring by integrals and moving goals.
//!
//! From the differential equation itself, in forms without cancellation: `j = ∫xv / t² = (1 − xx)/τ²`, the lag `2d·j` and
//! `1 − X − 2d·j`, how far a resting spring follows a unit of goal motion.

use crate::math::transition::Transition;
use crate::real::{Real, decayed::decayed};

impl<R: Real> Transition<R> {
    /// `j` and `2d·j`: the area under the motion of a unit velocity, and how far the equilibrium is displaced by a unit of
    /// goal motion.
    pub(crate) fn area_and_lag(&self) -> (R, R) {
        let quarter = R::HALF * R::HALF;
        let twice = R::TWO * self.decay;
        let square = self.phase * self.phase;
        if self.phase >= R::HUGE || self.decay >= R::HUGE {
            // Only the slow decay is left of an over-damped spring, τ²/2d; of others nothing.
            let slow = self.phase * (self.phase / twice);
            let lag = if slow < R::EPSILON * quarter {
                R::ONE - self.reach
            } else if slow < R::INFINITY {
                -self.xx_change() / slow
            } else {
                R::ZERO
            };
            return (lag / twice, lag);
        }
        if square < R::EPSILON * quarter {
            // The pull has not begun: drag alone.
            let free = decayed(twice);
            return (free.area(twice), free.missed_by_mean(twice));
        }
        let area = -self.xx_change() / square;
        (area, twice * area)
    }

    /// `1 − X − 2d·j`, given `2d·j`.
    pub(crate) fn follow(&self, lag: R) -> R {
        let quarter = R::HALF * R::HALF;
        if self.phase < quarter && self.decay < quarter {
            return self.phase * self.phase * self.ramp();
        }
        let decay = self.decay;
        if decay > self.phase && decay < R::HUGE {
            let half_gap = ((decay - self.phase) * (decay + self.phase)).sqrt();
            let fast = decay + half_gap;
            let slow = self.phase * (self.phase / fast);
            if slow < fast * R::HALF {
                // The ramp through two decays in a row; nothing is lost where the slow one hardly starts.
                let [slowly, fastly] = [slow, fast].map(|root| decayed(root).missed_by_mean(root));
                return (fast * slowly - slow * fastly) / (R::TWO * half_gap);
            }
        }
        R::ONE - self.reach - lag
    }

    /// The response to a unit of goal motion over `τ²`, `∫∫∫xv / t³`, given `2d·j`.
    pub(crate) fn ramp_area(&self, lag: R) -> R {
        let quarter = R::HALF * R::HALF;
        if self.phase < quarter && self.decay < quarter {
            return self.ramp();
        }
        self.follow(lag) / (self.phase * self.phase)
    }

    /// The same by the power series of a short step.
    fn ramp(&self) -> R {
        // The derivatives b_n of xv at the start obey b_(n+1) = −2d b_n − τ² b_(n−1).
        let (stiffness, damping) = (self.phase * self.phase, R::TWO * self.decay);
        let (mut previous, mut derivative, mut sum) = (R::ZERO, R::ONE, R::ZERO);
        for &inverse_factorial in R::RAMP_SERIES {
            sum += derivative * inverse_factorial;
            (previous, derivative) = (derivative, -(damping * derivative + stiffness * previous));
        }
        sum
    }
}
