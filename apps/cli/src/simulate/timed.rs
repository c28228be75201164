//! The timed spring simulated: at its goal at a given time.

use sprung::motion::TimedSpring;
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
    dt: f64,
}

impl<'a, R: Real> TimedMotion<'a, R> {
    /// It is to be at its goal `arrive` seconds after the start.
    pub(super) fn new(
        spring: Spring<R>,
        start: State<R>,
        goals: &'a Goals,
        arrive: f64,
        dt: f64,
    ) -> Self {
        let timed = TimedSpring { state: start, intermediate: start.position };
        TimedMotion { timed, spring, goals, arrive, dt }
    }
}

impl<R: Real> Motion<R> for TimedMotion<'_, R> {
    fn state(&self) -> State<R> {
        self.timed.state
    }

    fn step(&mut self, from: f64, to: f64) {
        let lookahead = TimedSpring::<R>::usual_lookahead(&self.spring);
        let goal = R::from_f64(self.goals.at(to));
        let time_left = R::from_f64(self.arrive - from);
        self.timed.update(&self.spring, goal, time_left, lookahead, R::from_f64(self.dt));
    }
}
