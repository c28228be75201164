//! The wind that blows on all networks.

use bevy::prelude::*;
use sprung_network::Turbulence;

/// The wind, which blows on all networks in addition to that of their own [`Environment`](sprung_network::Environment).
///
/// Particles feel it by their `drag`, triangles of an [`AeroSurface`](sprung_network::AeroSurface) by pressure; the gusts
/// act on those triangles alone.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Wind {
    /// The mean velocity of the air, m/s.
    pub velocity: Vec3,
    /// Gusts, which the mean velocity carries along.
    pub gusts: Option<Turbulence>,
}

impl Wind {
    /// Returns the velocity of the gusts at a place (m) and a time (s), m/s.
    pub(crate) fn gust(&self, place: [f32; 3], time: f32) -> [f32; 3] {
        let carried = Vec3::from_array(place) - self.velocity * time;
        self.gusts.map_or([0.0; 3], |gusts| gusts.velocity(carried.to_array(), time))
    }
}
