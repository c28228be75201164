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

/// The last sample of a rotation and the motion that follows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RotationChannel {
    /// The time and value of the last sample; `None` before the first.
    pub(super) last: Option<(f64, Rotation<f64>)>,
    rotation: Rotation<f64>,
    /// The rotation vector from the sample to the result, which may be more than half a turn long, and its rate in the frame
    /// that turns with the sample.
    offset: State<[f64; 3]>,
    /// The angular velocity of that frame.
    spin: [f64; 3],
}

impl RotationChannel {
    /// Before its first sample.
    pub(super) fn new() -> Self {
        let rest = State::at_rest([0.0; 3]);
        RotationChannel { last: None, rotation: Rotation::IDENTITY, offset: rest, spin: [0.0; 3] }
    }

    /// Moves behind a sample that turns with an angular velocity, as if it had always done so.
    pub(super) fn turning(
        filter: &Filter,
        sample: (f64, Rotation<f64>),
        angular_velocity: [f64; 3],
    ) -> Self {
        let offset = State::at_rest(angular_velocity.times(-filter.lag()));
        let mut channel = RotationChannel { offset, spin: angular_velocity, ..Self::new() };
        channel.reach(sample);
        channel
    }

    /// Returns the smoothed rotation.
    pub(super) fn rotation(&self) -> Rotation<f64> {
        self.rotation
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
            let mut turn = goal.relative_to(&start).to_rotation_vector();
            let (mut dt, mut parts) = ((time - before).abs(), 1.0);
            if turn.dot(turn) > MAX_TURN * MAX_TURN {
                parts = (turn.length() / MAX_TURN).ceil();
                (turn, dt) = (turn.times(1.0 / parts), dt / parts);
            }
            let step = steps.step(dt);
            for _ in 0..parts as u32 {
                self.follow(step, turn, turn.times(1.0 / dt));
            }
        }
        self.reach((time, goal));
        self.rotation
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

    /// Is at its offset from a sample; at rest on the sample if the offset has overflowed, which would stay NaN.
    #[inline(always)]
    fn reach(&mut self, sample: (f64, Rotation<f64>)) {
        self.last = Some(sample);
        let State { position, velocity } = self.offset;
        let sum = position.plus(velocity).plus(self.spin);
        if !sum.iter().all(|sum| sum.is_finite()) {
            (self.offset, self.spin) = (State::at_rest([0.0; 3]), [0.0; 3]);
        }
        let offset = self.offset.position;
        self.rotation = if offset == [0.0; 3] {
            sample.1
        } else {
            sample.1.then(&Rotation::from_rotation_vector(offset))
        };
    }
}
