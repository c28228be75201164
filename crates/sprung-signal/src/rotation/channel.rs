//! A rotation on its way through a filter.

use std::f64::consts::{PI, TAU};

use sprung::motion::RotationState;
use sprung::{Rotation, State, Vector};

use super::euler_order::unit;
use crate::filter::{Filter, FilterStep};
use crate::step_cache::StepCache;

/// The largest turn of the signal in one step, radians; the steps of a larger one are equal parts of it. An offset across
/// the turn is carried along with it, and the less the smaller the step.
const MAX_TURN: f64 = 0.5;

/// The last sample of a rotation and the motion that follows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RotationChannel {
    /// The time and value of the last sample; `None` before the first.
    pub(super) last: Option<(f64, Rotation<f64>)>,
    state: RotationState<f64>,
    /// The rotation vector from the sample to the state, which may be more than half a turn behind.
    offset: [f64; 3],
}

impl RotationChannel {
    /// At rest on its first sample.
    pub(super) fn new() -> Self {
        RotationChannel { last: None, state: RotationState::default(), offset: [0.0; 3] }
    }

    /// Moves behind a sample that turns with an angular velocity, as if it had always done so.
    pub(super) fn turning(
        filter: &Filter,
        sample: (f64, Rotation<f64>),
        angular_velocity: [f64; 3],
    ) -> Self {
        let offset = angular_velocity.times(-filter.lag());
        let rotation = unit(sample.1.then(&Rotation::from_rotation_vector(offset)));
        let state = RotationState::new(rotation, angular_velocity);
        let channel = RotationChannel { last: Some(sample), state, offset };
        if channel.is_finite() { channel } else { channel.at_rest(sample.1) }
    }

    /// Returns the smoothed rotation.
    pub(super) fn rotation(&self) -> Rotation<f64> {
        self.state.rotation
    }

    /// Moves on to the next sample and returns the smoothed rotation; the first one starts the motion at rest.
    ///
    /// Only the distance of the times matters.
    pub(super) fn advance(
        &mut self,
        steps: &mut StepCache,
        time: f64,
        goal: Rotation<f64>,
    ) -> Rotation<f64> {
        let Some((before, start)) = self.last.replace((time, goal)) else {
            *self = self.at_rest(goal);
            return goal;
        };
        let turn = goal.relative_to(&start).to_rotation_vector();
        let parts = (turn.length() / MAX_TURN).ceil().max(1.0);
        let dt = (time - before).abs() / parts;
        let step = steps.step(dt);
        let mut from = start;
        for part in 1..=parts as u32 {
            let to = match f64::from(part) / parts {
                1.0 => goal,
                part => unit(start.then(&Rotation::from_rotation_vector(turn.times(part)))),
            };
            self.follow(step, dt, from, to);
            from = to;
        }
        // What overflows would stay NaN for good.
        if !self.is_finite() {
            *self = self.at_rest(goal);
        }
        self.state.rotation
    }

    /// Moves on while the signal turns steadily `from` → `to` in `dt` seconds.
    fn follow(&mut self, step: &FilterStep, dt: f64, from: Rotation<f64>, to: Rotation<f64>) {
        let turn = to.relative_to(&from).to_rotation_vector();
        let spin = turn.times(1.0 / dt);
        let carried = Rotation::from_rotation_vector(self.offset).rotate(spin);
        // As seen from where the signal ends: there it comes from `−turn`. This is exact for turns about one axis.
        let rate = self.state.angular_velocity.minus(carried).plus(spin);
        let start = State::new(self.offset.minus(turn), rate);
        let end = step.apply(start, turn.times(-1.0), [0.0; 3]);
        match step {
            FilterStep::Spring(step) if self.offset.length() <= PI => {
                self.state = step.apply_rotation(self.state, from, to);
                let offset = self.state.rotation.relative_to(&to).to_rotation_vector();
                self.offset = with_turns_of(offset, end.position);
            }
            _ => {
                let turned = Rotation::from_rotation_vector(end.position);
                let carried = turned.rotate(spin);
                self.offset = end.position;
                self.state = RotationState::new(
                    unit(to.then(&turned)),
                    end.velocity.minus(spin).plus(carried),
                );
            }
        }
    }

    fn at_rest(&self, goal: Rotation<f64>) -> Self {
        RotationChannel { state: RotationState::at_rest(goal), offset: [0.0; 3], ..*self }
    }

    fn is_finite(&self) -> bool {
        let state = self.state.angular_velocity.into_iter().chain(self.state.rotation.xyzw());
        state.chain(self.offset).all(f64::is_finite)
    }
}

/// The rotation vector of the same rotation with the whole turns that bring it nearest to another.
fn with_turns_of(vector: [f64; 3], other: [f64; 3]) -> [f64; 3] {
    let (angle, far) = (vector.length(), other.length());
    if far <= PI {
        return vector;
    }
    let axis = if angle > 0.0 { vector.times(1.0 / angle) } else { other.times(1.0 / far) };
    let turns = ((axis.dot(other) - angle) / TAU).round();
    if turns == 0.0 { vector } else { axis.times(angle + turns * TAU) }
}
