//! The springs of `sprung-body` behind one trait.

use bevy::math::Vec3;
use sprung_body::{
    AngularMotor, AngularServo, Body, Discretization, DistanceSpring, LinearMotor, LinearServo,
    OrientationSpring, PointSpring, PoseSpring, SwingSpring,
};

/// A spring of [`sprung_body`] that a [`BodySpring`](super::BodySpring) can be made of.
pub trait SolveBodies: Send + Sync + 'static {
    /// Prepares and solves a step of `dt` seconds. Points of the spring are from the origins of the bodies, `centers` are their
    /// centers of mass.
    fn solve_bodies(
        &mut self,
        bodies: [&mut Body<f32>; 2],
        centers: [Vec3; 2],
        discretization: Discretization,
        dt: f32,
    );
}

/// Springs with a point on each body, which `sprung-body` counts from its center of mass.
macro_rules! between_points {
    ($($spring:ident),*) => {$(
        impl SolveBodies for $spring<f32> {
            fn solve_bodies(
                &mut self,
                [a, b]: [&mut Body<f32>; 2],
                centers: [Vec3; 2],
                discretization: Discretization,
                dt: f32,
            ) {
                let points = [self.point_a, self.point_b];
                let from_center = |i: usize| (Vec3::from_array(points[i]) - centers[i]).to_array();
                [self.point_a, self.point_b] = [from_center(0), from_center(1)];
                self.prepare(a, b, discretization, dt);
                self.solve(a, b);
                [self.point_a, self.point_b] = points;
            }
        }
    )*};
}
between_points!(PointSpring, DistanceSpring);

/// Springs between two bodies.
macro_rules! between_bodies {
    ($($spring:ident),*) => {$(
        impl SolveBodies for $spring<f32> {
            fn solve_bodies(
                &mut self,
                [a, b]: [&mut Body<f32>; 2],
                _: [Vec3; 2],
                discretization: Discretization,
                dt: f32,
            ) {
                self.prepare(a, b, discretization, dt);
                self.solve(a, b);
            }
        }
    )*};
}
between_bodies!(OrientationSpring, LinearServo, AngularServo);

/// Motors between two bodies.
macro_rules! motors {
    ($($spring:ident),*) => {$(
        impl SolveBodies for $spring<f32> {
            fn solve_bodies(
                &mut self,
                [a, b]: [&mut Body<f32>; 2],
                _: [Vec3; 2],
                _: Discretization,
                dt: f32,
            ) {
                self.prepare(a, b, dt);
                self.solve(a, b);
            }
        }
    )*};
}
motors!(LinearMotor, AngularMotor);

/// Springs of one body to the world.
macro_rules! to_the_world {
    ($($spring:ident),*) => {$(
        impl SolveBodies for $spring<f32> {
            fn solve_bodies(
                &mut self,
                [body, _]: [&mut Body<f32>; 2],
                _: [Vec3; 2],
                discretization: Discretization,
                dt: f32,
            ) {
                self.prepare(body, discretization, dt);
                self.solve(body);
            }
        }
    )*};
}
to_the_world!(SwingSpring, PoseSpring);
