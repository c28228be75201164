//! The values that a [`SpringValue`](crate::motion::SpringValue) may hold.

use crate::coefficients::SpringStep;
use crate::motion::{motion_trait::Motion, rotation_state::RotationState};
use crate::real::Real;
use crate::rotation::Rotation;
use crate::state::State;
use crate::vector::Vector;

/// A value that a [`SpringValue`](crate::motion::SpringValue) moves: every [`Vector`] that compares, and [`Rotation`].
///
/// Implement [`Vector`] for a type of your own and it is animatable.
///
/// ```
/// use sprung::motion::Animatable;
///
/// let state = [1.0f32, 2.0].with_velocity([0.0, 3.0]);
/// assert_eq!(<[f32; 2]>::split(&state), ([1.0, 2.0], [0.0, 3.0]));
/// ```
pub trait Animatable: Copy + PartialEq + sealed::Sealed {
    /// The number type of the value.
    type Scalar: Real;
    /// The rate of change of the value, per second.
    type Velocity: Copy;
    /// The value and its velocity.
    type State: Motion<Goal = Self, Step = SpringStep<Self::Scalar>> + Copy + PartialEq;
    /// The identity: zero, or no rotation.
    const NEUTRAL: Self;

    /// Returns the state of this value with no velocity.
    fn at_rest(self) -> Self::State;
    /// Returns the state of this value with a velocity (per second).
    fn with_velocity(self, velocity: Self::Velocity) -> Self::State;
    /// Returns the value and the velocity (per second) of a state.
    fn split(state: &Self::State) -> (Self, Self::Velocity);
    /// Returns the distance of a state from a goal and its speed (per second), both as lengths.
    fn distance_and_speed(state: &Self::State, goal: Self) -> (Self::Scalar, Self::Scalar);
    /// Returns the magnitude on which the resolution of the value depends: its length; π for a rotation.
    fn magnitude(self) -> Self::Scalar;
}

mod sealed {
    pub trait Sealed {}
    impl<V: crate::vector::Vector> Sealed for V {}
    impl<R> Sealed for crate::rotation::Rotation<R> {}
}

impl<V: Vector + PartialEq> Animatable for V {
    type Scalar = V::Scalar;
    type Velocity = V;
    type State = State<V>;
    const NEUTRAL: Self = V::ZERO;

    #[inline]
    fn at_rest(self) -> State<V> {
        State::at_rest(self)
    }

    #[inline]
    fn with_velocity(self, velocity: V) -> State<V> {
        State::new(self, velocity)
    }

    #[inline]
    fn split(state: &State<V>) -> (V, V) {
        (state.position, state.velocity)
    }

    #[inline]
    fn distance_and_speed(state: &State<V>, goal: V) -> (V::Scalar, V::Scalar) {
        (state.position.minus(goal).length(), state.velocity.length())
    }

    #[inline]
    fn magnitude(self) -> V::Scalar {
        self.length()
    }
}

impl<R: Real> Animatable for Rotation<R> {
    type Scalar = R;
    type Velocity = [R; 3];
    type State = RotationState<R>;
    const NEUTRAL: Self = Rotation::IDENTITY;

    fn at_rest(self) -> RotationState<R> {
        RotationState::at_rest(self)
    }

    fn with_velocity(self, velocity: [R; 3]) -> RotationState<R> {
        RotationState::new(self, velocity)
    }

    fn split(state: &RotationState<R>) -> (Self, [R; 3]) {
        (state.rotation, state.angular_velocity)
    }

    fn distance_and_speed(state: &RotationState<R>, goal: Self) -> (R, R) {
        let offset = state.rotation.relative_to(&goal).to_rotation_vector();
        (offset.length(), state.angular_velocity.length())
    }

    fn magnitude(self) -> R {
        R::PI
    }
}
