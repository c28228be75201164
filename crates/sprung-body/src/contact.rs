//! Contact by springs: pushes bodies apart, from trampoline to quicksand to concrete.

use sprung::{Real, Vector};

use crate::body::Body;
use crate::ground::Ground;
use crate::softness::{Bridge, Softness};

/// A contact of two bodies at a point, along a normal from B to A: it pushes, never sucks.
///
/// The engine says where, how deep and along what; the spring gives the impulse. Frequency and damping ratio hold for the
/// effective mass at the point. Source: G. Fiedler, *Spring Physics* (collision response).
#[derive(Clone, Copy, Debug)]
pub struct Contact<R> {
    /// What is landed on.
    pub ground: Ground<R>,
    /// The impulse along the normal in this step, N·s, ≥ 0.
    pub impulse: R,
    softness: Softness<R>,
    normal: [R; 3],
    point: [R; 3],
    mobility: R,
    depth: R,
    pull: R,
}

impl<R: Real> Contact<R> {
    /// A contact with a ground.
    pub fn new(ground: Ground<R>) -> Self {
        Contact {
            ground,
            impulse: R::ZERO,
            softness: Softness::NONE,
            normal: [R::ZERO; 3],
            point: [R::ZERO; 3],
            mobility: R::ZERO,
            depth: R::ZERO,
            pull: R::ZERO,
        }
    }

    /// Reads the bodies for a step of `dt` seconds: a point of the world, the unit normal from B to A, and the depth (m).
    ///
    /// A depth of 0 or below does not touch, and nothing is done; nor does one that is NaN. A spring has no force across a
    /// gap, so none is looked for ahead: a body that is fast for the step is first seen as deep as it got in one.
    #[allow(clippy::too_many_arguments)]
    pub fn prepare(
        &mut self,
        a: &Body<R>,
        b: &Body<R>,
        point: [R; 3],
        normal: [R; 3],
        depth: R,
        bridge: Bridge,
        dt: R,
    ) {
        self.softness = bridge.softness(&self.ground.spring, dt);
        (self.point, self.normal, self.depth, self.impulse) = (point, normal, depth, R::ZERO);
        let known = a.known_at(point, dt).minus(&b.known_at(point, dt));
        self.pull = self.softness.pull(-depth, known.along(normal));
        self.mobility = if depth > R::ZERO {
            a.mobility_along(point, normal) + b.mobility_along(point, normal)
        } else {
            R::ZERO
        };
    }

    /// Starts with a part of an earlier step's impulse.
    pub fn warm_start(&mut self, a: &mut Body<R>, b: &mut Body<R>, impulse: R) {
        if self.depth > R::ZERO {
            self.push(a, b, impulse.max(R::ZERO));
        }
    }

    /// Changes the velocities of both bodies.
    pub fn solve(&mut self, a: &mut Body<R>, b: &mut Body<R>) {
        let parting = a.velocity_at(self.point).minus(b.velocity_at(self.point)).dot(self.normal);
        let change = self.softness.along(self.mobility, self.pull, parting, self.impulse);
        let wanted = (self.impulse + change).max(R::ZERO);
        self.push(a, b, wanted - self.impulse);
    }

    fn push(&mut self, a: &mut Body<R>, b: &mut Body<R>, change: R) {
        self.impulse += change;
        a.apply_at(self.point, self.normal.times(change));
        b.apply_at(self.point, self.normal.times(-change));
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
