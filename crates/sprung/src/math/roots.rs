//! The characteristic roots of a damped spring over a time step, in a form without cancellation.
//!
//! `x″ + 2a x′ + ω² x = 0` over the time `t` has the dimensionless coefficients `τ = ωt` (phase) and `d = at` (decay).
//! One signed square `τ² − d²` tells everything: positive, the motion turns by the angle `θ = √(τ² − d²)` while it
//! decays by `e^(−d)`; otherwise it is the sum of a slow decay `e^(−P)` and a fast one `e^(−F)` with
//! `r = √(d² − τ²)`, `F = d + r` and `P = d − r`, computed as `τ²/F` because the difference cancels.

use crate::math::double_word::{two_product, two_sum};
use crate::real::Real;

/// The characteristic roots times the time step, by regime.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Roots<R> {
    /// Under-damped: it turns by `angle + angle_error` radians and shrinks by `e^(−decay)`.
    Turning { decay: R, angle: R, angle_error: R },
    /// Critical and over-damped: decays `slow ≤ fast`, which differ by `2·half_gap`.
    Decaying { slow: R, fast: R, half_gap: R },
}

impl<R: Real> Roots<R> {
    /// Roots for an angular frequency, a decay rate and a time, ≥ 0, with `ωt` below [`Real::HUGE`].
    pub(crate) fn new(angular_frequency: R, decay_rate: R, dt: R) -> Self {
        let (phase, phase_error) = two_product(angular_frequency, dt);
        let decay = decay_rate * dt;
        if phase > decay {
            let (angle, angle_error) = turning_angle(phase, phase_error, decay);
            Roots::Turning { decay, angle, angle_error }
        } else if decay < R::HUGE {
            let half_gap = ((decay - phase) * (decay + phase)).sqrt();
            let fast = decay + half_gap;
            let slow = if fast > R::ZERO { phase * (phase / fast) } else { R::ZERO };
            Roots::Decaying { slow, fast, half_gap }
        } else {
            // The squares would overflow, and the phase is negligible compared with the decay. Both roots stay finite.
            let slow = phase * (phase / (decay + decay));
            let half_gap = decay.min(R::MAX * R::HALF);
            Roots::Decaying { slow, fast: half_gap + half_gap, half_gap }
        }
    }
}

/// `√(τ² − d²)` to twice the digits: the phase error of a weakly damped spring would otherwise grow with the phase.
pub(crate) fn turning_angle<R: Real>(phase: R, phase_error: R, decay: R) -> (R, R) {
    let angle = ((phase - decay) * (phase + decay)).sqrt();
    let (phase_squared, phase_rest) = two_product(phase, phase);
    let (decay_squared, decay_rest) = two_product(decay, decay);
    let (angle_squared, angle_rest) = two_product(angle, angle);
    let (square, square_rest) = two_sum(phase_squared, -decay_squared);
    let residual = (square - angle_squared)
        + (square_rest + (phase_rest - decay_rest - angle_rest) + R::TWO * phase * phase_error);
    let angle_error = residual / (R::TWO * angle);
    (angle, if angle_error.abs() < angle { angle_error } else { R::ZERO })
}
