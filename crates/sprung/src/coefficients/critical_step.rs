//! The short form of the critically damped step: one exponential.

use crate::coefficients::SpringStep;
use crate::real::Real;
use crate::real::decayed::{decayed, short_decay};

impl<R: Real> SpringStep<R> {
    /// The exact step of a critically damped spring, `Φ = e^(−τ)·[[1 + τ, dt], [−ωτ, 1 − τ]]` with `τ = ω·dt`.
    ///
    /// Equal to `Spring::critical(angular_frequency)?.step(dt)` within the same bounds, at a third of its cost.
    /// A `dt` that is 0, negative or NaN changes nothing, and so does an infinite one without a pull; an angular frequency
    /// that is negative or NaN makes every state NaN.
    ///
    /// ```
    /// use sprung::{Spring, SpringStep};
    ///
    /// let [[xx, _], [_, vv]] = SpringStep::critical(8.0, 0.1).matrix();
    /// let [[general, _], [_, general_vv]] = Spring::critical(8.0f64)?.step(0.1).matrix();
    /// assert!((xx - general).abs() < 1e-15 && (vv - general_vv).abs() < 1e-15);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    #[inline]
    pub fn critical(angular_frequency: R, dt: R) -> Self {
        let all = |seconds, entry| SpringStep {
            short: seconds == R::ZERO,
            seconds,
            position_from_offset: entry,
            position_from_velocity: entry,
            velocity_from_offset: entry,
            velocity_from_velocity: entry,
        };
        let has_limit = dt < R::INFINITY || angular_frequency != R::ZERO;
        if !(dt > R::ZERO && has_limit) {
            return all(R::ZERO, R::ZERO);
        }
        let seconds = dt.min(R::MAX);
        if !(angular_frequency >= R::ZERO) {
            return all(seconds, R::from_f64(f64::NAN));
        }
        let phase = angular_frequency * dt;
        let (remaining, change) = if phase <= R::SHORT_DECAY {
            let decay = short_decay(phase);
            (decay.left, decay.critical_change())
        } else {
            let decay = decayed(phase);
            if decay.left == R::ZERO {
                return all(seconds, R::ZERO);
            }
            (decay.left, decay.critical_change())
        };
        let turned = phase * remaining;
        let short = change > -R::HALF;
        let position = if short { change } else { remaining + turned };
        SpringStep {
            short,
            seconds,
            position_from_offset: position,
            position_from_velocity: seconds * remaining,
            velocity_from_offset: -angular_frequency * turned,
            velocity_from_velocity: position - R::TWO * turned,
        }
    }
}
