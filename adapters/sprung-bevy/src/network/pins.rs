//! Pins: particles that follow entities.

use bevy::prelude::*;

/// A particle of a network that follows a point of an entity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pin {
    /// The index of the particle.
    pub particle: usize,
    /// The entity that it follows.
    pub entity: Entity,
    /// The point in the frame of that entity, m.
    pub offset: Vec3,
}

impl Pin {
    /// A particle on the origin of an entity.
    pub fn new(particle: usize, entity: Entity) -> Self {
        Pin { particle, entity, offset: Vec3::ZERO }
    }

    /// The same at another point of the entity's frame, m.
    pub fn with_offset(self, offset: Vec3) -> Self {
        Pin { offset, ..self }
    }
}

/// The particles of a [`SpringNetwork`](crate::SpringNetwork) that follow entities; on the entity of the network.
///
/// A pin may be added and removed at any time: the particle is then fixed, or released with its mass and the velocity with
/// which it was moved. A pin to an entity that is gone stays where it was last. Entities are followed from one fixed step to
/// the next: move them in `FixedUpdate`.
///
/// ```
/// use bevy::prelude::*;
/// use sprung_bevy::{Pin, Pins};
/// # let mut world = World::new();
/// let [left, right] = [-1.0, 1.0].map(|x| world.spawn(Transform::from_xyz(x, 2.0, 0.0)).id());
/// let pins = Pins(vec![Pin::new(0, left), Pin::new(31, right).with_offset(Vec3::NEG_Y)]);
/// # let _ = pins;
/// ```
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Pins(pub Vec<Pin>);
