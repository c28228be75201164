//! Springs for rotations, along the shortest or the longest path.
//!
//! The offset from the goal is the rotation vector `r = log(x·g⁻¹)`; along it the spring is linear, so the exact step of
//! a number moves it. Angular velocity is true, in rad/s in the world frame: the left Jacobian turns it into `r′` and back.
//! Derived from D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (quaternion spring), which takes the
//! angular velocity for `r′` itself, has a dead zone near 0 and takes the longest path for `−q`.

use crate::coefficients::SpringStep;
use crate::math::rotation::{angular_velocity, length, turn_by_change};
use crate::motion::rotation_state::{RotationPath, RotationState};
use crate::motion::rotation_unwrapped::UnwrappedRotation;
use crate::params::Spring;
use crate::real::Real;
use crate::rotation::Rotation;
use crate::state::State;
use crate::vector::Vector;

/// Moves a rotation towards its goal by a damped spring over `dt` seconds, on the shortest path, exactly.
///
/// `q` and `−q` are one goal; there is no dead zone however small the offset. Two half steps equal one step to rounding,
/// as long as the offset stays below half a turn in between; beyond it the shortest path changes sides, and
/// [`UnwrappedRotation`] is the form that keeps its path. A spin beyond `π·e·ω`, which carries a critical spring half a
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
#[doc(alias("QuaternionSpringInterp", "quaternion spring", "slerp", "quaternion"))]
#[doc(alias = "simple_spring_damper_exact_quat")]
#[doc(alias("CriticalSpringDamperQuat", "CriticalDecayQuat"))]
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
    /// Returns a rotation one step later, moved towards a held goal on the shortest path.
    ///
    /// See [`rotation_spring`].
    pub fn apply_rotation(&self, state: RotationState<R>, goal: Rotation<R>) -> RotationState<R> {
        self.apply_rotation_along(state, goal, RotationPath::Shortest)
    }

    /// Returns a rotation one step later, moved towards a held goal along the path that is given.
    ///
    /// See [`rotation_spring_along`].
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
    let State { position: r, velocity } = state.relative(&goal);
    let velocity = held_rate(velocity, state.angular_velocity, step);
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

/// The rate of an offset that turns with a spin; one that the spring does not hold is not stretched.
pub(super) fn held_rate<R: Real>(rate: [R; 3], spin: [R; 3], step: &SpringStep<R>) -> [R; 3] {
    if step.is_exceeded_by(spin.dot(spin), R::from_f64(MAX_SPIN)) {
        let (spin, stretched) = (length(spin), length(rate));
        if stretched > spin {
            return rate.times(spin / stretched);
        }
    }
    rate
}

/// The spin per `ω`, `π·e`, that takes a critical spring half a turn off its goal: beyond it a spin across the offset
/// is not stretched by the Jacobian, which goals that jump in every frame would multiply without end.
const MAX_SPIN: f64 = 8.539_734_222_673_566;

/// Below this share of the offset, squared, a change is applied to the rotation itself: small steps lose nothing.
const SMALL_CHANGE: f64 = 0.0625;
