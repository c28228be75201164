//! A rotation on its way through a filter.

use sprung::{Rotation, State, Vector};

use super::jacobian::rate;
use crate::filter::{Filter, FilterStep};
use crate::step_cache::StepCache;

/// The largest turn of the signal in one step, radians; the steps of a larger one are equal parts of it. An offset across
/// the turn is carried along with it, and the less the smaller the step.
const MAX_TURN: f64 = 0.5;

/// The square of half a turn. A spring that is further behind turns at the rate of its offset: beyond, the Jacobian between
/// the two is singular.
const HALF_TURN_SQUARE: f64 = std::f64::consts::PI * std::f64::consts::PI;

/// The motion of a filter relative to its signal, which turns.
#[derive(Clone, Copy, Debug)]
pub(super) struct RelativeMotion {
    /// The rotation vector from the signal to the result, which may be more than half a turn long, and its rate in the frame
    /// that turns with the signal.
    offset: State<[f64; 3]>,
    /// The angular velocity of that frame.
    spin: [f64; 3],
}

impl RelativeMotion {
    /// At rest on the signal.
    pub(super) fn at_rest() -> Self {
        RelativeMotion { offset: State::at_rest([0.0; 3]), spin: [0.0; 3] }
    }

    /// Behind a signal that has always turned with an angular velocity.
    pub(super) fn turning(filter: &Filter, angular_velocity: [f64; 3]) -> Self {
        let offset = State::at_rest(angular_velocity.times(-filter.lag()));
        RelativeMotion { offset, spin: angular_velocity }.checked()
    }

    /// Returns the rotation vector from the signal to the result.
    pub(super) fn offset(&self) -> [f64; 3] {
        self.offset.position
    }

    /// Moves on by `dt` seconds, in which the signal turns steadily by a rotation vector.
    #[inline]
    pub(super) fn advance(&mut self, steps: &mut StepCache, mut dt: f64, mut turn: [f64; 3]) {
        let mut parts = 1.0;
        if turn.dot(turn) > MAX_TURN * MAX_TURN {
            parts = (turn.length() / MAX_TURN).ceil();
            (turn, dt) = (turn.times(1.0 / parts), dt / parts);
        }
        let step = steps.step(dt);
        for _ in 0..parts as u32 {
            self.follow(step, turn, turn.times(1.0 / dt));
        }
        *self = self.checked();
    }

    /// Moves on while the signal turns steadily with a spin.
    #[inline(always)]
    fn follow(&mut self, step: &FilterStep, turn: [f64; 3], spin: [f64; 3]) {
        let State { position: offset, velocity } = self.offset;
        // The angular velocity stays while that of the frame changes.
        let change = self.spin.minus(spin);
        let change = if offset.dot(offset) > HALF_TURN_SQUARE {
            Rotation::from_rotation_vector(offset).rotate(change)
        } else {
            rate(offset.times(-1.0), change)
        };
        // The steady turn as the way of a goal: exact for turns about one axis.
        let seen = State::new(offset, velocity.plus(change).plus(spin));
        let end = step.apply_relative(seen, turn);
        self.offset = State::new(end.position, end.velocity.minus(spin));
        self.spin = spin;
    }

    /// The same; at rest on the signal if the offset has overflowed, which would stay NaN.
    #[inline(always)]
    fn checked(self) -> Self {
        let State { position, velocity } = self.offset;
        let sum = position.plus(velocity).plus(self.spin);
        if sum.iter().all(|sum| sum.is_finite()) { self } else { Self::at_rest() }
    }
}

/// The rotation at an offset from a sample.
#[inline(always)]
pub(super) fn offset_from(sample: Rotation<f64>, offset: [f64; 3]) -> Rotation<f64> {
    if offset == [0.0; 3] {
        return sample;
    }
    sample.then(&Rotation::from_rotation_vector(offset))
}

/// The last sample of a rotation and the motion that follows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RotationChannel {
    /// The time and value of the last sample; `None` before the first.
    pub(super) last: Option<(f64, Rotation<f64>)>,
    motion: RelativeMotion,
}

impl RotationChannel {
    /// Before its first sample.
    pub(super) fn new() -> Self {
        RotationChannel { last: None, motion: RelativeMotion::at_rest() }
    }

    /// Moves on to the next sample and returns the smoothed rotation; the first one starts the motion at rest.
    ///
    /// Only the distance of the times matters.
    #[inline]
    pub(super) fn advance(
        &mut self,
        steps: &mut StepCache,
        time: f64,
        goal: Rotation<f64>,
    ) -> Rotation<f64> {
        if let Some((before, start)) = self.last {
            let turn = goal.relative_to(&start).to_rotation_vector();
            self.motion.advance(steps, (time - before).abs(), turn);
        }
        self.last = Some((time, goal));
        offset_from(goal, self.motion.offset())
    }

    /// Returns the smoothed rotation at the last sample; none before the first.
    pub(super) fn smoothed(&self) -> Option<Rotation<f64>> {
        self.last.map(|(_, sample)| offset_from(sample, self.motion.offset()))
    }
}
