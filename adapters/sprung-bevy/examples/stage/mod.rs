//! The stage of the examples: a camera, ground and colors; with the feature `window` a window with light and gizmos, without
//! it a headless app with a clock of its own, so that the examples run as tests.

#[cfg(feature = "window")]
mod window;

use bevy::prelude::*;
use bevy_asset::{Assets, RenderAssetUsages};
use bevy_mesh::{Indices, Mesh, Mesh3d, PrimitiveTopology};
#[cfg(feature = "window")]
pub(crate) use window::{app, camera, run};

/// The color of an entity with a mesh, in sRGB.
#[derive(Component, Clone, Copy)]
#[cfg_attr(not(feature = "window"), expect(dead_code, reason = "there is nothing to see"))]
pub(crate) struct Paint(pub(crate) [f32; 3]);

#[cfg(not(feature = "window"))]
pub(crate) fn app() -> App {
    use bevy::time::TimeUpdateStrategy;
    let mut app = App::new();
    let assets = bevy_asset::AssetPlugin::default();
    app.add_plugins((MinimalPlugins, TransformPlugin, assets, bevy_mesh::MeshPlugin));
    let frame = core::time::Duration::from_secs_f64(1.0 / 60.0);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    app
}

/// A camera that looks from `eye` to `center`.
#[cfg(not(feature = "window"))]
pub(crate) fn camera(app: &mut App, eye: Vec3, center: Vec3) -> Entity {
    app.world_mut().spawn(Transform::from_translation(eye).looking_at(center, Vec3::Y)).id()
}

/// Runs the app for a time, 60 frames a second.
#[cfg(not(feature = "window"))]
pub(crate) fn run(app: &mut App, seconds: u32, _pictures: &[f32]) {
    app.finish();
    app.cleanup();
    (0..60 * seconds).for_each(|_| app.update());
}

/// A mesh as an asset, in a color.
pub(crate) fn shape(app: &mut App, mesh: impl Into<Mesh>, color: [f32; 3]) -> (Mesh3d, Paint) {
    let mut meshes = app.world_mut().resource_mut::<Assets<Mesh>>();
    (Mesh3d(meshes.add(mesh)), Paint(color))
}

/// The ground, tiles of 1 m.
pub(crate) fn ground(app: &mut App) -> Entity {
    const REACH: i32 = 40;
    let (mut positions, mut colors, mut corners) = (vec![], vec![], vec![]);
    for (x, z) in (-REACH..REACH).flat_map(|x| (-REACH..REACH).map(move |z| (x, z))) {
        let first = positions.len() as u32;
        corners.extend([0, 1, 2, 2, 1, 3].map(|corner| first + corner));
        positions.extend(
            [(0, 0), (0, 1), (1, 0), (1, 1)]
                .map(|(dx, dz)| [(x + dx) as f32, 0.0, (z + dz) as f32]),
        );
        let shade = if (x + z) % 2 == 0 { 0.8 } else { 1.0 };
        colors.extend([[shade, shade, shade, 1.0]; 4]);
    }
    let mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, vec![[0.0, 1.0, 0.0]; positions.len()])
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colors)
        .with_inserted_indices(Indices::U32(corners));
    let look = shape(app, mesh, [0.5, 0.56, 0.5]);
    app.world_mut().spawn((look, Transform::default())).id()
}
