//! Motors: drive a velocity, with a force limit.

use sprung::{Real, Vector};

use crate::anchors::Anchors;
use crate::body::Body;
use crate::matrix::Matrix3;
use crate::row::Row;
use crate::softness::Soft;
use crate::stiffness::Damping;

/// A motor that drives the velocity of A relative to B to a target, as a damper: exponentially, without overshoot.
///
/// The fraction `e^(−λ·dt)` of the difference is left after `dt` seconds, for any mass, as long as the force suffices.
/// Under a known acceleration `a` ([`Body::load`]) it settles `a/λ` off its target, at every step, as the damper does.
/// A motor along one axis is one whose target follows the velocity across it: see [`LinearMotor::axis`].
/// Source: G. Fiedler, *Spring Physics*.
///
/// ```
/// use sprung::Damper;
/// use sprung_body::{Body, LinearMotor};
///
/// let (mut cart, mut world) = (Body::new(10.0f64, [1.0; 3]), Body::fixed());
/// let mut motor = LinearMotor::new(Damper::from_halflife(0.1)?, [2.0, 0.0, 0.0]);
/// motor.prepare(&cart, &world, 0.1);
/// motor.solve(&mut cart, &mut world);
/// assert!((cart.velocity[0] - 1.0).abs() < 1e-12, "half of the difference is left");
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias = "k(v0 - v) - bv")]
#[derive(Clone, Copy, Debug)]
pub struct LinearMotor<R> {
    /// The rate at which the difference falls, or the force per velocity.
    pub damper: Damping<R>,
    /// The target velocity of A relative to B, m/s.
    pub target: [R; 3],
    /// Drives along this direction alone (length 1), if given.
    pub axis: Option<[R; 3]>,
    /// The maximum force, N; infinite by default.
    pub max_force: R,
    /// The impulse on A in this step, N·s.
    pub impulse: [R; 3],
    pub(crate) row: Row<R, [R; 3], Matrix3<R>>,
}

/// A motor that drives the angular velocity of A relative to B to a target.
///
/// As [`LinearMotor`], through the inertia: every axis takes hold alike.
///
/// ```
/// use sprung::Damper;
/// use sprung_body::{AngularMotor, Body};
///
/// let (mut wheel, mut world) = (Body::new(10.0f64, [1.0; 3]), Body::fixed());
/// let mut motor = AngularMotor::new(Damper::from_halflife(0.1)?, [0.0, 0.0, 6.0]);
/// motor.prepare(&wheel, &world, 0.1);
/// motor.solve(&mut wheel, &mut world);
/// assert!((wheel.angular_velocity[2] - 3.0).abs() < 1e-12);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias = "k(v0 - v) - bv")]
#[doc(alias = "hinge motor")]
#[doc(alias = "torque")]
#[derive(Clone, Copy, Debug)]
pub struct AngularMotor<R> {
    /// The rate at which the difference falls, or the force per velocity.
    pub damper: Damping<R>,
    /// The target angular velocity of A relative to B, rad/s, in the world frame.
    pub target: [R; 3],
    /// Drives about this direction alone (length 1), if given.
    pub axis: Option<[R; 3]>,
    /// The maximum torque, N·m; infinite by default.
    pub max_torque: R,
    /// The turning impulse on A in this step, N·m·s.
    pub impulse: [R; 3],
    pub(crate) row: Row<R, [R; 3], Matrix3<R>>,
}

impl<R: Real> Row<R, [R; 3], Matrix3<R>> {
    /// Drives A relative to B to a velocity, at the strength that the account allows.
    fn drive(
        &mut self,
        anchors: Anchors<R>,
        [a, b]: [&Body<R>; 2],
        damping: &Damping<R>,
        target: [R; 3],
        dt: R,
    ) {
        let still = [R::ZERO; 3];
        let (mobility, targets) = match anchors {
            Anchors::Points(_) => {
                (Matrix3::diagonal([a.inverse_mass + b.inverse_mass; 3]), [target, still])
            }
            Anchors::Turns => (a.inverse_inertia.plus(&b.inverse_inertia), [still, target]),
        };
        let strength = self.account.strength([a, b], targets, dt);
        let soft = Soft::of_damping(damping, dt).weakened(strength);
        let pull = soft.pull(still, anchors.known(a, b, dt));
        *self = Row { anchors, soft, mobility, pull, account: self.account, ..Row::NONE };
    }

