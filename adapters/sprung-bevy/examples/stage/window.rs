//! A window with light, fog and gizmos, and pictures of it.

use core::time::Duration;
use std::path::PathBuf;

use bevy::camera::Hdr;
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::view::screenshot::{Screenshot, save_to_disk};
use bevy::time::TimeUpdateStrategy;
use bevy::window::PresentMode;
use bevy::winit::WinitSettings;
use sprung_bevy::{NetworkGizmos, SpringNetwork};

use super::Paint;

const SKY: Color = Color::srgb(0.72, 0.84, 0.95);

/// The folder for pictures, the first argument of the program.
fn folder() -> Option<PathBuf> {
    std::env::args_os().nth(1).map(PathBuf::from)
}

pub(crate) fn app() -> App {
    let mut app = App::new();
    // A picture shows all there is, not what has been compiled so far.
    let render = RenderPlugin { synchronous_pipeline_compilation: true, ..default() };
    // Some displays without a screen show a frame a second.
    let present_mode = match folder() {
        Some(_) => PresentMode::AutoNoVsync,
        None => PresentMode::AutoVsync,
    };
    let primary_window = Some(Window { present_mode, ..default() });
    let window = WindowPlugin { primary_window, ..default() };
    app.add_plugins(DefaultPlugins.set(render).set(window));
    app.add_plugins(sprung_bevy::SprungGizmosPlugin);
    app.add_systems(Update, (paint, show, keys));
    app.insert_resource(ClearColor(SKY));
    app.insert_resource(GlobalAmbientLight { brightness: 900.0, ..default() });
    app.world_mut().spawn((
        DirectionalLight { shadow_maps_enabled: true, illuminance: 8000.0, ..default() },
        Transform::from_xyz(4.0, 8.0, 5.0).looking_at(Vec3::ZERO, Vec3::Y),
    ));
    let mut store = app.world_mut().resource_mut::<GizmoConfigStore>();
    let (config, network) = store.config_mut::<NetworkGizmos>();
    // In front of the meshes.
    (config.enabled, config.depth_bias, network.strain) = (false, -1.0, 0.1);
    app
}

/// A camera that looks from `eye` to `center`.
pub(crate) fn camera(app: &mut App, eye: Vec3, center: Vec3) -> Entity {
    let fog = DistanceFog {
        color: SKY,
        falloff: FogFalloff::Linear { start: 10.0, end: 38.0 },
        ..default()
    };
    let place = Transform::from_translation(eye).looking_at(center, Vec3::Y);
    // Other tone mappings need tables that are not compiled in.
    app.world_mut().spawn((Camera3d::default(), Hdr, Tonemapping::AcesFitted, fog, place)).id()
}

/// Runs the app until its window is closed. Where the program is given a folder, it saves `pictures` at these times, s, each
/// without and with gizmos, and ends.
pub(crate) fn run(app: &mut App, _seconds: u32, pictures: &[f32]) {
    if let Some(folder) = folder() {
        // Few frames, for a processor that draws.
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)));
        app.insert_resource(WinitSettings::continuous());
        let times = pictures.to_vec();
        app.insert_resource(Album { folder, times, held: 0 });
        app.add_systems(Update, shoot);
    } else {
        println!("G: gizmos of edges, stretch and contacts");
    }
    app.run();
}

#[derive(Resource)]
struct Album {
    folder: PathBuf,
    /// Of the pictures still to be taken, s.
    times: Vec<f32>,
    /// The frames for which time has been held, for the next picture.
    held: u32,
}

/// Saves the pictures, the first of them at once; time is held while one is taken.
fn shoot(
    mut commands: Commands,
    mut album: ResMut<Album>,
    mut time: ResMut<Time<Virtual>>,
    mut store: ResMut<GizmoConfigStore>,
    mut exit: MessageWriter<AppExit>,
    unsaved: Query<(), With<Screenshot>>,
    networks: Query<(), With<SpringNetwork>>,
) {
    let Some(&due) = album.times.first() else {
        if unsaved.is_empty() {
            exit.write(AppExit::Success);
        }
        return;
    };
    if time.elapsed_secs() < due - 0.05 {
        return;
    }
    time.pause();
    let mut save = |name: String| {
        let file = album.folder.join(name);
        commands.spawn(Screenshot::primary_window()).observe(save_to_disk(file));
    };
    let gizmos = &mut store.config_mut::<NetworkGizmos>().0.enabled;
    match album.held {
        // What moves is drawn where it is now.
        1 => save(format!("{due}s.png")),
        2 => *gizmos = true,
        // Shaders of the first lines are loaded.
        6 if !networks.is_empty() => save(format!("{due}s-gizmos.png")),
        7 => *gizmos = false,
        _ => {}
    }
    album.held += 1;
    if album.held > 7 {
        album.held = 0;
        album.times.remove(0);
        time.unpause();
    }
}

/// Gives painted entities their materials.
fn paint(
    mut commands: Commands,
    mut materials: ResMut<Assets<StandardMaterial>>,
    new: Query<(Entity, &Paint), Added<Paint>>,
) {
    for (entity, &Paint([red, green, blue])) in &new {
        let material = StandardMaterial {
            base_color: Color::srgb(red, green, blue),
            perceptual_roughness: 0.7,
            // Sheets have two sides.
            double_sided: true,
            cull_mode: None,
            ..default()
        };
        commands.entity(entity).insert(MeshMaterial3d(materials.add(material)));
    }
}

/// Lets what has no mesh show its children.
fn show(mut commands: Commands, new: Query<Entity, (Added<Transform>, Without<Visibility>)>) {
    for entity in &new {
        commands.entity(entity).insert(Visibility::default());
    }
}

fn keys(keys: Res<ButtonInput<KeyCode>>, mut store: ResMut<GizmoConfigStore>) {
    if keys.just_pressed(KeyCode::KeyG) {
        let (config, _) = store.config_mut::<NetworkGizmos>();
        config.enabled = !config.enabled;
    }
}
