//! The shapes of colliders: how deep a point is inside, and where a segment enters.

use sprung::Real;

use crate::error::{Checked, Element};

use super::rigid_motion::{Pose, RigidMotion, rotation_between};
use super::vector::{add_scaled, dot, sub};

/// The shape of a [`Collider`](crate::Collider).
///
/// Lengths and coordinates are in meters and at most 1e15 in size.
///
/// ```
/// use sprung_network::{Collider, Shape};
///
/// let ball = Shape::Sphere { center: [0.0; 3], radius: 1.0 };
/// let (depth, normal) = Collider::new(ball).depth([0.5, 0.0, 0.0]).expect("inside");
/// assert_eq!((depth, normal), (0.5, [1.0, 0.0, 0.0]));
/// assert!(Collider::new(ball).depth([2.0, 0.0, 0.0]).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// Everything below a plane: the points `x` with `normal · (x − point) < 0`.
    Plane {
        /// A point of the plane.
        point: [f32; 3],
        /// The outward direction, of any length but 0.
        normal: [f32; 3],
    },
    /// A ball.
    Sphere {
        /// Its center.
        center: [f32; 3],
        /// Its radius, m, > 0.
        radius: f32,
    },
    /// All points within `radius` of the line from `a` to `b`.
    Capsule {
        /// One end of the line.
        a: [f32; 3],
        /// The other end.
        b: [f32; 3],
        /// Radius, m, > 0.
        radius: f32,
    },
}

impl Shape {
    pub(crate) fn check(&self, element: Element) -> Checked {
        match *self {
            Self::Plane { point, normal } => {
                element.bounded("point", point)?;
                element.bounded("normal", normal)?;
                let longest = normal.into_iter().fold(0.0, |most: f32, c| most.max(c.abs()));
                element.positive("length of the normal", longest)
            }
            Self::Sphere { center, radius } => {
                element.bounded("center", center)?;
                element.bounded_positive("radius", radius)
            }
            Self::Capsule { a, b, radius } => {
                element.bounded("a", a)?;
                element.bounded("b", b)?;
                element.bounded_positive("radius", radius)
            }
        }
    }

    /// Returns the depth of a point inside, m, and the outward unit normal; `None` outside.
    pub(crate) fn depth(&self, at: [f32; 3]) -> Option<(f32, [f32; 3])> {
        match *self {
            Self::Plane { point, normal } => {
                let n = unit(normal);
                let depth = -dot(n, sub(at, point));
                (depth > 0.0).then_some((depth, n))
            }
            Self::Sphere { center, radius } => out_of_ball(at, center, radius),
            Self::Capsule { a, b, radius } => out_of_ball(at, nearest_on_axis(at, a, b), radius),
        }
    }

    /// Returns the signed distance of a point from the surface, m, negative inside, and the outward unit normal.
    pub(crate) fn surface(&self, at: [f32; 3]) -> (f32, [f32; 3]) {
        let from_axis = |nearest: [f32; 3], radius: f32| {
            let d = sub(at, nearest);
            let squared = dot(d, d);
            let normal = if squared > 0.0 { unit(d) } else { [0.0, 1.0, 0.0] };
            (Real::sqrt(squared) - radius, normal)
        };
        match *self {
            Self::Plane { point, normal } => {
                let n = unit(normal);
                (dot(n, sub(at, point)), n)
            }
            Self::Sphere { center, radius } => from_axis(center, radius),
            Self::Capsule { a, b, radius } => from_axis(nearest_on_axis(at, a, b), radius),
        }
    }

    /// Returns a half-space or a ball that contains the shape.
    pub(crate) fn bound(&self) -> Bound {
        match *self {
            Self::Plane { point, normal } => Bound::Half { point, normal: unit(normal) },
            Self::Sphere { center, radius } => Bound::Ball { center, radius },
            Self::Capsule { a, b, radius } => {
                let center = [0, 1, 2].map(|c| 0.5 * a[c] + 0.5 * b[c]);
                let d = sub(a, center);
                Bound::Ball { center, radius: radius + Real::sqrt(dot(d, d)) }
            }
        }
    }

    /// The ends of the axis and the radius of a round shape; a ball is a capsule of length 0.
    fn axis(&self) -> Option<([f32; 3], [f32; 3], f32)> {
        match *self {
            Self::Plane { .. } => None,
            Self::Sphere { center, radius } => Some((center, center, radius)),
            Self::Capsule { a, b, radius } => Some((a, b, radius)),
        }
    }

