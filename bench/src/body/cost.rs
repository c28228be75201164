//! The time that springs add to a step of a world of many bodies.

use serde::Serialize;

use super::world::World;
use crate::timing::race;

/// The number of bodies in a timed world.
pub(super) const BODIES: usize = 512;

/// The time that a spring or contact adds to a step of the world.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Cost {
    /// The mean over 512 bodies and all runs, ns.
    pub ns_per_spring: f64,
    /// The same at the 99th percentile of the runs.
    pub ns_99: f64,
    /// The same in the fastest run.
    pub ns_best: f64,
}

/// The costs of a number of springs by each engine: their worlds and a bare one, without an engine, take turns.
pub(super) fn costs<E: Copy>(
    engines: &[E],
    springs: usize,
    world: impl Fn(Option<E>) -> World,
) -> Vec<Cost> {
    let engines = engines.iter().copied().map(Some);
    let mut worlds: Vec<World> = [None].into_iter().chain(engines).map(world).collect();
    let times = race(100, &mut worlds, World::step);
    let added = times[1..].iter().map(|all| all.minus(times[0]).divided_by(springs as f64));
    added
        .map(|added| Cost { ns_per_spring: added.mean, ns_99: added.p99, ns_best: added.best })
        .collect()
}
