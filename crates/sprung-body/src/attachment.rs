//! Click and drag: a point of a body is pulled to a point of another, or of the world.

use sprung::{Real, Spring, Vector};

use crate::body::Body;
use crate::matrix::Matrix3;
use crate::softness::{Bridge, Softness, cut, greatest_impulse};

/// A spring between a point of body A and a point of body B, with full effective mass: it pulls and turns both.
///
/// The impulse is `−K⁻¹·(C_s·x/h + C_d·v)`, where `v` is the velocity of the point itself, turning included, and
/// `K = 1/m − [r]·I⁻¹·[r]` of both bodies, a 3×3 matrix: how fast the point moves per impulse, in every direction. So the
/// point has the set frequency and damping ratio whatever the mass, the inertia and the lever, in every direction alike.
///
/// What follows for a point off the centre:
/// - The force is not along the offset: where the body is easier to turn than to move, less of it is needed.
/// - Three of the body's six degrees of freedom are held. It swings about the point freely, unbraked: let an
///   [`AngularMotor`](crate::AngularMotor) stand for the air, or an [`Orientation`](crate::Orientation) hold it.
/// - It knows nothing of the pull that circling about the point needs: a body that spins about it by `w` rests `w²·r/ω²`
///   away, as on any spring.
/// - Directions and levers are those at the start of the step: a body that turns far in one is held, but not to these
///   numbers.
///
/// On both bodies it acts where A's point is, as from a mount that B carries: the pair keeps its momentum and its angular
/// momentum to rounding. For a point of the world, let B be [`Body::fixed`]. Source: G. Fiedler, *Spring Physics*.
#[derive(Clone, Copy, Debug)]
pub struct Attachment<R> {
    /// How it feels.
    pub spring: Spring<R>,
    /// The point of A, in A's frame, m.
    pub point_a: [R; 3],
    /// The point of B, in B's frame, m.
    pub point_b: [R; 3],
    /// The velocity with which the point of B is moved by its user beyond B's own, m/s: a mouse that moves.
    pub goal_velocity: [R; 3],
    /// The greatest force, N; infinite by default.
    pub max_force: R,
    /// The impulse on A in this step, N·s; kept for a warm start.
    pub impulse: [R; 3],
    softness: Softness<R>,
    mobility: Matrix3<R>,
    pull: [R; 3],
    at: [R; 3],
    max_impulse: R,
}

impl<R: Real> Attachment<R> {
    /// A spring from a point of A to a point of B, each in its body's frame.
    pub fn new(spring: Spring<R>, point_a: [R; 3], point_b: [R; 3]) -> Self {
        Attachment {
            spring,
            point_a,
            point_b,
            goal_velocity: [R::ZERO; 3],
            max_force: R::INFINITY,
            impulse: [R::ZERO; 3],
            softness: Softness::NONE,
            mobility: Matrix3::ZERO,
            pull: [R::ZERO; 3],
            at: [R::ZERO; 3],
            max_impulse: R::INFINITY,
        }
    }

    /// Reads the bodies for a step of `dt` seconds; forgets the last step's impulse unless it is warm started.
    pub fn prepare(&mut self, a: &Body<R>, b: &Body<R>, bridge: Bridge, dt: R) {
        self.softness = bridge.softness(&self.spring, dt);
        self.at = a.point(self.point_a);
        let apart = self.at.minus(b.point(self.point_b));
        let known = a.known_at(self.at, dt).minus(&b.known_at(self.at, dt));
        self.pull = self.softness.pull(apart, known);
        self.mobility = a.mobility_at(self.at).plus(&b.mobility_at(self.at));
        self.max_impulse = greatest_impulse(self.max_force, dt);
        self.impulse = [R::ZERO; 3];
    }

    /// Starts with a part of an earlier step's impulse: for several passes beside other constraints.
    pub fn warm_start(&mut self, a: &mut Body<R>, b: &mut Body<R>, impulse: [R; 3]) {
        self.push(a, b, cut(impulse, self.max_impulse));
    }

    /// Changes the velocities of both bodies. Once for a spring alone; again, in turn with others, for those beside it.
    pub fn solve(&mut self, a: &mut Body<R>, b: &mut Body<R>) {
        let velocity =
            a.velocity_at(self.at).minus(b.velocity_at(self.at)).minus(self.goal_velocity);
        let change = self.softness.around(&self.mobility, self.pull, velocity, self.impulse);
        let wanted = cut(self.impulse.plus(change), self.max_impulse);
        self.push(a, b, wanted.minus(self.impulse));
    }

    fn push(&mut self, a: &mut Body<R>, b: &mut Body<R>, change: [R; 3]) {
        self.impulse = self.impulse.plus(change);
        a.apply_at(self.at, change);
        b.apply_at(self.at, change.times(-R::ONE));
    }
}
