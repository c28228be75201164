//! A headless app with a manual clock.

use core::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use sprung_bevy::SprungPlugin;

/// An app with the frame duration of the test, up to the limit of a quarter of a second of bevy.
pub(crate) fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, SprungPlugin));
    frame(&mut app, 0.0);
    app
}

pub(crate) fn frame(app: &mut App, dt: f64) {
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(dt)));
    app.update();
}
