//! A free motion as a sequence of monotone swings between turning points.
//!
//! With the dimensionless velocity `u = v/ω` and phase `τ = ωt`, the first turning point is at
//!
//! ```text
//! under-damped   τ₁ = atan2(θu, e + ζu)/θ          |x₁| = e^(−ζτ₁) √((e + ζu)² + θ²u²)     θ = √(1 − ζ²)
//! over-damped    τ₁ = ln(1 + (f − p)m)/(f − p)      x₁ = e^(−pτ₁) (e + pu)      m = u/(e + pu), f,p = ζ ± √(ζ² − 1)
//! ```
//!
//! with `u > 0` by symmetry. Beyond critical damping there is at most one; below it they follow each other after
//! `π/θ`, on alternating sides, each `e^(−πζ/θ)` as far out as the one before. After a turning point the motion is that
//! of a spring released at rest, so one function, [`phase_from_rest`], finds any event in any swing.

use crate::analysis::FreeResponse;
use crate::math::{find_root::find_root, hypot::hypot, roots::Roots, transition::Transition};
use crate::real::Real;

/// The turning points of a motion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Swings<R> {
    /// Time of the first turning point after the release, s; infinite if there is none.
    pub(super) first_time: R,
    /// The offset there; if it never turns, the offset that it approaches.
    pub(super) first_offset: R,
    /// From one turning point to the next; infinite if there is only one.
    pub(super) half_period: R,
    /// Each turning point is `−e^(−decrement)` times as far out as the one before.
    pub(super) decrement: R,
}

impl<R: Real> Swings<R> {
    fn none(approached: R) -> Self {
        Swings {
            first_time: R::INFINITY,
            first_offset: approached,
            half_period: R::INFINITY,
            decrement: R::INFINITY,
        }
    }

    /// The time of a turning point, counted from 0.
    pub(super) fn time(&self, index: R) -> R {
        if index == R::ZERO { self.first_time } else { self.first_time + index * self.half_period }
    }

    /// Returns the absolute offset of a turning point, counted from 0.
    pub(super) fn reach(&self, index: R) -> R {
        if index == R::ZERO {
            return self.first_offset.abs();
        }
        self.first_offset.abs() * (-index * self.decrement).exp()
    }

    /// Returns whether a turning point, counted from 0, has a positive offset, even if that underflows.
    pub(super) fn side(&self, index: R) -> bool {
        let even = index == R::TWO * (index * R::HALF).floor();
        (R::ONE.copysign(self.first_offset) > R::ZERO) == even
    }

    /// The offset of a turning point, counted from 0.
    pub(super) fn offset(&self, index: R) -> R {
        if self.side(index) { self.reach(index) } else { -self.reach(index) }
    }

    /// Returns `(1 + r)/(1 − r)` for `r = e^(−decrement)`: the sum of all swings after the first turning point.
    pub(super) fn sum(&self) -> R {
        let left = (-self.decrement).exp();
        (R::ONE + left) / -(-self.decrement).exp_m1()
    }
}

impl<R: Real> FreeResponse<R> {
    pub(super) fn swings(&self) -> Swings<R> {
        let FreeResponse { spring, offset, velocity } = *self;
        let (angular_frequency, damping_ratio) =
            (spring.angular_frequency(), spring.damping_ratio());
        if self.is_at_rest() || angular_frequency == R::INFINITY {
            return Swings::none(R::ZERO);
        }
        if angular_frequency == R::ZERO {
            let way = if velocity == R::ZERO { velocity } else { velocity / spring.damping() };
            return Swings::none(offset + way);
        }
        if !damping_ratio.is_finite() {
            return Swings::none(offset);
        }
        let speed = velocity / angular_frequency;
        match Roots::new(R::ONE, damping_ratio, R::ONE) {
            Roots::Turning { decay, angle, .. } => {
                let half_period = R::PI / angle / angular_frequency;
                let decrement = decay * R::PI / angle;
                if speed == R::ZERO {
                    let first_offset = -offset * (-decrement).exp();
                    let first_time = half_period;
                    return Swings { first_time, first_offset, half_period, decrement };
                }
                let across = angle * speed.abs();
                let along = (offset + decay * speed) * R::ONE.copysign(speed);
                let first_phase = across.atan2(along) / angle;
                let amplitude = hypot(across, along).copysign(speed);
                Swings {
                    first_time: first_phase / angular_frequency,
                    first_offset: amplitude * (-decay * first_phase).exp(),
                    half_period,
                    decrement,
                }
            }
            Roots::Decaying { slow, half_gap, .. } => {
                let creeping = offset + slow * speed;
                let delay = speed / creeping;
                if !(delay > R::ZERO && delay.is_finite()) {
                    return Swings::none(R::ZERO);
                }
                let gap = R::TWO * half_gap;
                let growth = gap * delay;
                let phase = if growth > R::ZERO { growth.ln_1p() / gap } else { delay };
                Swings {
                    first_time: phase / angular_frequency,
                    first_offset: creeping * (-slow * phase).exp(),
                    ..Swings::none(R::ZERO)
                }
            }
        }
    }

