//! The velocity spring simulated: to its goal at a given speed.

use sprung::motion::VelocitySpring;
use sprung::{Real, Spring, State};

use super::goals::Goals;
use super::motion::Motion;
use super::timed::lookahead_or_usual;

/// A velocity spring on its way, its goal held during each step.
#[derive(Debug)]
pub(super) struct VelocityMotion<'a, R> {
    moving: VelocitySpring<R>,
    spring: Spring<R>,
    goals: &'a Goals,
    speed: f64,
    lookahead: R,
    dt: f64,
}

impl<'a, R: Real> VelocityMotion<'a, R> {
    /// Travels at `speed` units per second; `lookahead` is as for the timed spring.
    pub(super) fn new(
        spring: Spring<R>,
        start: State<R>,
        goals: &'a Goals,
        speed: f64,
        lookahead: Option<f64>,
        dt: f64,
    ) -> Self {
        let lookahead = lookahead_or_usual(&spring, lookahead);
        let moving = VelocitySpring { state: start, intermediate: start.position };
        VelocityMotion { moving, spring, goals, speed, lookahead, dt }
    }
}

impl<R: Real> Motion<R> for VelocityMotion<'_, R> {
    fn state(&self) -> State<R> {
        self.moving.state
    }

    fn intermediate(&self) -> Option<R> {
        Some(self.moving.intermediate)
    }

    fn step(&mut self, _from: f64, to: f64) {
        let goal = R::from_f64(self.goals.at(to));
        let (speed, dt) = (R::from_f64(self.speed), R::from_f64(self.dt));
        self.moving.update(goal, &self.spring.velocity_step(speed, self.lookahead, dt));
    }
}
