//! Shapes of rigid bodies for contacts: any shape that can project a point onto its surface.

use sprung::Real;

use super::shape::Shape;
use super::vector::{add_scaled, dot, sub};

/// Steps of sphere tracing along the path of a fast particle.
const MAX_TRACES: usize = 24;
/// A path has entered where it is this close to the surface, as a part of its length.
const REACHED: f32 = 1e-3;

/// A shape of a rigid body, in the frame of the shape: everything that [`BodyCoupling`](crate::BodyCoupling) asks of it.
///
/// An adapter implements it for the shapes of its engine.
///
/// ```
/// use sprung_network::{ContactShape, Cuboid, Shape};
/// let crate_of_wood = Cuboid { half_extents: [0.5, 0.2, 0.5] };
/// assert_eq!(crate_of_wood.project([0.0, 0.3, 0.0]).0, 0.3 - 0.2);
/// assert_eq!(crate_of_wood.project([0.375, 0.0, 0.0]), (-0.125, [1.0, 0.0, 0.0]));
/// let ball = Shape::Sphere { center: [0.0; 3], radius: 1.0 };
/// assert_eq!(ball.project([3.0, 0.0, 0.0]), (2.0, [1.0, 0.0, 0.0]));
/// ```
pub trait ContactShape {
    /// Returns the signed distance of a point from the surface, m, negative inside, and the outward unit normal there.
    fn project(&self, point: [f32; 3]) -> (f32, [f32; 3]);

    /// Returns the radius of a ball around the origin that holds the shape, m; infinite for a plane.
    fn bounding_radius(&self) -> f32;

    /// Returns the radius of the largest ball inside, m, or less. Particles that move by more than a quarter of it in a
    /// sub-step are traced along their paths; 0 traces all.
    fn inner_radius(&self) -> f32 {
        0.0
    }
}

impl<T: ContactShape + ?Sized> ContactShape for alloc::boxed::Box<T> {
    fn project(&self, point: [f32; 3]) -> (f32, [f32; 3]) {
        (**self).project(point)
    }

    fn bounding_radius(&self) -> f32 {
        (**self).bounding_radius()
    }

    fn inner_radius(&self) -> f32 {
        (**self).inner_radius()
    }
}

/// A box around the origin.
///
/// ```
/// use sprung_network::{ContactShape, Cuboid};
/// assert_eq!(Cuboid { half_extents: [3.0, 4.0, 12.0] }.bounding_radius(), 13.0);
/// ```
#[doc(alias = "box")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid {
    /// Half of its lengths along x, y and z, m, > 0.
    pub half_extents: [f32; 3],
}

impl ContactShape for Cuboid {
    fn project(&self, point: [f32; 3]) -> (f32, [f32; 3]) {
        let beyond: [f32; 3] = core::array::from_fn(|c| point[c].abs() - self.half_extents[c]);
        let outside = beyond.map(|c| c.max(0.0));
        let squared = dot(outside, outside);
        if squared > 0.0 {
            let distance = Real::sqrt(squared);
            let normal = |c: usize| (outside[c] / distance).copysign(point[c]);
            return (distance, [normal(0), normal(1), normal(2)]);
        }
        let face = (0..3).fold(0, |most, c| if beyond[c] > beyond[most] { c } else { most });
        let mut normal = [0.0; 3];
        normal[face] = 1.0_f32.copysign(point[face]);
        (beyond[face], normal)
    }

    fn bounding_radius(&self) -> f32 {
        Real::sqrt(dot(self.half_extents, self.half_extents))
    }

    fn inner_radius(&self) -> f32 {
        self.half_extents.into_iter().fold(f32::INFINITY, f32::min)
    }
}

impl ContactShape for Shape {
    fn project(&self, point: [f32; 3]) -> (f32, [f32; 3]) {
        self.surface(point)
    }

    fn bounding_radius(&self) -> f32 {
        let length = |v: [f32; 3]| Real::sqrt(dot(v, v));
        match *self {
            Self::Plane { .. } => f32::INFINITY,
            Self::Sphere { center, radius } => length(center) + radius,
            Self::Capsule { a, b, radius } => length(a).max(length(b)) + radius,
        }
    }

    fn inner_radius(&self) -> f32 {
        match *self {
            Self::Plane { .. } => f32::INFINITY,
            Self::Sphere { radius, .. } | Self::Capsule { radius, .. } => radius,
        }
    }
}

