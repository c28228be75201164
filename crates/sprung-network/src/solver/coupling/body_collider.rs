//! Colliders of bodies, as data.

use sprung::Rotation;

use crate::geometry::contact_shape::Cuboid;

/// A shape of a body that particles do not enter, with friction and restitution.
///
/// ```
/// use sprung_network::{BodyCollider, Cuboid};
/// let side = BodyCollider::new(0, Cuboid { half_extents: [0.5; 3] }).with_friction(0.6);
/// assert_eq!((side.friction, side.restitution), (0.6, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyCollider<S = Cuboid> {
    /// The index of the body.
    pub body: usize,
    /// The shape, in its own frame.
    pub shape: S,
    /// The place of that frame in the frame of the body, from its center of mass, m.
    pub position: [f32; 3],
    /// The rotation from that frame to the frame of the body.
    pub rotation: Rotation<f32>,
    /// Coulomb friction coefficient, finite and >= 0.
    pub friction: f32,
    /// The part of the speed of approach with which a particle leaves, 0 … 1; slower than 0.25 m/s it does not bounce.
    pub restitution: f32,
}

impl<S> BodyCollider<S> {
    /// A shape around the center of mass of a body, without friction or restitution.
    pub fn new(body: usize, shape: S) -> Self {
        let (position, rotation) = ([0.0; 3], Rotation::IDENTITY);
        Self { body, shape, position, rotation, friction: 0.0, restitution: 0.0 }
    }

    /// The same with friction.
    pub fn with_friction(self, friction: f32) -> Self {
        Self { friction, ..self }
    }

    /// The same with restitution.
    pub fn with_restitution(self, restitution: f32) -> Self {
        Self { restitution, ..self }
    }

    /// The same at another place of the body, m, and turned.
    pub fn with_pose(self, position: [f32; 3], rotation: Rotation<f32>) -> Self {
        Self { position, rotation, ..self }
    }
}
