//! The velocity spring simulated: to its goal at a given speed.

use sprung::motion::{TimedSpring, VelocitySpring};
use sprung::{Real, Spring, State};

use super::goals::Goals;
use super::motion::Motion;

/// A velocity spring on its way, its goal held during each step.
#[derive(Debug)]
pub(super) struct VelocityMotion<'a, R> {
    moving: VelocitySpring<R>,
    spring: Spring<R>,
    goals: &'a Goals,
    speed: f64,
    dt: f64,
}

impl<'a, R: Real> VelocityMotion<'a, R> {
    /// It travels at `speed` units per second.
    pub(super) fn new(
        spring: Spring<R>,
        start: State<R>,
        goals: &'a Goals,
        speed: f64,
        dt: f64,
    ) -> Self {
        let moving = VelocitySpring { state: start, intermediate: start.position };
        VelocityMotion { moving, spring, goals, speed, dt }
    }
}

impl<R: Real> Motion<R> for VelocityMotion<'_, R> {
    fn state(&self) -> State<R> {
        self.moving.state
    }

    fn step(&mut self, _from: f64, to: f64) {
        // The same look-ahead as the timed spring, of which this is the form for a speed.
        let lookahead = TimedSpring::<R>::usual_lookahead(&self.spring);
        let goal = R::from_f64(self.goals.at(to));
        let (speed, dt) = (R::from_f64(self.speed), R::from_f64(self.dt));
        self.moving.update(&self.spring, goal, speed, lookahead, dt);
    }
}
