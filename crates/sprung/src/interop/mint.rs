//! `mint`, the interchange types: vectors and points implement [`Vector`](crate::Vector), quaternions convert.

use crate::real::Real;
use crate::rotation::Rotation;
use crate::vector::impl_vector;

impl_vector! { <R> mint::Vector2<R>: R { x, y } }
impl_vector! { <R> mint::Vector3<R>: R { x, y, z } }
impl_vector! { <R> mint::Vector4<R>: R { x, y, z, w } }
impl_vector! { <R> mint::Point2<R>: R { x, y } }
impl_vector! { <R> mint::Point3<R>: R { x, y, z } }

/// Normalized, as by [`Rotation::from_xyzw`].
impl<R: Real> From<mint::Quaternion<R>> for Rotation<R> {
    fn from(quaternion: mint::Quaternion<R>) -> Self {
        let mint::Quaternion { v: mint::Vector3 { x, y, z }, s } = quaternion;
        Rotation::from_xyzw([x, y, z, s])
    }
}

/// The same components.
impl<R: Real> From<Rotation<R>> for mint::Quaternion<R> {
    fn from(rotation: Rotation<R>) -> Self {
        let [x, y, z, s] = rotation.xyzw();
        mint::Quaternion { v: mint::Vector3 { x, y, z }, s }
    }
}
