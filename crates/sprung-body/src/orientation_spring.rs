//! The orientation spring: turns a body to a rotation, or two bodies to one another.

use sprung::{Real, Rotation, Vector};

use crate::body::Body;
use crate::discretization::{Course, Discretization};
use crate::matrix::{Matrix3, cross, direction, length};
use crate::row::Row;
use crate::softness::Soft;
use crate::stiffness::Stiffness;

/// A spring on the whole rotation of body A relative to body B, on the shortest path.
///
/// The torque is proportional to the rotation vector from the goal and to the angular velocity, through the inertia: the
/// turn has the set frequency about every axis; by [`Stiffness::Physical`] the torque is along the rotation vector. For a goal in the world let B be [`Body::fixed`].
/// Source: G. Fiedler, *Spring Physics*.
///
/// ```
/// use sprung::{Rotation, Spring};
/// use sprung_body::{Body, Discretization, OrientationSpring};
///
/// let (mut body, mut world) = (Body::new(1.0f64, [0.4; 3]), Body::fixed());
/// let goal = Rotation::from_rotation_vector([0.0, 1.0, 0.0]);
/// let mut spring = OrientationSpring::new(Spring::from_frequency(2.0, 1.0)?, goal);
/// spring.prepare(&body, &world, Discretization::Auto, 1.0 / 60.0);
/// spring.solve(&mut body, &mut world);
/// assert!(body.angular_velocity[1] > 0.0);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias = "torsion spring")]
#[doc(alias = "PD controller")]
#[doc(alias = "quaternion")]
#[doc(alias = "angular spring")]
#[derive(Clone, Copy, Debug)]
pub struct OrientationSpring<R> {
    /// Frequency and damping ratio of the turn, or stiffness and damping of the torque.
    pub spring: Stiffness<R>,
    /// The goal rotation of A relative to B.
    pub goal: Rotation<R>,
    /// The angular velocity with which the goal turns, rad/s, world frame.
    pub goal_velocity: [R; 3],
    /// The maximum torque, N·m; infinite by default.
    pub max_torque: R,
    /// The turning impulse on A in this step, N·m·s.
    pub impulse: [R; 3],
    pub(crate) row: Row<R, [R; 3], Matrix3<R>>,
    /// The goal of the last step.
    pub(crate) last: Rotation<R>,
}

impl<R: Real> OrientationSpring<R> {
    /// A spring that turns A to `goal` relative to B.
    pub fn new(spring: impl Into<Stiffness<R>>, goal: Rotation<R>) -> Self {
        OrientationSpring {
            spring: spring.into(),
            goal,
            goal_velocity: [R::ZERO; 3],
            max_torque: R::INFINITY,
            impulse: [R::ZERO; 3],
            row: Row::NONE,
            last: goal,
        }
    }

    /// Reads the bodies for a step of `dt` seconds.
    pub fn prepare(&mut self, a: &Body<R>, b: &Body<R>, discretization: Discretization, dt: R) {
        let goal = self.goal.then(&b.rotation);
        let error = a.rotation.relative_to(&goal).to_rotation_vector();
        self.row.mobility = a.inverse_inertia.plus(&b.inverse_inertia);
        let velocity = self.row.velocity(a, b).minus(self.goal_velocity);
        let bend = [velocity, a.angular_velocity, b.angular_velocity]
            .map(|velocity| bend(error, velocity, dt));
        let turn = bend[0].max(bend[1]).max(bend[2]);
        let course = Course::new(discretization, self.max_torque, turn, dt);
        let trace = self.row.mobility.trace();
        self.row.soft = Soft::new(&self.spring, trace, course);
        let last = self.last.then(&b.rotation);
        let before = length(a.rotation.relative_to(&last).to_rotation_vector());
        let (offsets, error) = ([length(error), before], [error, self.goal_velocity]);
        self.row.prepare([a, b], &self.spring, offsets, error, course);
        self.last = self.goal;
        self.impulse = [R::ZERO; 3];
    }

    /// Starts with a part of an earlier step's turning impulse.
    pub fn warm_start(&mut self, a: &mut Body<R>, b: &mut Body<R>, impulse: [R; 3]) {
        self.row.warm_start(a, b, impulse, &mut self.impulse);
    }

    /// Changes the angular velocities of both bodies.
    pub fn solve(&mut self, a: &mut Body<R>, b: &mut Body<R>) {
        self.row.solve(a, b, self.goal_velocity, &mut self.impulse);
    }
}

/// The angle by which a step turns across the axis of what is left, rad.
pub(crate) fn bend<R: Real>(error: [R; 3], velocity: [R; 3], dt: R) -> R {
    let across = match direction(error) {
        Some((axis, _)) => length(cross(axis, velocity)) * dt,
        None => R::ZERO,
    };
    if across.is_nan() { R::ZERO } else { across }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_bends_the_axis_by_the_velocity_across_it() {
        let error = [0.4f64, 0.0, 0.0];
        assert!((bend(error, [5.0, 1.2, -1.6], 0.1) - 0.2).abs() < 1e-15);
        assert_eq!(bend(error, [5.0, 0.0, 0.0], 0.1), 0.0);
        assert_eq!(bend([0.0; 3], [5.0, 1.2, -1.6], 0.1), 0.0);
        assert_eq!(bend(error, [0.0, f64::NAN, 0.0], 0.1), 0.0);
    }
}
