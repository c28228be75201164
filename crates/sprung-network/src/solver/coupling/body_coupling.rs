//! The coupling of a solver with bodies.

use alloc::vec::Vec;

use sprung_body::{Body, Impulse};

use crate::contact_point::ContactPoint;
use crate::error::NetworkError;
use crate::geometry::contact_shape::{ContactShape, Cuboid};
use crate::solver::state::Solver;

use super::attachment::Attachment;
use super::attachments::Attachments;
use super::body_collider::BodyCollider;
use super::body_copy::BodyCopy;
use super::checks;
use super::clusters::Clusters;
use super::collisions::Collisions;

/// Two-way coupling of a [`Solver`] with the rigid bodies of a physics engine.
///
/// Particles are tied to points of bodies by [`Attachment`]s, and do not enter [`BodyCollider`]s. [`step`](Self::step)
/// takes the bodies as they are before a step of the engine: masses, inertia, velocities, and as
/// [load](Body::load) the acceleration that the engine adds (gravity). It moves the network and copies of the bodies in
/// the sub-steps of the network, and leaves the [`impulse`](Self::impulse) that the engine gives to each body: best
/// spread over its step, as the force `impulse/dt`, since gravity is spread likewise and the two balance at rest.
///
/// Linear and angular momentum go from the one to the other exactly; bodies and networks that nothing else holds or
/// touches keep both to 1e-5. The energy of bodies and network together does not grow. Bodies may have 1000 times the
/// mass of the network, and a thousandth of it.
///
/// Attached bodies are solved with their edges: a rope bears any weight. A body that rests on particles sinks by about
/// `(M/m) g h²` per sub-step of `h` seconds, where `M` is its mass and `m` that of the particles it touches, and the edges
/// around it stretch. A crate of 0.4 m that is laid on a sheet of 1.2 m, 25 × 25 particles and 1 kg, held all around, sinks
/// by 4 cm and stretches edges by 2 to 4 %, at steps of 1/60 s:
///
/// | mass of the crate, kg | 4 | 20 | 80 | 300 | 1000 |
/// |---|---|---|---|---|---|
/// | sub-steps | 8 | 16 | 32 | 64 | 128 |
///
/// With fewer sub-steps it sinks deeper; 25 times the mass falls through.
///
/// ```
/// use sprung_network::{Attachment, Body, BodyCoupling, Cuboid, Settings, Solver, shapes::rope};
/// // A weight of 100 kg on a rope of 1 kg.
/// let mut net = rope([0.0; 3], [0.0, -2.0, 0.0], 20, 1.0)?;
/// net.fix([0]);
/// let mut solver = Solver::new(&net, Settings::default())?;
/// let mut weight = Body::new(100.0, [5.0; 3]);
/// weight.position = [0.0, -2.0, 0.0];
/// weight.load.acceleration = [0.0, -9.81, 0.0];
/// let tie = Attachment { particle: 20, body: 0, point: [0.0; 3] };
/// let mut coupling = BodyCoupling::<Cuboid>::new(&mut solver, &[weight], &[tie], Vec::new())?;
/// for _ in 0..60 {
///     coupling.step(&mut solver, &[weight], 1.0 / 60.0);
///     // No engine: the weight goes where the network has moved it.
///     weight = coupling.body_at_end(0);
/// }
/// let tension = coupling.impulse(0).linear[1] * 60.0;
/// assert!((tension - 981.0).abs() < 1.0, "{tension} N");
/// assert!((solver.position(20)[1] + 2.0).abs() < 1e-3);
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
#[doc(alias = "two-way coupling")]
#[doc(alias = "soft body attachment")]
#[derive(Clone, Debug)]
pub struct BodyCoupling<S = Cuboid> {
    pub(super) attachments: Attachments,
    pub(super) collisions: Collisions<S>,
    pub(super) clusters: Clusters,
    /// As given to the last step, and as moved by it.
    pub(super) given: Vec<Body<f32>>,
    pub(super) copies: Vec<BodyCopy>,
    /// The copies are where a step has ended.
    pub(super) has_moved: bool,
}

impl<S: ContactShape> BodyCoupling<S> {
    /// Ties a solver to bodies. From then on it is moved by [`step`](Self::step), not by [`Solver::step`].
    ///
    /// Attached particles take their masses from their bodies, and [`Solver::particles`] shows them as fixed. They do not
    /// touch colliders. A body may move freely between two steps; where the engine has moved it differently than
    /// [`body_at_end`](Self::body_at_end), the gap is closed evenly within the next step.
    ///
    /// The solver takes the most sub-steps of its settings in every step, also one of [`Solver::within_stretch`]: to change
    /// their number while edges are stretched by a load would add energy.
    ///
    /// A network can be [changed](Solver::pin) while it is coupled, but after [`Solver::rebuild`] it needs a new coupling,
    /// limits of force on edges are not looked at, and attached particles are not to be released.
    ///
    /// # Errors
    /// An attachment of a particle or body that does not exist, of a fixed particle, or of one that is attached already;
    /// a number that is not finite; a collider of a body that does not exist, with a friction that is negative or a
    /// restitution beyond 0 and 1; a body that [`Body::validate`] refuses.
    pub fn new(
        solver: &mut Solver,
        bodies: &[Body<f32>],
        attachments: &[Attachment],
        colliders: Vec<BodyCollider<S>>,
    ) -> Result<Self, NetworkError> {
        let copies = checks::check(solver, bodies, attachments, &colliders)?;
        solver.fix_substeps();
        let attachments = Attachments::new(solver, attachments, &copies);
        let clusters = Clusters::new(solver, copies.len(), &attachments);
        let collisions = Collisions::new(solver, colliders, &attachments);
        Ok(Self {
            attachments,
            collisions,
            clusters,
            given: bodies.to_vec(),
            copies,
            has_moved: false,
        })
    }

    /// The same for particles with a radius, m: half the thickness of the cloth or rope, at which particles keep clear of
    /// the bodies. 0 without.
    ///
    /// # Errors
    /// A radius that is not within 0 and 1e15.
    pub fn with_particle_radius(mut self, radius: f32) -> Result<Self, NetworkError> {
        checks::check_radius(radius)?;
        self.collisions.radius = radius;
        Ok(self)
    }

    /// Returns the impulse of the network on a body in the last step: N·s, and about the center of mass N·m·s.
    ///
    /// # Panics
    /// If there is no such body.
    pub fn impulse(&self, body: usize) -> Impulse<f32> {
        self.copies[body].total()
    }

    /// Returns the impulse of the network on the body of an attachment in the last step, N·s: divided by the step the
    /// force in the rope that is tied there.
    ///
    /// # Panics
    /// If there is no such attachment.
    #[doc(alias = "tension")]
    pub fn attachment_impulse(&self, attachment: usize) -> [f32; 3] {
        self.attachments.all[attachment].impulse.map(|c| c as f32)
    }

    /// Returns the contacts of particles with the colliders of bodies in the last sub-step, each with the index of its body.
    /// The position is that of the particle, before friction.
    pub fn contacts(&self) -> impl Iterator<Item = (usize, ContactPoint)> + '_ {
        self.collisions.points(&self.copies)
    }

    /// Returns a body where it is at the end of the last step if only its load and the network act on it.
    ///
    /// Its angular velocity is constant when nothing turns it, as in most engines (no gyroscopic torque).
    ///
    /// # Panics
    /// If there is no such body.
    pub fn body_at_end(&self, body: usize) -> Body<f32> {
        self.copies[body].body(&self.given[body])
    }
}
