//! Meshes that show networks.

use bevy::math::Affine3A;
use bevy::prelude::*;
use bevy_asset::{Assets, RenderAssetUsages};
use bevy_mesh::{
    Indices, Mesh, Mesh3d, MeshVertexAttribute, PrimitiveTopology, VertexAttributeValues,
};
use sprung_network::shapes::Cloth;
use sprung_network::{Network, NetworkError, Skin};

use super::spring_network::SpringNetwork;
use super::surface::set_normals;
use super::tube;

/// The largest number of sides of a tube.
const MAX_SIDES: u32 = 256;

/// Shows the [`SpringNetwork`] of its entity as a mesh: positions and normals are written each frame, between the last two
/// fixed steps.
///
/// It adds a `Mesh3d` with a mesh of its own; a `MeshMaterial3d` is yours to add. A sheet has one layer of vertices: show
/// both its sides by a material that is `double_sided` and has no `cull_mode`. Where an edge tears, the triangles that have
/// it as a side, or the part of the tube or line, are gone.
///
/// ```
/// use sprung_bevy::NetworkMesh;
/// use sprung_network::shapes::{Cloth, rope};
/// let sheet = Cloth::new(16, 16, 0.1, 0.3);
/// let flag = NetworkMesh::cloth(&sheet);
/// let cord = rope([0.0; 3], [2.0, 0.0, 0.0], 40, 0.5)?;
/// let tube = NetworkMesh::tube(0..cord.particles.len(), 0.02, 8);
/// # let _ = (flag, tube);
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
#[derive(Component, Clone, Debug)]
pub struct NetworkMesh {
    form: Form,
    /// The mesh until it is an asset, from then on empty.
    mesh: Option<Mesh>,
    triangles: Vec<[u32; 3]>,
    /// Of each vertex, or of each point of a line, its particle.
    particles: Vec<u32>,
    uvs: Vec<[f32; 2]>,
    /// The number of torn edges that the triangles leave out.
    tears: usize,
    is_written: bool,
    points: Vec<Vec3>,
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
}

#[derive(Clone, Debug)]
enum Form {
    Surface { whole: Vec<[u32; 3]> },
    Tube { radius: f32, sides: u32, across: Vec3 },
    Line,
    Skin(Skin),
}

impl NetworkMesh {
    fn new(form: Form, topology: PrimitiveTopology) -> Self {
        NetworkMesh {
            form,
            mesh: Some(Mesh::new(topology, RenderAssetUsages::default())),
            triangles: Vec::new(),
            particles: Vec::new(),
            uvs: Vec::new(),
            tears: usize::MAX,
            is_written: false,
            points: Vec::new(),
            positions: Vec::new(),
            normals: Vec::new(),
        }
    }

    /// A surface whose vertices are the particles. Triangles with a particle that does not exist are left out.
    pub fn surface(triangles: &[[u32; 3]]) -> Self {
        let form = Form::Surface { whole: triangles.to_vec() };
        NetworkMesh::new(form, PrimitiveTopology::TriangleList)
    }

    /// The same with texture coordinates, one for each particle.
    pub fn with_uvs(self, uvs: Vec<[f32; 2]>) -> Self {
        NetworkMesh { uvs, ..self }
    }

    /// The surface of a sheet, with texture coordinates from 0 to 1 along columns and rows.
    pub fn cloth(sheet: &Cloth) -> Self {
        let triangles = sheet.triangles();
        let columns = sheet.edge().len();
        let last = triangles.iter().flatten().max().map_or(0, |&last| last as usize);
        let rows = last / columns.max(1) + 1;
        let part = |i: usize, count: usize| i as f32 / (count.max(2) - 1) as f32;
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let uvs = cells.map(|(column, row)| [part(column, columns), part(row, rows)]);
        NetworkMesh::surface(&triangles).with_uvs(uvs.collect())
    }

    /// A tube along particles, with a radius in m and the number of its sides, 3 to 256.
    pub fn tube(particles: impl IntoIterator<Item = usize>, radius: f32, sides: u32) -> Self {
        let sides = sides.clamp(3, MAX_SIDES);
        let form = Form::Tube { radius, sides, across: Vec3::ZERO };
        let particles = particles.into_iter().map(|p| p as u32).collect();
        NetworkMesh { particles, ..NetworkMesh::new(form, PrimitiveTopology::TriangleList) }
    }

