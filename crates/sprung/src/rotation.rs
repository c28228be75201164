//! A rotation in space, as a unit quaternion.

use crate::math::rotation::{Vector3, cross, exp, log, scaled};
use crate::real::Real;
use crate::vector::Vector;

/// A rotation in space: a unit quaternion `x i + y j + z k + w`.
///
/// `q` and `−q` are the same rotation, and no motion of this crate tells them apart. `From` converts to and from the
/// quaternions of `glam` and `mint` where their features are on; else use [`Rotation::xyzw`].
///
/// ```
/// use sprung::Rotation;
///
/// let quarter = Rotation::from_rotation_vector([0.0, 0.0, core::f64::consts::FRAC_PI_2]);
/// let turned = quarter.rotate([1.0, 0.0, 0.0]);
/// assert!((turned[1] - 1.0).abs() < 1e-15);
/// ```
#[doc(alias("quaternion", "Quat", "FQuat"))]
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "crate::interop::serde::rotation::Fields<R>"))]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "R: Real + serde::Deserialize<'de>")))]
pub struct Rotation<R> {
    vector: [R; 3],
    scalar: R,
}

impl<R: Real> Default for Rotation<R> {
    fn default() -> Self {
        Rotation::IDENTITY
    }
}

impl<R: Real> Rotation<R> {
    /// No rotation.
    pub const IDENTITY: Self = Rotation { vector: [R::ZERO; 3], scalar: R::ONE };

    /// A rotation from the components of a quaternion, in the order x, y, z, w; it is normalized.
    ///
    /// A quaternion of length 0 gives no rotation. NaN and infinite components give NaN.
    pub fn from_xyzw([x, y, z, w]: [R; 4]) -> Self {
        if [x, y, z, w] == [R::ZERO; 4] {
            return Rotation::IDENTITY;
        }
        let (scaled, _) = scaled([x, y, z, w]);
        let [x, y, z, w] = scaled.times(R::ONE / scaled.length());
        Rotation { vector: [x, y, z], scalar: w }
    }

    /// The components in the order x, y, z, w.
    #[inline]
    pub const fn xyzw(&self) -> [R; 4] {
        let [x, y, z] = self.vector;
        [x, y, z, self.scalar]
    }

    /// The rotation about the direction of a vector by its length in radians: the exponential map.
    #[doc(alias("quat_from_scaled_angle_axis", "axis-angle", "exponential map"))]
    #[inline]
    pub fn from_rotation_vector(vector: Vector3<R>) -> Self {
        let (vector, scalar) = exp(vector);
        Rotation { vector, scalar }
    }

    /// The shortest rotation vector: axis times angle, at most π long. Exact down to the smallest angle.
    #[doc(alias("quat_to_scaled_angle_axis", "axis-angle", "logarithm"))]
    #[inline]
    pub fn to_rotation_vector(&self) -> Vector3<R> {
        let sign = if self.scalar < R::ZERO { -R::ONE } else { R::ONE };
        log(self.vector.times(sign), self.scalar * sign)
    }

    /// Returns the rotation vector of the longest path: opposite axis, 2π minus the angle.
    pub fn to_long_rotation_vector(&self) -> Vector3<R> {
        if self.scalar < R::ZERO {
            return log(self.vector, self.scalar);
        }
        log(self.vector.times(-R::ONE), -self.scalar)
    }

    /// This rotation followed by `next`, both in the world frame.
    #[doc(alias = "quat_mul")]
    #[inline]
    pub fn then(&self, next: &Self) -> Self {
        let (a, b) = (next, self);
        let vector =
            b.vector.times(a.scalar).plus(a.vector.times(b.scalar)).plus(cross(a.vector, b.vector));
        Rotation { vector, scalar: a.scalar * b.scalar - a.vector.dot(b.vector) }
    }

    /// Returns the inverse rotation.
    #[doc(alias("quat_inv", "conjugate"))]
    #[inline]
    pub fn inverse(&self) -> Self {
        Rotation { vector: self.vector.times(-R::ONE), scalar: self.scalar }
    }

    /// Returns a vector rotated by this rotation.
    #[inline]
    pub fn rotate(&self, vector: Vector3<R>) -> Vector3<R> {
        let turned = cross(self.vector, vector).times(R::TWO);
        vector.plus(turned.times(self.scalar)).plus(cross(self.vector, turned))
    }

