//! The colliders that all rods meet.

use alloc::vec;
use alloc::vec::Vec;

use crate::collider::{Moving, Placed, RodCollider};
use crate::contact::Contacts;
use crate::error::RodsError;
use crate::group::UNLIMITED;
use crate::lanes::{LANES, ZERO};
use crate::rod::Pose;
use crate::rods::{Rods, get};
use crate::touch::Touch;

impl Rods {
    /// Replaces the colliders, which rest at [`Pose::IDENTITY`] until they are moved. Every rod meets all of them. Allocates.
    ///
    /// # Errors
    /// A number that is out of range; see the fields of [`RodCollider`]. Nothing has changed then.
    pub fn set_colliders(&mut self, colliders: &[RodCollider]) -> Result<(), RodsError> {
        for (index, collider) in colliders.iter().enumerate() {
            collider.check().map_err(|error| error.of_collider(index))?;
        }
        let place = |&collider| Placed { collider, pose: Pose::IDENTITY, target: Pose::IDENTITY };
        let placed: Vec<Placed> = colliders.iter().map(place).collect();
        let has = !placed.is_empty();
        for group in &mut self.groups {
            let count = if has { group.segments.len() + 1 } else { 0 };
            group.pressed = vec![[ZERO; 6]; count];
            group.allowance = [UNLIMITED; LANES];
        }
        let moving: Vec<Moving> = Vec::with_capacity(placed.len());
        let touches = if has { vec![Touch::NONE; self.work.len()] } else { Vec::new() };
        self.contacts = Contacts { placed, moving, touches };
        Ok(())
    }

    /// Moves a collider in the next step to a pose, relative to how it was given. What it touches it pushes and drags.
    ///
    /// # Errors
    /// No such collider, or a pose that is not finite or further than 1e15 m from the origin.
    pub fn set_collider(&mut self, collider: usize, pose: Pose) -> Result<(), RodsError> {
        pose.check()?;
        let count = self.contacts.placed.len();
        let missing = RodsError::Missing { field: "collider", named: collider, count };
        let placed = self.contacts.placed.get_mut(collider).ok_or(missing)?;
        placed.target = Pose { rotation: pose.rotation.normalized(), ..pose };
        Ok(())
    }

    /// Returns the force of colliders on a vertex in the last step, N.
    ///
    /// # Panics
    /// If there is no such rod or vertex.
    pub fn contact_force(&self, rod: usize, vertex: usize) -> [f32; 3] {
        let [group, lane] = self.places[rod];
        let group = &self.groups[group];
        let segments = group.segments.len();
        assert!(vertex <= segments, "vertex must be at most {segments}, got {vertex}");
        group.pressed.get(vertex).map_or([0.0; 3], |pressed| {
            let [x, y, z, u, v, w] = get(pressed, lane);
            [x + u, y + v, z + w]
        })
    }
}
