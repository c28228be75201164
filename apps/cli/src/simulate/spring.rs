//! A spring simulated by any method, towards any goal.

use sprung::integrate::{FixedTimestep, Method, substep_capped, substep_uniform};
use sprung::{MovingGoalStep, Real, Spring, State, Vector};

use super::choice::GoalMode;
use super::motion::{Motion, rounded};
use super::motions::Course;
use super::options::Substep;

/// A spring with its method and the mode of its goals.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpringMotion<R, const N: usize> {
    pub(super) spring: Spring<R>,
    pub(super) goal_mode: GoalMode,
    /// The goal velocity in Holden's mode; by default that of the goals.
    pub(super) goal_velocity: Option<[f64; N]>,
    pub(super) method: Method,
    /// The division of each step towards a goal that is held in it.
    pub(super) substeps: Option<(Substep, f64, u32)>,
}

impl<R: Real, const N: usize> SpringMotion<R, N> {
    pub(super) fn over(self, course: Course<'_, R, N>) -> Motion<'_, R> {
        let Course { start, goals, dt } = course;
        // Most steps are whole: their coefficients are computed once.
        let (mut state, whole_step) = (start, self.moving_goal_step(dt));
        let mut fixed = match self.substeps {
            Some((Substep::Fixed, longest, most)) => {
                FixedTimestep::keeping_debt(start, R::from_f64(longest), most).ok()
            }
            _ => None,
        };
        Motion::new(start, move |from, to| {
            let (start, end) = (goals.at(from), goals.at(to));
            let velocity = end.minus(start).map(|way| way / dt);
            if let Some((rule, longest, most)) = self.substeps {
                let holden = self.goal_mode == GoalMode::Holden;
                let velocity = end.minus(start).map(|way| way / (to - from));
                let pulled = if holden { self.goal_velocity.unwrap_or(velocity) } else { [0.0; N] };
                let advance = |state, h: R| self.held_step(state, end, pulled, h.to_f64());
                let (dt, longest) = (R::from_f64(to - from), R::from_f64(longest));
                state = match (rule, &mut fixed) {
                    (Substep::Capped, _) => substep_capped(state, dt, longest, most, advance).state,
                    (_, Some(fixed)) => {
                        fixed.update(dt, advance);
                        fixed.state()
                    }
                    _ => substep_uniform(state, dt, longest, most, advance).state,
                };
                return state;
            }
            state = match (self.goal_mode, self.method) {
                (GoalMode::Held, _) => self.held_step(state, end, [0.0; N], dt),
                (GoalMode::Holden, _) => {
                    self.held_step(state, end, self.goal_velocity.unwrap_or(velocity), dt)
                }
                // Exact between the knots of the goal, wherever they fall.
                (GoalMode::Follow | GoalMode::Track, Method::Exact) => {
                    goals.segments(from, to).fold(state, |state, segment| {
                        let is_whole = segment.duration == to - from;
                        let part = || self.moving_goal_step(segment.duration);
                        let step = if is_whole { whole_step } else { part() };
                        step.apply(state, rounded(segment.from), rounded(segment.to))
                    })
                }
                (GoalMode::Follow | GoalMode::Track, _) => {
                    self.moving_step(state, [start, end, velocity].map(rounded), dt)
                }
            };
            state
        })
    }

    fn held_step(
        &self,
        state: State<[R; N]>,
        goal: [f64; N],
        velocity: [f64; N],
        dt: f64,
    ) -> State<[R; N]> {
        let dt = R::from_f64(dt);
        self.method.step(state, rounded(goal), rounded(velocity), &self.spring, dt)
    }

    /// An integrator takes the goal as linear from the start to the end of the step: computed in the frame that
    /// moves with it, where the goal is 0 and the damping of the absolute velocity acts against its motion.
    fn moving_step(
        &self,
        state: State<[R; N]>,
        [start, end, velocity]: [[R; N]; 3],
        dt: f64,
    ) -> State<[R; N]> {
        let still = [R::ZERO; N];
        let drag = if self.goal_mode == GoalMode::Follow { velocity.times(-R::ONE) } else { still };
        let relative = State::new(state.position.minus(start), state.velocity.minus(velocity));
        let moved = self.method.step(relative, still, drag, &self.spring, R::from_f64(dt));
        State::new(moved.position.plus(end), moved.velocity.plus(velocity))
    }

    fn moving_goal_step(&self, dt: f64) -> MovingGoalStep<R> {
        let dt = R::from_f64(dt);
        match self.goal_mode {
            GoalMode::Track => self.spring.track_step(dt),
            _ => self.spring.follow_step(dt),
        }
    }
}
