//! Contact by springs: pushes bodies apart, from trampoline to quicksand to concrete.

use sprung::{Real, Vector};

use crate::account::Account;
use crate::body::Body;
use crate::bounce::{Approach, held, pushed};
use crate::contact_material::ContactMaterial;
use crate::discretization::{Course, Discretization, is_step};
use crate::softness::Softness;
use crate::stiffness::Stiffness;

/// A contact of two bodies at a point, along a normal from B to A: it pushes and never pulls.
///
/// The engine passes point, depth and normal; the spring gives the impulse. Source: G. Fiedler, *Spring Physics*
/// (collision response).
///
/// With [`Discretization::Auto`] and [`Discretization::Exact`] the point moves as on the exact spring of the ground, which it enters and
/// leaves within steps: a body alone leaves with the ground's [`restitution`](ContactMaterial::restitution) times the speed with
/// which it came, at every step. A contact with `ωh` above `√e` (0.3 for e below 0.09) is lengthened to that, and keeps its restitution and
/// the depth at which a load rests. Several contacts of a body are solved together in a few passes; each then gives its
/// point the velocity that it would have alone. One that others press on, so that it gave more energy than its spring held, is
/// the soft constraint of `BackwardEuler` until that is paid back.
///
/// [`Discretization::BackwardEuler`] is the soft constraint of rigid-body solvers, by frequency and damping ratio of the effective mass
/// at the point: a bounce is as coarse as the depth at which it was first seen, and lower than set.
///
/// ```
/// use sprung_body::{Body, Contact, ContactMaterial, Discretization};
///
/// let (mut ball, mut ground) = (Body::new(1.0f64, [0.1; 3]), Body::fixed());
/// ball.velocity = [0.0, -3.0, 0.0];
/// let mut contact = Contact::new(ContactMaterial::concrete());
/// let (point, up) = ([0.0; 3], [0.0, 1.0, 0.0]);
/// contact.prepare(&ball, &ground, point, up, 0.01, Discretization::Auto, 1.0 / 60.0);
/// contact.solve(&mut ball, &mut ground);
/// assert!(contact.impulse > 0.0 && ball.velocity[1] > -3.0);
/// ```
#[doc(alias = "penalty force")]
#[doc(alias = "collision response")]
#[derive(Clone, Copy, Debug)]
pub struct Contact<R> {
    /// The material of the ground.
    pub ground: ContactMaterial<R>,
    /// The impulse along the normal in this step, N·s, ≥ 0.
    pub impulse: R,
    normal: [R; 3],
    point: [R; 3],
    mobility: R,
    law: Law<R>,
    account: Account<R>,
}

/// The law of the impulse.
#[derive(Clone, Copy, Debug)]
enum Law<R> {
    /// By no impulse: nothing touches.
    None,
    /// The minimum separating velocity.
    Velocity(R),
    /// A soft constraint and its pull.
    Soft(Softness<R>, R),
}

impl<R: Real> Contact<R> {
    /// A contact with a ground.
    pub fn new(ground: ContactMaterial<R>) -> Self {
        Contact {
            ground,
            impulse: R::ZERO,
            normal: [R::ZERO; 3],
            point: [R::ZERO; 3],
            mobility: R::ZERO,
            law: Law::None,
            account: Account::NEW,
        }
    }

