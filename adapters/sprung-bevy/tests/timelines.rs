//! Timelines, headless: the same at every frame rate, backwards and scrubbed.
#![allow(clippy::unwrap_used, reason = "the helpers of tests")]

mod app;
#[path = "app/volume.rs"]
mod volume;

use app::{app, frame};
use bevy::prelude::*;
use sprung::motion::{RotationState, Timeline, TimelineKey};
use sprung::{Rotation, Spring, State};
use sprung_bevy::{TransformTimeline, ValueSpringPlugin, ValueTimeline};
use volume::Volume;

fn spring() -> Spring<f32> {
    Spring::from_frequency(1.5, 0.5).unwrap()
}

fn drawer() -> Vec<TimelineKey<Vec3>> {
    let open = TimelineKey::new(0.25, State::at_rest(Vec3::ONE), Vec3::X * 3.0, spring());
    vec![open, open.key_at(0.75).with_goal(Vec3::Y)]
}

fn lid() -> Vec<TimelineKey<Rotation<f32>>> {
    let open = Rotation::from_rotation_vector([0.0, 0.0, 1.5]);
    vec![TimelineKey::new(0.5, RotationState::default(), open, spring())]
}

/// The transform that the timelines give at a time.
fn at(time: f32) -> Transform {
    let translation = Timeline::new(&drawer()).unwrap().state_at(time).position;
    let rotation = Timeline::new(&lid()).unwrap().state_at(time).rotation;
    Transform { translation, rotation: Quat::from_array(rotation.xyzw()), scale: Vec3::ONE * 2.0 }
}

fn shown(app: &App, entity: Entity) -> Transform {
    *app.world().get::<Transform>(entity).unwrap()
}

#[test]
fn a_transform_is_where_its_timeline_says_at_every_frame_rate() {
    for frames in [&[1.0 / 64.0; 64][..], &[0.25; 4], &[0.125, 0.25, 0.0625, 0.1875, 0.25, 0.125]] {
        let mut app = app();
        let start = Transform::from_scale(Vec3::ONE * 2.0);
        let timeline = TransformTimeline::new(drawer(), lid()).unwrap();
        let entity = app.world_mut().spawn((start, timeline)).id();
        let mut time = 0.0;
        for &dt in frames {
            frame(&mut app, dt);
            time += dt;
            assert_eq!(shown(&app, entity), at(time as f32), "{frames:?} {time}");
        }
        // Back to the start at three times the speed, then scrubbed.
        let timeline = |app: &mut App, speed, time: Option<f64>| {
            let mut timeline = app.world_mut().get_mut::<TransformTimeline>(entity).unwrap();
            timeline.speed = speed;
            timeline.time = time.unwrap_or(timeline.time);
        };
        timeline(&mut app, -3.0, None);
        frame(&mut app, 0.125);
        assert_eq!(shown(&app, entity), at(0.625));
        timeline(&mut app, 0.0, Some(0.9));
        frame(&mut app, 0.2);
        assert_eq!(shown(&app, entity), at(0.9));
        timeline(&mut app, 1.0, Some(f64::NAN));
        frame(&mut app, 0.2);
        assert_eq!(shown(&app, entity), at(0.0));
    }
}

#[test]
fn a_list_without_keys_leaves_its_part_alone() {
    let mut app = app();
    let start = Transform::from_xyz(1.0, 2.0, 3.0).with_rotation(Quat::from_rotation_x(1.0));
    let only_lid = TransformTimeline::new(vec![], lid()).unwrap();
    let only_drawer = TransformTimeline::new(drawer(), vec![]).unwrap();
    let [a, b] = [only_lid, only_drawer].map(|t| app.world_mut().spawn((start, t)).id());
    for _ in 0..4 {
        frame(&mut app, 0.25);
    }
    assert_eq!(shown(&app, a), Transform { rotation: at(1.0).rotation, ..start });
    assert_eq!(shown(&app, b), Transform { translation: at(1.0).translation, ..start });
}

#[test]
fn the_value_of_any_component_follows_a_timeline() {
    let mut app = app();
    app.add_plugins(ValueSpringPlugin::<Volume>::default());
    let loud = TimelineKey::new(0.0, State::at_rest(0.0), 1.0, spring());
    let keys = vec![loud, loud.key_at(0.5).with_goal(0.2)];
    let timeline = ValueTimeline::<Volume>::new(keys.clone()).unwrap();
    let entity = app.world_mut().spawn((Volume(7.0), timeline)).id();
    for frames in 1..=48u16 {
        frame(&mut app, 1.0 / 32.0);
        let expected = Timeline::new(&keys).unwrap().state_at(f32::from(frames) / 32.0).position;
        assert_eq!(app.world().get::<Volume>(entity).unwrap().0, expected);
    }
}

#[test]
fn keys_out_of_order_are_refused_with_the_field_and_the_rule() {
    let backwards = || drawer().into_iter().rev().collect::<Vec<_>>();
    let error = TransformTimeline::new(backwards(), vec![]).unwrap_err();
    assert_eq!(error.field, "time");
    assert!(error.to_string().contains("not before the key before it"), "{error}");
    let late = TimelineKey::new(f32::NAN, State::at_rest(0.0), 1.0, spring());
    assert_eq!(ValueTimeline::<Volume>::new(vec![late]).unwrap_err().field, "time");
}
