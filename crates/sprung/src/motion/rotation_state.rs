//! The state of a rotation: a rotation and its angular velocity.

use crate::coefficients::SpringStep;
use crate::math::rotation::{angular_velocity, rotation_vector_rate};
use crate::motion::character::fill;
use crate::params::Spring;
use crate::real::Real;
use crate::rotation::Rotation;
use crate::state::State;
use crate::vector::Vector;

/// A rotation and its angular velocity: plain data.
///
/// ```
/// use sprung::{Rotation, motion::RotationState};
///
/// let turning = RotationState::new(Rotation::IDENTITY, [0.0, 2.0f64, 0.0]);
/// assert_ne!(turning, RotationState::at_rest(Rotation::IDENTITY));
/// ```
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct RotationState<R> {
    /// The rotation.
    #[cfg_attr(feature = "serde", serde(bound = "R: crate::Real"))]
    pub rotation: Rotation<R>,
    /// The angular velocity, rad/s, in the world frame.
    pub angular_velocity: [R; 3],
}

/// The direction around which a rotation turns to its goal.
///
/// ```
/// use sprung::motion::{RotationPath, RotationState, rotation_spring_along};
/// use sprung::{Rotation, Spring};
///
/// let goal = Rotation::from_rotation_vector([0.0, 0.0, 1.0f64]);
/// let (start, spring) = (RotationState::default(), Spring::critical(8.0)?);
/// let long = rotation_spring_along(start, goal, &spring, RotationPath::Longest, 0.05);
/// assert!(long.angular_velocity[2] < 0.0);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum RotationPath {
    /// The shorter arc, at most half a turn.
    #[default]
    Shortest,
    /// The longer arc, at least half a turn.
    Longest,
}

impl<R: Real> Default for RotationState<R> {
    fn default() -> Self {
        RotationState::at_rest(Rotation::IDENTITY)
    }
}

impl<R: Real> RotationState<R> {
    /// A state from its rotation and angular velocity (rad/s, world frame).
    pub const fn new(rotation: Rotation<R>, angular_velocity: [R; 3]) -> Self {
        RotationState { rotation, angular_velocity }
    }

    /// A rotation that does not turn.
    pub const fn at_rest(rotation: Rotation<R>) -> Self {
        RotationState { rotation, angular_velocity: [R::ZERO; 3] }
    }

    /// Writes to `path` the state at each of `times` (seconds from now) while the goal stays.
    ///
    /// Each sample is one step from now, bit for bit what [`rotation_spring`](crate::motion::rotation_spring()) gives; so a sample costs the same however
    /// far it is ahead. For the facing of a character see [`facing`](crate::motion::facing).
    ///
    /// # Panics
    /// If `times` and `path` differ in length.
    pub fn predict(&self, goal: Rotation<R>, spring: &Spring<R>, times: &[R], path: &mut [Self]) {
        fill(path, times, |time| spring.step(time).apply_rotation(*self, goal));
    }

    /// Writes to `path` the state after each of `goals`, each held for one `step`.
    ///
    /// # Panics
    /// If `goals` and `path` differ in length.
    pub fn predict_goals(&self, goals: &[Rotation<R>], step: &SpringStep<R>, path: &mut [Self]) {
        let mut state = *self;
        fill(path, goals, |goal| {
            state = step.apply_rotation(state, goal);
            state
        });
    }

    /// The shortest offset from a goal: rotation vector, at most π long, and its rate.
    pub(super) fn relative(&self, goal: &Rotation<R>) -> State<[R; 3]> {
        let r = self.rotation.relative_to(goal).to_rotation_vector();
        State::new(r, rotation_vector_rate(r, self.angular_velocity))
    }

    /// The offset from a frame that turns, `exp(r)` after its rotation, as a rotation vector and its rate; and the spin
    /// relative to the frame.
    pub(super) fn offset_from(&self, frame: &Self) -> (State<[R; 3]>, [R; 3]) {
        let turn = self.rotation.relative_to(&frame.rotation);
        let r = turn.to_rotation_vector();
        let spin = self.angular_velocity.minus(turn.rotate(frame.angular_velocity));
        (State::new(r, rotation_vector_rate(r, spin)), spin)
    }

    /// The state with an offset from this frame; without an offset the frame, bit for bit.
    pub(super) fn with_offset(self, offset: State<[R; 3]>) -> Self {
        let State { position: r, velocity } = offset;
        if r == [R::ZERO; 3] && velocity == r {
            return self;
        }
        let turn = Rotation::from_rotation_vector(r);
        RotationState::new(
            self.rotation.then(&turn).normalized(),
            angular_velocity(r, velocity).plus(turn.rotate(self.angular_velocity)),
        )
    }

    /// The state with an offset from a goal; no offset is the goal itself, bit for bit.
    pub(super) fn from_relative(relative: State<[R; 3]>, goal: &Rotation<R>) -> Self {
        let offset = Rotation::from_rotation_vector(relative.position);
        let on_goal = relative.position == [R::ZERO; 3];
        RotationState {
            rotation: if on_goal { *goal } else { goal.then(&offset).normalized() },
            angular_velocity: angular_velocity(relative.position, relative.velocity),
        }
    }
}
