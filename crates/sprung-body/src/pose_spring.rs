//! The pose spring: moves all six degrees of freedom of a body to a position and a rotation.

use sprung::{Real, Rotation, Vector};

use crate::anchors::Anchors;
use crate::body::{Body, Impulse};
use crate::discretization::{Course, Discretization};
use crate::matrix::{Matrix3, length};
use crate::orientation_spring::OrientationSpring;
use crate::row::Row;
use crate::softness::Soft;
use crate::stiffness::Stiffness;

/// A spring that moves a body to a position and a rotation of the world.
///
/// By frequency it works by velocity change, as Bowles drives bodies: mass and inertia do not change how it moves. With
/// [`Stiffness::Physical`] it works by force, his alternative: a heavy body is slower and sinks deeper. The turn has
/// a separate stiffness in [`PoseSpring::turn`], N·m/rad.
///
/// Source: H. Bowles, *Spring dynamics for production* (rigid body control); the update is that of [`Discretization`] instead of the
/// published one, see [`stable_pd_frequency`](crate::stable_pd_frequency) for why.
///
/// ```
/// use sprung::{Rotation, Spring};
/// use sprung_body::{Body, Discretization, PoseSpring};
///
/// let mut crate_ = Body::new(25.0f64, [1.0, 2.0, 3.0]);
/// let mut hold = PoseSpring::new(Spring::critical(8.0)?, [0.0, 2.0, 0.0], Rotation::IDENTITY);
/// hold.prepare(&crate_, Discretization::Auto, 1.0 / 60.0);
/// hold.solve(&mut crate_);
/// assert!(crate_.velocity[1] > 0.0);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias = "6DOF")]
#[doc(alias = "weld joint")]
#[doc(alias = "PD controller")]
#[derive(Clone, Copy, Debug)]
pub struct PoseSpring<R> {
    /// Frequency and damping ratio of the movement, or stiffness and damping of the force.
    pub spring: Stiffness<R>,
    /// The goal of the center of mass, m.
    pub goal: [R; 3],
    /// The velocity of that goal, m/s.
    pub goal_velocity: [R; 3],
    /// The maximum force, N; infinite by default.
    pub max_force: R,
    /// The orientation spring: goal, torque limit and a separate stiffness.
    pub turn: OrientationSpring<R>,
    linear: [R; 3],
    pub(crate) row: Row<R, [R; 3], Matrix3<R>>,
    /// The goal of the last step.
    pub(crate) last: [R; 3],
}

impl<R: Real> PoseSpring<R> {
    /// A spring to a position (m) and a rotation; a physical stiffness is taken in N/m for one, N·m/rad for the other.
    pub fn new(spring: impl Into<Stiffness<R>>, goal: [R; 3], rotation: Rotation<R>) -> Self {
        let spring = spring.into();
        PoseSpring {
            spring,
            goal,
            goal_velocity: [R::ZERO; 3],
            max_force: R::INFINITY,
            turn: OrientationSpring::new(spring, rotation),
            linear: [R::ZERO; 3],
            row: Row::NONE,
            last: goal,
        }
    }

    /// Reads the body for a step of `dt` seconds.
    pub fn prepare(&mut self, body: &Body<R>, discretization: Discretization, dt: R) {
        let course = Course::new(discretization, self.max_force, R::ZERO, dt);
        let (mobility, fixed) = (body.inverse_mass, Body::fixed());
        self.row.anchors = Anchors::Points([body.position, [R::ZERO; 3]]);
        self.row.soft = Soft::along(&self.spring, mobility, course);
        self.row.mobility = Matrix3::diagonal([mobility; 3]);
        let offsets = [self.goal, self.last].map(|goal| body.position.minus(goal));
        let error = [offsets[0], self.goal_velocity];
        let (bodies, offsets) = ([body, &fixed], offsets.map(length));
        self.row.prepare(bodies, &self.spring, offsets, error, course);
        self.last = self.goal;
        self.linear = [R::ZERO; 3];
        self.turn.prepare(body, &fixed, discretization, dt);
    }

    /// Starts with a part of an earlier step's impulses.
    pub fn warm_start(&mut self, body: &mut Body<R>, impulse: Impulse<R>) {
        self.row.warm_start(body, &mut Body::fixed(), impulse.linear, &mut self.linear);
        self.turn.warm_start(body, &mut Body::fixed(), impulse.angular);
    }

    /// Changes the velocities of the body.
    pub fn solve(&mut self, body: &mut Body<R>) {
        self.row.solve(body, &mut Body::fixed(), self.goal_velocity, &mut self.linear);
        self.turn.solve(body, &mut Body::fixed());
    }

    /// The impulses of this step so far, N·s and N·m·s.
    pub fn impulse(&self) -> Impulse<R> {
        Impulse { linear: self.linear, angular: self.turn.impulse }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warm_start_gives_both_impulses() {
        let mut body = Body::new(2.0f64, [0.5; 3]);
        let spring = sprung::Spring::new(3.0, 0.4).unwrap();
        let mut spring = PoseSpring::new(spring, body.position, body.rotation);
        spring.prepare(&body, Discretization::Auto, 0.1);
        let impulse = Impulse { linear: [1.0, 2.0, -3.0], angular: [0.5, 0.0, -0.25] };
        spring.warm_start(&mut body, impulse);
        assert_eq!((body.velocity, body.angular_velocity), ([0.5, 1.0, -1.5], [1.0, 0.0, -0.5]));
        assert_eq!(spring.impulse(), impulse);
    }
}
