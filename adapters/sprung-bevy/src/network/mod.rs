//! Rope, cloth and jelly: networks of `sprung-network` that move in bevy's fixed steps and drive meshes.

mod collider;
#[cfg(any(test, feature = "gizmos"))]
mod debug_lines;
#[cfg(feature = "gizmos")]
mod gizmos;
mod mesh;
mod pins;
mod spring_network;
mod surface;
mod tube;
mod wind;

use bevy::prelude::*;
use bevy::transform::helper::TransformHelper;
use bevy_asset::AssetEventSystems;

pub use collider::NetworkCollider;
#[cfg(all(feature = "avian", feature = "gizmos"))]
pub(crate) use gizmos::CONTACT;
#[cfg(feature = "gizmos")]
pub use gizmos::{NetworkGizmos, SprungGizmosPlugin};
pub use mesh::NetworkMesh;
pub use pins::{Pin, Pins};
pub use spring_network::SpringNetwork;
pub use wind::Wind;

/// The system sets, in `FixedPostUpdate`, that step networks: move what they are pinned to and touch before them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NetworkSystems {
    /// Reads pins, colliders and wind.
    Read,
    /// Steps the networks.
    Step,
}

/// Steps [`SpringNetwork`]s in `FixedPostUpdate` and writes [`NetworkMesh`]es in `PostUpdate`.
///
/// Meshes need bevy's `AssetPlugin` and `MeshPlugin`, which `DefaultPlugins` have; without them the networks move all the
/// same, as on a server.
#[derive(Clone, Copy, Debug, Default)]
pub struct SprungNetworkPlugin;

impl Plugin for SprungNetworkPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Wind>()
            .configure_sets(FixedPostUpdate, (NetworkSystems::Read, NetworkSystems::Step).chain())
            .add_systems(
                FixedPostUpdate,
                (read.in_set(NetworkSystems::Read), step.in_set(NetworkSystems::Step)),
            )
            .add_systems(
                PostUpdate,
                (mesh::add_meshes, mesh::write_meshes)
                    .chain()
                    .after(TransformSystems::Propagate)
                    .before(AssetEventSystems),
            );
    }
}

/// Reads what networks are pinned to, touch and are blown by.
fn read(
    time: Res<Time>,
    wind: Res<Wind>,
    transforms: TransformHelper,
    colliders: Query<(Entity, &NetworkCollider)>,
    mut networks: Query<(Entity, &mut SpringNetwork, Option<&Pins>)>,
) {
    let place = |entity| transforms.compute_global_transform(entity).ok().map(|t| t.affine());
    let mut shapes: Vec<_> = (colliders.iter())
        .filter_map(|(entity, collider)| Some((entity, collider.in_world(&place(entity)?))))
        .collect();
    shapes.sort_by_key(|(entity, _)| *entity);
    for (entity, mut network, pins) in &mut networks {
        network.is_coupled = false;
        let Some(own) = place(entity) else { continue };
        let pins = pins.map_or(&[][..], |pins| &pins.0);
        let result = network
            .follow(own, pins, place)
            .and_then(|()| network.set_colliders(&shapes))
            .and_then(|()| network.blow(&wind, time.elapsed_secs()));
        network.report(entity, result);
    }
}

/// Steps the networks that are not coupled.
pub(crate) fn step(time: Res<Time>, mut networks: Query<&mut SpringNetwork>) {
    let dt = time.delta_secs();
    networks.par_iter_mut().for_each(|mut network| network.step(dt));
}
