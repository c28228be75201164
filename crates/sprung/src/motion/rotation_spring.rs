//! Springs for rotations: shortest way, long way, and unwrapped beyond half a turn.
//!
//! The offset from the goal is the rotation vector `r = log(x·g⁻¹)`; along it the spring is linear, so the exact step of
//! a number moves it. Angular velocity is true, in rad/s in the world frame: the left Jacobian turns it into `r′` and back.
//! Derived from D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (quaternion spring), which takes the
//! angular velocity for `r′` itself, has a dead zone near 0 and goes the long way for `−q`.

use crate::coefficients::SpringStep;
use crate::math::rotation::{angular_velocity, rotation_vector_rate, turn_by_change};
use crate::motion::character::assert_same_length;
use crate::params::Spring;
use crate::real::Real;
use crate::rotation::Rotation;
use crate::state::State;
use crate::vector::Vector;

/// A rotation and its angular velocity: plain data.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RotationState<R> {
    /// How it is turned.
    pub rotation: Rotation<R>,
    /// How it turns, rad/s, in the world frame.
    pub angular_velocity: [R; 3],
}

/// Which way round to the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// At most half a turn.
    #[default]
    Short,
    /// At least half a turn.
    Long,
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

    /// How it will be turned at each of `times` (seconds from now) if the goal stays: written to `path`.
    ///
    /// Each sample is one step from now, bit for bit what [`rotation_spring`] gives; so a sample costs the same however
    /// far it is ahead. For the facing of a character see [`facing`](crate::motion::facing).
    ///
    /// # Panics
    /// If `times` and `path` differ in length.
    pub fn predict(&self, spring: &Spring<R>, goal: Rotation<R>, times: &[R], path: &mut [Self]) {
        assert_same_length(times.len(), path.len());
        for (&time, sample) in times.iter().zip(path) {
            *sample = rotation_spring(*self, goal, &spring.step(time));
        }
    }

    /// How it will be turned after each of `goals`, each held for one `step`: a goal per sample.
    ///
    /// # Panics
    /// If `goals` and `path` differ in length.
    pub fn predict_goals(&self, step: &SpringStep<R>, goals: &[Rotation<R>], path: &mut [Self]) {
        assert_same_length(goals.len(), path.len());
        let mut state = *self;
        for (&goal, sample) in goals.iter().zip(path) {
            state = rotation_spring(state, goal, step);
            *sample = state;
        }
    }

    /// As offset from a goal: rotation vector and its rate.
    fn relative(&self, goal: &Rotation<R>, way: Way) -> State<[R; 3]> {
        let offset = self.rotation.relative_to(goal);
        let r = match way {
            Way::Short => offset.to_rotation_vector(),
            Way::Long => offset.to_long_rotation_vector(),
        };
        State::new(r, rotation_vector_rate(r, self.angular_velocity))
    }

    fn from_relative(relative: State<[R; 3]>, goal: &Rotation<R>) -> Self {
        let offset = Rotation::from_rotation_vector(relative.position);
        RotationState {
            rotation: goal.then(&offset).normalized(),
            angular_velocity: angular_velocity(relative.position, relative.velocity),
        }
    }
}

/// Moves a rotation to its goal by a damped spring, the shortest way, exactly.
///
/// `q` and `−q` are one goal; there is no dead zone however small the offset. Two half steps equal one step to rounding,
/// as long as the offset stays below half a turn in between; beyond it the shorter way changes sides, and
/// [`UnwrappedRotation`] is the form that keeps its way.
/// Accuracy: 1e-10 against an integration of its differential equation, from 1e-7 rad to 179.99°.
///
/// ```
/// use sprung::motion::{RotationState, rotation_spring};
/// use sprung::{Rotation, Spring};
///
/// let step = Spring::from_halflife(0.1, 1.0)?.step(0.1);
/// let goal = Rotation::from_rotation_vector([0.0, 2.0, 0.0]);
/// let half = rotation_spring(RotationState::at_rest(Rotation::IDENTITY), goal, &step);
/// assert!((half.rotation.to_rotation_vector()[1] - 1.0f64).abs() < 1e-14);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[must_use]
pub fn rotation_spring<R: Real>(
    state: RotationState<R>,
    goal: Rotation<R>,
    step: &SpringStep<R>,
) -> RotationState<R> {
    rotation_spring_by(state, goal, step, Way::Short)
}

