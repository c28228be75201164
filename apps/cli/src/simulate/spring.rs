//! A spring simulated by any method, towards any goal.

use sprung::integrate::Method;
use sprung::motion::PiecewiseLinear;
use sprung::{MovingGoalStep, Real, Spring, State};

use super::choice::GoalMode;

/// A spring in motion, with its method and goals.
#[derive(Debug)]
pub(super) struct SpringMotion<'a, R> {
    spring: Spring<R>,
    state: State<R>,
    goals: PiecewiseLinear<'a, f64>,
    goal_mode: GoalMode,
    goal_velocity: Option<f64>,
    method: Method,
    dt: f64,
    // Most steps are whole: their coefficients are computed once.
    whole_step: MovingGoalStep<R>,
}

impl<'a, R: Real> SpringMotion<'a, R> {
    pub(super) fn new(
        spring: Spring<R>,
        state: State<R>,
        goals: PiecewiseLinear<'a, f64>,
        goal_mode: GoalMode,
        goal_velocity: Option<f64>,
        method: Method,
        dt: f64,
    ) -> Self {
        let whole_step = moving_goal_step(&spring, goal_mode, R::from_f64(dt));
        SpringMotion { spring, state, goals, goal_mode, goal_velocity, method, dt, whole_step }
    }

    fn held_step(&self, goal: f64, goal_velocity: f64) -> State<R> {
        let (goal, velocity) = (R::from_f64(goal), R::from_f64(goal_velocity));
        self.method.step(self.state, goal, velocity, &self.spring, R::from_f64(self.dt))
    }

    /// Exact between the knots of the goal, wherever they fall.
    fn exact_step(&self, from: f64, to: f64) -> State<R> {
        self.goals.segments(from, to).fold(self.state, |state, segment| {
            let step = if segment.duration == to - from {
                self.whole_step
            } else {
                moving_goal_step(&self.spring, self.goal_mode, R::from_f64(segment.duration))
            };
            step.apply(state, R::from_f64(segment.from), R::from_f64(segment.to))
        })
    }

    /// An integrator takes the goal as linear from the start to the end of the step: computed in the frame that
    /// moves with it, where the goal is 0 and the damping of the absolute velocity acts against its motion.
    fn moving_step(&self, from: f64, to: f64) -> State<R> {
        let (start, end) = (self.goals.at(from), self.goals.at(to));
        let goal_velocity = R::from_f64((end - start) / self.dt);
        let drag = if self.goal_mode == GoalMode::Follow { -goal_velocity } else { R::ZERO };
        let position = self.state.position - R::from_f64(start);
        let relative = State::new(position, self.state.velocity - goal_velocity);
        let moved = self.method.step(relative, R::ZERO, drag, &self.spring, R::from_f64(self.dt));
        State::new(moved.position + R::from_f64(end), moved.velocity + goal_velocity)
    }
}

impl<R: Real> SpringMotion<'_, R> {
    /// Advances from one time in seconds to a later one.
    pub(super) fn step(&mut self, from: f64, to: f64) -> State<R> {
        let goal = self.goals.at(to);
        self.state = match (self.goal_mode, self.method) {
            (GoalMode::Held, _) => self.held_step(goal, 0.0),
            (GoalMode::Holden, _) => {
                let slope = || (goal - self.goals.at(from)) / self.dt;
                self.held_step(goal, self.goal_velocity.unwrap_or_else(slope))
            }
            (GoalMode::Follow | GoalMode::Track, Method::Exact) => self.exact_step(from, to),
            (GoalMode::Follow | GoalMode::Track, _) => self.moving_step(from, to),
        };
        self.state
    }
}

fn moving_goal_step<R: Real>(spring: &Spring<R>, mode: GoalMode, dt: R) -> MovingGoalStep<R> {
    if mode == GoalMode::Track { spring.track_step(dt) } else { spring.follow_step(dt) }
}
