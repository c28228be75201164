//! The vertices of a frame: positions and unit normals.

use glam_033::Vec3;

/// Positions and unit normals, one of each per vertex.
#[derive(Clone, Debug, Default)]
pub(super) struct Vertices {
    pub(super) positions: Vec<[f32; 3]>,
    pub(super) normals: Vec<[f32; 3]>,
}

impl Vertices {
    pub(super) fn push(&mut self, position: Vec3, normal: Vec3) {
        self.positions.push(position.into());
        self.normals.push(normal.into());
    }
}