    /// Changes the velocities of both bodies, along an axis if there is one.
    fn solve_along(
        &mut self,
        [a, b]: [&mut Body<R>; 2],
        axis: Option<[R; 3]>,
        target: [R; 3],
        held: &mut [R; 3],
    ) {
        let Some(axis) = axis else { return self.solve(a, b, target, held) };
        let velocity = self.velocity(a, b).minus(target);
        let mobility = axis.dot(self.mobility.apply(axis));
        let [pull, velocity, along] = [self.pull, velocity, *held].map(|v| v.dot(axis));
        let change = self.soft.change(&mobility, pull, velocity, along);
        self.push(a, b, self.cut(held.plus(axis.times(change))).minus(*held), held);
    }
}

/// The damper and the target of a spring `k·(v₀ − v)` to a velocity and a damper `−b·v`.
fn with_drag<R: Real>([stiffness, damping]: [R; 2], velocity: [R; 3]) -> (Damping<R>, [R; 3]) {
    let sum = stiffness + damping;
    let valid = stiffness >= R::ZERO && damping >= R::ZERO && sum > R::ZERO;
    let (sum, share) = if valid { (sum, stiffness / sum) } else { (R::ZERO, R::ZERO) };
    (Damping::Physical(sum), velocity.times(share))
}

impl<R: Real> LinearMotor<R> {
    /// A motor to a target velocity, m/s.
    pub fn new(damper: impl Into<Damping<R>>, target: [R; 3]) -> Self {
        LinearMotor {
            damper: damper.into(),
            target,
            axis: None,
            max_force: R::INFINITY,
            impulse: [R::ZERO; 3],
            row: Row::NONE,
        }
    }

    /// Fiedler's motor: a spring `k·(v₀ − v)` to a velocity and a damper `−b·v`, both in N·s/m.
    ///
    /// Together they are one damper of `k + b` to `k/(k + b)·v₀`, the velocity at which it rests: short of `v₀` by the
    /// share of the damper. Values that are negative, infinite or NaN make no force.
    #[doc(alias = "k(v0 - v) - bv")]
    pub fn with_drag(stiffness: R, damping: R, velocity: [R; 3]) -> Self {
        let (damper, target) = with_drag([stiffness, damping], velocity);
        LinearMotor::new(damper, target)
    }

    /// Reads the bodies for a step of `dt` seconds.
    pub fn prepare(&mut self, a: &Body<R>, b: &Body<R>, dt: R) {
        let centers = Anchors::Points([a.position, b.position]);
        self.row.drive(centers, [a, b], &self.damper, self.target, dt);
        self.row.limit(self.max_force, dt);
        self.impulse = [R::ZERO; 3];
    }

    /// Starts with a part of an earlier step's impulse.
    pub fn warm_start(&mut self, a: &mut Body<R>, b: &mut Body<R>, impulse: [R; 3]) {
        self.row.warm_start(a, b, impulse, &mut self.impulse);
    }

    /// Changes the velocities of both bodies.
    pub fn solve(&mut self, a: &mut Body<R>, b: &mut Body<R>) {
        self.row.solve_along([a, b], self.axis, self.target, &mut self.impulse);
    }
}

impl<R: Real> AngularMotor<R> {
    /// A motor to a target angular velocity, rad/s.
    pub fn new(damper: impl Into<Damping<R>>, target: [R; 3]) -> Self {
        AngularMotor {
            damper: damper.into(),
            target,
            axis: None,
            max_torque: R::INFINITY,
            impulse: [R::ZERO; 3],
            row: Row::NONE,
        }
    }

