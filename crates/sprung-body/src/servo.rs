//! Servos: drive a slide or a hinge to a position, with a force limit.

use sprung::{Real, Vector};

use crate::anchors::Anchors;
use crate::body::Body;
use crate::discretization::{Course, Discretization};
use crate::matrix::{cross, length};
use crate::orientation_spring::bend;
use crate::row::Row;
use crate::softness::Soft;
use crate::stiffness::Stiffness;

/// A spring along one axis: moves A's center to a distance from B's along an axis of B; across it, A is free.
///
/// Frequency and damping ratio hold for any masses, as long as the force suffices. Source: G. Fiedler,
/// *Spring Physics* (motors), with a position for a target.
///
/// ```
/// use sprung::Spring;
/// use sprung_body::{Body, Discretization, LinearServo};
///
/// let (mut lift, mut shaft) = (Body::new(300.0f64, [50.0; 3]), Body::fixed());
/// let mut servo = LinearServo::new(Spring::from_frequency(1.0, 1.0)?, [0.0, 1.0, 0.0], 3.0);
/// servo.max_force = 5000.0;
/// servo.prepare(&lift, &shaft, Discretization::Auto, 1.0 / 60.0);
/// servo.solve(&mut lift, &mut shaft);
/// assert!(lift.velocity[1] > 0.0 && lift.velocity[0] == 0.0);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LinearServo<R> {
    /// Frequency and damping ratio along the axis, or stiffness and damping of the force.
    pub spring: Stiffness<R>,
    /// The axis, in B's frame, of length 1.
    pub axis: [R; 3],
    /// The target distance along the axis, m.
    pub target: R,
    /// The velocity of the target, m/s.
    pub target_velocity: R,
    /// The maximum force, N; infinite by default.
    pub max_force: R,
    /// The impulse on A along the axis in this step, N·s.
    pub impulse: R,
    pub(crate) row: Row<R, R, R>,
    /// The axis and the target of the last step.
    pub(crate) last: ([R; 3], R),
}

/// A spring about one axis: turns A relative to B to an angle about an axis of B; the other turns are free.
///
/// The angle is that of the twist about the axis, −π … π, reached on the shortest path. As [`LinearServo`],
/// through the inertia about the axis. Where the axis in A is opposite to that in B no twist is defined, and at an angle of
/// `δ` rad from there it is known to about `ε/δ` rad, `ε` the machine precision.
///
/// ```
/// use sprung::Spring;
/// use sprung_body::{AngularServo, Body, Discretization};
///
/// let (mut door, mut frame) = (Body::new(20.0f64, [5.0; 3]), Body::fixed());
/// let mut servo = AngularServo::new(Spring::from_frequency(1.0, 1.0)?, [0.0, 1.0, 0.0], 1.5);
/// servo.prepare(&door, &frame, Discretization::Auto, 1.0 / 60.0);
/// servo.solve(&mut door, &mut frame);
/// assert!(door.angular_velocity[1] > 0.0 && door.angular_velocity[0] == 0.0);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias = "PD controller")]
#[doc(alias = "joint motor")]
#[derive(Clone, Copy, Debug)]
pub struct AngularServo<R> {
    /// Frequency and damping ratio along the axis, or stiffness and damping of the force.
    pub spring: Stiffness<R>,
    /// The axis, in B's frame, of length 1.
    pub axis: [R; 3],
    /// The target angle, rad.
    pub target: R,
    /// The angular velocity of the target, rad/s.
    pub target_velocity: R,
    /// The maximum torque, N·m; infinite by default.
    pub max_torque: R,
    /// The turning impulse on A about the axis in this step, N·m·s.
    pub impulse: R,
    pub(crate) row: Row<R, R, R>,
    /// The axis and the target of the last step.
    pub(crate) last: ([R; 3], R),
}

