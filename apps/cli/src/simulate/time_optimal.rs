//! A motion that is as fast as limits of speed, acceleration and jerk allow.

use sprung::motion::LimitedTracker;
use sprung::{MotionLimits, Real, State, Vector};

use super::motion::{Motion, rounded};
use super::motions::Course;

impl<'a, R: Real, const N: usize> Course<'a, R, N> {
    /// A motion whose components follow their goals within the same limits.
    pub(super) fn time_optimal(self, limits: MotionLimits<R>) -> Motion<'a, R> {
        let State { position, velocity } = self.start;
        let tracker =
            |axis: usize| LimitedTracker::new(State::new(position[axis], velocity[axis]), R::ZERO);
        let mut trackers: [LimitedTracker<R>; N] = std::array::from_fn(tracker);
        let start = (self.start, [R::ZERO; N]);
        Motion::with("acceleration", start, move |from, to| {
            for segment in self.goals.segments(from, to) {
                let step = limits.step(R::from_f64(segment.duration));
                let slope = segment.to.minus(segment.from).map(|way| way / segment.duration);
                let (goal, slope) = (rounded(segment.to), rounded(slope));
                for (axis, tracker) in trackers.iter_mut().enumerate() {
                    tracker.update(State::new(goal[axis], slope[axis]), &step);
                }
            }
            let states = trackers.map(|tracker| tracker.state());
            let state = State::new(states.map(|s| s.position), states.map(|s| s.velocity));
            (state, trackers.map(|tracker| tracker.acceleration()))
        })
    }
}

/// The time in seconds in which a number comes to rest on a goal.
pub(super) fn time_of_arrival(
    start: State<f64>,
    goal: f64,
    limits: &MotionLimits<f64>,
    dt: f64,
) -> f64 {
    let mut tracker = LimitedTracker::new(start, 0.0);
    tracker.update(State::at_rest(goal), &limits.step(dt));
    dt + tracker.time_left()
}
