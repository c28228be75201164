//! `glam` vectors can be sprung: one feature for each of its versions, because engines live on different ones.

use crate::vector::vector_by_operators;

macro_rules! glam_vectors {
    ($($glam:ident)::+) => {
        vector_by_operators! {
            $($glam)::+::Vec2, f32, Self::ZERO, |a: Self, b: Self| a.dot(b);
            $($glam)::+::Vec3, f32, Self::ZERO, |a: Self, b: Self| a.dot(b);
            $($glam)::+::Vec3A, f32, Self::ZERO, |a: Self, b: Self| a.dot(b);
            $($glam)::+::Vec4, f32, Self::ZERO, |a: Self, b: Self| a.dot(b);
            $($glam)::+::DVec2, f64, Self::ZERO, |a: Self, b: Self| a.dot(b);
            $($glam)::+::DVec3, f64, Self::ZERO, |a: Self, b: Self| a.dot(b);
            $($glam)::+::DVec4, f64, Self::ZERO, |a: Self, b: Self| a.dot(b);
        }
    };
}

#[cfg(feature = "glam-032")]
glam_vectors!(glam_032);
#[cfg(feature = "glam-033")]
glam_vectors!(glam_033);
#[cfg(feature = "glam-034")]
glam_vectors!(glam_034);
