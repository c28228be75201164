//! Contact points of a network.

/// A point at which a network touches itself or a body: for sounds, particle effects, debug lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint {
    /// The position, m.
    pub position: [f32; 3],
    /// A unit vector: from the body to the particle; of two parts of the network, from one to the other.
    pub normal: [f32; 3],
}