    /// The depth and the normal by which a particle that came straight from `before` is pushed out at `at`; `None` if it
    /// does not touch.
    ///
    /// A path longer than a quarter of the radius is cut where it enters: there the particle is held by the tangent
    /// plane. A shorter one is never more than 1 % of the radius inside without ending inside.
    pub(crate) fn contact(&self, before: [f32; 3], at: [f32; 3]) -> Option<(f32, [f32; 3])> {
        if let Some((.., radius)) = self.axis() {
            let path = sub(at, before);
            if dot(path, path) > radius * radius / 16.0 {
                let entered = self.entry(before, path);
                let held = entered.map(|(surface, n)| (-dot(n, sub(at, surface)), n));
                if let Some(held) = held.filter(|(depth, _)| *depth > 0.0) {
                    return Some(held);
                }
            }
        }
        self.depth(at)
    }

    /// The point of the surface where a path enters, and the normal there. A path that starts inside and leads deeper
    /// enters where it starts.
    fn entry(&self, before: [f32; 3], path: [f32; 3]) -> Option<([f32; 3], [f32; 3])> {
        if let Some((depth, n)) = self.depth(before) {
            let deeper = dot(n, path) < 0.0;
            return deeper.then(|| (add_scaled(before, depth, n), n));
        }
        let (a, b, radius) = self.axis()?;
        let from = |center: [f32; 3]| sub(before.map(f64::from), center.map(f64::from));
        let (start, way) = (from(a), path.map(f64::from));
        let caps = [a, b].map(|end| enters(from(end), way, radius));
        let axis = sub(b.map(f64::from), a.map(f64::from));
        let along = |v: [f64; 3]| dot(v, axis) / dot(axis, axis).max(f64::MIN_POSITIVE);
        let across = |v: [f64; 3]| [0, 1, 2].map(|c| v[c] - along(v) * axis[c]);
        let side = enters(across(start), across(way), radius)
            .filter(|t| (0.0..=1.0).contains(&(along(start) + t * along(way))));
        let first = caps.into_iter().chain([side]).flatten().reduce(f64::min)?;
        let surface = add_scaled(before, first as f32, path);
        let center = if a == b { a } else { nearest_on_axis(surface, a, b) };
        let out = sub(surface, center);
        let length = Real::sqrt(dot(out, out));
        (length > 0.0).then(|| (surface, out.map(|c| c / length)))
    }

    /// The shape in a pose.
    pub(crate) fn moved(self, pose: &Pose) -> Self {
        match self {
            Self::Plane { point, normal } => {
                Self::Plane { point: pose.apply(point), normal: pose.turn(normal) }
            }
            Self::Sphere { center, radius } => Self::Sphere { center: pose.apply(center), radius },
            Self::Capsule { a, b, radius } => {
                Self::Capsule { a: pose.apply(a), b: pose.apply(b), radius }
            }
        }
    }

    /// The steady motion that takes this shape to `goal` in `seconds`, and the shape to start from: this one with the
    /// goal's radius and length. `None` for a goal of another kind.
    pub(crate) fn motion_to(self, goal: Self, seconds: f64) -> Option<(Self, RigidMotion)> {
        let rate = |from: [f32; 3], to: [f32; 3]| {
            sub(to.map(f64::from), from.map(f64::from)).map(|c| c / seconds)
        };
        let motion = |from: [f32; 3], to: [f32; 3], turn: [f64; 3]| RigidMotion {
            velocity: rate(from, to),
            angular_velocity: turn.map(|c| c / seconds),
            pivot: from.map(f64::from),
        };
        match (self, goal) {
            (Self::Plane { point, normal }, Self::Plane { point: to, normal: direction }) => {
                let turn = rotation_between(normal.map(f64::from), direction.map(f64::from));
                Some((self, motion(point, to, turn)))
            }
            (Self::Sphere { center, .. }, Self::Sphere { center: to, radius }) => {
                Some((Self::Sphere { center, radius }, motion(center, to, [0.0; 3])))
            }
            (Self::Capsule { a, b, .. }, Self::Capsule { a: to_a, b: to_b, radius }) => {
                let [from, to] = [[a, b], [to_a, to_b]].map(|[a, b]| rate(a, b));
                let turn = rotation_between(from, to);
                let ratio = Real::sqrt(dot(to, to) / dot(from, from));
                let longer = if ratio.is_finite() { ratio as f32 } else { 1.0 };
                let b = if longer == 1.0 { b } else { add_scaled(a, longer, sub(b, a)) };
                Some((Self::Capsule { a, b, radius }, motion(a, to_a, turn)))
            }
            _ => None,
        }
    }
}

