//! The orientation spring: turns a body to a rotation, or two bodies to one another.

use sprung::{Real, Rotation, Vector};

use crate::account::{Account, Stretch};
use crate::body::{Body, Impulse};
use crate::discretization::{Course, Discretization};
use crate::matrix::{Matrix3, cross, direction, length};
use crate::softness::{Soft, cut, greatest_impulse};
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
    soft: Soft<R>,
    mobility: Matrix3<R>,
    pull: [R; 3],
    max_impulse: R,
    /// The goal of the last step.
    pub(crate) last: Rotation<R>,
    pub(crate) account: Account<R>,
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
            soft: Soft::NONE,
            mobility: Matrix3::ZERO,
            pull: [R::ZERO; 3],
            max_impulse: R::INFINITY,
            last: goal,
            account: Account::NEW,
        }
    }

    /// Reads the bodies for a step of `dt` seconds.
    pub fn prepare(&mut self, a: &Body<R>, b: &Body<R>, discretization: Discretization, dt: R) {
        let goal = self.goal.then(&b.rotation);
        let error = a.rotation.relative_to(&goal).to_rotation_vector();
        self.mobility = a.inverse_inertia.plus(&b.inverse_inertia);
        let velocity = a.angular_velocity.minus(b.angular_velocity).minus(self.goal_velocity);
        let bend = [velocity, a.angular_velocity, b.angular_velocity]
            .map(|velocity| bend(error, velocity, dt));
        let turn = bend[0].max(bend[1]).max(bend[2]);
        let course = Course { bounded: self.max_torque < R::INFINITY, turn };
        self.soft = Soft::new(&self.spring, self.mobility.trace(), discretization, course, dt);
        let last = self.last.then(&b.rotation);
        let known = a.load.turning(dt).minus(&b.load.turning(dt));
        let mass = a.reduced_moment(b);
        let stretch = Stretch {
            elastic: self.soft.elastic(&self.spring, mass),
            mass,
            unseen: known.unseen(dt),
            offset: length(error),
            before: length(a.rotation.relative_to(&last).to_rotation_vector()),
            most: self.soft.most(error, |pull| self.mobility.solve(pull)),
        };
        let (soft, mobility) = (self.soft, self.mobility);
        let share = self.account.share([a, b], stretch, discretization, dt, || {
            soft.gift(&mobility, error, velocity, known, dt)
        });
        self.last = self.goal;
        self.pull = self.soft.pull(error.times(share), known);
        self.max_impulse = greatest_impulse(self.max_torque, dt);
        self.impulse = [R::ZERO; 3];
    }

    /// Starts with a part of an earlier step's turning impulse.
    pub fn warm_start(&mut self, a: &mut Body<R>, b: &mut Body<R>, impulse: [R; 3]) {
        self.push(a, b, cut(impulse, self.max_impulse));
    }

    /// Changes the angular velocities of both bodies.
    pub fn solve(&mut self, a: &mut Body<R>, b: &mut Body<R>) {
        let velocity = a.angular_velocity.minus(b.angular_velocity).minus(self.goal_velocity);
        let change = self.soft.around(&self.mobility, self.pull, velocity, self.impulse);
        let wanted = cut(self.impulse.plus(change), self.max_impulse);
        self.push(a, b, wanted.minus(self.impulse));
    }

    fn push(&mut self, a: &mut Body<R>, b: &mut Body<R>, change: [R; 3]) {
        self.impulse = self.impulse.plus(change);
        let turned = [(&mut *a, R::ONE), (&mut *b, -R::ONE)].map(|(body, sign)| {
            body.push(Impulse { linear: [R::ZERO; 3], angular: change.times(sign) })
        });
        self.account.note([R::ZERO; 3], turned);
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
