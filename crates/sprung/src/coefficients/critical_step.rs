//! The short form of the critically damped step: one exponential.

use crate::coefficients::SpringStep;
use crate::real::Real;
use crate::real::decayed::decayed;

impl<R: Real> SpringStep<R> {
    /// The exact step of a critically damped spring, `Φ = e^(−τ)·[[1 + τ, dt], [−ωτ, 1 − τ]]` with `τ = ω·dt`.
    ///
    /// Equal to `Spring::critical(angular_frequency)?.step(dt)` within the same bounds, at a third of its cost.
    /// An angular frequency that is negative or NaN counts as 0, a `dt` that is negative or NaN as 0.
    ///
    /// ```
    /// use sprung::{Spring, SpringStep};
    ///
    /// let [[xx, _], [_, vv]] = SpringStep::critical(8.0, 0.1).matrix();
    /// let [[general, _], [_, general_vv]] = Spring::critical(8.0f64)?.step(0.1).matrix();
    /// assert!((xx - general).abs() < 1e-15 && (vv - general_vv).abs() < 1e-15);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    pub fn critical(angular_frequency: R, dt: R) -> Self {
        let moves = dt > R::ZERO && angular_frequency > R::ZERO;
        let angular_frequency = if moves { angular_frequency } else { R::ZERO };
        let seconds = if dt > R::ZERO { dt } else { R::ZERO };
        let phase = if moves { angular_frequency * dt } else { R::ZERO };
        let envelope = decayed(phase);
        let remaining = envelope.left;
        if remaining == R::ZERO {
            let zero = R::ZERO;
            return SpringStep {
                short: false,
                position_from_offset: zero,
                position_from_velocity: zero,
                velocity_from_offset: zero,
                velocity_from_velocity: zero,
            };
        }
        let turned = phase * remaining;
        let change = envelope.critical_change();
        let short = change > -R::HALF;
        let position = if short { change } else { remaining + turned };
        SpringStep {
            short,
            position_from_offset: position,
            position_from_velocity: seconds * remaining,
            velocity_from_offset: -angular_frequency * turned,
            velocity_from_velocity: position - R::TWO * turned,
        }
    }
}
