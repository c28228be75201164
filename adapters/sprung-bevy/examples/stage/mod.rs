//! The stage of the examples: with the feature `window` a window with a camera, a light and gizmos; without it a headless app
//! with a clock of its own, so that the examples run as tests.

use bevy::prelude::*;
use bevy_mesh::{Mesh, Mesh3d};

/// The color of an entity with a mesh, in sRGB.
#[derive(Component, Clone, Copy)]
#[cfg_attr(not(feature = "window"), expect(dead_code, reason = "there is nothing to see"))]
pub(crate) struct Paint(pub(crate) [f32; 3]);

/// An app that looks from `eye` to `center`.
#[cfg(feature = "window")]
pub(crate) fn app(eye: Vec3, center: Vec3) -> App {
    let mut app = App::new();
    app.add_plugins((DefaultPlugins, sprung_bevy::SprungGizmosPlugin));
    app.add_systems(Update, (paint, keys, window::shoot));
    app.world_mut().spawn((
        Camera3d::default(),
        // The others need tables that are not compiled in.
        bevy::core_pipeline::tonemapping::Tonemapping::AcesFitted,
        Transform::from_translation(eye).looking_at(center, Vec3::Y),
    ));
    app.world_mut().spawn((
        DirectionalLight { shadow_maps_enabled: true, ..default() },
        Transform::from_xyz(4.0, 8.0, 5.0).looking_at(Vec3::ZERO, Vec3::Y),
    ));
    app.insert_resource(GlobalAmbientLight { brightness: 400.0, ..default() });
    let mut store = app.world_mut().resource_mut::<GizmoConfigStore>();
    store.config_mut::<sprung_bevy::NetworkGizmos>().0.enabled = false;
    app
}

/// Runs the app until its window is closed.
#[cfg(feature = "window")]
pub(crate) fn run(app: &mut App, _seconds: u32) {
    println!("G: gizmos of edges, stretch and contacts");
    app.run();
}

#[cfg(not(feature = "window"))]
pub(crate) fn app(_eye: Vec3, _center: Vec3) -> App {
    use bevy::time::TimeUpdateStrategy;
    let mut app = App::new();
    let assets = bevy_asset::AssetPlugin::default();
    app.add_plugins((MinimalPlugins, TransformPlugin, assets, bevy_mesh::MeshPlugin));
    let frame = core::time::Duration::from_secs_f64(1.0 / 60.0);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    app
}

/// Runs the app for a time, 60 frames a second.
#[cfg(not(feature = "window"))]
pub(crate) fn run(app: &mut App, seconds: u32) {
    app.finish();
    app.cleanup();
    (0..60 * seconds).for_each(|_| app.update());
}

/// A mesh as an asset, in a color.
pub(crate) fn shape(app: &mut App, mesh: impl Into<Mesh>, color: [f32; 3]) -> impl Bundle {
    let mut meshes = app.world_mut().resource_mut::<bevy_asset::Assets<Mesh>>();
    (Mesh3d(meshes.add(mesh)), Paint(color))
}

/// Gives painted entities their materials.
#[cfg(feature = "window")]
fn paint(
    mut commands: Commands,
    mut materials: ResMut<Assets<StandardMaterial>>,
    new: Query<(Entity, &Paint), Added<Paint>>,
) {
    for (entity, &Paint([red, green, blue])) in &new {
        let material = StandardMaterial {
            base_color: Color::srgb(red, green, blue),
            perceptual_roughness: 0.8,
            // Sheets have two sides.
            double_sided: true,
            cull_mode: None,
            ..default()
        };
        commands.entity(entity).insert(MeshMaterial3d(materials.add(material)));
    }
}

#[cfg(feature = "window")]
fn keys(keys: Res<ButtonInput<KeyCode>>, mut store: ResMut<GizmoConfigStore>) {
    if keys.just_pressed(KeyCode::KeyG) {
        let (config, _) = store.config_mut::<sprung_bevy::NetworkGizmos>();
        config.enabled = !config.enabled;
    }
}

#[cfg(feature = "window")]
mod window {
    use bevy::prelude::*;
    use bevy::render::view::screenshot::{Screenshot, save_to_disk};

    /// Saves pictures after three seconds, without and with gizmos, where the program is given a folder for them, and ends.
    pub(crate) fn shoot(
        mut commands: Commands,
        time: Res<Time>,
        mut count: Local<usize>,
        mut store: ResMut<GizmoConfigStore>,
        mut exit: MessageWriter<AppExit>,
    ) {
        let Some(folder) = std::env::args().nth(1) else { return };
        store.config_mut::<sprung_bevy::NetworkGizmos>().0.enabled = *count == 1;
        if time.elapsed_secs() < 3.0 + *count as f32 {
            return;
        }
        let Some(name) = ["plain", "gizmos"].get(*count) else {
            exit.write(AppExit::Success);
            return;
        };
        let file = format!("{folder}/{name}.png");
        commands.spawn(Screenshot::primary_window()).observe(save_to_disk(file));
        *count += 1;
    }
}
