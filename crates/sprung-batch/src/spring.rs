//! One spring for many states: the core's step, computed once and applied to all.

use crate::batch::Batch;
use crate::float::Float;
use crate::param::Param;
use crate::rest::Rest;
use crate::sweep::Rule;
use sprung::{GoalVelocityStep, MovingGoalStep, SpringStep, State};

impl<T: Float> Batch<T> {
    /// Advances states that share one spring and one time step towards goals that are held.
    ///
    /// The results are those of [`SpringStep::apply`], bit for bit, except the [`RestThreshold`](crate::RestThreshold). Out of cache this is as fast as
    /// memory is.
    ///
    /// ```
    /// let step = sprung::Spring::new(6.0, 0.5)?.step(0.1);
    /// let (mut position, mut velocity) = ([0.0f32, 5.0], [1.0, 0.0]);
    /// sprung_batch::Batch::new().spring(&step, &mut position, &mut velocity, &[2.0, 3.0]);
    ///
    /// let one = step.apply(sprung::State::new(0.0, 1.0), 2.0);
    /// assert_eq!((position[0], velocity[0]), (one.position, one.velocity));
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    ///
    /// # Panics
    /// If the slices differ in length.
    pub fn spring<'a>(
        &self,
        step: &SpringStep<T>,
        position: &'a mut [T],
        velocity: &'a mut [T],
        goal: impl Param<'a, T>,
    ) {
        let rule = Held { step: *step, rest: self.rest };
        self.run(
            rule,
            (["position", "velocity"], [position, velocity]),
            (["goal"], [goal.values()]),
        );
    }

    /// Advances states that share one spring and one time step while each goal moves steadily `from` → `to`.
    ///
    /// The step defines what damping is relative to: [`sprung::Spring::follow_step`] to the world,
    /// [`sprung::Spring::track_step`] to the goal. The results are those of [`MovingGoalStep::apply`], bit for bit, but
    /// for the [`RestThreshold`](crate::RestThreshold).
    ///
    /// # Panics
    /// If the slices differ in length.
    pub fn spring_moving_goal<'a>(
        &self,
        step: &MovingGoalStep<T>,
        position: &'a mut [T],
        velocity: &'a mut [T],
        from: impl Param<'a, T>,
        to: impl Param<'a, T>,
    ) {
        let rule = Moving { step: *step, rest: self.rest };
        self.run(
            rule,
            (["position", "velocity"], [position, velocity]),
            (["from", "to"], [from.values(), to.values()]),
        );
    }

    /// Advances states that share one spring and one time step towards held goals, damped towards goal velocities
    /// (Holden): the results of [`GoalVelocityStep::apply`], bit for bit.
    ///
    /// # Panics
    /// If the slices differ in length.
    pub fn spring_goal_velocity<'a>(
        &self,
        step: &GoalVelocityStep<T>,
        position: &'a mut [T],
        velocity: &'a mut [T],
        goal: impl Param<'a, T>,
        goal_velocity: impl Param<'a, T>,
    ) {
        self.run(
            Pulled { step: *step },
            (["position", "velocity"], [position, velocity]),
            (["goal", "goal_velocity"], [goal.values(), goal_velocity.values()]),
        );
    }
}

#[derive(Clone, Copy)]
struct Held<T: Float> {
    step: SpringStep<T>,
    rest: Rest<T>,
}

impl<T: Float> Rule<T, 2, 1> for Held<T> {
    #[inline(always)]
    fn shortcut(&self, [position, velocity]: [T; 2], [goal]: [T; 1]) -> ([T; 2], bool) {
        let State { position, velocity } = self.step.apply(State::new(position, velocity), goal);
        ([position, velocity], true)
    }

    #[inline(always)]
    fn settle(&self, after: [T; 2], [goal]: [T; 1]) -> [T; 2] {
        self.rest.settle(after, goal)
    }

    #[inline(always)]
    fn is_moving(&self, [_, velocity]: [T; 2], _: [T; 1]) -> bool {
        self.rest.is_fast(velocity)
    }
}

#[derive(Clone, Copy)]
struct Moving<T: Float> {
    step: MovingGoalStep<T>,
    rest: Rest<T>,
}

impl<T: Float> Rule<T, 2, 2> for Moving<T> {
    #[inline(always)]
    fn shortcut(&self, [position, velocity]: [T; 2], [from, to]: [T; 2]) -> ([T; 2], bool) {
        let state = State::new(position, velocity);
        let State { position, velocity } = self.step.apply(state, from, to);
        ([position, velocity], true)
    }

    #[inline(always)]
    fn settle(&self, after: [T; 2], [_, to]: [T; 2]) -> [T; 2] {
        self.rest.settle(after, to)
    }

    #[inline(always)]
    fn is_moving(&self, [_, velocity]: [T; 2], _: [T; 2]) -> bool {
        self.rest.is_fast(velocity)
    }
}

#[derive(Clone, Copy)]
struct Pulled<T> {
    step: GoalVelocityStep<T>,
}

impl<T: Float> Rule<T, 2, 2> for Pulled<T> {
    #[inline(always)]
    fn shortcut(
        &self,
        [position, velocity]: [T; 2],
        [goal, goal_velocity]: [T; 2],
    ) -> ([T; 2], bool) {
        let state = State::new(position, velocity);
        let State { position, velocity } = self.step.apply(state, goal, goal_velocity);
        ([position, velocity], true)
    }

    #[inline(always)]
    fn settle(&self, after: [T; 2], _: [T; 2]) -> [T; 2] {
        after
    }

    #[inline(always)]
    fn is_moving(&self, _: [T; 2], _: [T; 2]) -> bool {
        true
    }
}
