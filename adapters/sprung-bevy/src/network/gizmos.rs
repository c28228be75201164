//! Gizmos of networks: edges, their stretch, contacts.

use bevy::gizmos::config::GizmoConfigGroup;
use bevy::prelude::*;

use super::debug_lines::{contacts, edges, self_contacts};
use super::spring_network::SpringNetwork;

/// The color of contacts.
pub(crate) const CONTACT: LinearRgba = LinearRgba::rgb(1.0, 0.9, 0.1);

/// The gizmos of [`SpringNetwork`]s, as a group of bevy's `GizmoConfigStore`, which also switches them off and sets the width
/// of their lines.
#[derive(Clone, Copy, Debug, Reflect, GizmoConfigGroup)]
pub struct NetworkGizmos {
    /// The strain at which an edge is red, or blue if it is compressed; edges at rest are green. 0.05 by default.
    pub strain: f32,
    /// The length of the normals drawn at contacts of the network with itself, with colliders and with the bodies that it is
    /// coupled to, m; 0.1 by default, 0 for none.
    pub normal_length: f32,
    /// The distance from a collider that counts as contact, m; 0.002 by default.
    pub contact_distance: f32,
}

impl Default for NetworkGizmos {
    fn default() -> Self {
        NetworkGizmos { strain: 0.05, normal_length: 0.1, contact_distance: 2e-3 }
    }
}

/// Draws [`NetworkGizmos`] in `PostUpdate`. Needs bevy's `GizmoPlugin`, which `DefaultPlugins` have.
#[derive(Clone, Copy, Debug, Default)]
pub struct SprungGizmosPlugin;

impl Plugin for SprungGizmosPlugin {
    fn build(&self, app: &mut App) {
        app.init_gizmo_group::<NetworkGizmos>()
            .add_systems(PostUpdate, draw.after(TransformSystems::Propagate));
        #[cfg(feature = "avian")]
        app.add_systems(PostUpdate, crate::avian::draw.after(TransformSystems::Propagate));
    }
}

fn draw(
    time: Res<Time<Fixed>>,
    networks: Query<&SpringNetwork>,
    mut gizmos: Gizmos<NetworkGizmos>,
) {
    if !gizmos.config.enabled {
        return;
    }
    let (settings, part) = (*gizmos.config_ext, time.overstep_fraction());
    for network in networks.iter().filter(|network| network.has_started()) {
        for (a, b, color) in edges(network, part, settings.strain) {
            gizmos.line(a, b, LinearRgba::rgb(color.x, color.y, color.z));
        }
        let contacts = contacts(network, part, settings.contact_distance);
        for (at, normal) in contacts.chain(self_contacts(network)) {
            gizmos.ray(at, settings.normal_length * normal, CONTACT);
        }
    }
}