    /// Reads the bodies for a step of `dt` seconds: a point of the world, the unit normal from B to A, and the depth (m).
    ///
    /// A depth of 0 or below does not touch, and nothing is done; nor does one that is NaN or infinite. A spring has no
    /// force across a gap, so none is looked for ahead: a body that is fast for the step is first seen as deep as it got in
    /// one.
    #[allow(clippy::too_many_arguments)]
    pub fn prepare(
        &mut self,
        a: &Body<R>,
        b: &Body<R>,
        point: [R; 3],
        normal: [R; 3],
        depth: R,
        discretization: Discretization,
        dt: R,
    ) {
        (self.point, self.normal, self.impulse, self.law) = (point, normal, R::ZERO, Law::None);
        self.mobility = a.mobility_along(point, normal) + b.mobility_along(point, normal);
        if !(depth > R::ZERO && depth.is_finite() && self.mobility > R::ZERO && is_step(dt)) {
            // What does not touch holds nothing.
            self.account.empty([a, b], dt);
            return;
        }
        let known = a.known_at(point, dt).minus(&b.known_at(point, dt)).along(normal);
        let spring = &self.ground.spring;
        let velocity = self.parting(a, b);
        // Slower than what the load adds in a step, a body rests: a bounce of a step would never end.
        let mean = velocity - (known.acceleration * dt - known.gain);
        let load = known.acceleration.abs();
        let shallow = depth <= R::TWO * (load * dt * dt + load / spring.stiffness());
        let rests = load > R::ZERO && shallow && mean.abs() <= R::from_f64(1.5) * load * dt;
        let approach = Approach { depth, velocity, known };
        let mobility = self.mobility;
        let balance = self.account.balance([a, b], || held(spring, approach, dt) / mobility, dt);
        // Others press on it: it has given more than it took.
        let owes = balance < R::ZERO;
        self.law = if discretization == Discretization::BackwardEuler || rests || owes {
            let stiffness = Stiffness::Frequency(*spring);
            let course = Course { bounded: true, turn: R::ZERO };
            let softness = Softness::new(&stiffness, self.mobility, discretization, course, dt);
            Law::Soft(softness, softness.pull(-depth, known))
        } else {
            pushed(spring, approach, dt).map_or(Law::None, Law::Velocity)
        };
    }

    /// Starts with a part of an earlier step's impulse.
    pub fn warm_start(&mut self, a: &mut Body<R>, b: &mut Body<R>, impulse: R) {
        if !matches!(self.law, Law::None) {
            self.push(a, b, impulse.max(R::ZERO));
        }
    }

    /// Changes the velocities of both bodies.
    pub fn solve(&mut self, a: &mut Body<R>, b: &mut Body<R>) {
        let parting = self.parting(a, b);
        let change = match self.law {
            Law::None => return,
            Law::Velocity(wanted) => (wanted - parting) / self.mobility,
            Law::Soft(softness, pull) => softness.along(self.mobility, pull, parting, self.impulse),
        };
        let wanted = (self.impulse + change).max(R::ZERO);
        self.push(a, b, wanted - self.impulse);
    }

    fn parting(&self, a: &Body<R>, b: &Body<R>) -> R {
        a.velocity_at(self.point).minus(b.velocity_at(self.point)).dot(self.normal)
    }

    fn push(&mut self, a: &mut Body<R>, b: &mut Body<R>, change: R) {
        self.impulse += change;
        let impulse = self.normal.times(change);
        let turned =
            [a.push_at(self.point, impulse), b.push_at(self.point, impulse.times(-R::ONE))];
        self.account.note(impulse, turned);
    }
}

/// The classical force of a contact, `n·(k·d − b·(n·v))`, cut where it would pull: for comparison.
///
/// Stiffness in N/m and damping in N·s/m must be tuned anew for every mass and step; beyond a stiffness of `4m/h²` it
/// explodes. Source: G. Fiedler, *Spring Physics*.
pub fn contact_force<R: Real>(
    [normal, velocity]: [[R; 3]; 2],
    depth: R,
    stiffness: R,
    damping: R,
) -> [R; 3] {
    if !(depth > R::ZERO) {
        return [R::ZERO; 3];
    }
    let force = stiffness * depth - damping * normal.dot(velocity);
    normal.times(force.max(R::ZERO))
}

/// The same force as printed, `n·(k·d − b·(n·v))` at every depth `d` above 0: it pulls a body that leaves fast.
///
/// Source: G. Fiedler, *Spring Physics*.
#[doc(alias = "F = nkd - bn(n.v)")]
pub fn contact_force_unclipped<R: Real>(
    [normal, velocity]: [[R; 3]; 2],
    depth: R,
    stiffness: R,
    damping: R,
) -> [R; 3] {
    if !(depth > R::ZERO) {
        return [R::ZERO; 3];
    }
    normal.times(stiffness * depth - damping * normal.dot(velocity))
}