    /// Returns the time at which the offset is `level` before the first turning point, for a level within that swing.
    pub(super) fn first_passage(&self, level: R, swings: &Swings<R>) -> R {
        let spring = &self.spring;
        if spring.angular_frequency() == R::INFINITY {
            return R::ZERO;
        }
        if level == swings.first_offset && swings.first_time == R::INFINITY {
            return R::INFINITY;
        }
        if spring.angular_frequency() == R::ZERO {
            let (time, damping) = ((level - self.offset) / self.velocity, spring.damping());
            return if damping > R::ZERO { -(-time * damping).ln_1p() / damping } else { time };
        }
        if level == R::ZERO {
            return self.goal_phase() / spring.angular_frequency();
        }
        // Moving inwards it is never behind a spring that is released at rest.
        let slowest = if level / self.offset > R::ZERO {
            latest_phase(spring.damping_ratio(), level / self.offset) / spring.angular_frequency()
        } else {
            R::INFINITY
        };
        let inwards = !(self.velocity / self.offset > R::ZERO);
        let end = if inwards { swings.first_time.min(slowest) } else { swings.first_time };
        find_root(R::ZERO, end, |time| self.at(time).position - level)
    }

    /// The phase at which it first passes the goal, if it does; the start is not on it.
    fn goal_phase(&self) -> R {
        let speed = self.velocity / self.spring.angular_frequency();
        match Roots::new(R::ONE, self.spring.damping_ratio(), R::ONE) {
            Roots::Turning { decay, angle, .. } => {
                let outwards = (speed + decay * self.offset) * R::ONE.copysign(self.offset);
                (angle * self.offset.abs()).atan2(-outwards) / angle
            }
            Roots::Decaying { slow, half_gap, .. } => {
                let delay = -self.offset / (speed + slow * self.offset);
                let gap = R::TWO * half_gap;
                let growth = gap * delay;
                if growth > R::ZERO { -(-growth).ln_1p() / gap } else { delay }
            }
        }
    }

    /// Returns the time at which the offset is `level` in the swing after a turning point, counted from 0.
    pub(super) fn passage_after(&self, index: R, level: R, swings: &Swings<R>) -> R {
        // The goal has nothing left, even after a turning point that is too small for a number.
        let left = if level == R::ZERO { level } else { level.abs() / swings.reach(index) };
        let same_side = (level > R::ZERO) == swings.side(index);
        let left = if same_side { left } else { -left };
        let phase = phase_from_rest(self.spring.damping_ratio(), left);
        swings.time(index) + phase / self.spring.angular_frequency()
    }
}

/// The phase `ωt` at which the offset of a spring released at rest is first `left` times what it was.
///
/// `left` is below 1 and above minus the overshoot; the damping ratio is finite.
/// Accuracy: 1e-14 relative (`f64`), 6e-7 (`f32`), away from turning points.
pub(crate) fn phase_from_rest<R: Real>(damping_ratio: R, left: R) -> R {
    if left >= R::ONE {
        return R::ZERO;
    }
    let after = |phase: R| Transition::new(R::ONE, damping_ratio, damping_ratio, phase);
    if left > R::ZERO {
        let end = latest_phase(damping_ratio, left);
        let turn = match Roots::new(R::ONE, damping_ratio, R::ONE) {
            Roots::Turning { angle, .. } => R::PI / angle,
            Roots::Decaying { .. } => R::INFINITY,
        };
        // Each form is exact where it is used: near the start the change, near the goal what is left.
        return if left > R::HALF {
            let gone = R::ONE - left;
            find_root(R::ZERO, end.min(turn), |phase| after(phase).xx_change() + gone)
        } else {
            find_root(R::ZERO, end.min(turn), |phase| after(phase).xx() - left)
        };
    }
    match Roots::new(R::ONE, damping_ratio, R::ONE) {
        Roots::Turning { decay, angle, .. } => {
            let crossing = angle.atan2(-decay) / angle;
            if left == R::ZERO {
                return crossing;
            }
            find_root(crossing, R::PI / angle, |phase| after(phase).xx() - left)
        }
        Roots::Decaying { .. } => R::INFINITY,
    }
}

/// A phase by which a spring released at rest has come to `left` times its offset, for `left` in 0 … 1.
///
/// `x ≤ (1 + y)e^(−y)` with `y` the slow decay, and `(1 + y)e^(−y) ≤ 1.22 e^(−y/2)`.
fn latest_phase<R: Real>(damping_ratio: R, left: R) -> R {
    let (Roots::Turning { decay: slow, .. } | Roots::Decaying { slow, .. }) =
        Roots::new(R::ONE, damping_ratio, R::ONE);
    (R::HALF - R::TWO * left.ln()) / slow
}