    /// Fiedler's motor: a spring `k·(v₀ − v)` to a velocity and a damper `−b·v`, both in N·m·s/rad.
    ///
    /// Together they are one damper of `k + b` to `k/(k + b)·v₀`, the velocity at which it rests: short of `v₀` by the
    /// share of the damper. Values that are negative, infinite or NaN make no force.
    #[doc(alias = "k(v0 - v) - bv")]
    pub fn with_drag(stiffness: R, damping: R, velocity: [R; 3]) -> Self {
        let (damper, target) = with_drag([stiffness, damping], velocity);
        AngularMotor::new(damper, target)
    }

    /// Reads the bodies for a step of `dt` seconds.
    pub fn prepare(&mut self, a: &Body<R>, b: &Body<R>, dt: R) {
        self.row.drive(Anchors::Turns, [a, b], &self.damper, self.target, dt);
        self.row.limit(self.max_torque, dt);
        self.impulse = [R::ZERO; 3];
    }

    /// Starts with a part of an earlier step's turning impulse.
    pub fn warm_start(&mut self, a: &mut Body<R>, b: &mut Body<R>, impulse: [R; 3]) {
        self.row.warm_start(a, b, impulse, &mut self.impulse);
    }

    /// Changes the angular velocities of both bodies.
    pub fn solve(&mut self, a: &mut Body<R>, b: &mut Body<R>) {
        self.row.solve_along([a, b], self.axis, self.target, &mut self.impulse);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spring_to_a_velocity_and_a_damper_are_one_damper_to_a_part_of_it() {
        let velocity = [4.0f64, 0.0, -8.0];
        for ([stiffness, damping], [sum, part]) in [
            ([3.0, 1.0], [4.0, 0.75]),
            ([3.0, 0.0], [3.0, 1.0]),
            ([0.0, 2.0], [2.0, 0.0]),
            ([0.0, 0.0], [0.0, 0.0]),
            ([-1.0, 2.0], [0.0, 0.0]),
            ([3.0, -1.0], [0.0, 0.0]),
        ] {
            let expected = (Damping::Physical(sum), velocity.times(part));
            assert_eq!(with_drag([stiffness, damping], velocity), expected);
        }
    }

    #[test]
    fn a_motor_that_has_given_energy_has_half_its_strength_in_the_next_step() {
        let (dt, rate) = (1.0 / 60.0, 4.0);
        let damper = sprung::Damper::from_rate(rate).unwrap();
        let mut motor = LinearMotor::new(damper, [0.0f64; 3]);
        let (mut body, mut world) = (Body::new(2.0, [0.5; 3]), Body::fixed());
        motor.prepare(&body, &world, dt);
        // An impulse from elsewhere, on a body at rest.
        motor.warm_start(&mut body, &mut world, [6.0, 0.0, 0.0]);
        body.position[0] += body.velocity[0] * dt;
        motor.prepare(&body, &world, dt);
        motor.solve(&mut body, &mut world);
        let removed = 1.0 - (-rate * dt).exp();
        assert!((body.velocity[0] - 3.0 * (1.0 - 0.5 * removed)).abs() < 1e-12);
    }

    #[test]
    fn what_a_moving_target_gives_is_no_debt() {
        let (dt, rate, target) = (1.0 / 60.0, 4.0, [2.0f64, 0.0, -1.0]);
        let damper = sprung::Damper::from_rate(rate).unwrap();
        let mut linear = LinearMotor::new(damper, target);
        let mut angular = AngularMotor::new(damper, target);
        let (mut body, mut world) = (Body::new(2.0, [0.5; 3]), Body::fixed());
        for n in 1..=60 {
            linear.prepare(&body, &world, dt);
            angular.prepare(&body, &world, dt);
            linear.solve(&mut body, &mut world);
            angular.solve(&mut body, &mut world);
            body.position = body.position.plus(body.velocity.times(dt));
            let spin = body.angular_velocity.times(dt);
            body.rotation = body.rotation.then(&sprung::Rotation::from_rotation_vector(spin));
            let reached = 1.0 - (-rate * dt * f64::from(n)).exp();
            for velocity in [body.velocity, body.angular_velocity] {
                let missing = velocity.minus(target.times(reached));
                assert!(missing.length() < 1e-12, "step {n}: {velocity:?}");
            }
        }
    }
}
