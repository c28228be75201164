//! The steps of a simulation: a spring, its goals and a method.

use anyhow::{Result, ensure};
use sprung::integrate::Method;
use sprung::{MovingGoalStep, Real, Spring, State};

use super::goals::Goals;
use super::{GoalMode, Setup};

/// A simulation ready to run.
#[derive(Debug)]
pub(super) struct Motion<'a, R> {
    spring: Spring<R>,
    start: State<R>,
    goals: &'a Goals,
    goal_mode: GoalMode,
    method: Method,
    dt: f64,
    steps: u64,
    // Most steps are whole: their coefficients are computed once.
    whole_step: MovingGoalStep<R>,
}

/// More rows than anyone reads, and less than fill a memory.
const MOST_STEPS: f64 = 1e8;

impl<'a, R: Real> Motion<'a, R> {
    pub(super) fn new(setup: &Setup, goals: &'a Goals) -> Result<Self> {
        // A time of three steps of 0.1 is three steps, though 0.3/0.1 falls short of 3 by rounding.
        let steps = (setup.time / setup.dt * (1.0 + 4.0 * f64::EPSILON)).floor();
        ensure!(
            steps <= MOST_STEPS,
            "{} s in steps of {} s are {steps} rows; take a larger --dt or a shorter --time",
            setup.time,
            setup.dt
        );
        let spring = Spring::new(
            R::from_f64(setup.spring.angular_frequency()),
            R::from_f64(setup.spring.damping_ratio()),
        )?;
        Ok(Motion {
            spring,
            start: State::new(R::from_f64(setup.from), R::from_f64(setup.velocity)),
            goals,
            goal_mode: setup.goal_mode,
            method: setup.method.into(),
            dt: setup.dt,
            steps: steps as u64,
            whole_step: moving_goal_step(&spring, setup.goal_mode, R::from_f64(setup.dt)),
        })
    }

    /// The time and state at the start and after each step.
    pub(super) fn rows(self) -> impl Iterator<Item = (R, State<R>)> {
        let mut state = self.start;
        (0..=self.steps).map(move |step| {
            if step > 0 {
                state = self.step(state, self.time(step - 1), self.time(step));
            }
            (R::from_f64(self.time(step)), state)
        })
    }

    fn time(&self, step: u64) -> f64 {
        step as f64 * self.dt
    }

    fn step(&self, state: State<R>, from: f64, to: f64) -> State<R> {
        match (self.goal_mode, self.method) {
            (GoalMode::Held, _) => self.held_step(state, self.goals.at(to), 0.0),
            (GoalMode::Holden, _) => {
                let motion = self.goals.at(to) - self.goals.at(from);
                self.held_step(state, self.goals.at(to), motion / self.dt)
            }
            (GoalMode::Follow | GoalMode::Track, Method::Exact) => self.exact_step(state, from, to),
            (GoalMode::Follow | GoalMode::Track, _) => self.moving_step(state, from, to),
        }
    }

    fn held_step(&self, state: State<R>, goal: f64, goal_velocity: f64) -> State<R> {
        let (goal, velocity) = (R::from_f64(goal), R::from_f64(goal_velocity));
        self.method.step(&self.spring, state, goal, velocity, R::from_f64(self.dt))
    }

    /// Exact between the knots of the goal, wherever they fall.
    fn exact_step(&self, state: State<R>, from: f64, to: f64) -> State<R> {
        self.goals.stretches(from, to).fold(state, |state, stretch| {
            let whole = stretch.seconds == to - from;
            let step = if whole {
                self.whole_step
            } else {
                moving_goal_step(&self.spring, self.goal_mode, R::from_f64(stretch.seconds))
            };
            step.apply(state, R::from_f64(stretch.from), R::from_f64(stretch.to))
        })
    }

    /// An integrator sees the goal where the step starts and ends, and steady between: computed in the frame that
    /// moves with it, where the goal rests at 0 and the world's damping drags against its velocity.
    fn moving_step(&self, state: State<R>, from: f64, to: f64) -> State<R> {
        let (start, end) = (self.goals.at(from), self.goals.at(to));
        let goal_velocity = R::from_f64((end - start) / self.dt);
        let drag = if self.goal_mode == GoalMode::Follow { -goal_velocity } else { R::ZERO };
        let relative =
            State::new(state.position - R::from_f64(start), state.velocity - goal_velocity);
        let moved = self.method.step(&self.spring, relative, R::ZERO, drag, R::from_f64(self.dt));
        State::new(moved.position + R::from_f64(end), moved.velocity + goal_velocity)
    }
}

fn moving_goal_step<R: Real>(spring: &Spring<R>, mode: GoalMode, dt: R) -> MovingGoalStep<R> {
    if mode == GoalMode::Track { spring.track_step(dt) } else { spring.follow_step(dt) }
}