    /// A line along particles.
    pub fn line(particles: impl IntoIterator<Item = usize>) -> Self {
        let particles = particles.into_iter().map(|p| p as u32).collect();
        NetworkMesh { particles, ..NetworkMesh::new(Form::Line, PrimitiveTopology::LineList) }
    }

    /// A mesh of triangles that follows the network inside it: jelly. Both in the frame of the entity, as they are at rest.
    ///
    /// # Errors
    /// As [`Skin::bind`]. A mesh without triangles or positions of three numbers counts as one without vertices.
    pub fn skin(network: &Network, mut mesh: Mesh) -> Result<Self, NetworkError> {
        mesh.asset_usage = RenderAssetUsages::default();
        let positions = match mesh.try_attribute(Mesh::ATTRIBUTE_POSITION) {
            Ok(VertexAttributeValues::Float32x3(positions)) => positions.as_slice(),
            _ => &[],
        };
        let skin = Skin::bind(network, positions)?;
        let mut corners: Vec<u32> = match mesh.try_indices() {
            Ok(indices) => indices.iter().map(|i| i as u32).collect(),
            Err(_) => (0..positions.len() as u32).collect(),
        };
        if mesh.primitive_topology() != PrimitiveTopology::TriangleList {
            corners.clear();
        }
        let count = positions.len() as u32;
        let triangles = corners.as_chunks::<3>().0.iter().copied();
        let triangles = triangles.filter(|t| t.iter().all(|&corner| corner < count)).collect();
        let made = NetworkMesh::new(Form::Skin(skin), PrimitiveTopology::TriangleList);
        Ok(NetworkMesh { mesh: Some(mesh), triangles, ..made })
    }

    /// Makes triangles, lines and texture coordinates anew.
    fn connect(&mut self, network: &SpringNetwork, mesh: &mut Mesh) {
        let count = network.positions()[1].len();
        let sorted = |[a, b]: [usize; 2]| [a.min(b), a.max(b)];
        let mut torn: Vec<_> = network.torn_edges().iter().copied().map(sorted).collect();
        torn.sort_unstable();
        let is_torn = |a: u32, b: u32| {
            !torn.is_empty() && torn.binary_search(&sorted([a as usize, b as usize])).is_ok()
        };
        if let Form::Surface { .. } = self.form {
            self.particles = (0..count as u32).collect();
        } else {
            self.particles.retain(|&p| (p as usize) < count);
        }
        let particles = &self.particles;
        let points = particles.len() as u32;
        let is_gap = |point: u32| {
            let [a, b] = [point as usize, point as usize + 1].map(|point| particles[point]);
            is_torn(a, b)
        };
        match &self.form {
            Form::Surface { whole } => {
                let exists = |t: &&[u32; 3]| t.iter().all(|&p| (p as usize) < count);
                let holds =
                    |&&[a, b, c]: &&[u32; 3]| !(is_torn(a, b) || is_torn(b, c) || is_torn(c, a));
                self.triangles = whole.iter().filter(exists).filter(holds).copied().collect();
                if !self.uvs.is_empty() {
                    self.uvs.resize(count, [0.0; 2]);
                    set_attribute(mesh, Mesh::ATTRIBUTE_UV_0, self.uvs.clone());
                }
            }
            Form::Tube { sides, .. } => {
                self.triangles = tube::triangles(points, *sides, is_gap);
                set_attribute(mesh, Mesh::ATTRIBUTE_UV_0, tube::uvs(points, *sides));
            }
            Form::Line => {
                let whole = (0..points.saturating_sub(1)).filter(|&point| !is_gap(point));
                let ends = whole.flat_map(|point| [point, point + 1]).collect();
                let _ = mesh.try_insert_indices(Indices::U32(ends));
            }
            Form::Skin(_) => {}
        }
        if let Form::Surface { .. } | Form::Tube { .. } = self.form {
            let corners = self.triangles.as_flattened().to_vec();
            let _ = mesh.try_insert_indices(Indices::U32(corners));
        }
        self.tears = torn.len();
    }