/// The half of space behind a plane, or a ball.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Bound {
    Half { point: [f32; 3], normal: [f32; 3] },
    Ball { center: [f32; 3], radius: f32 },
}

/// A vector of length 1. Squares that would overflow or lose digits are taken in f64.
fn unit(v: [f32; 3]) -> [f32; 3] {
    let squared = dot(v, v);
    if squared.is_normal() {
        return v.map(|c| c / Real::sqrt(squared));
    }
    let wide = v.map(f64::from);
    let length = Real::sqrt(dot(wide, wide));
    wide.map(|c| (c / length) as f32)
}

fn nearest_on_axis(at: [f32; 3], a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    let axis = sub(b, a);
    let along = dot(sub(at, a), axis) / dot(axis, axis).max(f32::MIN_POSITIVE);
    add_scaled(a, along.clamp(0.0, 1.0), axis)
}

fn out_of_ball(at: [f32; 3], center: [f32; 3], radius: f32) -> Option<(f32, [f32; 3])> {
    let d = sub(at, center);
    let squared = dot(d, d);
    // Most particles are well outside: no root and no division for them.
    if squared > 1.001 * radius * radius {
        return None;
    }
    let distance = Real::sqrt(squared);
    let n = if distance > 0.0 { d.map(|c| c / distance) } else { [0.0, 1.0, 0.0] };
    (distance < radius).then_some((radius - distance, n))
}

