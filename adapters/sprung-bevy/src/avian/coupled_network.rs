//! Networks beside the step of avian: ropes between bodies, bodies on cloth.

use avian3d::prelude::{
    Collider, ColliderTransform, Forces, Friction, PhysicsSystems, Restitution, RigidBodyColliders,
    Sensor, WriteRigidBodyForces,
};
use bevy::prelude::*;
use sprung_body::{Body, Impulse};
use sprung_network::{Attachment, BodyCollider, BodyCoupling, ContactPoint, NetworkError};

use super::body::Bodies;
use super::engine_shape::EngineShape;
use crate::convert::rotation;
use crate::network::{self, NetworkSystems, SpringNetwork};
#[cfg(feature = "gizmos")]
use crate::network::{CONTACT, NetworkGizmos};

/// A particle of a network that is tied to a rigid body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyTie {
    /// The index of the particle, which must be dynamic. It takes its mass from the body.
    pub particle: usize,
    /// The body.
    pub body: Entity,
    /// The point in the frame of the body, from its origin, m.
    pub point: Vec3,
}

/// Couples the [`SpringNetwork`] of its entity to rigid bodies of avian, in both directions: ropes pull bodies, bodies rest on
/// cloth and drag it.
///
/// Before each step of avian the network moves in its own sub-steps, next to copies of the bodies. What it has done to the copies
/// acts on the bodies as a force and a torque, constant over the step. Momentum is exchanged exactly; mass ratios of
/// 1 : 1000 are stable both ways. A body that avian's contacts hold is not held in the network's sub-steps: a taut rope to a
/// crate on the ground may carry a part of its weight. Joints are not seen by the network.
///
/// The network starts when all bodies exist and have their masses, after avian's first step. Colliders that are added or
/// changed later are not seen. Bodies that are asleep are woken. Where the component is removed, tied particles stay fixed.
///
/// ```
/// use bevy::prelude::*;
/// use sprung_bevy::{BodyTie, CoupledNetwork, SpringNetwork};
/// use sprung_network::{Settings, shapes::rope};
/// # let lamp = Entity::PLACEHOLDER;
/// // A lamp on a cord from the entity of the network.
/// let mut net = rope([0.0; 3], [0.0, -2.0, 0.0], 20, 0.2)?;
/// net.fix([0]);
/// let tie = BodyTie { particle: 20, body: lamp, point: Vec3::new(0.0, 0.5, 0.0) };
/// let cord = (SpringNetwork::new(&net, Settings::default())?, CoupledNetwork::new([lamp], [tie]));
/// # let _ = cord;
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
#[derive(Component)]
pub struct CoupledNetwork {
    bodies: Vec<Entity>,
    ties: Vec<BodyTie>,
    radius: f32,
    coupling: Option<BodyCoupling<EngineShape>>,
    /// As read for this step.
    read: Vec<Body<f32>>,
    dt: f32,
}

impl CoupledNetwork {
    /// Couples a network to bodies, whose colliders its particles touch; ties are to these bodies.
    pub fn new(
        bodies: impl IntoIterator<Item = Entity>,
        ties: impl IntoIterator<Item = BodyTie>,
    ) -> Self {
        CoupledNetwork {
            bodies: bodies.into_iter().collect(),
            ties: ties.into_iter().collect(),
            radius: 0.0,
            coupling: None,
            read: Vec::new(),
            dt: 0.0,
        }
    }

    /// The same for particles with a radius, m, at which they keep clear of the bodies.
    pub fn with_particle_radius(self, radius: f32) -> Self {
        CoupledNetwork { radius, ..self }
    }

    /// Returns the force of the network on the body of a tie in the last step, N; zero before the first, `None` if there is no such
    /// tie.
    pub fn tie_force(&self, tie: usize) -> Option<Vec3> {
        self.ties.get(tie)?;
        let coupling = self.coupling.as_ref().filter(|_| self.dt > 0.0);
        let impulse = coupling.map_or([0.0; 3], |coupling| coupling.attachment_impulse(tie));
        Some(Vec3::from_array(impulse) / self.dt.max(f32::MIN_POSITIVE))
    }

    /// Returns the contacts of particles with colliders of the bodies in the last step, each with its body.
    pub fn contacts(&self) -> impl Iterator<Item = (Entity, ContactPoint)> + '_ {
        let contacts = self.coupling.iter().flat_map(BodyCoupling::contacts);
        contacts.map(|(body, point)| (self.bodies[body], point))
    }

    /// Returns the impulse of the network on a body in the last step, if it has one.
    fn impulse(&self, body: usize) -> Option<Impulse<f32>> {
        self.coupling.as_ref().map(|coupling| coupling.impulse(body))
    }

    /// Ties the network to its bodies.
    fn couple(
        &self,
        network: &mut SpringNetwork,
        read: &[Body<f32>],
        centers: &[Vec3],
        colliders: Vec<BodyCollider<EngineShape>>,
    ) -> Result<BodyCoupling<EngineShape>, NetworkError> {
        let mut attachments = Vec::new();
        for (index, tie) in self.ties.iter().enumerate() {
            let Some(body) = self.bodies.iter().position(|&body| body == tie.body) else {
                return Err(NetworkError::Value {
                    element: "tie",
                    index,
                    field: "body",
                    value: index as f32,
                    rule: "one of the bodies of the coupling",
                });
            };
            let point = (tie.point - centers[body]).to_array();
            attachments.push(Attachment { particle: tie.particle, body, point });
        }
        let solver = network.solver_mut();
        BodyCoupling::new(solver, read, &attachments, colliders)?.with_particle_radius(self.radius)
    }
}

