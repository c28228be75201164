//! The angle spring simulated: in radians, the short way round.

use sprung::{Real, Spring, SpringStep, State};

use super::goals::Goals;
use super::motion::Motion;

/// An angle on its way, its goal held during each step.
#[derive(Debug)]
pub(super) struct AngleMotion<'a, R> {
    step: SpringStep<R>,
    state: State<R>,
    goals: &'a Goals,
}

impl<'a, R: Real> AngleMotion<'a, R> {
    pub(super) fn new(spring: &Spring<R>, state: State<R>, goals: &'a Goals, dt: f64) -> Self {
        AngleMotion { step: spring.step(R::from_f64(dt)), state, goals }
    }
}

impl<R: Real> Motion<R> for AngleMotion<'_, R> {
    fn state(&self) -> State<R> {
        self.state
    }

    fn step(&mut self, _from: f64, to: f64) {
        self.state = self.step.apply_angle(self.state, R::from_f64(self.goals.at(to)));
    }
}
