//! Contacts by springs.

use avian3d::prelude::{ContactGraph, Sensor};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use sprung_body::{Contact, ContactMaterial, Discretization};

use super::body::Bodies;
use super::island::{Island, WORLD};

/// A collider on which bodies land as on a spring: trampoline, mud, quicksand, padding.
///
/// It stands on a collider that is a `Sensor`, so that avian finds contacts and leaves them to this spring. It pushes along
/// the normals of the contacts and has no friction. Bodies that sink more slowly than avian's `SleepThreshold` fall asleep
/// unless they have `SleepingDisabled`. Where two of them touch, the first collider of avian's pair counts.
///
/// ```
/// use sprung_bevy::ContactSpring;
/// use sprung_body::ContactMaterial;
/// let trampoline = ContactSpring(ContactMaterial::trampoline());
/// let mat = ContactSpring(ContactMaterial::from_restitution(0.1, 0.3)?);
/// # let _ = (trampoline, mat);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[require(Sensor)]
pub struct ContactSpring(pub ContactMaterial<f32>);

/// A contact point from step to step: its pair, its features on both shapes, its place among those that have the same.
type Key = (u32, [u32; 2], usize);

/// What the system keeps from step to step.
#[derive(Default)]
pub(super) struct Known {
    /// Each contact with the number of the step in which it was last seen.
    contacts: HashMap<Key, (Contact<f32>, u64)>,
    step: u64,
    touching: Vec<(Key, [usize; 2])>,
    island: Island,
}

pub(super) fn push(
    time: Res<Time>,
    graph: Res<ContactGraph>,
    springs: Query<&ContactSpring>,
    mut bodies: Bodies,
    mut known: Local<Known>,
) {
    if springs.is_empty() {
        return;
    }
    let dt = time.delta_secs();
    let Known { contacts, step, touching, island } = &mut *known;
    *step += 1;
    touching.clear();
    island.clear();
    for pair in graph.iter_active_touching() {
        let spring = springs.get(pair.collider1).or_else(|_| springs.get(pair.collider2));
        let Ok(&ContactSpring(material)) = spring else { continue };
        let ends = [pair.body1, pair.body2]
            .map(|body| body.and_then(|body| island.add(&bodies, body)).unwrap_or(WORLD));
        for manifold in &pair.manifolds {
            // A contact is pushed from B to A, avian's normal is from the first to the second.
            let normal = (-manifold.normal).to_array();
            for point in &manifold.points {
                let features = [point.feature_id1.0, point.feature_id2.0];
                let mut key = (pair.contact_id.0, features, 0);
                while touching.iter().any(|(other, _)| *other == key) {
                    key.2 += 1;
                }
                let Some([a, b]) = island.pair(ends) else { continue };
                let (contact, seen) =
                    contacts.entry(key).or_insert_with(|| (Contact::new(material), 0));
                (contact.ground, *seen) = (material, *step);
                let (at, depth) = (point.point.to_array(), point.penetration);
                contact.prepare(a, b, at, normal, depth, Discretization::Auto, dt);
                touching.push((key, ends));
            }
        }
    }
    contacts.retain(|_, (_, seen)| *seen == *step);
    let passes = if touching.len() > 1 { island.passes() } else { 1 };
    for _ in 0..passes {
        for (key, ends) in &*touching {
            if let (Some((contact, _)), Some([a, b])) = (contacts.get_mut(key), island.pair(*ends))
            {
                contact.solve(a, b);
            }
        }
    }
    island.write(&mut bodies);
}
