//! A character that runs a circle with a camera behind it; its path in the next second is shown by dots.
//!
//! `cargo run --release --example third_person --features window` opens a window; without the feature it runs headless,
//! prints where character and camera are, and checks that the camera keeps up.

mod stage;

use bevy::prelude::*;
use sprung::Spring;
use sprung::motion::{CameraSprings, Character, Orbit};
use sprung_bevy::{CharacterController, SpringSet, SprungPlugin, ThirdPersonCamera};
use stage::shape;

/// The seconds after which a dot shows the character.
#[derive(Component)]
struct Ahead(f32);

fn main() -> Result<(), sprung::ParameterError> {
    let mut app = stage::app();
    app.add_plugins(SprungPlugin);
    app.add_systems(Update, run.before(SpringSet));
    app.add_systems(Update, (face, predict, print).after(SpringSet));
    stage::ground(&mut app);
    // The circle has its center at (8, 0, 0).
    for i in 0..12u8 {
        let (sin, cos) = (core::f32::consts::TAU * f32::from(i) / 12.0).sin_cos();
        let post = shape(&mut app, Cuboid::new(0.4, 2.0, 0.4), [0.75, 0.55, 0.3]);
        let place = Transform::from_xyz(8.0 + 5.5 * cos, 1.0, 5.5 * sin);
        app.world_mut().spawn((post, place.with_rotation(Quat::from_rotation_y(0.4))));
    }

    let stride = Spring::from_halflife(0.15, 1.0)?;
    let middle = Transform::from_xyz(0.0, 0.8, 0.0);
    let player = (CharacterController::new(stride), middle);
    let player = app.world_mut().spawn(player);
    let player = player.id();
    let blue = [0.15, 0.35, 0.75];
    let body = shape(&mut app, Capsule3d::new(0.3, 0.7), blue);
    let head = shape(&mut app, Sphere::new(0.22), [0.9, 0.75, 0.6]);
    let visor = shape(&mut app, Cuboid::new(0.3, 0.1, 0.12), [0.1, 0.1, 0.12]);
    for (part, place) in [(body, [0.0, -0.15, 0.0]), (head, [0.0, 0.65, 0.0])] {
        let place = Transform::from_translation(Vec3::from(place));
        app.world_mut().spawn((part, place, ChildOf(player)));
    }
    app.world_mut().spawn((visor, Transform::from_xyz(0.0, 0.7, -0.18), ChildOf(player)));
    for i in 1..=10u8 {
        let dot = shape(&mut app, Sphere::new(0.08), [0.95, 0.8, 0.1]);
        app.world_mut().spawn((dot, Ahead(0.1 * f32::from(i)), Transform::default()));
    }

    let soft = Spring::from_halflife(0.25, 1.0)?;
    let springs = CameraSprings { focus: soft, angles: soft, radius: soft, lookahead: soft.lag() };
    let view = Orbit { radius: 5.0, yaw: 0.6, pitch: 0.45 };
    let camera = stage::camera(&mut app, Vec3::new(0.0, 2.0, 5.0), Vec3::ZERO);
    app.world_mut().entity_mut(camera).insert(ThirdPersonCamera::new(player, springs, view));

    stage::run(&mut app, 4, &[1.5, 4.0]);
    if cfg!(feature = "window") {
        return Ok(());
    }
    let at = |entity| app.world().get::<Transform>(entity).map_or(Vec3::NAN, |t| t.translation);
    let distance = at(camera).distance(at(player));
    assert!((3.5..6.5).contains(&distance), "the camera keeps up: {distance}");
    Ok(())
}

/// Steers the character along the circle, and asks for the view from behind, to the right.
fn run(
    time: Res<Time>,
    mut players: Query<&mut CharacterController>,
    mut cameras: Query<&mut ThirdPersonCamera>,
) {
    let heading = 0.5 * time.elapsed_secs();
    let (sin, cos) = heading.sin_cos();
    for mut player in &mut players {
        player.goal_velocity = Vec3::new(4.0 * sin, 0.0, -4.0 * cos);
    }
    for mut camera in &mut cameras {
        camera.view.yaw = 0.6 - heading;
    }
}

/// Turns the character to where it runs.
fn face(mut players: Query<(&mut Transform, &CharacterController)>) {
    for (mut transform, player) in &mut players {
        if let Ok(ahead) = Dir3::new(player.velocity) {
            transform.look_to(ahead, Vec3::Y);
        }
    }
}

fn predict(
    players: Query<(&Transform, &CharacterController)>,
    mut dots: Query<(&mut Transform, &Ahead), Without<CharacterController>>,
) {
    let Ok((transform, player)) = players.single() else { return };
    for (mut dot, ahead) in &mut dots {
        let mut path = [Character::default()];
        player.predict(transform, &[ahead.0], &mut path);
        dot.translation = path[0].position.with_y(0.08);
    }
}

/// Prints both places each half second.
fn print(
    time: Res<Time>,
    mut frame: Local<u32>,
    players: Query<&Transform, With<CharacterController>>,
    cameras: Query<&Transform, With<ThirdPersonCamera>>,
) {
    *frame += 1;
    if let (0, Ok(player), Ok(camera)) = (*frame % 30, players.single(), cameras.single()) {
        let [player, camera] = [player, camera].map(|transform| transform.translation);
        println!("{:4.1} s  player {player:.2}  camera {camera:.2}", time.elapsed_secs());
    }
}

#[test]
fn the_camera_keeps_up() {
    main().unwrap();
}
