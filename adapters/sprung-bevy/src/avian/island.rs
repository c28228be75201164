//! The bodies of the springs of one step. All springs are prepared from the bodies as they are and then solved in a few
//! passes (projected Gauss–Seidel), since they share bodies.

use bevy::ecs::entity::hash_map::EntityHashMap;
use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use sprung_body::Body;

use super::body::Bodies;

/// Passes over springs that share a body.
const PASSES: usize = 8;

/// The index of the world, a fixed body.
pub(super) const WORLD: usize = 0;

/// The systems that solve springs once, run for each pass.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct SolveSprings;

/// Copies of bodies.
#[derive(Resource, Default)]
pub(super) struct Island {
    bodies: Vec<(Entity, Body<f32>)>,
    places: EntityHashMap<usize>,
    is_shared: bool,
}

impl Island {
    /// Forgets all bodies.
    pub(super) fn clear(&mut self) {
        self.bodies.clear();
        self.places.clear();
        self.bodies.push((Entity::PLACEHOLDER, Body::fixed()));
        self.is_shared = false;
    }

    /// Returns the index of a body for one spring; `None` if there is no such body.
    pub(super) fn add(&mut self, bodies: &Bodies, entity: Entity) -> Option<usize> {
        if let Some(&known) = self.places.get(&entity) {
            self.is_shared = true;
            return Some(known);
        }
        self.bodies.push((entity, bodies.read(entity)?));
        let index = self.bodies.len() - 1;
        self.places.insert(entity, index);
        Some(index)
    }

    /// Returns both bodies of a spring; `None` if they are one.
    pub(super) fn pair(&mut self, ends: [usize; 2]) -> Option<[&mut Body<f32>; 2]> {
        let both = self.bodies.get_disjoint_mut(ends).ok()?;
        Some(both.map(|(_, body)| body))
    }

    /// Returns the number of passes: one if no two springs share a body.
    pub(super) fn passes(&self) -> usize {
        if self.is_shared { PASSES } else { 1 }
    }

    /// Gives the bodies the velocities of their copies.
    pub(super) fn write(&self, bodies: &mut Bodies) {
        for (entity, body) in &self.bodies[1..] {
            bodies.write(*entity, body);
        }
    }
}

/// Starts a step.
pub(super) fn begin(mut island: ResMut<Island>) {
    island.clear();
}

/// Solves all springs.
pub(super) fn solve(world: &mut World) {
    let passes = world.resource::<Island>().passes();
    // There is no such schedule if the plugin was not built.
    let _ = world.try_schedule_scope(SolveSprings, |world, schedule| {
        (0..passes).for_each(|_| schedule.run(world));
    });
}

/// Ends a step.
pub(super) fn write(island: Res<Island>, mut bodies: Bodies) {
    island.write(&mut bodies);
}