/// The depth of a particle of radius `radius` that came straight from `before` and is now at `at`, m, and the outward
/// normal; `None` if it does not touch. The last argument is the projection of `at`.
///
/// A path that is long next to the shape is cut where it enters: there the particle is held by the tangent plane. So is
/// one that starts inside, at the surface that is nearest to its start, so that nothing is drawn through a thin body.
pub(crate) fn contact(
    shape: &impl ContactShape,
    radius: f32,
    before: [f32; 3],
    at: [f32; 3],
    (distance, outward): (f32, [f32; 3]),
) -> Option<(f32, [f32; 3])> {
    let path = sub(at, before);
    let length = Real::sqrt(dot(path, path));
    let traced = if 4.0 * length > shape.inner_radius() {
        entry(shape, radius, before, path, length)
    } else {
        None
    };
    let (depth, normal) = traced.unwrap_or((radius - distance, outward));
    (depth > 0.0).then_some((depth, normal))
}

/// The depth of a particle at the start of its path, m, along the normal of the push at its end. This part of the push adds no
/// velocity. The arguments are the depth and the outward normal at the start, the normal of the push, and the displacement of
/// the particle along it.
///
/// Near a flat surface this is the depth at the start, divided by the cosine of the angle between both normals. Deep inside,
/// where the nearest side at the end may be another one, it is the whole displacement.
pub(crate) fn inside_along((depth, outward): (f32, [f32; 3]), normal: [f32; 3], along: f32) -> f32 {
    let cosine = dot(outward, normal);
    if cosine > 0.0 { along.min(depth / cosine) } else { along }
}

/// The depth below the tangent plane at the point where a path of a length above 0 enters, by sphere tracing; `None` if it does
/// not enter. A path that starts inside enters where it starts.
fn entry(
    shape: &impl ContactShape,
    radius: f32,
    before: [f32; 3],
    path: [f32; 3],
    length: f32,
) -> Option<(f32, [f32; 3])> {
    let mut passed = 0.0;
    for _ in 0..MAX_TRACES {
        let part = passed / length;
        let (distance, normal) = shape.project(add_scaled(before, part, path));
        let gap = distance - radius;
        if gap <= REACHED * length {
            let along = dot(normal, path);
            let depth = -gap - along * (1.0 - part);
            return (along < 0.0 || passed == 0.0).then_some((depth, normal));
        }
        passed += gap;
        if passed.is_nan() || passed > length {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_to_a_box_is_that_to_the_nearest_of_many_points_of_its_surface() {
        let shape = Cuboid { half_extents: [0.5, 0.25, 1.0] };
        let side = |i: i32| f64::from(i) / 20.0 - 1.0;
        for (x, y, z) in [(0.7, 0.1, 0.2), (0.1, 0.1, 0.3), (-0.9, 0.6, -1.4), (0.0, -0.2, 0.0)] {
            let at = [x, y, z];
            let mut nearest = f64::INFINITY;
            for face in 0..3 {
                for sign in [-1.0, 1.0] {
                    for (i, j) in (0..=40).flat_map(|i| (0..=40).map(move |j| (i, j))) {
                        let mut on = [0.0; 3];
                        let half = shape.half_extents.map(f64::from);
                        on[face] = sign * half[face];
                        on[(face + 1) % 3] = side(i) * half[(face + 1) % 3];
                        on[(face + 2) % 3] = side(j) * half[(face + 2) % 3];
                        let d = sub(on, at.map(f64::from));
                        nearest = nearest.min(dot(d, d).sqrt());
                    }
                }
            }
            let (distance, normal) = shape.project(at);
            assert!((f64::from(distance.abs()) - nearest).abs() < 2e-3, "{at:?}: {distance}");
            let (on_surface, _) = shape.project(add_scaled(at, -distance, normal));
            assert!(on_surface.abs() < 1e-6);
        }
    }

    #[test]
    fn a_fast_particle_is_stopped_where_it_enters() {
        let thin = Cuboid { half_extents: [1.0, 0.01, 1.0] };
        let touch = |radius: f32, before: [f32; 3], at: [f32; 3]| {
            contact(&thin, radius, before, at, thin.project(at))
        };
        let (depth, normal) = touch(0.0, [0.1, 0.5, 0.0], [0.1, -0.7, 0.0]).expect("in");
        assert_eq!(normal, [0.0, 1.0, 0.0]);
        assert!((depth - 0.71).abs() < 2e-3, "{depth}");
        assert!(touch(0.0, [2.1, 0.5, 0.0], [2.1, -0.7, 0.0]).is_none());
        assert!(touch(0.05, [1.04, 0.5, 0.0], [1.04, -0.7, 0.0]).is_some());
    }

    #[test]
    fn what_starts_inside_is_held_by_the_surface_that_is_nearest_to_its_start() {
        let shape = Cuboid { half_extents: [1.0, 1.0, 1.0] };
        let (before, at) = ([0.9, 0.0, 0.0], [0.95, 0.97, 0.0]);
        let (depth, normal) = contact(&shape, 0.0, before, at, shape.project(at)).expect("inside");
        assert_eq!(normal, [1.0, 0.0, 0.0]);
        assert!((depth - 0.05).abs() < 1e-6, "{depth}");
    }
}
