//! The exact step of any damped spring without a branch: every regime in every lane.
//!
//! With `τ = ωt`, `d = ζωt` and `D = d² − τ²`, the step is made of two entire functions of `D`,
//! `C = cosh √D` and `S = sinh √D/√D` (cosine and sine for negative `D`), so no regime has a seam:
//!
//! ```text
//! xx = e^(−d)(C + dS)      xv = t·e^(−d)S      vx = −ωτ·e^(−d)S      vv = e^(−d)(C − dS)
//! ```
//!
//! Steps as frames have them, [`Response::of_a_frame`], take `C` and `S` from polynomials in `D`: no root, no division. The
//! others, [`Response::of_any_step`], turn by `r = √|D|` or, over-damped, decay by the slow `P = τ²/(d + r)` and spread by
//! `2r`. Kept are `xx − 1` and `vv − 1`.

use crate::float::Float;
use crate::math::exp::{decayed, left_and_change};
use crate::math::sin_cos::{Turned, turned};
use sprung::shared::{decayed_within, polynomial, two_product, two_sum};

/// The step of one spring, as the difference from the identity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Response<T> {
    /// `xx − 1`.
    pub(crate) position_from_offset: T,
    pub(crate) position_from_velocity: T,
    velocity_from_offset: T,
    /// `vv − 1`.
    velocity_from_velocity: T,
}

impl<T: Float> Response<T> {
    /// The response of a spring with `ω ≥ 0` and `ζ ≥ 0` over `dt` seconds, with the limits that the core documents;
    /// NaN for parameters that no spring can have.
    #[inline(always)]
    pub(crate) fn new(angular_frequency: T, damping_ratio: T, dt: T) -> Self {
        // −0 is 0, whose sign no short step would take.
        let [w, z, t] = [angular_frequency, damping_ratio, dt].map(|x| x + T::ZERO);
        let (short, is_short) = Self::of_a_frame(w, z, t);
        let any = Self::of_any_step::<false>(angular_frequency, damping_ratio, dt);
        short.or_unless(is_short, any)
    }

    /// Returns the response over a short step, and whether the step is short; if not, the numbers are meaningless.
    ///
    /// Short is `D` in −4 … 9: up to a phase of 2 without damping, and a fast root 6 times as far as the slow one beyond.
    #[inline(always)]
    pub(crate) fn of_a_frame(angular_frequency: T, damping_ratio: T, dt: T) -> (Self, bool) {
        Self::with_envelope(angular_frequency, damping_ratio, dt, |decay| {
            let envelope = decayed_within(decay);
            [envelope.left, envelope.change]
        })
    }

    /// The bits of [`new`](Self::new) with branches: faster for a spring by itself.
    #[inline(always)]
    pub(crate) fn alone(w: T, z: T, dt: T) -> Self {
        let (short, is_short) = Self::with_envelope(w, z, dt, left_and_change);
        if is_short { short } else { Self::not_short(w, z, dt) }
    }

    #[inline(never)]
    fn not_short(w: T, z: T, dt: T) -> Self {
        // −0 is short where 0 is.
        if T::none_negative([w, z, dt]) {
            Self::of_any_step::<true>(w, z, dt)
        } else {
            Self::new(w, z, dt)
        }
    }

    #[inline(always)]
    fn with_envelope(
        angular_frequency: T,
        damping_ratio: T,
        dt: T,
        envelope: impl Fn(T) -> [T; 2],
    ) -> (Self, bool) {
        let phase = angular_frequency * dt;
        let decay = damping_ratio * phase;
        let square = (decay - phase) * (decay + phase);
        let is_short = (square >= T::MIN_SHORT_SQUARE)
            & (square <= T::MAX_SHORT_SQUARE)
            & (decay <= T::LONGEST_DECAY)
            & T::none_negative([angular_frequency, damping_ratio, dt]);

        let [left, envelope_change] = envelope(decay);
        let c_change = square * polynomial(T::COSH, square);
        let s = T::ONE + square * polynomial(T::SINH, square);
        let reach = left * s;
        let change = envelope_change + left * c_change;
        let response = Response {
            position_from_offset: change + decay * reach,
            position_from_velocity: dt * reach,
            velocity_from_offset: -angular_frequency * (phase * reach),
            velocity_from_velocity: change - decay * reach,
        };
        (response, is_short)
    }

