//! The free motion of a damped spring over one time step: the formula of every coefficient.
//!
//! With `τ = ωt`, `d = at`, `D = d² − τ²` and the entire functions `C = cosh √D`, `S = sinh √D/√D` (cosine and sine for
//! negative `D`), so that no regime has a seam:
//!
//! ```text
//! position from position   xx = e^(−d)(C + dS)     position from velocity   xv = t·X,  X = e^(−d)S
//! velocity from position   vx = −ωτX               velocity from velocity   vv = e^(−d)(C − dS)
//! ```
//!
//! | step | computed as | transcendental |
//! |---|---|---|
//! | near: |D| ≤ 9/4, `D ≤ τ²/2` | `C` and `S` from polynomials in `D` | one exponential |
//! | over-damped: `D` ≤ 9 | `S` from its polynomial, slow root `P = τ²/(d + √D)` | two exponentials, a root |
//! | under-damped beyond | the angle `√(−D)` to twice the digits | one exponential, a sine and cosine |
//! | over-damped beyond | slow root `P` and spread `2√D` | two exponentials, a root |
//!
//! Decays of at most 1, as frames have them, need no reduction: their exponential is one polynomial.
//!
//! Near identity `xx − 1` and `vv − 1` are kept, in forms whose first powers cancel before anything is rounded:
//! `xx − 1 = (e^(−d)(1 + d) − 1) + e^(−d)·D·(…)`, and over-damped `−P·((1 − X) − P·(…))`.

use crate::math::{double_word::two_product, roots::turning_angle};
use crate::real::Real;
use crate::real::decayed::{Decayed, decayed, decayed_within, short_decay};
use crate::real::polynomials::polynomial;
use crate::real::turned::turned;

/// The step matrix and its intermediate results.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Transition<R> {
    /// The time that passes: 0 for a step that changes nothing, never infinite.
    pub(crate) seconds: R,
    /// The phase `τ = ωt`.
    pub(crate) phase: R,
    /// The decay `d = at`.
    pub(crate) decay: R,
    /// `true` if the diagonal is stored as its difference from the identity.
    pub(crate) short: bool,
    /// `xx`, or `xx − 1` in a short step.
    pub(crate) position: R,
    /// `vv`, or `vv − 1` in a short step.
    pub(crate) velocity: R,
    /// Position reached by a unit velocity in unit time, `X`.
    pub(crate) reach: R,
    /// `xv = t·X`.
    pub(crate) position_from_velocity: R,
    /// `vx = −ωτX`.
    pub(crate) velocity_from_position: R,
}

impl<R: Real> Transition<R> {
    /// The motion for `ω ≥ 0`, `ζ ≥ 0`, `a = ζω ≥ 0` (rates per second, possibly infinite) over `dt` seconds.
    ///
    /// A `dt` that is zero, negative or NaN changes nothing. Without damping an infinite step has no limit and changes
    /// nothing either. With damping it ends at rest: at the goal, without a pull or with infinite damping where it got to.
    #[inline(always)]
    pub(crate) fn new(angular_frequency: R, damping_ratio: R, decay_rate: R, dt: R) -> Self {
        let (phase, decay) = (angular_frequency * dt, decay_rate * dt);
        let square = (decay - phase) * (decay + phase);
        let parts = Parts { angular_frequency, seconds: dt, phase, decay };
        let passes = dt > R::ZERO && decay <= R::SHORT_DECAY;
        if passes && square >= -R::NEAR_SQUARE && square <= R::HALF * phase * phase {
            let envelope = short_decay(decay);
            return parts.near(square, envelope.left, envelope.critical_change());
        }
        if dt > R::ZERO && square > R::ZERO && square <= R::WIDE_SQUARE {
            let slow = parts.slow_root(square.sqrt());
            if slow <= R::SHORT_DECAY && decay <= R::MAX_DECAY {
                let slowly = short_decay(slow);
                let change = |lost| slowly.change_beside(lost);
                return parts.over_damped(square, slow, slowly.left, change);
            }
        }
        Self::long(angular_frequency, damping_ratio, decay_rate, dt)
    }

