//! Contacts by springs.

use avian3d::prelude::{ContactGraph, Sensor};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use sprung_body::{Body, Contact, ContactMaterial, Discretization};

use super::body::Bodies;

/// Passes over the contacts of a step; they share bodies.
const PASSES: usize = 4;

/// A collider on which bodies land as on a spring: trampoline, mud, quicksand, padding.
///
/// It stands on a collider that is a `Sensor`, so that avian finds contacts and leaves them to this spring. It pushes along
/// the normals of the contacts and has no friction. Where two of them touch, the first collider of avian's pair counts.
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

/// What a system keeps of the contacts: each with the number of the step in which it was last seen.
#[derive(Default)]
pub(super) struct Known {
    contacts: HashMap<Key, (Contact<f32>, u64)>,
    step: u64,
}

pub(super) fn push(
    time: Res<Time>,
    graph: Res<ContactGraph>,
    springs: Query<&ContactSpring>,
    mut bodies: Bodies,
    mut known: Local<Known>,
    mut touching: Local<Vec<(Key, [usize; 2])>>,
) {
    if springs.is_empty() {
        return;
    }
    let dt = time.delta_secs();
    let Known { contacts, step } = &mut *known;
    *step += 1;
    touching.clear();
    // The first is the world.
    let mut read: Vec<(Entity, Body<f32>)> = vec![(Entity::PLACEHOLDER, Body::fixed())];
    for pair in graph.iter_active_touching() {
        let spring = springs.get(pair.collider1).or_else(|_| springs.get(pair.collider2));
        let Ok(&ContactSpring(material)) = spring else { continue };
        let [a, b] = [pair.body1, pair.body2].map(|entity| {
            let Some(entity) = entity else { return 0 };
            let index = read.iter().position(|(known, _)| *known == entity);
            index.unwrap_or_else(|| {
                let Some(body) = bodies.read(entity) else { return 0 };
                read.push((entity, body));
                read.len() - 1
            })
        });
        if a == b {
            continue;
        }
        for manifold in &pair.manifolds {
            // A contact is pushed from B to A, avian's normal is from the first to the second.
            let normal = (-manifold.normal).to_array();
            for point in &manifold.points {
                let features = [point.feature_id1.0, point.feature_id2.0];
                let mut key = (pair.contact_id.0, features, 0);
                while touching.iter().any(|(other, _)| *other == key) {
                    key.2 += 1;
                }
                let (contact, seen) =
                    contacts.entry(key).or_insert_with(|| (Contact::new(material), 0));
                (contact.ground, *seen) = (material, *step);
                let (at, depth) = (point.point.to_array(), point.penetration);
                let [first, second] = [&read[a].1, &read[b].1];
                contact.prepare(first, second, at, normal, depth, Discretization::Auto, dt);
                touching.push((key, [a, b]));
            }
        }
    }
    contacts.retain(|_, (_, seen)| *seen == *step);
    for _ in 0..PASSES {
        for (key, pair) in &*touching {
            if let (Some((contact, _)), Ok([a, b])) =
                (contacts.get_mut(key), read.get_disjoint_mut(*pair))
            {
                contact.solve(&mut a.1, &mut b.1);
            }
        }
    }
    for (entity, body) in &read[1..] {
        bodies.write(*entity, body);
    }
}
