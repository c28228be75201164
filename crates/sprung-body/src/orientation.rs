//! The orientation spring: turns a body to a rotation, or two bodies to one another.

use sprung::{Real, Rotation, Spring, Vector};

use crate::body::{Body, Impulse};
use crate::matrix::Matrix3;
use crate::softness::{Bridge, Softness, cut, greatest_impulse};

/// A spring on the whole rotation of body A relative to body B, the shortest way round.
///
/// The torque is proportional to the rotation vector from the goal and to the angular velocity, through the inertia: the
/// turn feels as set about every axis. For a goal in the world let B be [`Body::fixed`].
/// Source: G. Fiedler, *Spring Physics*.
#[derive(Clone, Copy, Debug)]
pub struct Orientation<R> {
    /// How it feels.
    pub spring: Spring<R>,
    /// The rotation of A that is wanted, relative to B.
    pub goal: Rotation<R>,
    /// The angular velocity with which the goal turns, rad/s, world frame.
    pub goal_velocity: [R; 3],
    /// The greatest torque, N·m; infinite by default.
    pub max_torque: R,
    /// The turning impulse on A in this step, N·m·s.
    pub impulse: [R; 3],
    softness: Softness<R>,
    mobility: Matrix3<R>,
    pull: [R; 3],
    max_impulse: R,
}

impl<R: Real> Orientation<R> {
    /// A spring that turns A to `goal` relative to B.
    pub fn new(spring: Spring<R>, goal: Rotation<R>) -> Self {
        Orientation {
            spring,
            goal,
            goal_velocity: [R::ZERO; 3],
            max_torque: R::INFINITY,
            impulse: [R::ZERO; 3],
            softness: Softness::NONE,
            mobility: Matrix3::ZERO,
            pull: [R::ZERO; 3],
            max_impulse: R::INFINITY,
        }
    }

    /// Reads the bodies for a step of `dt` seconds.
    pub fn prepare(&mut self, a: &Body<R>, b: &Body<R>, bridge: Bridge, dt: R) {
        self.softness = bridge.softness(&self.spring, dt);
        let goal = self.goal.then(&b.rotation);
        let error = a.rotation.relative_to(&goal).to_rotation_vector();
        self.pull = self.softness.pull(error, a.load.turning(dt).minus(&b.load.turning(dt)));
        self.mobility = a.inverse_inertia.plus(&b.inverse_inertia);
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
        let change = self.softness.around(&self.mobility, self.pull, velocity, self.impulse);
        let wanted = cut(self.impulse.plus(change), self.max_impulse);
        self.push(a, b, wanted.minus(self.impulse));
    }

    fn push(&mut self, a: &mut Body<R>, b: &mut Body<R>, change: [R; 3]) {
        self.impulse = self.impulse.plus(change);
        a.apply(Impulse { linear: [R::ZERO; 3], angular: change });
        b.apply(Impulse { linear: [R::ZERO; 3], angular: change.times(-R::ONE) });
    }
}
