//! The motions of `sprung simulate`, each advanced from one time to a later one.

use anyhow::{Result, ensure};
use sprung::convert::holden;
use sprung::motion::{DoubleSpring, PiecewiseLinear, TimedGoal, TimedSpring, VelocitySpring};
use sprung::{Damper, DoubleStep, Real, Regime, Spring, State};

use super::choice::GoalMode;
use super::motion::Motion;
use crate::spec::SpecArg;

/// The initial state, the goals over time and the time step (seconds) of a motion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course<'a, R> {
    pub(super) start: State<R>,
    pub(super) goals: PiecewiseLinear<'a, f64>,
    pub(super) dt: f64,
}

impl<'a, R: Real> Course<'a, R> {
    fn goal(&self, time: f64) -> R {
        R::from_f64(self.goals.at(time))
    }

    /// A first-order damper. Its velocity is not a state: it is the rate times the distance to the goal.
    pub(super) fn damper(self, damper: Damper<R>, goal_mode: GoalMode) -> Result<Motion<'a, R>> {
        ensure!(
            matches!(goal_mode, GoalMode::Held | GoalMode::Follow),
            "a damper can hold or follow a goal; type --goal-mode follow, or a spring"
        );
        let Course { start: State { mut position, .. }, goals, .. } = self;
        let state = move |position: R, goal: f64| {
            let distance = R::from_f64(goal) - position;
            // An infinite rate is at its goal.
            let at_goal = distance == R::ZERO;
            State::new(position, if at_goal { R::ZERO } else { damper.rate() * distance })
        };
        Ok(Motion::new(state(position, goals.at(0.0)), move |from, to| {
            position = if goal_mode == GoalMode::Held {
                damper.step(R::from_f64(to - from)).apply(position, R::from_f64(goals.at(to)))
            } else {
                goals.segments(from, to).fold(position, |position, segment| {
                    let step = damper.follow_step(R::from_f64(segment.duration));
                    step.apply(position, R::from_f64(segment.from), R::from_f64(segment.to))
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
        Ok(Motion::with_intermediate(self.start, move |_, to| {
            double.update(self.goal(to), &step);
            (double.state, Some(double.intermediate.position))
        }))
    }

    /// A spring that is at its goal about `arrive` seconds after the start; `lookahead` is Holden's apprehension, in
    /// seconds.
    pub(super) fn timed(self, spring: Spring<R>, arrive: f64, lookahead: R) -> Motion<'a, R> {
        let step = spring.timed_step(lookahead, R::from_f64(self.dt));
        let mut timed = TimedSpring { state: self.start, intermediate: self.start.position };
        Motion::with_intermediate(self.start, move |from, to| {
            let goal = TimedGoal { position: self.goal(to), time_left: R::from_f64(arrive - from) };
            timed.update(goal, &step);
            (timed.state, Some(timed.intermediate))
        })
    }

    /// A spring that travels at `speed` units per second; `lookahead` is as for the timed spring.
    pub(super) fn velocity(self, spring: Spring<R>, speed: f64, lookahead: R) -> Motion<'a, R> {
        let step = spring.velocity_step(R::from_f64(speed), lookahead, R::from_f64(self.dt));
        let mut moving = VelocitySpring { state: self.start, intermediate: self.start.position };
        Motion::with_intermediate(self.start, move |_, to| {
            moving.update(self.goal(to), &step);
            (moving.state, Some(moving.intermediate))
        })
    }

    /// A tracking spring: an animation, the goals, followed without lag, its jumps smoothed.
    pub(super) fn tracking(self, spring: Spring<R>) -> Motion<'a, R> {
        let mut state = self.start;
        Motion::new(state, move |from, to| {
            for segment in self.goals.segments(from, to) {
                let velocity = R::from_f64((segment.to - segment.from) / segment.duration);
                let animation = State::new(R::from_f64(segment.to), velocity);
                let step = spring.step(R::from_f64(segment.duration));
                state = step.apply_tracking(state, animation, R::ZERO);
            }
            state
        })
    }

    /// A spring on an angle in radians, along the shortest path.
    pub(super) fn angle(self, spring: Spring<R>) -> Motion<'a, R> {
        let step = spring.step(R::from_f64(self.dt));
        let mut state = self.start;
        Motion::new(state, move |_, to| {
            state = step.apply_angle(state, self.goal(to));
            state
        })
    }
}
