//! A rotation that counts its turns: for the longest path, and for goals that move while it turns.
//!
//! The offset is kept in two parts, a rotation vector `r` and full turns `φ` about a fixed axis `m`:
//!
//! ```text
//! rotation = exp(φ·m)·exp(r)·goal       w = φ′·m + exp(φ·m)·J(r)·r′
//! ```
//!
//! Each part is a separate spring, so between two goals nothing is ever taken from an angular velocity. At a new goal
//! full turns move from `r` to `φ`, until `r` is at most π long; there `|J(r)⁻¹|` is at most π/2. One rotation vector
//! for both would not do: `J⁻¹` is infinite at each full turn.

use crate::coefficients::SpringStep;
use crate::math::rotation::{direction, length};
use crate::motion::rotation_state::{RotationPath, RotationState};
use crate::real::Real;
use crate::rotation::Rotation;
use crate::state::State;
use crate::vector::Vector;

/// A rotation that moves to a goal and counts its turns, beyond half a turn and beyond full ones.
///
/// Bounds: the offset is at most `|φ| + |r|` and its speed `|φ′| + |r′|`, which bounds the angular speed. Each of the two
/// parts obeys the spring, so its energy `|φ′|² + ω²·|φ|²` (and that of `r`) never rises in a step.
/// [`set_goal`](Self::set_goal) never raises the speed. So the motion is bounded for any sequence of goals.
/// A spin along the offset is the motion of one number on a spring, exactly.
///
/// ```
/// use sprung::motion::{RotationState, UnwrappedRotation, RotationPath};
/// use sprung::{Rotation, Spring};
///
/// let start = RotationState::at_rest(Rotation::from_rotation_vector([0.0f64, 0.0, 1.0]));
/// let mut door = UnwrappedRotation::new(start, Rotation::IDENTITY, RotationPath::Longest);
/// let step = Spring::new(6.0, 1.0)?.step(1.0 / 60.0);
/// for _ in 0..5 {
///     door.update(Rotation::IDENTITY, &step);
/// }
/// // Turning on from 1 rad, away from the nearer side of the goal.
/// assert!(door.state().rotation.to_rotation_vector()[2] > 1.0);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct UnwrappedRotation<R> {
    #[cfg_attr(feature = "serde", serde(bound = "R: crate::Real"))]
    goal: Rotation<R>,
    relative: State<[R; 3]>,
    axis: [R; 3],
    turns: State<R>,
}

impl<R: Real> UnwrappedRotation<R> {
    /// A rotation that starts along the shortest or the longest path to a goal. One that is on its goal stays.
    pub fn new(state: RotationState<R>, goal: Rotation<R>, path: RotationPath) -> Self {
        let mut unwrapped = UnwrappedRotation {
            goal,
            relative: state.relative(&goal),
            axis: [R::ZERO; 3],
            turns: State::at_rest(R::ZERO),
        };
        if let (RotationPath::Longest, Some((axis, _))) =
            (path, direction(unwrapped.relative.position))
        {
            unwrapped.wind(axis, -R::TWO * R::PI);
        }
        unwrapped
    }

    /// Moves the rotation by one step towards a held goal, which is set by [`set_goal`](Self::set_goal) if it is new.
    ///
    /// A step that changes nothing does not set the goal either.
    pub fn update(&mut self, goal: Rotation<R>, step: &SpringStep<R>) {
        if !step.changes_nothing() {
            self.set_goal(goal);
            self.advance(step);
        }
    }

    /// Moves the rotation by one step towards the goal it has.
    pub(super) fn advance(&mut self, step: &SpringStep<R>) {
        self.relative = step.apply(self.relative, [R::ZERO; 3]);
        self.turns = step.apply(self.turns, R::ZERO);
    }

    /// Turns to a new goal, keeping the rotation and the number of turns that are nearest to the present.
    ///
    /// While half a turn or more about one axis is left, turns about an axis more than 60° from it are not counted.
    /// The angular velocity is kept where that does not raise the speed `|φ′| + |r′|`: always along the offset, and
    /// across it where the offset gets no longer. Otherwise the speed is kept: a goal that jumps from 0 to half a turn
    /// takes 36 % of a spin across at most, smaller jumps take less (a jump to 1 rad 4 %). The same goal, or its
    /// negative quaternion, changes nothing.
    pub fn set_goal(&mut self, goal: Rotation<R>) {
        if goal == self.goal || goal.xyzw().map(|component| -component) == self.goal.xyzw() {
            return;
        }
        let full_turn = R::TWO * R::PI;
        let mut before = length(self.relative.velocity);
        // Less than half a turn that is still to unwind joins the rest.
        let (base, mut rest) = if self.turns.position.abs() > R::PI {
            (RotationState::from_relative(self.relative, &self.goal), self.relative.position)
        } else {
            before += self.turns.velocity.abs();
            let parts = (self.state(), self.offset());
            self.turns = State::at_rest(R::ZERO);
            parts
        };
        if let Some((axis, angle)) = direction(rest) {
            let turns = (angle / full_turn + R::HALF).floor() * full_turn;
            self.wind(axis, turns);
            rest = rest.minus(axis.times(turns));
        }
        self.goal = goal;
        self.relative = base.relative(&goal);
        if let Some((axis, angle)) = direction(self.relative.position) {
            // The same rotation is angle − 2π: nearer to where the offset was, if the goal went past half a turn.
            if rest.dot(axis) < angle - R::PI {
                self.wind(axis, -full_turn);
            }
        }
        let speed = length(self.relative.velocity);
        if speed > before {
            self.relative.velocity = self.relative.velocity.times(before / speed);
        }
    }

    /// Adds full turns about an axis; if turns are left already, about their axis, forwards or backwards.
    fn wind(&mut self, axis: [R; 3], angle: R) {
        if angle == R::ZERO {
            return;
        }
        if self.turns == State::at_rest(R::ZERO) {
            self.axis = axis;
        }
        let along = axis.dot(self.axis);
        // A turn across the axis would unwind about it, while its own spin goes on: energy from nowhere.
        if along.abs() >= R::HALF {
            self.turns.position += if along > R::ZERO { angle } else { -angle };
        }
    }

    /// The goal that the rotation moves towards.
    pub const fn goal(&self) -> Rotation<R> {
        self.goal
    }

    /// The rotation and angular velocity now.
    pub fn state(&self) -> RotationState<R> {
        let base = RotationState::from_relative(self.relative, &self.goal);
        if self.turns == State::at_rest(R::ZERO) {
            return base;
        }
        let turned = Rotation::from_rotation_vector(self.axis.times(self.turns.position));
        RotationState::new(
            base.rotation.then(&turned).normalized(),
            self.axis.times(self.turns.velocity).plus(turned.rotate(base.angular_velocity)),
        )
    }

    /// The offset that is left, as a rotation vector of any length in radians: the sum `φ·m + r` of turns and rest.
    ///
    /// Axis times angle where both have one axis, as after a turn about one axis.
    pub fn offset(&self) -> [R; 3] {
        self.relative.position.plus(self.axis.times(self.turns.position))
    }
}