    /// Any step that is not short.
    #[cold]
    #[inline(never)]
    fn long(angular_frequency: R, damping_ratio: R, decay_rate: R, dt: R) -> Self {
        let damped = decay_rate > R::ZERO;
        let has_limit = damped || dt < R::INFINITY;
        let seconds = dt.min(R::MAX);
        let phase = angular_frequency * seconds;
        if !(dt > R::ZERO && has_limit) || (!damped && phase >= R::HUGE) {
            return Self::still();
        }
        // The decay rate may be infinite where the damping ratio is not.
        let overflows = decay_rate == R::INFINITY && damping_ratio < R::INFINITY;
        let decay = if overflows { damping_ratio * phase } else { decay_rate * dt };
        let parts = Parts { angular_frequency, seconds, phase, decay };
        // The period of a slow spring may be longer than the largest finite time.
        let pulls = angular_frequency > R::ZERO && damping_ratio < R::INFINITY;
        if angular_frequency == R::INFINITY || (dt == R::INFINITY && pulls) {
            return Parts { phase: R::INFINITY, ..parts }.at_rest();
        }
        let square = (decay - phase) * (decay + phase);
        let envelope_lasts = decay <= R::MAX_DECAY;
        if envelope_lasts && square.abs() <= R::NEAR_SQUARE && square <= R::HALF * phase * phase {
            let envelope = decayed_within(decay);
            return parts.near(square, envelope.left, envelope.critical_change());
        }
        if decay_rate < angular_frequency {
            let over = phase >= R::HUGE || !envelope_lasts;
            return if over { parts.at_rest() } else { parts.turning() };
        }
        if decay < R::HUGE {
            if envelope_lasts && square <= R::WIDE_SQUARE {
                let slow = parts.slow_root(square.sqrt());
                let slowly = decayed(slow);
                let change = |lost| slowly.change_beside(slow, lost);
                return parts.over_damped(square, slow, slowly.left, change);
            }
            return parts.spread(square);
        }
        parts.beyond_measure(damping_ratio, decay_rate)
    }

    /// A step that changes nothing.
    fn still() -> Self {
        let zero = R::ZERO;
        let parts = Parts { angular_frequency: zero, seconds: zero, phase: zero, decay: zero };
        parts.transition(true, [zero, zero], R::ONE)
    }

    /// Returns the remaining part of an offset, `xx`.
    pub(crate) fn xx(&self) -> R {
        if self.short { R::ONE + self.position } else { self.position }
    }

    /// `xx − 1`.
    pub(crate) fn xx_change(&self) -> R {
        if self.short { self.position } else { self.position - R::ONE }
    }

    /// `vv − 1`.
    pub(crate) fn vv_change(&self) -> R {
        if self.short { self.velocity } else { self.velocity - R::ONE }
    }
}

/// A spring and a step, as far as they are known before the regime is.
struct Parts<R> {
    angular_frequency: R,
    seconds: R,
    phase: R,
    decay: R,
}

impl<R: Real> Parts<R> {
    #[inline(always)]
    fn transition(self, short: bool, [position, velocity]: [R; 2], reach: R) -> Transition<R> {
        Transition {
            seconds: self.seconds,
            phase: self.phase,
            decay: self.decay,
            short,
            position,
            velocity,
            reach,
            position_from_velocity: self.seconds * reach,
            velocity_from_position: -self.angular_frequency * (self.phase * reach),
        }
    }

    /// Up to a damping ratio of 1.2: what is left of the envelope, and how far `xx` is from 1 at critical damping.
    #[inline(always)]
    fn near(self, square: R, left: R, critical_change: R) -> Transition<R> {
        let sinh_change = square * polynomial(R::SINH_POLYNOMIAL, square);
        let cosh_change = square * polynomial(R::COSH_POLYNOMIAL, square);
        let reach = left + left * sinh_change;
        let bent = left * (cosh_change + self.decay * sinh_change);
        let change = critical_change + bent;
        let short = change > -R::HALF;
        let position = if short { change } else { left * (R::ONE + self.decay) + bent };
        let velocity = position - R::TWO * (self.decay * reach);
        self.transition(short, [position, velocity], reach)
    }

