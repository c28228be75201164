//! What a cubic spline stores of a value.

use crate::motion::{Animatable, RotationState};
use crate::rotation::Rotation;
use crate::state::State;
use crate::vector::Vector;

/// A value that a [`CubicSpline`](crate::convert::timeline::CubicSpline) stores: a number or a vector as it is, a
/// [`Rotation`] as its unit quaternion `[x, y, z, w]`.
///
/// ```
/// use sprung::convert::timeline::{CubicKey, SplineValue};
///
/// // What the keys of a spline of rotations hold.
/// type Key = CubicKey<<sprung::Rotation<f64> as SplineValue>::Components>;
/// let key = Key { time: 0.0, in_tangent: [0.0; 4], value: [0.0, 0.0, 0.0, 1.0], out_tangent: [0.0; 4] };
/// assert_eq!(key.value[3], 1.0);
/// ```
pub trait SplineValue: Animatable<Scalar = f64> {
    /// The numbers of a value; the spline interpolates each by itself.
    type Components: Vector<Scalar = f64> + PartialEq;

    /// The components of a state and their rates; of the two quaternions of a rotation, the one nearer to `near`.
    #[doc(hidden)]
    fn components(state: &Self::State, near: Option<Self::Components>) -> State<Self::Components>;
    /// The value of interpolated components.
    #[doc(hidden)]
    fn from_components(components: Self::Components) -> Self;
}

impl<V: Vector<Scalar = f64> + PartialEq> SplineValue for V {
    type Components = V;

    fn components(state: &State<V>, _: Option<V>) -> State<V> {
        *state
    }

    fn from_components(components: V) -> V {
        components
    }
}

impl SplineValue for Rotation<f64> {
    type Components = [f64; 4];

    fn components(state: &RotationState<f64>, near: Option<[f64; 4]>) -> State<[f64; 4]> {
        let q = state.rotation.xyzw();
        let ([x, y, z, w], [a, b, c]) = (q, state.angular_velocity);
        // q′ = ½·(ω, 0)·q
        let rate = [
            a * w + b * z - c * y,
            b * w + c * x - a * z,
            c * w + a * y - b * x,
            -(a * x + b * y + c * z),
        ];
        let same = near.is_none_or(|near| near.dot(q) >= 0.0);
        let sign = if same { 1.0 } else { -1.0 };
        State::new(q.times(sign), rate.times(0.5 * sign))
    }

    fn from_components(components: [f64; 4]) -> Self {
        Rotation::from_xyzw(components)
    }
}
