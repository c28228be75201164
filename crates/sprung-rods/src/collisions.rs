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

/// Numbers of the state of a segment, at most.
const NUMBERS: usize = 18;

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
        // Filled here, because a clone has no capacity beyond its length.
        let moving = placed.iter().map(Moving::resting).collect();
        let touches = if has { vec![Touch::NONE; self.work.len()] } else { Vec::new() };
        let numbers = if has { NUMBERS * (self.work.len() + 4) } else { 0 };
        let saved = vec![ZERO; numbers];
        self.contacts = Contacts { placed, moving, touches, saved };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rod::{Rod, RodMaterial};
    use crate::rods::RodSettings;
    use crate::rods::tests::random_rods;
    use testkit::random::Random;

    #[test]
    fn a_step_takes_nothing_of_the_contacts_before_from_its_memory() {
        let hair = RodMaterial::from_young_modulus(1e9, 4e8, 1300.0, 20e-6);
        let rod = |at: u8| {
            let across = 0.09 - 0.008 * f32::from(at);
            let height = (0.01 - across * across).sqrt();
            let (root, tip) = ([across, height, 0.0], [3.0 * across, 3.0 * height, 0.05]);
            Rod::straight(root, tip, 8 + usize::from(at % 3), hair).with_damping_ratio(0.2)
        };
        let all: Vec<Rod> = (0..20).map(rod).collect();
        let mut rods = Rods::new(&all, RodSettings::default()).unwrap();
        rods.set_colliders(&[RodCollider::sphere([0.0; 3], 0.1).with_friction(0.3)]).unwrap();
        let mut fresh = rods.clone();
        let mut touched = 0;
        for step in 0..200 {
            let pose = Pose::at([0.03 * (0.2 * step as f32).sin(), 0.0, 0.0]);
            fresh.contacts.touches.fill(Touch::NONE);
            for rods in [&mut rods, &mut fresh] {
                rods.set_starts(pose).unwrap();
                rods.set_collider(0, pose).unwrap();
                rods.step(1.0 / 60.0).unwrap();
            }
            for rod in 0..rods.len() {
                assert!(rods.positions(rod).eq(fresh.positions(rod)), "{step} {rod}");
                let vertices = 1..=rods.segments(rod);
                touched += vertices.filter(|&v| rods.contact_force(rod, v) != [0.0; 3]).count();
            }
        }
        assert!(touched > 100, "{touched}");
    }

    #[test]
    fn a_rod_among_others_moves_as_alone() {
        let mut random = Random::new(11);
        let mut vector = |size: f64| [0; 3].map(|_| random.uniform(-size, size) as f32);
        let all = random_rods(45, &mut vector);
        let settings = RodSettings { substeps: 2, wind: [1.0, 0.0, 0.0], ..RodSettings::default() };
        let colliders = [
            RodCollider::sphere([0.3, -0.2, 0.1], 0.3).with_friction(0.4),
            RodCollider::plane([0.0, -1.5, 0.0], [0.1, 1.0, 0.0]).with_friction(0.2),
            RodCollider::capsule([[0.0, 0.0, -0.5], [0.1, 0.3, -0.5]], 0.2),
        ];
        let rods = |all: &[Rod]| {
            let mut rods = Rods::new(all, settings).unwrap();
            rods.set_colliders(&colliders).unwrap();
            rods
        };
        let mut together = rods(&all);
        let mut alone: Vec<Rods> = all.iter().map(|rod| rods(core::slice::from_ref(rod))).collect();
        let bits = |rods: &Rods, rod: usize| -> Vec<[[u32; 3]; 3]> {
            let vertices = rods.positions(rod).enumerate();
            let of = vertices.map(|(vertex, position)| {
                [position, rods.velocity(rod, vertex), rods.contact_force(rod, vertex)]
                    .map(|vector| vector.map(|number| (number + 0.0).to_bits()))
            });
            of.collect()
        };
        let (mut touching, mut apart) = (0, 0);
        for step in 0..90 {
            let rotation = sprung::Rotation::from_rotation_vector(vector(0.2));
            let pose = Pose { position: vector(0.1), rotation };
            together.set_collider(2, pose).unwrap();
            together.set_starts(pose).unwrap();
            let kicked = 7 * step % all.len();
            let velocity = vector(1.0);
            together.set_velocity(kicked, 2, velocity).unwrap();
            alone[kicked].set_velocity(0, 2, velocity).unwrap();
            if step == 20 {
                together.set_load(3, 1, [0.0, 0.3, 0.1]).unwrap();
                alone[3].set_load(0, 1, [0.0, 0.3, 0.1]).unwrap();
            }
            together.step(0.015).unwrap();
            for (rod, alone) in alone.iter_mut().enumerate() {
                alone.set_collider(2, pose).unwrap();
                alone.set_starts(pose).unwrap();
                alone.step(0.015).unwrap();
                assert_eq!(bits(&together, rod), bits(alone, 0), "step {step} rod {rod}");
                let is_touching = |vertex| alone.contact_force(0, vertex) != [0.0; 3];
                let is_touching = (0..=4).any(is_touching);
                touching += usize::from(is_touching);
                apart += usize::from(!is_touching);
            }
        }
        assert!(touching > 200 && apart > 200, "{touching} {apart}");
    }
}
