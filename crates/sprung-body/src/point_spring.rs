//! The point spring (click and drag): pulls a point of a body to a point of another, or of the world.

use sprung::{Real, Vector};

use crate::account::Stretch;
use crate::anchors::Anchors;
use crate::body::Body;
use crate::discretization::{Course, Discretization};
use crate::effective_mass::PointFrame;
use crate::external_acceleration::unseen;
use crate::matrix::{Matrix3, length};
use crate::row::Row;
use crate::softness::Soft;
use crate::stiffness::Stiffness;

/// A spring between a point of body A and a point of body B: it pulls and turns both.
///
/// By frequency the impulse is `−K⁻¹·(C_s·x/h + C_d·v)`, where `v` is the velocity of the point itself, turning included,
/// and `K = 1/m − [r]·I⁻¹·[r]` of both bodies, a 3×3 matrix: how fast the point moves per impulse, in every direction. So
/// the point has the set frequency and damping ratio for any mass, inertia and lever, in every direction
/// alike. By [`Stiffness::Physical`] it is Fiedler's attachment `F = −kx − bv`, at the end of the step: the force is along
/// the offset, and heavier bodies are slower.
///
/// Of a point off the center:
/// - By frequency the force is not along the offset: where the body is easier to turn than to move, less of it is needed.
/// - Three of the body's six degrees of freedom are held. It swings about the point freely, unbraked: let an
///   [`AngularMotor`](crate::AngularMotor) act as air drag, or an [`OrientationSpring`](crate::OrientationSpring) hold it.
/// - It knows nothing of the pull that circling about the point needs: a body that spins about it by `w` rests `w²·r/ω²`
///   away, as on any spring.
/// - Directions and levers are those at the start of the step. A step that turns a body by more than an eighth of a radian
///   takes the implicit pair where the exact one would not be safe.
///
/// On both bodies it acts where A's point is, as from a mount that B carries: the pair keeps its momentum and its angular
/// momentum to rounding. For a point of the world, let B be [`Body::fixed`]. Source: G. Fiedler, *Spring Physics*.
///
/// ```
/// use sprung::Spring;
/// use sprung_body::{Body, Discretization, PointSpring};
///
/// // Pull the center of a body toward a point of the world.
/// let (mut body, mut world) = (Body::new(1.0f64, [0.4; 3]), Body::fixed());
/// let mut spring = PointSpring::new(Spring::from_frequency(2.0, 1.0)?, [0.0; 3], [1.0, 0.0, 0.0]);
/// spring.prepare(&body, &world, Discretization::Auto, 1.0 / 60.0);
/// spring.solve(&mut body, &mut world);
/// assert!(body.velocity[0] > 0.0 && spring.impulse[0] > 0.0);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias = "F = -kx")]
#[doc(alias = "soft constraint")]
#[doc(alias = "mouse joint")]
#[doc(alias = "b2MouseJoint")]
#[doc(alias = "PD controller")]
#[doc(alias = "ball and socket")]
#[doc(alias = "click and drag")]
#[doc(alias = "F = -kx - bv")]
#[derive(Clone, Copy, Debug)]
pub struct PointSpring<R> {
    /// Frequency and damping ratio of the point, or stiffness and damping of the force.
    pub spring: Stiffness<R>,
    /// The point of A, in A's frame, m.
    pub point_a: [R; 3],
    /// The point of B, in B's frame, m.
    pub point_b: [R; 3],
    /// The velocity with which the point of B is moved by its user beyond B's own, m/s: a mouse that moves.
    pub goal_velocity: [R; 3],
    /// The maximum force, N; infinite by default.
    pub max_force: R,
    /// The impulse on A in this step, N·s; kept for a warm start.
    pub impulse: [R; 3],
    frame: PointFrame<R>,
    /// In the axes of the frame.
    pub(crate) row: Row<R, [R; 3], Matrix3<R>>,
    /// The points of the last step.
    pub(crate) last: [[R; 3]; 2],
}

impl<R: Real> PointSpring<R> {
    /// A spring from a point of A to a point of B, each in its body's frame.
    pub fn new(spring: impl Into<Stiffness<R>>, point_a: [R; 3], point_b: [R; 3]) -> Self {
        PointSpring {
            spring: spring.into(),
            point_a,
            point_b,
            goal_velocity: [R::ZERO; 3],
            max_force: R::INFINITY,
            impulse: [R::ZERO; 3],
            frame: PointFrame::NONE,
            row: Row::NONE,
            last: [point_a, point_b],
        }
    }

    /// Reads the bodies for a step of `dt` seconds; forgets the last step's impulse unless it is warm started.
    pub fn prepare(&mut self, a: &Body<R>, b: &Body<R>, discretization: Discretization, dt: R) {
        let at = a.point(self.point_a);
        let apart = at.minus(b.point(self.point_b));
        let anchors = Anchors::Points([at; 2]);
        let (frame, mobility) = PointFrame::new(a, b, at);
        let velocity = anchors.velocity(a, b).minus(self.goal_velocity);
        let reach = self.spring.reach(mobility.trace(), dt);
        let motion = [apart.times(reach), velocity.times(dt)];
        let [first, second] = anchors.turns(a, b, motion, dt);
        let course = Course::new(discretization, self.max_force, first.max(second), dt);
        let soft = Soft::new(&self.spring, mobility.trace(), course);
        let known = anchors.known(a, b, dt);
        let before = a.point(self.last[0]).minus(b.point(self.last[1]));
        let stretch = Stretch {
            spring: self.spring,
            mass: anchors.mass(a, b),
            offset: length(apart),
            before: length(before),
            unseen: unseen(known, dt),
            error: frame.local(apart),
            velocity: frame.local(velocity),
            known: known.map(|vector| frame.local(vector)),
        };
        let account = &mut self.row.account;
        let share = account.share([a, b], &soft, &mobility, &stretch, course);
        let pull = frame.local(soft.pull(apart.times(share), known));
        self.row = Row { anchors, soft, mobility, pull, ..self.row };
        self.row.limit(self.max_force, dt);
        self.frame = frame;
        self.last = [self.point_a, self.point_b];
        self.impulse = [R::ZERO; 3];
    }

    /// Starts with a part of an earlier step's impulse: for several passes with other constraints.
    pub fn warm_start(&mut self, a: &mut Body<R>, b: &mut Body<R>, impulse: [R; 3]) {
        self.push(a, b, self.row.cut(impulse));
    }

    /// Changes the velocities of both bodies. Call once for a spring alone, repeatedly in turn with other constraints.
    pub fn solve(&mut self, a: &mut Body<R>, b: &mut Body<R>) {
        let velocity = self.row.velocity(a, b).minus(self.goal_velocity);
        let Row { soft, mobility, pull, .. } = &self.row;
        let [velocity, held] = [velocity, self.impulse].map(|vector| self.frame.local(vector));
        let change = self.frame.world(soft.change(mobility, *pull, velocity, held));
        let wanted = self.row.cut(self.impulse.plus(change));
        self.push(a, b, wanted.minus(self.impulse));
    }

    fn push(&mut self, a: &mut Body<R>, b: &mut Body<R>, change: [R; 3]) {
        self.impulse = self.impulse.plus(change);
        self.row.account.note(self.frame.push(a, b, change));
    }
}
