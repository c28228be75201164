//! A spring simulated by any method, towards any goal.

use sprung::integrate::Method;
use sprung::{MovingGoalStep, Real, Spring, State};

use super::choice::GoalMode;
use super::motion::Motion;
use super::motions::Course;

/// A spring with its method and the mode of its goals.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpringMotion<R> {
    pub(super) spring: Spring<R>,
    pub(super) goal_mode: GoalMode,
    /// The goal velocity in Holden's mode; by default that of the goals.
    pub(super) goal_velocity: Option<f64>,
    pub(super) method: Method,
}

impl<R: Real> SpringMotion<R> {
    pub(super) fn over(self, course: Course<'_, R>) -> Motion<'_, R> {
        let Course { start, goals, dt } = course;
        // Most steps are whole: their coefficients are computed once.
        let (mut state, whole_step) = (start, self.moving_goal_step(dt));
        Motion::new(start, move |from, to| {
            let (start, end) = (goals.at(from), goals.at(to));
            let velocity = (end - start) / dt;
            state = match (self.goal_mode, self.method) {
                (GoalMode::Held, _) => self.held_step(state, end, 0.0, dt),
                (GoalMode::Holden, _) => {
                    self.held_step(state, end, self.goal_velocity.unwrap_or(velocity), dt)
                }
                // Exact between the knots of the goal, wherever they fall.
                (GoalMode::Follow | GoalMode::Track, Method::Exact) => {
                    goals.segments(from, to).fold(state, |state, segment| {
                        let is_whole = segment.duration == to - from;
                        let part = || self.moving_goal_step(segment.duration);
                        let step = if is_whole { whole_step } else { part() };
                        step.apply(state, R::from_f64(segment.from), R::from_f64(segment.to))
                    })
                }
                (GoalMode::Follow | GoalMode::Track, _) => {
                    self.moving_step(state, [start, end, velocity].map(R::from_f64), dt)
                }
            };
            state
        })
    }

    fn held_step(&self, state: State<R>, goal: f64, goal_velocity: f64, dt: f64) -> State<R> {
        let [goal, velocity, dt] = [goal, goal_velocity, dt].map(R::from_f64);
        self.method.step(state, goal, velocity, &self.spring, dt)
    }

    /// An integrator takes the goal as linear from the start to the end of the step: computed in the frame that
    /// moves with it, where the goal is 0 and the damping of the absolute velocity acts against its motion.
    fn moving_step(&self, state: State<R>, [start, end, velocity]: [R; 3], dt: f64) -> State<R> {
        let drag = if self.goal_mode == GoalMode::Follow { -velocity } else { R::ZERO };
        let relative = State::new(state.position - start, state.velocity - velocity);
        let moved = self.method.step(relative, R::ZERO, drag, &self.spring, R::from_f64(dt));
        State::new(moved.position + end, moved.velocity + velocity)
    }

    fn moving_goal_step(&self, dt: f64) -> MovingGoalStep<R> {
        let dt = R::from_f64(dt);
        match self.goal_mode {
            GoalMode::Track => self.spring.track_step(dt),
            _ => self.spring.follow_step(dt),
        }
    }
}