impl<R: Real> LinearServo<R> {
    /// A servo along `axis` (B's frame, length 1) to a distance, m.
    pub fn new(spring: impl Into<Stiffness<R>>, axis: [R; 3], target: R) -> Self {
        LinearServo {
            spring: spring.into(),
            axis,
            target,
            target_velocity: R::ZERO,
            max_force: R::INFINITY,
            impulse: R::ZERO,
            row: Row::NONE,
            last: (axis, target),
        }
    }

    /// Reads the bodies for a step of `dt` seconds.
    pub fn prepare(&mut self, a: &Body<R>, b: &Body<R>, discretization: Discretization, dt: R) {
        let axis = b.rotation.rotate(self.axis);
        let arm = a.position.minus(b.position);
        let error = arm.dot(axis) - self.target;
        // B is pushed where A is, so that the pair keeps its angular momentum.
        let anchors = Anchors::Points([a.position; 2]);
        self.row.begin(anchors, axis);
        let mobility = anchors.mobility_along(a, b, axis);
        let velocity = self.row.velocity(a, b) - self.target_velocity;
        let motion = [error * self.spring.reach(mobility, dt), velocity * dt];
        let [_, lever] = anchors.turns(a, b, motion.map(|way| axis.times(way)), dt);
        let turn = lever.max(bend(axis, b.angular_velocity, dt));
        let course = Course::new(discretization, self.max_force, turn, dt);
        self.row.soft = Soft::along(&self.spring, mobility, course);
        self.row.mobility = mobility;
        let before = arm.dot(b.rotation.rotate(self.last.0)) - self.last.1;
        let (offsets, errors) = ([error, before], [error, self.target_velocity]);
        self.row.prepare([a, b], &self.spring, offsets, errors, course);
        self.last = (self.axis, self.target);
        self.impulse = R::ZERO;
    }

    /// Starts with a part of an earlier step's impulse.
    pub fn warm_start(&mut self, a: &mut Body<R>, b: &mut Body<R>, impulse: R) {
        self.row.warm_start(a, b, impulse, &mut self.impulse);
    }

    /// Changes the velocities of both bodies.
    pub fn solve(&mut self, a: &mut Body<R>, b: &mut Body<R>) {
        // Seen from B: the axis turns with it.
        self.row.solve(a, b, self.target_velocity, &mut self.impulse);
    }
}

impl<R: Real> AngularServo<R> {
    /// A servo about `axis` (B's frame, length 1) to an angle, rad.
    pub fn new(spring: impl Into<Stiffness<R>>, axis: [R; 3], target: R) -> Self {
        AngularServo {
            spring: spring.into(),
            axis,
            target,
            target_velocity: R::ZERO,
            max_torque: R::INFINITY,
            impulse: R::ZERO,
            row: Row::NONE,
            last: (axis, target),
        }
    }

    /// The angle of A relative to B about the axis, rad, −π … π.
    pub fn angle(&self, a: &Body<R>, b: &Body<R>) -> R {
        twist(a, b, self.axis).0
    }

    /// Reads the bodies for a step of `dt` seconds.
    pub fn prepare(&mut self, a: &Body<R>, b: &Body<R>, discretization: Discretization, dt: R) {
        let (angle, rate) = twist(a, b, self.axis);
        let axis = b.rotation.rotate(rate);
        let error = wrapped(angle - self.target);
        self.row.begin(Anchors::Turns, axis);
        let mobility = self.row.anchors.mobility_along(a, b, axis);
        let [first, second] = [a, b].map(|body| bend(axis, body.angular_velocity, dt));
        let course = Course::new(discretization, self.max_torque, first.max(second), dt);
        self.row.soft = Soft::along(&self.spring, mobility, course);
        self.row.mobility = mobility;
        let before = wrapped(twist(a, b, self.last.0).0 - self.last.1);
        let (offsets, errors) = ([error, before], [error, self.target_velocity]);
        self.row.prepare([a, b], &self.spring, offsets, errors, course);
        let size = length(axis).max(R::ONE);
        self.row.range = self.row.range.map(|most| most / size);
        self.last = (self.axis, self.target);
        self.impulse = R::ZERO;
    }

