//! Servos: drive a slide or a hinge to a position, with a force limit.

use sprung::{Real, Vector};

use crate::account::{Account, Stretch};
use crate::body::{Body, Impulse};
use crate::discretization::{Course, Discretization};
use crate::matrix::{cross, length};
use crate::orientation_spring::bend;
use crate::point_spring::lever_turn;
use crate::softness::{Softness, greatest_impulse};
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
    row: Row<R>,
    /// The axis and the target of the last step.
    pub(crate) last: ([R; 3], R),
    pub(crate) account: Account<R>,
}

/// A spring about one axis: turns A relative to B to an angle about an axis of B; the other turns are free.
///
/// The angle is that of the twist about the axis, −π … π, reached on the shortest path. As [`LinearServo`],
/// through the inertia about the axis.
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
    row: Row<R>,
    /// The axis and the target of the last step.
    pub(crate) last: ([R; 3], R),
    pub(crate) account: Account<R>,
}

/// The constraint row of both servos: one direction.
#[derive(Clone, Copy, Debug)]
struct Row<R> {
    softness: Softness<R>,
    axis: [R; 3],
    mobility: R,
    pull: R,
    max_impulse: R,
}

impl<R: Real> Row<R> {
    const NONE: Self = Row {
        softness: Softness::NONE,
        axis: [R::ZERO; 3],
        mobility: R::ZERO,
        pull: R::ZERO,
        max_impulse: R::ZERO,
    };

    fn corrected(&self, velocity: R, held: R) -> R {
        self.cut(held + self.softness.along(self.mobility, self.pull, velocity, held))
    }

    fn cut(&self, impulse: R) -> R {
        impulse.max(-self.max_impulse).min(self.max_impulse)
    }
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
            account: Account::NEW,
        }
    }

    /// Reads the bodies for a step of `dt` seconds.
    pub fn prepare(&mut self, a: &Body<R>, b: &Body<R>, discretization: Discretization, dt: R) {
        let axis = b.rotation.rotate(self.axis);
        let known = a.known_at(a.position, dt).minus(&b.known_at(a.position, dt));
        let arm = a.position.minus(b.position);
        let offset = arm.dot(axis) - self.target;
        // B is pushed where A is, so that the pair keeps its angular momentum.
        let mobility = a.inverse_mass + b.mobility_along(a.position, axis);
        let velocity = a.velocity.minus(b.velocity_at(a.position)).dot(axis);
        let motion =
            [offset * self.spring.reach(mobility, dt), (velocity - self.target_velocity) * dt]
                .map(|way| axis.times(way));
        let course = Course {
            bounded: self.max_force < R::INFINITY,
            turn: lever_turn(b, arm, motion, dt).max(bend(axis, b.angular_velocity, dt)),
        };
        let softness = Softness::new(&self.spring, mobility, discretization, course, dt);
        let known = known.along(axis);
        let mass = a.reduced_mass(b);
        let stretch = Stretch {
            elastic: softness.elastic(&self.spring, mass),
            mass,
            unseen: known.unseen(dt),
            offset,
            before: arm.dot(b.rotation.rotate(self.last.0)) - self.last.1,
            most: softness.most(mobility, offset),
        };
        let share = self.account.share([a, b], stretch, discretization, dt, || {
            softness.gift(mobility, offset, velocity - self.target_velocity, known, dt)
        });
        self.last = (self.axis, self.target);
        self.row = Row {
            softness,
            axis,
            mobility,
            pull: softness.pull(offset * share, known),
            max_impulse: greatest_impulse(self.max_force, dt),
        };
        self.impulse = R::ZERO;
    }

    /// Starts with a part of an earlier step's impulse.
    pub fn warm_start(&mut self, a: &mut Body<R>, b: &mut Body<R>, impulse: R) {
        self.push(a, b, self.row.cut(impulse));
    }

    /// Changes the velocities of both bodies.
    pub fn solve(&mut self, a: &mut Body<R>, b: &mut Body<R>) {
        // Seen from B: the axis turns with it.
        let velocity = a.velocity.minus(b.velocity_at(a.position)).dot(self.row.axis);
        let wanted = self.row.corrected(velocity - self.target_velocity, self.impulse);
        self.push(a, b, wanted - self.impulse);
    }

    fn push(&mut self, a: &mut Body<R>, b: &mut Body<R>, change: R) {
        self.impulse += change;
        let change = self.row.axis.times(change);
        let turned = [
            a.push(Impulse { linear: change, angular: [R::ZERO; 3] }),
            b.push_at(a.position, change.times(-R::ONE)),
        ];
        self.account.note(change, turned);
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
            account: Account::NEW,
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
        let known = a.load.turning(dt).minus(&b.load.turning(dt));
        let offset = wrapped(angle - self.target);
        let mobility = axis.dot(a.inverse_inertia.plus(&b.inverse_inertia).apply(axis));
        let [first, second] = [a, b].map(|body| bend(axis, body.angular_velocity, dt));
        let course = Course { bounded: self.max_torque < R::INFINITY, turn: first.max(second) };
        let softness = Softness::new(&self.spring, mobility, discretization, course, dt);
        let known = known.along(axis);
        let mass = a.reduced_moment(b);
        let stretch = Stretch {
            elastic: softness.elastic(&self.spring, mass),
            mass,
            unseen: known.unseen(dt),
            offset,
            before: wrapped(twist(a, b, self.last.0).0 - self.last.1),
            most: softness.most(mobility, offset),
        };
        let share = self.account.share([a, b], stretch, discretization, dt, || {
            let velocity = a.angular_velocity.minus(b.angular_velocity).dot(axis);
            softness.gift(mobility, offset, velocity - self.target_velocity, known, dt)
        });
        self.last = (self.axis, self.target);
        self.row = Row {
            softness,
            axis,
            mobility,
            pull: softness.pull(offset * share, known),
            max_impulse: greatest_impulse(self.max_torque, dt) / length(axis).max(R::ONE),
        };
        self.impulse = R::ZERO;
    }

    /// Starts with a part of an earlier step's turning impulse.
    pub fn warm_start(&mut self, a: &mut Body<R>, b: &mut Body<R>, impulse: R) {
        self.push(a, b, self.row.cut(impulse));
    }

    /// Changes the angular velocities of both bodies.
    pub fn solve(&mut self, a: &mut Body<R>, b: &mut Body<R>) {
        let velocity = a.angular_velocity.minus(b.angular_velocity).dot(self.row.axis);
        let wanted = self.row.corrected(velocity - self.target_velocity, self.impulse);
        self.push(a, b, wanted - self.impulse);
    }

    fn push(&mut self, a: &mut Body<R>, b: &mut Body<R>, change: R) {
        self.impulse += change;
        let angular = self.row.axis.times(change);
        let turned = [(&mut *a, R::ONE), (&mut *b, -R::ONE)].map(|(body, sign)| {
            body.push(Impulse { linear: [R::ZERO; 3], angular: angular.times(sign) })
        });
        self.account.note([R::ZERO; 3], turned);
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
