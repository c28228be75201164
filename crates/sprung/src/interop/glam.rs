//! `glam`: vectors implement [`Vector`](crate::Vector), quaternions convert. One feature per version, as engines differ.

use crate::rotation::Rotation;
use crate::vector::vector_by_operators;

macro_rules! glam_vectors {
    ($glam:ident) => {
        vector_by_operators! {
            f32, Self::ZERO, Self::dot; $glam::Vec2, $glam::Vec3, $glam::Vec3A, $glam::Vec4
        }
        vector_by_operators! { f64, Self::ZERO, Self::dot; $glam::DVec2, $glam::DVec3, $glam::DVec4 }
        glam_quaternion!($glam::Quat, f32);
        glam_quaternion!($glam::DQuat, f64);
    };
}

macro_rules! glam_quaternion {
    ($quaternion:ty, $number:ty) => {
        /// Normalized, as by [`Rotation::from_xyzw`].
        impl From<$quaternion> for Rotation<$number> {
            fn from(quaternion: $quaternion) -> Self {
                Rotation::from_xyzw(quaternion.to_array())
            }
        }

        /// The same components.
        impl From<Rotation<$number>> for $quaternion {
            fn from(rotation: Rotation<$number>) -> Self {
                Self::from_array(rotation.xyzw())
            }
        }
    };
}

#[cfg(feature = "glam-030")]
glam_vectors!(glam_030);
#[cfg(feature = "glam-032")]
glam_vectors!(glam_032);
#[cfg(feature = "glam-033")]
glam_vectors!(glam_033);
#[cfg(feature = "glam-034")]
glam_vectors!(glam_034);