    /// Computes positions and normals in the world.
    fn place(&mut self, network: &SpringNetwork, part: f32) {
        let Self { form, positions, normals, points, particles, triangles, .. } = self;
        let at = |p: u32| network.position_between(p as usize, part).unwrap_or_default();
        match form {
            Form::Tube { radius, sides, across } => {
                points.clear();
                points.extend(particles.iter().map(|&p| at(p)));
                tube::write(points, *radius, *sides, across, positions, normals);
                return;
            }
            Form::Surface { .. } | Form::Line => {
                positions.clear();
                positions.extend(particles.iter().map(|&p| at(p)));
            }
            Form::Skin(skin) => {
                positions.clear();
                let of_particle = |p: usize| at(p as u32).to_array();
                positions.extend(skin.positions(of_particle).map(Vec3::from_array));
            }
        }
        set_normals(triangles, positions, normals);
    }

    /// Writes positions and normals in the frame of the entity.
    fn write(&mut self, mesh: &mut Mesh, own: &Affine3A) {
        let inverse = own.inverse();
        for position in &mut self.positions {
            *position = inverse.transform_point3(*position);
        }
        let transposed = own.matrix3.transpose();
        for normal in &mut self.normals {
            *normal = (transposed * *normal).try_normalize().unwrap_or(Vec3::Y);
        }
        set(mesh, Mesh::ATTRIBUTE_POSITION, &self.positions);
        set(mesh, Mesh::ATTRIBUTE_NORMAL, &self.normals);
        self.is_written = true;
    }
}

/// Sets an attribute of a mesh; one whose data is on the graphics card alone stays as it is.
fn set_attribute(
    mesh: &mut Mesh,
    attribute: MeshVertexAttribute,
    values: impl Into<VertexAttributeValues>,
) {
    let _ = mesh.try_insert_attribute(attribute, values);
}

/// Writes an attribute of three numbers, into the memory that it has.
fn set(mesh: &mut Mesh, attribute: MeshVertexAttribute, values: &[Vec3]) {
    let values = values.iter().map(Vec3::to_array);
    if let Ok(VertexAttributeValues::Float32x3(old)) = mesh.try_attribute_mut(attribute) {
        old.clear();
        old.extend(values);
    } else {
        set_attribute(mesh, attribute, values.collect::<Vec<_>>());
    }
}

/// Gives new [`NetworkMesh`]es their meshes.
pub(super) fn add_meshes(
    mut commands: Commands,
    meshes: Option<ResMut<Assets<Mesh>>>,
    mut new: Query<(Entity, &mut NetworkMesh)>,
) {
    let Some(mut meshes) = meshes else { return };
    for (entity, mut shown) in &mut new {
        if shown.mesh.is_some()
            && let Some(mesh) = shown.mesh.take()
        {
            commands.entity(entity).insert(Mesh3d(meshes.add(mesh)));
        }
    }
}

/// Writes the meshes of all networks that have moved.
pub(super) fn write_meshes(
    time: Res<Time<Fixed>>,
    meshes: Option<ResMut<Assets<Mesh>>>,
    mut networks: Query<(&SpringNetwork, &mut NetworkMesh, &Mesh3d, Ref<GlobalTransform>)>,
) {
    let Some(mut meshes) = meshes else { return };
    let part = time.overstep_fraction();
    for (network, mut shown, mesh, own) in &mut networks {
        let is_whole = shown.tears == network.torn_edges().len();
        if shown.is_written && is_whole && network.is_still() && !own.is_changed() {
            continue;
        }
        // Before the first step a network is in the frame of its entity.
        let own = if network.has_started() { own.affine() } else { Affine3A::IDENTITY };
        if !own.inverse().is_finite() {
            continue;
        }
        let Some(mut mesh) = meshes.get_mut(mesh) else { continue };
        if !is_whole {
            shown.connect(network, &mut mesh);
        }
        shown.place(network, part);
        shown.write(&mut mesh, &own);
    }
}
