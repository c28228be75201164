//! The timed spring simulated: at its goal at a given time.

use sprung::motion::{TimedGoal, TimedSpring};
use sprung::{Real, Spring, State};

use super::goals::Goals;
use super::motion::Motion;

/// A timed spring on its way, its goal held during each step.
#[derive(Debug)]
pub(super) struct TimedMotion<'a, R> {
    timed: TimedSpring<R>,
    spring: Spring<R>,
    goals: &'a Goals,
    arrive: f64,
    lookahead: R,
    dt: f64,
}

impl<'a, R: Real> TimedMotion<'a, R> {
    /// Reaches the goal about `arrive` seconds after the start; `lookahead` is Holden's apprehension, in seconds.
    pub(super) fn new(
        spring: Spring<R>,
        start: State<R>,
        goals: &'a Goals,
        arrive: f64,
        lookahead: Option<f64>,
        dt: f64,
    ) -> Self {
        let lookahead = lookahead_or_usual(&spring, lookahead);
        let timed = TimedSpring { state: start, intermediate: start.position };
        TimedMotion { timed, spring, goals, arrive, lookahead, dt }
    }
}

impl<R: Real> Motion<R> for TimedMotion<'_, R> {
    fn state(&self) -> State<R> {
        self.timed.state
    }

    fn intermediate(&self) -> Option<R> {
        Some(self.timed.intermediate)
    }

    fn step(&mut self, from: f64, to: f64) {
        let goal = R::from_f64(self.goals.at(to));
        let time_left = R::from_f64(self.arrive - from);
        self.timed.update(
            TimedGoal { position: goal, time_left: time_left },
            &self.spring.timed_step(self.lookahead, R::from_f64(self.dt)),
        );
    }
}

/// The look-ahead that was typed, otherwise the usual one of the spring.
pub(super) fn lookahead_or_usual<R: Real>(spring: &Spring<R>, typed: Option<f64>) -> R {
    typed.map_or_else(|| spring.default_lookahead(), R::from_f64)
}
