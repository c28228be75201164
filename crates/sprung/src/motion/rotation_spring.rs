//! Springs for rotations, the shortest or the longer way.
//!
//! The offset from the goal is the rotation vector `r = log(x·g⁻¹)`; along it the spring is linear, so the exact step of
//! a number moves it. Angular velocity is true, in rad/s in the world frame: the left Jacobian turns it into `r′` and back.
//! Derived from D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (quaternion spring), which takes the
//! angular velocity for `r′` itself, has a dead zone near 0 and goes the long way for `−q`.

use crate::coefficients::SpringStep;
use crate::math::rotation::{angular_velocity, length, rotation_vector_rate, turn_by_change};
use crate::motion::character::assert_same_length;
use crate::motion::rotation_unwrapped::UnwrappedRotation;
use crate::params::Spring;
use crate::real::Real;
use crate::rotation::Rotation;
use crate::state::State;
use crate::vector::Vector;

/// A rotation and its angular velocity: plain data.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        deny_unknown_fields,
        bound(
            serialize = "R: crate::Real + serde::Serialize",
            deserialize = "R: crate::Real + serde::Deserialize<'de>"
        )
    )
)]
pub struct RotationState<R> {
    /// How it is turned.
    pub rotation: Rotation<R>,
    /// How it turns, rad/s, in the world frame.
    pub angular_velocity: [R; 3],
}

/// The direction around which a rotation turns to its goal.
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
    /// Each sample is one step from now, bit for bit what [`rotation_spring`] gives; so a sample costs the same however
    /// far it is ahead. For the facing of a character see [`facing`](crate::motion::facing).
    ///
    /// # Panics
    /// If `times` and `path` differ in length.
    pub fn predict(&self, goal: Rotation<R>, spring: &Spring<R>, times: &[R], path: &mut [Self]) {
        assert_same_length(times.len(), path.len());
        for (&time, sample) in times.iter().zip(path) {
            *sample = spring.step(time).apply_rotation(*self, goal);
        }
    }

    /// Writes to `path` the state after each of `goals`, each held for one `step`.
    ///
    /// # Panics
    /// If `goals` and `path` differ in length.
    pub fn predict_goals(&self, goals: &[Rotation<R>], step: &SpringStep<R>, path: &mut [Self]) {
        assert_same_length(goals.len(), path.len());
        let mut state = *self;
        for (&goal, sample) in goals.iter().zip(path) {
            state = step.apply_rotation(state, goal);
            *sample = state;
        }
    }

    /// The shortest offset from a goal: rotation vector, at most π long, and its rate.
    pub(super) fn relative(&self, goal: &Rotation<R>) -> State<[R; 3]> {
        let r = self.rotation.relative_to(goal).to_rotation_vector();
        State::new(r, rotation_vector_rate(r, self.angular_velocity))
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

/// Moves a rotation towards its goal by a damped spring over `dt` seconds, the shortest way, exactly.
///
/// `q` and `−q` are one goal; there is no dead zone however small the offset. Two half steps equal one step to rounding,
/// as long as the offset stays below half a turn in between; beyond it the shorter way changes sides, and
/// [`UnwrappedRotation`] is the form that keeps its way. A spin beyond `π·e·ω`, which carries a critical spring half a
/// turn and more, loses up to 36 % of its part across the offset: so goals that jump in every frame cannot spin it up.
/// A `dt` that is 0, negative or NaN returns the state bit for bit; an infinite one the goal at rest.
/// [`SpringStep::apply_rotation`] shares coefficients among rotations.
/// Accuracy: 1e-10 against an integration of its differential equation, from 1e-7 rad to 179.99°.
///
/// ```
/// use sprung::motion::{RotationState, rotation_spring};
/// use sprung::{Rotation, Spring};
///
/// let spring = Spring::from_halflife(0.1, 1.0)?;
/// let goal = Rotation::from_rotation_vector([0.0, 2.0, 0.0]);
/// let half = rotation_spring(RotationState::at_rest(Rotation::IDENTITY), goal, &spring, 0.1);
/// assert!((half.rotation.to_rotation_vector()[1] - 1.0f64).abs() < 1e-14);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[must_use]
#[doc(alias = "simple_spring_damper_exact_quat")]
pub fn rotation_spring<R: Real>(
    state: RotationState<R>,
    goal: Rotation<R>,
    spring: &Spring<R>,
    dt: R,
) -> RotationState<R> {
    spring.step(dt).apply_rotation(state, goal)
}

/// Moves a rotation towards its goal by a damped spring over `dt` seconds, along the path that is given.
///
/// The longest path is one step of an [`UnwrappedRotation`]: begin it with this once, and go on with that.
#[must_use]
pub fn rotation_spring_along<R: Real>(
    state: RotationState<R>,
    goal: Rotation<R>,
    spring: &Spring<R>,
    path: RotationPath,
    dt: R,
) -> RotationState<R> {
    spring.step(dt).apply_rotation_along(state, goal, path)
}

impl<R: Real> SpringStep<R> {
    /// Returns a rotation one step later, moved towards a held goal the shortest way.
    ///
    /// See [`rotation_spring`].
    #[must_use]
    pub fn apply_rotation(&self, state: RotationState<R>, goal: Rotation<R>) -> RotationState<R> {
        self.apply_rotation_along(state, goal, RotationPath::Shortest)
    }

    /// Returns a rotation one step later, moved towards a held goal along the path that is given.
    ///
    /// See [`rotation_spring_along`].
    #[must_use]
    pub fn apply_rotation_along(
        &self,
        state: RotationState<R>,
        goal: Rotation<R>,
        path: RotationPath,
    ) -> RotationState<R> {
        if self.changes_nothing() {
            return state;
        }
        if path == RotationPath::Longest {
            let mut unwrapped = UnwrappedRotation::new(state, goal, path);
            unwrapped.advance(self);
            return unwrapped.state();
        }
        by_the_shortest_path(state, goal, self)
    }
}

fn by_the_shortest_path<R: Real>(
    state: RotationState<R>,
    goal: Rotation<R>,
    step: &SpringStep<R>,
) -> RotationState<R> {
    let State { position: r, mut velocity } = state.relative(&goal);
    let square = state.angular_velocity.dot(state.angular_velocity);
    if step.is_exceeded_by(square, R::from_f64(FASTEST)) {
        let (spin, rate) = (length(state.angular_velocity), length(velocity));
        if rate > spin {
            velocity = velocity.times(spin / rate);
        }
    }
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

/// The spin per `ω`, `π·e`, that takes a critical spring half a turn off its goal: beyond it a spin across the offset
/// is not stretched by the Jacobian, which goals that jump in every frame would multiply without end.
const FASTEST: f64 = 8.539_734_222_673_566;

/// Below this share of the offset, squared, a change is applied to the rotation itself: small steps lose nothing.
const SMALL_CHANGE: f64 = 0.0625;