    /// The response over any step; with branches the same bits, without what only the other regime needs.
    #[inline(always)]
    fn of_any_step<const BRANCHES: bool>(angular_frequency: T, damping_ratio: T, dt: T) -> Self {
        let valid = (angular_frequency >= T::ZERO) & (damping_ratio >= T::ZERO);
        let w = if valid { angular_frequency.at_most(T::MAX) } else { T::NAN };
        let a = (damping_ratio.at_most(T::MAX) * w).at_most(T::MAX);
        let t = elapsed(dt);
        let ((phase, phase_rest), decay) = (two_product(w, t), a * t);
        // Past all phases that can be told: damped springs are at rest, undamped ones have no limit and stay.
        let beyond = (phase >= T::HUGE) | (is_endless(dt, w) & (damping_ratio <= T::MAX));
        let damped = decay > T::ZERO;
        let t = if beyond & !damped { T::ZERO } else { t };
        let phase = if beyond { if damped { T::HUGE } else { T::ZERO } } else { phase };
        let phase_rest = if beyond { T::ZERO } else { phase_rest };
        let decay = if beyond & damped { T::HUGE } else { decay.at_most(T::HUGE) };

        let square = (decay - phase) * (decay + phase);
        let over = square > T::ZERO;
        let r = square.abs().root();
        let slow = phase * (phase / (decay + r));
        let s = if over { slow } else { decay };
        let envelope = decayed(s);
        let gap = T::TWO * r;
        let (needs_spread, needs_turn) = (!BRANCHES | over, !BRANCHES | !over);
        let spread = if needs_spread { T::ZERO - decayed(gap).change } else { T::ZERO };
        let r_rest = if needs_turn { angle_rest(phase, phase_rest, decay, r) } else { T::ZERO };
        let turn = if needs_turn { turned(r).by_little(r_rest) } else { Turned::NONE };
        let ratio = (if over { spread } else { turn.sin }) / (if over { gap } else { r + r_rest });
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
        let phase = if is_endless(dt, w) { T::HUGE } else { (w * t).at_most(T::HUGE) };
        let envelope = decayed(phase);
        let slope = phase * envelope.left;
        Response {
            position_from_offset: envelope.change + slope,
            position_from_velocity: t * envelope.left,
            velocity_from_offset: -w * slope,
            velocity_from_velocity: envelope.change - slope,
        }
    }

    #[inline(always)]
    fn or_unless(self, is_short: bool, any: Self) -> Self {
        let choose = |short, any| if is_short { short } else { any };
        Response {
            position_from_offset: choose(self.position_from_offset, any.position_from_offset),
            position_from_velocity: choose(self.position_from_velocity, any.position_from_velocity),
            velocity_from_offset: choose(self.velocity_from_offset, any.velocity_from_offset),
            velocity_from_velocity: choose(self.velocity_from_velocity, any.velocity_from_velocity),
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

/// The step of one critically damped spring over up to 0.6 half-lives: one polynomial, and no choice of a form.
///
/// With `L = e^(−p)` for the phase `p = ωt`, and `j = v + ω·offset`: the position gains `offset·(L − 1) + tL·j`, the
/// velocity `v·(L − 1) − pL·j`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShortCritical<T> {
    angular_frequency: T,
    /// `L − 1`.
    change: T,
    /// `pL`.
    slope: T,
    /// `tL`, the position gained from a unit velocity.
    pub(crate) reach: T,
}

impl<T: Float> ShortCritical<T> {
    /// Returns the step, and whether it is short; if not, the numbers are meaningless.
    ///
    /// Short is a phase above 0 and of at most 1, 0.6 half-lives.
    #[inline(always)]
    pub(crate) fn new(angular_frequency: T, dt: T) -> (Self, bool) {
        let phase = angular_frequency * dt;
        let is_short =
            (angular_frequency > T::ZERO) & (phase > T::ZERO) & (phase <= T::SHORT_DECAY);
        let change = phase * phase * polynomial(T::SHORT_EXP_POLYNOMIAL, phase) - phase;
        let left = T::ONE + change;
        let step = Self { angular_frequency, change, slope: phase * left, reach: dt * left };
        (step, is_short)
    }

    /// Position and velocity one step later.
    #[inline(always)]
    pub(crate) fn advance(&self, position: T, velocity: T, goal: T) -> [T; 2] {
        let offset = position - goal;
        let joint = velocity + offset * self.angular_frequency;
        [
            position + (offset * self.change + self.reach * joint),
            velocity + (velocity * self.change - self.slope * joint),
        ]
    }
}

/// Returns the rounding error of the angle `r = √(τ² − d²)`, for twice the digits: without it, the phase error of a
/// weakly damped spring would grow with its phase. Returns 0 where the error is at least half of `r` or a thousandth
/// of a radian.
#[inline(always)]
fn angle_rest<T: Float>(phase: T, phase_rest: T, decay: T, r: T) -> T {
    let (phase_squared, phase_error) = two_product(phase, phase);
    let (decay_squared, decay_error) = two_product(decay, decay);
    let (r_squared, r_error) = two_product(r, r);
    let (square, square_error) = two_sum(phase_squared, -decay_squared);
    let residual = (square - r_squared)
        + (square_error + (phase_error - decay_error - r_error) + T::TWO * phase * phase_rest);
    let rest = residual / (T::TWO * r);
    if (rest.abs() < r * T::HALF) & (rest.abs() < T::LITTLE) { rest } else { T::ZERO }
}

/// Returns the length of a step, s: 0 for a `dt` that is zero, negative or NaN.
#[inline(always)]
pub(crate) fn elapsed<T: Float>(dt: T) -> T {
    if dt > T::ZERO { dt.at_most(T::MAX) } else { T::ZERO }
}

/// Returns whether `dt` is infinite and the spring has a pull. The largest finite time, which [`elapsed`] returns, may be
/// shorter than the period of a slow spring.
#[inline(always)]
fn is_endless<T: Float>(dt: T, angular_frequency: T) -> bool {
    (dt > T::MAX) & (angular_frequency > T::ZERO)
}
