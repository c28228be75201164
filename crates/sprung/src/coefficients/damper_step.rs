//! The exact step of a first-order damper.

use crate::params::Damper;
use crate::real::Real;
use crate::real::decayed::{Decayed, decayed};
use crate::vector::Vector;

/// The exact motion of a damper over one time step: `x ← g + e^(−λ·dt)·(x − g)`.
///
/// Accuracy: within one rounding of the offset per step at every `λ·dt`; a step of 0 is the identity bit for bit.
/// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call*.
///
/// ```
/// // One step moves many values.
/// let step = sprung::Damper::from_halflife(0.1)?.step(0.1);
/// let values = [1.0f64, 2.0, 4.0].map(|value| step.apply(value, 0.0));
/// assert_eq!(values, [0.5, 1.0, 2.0]);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DamperStep<R> {
    // Short steps keep `e^(−λdt) − 1` and move the value; long ones keep `e^(−λdt)` and end at the goal.
    short: bool,
    factor: R,
}

/// The exact motion of a damper while its goal moves linearly during the step: lags by the time constant.
///
/// ```
/// use sprung::Damper;
///
/// let damper = Damper::from_time_constant(0.25f64)?;
/// let mut x = 0.0;
/// for frame in 0..300 {
///     x = damper.follow_step(0.05).apply(x, f64::from(frame) * 0.05, f64::from(frame + 1) * 0.05);
/// }
/// assert!((x - (15.0 - 0.25)).abs() < 1e-12);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingGoalDamperStep<R> {
    step: DamperStep<R>,
    from_motion: R,
}

impl<R: Real> Damper<R> {
    /// The exact step over `dt` seconds. A `dt` that is 0, negative or NaN changes nothing.
    pub fn step(&self, dt: R) -> DamperStep<R> {
        DamperStep::of(&decayed(self.decay(dt)))
    }

    /// The exact step towards a goal that moves linearly during the step.
    pub fn follow_step(&self, dt: R) -> MovingGoalDamperStep<R> {
        let decay = self.decay(dt);
        let decayed = decayed(decay);
        let step = DamperStep::of(&decayed);
        let from_motion = if step.short {
            decayed.missed_by_mean(decay)
        } else {
            // The part of the goal's motion that is missed at the end, (1 − e^(−λdt))/(λdt).
            decayed.change / decay
        };
        MovingGoalDamperStep { step, from_motion }
    }
}

impl<R: Real> DamperStep<R> {
    fn of(decayed: &Decayed<R>) -> Self {
        let short = decayed.change > -R::HALF;
        DamperStep { short, factor: if short { decayed.change } else { decayed.left } }
    }

    /// The value one step later, the goal being held.
    #[inline]
    #[must_use]
    pub fn apply<V: Vector<Scalar = R>>(&self, value: V, goal: V) -> V {
        self.advance(value, value.minus(goal), goal)
    }

    #[inline]
    fn advance<V: Vector<Scalar = R>>(&self, value: V, offset: V, goal: V) -> V {
        let around = if self.short { value } else { goal };
        around.plus(offset.times(self.factor))
    }

    /// The part of the offset that is left, `e^(−λ·dt)`.
    pub fn remaining(&self) -> R {
        if self.short { R::ONE + self.factor } else { self.factor }
    }
}

impl<R: Real> MovingGoalDamperStep<R> {
    /// The value one step later, while the goal moved steadily `from` → `to`.
    #[inline]
    #[must_use]
    pub fn apply<V: Vector<Scalar = R>>(&self, value: V, from: V, to: V) -> V {
        let free = self.step.advance(value, value.minus(from), to);
        free.plus(to.minus(from).times(self.from_motion))
    }

    /// The offset from the goal one step later, while the goal moved steadily by `motion`: from where it was to where it is.
    ///
    /// See [`MovingGoalStep::apply_relative`](crate::MovingGoalStep::apply_relative).
    #[inline]
    #[must_use]
    pub fn apply_relative<V: Vector<Scalar = R>>(&self, offset: V, motion: V) -> V {
        let moved = offset.times(self.step.factor);
        if self.step.short {
            moved.plus(offset.plus(motion.times(self.from_motion - R::ONE)))
        } else {
            moved.plus(motion.times(self.from_motion))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_steps_move_a_value_and_the_longest_leave_an_offset_to_all_digits() {
        let damper = Damper::from_rate(1.0f64).unwrap();
        let moved = damper.step(1e-20).apply(0.0, 1.0);
        assert!((moved / 1e-20 - 1.0).abs() < 1e-15, "{moved}");
        let left = damper.step(50.0).apply(1.0, 0.0);
        assert!((left / (-50.0f64).exp() - 1.0).abs() < 1e-14, "{left}");
    }
}
