//! The point spring (click and drag): pulls a point of a body to a point of another, or of the world.

use sprung::{Real, Vector};

use crate::account::{Account, Stretch};
use crate::body::Body;
use crate::discretization::{Course, Discretization};
use crate::effective_mass::PointMobility;
use crate::external_acceleration::Known;
use crate::matrix::{cross, direction, length};
use crate::softness::{Soft, cut, greatest_impulse};
use crate::stiffness::Stiffness;

/// A spring between a point of body A and a point of body B: it pulls and turns both.
///
/// By frequency the impulse is `−K⁻¹·(C_s·x/h + C_d·v)`, where `v` is the velocity of the point itself, turning included,
/// and `K = 1/m − [r]·I⁻¹·[r]` of both bodies, a 3×3 matrix: how fast the point moves per impulse, in every direction. So
/// the point has the set frequency and damping ratio for any mass, inertia and lever, in every direction
/// alike. By [`Stiffness::Physical`] it is Fiedler's attachment `F = −kx − bv`, at the end of the step: the force is along
/// the offset, and heavier bodies are slower.
///
/// What follows for a point off the center:
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
    soft: Soft<R>,
    mobility: PointMobility<R>,
    pull: [R; 3],
    max_impulse: R,
    /// The points of the last step.
    pub(crate) last: [[R; 3]; 2],
    pub(crate) account: Account<R>,
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
            soft: Soft::NONE,
            mobility: PointMobility::NONE,
            pull: [R::ZERO; 3],
            max_impulse: R::ZERO,
            last: [point_a, point_b],
            account: Account::NEW,
        }
    }

    /// Reads the bodies for a step of `dt` seconds; forgets the last step's impulse unless it is warm started.
    pub fn prepare(&mut self, a: &Body<R>, b: &Body<R>, discretization: Discretization, dt: R) {
        let at = a.point(self.point_a);
        let apart = at.minus(b.point(self.point_b));
        self.mobility = PointMobility::new(a, b, at);
        let velocity = self.mobility.velocity(a, b).minus(self.goal_velocity);
        let reach = self.spring.reach(self.mobility.trace(), dt);
        let motion = [apart.times(reach), velocity.times(dt)];
        let turn = |body: &Body<R>| lever_turn(body, at.minus(body.position), motion, dt);
        let course = Course { bounded: self.max_force < R::INFINITY, turn: turn(a).max(turn(b)) };
        self.soft = Soft::new(&self.spring, self.mobility.trace(), discretization, course, dt);
        let known = a.known_at(at, dt).minus(&b.known_at(at, dt));
        let mass = a.reduced_mass(b);
        let before = a.point(self.last[0]).minus(b.point(self.last[1]));
        let stretch = Stretch {
            elastic: self.soft.elastic(&self.spring, mass),
            mass,
            unseen: known.unseen(dt),
            offset: length(apart),
            before: length(before),
            most: self.soft.most(apart, |pull| {
                let local = self.mobility.matrix().solve(self.mobility.local(pull));
                self.mobility.world(local)
            }),
        };
        let (soft, local) = (self.soft, |vector| self.mobility.local(vector));
        let share = self.account.share([a, b], stretch, discretization, dt, || {
            let known = Known { acceleration: local(known.acceleration), gain: local(known.gain) };
            soft.gift(self.mobility.matrix(), local(apart), local(velocity), known, dt)
        });
        self.last = [self.point_a, self.point_b];
        self.pull = self.soft.pull(apart.times(share), known);
        self.max_impulse = greatest_impulse(self.max_force, dt);
        self.impulse = [R::ZERO; 3];
    }

    /// Starts with a part of an earlier step's impulse: for several passes with other constraints.
    pub fn warm_start(&mut self, a: &mut Body<R>, b: &mut Body<R>, impulse: [R; 3]) {
        self.push(a, b, cut(impulse, self.max_impulse));
    }

    /// Changes the velocities of both bodies. Call once for a spring alone, repeatedly in turn with other constraints.
    pub fn solve(&mut self, a: &mut Body<R>, b: &mut Body<R>) {
        let velocity = self.mobility.velocity(a, b).minus(self.goal_velocity);
        let [pull, velocity, held] =
            [self.pull, velocity, self.impulse].map(|vector| self.mobility.local(vector));
        let change = self.soft.around(self.mobility.matrix(), pull, velocity, held);
        let wanted = cut(self.impulse.plus(self.mobility.world(change)), self.max_impulse);
        self.push(a, b, wanted.minus(self.impulse));
    }

    fn push(&mut self, a: &mut Body<R>, b: &mut Body<R>, change: [R; 3]) {
        self.impulse = self.impulse.plus(change);
        let turned = self.mobility.push(a, b, change);
        self.account.note(change, turned);
    }
}

/// The angle by which a step turns a lever, as far as the mobility at its end depends on the direction, rad.
///
/// By the offset and the displacement of a step across the lever, and by the current rotation.
pub(crate) fn lever_turn<R: Real>(body: &Body<R>, arm: [R; 3], motion: [[R; 3]; 2], dt: R) -> R {
    let Some((unit, distance)) = direction(arm) else { return R::ZERO };
    let across = |vector: [R; 3]| length(cross(unit, vector));
    let turned = distance * distance * body.inverse_inertia.trace();
    let share = turned / (body.inverse_mass + turned);
    let pushed = (across(motion[0]) + across(motion[1])) / distance;
    let turn = share * (pushed + across(body.angular_velocity) * dt);
    if turn.is_nan() { R::ZERO } else { turn }
}
