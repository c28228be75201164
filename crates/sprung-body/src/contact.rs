//! Contact by springs: pushes bodies apart, from trampoline to quicksand to concrete.

use sprung::{Real, Vector};

use crate::anchors::Anchors;
use crate::body::Body;
use crate::bounce::{Approach, held, pushed};
use crate::contact_material::ContactMaterial;
use crate::discretization::{Course, Discretization, is_step};
use crate::row::Row;
use crate::softness::Soft;
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
    /// Along the normal; without mobility where nothing touches.
    pub(crate) row: Row<R, R, R>,
}

impl<R: Real> Contact<R> {
    /// A contact with a ground.
    pub fn new(ground: ContactMaterial<R>) -> Self {
        Contact { ground, impulse: R::ZERO, row: Row::NONE }
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
        let anchors = Anchors::Points([point; 2]);
        self.row.begin(anchors, normal);
        self.impulse = R::ZERO;
        let mobility = anchors.mobility_along(a, b, normal);
        if !(depth > R::ZERO && depth.is_finite() && mobility > R::ZERO && is_step(dt)) {
            // What does not touch holds nothing.
            self.row.account.empty([a, b], dt);
            return;
        }
        let known = self.row.known(a, b, dt);
        let spring = &self.ground.spring;
        let velocity = self.row.velocity(a, b);
        // Slower than what the load adds in a step, a body rests: a bounce of a step would never end.
        let [acceleration, gain] = known;
        let mean = velocity - (acceleration * dt - gain);
        let load = acceleration.abs();
        let shallow = depth <= R::TWO * (load * dt * dt + load / spring.stiffness());
        let rests = load > R::ZERO && shallow && mean.abs() <= R::from_f64(1.5) * load * dt;
        let approach = Approach { depth, velocity, known };
        let held = || held(spring, approach, dt) / mobility;
        let balance = self.row.account.balance([a, b], held, dt);
        // Others press on it: it has given more than it took.
        let owes = balance < R::ZERO;
        let law = if discretization == Discretization::BackwardEuler || rests || owes {
            let course = Course::new(discretization, R::INFINITY, R::ZERO, dt);
            let course = Course { one_sided: true, ..course };
            let soft = Soft::along(&Stiffness::Frequency(*spring), mobility, course);
            Some((soft, soft.pull(-depth, known)))
        } else {
            pushed(spring, approach, dt).map(|velocity| (Soft::VELOCITY, -velocity))
        };
        if let Some((soft, pull)) = law {
            self.row = Row { soft, mobility, pull, range: [R::ZERO, R::INFINITY], ..self.row };
        }
    }

    /// Starts with a part of an earlier step's impulse.
    pub fn warm_start(&mut self, a: &mut Body<R>, b: &mut Body<R>, impulse: R) {
        if self.row.mobility > R::ZERO {
            self.row.warm_start(a, b, impulse, &mut self.impulse);
        }
    }

