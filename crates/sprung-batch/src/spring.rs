//! One spring for many states: the core's step, computed once and applied to all.

use crate::batch::Batch;
use crate::float::Float;
use crate::param::Param;
use crate::sweep::Uniform;
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
        let step = *step;
        self.run(
            Uniform::<_, true>(
                #[inline(always)]
                move |[x, v]: [T; 2], [goal]: [T; 1]| pair(step.apply(State::new(x, v), goal)),
            ),
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
        let step = *step;
        self.run(
            Uniform::<_, true>(
                #[inline(always)]
                move |[x, v]: [T; 2], [from, to]: [T; 2]| {
                    pair(step.apply(State::new(x, v), from, to))
                },
            ),
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
        let step = *step;
        self.run(
            Uniform::<_, false>(
                #[inline(always)]
                move |[x, v]: [T; 2], [goal, goal_velocity]: [T; 2]| {
                    pair(step.apply(State::new(x, v), goal, goal_velocity))
                },
            ),
            (["position", "velocity"], [position, velocity]),
            (["goal", "goal_velocity"], [goal.values(), goal_velocity.values()]),
        );
    }
}

#[inline(always)]
fn pair<T>(state: State<T>) -> [T; 2] {
    [state.position, state.velocity]
}
