//! The look of a shape, and the vertices that show it in each frame.

use super::mesh::Mesh;
use super::surface::Surface;
use super::tube::Tubes;
use super::vertices::Vertices;

/// Color and form of a shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// Red, green and blue, linear.
    pub(super) color: [f32; 3],
    /// 0 is a mirror, 1 is chalk.
    pub(super) roughness: f32,
    /// The radius of the tubes along its lines, m, and the corners of their cross-section.
    pub(super) radius: f32,
    pub(super) sides: usize,
    /// The cosine of the angle from which on an edge of its surface is a crease; −1 for none.
    pub(super) crease: f32,
    /// True for a surface that is seen from both sides.
    pub(super) is_open: bool,
}

/// The triangles of a shape, whose vertices follow its points.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    surface: Surface,
    tubes: Tubes,
}

impl Shown {
    pub(super) fn new(mesh: &Mesh, look: &Look) -> Self {
        let surface = Surface::new(&mesh.triangles, &mesh.points, look.crease);
        Shown {
            surface,
            tubes: Tubes::new(&mesh.lines, mesh.points.len(), look.radius, look.sides),
        }
    }

    /// The number of vertices.
    pub(super) fn len(&self) -> usize {
        self.surface.len() + self.tubes.len()
    }

    pub(super) fn triangles(&self) -> Vec<[u32; 3]> {
        let tubes = self.tubes.triangles(self.surface.len());
        self.surface.triangles.iter().copied().chain(tubes).collect()
    }

    /// The vertices of the next frame, whose points are given.
    pub(super) fn frame(&mut self, points: &[[f32; 3]]) -> Vertices {
        let mut vertices = Vertices::default();
        self.surface.add(points, &mut vertices);
        self.tubes.add(points, &mut vertices);
        vertices
    }
}
