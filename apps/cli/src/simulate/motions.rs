//! Motions of numbers and vectors, each advanced from one time to a later one.

use anyhow::{Result, ensure};
use sprung::convert::holden;
use sprung::integrate::{Method, euler_damper};
use sprung::motion::{
    Character, DoubleSpring, PiecewiseLinear, ScaleSpring, SpringValue, TimedGoal, TimedSpring,
    VelocitySpring, bounce_within, clamp_overshoot, limit_acceleration, limit_speed,
};
use sprung::{Damper, DoubleStep, Real, Regime, Spring, State, Vector};

use super::choice::GoalMode;
use super::motion::{Motion, rounded};
use super::options::Options;
use crate::spec::SpecArg;

/// The initial state, the goals over time and the time step (seconds) of a motion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course<'a, R, const N: usize> {
    pub(super) start: State<[R; N]>,
    pub(super) goals: PiecewiseLinear<'a, [f64; N]>,
    pub(super) dt: f64,
}

impl<'a, R: Real, const N: usize> Course<'a, R, N> {
    pub(super) fn goal(&self, time: f64) -> [R; N] {
        rounded(self.goals.at(time))
    }

    /// A first-order damper. Its velocity is not a state: it is the rate times the distance to the goal.
    pub(super) fn damper(
        self,
        damper: Damper<R>,
        goal_mode: GoalMode,
        method: Method,
    ) -> Result<Motion<'a, R>> {
        let is_explicit = method == Method::Explicit;
        ensure!(
            is_explicit || method == Method::Exact,
            "the --method of a damper is exact or explicit, not {}",
            method.name()
        );
        ensure!(
            matches!(goal_mode, GoalMode::Held | GoalMode::Follow),
            "a damper can hold or follow a goal; type --goal-mode follow, or a spring"
        );
        let Course { start: State { mut position, .. }, goals, .. } = self;
        let state = move |position: [R; N], goal: [f64; N]| {
            // An infinite rate is at its goal.
            let speed = |way: R| if way == R::ZERO { R::ZERO } else { damper.rate() * way };
            State::new(position, rounded(goal).minus(position).map(speed))
        };
        Ok(Motion::new(state(position, goals.at(0.0)), move |from, to| {
            position = if is_explicit {
                // What is written first: the goal is that at the end of the step.
                let (goal, dt) = (rounded(goals.at(to)), R::from_f64(to - from));
                euler_damper(position, goal, damper.rate(), dt)
            } else if goal_mode == GoalMode::Held {
                damper.step(R::from_f64(to - from)).apply(position, rounded(goals.at(to)))
            } else {
                goals.segments(from, to).fold(position, |position, segment| {
                    let step = damper.follow_step(R::from_f64(segment.duration));
                    step.apply(position, rounded(segment.from), rounded(segment.to))
                })
            };
            state(position, goals.at(to))
        }))
    }

    /// A double spring: a start as soft as the end. The spring's half-life is that of the whole; in Holden's convention,
    /// that of his double spring.
    pub(super) fn double(self, typed: &SpecArg) -> Result<Motion<'a, R>> {
        let spring: Spring<R> = typed.spring()?;
        ensure!(
            spring.regime() == Regime::Critical,
            "the double spring is made of two critical ones; type halflife=S without damping_ratio"
        );
        let halflife = match typed.convention() {
            Some("holden") => holden::double_spring_halflife(holden::halflife(&spring)),
            _ => spring.halflife(),
        };
        let step = DoubleStep::from_halflife(halflife, R::from_f64(self.dt))?;
        let intermediate = State::at_rest(self.start.position);
        let mut double = DoubleSpring { state: self.start, intermediate };
        let start = (self.start, self.start.position);
        Ok(Motion::with("intermediate_goal", start, move |_, to| {
            double.update(self.goal(to), &step);
            (double.state, double.intermediate.position)
        }))
    }

    /// A spring that is at its goal about `arrive` seconds after the start; `lookahead` is Holden's apprehension, in
    /// seconds.
    pub(super) fn timed(self, spring: Spring<R>, arrive: f64, lookahead: R) -> Motion<'a, R> {
        let step = spring.timed_step(lookahead, R::from_f64(self.dt));
        let mut timed = TimedSpring { state: self.start, intermediate: self.start.position };
        let start = (self.start, self.start.position);
        Motion::with("intermediate_goal", start, move |from, to| {
            let goal = TimedGoal { position: self.goal(to), time_left: R::from_f64(arrive - from) };
            timed.update(goal, &step);
            (timed.state, timed.intermediate)
        })
    }

    /// A spring that comes to rest on its goal `arrive` seconds after the start, and stays on the springs later.
    pub(super) fn landing(self, spring: Spring<R>, arrive: f64) -> Motion<'a, R> {
        let mut state = self.start;
        Motion::new(state, move |from, to| {
            let [left, dt] = [arrive - from, to - from].map(R::from_f64);
            state = spring.landing_step(left, dt).apply(state, self.goal(to));
            state
        })
    }

    /// A spring that travels at `speed` units per second; `lookahead` is as for the timed spring.
    pub(super) fn velocity(self, spring: Spring<R>, speed: f64, lookahead: R) -> Motion<'a, R> {
        let step = spring.velocity_step(R::from_f64(speed), lookahead, R::from_f64(self.dt));
        let mut moving = VelocitySpring { state: self.start, intermediate: self.start.position };
        let start = (self.start, self.start.position);
        Motion::with("intermediate_goal", start, move |_, to| {
            moving.update(self.goal(to), &step);
            (moving.state, moving.intermediate)
        })
    }

    /// A character whose goal is a velocity, held from one time of the goals to the next.
    pub(super) fn character(self, spring: Spring<R>, limit: Option<f64>) -> Motion<'a, R> {
        let State { position, velocity } = self.start;
        let mut character = Character { position, velocity, acceleration: [R::ZERO; N] };
        let start = (self.start, character.acceleration);
        Motion::with("acceleration", start, move |from, to| {
            for segment in self.goals.segments(from, to) {
                let step = spring.character_step(R::from_f64(segment.duration));
                let goal = rounded(segment.to);
                match limit {
                    Some(limit) => character.update_limited(goal, &step, R::from_f64(limit)),
                    None => character.update(goal, &step),
                }
            }
            (State::new(character.position, character.velocity), character.acceleration)
        })
    }

    /// A spring whose speed or acceleration is cut in each step.
    pub(super) fn limited(self, spring: Spring<R>, options: &Options) -> Result<Motion<'a, R>> {
        let (step, mut state) = (spring.step(R::from_f64(self.dt)), self.start);
        let most = [options.max_speed, options.max_acceleration].map(|most| most.map(R::from_f64));
        ensure!(
            most.iter().flatten().count() == 1,
            "--motion limited needs --max-speed or --max-acceleration, one of the two"
        );
        Ok(Motion::new(state, move |_, to| {
            let goal = self.goal(to);
            state = match most {
                [Some(speed), _] => limit_speed(state, goal, &step, speed),
                [_, Some(most)] => limit_acceleration(state, goal, &step, most),
                _ => step.apply(state, goal),
            };
            state
        }))
    }

    /// A spring that stops where it would pass its goal, along each axis.
    pub(super) fn clamped(self, spring: Spring<R>) -> Motion<'a, R> {
        let step = spring.step(R::from_f64(self.dt));
        self.each_axis(move |state, goal| clamp_overshoot(state, goal, &step))
    }

    /// A spring that bounces off bounds, along each axis.
    pub(super) fn bounded(self, spring: Spring<R>, options: &Options) -> Result<Motion<'a, R>> {
        let step = spring.step(R::from_f64(self.dt));
        ensure!(
            options.low.is_some() || options.high.is_some(),
            "--motion bounded needs --low or --high, or both"
        );
        let low = options.low.unwrap_or(f64::NEG_INFINITY);
        let high = options.high.unwrap_or(f64::INFINITY);
        ensure!(low <= high, "--low must be at most --high, got {low} and {high}");
        let [low, high, kept] = [low, high, options.restitution.unwrap_or(0.0)].map(R::from_f64);
        Ok(self
            .each_axis(move |state, goal| bounce_within(step.apply(state, goal), low, high, kept)))
    }

    /// A motion whose axes do not know of each other.
    fn each_axis(self, step: impl Fn(State<R>, R) -> State<R> + 'a) -> Motion<'a, R> {
        let mut state = self.start;
        Motion::new(state, move |_, to| {
            for (axis, goal) in self.goal(to).into_iter().enumerate() {
                let now = State::new(state.position[axis], state.velocity[axis]);
                let State { position, velocity } = step(now, goal);
                (state.position[axis], state.velocity[axis]) = (position, velocity);
            }
            state
        })
    }

    /// A value that comes to rest on its goal, or on the nearest point of a grid.
    pub(super) fn value(self, spring: Spring<R>, grid: Option<f64>) -> Motion<'a, R> {
        let mut value = SpringValue::new(self.start.position).with_spring(spring);
        value.set_state(self.start);
        Motion::new(self.start, move |from, to| {
            value.set_goal(self.goal(to));
            if let Some(grid) = grid {
                value.land_on([R::from_f64(grid); N]);
            }
            value.advance(R::from_f64(to - from));
            value.state()
        })
    }

    /// A spring on the logarithm of a scale.
    pub(super) fn scale(self, spring: Spring<R>) -> Motion<'a, R> {
        let step = spring.step(R::from_f64(self.dt));
        let mut scale = ScaleSpring::new(self.start);
        Motion::new(self.start, move |_, to| {
            scale.update(self.goal(to), &step);
            scale.state
        })
    }

    /// A spring on an angle in radians, along the shortest path.
    pub(super) fn angle(self, spring: Spring<R>) -> Motion<'a, R> {
        let step = spring.step(R::from_f64(self.dt));
        let mut state = State::new(self.start.position[0], self.start.velocity[0]);
        let numbers = |state: State<R>| [state.position, state.velocity];
        let columns = ["angle_rad", "velocity_rad_per_s"];
        Motion::of_numbers(columns, 1, numbers(state), move |_, to| {
            state = step.apply_angle(state, self.goal(to)[0]);
            numbers(state)
        })
    }
}