    /// Changes the velocities of both bodies.
    pub fn solve(&mut self, a: &mut Body<R>, b: &mut Body<R>) {
        if self.row.mobility > R::ZERO {
            self.row.solve(a, b, R::ZERO, &mut self.impulse);
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use sprung::{SoftCoefficients, Spring};

    use crate::external_acceleration::ExternalAcceleration;

    #[test]
    fn a_classical_contact_that_does_not_reach_the_ground_has_no_force() {
        for depth in [0.0, -0.0, -0.1] {
            let motion = [[0.0, 1.0, 0.0], [0.0, -3.0, 0.0]];
            assert_eq!(contact_force(motion, depth, 100.0, 10.0), [0.0; 3]);
        }
    }

    #[test]
    fn a_classical_contact_is_a_spring_and_a_damper_which_pull_if_not_clipped() {
        let up = [0.0, 1.0, 0.0];
        for (parting, force) in [(-3.0, 16.0), (0.0, 10.0), (10.0, -10.0)] {
            let motion = [up, [7.0, parting, 0.0]];
            assert_eq!(contact_force_unclipped(motion, 0.1, 100.0, 2.0), [0.0, force, 0.0]);
            assert_eq!(contact_force(motion, 0.1, 100.0, 2.0), [0.0, f64::max(force, 0.0), 0.0]);
        }
        assert_eq!(contact_force_unclipped([up, [0.0, 3.0, 0.0]], -0.1, 100.0, 2.0), [0.0; 3]);
    }

    /// A contact at some depth, m, of a body with a velocity under its weight.
    fn prepared(body: &Body<f64>, depth: f64, dt: f64) -> Contact<f64> {
        let ground = ContactMaterial { spring: Spring::from_frequency(8.0, 0.1).unwrap() };
        let mut contact = Contact::new(ground);
        let up = [0.0, 1.0, 0.0];
        contact.prepare(body, &Body::fixed(), [0.0; 3], up, depth, Discretization::Exact, dt);
        contact
    }

    #[test]
    fn a_body_at_rest_is_held_by_the_implicit_spring_and_one_that_comes_fast_gets_its_velocity() {
        let dt = 1.0 / 60.0;
        let mut body = Body::new(2.0, [0.5; 3]);
        body.load = ExternalAcceleration::new([0.0, -9.81, 0.0]);
        let held = prepared(&body, 0.004, dt);
        let spring = held.ground.spring;
        let implicit = SoftCoefficients::backward_euler(&spring, dt);
        assert_eq!(held.row.soft.change(&1.0, 0.0, 1.0, 0.0), -implicit.c_d);
        body.velocity = [0.0, -3.0, 0.0];
        let mut bounced = prepared(&body, 0.004, dt);
        assert_eq!(bounced.row.soft.change(&1.0, 0.0, 1.0, 0.0), -1.0);
        bounced.warm_start(&mut body, &mut Body::fixed(), 1.0);
        assert_eq!((bounced.impulse, body.velocity[1]), (1.0, -2.5));
    }

    /// A body that is faster than its weight makes it in a step does not rest, however shallow it is.
    #[test]
    fn a_body_that_falls_on_a_ground_without_damping_leaves_it_as_fast_as_it_came() {
        let dt = 1.0 / 240.0;
        for speed in [0.3f64, 1.0, 4.0] {
            let (mut body, mut world) = (Body::new(2.0, [0.5; 3]), Body::fixed());
            body.velocity = [0.0, -speed, 0.0];
            body.load = ExternalAcceleration::new([0.0, -9.81, 0.0]);
            let ground = ContactMaterial { spring: Spring::from_frequency(8.0, 0.0).unwrap() };
            let mut contact = Contact::new(ground);
            let mut fastest = 0.0;
            for _ in 0..60 {
                let depth = -body.position[1];
                let up = [0.0, 1.0, 0.0];
                let point = body.position;
                contact.prepare(&body, &world, point, up, depth, Discretization::Auto, dt);
                contact.solve(&mut body, &mut world);
                body.velocity[1] -= 9.81 * dt;
                body.position[1] += body.velocity[1] * dt;
                if body.position[1] > 0.0 {
                    fastest = f64::max(fastest, body.velocity[1]);
                }
            }
            assert!((fastest / speed - 1.0).abs() < 0.1, "{fastest} after {speed}");
        }
    }

    /// It has stood still for a step at 20 times the depth at which it would rest.
    #[test]
    fn a_body_that_is_deep_in_the_ground_is_thrown_out_as_by_its_spring() {
        let dt = 1.0 / 240.0;
        let spring = Spring::from_frequency(8.0f64, 0.0).unwrap();
        let (rest, omega) = (-9.81 / spring.stiffness(), spring.angular_frequency());
        let (mut body, mut world) = (Body::new(2.0, [0.5; 3]), Body::fixed());
        body.position = [0.0, 20.0 * rest, 0.0];
        body.load = ExternalAcceleration::new([0.0, -9.81, 0.0]);
        let mut contact = Contact::new(ContactMaterial { spring });
        let (up, depth, point) = ([0.0, 1.0, 0.0], -20.0 * rest, body.position);
        contact.prepare(&body, &world, point, up, depth, Discretization::Auto, dt);
        contact.solve(&mut body, &mut world);
        let end = body.position[1] + (body.velocity[1] - 9.81 * dt) * dt;
        // The lowest point was half a step ago.
        let expected = rest + 19.0 * rest * (1.5 * omega * dt).cos() / (0.5 * omega * dt).cos();
        assert!((end / expected - 1.0).abs() < 1e-9, "{end} {expected}");
    }
}
