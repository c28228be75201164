//! The exact step of any damped spring without a branch: every regime in every lane, selected at the end.
//!
//! With `τ = ωt`, `d = ζωt` and `r = √|τ² − d²|`: under-damped springs turn by `r` and decay by `d`; the others decay by
//! `P = τ²/(d + r)` and spread by `2r`. Both are written as
//!
//! ```text
//! X = e^(−s) · n/m      under: s = d, n = sin r, m = r      over: s = P, n = 1 − e^(−2r), m = 2r
//! xx = c + sX      xv = t·X      vx = −ωτX      vv = c′ − sX
//! ```
//!
//! where `c = c′ = e^(−d) cos r` under, `c = e^(−P)` and `c′ = e^(−P−2r)` over. Kept are `xx − 1` and `vv − 1`.

use crate::lane::Lane;
use crate::math::exp::decayed;
use crate::math::sin_cos::turned;

/// The step of one spring, as the difference from standing still.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Response<T> {
    /// `xx − 1`.
    position_from_offset: T,
    position_from_velocity: T,
    velocity_from_offset: T,
    /// `vv − 1`.
    velocity_from_velocity: T,
}

impl<T: Lane> Response<T> {
    /// The response of a spring with `ω ≥ 0` and `ζ ≥ 0` over `dt` seconds, with the limits that the core documents;
    /// NaN for parameters that no spring can have.
    #[inline(always)]
    pub(crate) fn new(angular_frequency: T, damping_ratio: T, dt: T) -> Self {
        let valid = (angular_frequency >= T::ZERO) & (damping_ratio >= T::ZERO);
        let w = if valid { angular_frequency.at_most(T::MAX) } else { T::NAN };
        let a = (damping_ratio.at_most(T::MAX) * w).at_most(T::MAX);
        let t = elapsed(dt);
        let (phase, decay) = (w * t, a * t);
        // Past all phases that can be told: damped springs are at rest, undamped ones have no limit and stay.
        let beyond = phase >= T::HUGE;
        let damped = decay > T::ZERO;
        let t = if beyond & !damped { T::ZERO } else { t };
        let phase = if beyond { if damped { T::HUGE } else { T::ZERO } } else { phase };
        let decay = if beyond & damped { T::HUGE } else { decay.at_most(T::HUGE) };

        let square = (decay - phase) * (decay + phase);
        let over = square > T::ZERO;
        let r = square.abs().root();
        let slow = phase * (phase / (decay + r));
        let s = if over { slow } else { decay };
        let envelope = decayed(s);
        let spread = T::ZERO - decayed(T::TWO * r).change;
        let turn = turned(r);
        let ratio = (if over { spread } else { turn.sin }) / (if over { T::TWO * r } else { r });
        let reach = envelope.left * (if r > T::ZERO { ratio } else { T::ONE });

        let turned_change = envelope.change * turn.cos + turn.cos_change;
        let slow_change = if over { envelope.change } else { turned_change };
        let fast_change =
            if over { envelope.change - envelope.left * spread } else { turned_change };
        Response {
            position_from_offset: slow_change + s * reach,
            position_from_velocity: t * reach,
            velocity_from_offset: -w * (phase * reach),
            velocity_from_velocity: fast_change - s * reach,
        }
    }

    /// The response of a critically damped spring, `ζ = 1`: no root, no sine, one exponential.
    #[inline(always)]
    pub(crate) fn critical(angular_frequency: T, dt: T) -> Self {
        let valid = angular_frequency >= T::ZERO;
        let w = if valid { angular_frequency.at_most(T::MAX) } else { T::NAN };
        let t = elapsed(dt);
        let phase = (w * t).at_most(T::HUGE);
        let envelope = decayed(phase);
        let slope = phase * envelope.left;
        Response {
            position_from_offset: envelope.change + slope,
            position_from_velocity: t * envelope.left,
            velocity_from_offset: -w * slope,
            velocity_from_velocity: envelope.change - slope,
        }
    }

    /// Position and velocity one step later.
    #[inline(always)]
    pub(crate) fn advance(&self, position: T, velocity: T, goal: T) -> [T; 2] {
        let offset = position - goal;
        // A short step moves the position a little; a long one ends near the goal, and on it when nothing is left.
        let long = self.position_from_offset < -T::HALF;
        let around = if long { goal } else { position };
        let remaining = T::ONE + self.position_from_offset;
        let from_offset = if long { remaining } else { self.position_from_offset };
        [
            around + (offset * from_offset + velocity * self.position_from_velocity),
            velocity
                + (velocity * self.velocity_from_velocity + offset * self.velocity_from_offset),
        ]
    }
}

/// The length of a step: a `dt` that is zero, negative or NaN is none.
#[inline(always)]
pub(crate) fn elapsed<T: Lane>(dt: T) -> T {
    if dt > T::ZERO { dt.at_most(T::MAX) } else { T::ZERO }
}