pub(super) fn add_systems(app: &mut App) {
    let systems = (step, push).chain().in_set(NetworkSystems::Step).before(network::step);
    app.configure_sets(FixedPostUpdate, NetworkSystems::Step.before(PhysicsSystems::First))
        .add_systems(FixedPostUpdate, systems);
}

/// Draws the contacts with bodies.
#[cfg(feature = "gizmos")]
pub(crate) fn draw(networks: Query<&CoupledNetwork>, mut gizmos: Gizmos<NetworkGizmos>) {
    if gizmos.config.enabled {
        let length = gizmos.config_ext.normal_length;
        for (_, point) in networks.iter().flat_map(CoupledNetwork::contacts) {
            let normal = length * Vec3::from_array(point.normal);
            gizmos.ray(Vec3::from_array(point.position), normal, CONTACT);
        }
    }
}

/// The components of a collider that particles touch.
type Touched = (
    &'static Collider,
    Option<&'static ColliderTransform>,
    Option<&'static Friction>,
    Option<&'static Restitution>,
);

fn step(
    time: Res<Time>,
    bodies: Bodies,
    owned: Query<&RigidBodyColliders>,
    touched: Query<Touched, Without<Sensor>>,
    mut networks: Query<(Entity, &mut SpringNetwork, &mut CoupledNetwork)>,
) {
    let dt = time.delta_secs();
    for (entity, mut network, mut coupled) in &mut networks {
        network.is_coupled = true;
        if !network.has_started() {
            continue;
        }
        let coupled = &mut *coupled;
        if coupled.coupling.is_none() {
            let read: Option<Vec<_>> = coupled.bodies.iter().map(|&b| bodies.read(b)).collect();
            // A dynamic body has no mass before avian's first step.
            let Some(read) = read.filter(|_| coupled.bodies.iter().all(|&b| bodies.is_ready(b)))
            else {
                continue;
            };
            let centers: Vec<Vec3> = coupled.bodies.iter().map(|&b| bodies.center(b)).collect();
            let colliders = colliders(&coupled.bodies, &centers, &owned, &touched);
            match coupled.couple(&mut network, &read, &centers, colliders) {
                Ok(coupling) => (coupled.coupling, coupled.read) = (Some(coupling), read),
                Err(error) => {
                    network.report(entity, Err(error));
                    continue;
                }
            }
        }
        for (read, &body) in coupled.read.iter_mut().zip(&coupled.bodies) {
            if let Some(body) = bodies.read(body) {
                *read = body;
            } else {
                // A body that was removed holds its particles where they are.
                read.inverse_mass = f32::NAN;
            }
        }
        let CoupledNetwork { coupling: Some(coupling), read, .. } = &mut *coupled else { continue };
        network.step_by(|solver| coupling.step(solver, read, dt));
        coupled.dt = dt;
    }
}

/// The colliders of bodies that particles touch.
fn colliders(
    bodies: &[Entity],
    centers: &[Vec3],
    owned: &Query<&RigidBodyColliders>,
    touched: &Query<Touched, Without<Sensor>>,
) -> Vec<BodyCollider<EngineShape>> {
    let mut sides = Vec::new();
    for (index, &body) in bodies.iter().enumerate() {
        let Ok(owned) = owned.get(body) else { continue };
        for collider in owned {
            let Ok((shape, place, friction, restitution)) = touched.get(collider) else {
                continue;
            };
            let place = place.copied().unwrap_or_default();
            let side = BodyCollider::new(index, EngineShape::from(shape.shape_scaled()))
                .with_pose(
                    (place.translation - centers[index]).to_array(),
                    rotation(place.rotation),
                )
                .with_friction(friction.copied().unwrap_or_default().dynamic_coefficient)
                .with_restitution(restitution.copied().unwrap_or_default().coefficient);
            sides.push(side);
        }
    }
    sides
}

/// Gives the bodies what the network has done to their copies, as forces over the step.
fn push(networks: Query<&CoupledNetwork>, mut bodies: Query<Forces>) {
    for coupled in &networks {
        if coupled.dt == 0.0 {
            continue;
        }
        for (index, &body) in coupled.bodies.iter().enumerate() {
            let (Some(impulse), Ok(mut forces)) = (coupled.impulse(index), bodies.get_mut(body))
            else {
                continue;
            };
            forces.apply_force(Vec3::from_array(impulse.linear) / coupled.dt);
            forces.apply_torque(Vec3::from_array(impulse.angular) / coupled.dt);
        }
    }
}