/// Moves a rotation to its goal by a damped spring, by the way that is given.
///
/// The long way ends where it starts: close to its goal it would be a full turn, where the rate of the rotation vector is
/// undetermined. Begin the long way with this once, and go on with [`UnwrappedRotation`].
#[must_use]
pub fn rotation_spring_by<R: Real>(
    state: RotationState<R>,
    goal: Rotation<R>,
    step: &SpringStep<R>,
    way: Way,
) -> RotationState<R> {
    let State { position: r, velocity } = state.relative(&goal, way);
    // Seen from where it is, so that the change is not lost in the offset.
    let moved = step.apply(State::new([R::ZERO; 3], velocity), r.times(-R::ONE));
    let change = moved.position;
    let next = State::new(r.plus(change), moved.velocity);
    if change.dot(change) > r.dot(r) * R::from_f64(SMALL_CHANGE) {
        return RotationState::from_relative(next, &goal);
    }
    RotationState {
        rotation: state.rotation.turned_by(turn_by_change(r, change)),
        angular_velocity: angular_velocity(next.position, next.velocity),
    }
}

/// Below this share of the offset, squared, a change is applied to the rotation itself: small steps lose nothing.
const SMALL_CHANGE: f64 = 0.0625;

/// A rotation on its way to a goal that remembers how far round it is, beyond half a turn and beyond full ones.
///
/// ```
/// use sprung::motion::{RotationState, UnwrappedRotation, Way};
/// use sprung::{Rotation, Spring};
///
/// let start = RotationState::at_rest(Rotation::from_rotation_vector([0.0f64, 0.0, 1.0]));
/// let mut door = UnwrappedRotation::new(start, Rotation::IDENTITY, Way::Long);
/// let step = Spring::new(6.0, 1.0)?.step(1.0 / 60.0);
/// for _ in 0..5 {
///     door.update(&step);
/// }
/// // Turning on from 1 rad, away from the nearer side of the goal.
/// assert!(door.state().rotation.to_rotation_vector()[2] > 1.0);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct UnwrappedRotation<R> {
    goal: Rotation<R>,
    relative: State<[R; 3]>,
}

impl<R: Real> UnwrappedRotation<R> {
    /// Starts on the short or the long way to a goal.
    pub fn new(state: RotationState<R>, goal: Rotation<R>, way: Way) -> Self {
        UnwrappedRotation { goal, relative: state.relative(&goal, way) }
    }

    /// Moves on by one step.
    pub fn update(&mut self, step: &SpringStep<R>) {
        self.relative = step.apply(self.relative, [R::ZERO; 3]);
    }

    /// Turns to a new goal, keeping rotation, angular velocity and the number of turns that are nearest to the present.
    pub fn set_goal(&mut self, goal: Rotation<R>) {
        let state = self.state();
        let short = state.relative(&goal, Way::Short).position;
        let angle = short.length();
        let before = self.relative.position;
        let r = if angle > R::ZERO {
            // The same rotation is r + 2πk·axis: take the one nearest to where the old offset was.
            let axis = short.times(R::ONE / angle);
            let turn = R::TWO * R::PI;
            let turns = ((before.dot(axis) - angle) / turn + R::HALF).floor();
            axis.times(angle + turns * turn)
        } else {
            let turn = R::TWO * R::PI;
            let length = before.length();
            let turns = (length / turn + R::HALF).floor();
            if turns > R::ZERO { before.times(turns * turn / length) } else { short }
        };
        self.goal = goal;
        self.relative = State::new(r, rotation_vector_rate(r, state.angular_velocity));
    }

    /// The rotation and angular velocity now.
    pub fn state(&self) -> RotationState<R> {
        RotationState::from_relative(self.relative, &self.goal)
    }

    /// The offset that is left, as a rotation vector of any length: axis times angle in radians.
    pub fn offset(&self) -> [R; 3] {
        self.relative.position
    }
}
