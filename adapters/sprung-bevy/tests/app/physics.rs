//! A headless app with avian.

use core::time::Duration;

use avian3d::prelude::{Gravity, PhysicsPlugins};
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
    #[cfg(feature = "network")]
    app.add_plugins(sprung_bevy::SprungNetworkPlugin);
    app.insert_resource(Gravity(gravity));
    app.insert_resource(Time::<Fixed>::from_hz(60.0));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 60.0)));
    app.finish();
    app.update();
    app
}
