//! The springs of `sprung-body` behind one trait.

use bevy::math::Vec3;
use sprung_body::{
    AngularMotor, AngularServo, Body, Discretization, DistanceSpring, LinearMotor, LinearServo,
    OrientationSpring, PointSpring, PoseSpring, SwingSpring,
};

/// A spring of [`sprung_body`] that a [`BodySpring`](super::BodySpring) can be made of.
pub trait SolveBodies: Send + Sync + 'static {
    /// Prepares a step of `dt` seconds. Points of the spring are from the origins of the bodies, `centers` are their centers
    /// of mass.
    fn prepare_bodies(
        &mut self,
        bodies: [&Body<f32>; 2],
        centers: [Vec3; 2],
        discretization: Discretization,
        dt: f32,
    );

    /// Changes the velocities of the bodies.
    fn solve_bodies(&mut self, bodies: [&mut Body<f32>; 2]);
}

/// Implements the trait: `$prepare` prepares the spring, and the spring changes both bodies or the first.
macro_rules! solve_bodies {
    ($($spring:ident[$a:ident, $b:ident] solve($($body:ident),+) by $prepare:expr;)*) => {$(
        impl SolveBodies for $spring<f32> {
            fn prepare_bodies(
                &mut self,
                bodies: [&Body<f32>; 2],
                centers: [Vec3; 2],
                discretization: Discretization,
                dt: f32,
            ) {
                let prepare: fn(&mut Self, [&Body<f32>; 2], [Vec3; 2], Discretization, f32) =
                    $prepare;
                prepare(self, bodies, centers, discretization, dt);
            }

            fn solve_bodies(&mut self, [$a, $b]: [&mut Body<f32>; 2]) {
                self.solve($($body),+);
            }
        }
    )*};
}

/// Points from the centers of mass, as `sprung-body` counts them.
fn from_centers(points: [[f32; 3]; 2], centers: [Vec3; 2]) -> [[f32; 3]; 2] {
    [0, 1].map(|i| (Vec3::from_array(points[i]) - centers[i]).to_array())
}

solve_bodies! {
    PointSpring[a, b] solve(a, b) by |spring, [a, b], centers, discretization, dt| {
        let points = [spring.point_a, spring.point_b];
        [spring.point_a, spring.point_b] = from_centers(points, centers);
        spring.prepare(a, b, discretization, dt);
        [spring.point_a, spring.point_b] = points;
    };
    DistanceSpring[a, b] solve(a, b) by |spring, [a, b], centers, discretization, dt| {
        let points = [spring.point_a, spring.point_b];
        [spring.point_a, spring.point_b] = from_centers(points, centers);
        spring.prepare(a, b, discretization, dt);
        [spring.point_a, spring.point_b] = points;
    };
    OrientationSpring[a, b] solve(a, b) by |spring, [a, b], _, discretization, dt| {
        spring.prepare(a, b, discretization, dt);
    };
    LinearServo[a, b] solve(a, b) by |spring, [a, b], _, discretization, dt| {
        spring.prepare(a, b, discretization, dt);
    };
    AngularServo[a, b] solve(a, b) by |spring, [a, b], _, discretization, dt| {
        spring.prepare(a, b, discretization, dt);
    };
    LinearMotor[a, b] solve(a, b) by |motor, [a, b], _, _, dt| motor.prepare(a, b, dt);
    AngularMotor[a, b] solve(a, b) by |motor, [a, b], _, _, dt| motor.prepare(a, b, dt);
    SwingSpring[a, _b] solve(a) by |spring, [a, _], _, discretization, dt| {
        spring.prepare(a, discretization, dt);
    };
    PoseSpring[a, _b] solve(a) by |spring, [a, _], _, discretization, dt| {
        spring.prepare(a, discretization, dt);
    };
}
