//! The distance spring: two points at a rest length, as a rod, a rope or a bumper.

use sprung::{Real, Spring, Vector};

use crate::body::Body;
use crate::matrix::direction;
use crate::softness::{Bridge, Softness, greatest_impulse};

/// When a distance spring acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// Always.
    #[default]
    Both,
    /// Only when the points are further apart than the rest length: a rope, with slack.
    Pull,
    /// Only when they are closer: a bumper.
    Push,
}

/// A spring along the line between two points: `F = −k·(|x| − d)·x/|x| − b·v`.
///
/// Points that coincide have no line between them: without rest length there is nothing to do, with one they are parted
/// along the world's x. Source: G. Fiedler, *Spring Physics*.
#[derive(Clone, Copy, Debug)]
pub struct Distance<R> {
    /// How it feels.
    pub spring: Spring<R>,
    /// The point of A, in A's frame, m.
    pub point_a: [R; 3],
    /// The point of B, in B's frame, m.
    pub point_b: [R; 3],
    /// The distance at rest, m, ≥ 0.
    pub rest_length: R,
    /// When it acts.
    pub reach: Reach,
    /// The greatest force, N; infinite by default.
    pub max_force: R,
    /// The impulse that parts the points in this step, N·s; kept for a warm start.
    pub impulse: R,
    softness: Softness<R>,
    along: [R; 3],
    mobility: R,
    slack: bool,
    pull: R,
    at: [[R; 3]; 2],
    range: (R, R),
}

impl<R: Real> Distance<R> {
    /// A spring between a point of A and a point of B, each in its body's frame, at a rest length.
    pub fn new(spring: Spring<R>, point_a: [R; 3], point_b: [R; 3], rest_length: R) -> Self {
        Distance {
            spring,
            point_a,
            point_b,
            rest_length,
            reach: Reach::Both,
            max_force: R::INFINITY,
            impulse: R::ZERO,
            softness: Softness::NONE,
            along: [R::ZERO; 3],
            mobility: R::ZERO,
            slack: false,
            pull: R::ZERO,
            at: [[R::ZERO; 3]; 2],
            range: (R::ZERO, R::ZERO),
        }
    }

    /// Reads the bodies for a step of `dt` seconds.
    pub fn prepare(&mut self, a: &Body<R>, b: &Body<R>, bridge: Bridge, dt: R) {
        self.softness = bridge.softness(&self.spring, dt);
        self.at = [a.point(self.point_a), b.point(self.point_b)];
        let apart = self.at[0].minus(self.at[1]);
        let sideways = [R::ONE, R::ZERO, R::ZERO];
        let (along, length) = direction(apart).unwrap_or((sideways, R::ZERO));
        self.along = along;
        let stretch = length - self.rest_length;
        let known = a.known_at(self.at[0], dt).minus(&b.known_at(self.at[1], dt));
        self.pull = self.softness.pull(stretch, known.along(along));
        self.mobility = a.mobility_along(self.at[0], along) + b.mobility_along(self.at[1], along);
        if length == R::ZERO && self.rest_length == R::ZERO {
            self.mobility = R::ZERO;
        }
        self.slack = match self.reach {
            Reach::Both => false,
            Reach::Pull => stretch < R::ZERO,
            Reach::Push => stretch > R::ZERO,
        };
        let most = greatest_impulse(self.max_force, dt);
        self.range = match self.reach {
            Reach::Both => (-most, most),
            Reach::Pull => (-most, R::ZERO),
            Reach::Push => (R::ZERO, most),
        };
        self.impulse = R::ZERO;
    }

    /// Starts with a part of an earlier step's impulse.
    pub fn warm_start(&mut self, a: &mut Body<R>, b: &mut Body<R>, impulse: R) {
        self.push(a, b, impulse.max(self.range.0).min(self.range.1));
    }

    /// Changes the velocities of both bodies.
    pub fn solve(&mut self, a: &mut Body<R>, b: &mut Body<R>) {
        let velocity = a.velocity_at(self.at[0]).minus(b.velocity_at(self.at[1])).dot(self.along);
        if self.slack {
            // A rope neither pulls nor brakes before it is taut.
            let held = self.impulse;
            self.push(a, b, -held);
            return;
        }
        let change = self.softness.along(self.mobility, self.pull, velocity, self.impulse);
        let wanted = (self.impulse + change).max(self.range.0).min(self.range.1);
        self.push(a, b, wanted - self.impulse);
    }

    fn push(&mut self, a: &mut Body<R>, b: &mut Body<R>, change: R) {
        self.impulse += change;
        let change = self.along.times(change);
        a.apply_at(self.at[0], change);
        b.apply_at(self.at[1], change.times(-R::ONE));
    }
}