    /// Returns the rotation from `other` to this one in the world frame: `self = other.then(from_other)`.
    #[inline]
    pub fn relative_to(&self, other: &Self) -> Self {
        other.inverse().then(self)
    }

    /// Turned in the world frame by the rotation of at most a quarter turn whose quaternion has this vector part.
    ///
    /// Only the difference is rounded, so that a thousand small turns are as exact as one.
    pub(crate) fn turned_by(&self, turn: Vector3<R>) -> Self {
        if turn == [R::ZERO; 3] {
            return *self;
        }
        let square = turn.dot(turn);
        let shrink = -square / (R::ONE + (R::ONE - square).sqrt());
        // Back to unit length by one step of Newton's: many turns drift by rounding.
        let stretch = (R::ONE - self.vector.dot(self.vector) - self.scalar * self.scalar) * R::HALF;
        let grow = shrink + stretch;
        let vector_change =
            turn.times(self.scalar).plus(cross(turn, self.vector)).plus(self.vector.times(grow));
        Rotation {
            vector: self.vector.plus(vector_change),
            scalar: self.scalar + (self.scalar * grow - turn.dot(self.vector)),
        }
    }

    /// The rotation with these components, whose length is 1.
    #[cfg(feature = "serde")]
    pub(crate) const fn from_unit(vector: [R; 3], scalar: R) -> Self {
        Rotation { vector, scalar }
    }

    /// Returns the rotation scaled to unit length, which many products lose by rounding.
    #[inline]
    pub fn normalized(&self) -> Self {
        let missing = R::ONE - self.vector.dot(self.vector) - self.scalar * self.scalar;
        if missing * missing < R::EPSILON {
            // One step of Newton's is exact to the last digit.
            let grow = R::ONE + missing * R::HALF;
            return Rotation { vector: self.vector.times(grow), scalar: self.scalar * grow };
        }
        Rotation::from_xyzw(self.xyzw())
    }
}

/// The rotation with the components of a quaternion of length 1, as they are: for rotations that were saved or sent.
pub const fn unit_rotation<R: Real>([x, y, z, w]: [R; 4]) -> Rotation<R> {
    Rotation { vector: [x, y, z], scalar: w }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_compose_in_reading_order() {
        let about = |axis: usize, angle: f64| {
            let mut vector = [0.0; 3];
            vector[axis] = angle;
            Rotation::from_rotation_vector(vector)
        };
        let (first, second) = (about(0, 0.7), about(1, -1.2));
        let v = [0.3, -0.5, 0.8];
        let both = first.then(&second).rotate(v);
        let apart = second.rotate(first.rotate(v));
        assert!(both.minus(apart).length() < 1e-15);
        let back = first.then(&second.relative_to(&first));
        assert!(back.rotate(v).minus(second.rotate(v)).length() < 1e-15);
    }

    #[test]
    fn the_long_way_is_a_full_turn_less_the_short_one() {
        let r = Rotation::from_rotation_vector([0.0, 0.5f64, 0.0]);
        assert!((r.to_rotation_vector()[1] - 0.5).abs() < 1e-15);
        assert!((r.to_long_rotation_vector()[1] + (core::f64::consts::TAU - 0.5)).abs() < 1e-14);
        let negated = Rotation::from_xyzw(r.xyzw().map(|c| -c));
        assert_eq!(negated.to_rotation_vector(), r.to_rotation_vector());
        assert_eq!(negated.to_long_rotation_vector(), r.to_long_rotation_vector());
    }

    #[test]
    fn any_quaternion_is_normalized() {
        let tiny = Rotation::from_xyzw([3e-200f64, 0.0, 0.0, 4e-200]);
        assert!((tiny.xyzw()[3] - 0.8).abs() < 1e-15);
        assert_eq!(Rotation::from_xyzw([0.0f32; 4]), Rotation::IDENTITY);
        assert_eq!(Rotation::from_xyzw([0.0, 0.0, 0.0, -1e-320f64]).xyzw(), [0.0, 0.0, 0.0, -1.0]);
        let subnormal = Rotation::from_xyzw([3e-45f32, 0.0, 0.0, 3e-45]).xyzw();
        assert!(
            (subnormal[0] - subnormal[3]).abs() < 1e-7 && (subnormal[0] - 0.5f32.sqrt()) < 1e-7
        );
        for bad in [f64::NAN, f64::INFINITY] {
            assert!(Rotation::from_xyzw([0.0, bad, 0.0, 0.0]).xyzw().iter().all(|x| x.is_nan()));
        }
    }
}