    /// The slow one of two decays of which half the gap is known.
    #[inline(always)]
    fn slow_root(&self, half_gap: R) -> R {
        self.phase * (self.phase / (self.decay + half_gap))
    }

    /// Over-damped, the roots not far apart: what is left of the slow one, and its [`Decayed::change_beside`].
    #[inline(always)]
    fn over_damped(
        self,
        square: R,
        slow: R,
        left: R,
        change_beside: impl FnOnce(R) -> R,
    ) -> Transition<R> {
        let envelope = decayed_within(self.decay);
        let spread = envelope.left * square * polynomial(R::WIDE_SINH_POLYNOMIAL, square);
        let reach = envelope.left + spread;
        let change = change_beside(envelope.change + spread);
        let short = change > -R::HALF;
        let position = if short { change } else { left + slow * reach };
        let velocity = position - R::TWO * (self.decay * reach);
        self.transition(short, [position, velocity], reach)
    }

    /// Under-damped, turning by more than 1.5 radians.
    fn turning(self) -> Transition<R> {
        let (phase, phase_error) = two_product(self.angular_frequency, self.seconds);
        let (angle, angle_error) = turning_angle(phase, phase_error, self.decay);
        let (sin, cos) = turned(angle, angle_error);
        let left = decayed_within(self.decay).left;
        let reach = left * (sin / (angle + angle_error));
        let (turn, slope) = (left * cos, self.decay * reach);
        let (xx, vv) = (turn + slope, turn - slope);
        let short = xx > R::HALF;
        let identity = if short { R::ONE } else { R::ZERO };
        self.transition(short, [xx - identity, vv - identity], reach)
    }

    /// Over-damped, the square of the half gap of the roots above 9 or the decay above all that can be told.
    fn spread(self, square: R) -> Transition<R> {
        let half_gap = square.sqrt();
        let slow = self.slow_root(half_gap);
        let gap = R::TWO * half_gap;
        let (slowly, spread) = (decayed(slow), decayed(gap));
        let reach = if gap > R::ZERO { slowly.left * (-spread.change / gap) } else { slowly.left };
        let velocity = slowly.left * spread.left - slow * reach;
        self.slow(slow, slowly, reach, velocity)
    }

    /// Over-damped, where the decay is too great for its square.
    fn beyond_measure(self, damping_ratio: R, decay_rate: R) -> Transition<R> {
        // Beside such a decay a phase of which anything is left is nothing: the roots are 2d and τ²/2d.
        let (frequency, overflows) = (self.angular_frequency, decay_rate == R::INFINITY);
        let half_inverse =
            if overflows { R::HALF / damping_ratio } else { R::HALF * (frequency / decay_rate) };
        let pulls = half_inverse > R::ZERO;
        let slow = if pulls { half_inverse * self.phase } else { R::ZERO };
        let slowly = decayed(slow);
        let reach = slowly.left * (R::HALF / self.decay);
        let per_second = if overflows { half_inverse / frequency } else { R::HALF / decay_rate };
        Transition {
            position_from_velocity: slowly.left * per_second,
            velocity_from_position: -frequency * (half_inverse * slowly.left),
            ..self.slow(slow, slowly, reach, R::ZERO)
        }
    }

    /// A motion of which only the slow decay is left.
    fn slow(self, slow: R, slowly: Decayed<R>, reach: R, velocity: R) -> Transition<R> {
        if slow > R::MAX_DECAY {
            return self.at_rest();
        }
        let change = slowly.change_beside(slow, reach - R::ONE);
        if change > -R::HALF {
            return self.transition(true, [change, velocity - R::ONE], reach);
        }
        self.transition(false, [slowly.left + slow * reach, velocity], reach)
    }

    /// The limit of a long step: at the goal, at rest.
    fn at_rest(self) -> Transition<R> {
        let zero = R::ZERO;
        Transition { velocity_from_position: zero, ..self.transition(false, [zero, zero], zero) }
    }
}