    /// Starts with a part of an earlier step's turning impulse.
    pub fn warm_start(&mut self, a: &mut Body<R>, b: &mut Body<R>, impulse: R) {
        self.row.warm_start(a, b, impulse, &mut self.impulse);
    }

    /// Changes the angular velocities of both bodies.
    pub fn solve(&mut self, a: &mut Body<R>, b: &mut Body<R>) {
        self.row.solve(a, b, self.target_velocity, &mut self.impulse);
    }
}

/// Returns an angle wrapped to −π … π.
fn wrapped<R: Real>(angle: R) -> R {
    let turn = R::TWO * R::PI;
    angle - turn * (angle / turn + R::HALF).floor()
}

/// The angle, and its rate per angular velocity in B's frame.
///
/// With the rotation `(v, w)`, `s = v·n` and the axis `n`, the rate is `(w²·n + w·v×n + s·v)/(s² + w²)`: the axis
/// itself where A is turned about it alone. A torque along the axis instead could be made to add energy forever by
/// turns about other axes.
fn twist<R: Real>(a: &Body<R>, b: &Body<R>, axis: [R; 3]) -> (R, [R; 3]) {
    let turn = a.rotation.then(&b.rotation.inverse());
    let [x, y, z, w] = turn.xyzw();
    let v = [x, y, z];
    let s = v.dot(axis);
    let size = s * s + w * w;
    let sum = axis.times(w * w).plus(cross(v, axis).times(w)).plus(v.times(s));
    // Turned over by half a turn across the axis, A has no angle about it.
    let rate = if size > R::EPSILON { sum.times(R::ONE / size) } else { [R::ZERO; 3] };
    (wrapped(R::TWO * s.atan2(w)), rate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_angle_is_wrapped_to_half_a_turn_both_ways() {
        use std::f64::consts::PI;
        for (angle, expected) in
            [(1.5 * PI, -0.5 * PI), (-1.5 * PI, 0.5 * PI), (7.0, 7.0 - 2.0 * PI), (0.3, 0.3)]
        {
            assert!((wrapped(angle) - expected).abs() < 1e-15, "{angle}");
        }
    }

    /// The linear servo after `prepare`, whose lever is across its axis: a servo of this frequency, and the offset, the
    /// velocity and the target velocity.
    fn levered(hz: f64, [offset, velocity, target]: [f64; 3]) -> Soft<f64> {
        let (mut a, b) = (Body::new(2.0, [0.5; 3]), Body::new(2.0, [0.5; 3]));
        (a.position, a.velocity) = ([offset, 1.0, 0.0], [velocity, 0.0, 0.0]);
        let spring = sprung::Spring::from_frequency(hz, 0.1).unwrap();
        let mut servo = LinearServo::new(spring, [1.0, 0.0, 0.0], 0.0);
        servo.target_velocity = target;
        servo.prepare(&a, &b, Discretization::BackwardEuler, 1.0 / 60.0);
        servo.row.soft
    }

    /// The part of the velocity that is removed at rest, of a step that removes no offset.
    fn removed(soft: Soft<f64>) -> f64 {
        -soft.change(&1.0, 0.0, 1.0, 0.0)
    }

    #[test]
    fn a_lever_turns_by_what_the_servo_moves_in_the_step() {
        // A servo of 0.3 Hz removes a thousandth of its offset in a step: its damping is that without an offset.
        let [near, far] = [0.0, 0.3].map(|offset| removed(levered(0.3, [offset, 0.0, 0.0])));
        assert!((far - near).abs() < 1e-3, "{near} {far}");
        // One that moves as it is to does not turn its lever; one that moves the other way does.
        let [with, against] = [3.0, -3.0].map(|target| removed(levered(0.3, [0.0, 3.0, target])));
        assert!((with - near).abs() < 1e-12 && against > near + 0.01, "{near} {with} {against}");
    }
}
