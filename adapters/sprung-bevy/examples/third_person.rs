//! A character that runs a curve with a camera behind it, headless: prints where both are each half second.

use core::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use sprung::Spring;
use sprung::motion::{CameraSprings, Orbit};
use sprung_bevy::{CharacterController, SprungPlugin, ThirdPersonCamera};

fn main() -> Result<(), sprung::ParameterError> {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, SprungPlugin));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 60.0)));

    let stride = Spring::from_halflife(0.15, 1.0)?;
    let player = app.world_mut().spawn(CharacterController::new(stride)).id();
    let soft = Spring::from_halflife(0.25, 1.0)?;
    let springs = CameraSprings { focus: soft, angles: soft, radius: soft, lookahead: soft.lag() };
    let view = Orbit { radius: 5.0, yaw: 0.0, pitch: 0.35 };
    let camera = app.world_mut().spawn(ThirdPersonCamera::new(player, springs, view)).id();

    for frame in 0..240u16 {
        let heading = f32::from(frame) / 120.0;
        let (sin, cos) = heading.sin_cos();
        if let Some(mut controller) = app.world_mut().get_mut::<CharacterController>(player) {
            controller.goal_velocity = Vec3::new(4.0 * sin, 0.0, -4.0 * cos);
        }
        if let Some(mut follower) = app.world_mut().get_mut::<ThirdPersonCamera>(camera) {
            follower.view.yaw = -heading;
        }
        app.update();
        if frame % 30 == 29 {
            let at = |entity| app.world().get::<Transform>(entity).map(|t| t.translation);
            println!(
                "{:4.1} s  player {:?}  camera {:?}",
                f32::from(frame + 1) / 60.0,
                at(player),
                at(camera)
            );
        }
    }
    let at = |entity| app.world().get::<Transform>(entity).map_or(Vec3::NAN, |t| t.translation);
    let distance = at(camera).distance(at(player));
    assert!((3.5..6.5).contains(&distance), "the camera keeps up: {distance}");
    Ok(())
}

#[test]
fn the_camera_keeps_up() {
    main().unwrap();
}