/// The part of a path at which it enters a ball around the origin, or a cylinder in the plane across its axis.
fn enters(start: [f64; 3], path: [f64; 3], radius: f32) -> Option<f64> {
    let radius = f64::from(radius);
    let (squared, approach) = (dot(path, path), -dot(start, path));
    let outside = dot(start, start) - radius * radius;
    let discriminant = approach * approach - squared * outside;
    // A start that rounding has put inside enters at once.
    let first = outside.max(0.0) / (approach + Real::sqrt(discriminant.max(0.0)));
    (approach > 0.0 && discriminant > 0.0 && first <= 1.0).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ball_around_a_capsule_touches_its_ends() {
        let capsule = Shape::Capsule { a: [1.0, 2.0, 3.0], b: [5.0, 2.0, -1.0], radius: 0.5 };
        let Bound::Ball { center, radius } = capsule.bound() else { panic!("no ball") };
        assert_eq!(center, [3.0, 2.0, 1.0]);
        assert!((radius - (0.5 + 8.0_f32.sqrt())).abs() < 1e-6, "{radius}");
    }

    #[test]
    fn depth_is_the_distance_to_the_surface() {
        let plane = Shape::Plane { point: [0.0, 1.0, 0.0], normal: [0.0, 9.0, 0.0] };
        assert_eq!(plane.depth([5.0, 0.25, 0.0]), Some((0.75, [0.0, 1.0, 0.0])));
        assert_eq!(plane.depth([5.0, 1.25, 0.0]), None);
        let ball = Shape::Sphere { center: [0.0; 3], radius: 2.0 };
        assert_eq!(ball.depth([-0.5, 0.0, 0.0]), Some((1.5, [-1.0, 0.0, 0.0])));
        let (a, b) = ([0.0; 3], [4.0, 0.0, 0.0]);
        let pill = Shape::Capsule { a, b, radius: 1.0 };
        assert_eq!(pill.depth([3.0, 0.0, 0.5]), Some((0.5, [0.0, 0.0, 1.0])));
        assert_eq!(pill.depth([4.75, 0.0, 0.0]), Some((0.25, [1.0, 0.0, 0.0])));
        assert_eq!(pill.depth([5.25, 0.0, 0.0]), None);
        // At the center any direction leads out.
        assert_eq!(ball.depth([0.0; 3]), Some((2.0, [0.0, 1.0, 0.0])));
    }

    #[test]
    fn distances_from_the_surface_are_signed() {
        let ball = Shape::Sphere { center: [1.0, 0.0, 0.0], radius: 2.0 };
        assert_eq!(ball.surface([1.0, 0.0, 5.0]), (3.0, [0.0, 0.0, 1.0]));
        assert_eq!(ball.surface([0.5, 0.0, 0.0]), (-1.5, [-1.0, 0.0, 0.0]));
        assert_eq!(ball.surface([1.0, 0.0, 0.0]), (-2.0, [0.0, 1.0, 0.0]));
        let plane = Shape::Plane { point: [0.0, 1.0, 0.0], normal: [0.0, 9.0, 0.0] };
        assert_eq!(plane.surface([5.0, 0.25, 0.0]), (-0.75, [0.0, 1.0, 0.0]));
        let pill = Shape::Capsule { a: [0.0; 3], b: [4.0, 0.0, 0.0], radius: 1.0 };
        assert_eq!(pill.surface([3.0, 3.0, 0.0]), (2.0, [0.0, 1.0, 0.0]));
    }

    #[test]
    fn normals_of_any_length_are_directions() {
        for length in [1e-38, 1e-22, 1.0, 1e15] {
            let plane = Shape::Plane { point: [0.0; 3], normal: [3.0 * length, 4.0 * length, 0.0] };
            let (depth, n) = plane.depth([-3.0, -4.0, 0.0]).expect("inside");
            assert!((depth - 5.0).abs() < 1e-5, "{length}: {depth}");
            assert!((dot(n, n) - 1.0).abs() < 1e-5, "{length}: {n:?}");
        }
    }

    #[test]
    fn a_path_through_is_cut_where_it_enters() {
        let ball = Shape::Sphere { center: [0.0; 3], radius: 1.0 };
        assert_eq!(ball.contact([-2.0, 0.0, 0.0], [5.0, 0.0, 0.0]), Some((6.0, [-1.0, 0.0, 0.0])));
        assert_eq!(ball.contact([-2.0, 1.5, 0.0], [5.0, 1.5, 0.0]), None);
        assert_eq!(ball.contact([-2.0, 0.0, 0.0], [-1.5, 0.0, 0.0]), None);
        let (a, b) = ([0.0, -3.0, 0.0], [0.0, 3.0, 0.0]);
        let pill = Shape::Capsule { a, b, radius: 1.0 };
        let side = pill.contact([-2.0, 1.0, 0.0], [5.0, 1.0, 0.0]);
        assert_eq!(side, Some((6.0, [-1.0, 0.0, 0.0])));
        let cap = pill.contact([0.0, 9.0, 0.0], [0.0, -9.0, 0.0]);
        assert_eq!(cap, Some((13.0, [0.0, 1.0, 0.0])));
        assert_eq!(pill.contact([-2.0, 4.5, 0.0], [5.0, 4.5, 0.0]), None);
    }

    #[test]
    fn the_motion_to_a_goal_arrives_there() {
        let (a, b) = ([1.0, 0.0, 0.0], [3.0, 0.0, 0.0]);
        let pill = Shape::Capsule { a, b, radius: 0.5 };
        let goal = Shape::Capsule { a: [0.0, 1.0, 0.0], b: [0.0, 1.0, 4.0], radius: 0.25 };
        let (from, motion) = pill.motion_to(goal, 0.1).expect("of one kind");
        let Shape::Capsule { a, b, radius } = from.moved(&motion.after(0.1)) else {
            panic!("a capsule")
        };
        let near = |p: [f32; 3], q: [f32; 3]| (0..3).all(|c| (p[c] - q[c]).abs() < 1e-6);
        assert!(near(a, [0.0, 1.0, 0.0]) && near(b, [0.0, 1.0, 4.0]) && radius == 0.25, "{b:?}");
        let ball = Shape::Sphere { center: [0.0; 3], radius: 1.0 };
        assert!(ball.motion_to(goal, 0.1).is_none());
        let plane = |point, normal| Shape::Plane { point, normal };
        let from = plane([0.0; 3], [0.0, 1.0, 0.0]);
        let (start, motion) =
            from.motion_to(plane([0.0, 1.0, 0.0], [1.0, 0.0, 0.0]), 0.1).expect("of one kind");
        let Shape::Plane { point, normal } = start.moved(&motion.after(0.1)) else {
            panic!("a plane")
        };
        assert!(near(point, [0.0, 1.0, 0.0]) && near(normal, [1.0, 0.0, 0.0]), "{normal:?}");
    }
}
