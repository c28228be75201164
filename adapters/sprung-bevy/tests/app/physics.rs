//! A headless app with avian.

use core::time::Duration;

use avian3d::prelude::*;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use sprung_bevy::SprungAvianPlugin;

/// A world at 60 steps per second, one step per update.
pub(crate) fn physics_app(gravity: Vec3) -> App {
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        TransformPlugin,
        PhysicsPlugins::default(),
        SprungAvianPlugin,
    ));
    app.insert_resource(Gravity(gravity));
    app.insert_resource(Time::<Fixed>::from_hz(60.0));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 60.0)));
    app.finish();
    app.update();
    app
}

/// A cube of 1 m without a collider.
pub(crate) fn body(density: f32, place: Transform) -> impl Bundle {
    let shape = Collider::cuboid(1.0, 1.0, 1.0);
    let mass = MassPropertiesBundle::from_shape(&shape, density);
    (RigidBody::Dynamic, mass, place)
}
