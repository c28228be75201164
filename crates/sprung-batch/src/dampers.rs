//! First-order dampers: exponential decay towards a goal, without a velocity.

use crate::batch::Batch;
use crate::float::Float;
use crate::math::exp::decayed;
use crate::math::response::elapsed;
use crate::param::Param;
use crate::sweep::{Rule, Uniform};
use sprung::shared::decayed_within;
use sprung::{DamperStep, MovingGoalDamperStep};

impl<T: Float> Batch<T> {
    /// Damps values that share one damper and one time step towards goals that are held: the results of
    /// [`DamperStep::apply`], bit for bit, but that values within [`RestThreshold::distance`](crate::RestThreshold) are put on their goal.
    ///
    /// ```
    /// let step = sprung::Damper::from_halflife(0.5)?.step(0.5);
    /// let mut value = [0.0f32, 8.0];
    /// sprung_batch::Batch::new().damper(&step, &mut value, 4.0);
    /// assert!((value[0] - 2.0).abs() < 1e-6 && (value[1] - 6.0).abs() < 1e-6);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    ///
    /// # Panics
    /// If the slices differ in length.
    pub fn damper<'a>(&self, step: &DamperStep<T>, value: &'a mut [T], goal: impl Param<'a, T>) {
        let step = *step;
        self.run(
            Uniform::<_, true>(
                #[inline(always)]
                move |[value]: [T; 1], [goal]: [T; 1]| [step.apply(value, goal)],
            ),
            (["value"], [value]),
            (["goal"], [goal.values()]),
        );
    }

    /// Damps values that share one damper and one time step while each goal moves steadily `from` → `to`: the results of
    /// [`MovingGoalDamperStep::apply`], bit for bit, except for the rest threshold.
    ///
    /// # Panics
    /// If the slices differ in length.
    pub fn damper_moving_goal<'a>(
        &self,
        step: &MovingGoalDamperStep<T>,
        value: &'a mut [T],
        from: impl Param<'a, T>,
        to: impl Param<'a, T>,
    ) {
        let step = *step;
        self.run(
            Uniform::<_, true>(
                #[inline(always)]
                move |[value]: [T; 1], [from, to]: [T; 2]| [step.apply(value, from, to)],
            ),
            (["value"], [value]),
            (["from", "to"], [from.values(), to.values()]),
        );
    }

    /// Damps values by individual half-lives, seconds: after each, half of the offset from the goal is left.
    ///
    /// `value ← goal + 2^(−dt/halflife)·(value − goal)`. A half-life of 0 reaches the goal at once, an infinite one never
    /// moves, a negative or NaN one makes that value NaN; a `dt` that is 0, negative or NaN changes nothing.
    ///
    /// Accuracy: within 3e-7 (`f32`) and 1e-15 (`f64`) of the offset.
    ///
    /// ```
    /// let mut value = [8.0f64, 8.0];
    /// sprung_batch::Batch::new().dampers(&[1.0, 2.0], 2.0, &mut value, 0.0);
    /// assert!((value[0] - 2.0).abs() < 1e-14 && (value[1] - 4.0).abs() < 1e-14);
    /// ```
    ///
    /// # Panics
    /// If the slices differ in length.
    #[doc(alias("damper_exact", "FInterpTo"))]
    pub fn dampers<'a>(
        &self,
        halflife: impl Param<'a, T>,
        dt: impl Param<'a, T>,
        value: &'a mut [T],
        goal: impl Param<'a, T>,
    ) {
        self.run(
            AnyDamper,
            (["value"], [value]),
            (["halflife", "dt", "goal"], [halflife.values(), dt.values(), goal.values()]),
        );
    }
}

#[derive(Clone, Copy)]
struct AnyDamper;

impl<T: Float> Rule<T, 1, 3> for AnyDamper {
    #[inline(always)]
    fn advance(&self, [value]: [T; 1], [halflife, dt, goal]: [T; 3]) -> [T; 1] {
        let seconds = elapsed(dt);
        let is_endless = (dt > T::MAX) & (halflife <= T::MAX);
        let is_over = (halflife == T::ZERO) | is_endless;
        let halflives = if is_over { T::HUGE } else { seconds / halflife };
        let decay = if seconds == T::ZERO { T::ZERO } else { T::LN_2 * halflives };
        let decay = if halflife >= T::ZERO { decay } else { T::NAN };
        [blend(value, goal, decayed(decay).change)]
    }

    #[inline(always)]
    fn shortcut(&self, [value]: [T; 1], [halflife, dt, goal]: [T; 3]) -> ([T; 1], bool) {
        let decay = T::LN_2 * (dt / halflife);
        let is_short = (decay <= T::LONGEST_DECAY) & T::none_negative([halflife, dt, T::ZERO]);
        ([blend(value, goal, decayed_within(decay).change)], is_short)
    }
}

/// The value after its offset has changed by the factor `1 + change`.
#[inline(always)]
fn blend<T: Float>(value: T, goal: T, change: T) -> T {
    // A short step moves the value a little; a long one ends near the goal, and on it when nothing is left.
    let long = change < -T::HALF;
    let around = if long { goal } else { value };
    around + (value - goal) * (if long { T::ONE + change } else { change })
}
