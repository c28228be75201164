//! The tracking spring simulated: an animation followed without lag, its jumps smoothed.

use sprung::{Real, Spring, State};

use super::goals::Goals;
use super::motion::Motion;

/// A tracking spring on its way; the goals are the animation.
#[derive(Debug)]
pub(super) struct TrackingMotion<'a, R> {
    spring: Spring<R>,
    state: State<R>,
    goals: &'a Goals,
}

impl<'a, R: Real> TrackingMotion<'a, R> {
    pub(super) fn new(spring: Spring<R>, state: State<R>, goals: &'a Goals) -> Self {
        TrackingMotion { spring, state, goals }
    }
}

impl<R: Real> Motion<R> for TrackingMotion<'_, R> {
    fn state(&self) -> State<R> {
        self.state
    }

    fn step(&mut self, from: f64, to: f64) {
        self.state = self.goals.stretches(from, to).fold(self.state, |state, stretch| {
            let velocity = R::from_f64((stretch.to - stretch.from) / stretch.seconds);
            let animation = State::new(R::from_f64(stretch.to), velocity);
            let seconds = R::from_f64(stretch.seconds);
            self.spring.step(seconds).apply_tracking(state, animation, R::ZERO)
        });
    }
}
