//! Motions as data, played on a `Transform` or on the value of any component.

use core::time::Duration;

use bevy::prelude::*;
use sprung::motion::{Animatable, Timeline, TimelineKey};
use sprung::{ParameterError, Rotation};

use crate::convert::quat;
use crate::moves::Moves;
use crate::value_spring::SpringTarget;

/// Plays a [`Timeline`] on translation and rotation: a cut scene, forwards, backwards or scrubbed.
///
/// The `Transform` depends on [`time`](Self::time) alone, bit for bit, whatever came before. A list without keys leaves its
/// part alone; the scale is kept.
///
/// ```
/// use bevy::prelude::*;
/// use sprung::{Spring, State, motion::TimelineKey};
/// use sprung_bevy::TransformTimeline;
///
/// let spring = Spring::from_halflife(0.2, 1.0)?;
/// let out = TimelineKey::new(0.0, State::at_rest(Vec3::ZERO), Vec3::X, spring);
/// let back = out.key_at(3.0).with_goal(Vec3::ZERO);
/// let drawer = TransformTimeline::new(vec![out, back], vec![])?;
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Component, Clone, Debug)]
#[require(Transform)]
pub struct TransformTimeline {
    translation: Vec<TimelineKey<Vec3>>,
    rotation: Vec<TimelineKey<Rotation<f32>>>,
    /// The time on the timeline, s; it may be set to any time.
    pub time: f64,
    /// The seconds of the timeline per second: 1 by default, 0 pauses, negative plays backwards.
    pub speed: f64,
}

impl TransformTimeline {
    /// A motion that plays from time 0.
    ///
    /// # Errors
    /// A key's time that is not finite or before the one before it.
    pub fn new(
        translation: Vec<TimelineKey<Vec3>>,
        rotation: Vec<TimelineKey<Rotation<f32>>>,
    ) -> Result<Self, ParameterError> {
        require_order(&translation)?;
        require_order(&rotation)?;
        Ok(TransformTimeline { translation, rotation, time: 0.0, speed: 1.0 })
    }
}

impl Moves<Transform> for TransformTimeline {
    fn update(&mut self, transform: &mut Transform, dt: Duration) {
        self.time += self.speed * dt.as_secs_f64();
        if let Some(translation) = value_at(&self.translation, self.time) {
            transform.translation = translation;
        }
        if let Some(rotation) = value_at(&self.rotation, self.time) {
            transform.rotation = quat(rotation);
        }
    }
}

/// Plays a [`Timeline`] on the value of the component `C`. Needs [`ValueSpringPlugin`](crate::ValueSpringPlugin) for `C`.
///
/// The value depends on [`time`](Self::time) alone, bit for bit, whatever came before.
#[derive(Component, Clone, Debug)]
pub struct ValueTimeline<C: SpringTarget> {
    keys: Vec<TimelineKey<C::Value>>,
    /// The time on the timeline, s; it may be set to any time.
    pub time: f64,
    /// The seconds of the timeline per second: 1 by default, 0 pauses, negative plays backwards.
    pub speed: f64,
}

impl<C: SpringTarget> ValueTimeline<C> {
    /// A motion that plays from time 0; without keys it leaves the value alone.
    ///
    /// # Errors
    /// A key's time that is not finite or before the one before it.
    pub fn new(keys: Vec<TimelineKey<C::Value>>) -> Result<Self, ParameterError> {
        require_order(&keys)?;
        Ok(ValueTimeline { keys, time: 0.0, speed: 1.0 })
    }
}

impl<C: SpringTarget> Moves<C> for ValueTimeline<C> {
    fn update(&mut self, component: &mut C, dt: Duration) {
        self.time += self.speed * dt.as_secs_f64();
        if let Some(value) = value_at(&self.keys, self.time) {
            component.set_value(value);
        }
    }
}

fn require_order<V: Animatable>(keys: &[TimelineKey<V>]) -> Result<(), ParameterError> {
    if keys.is_empty() { Ok(()) } else { Timeline::new(keys).map(|_| ()) }
}

/// The value at a time, if there are keys.
fn value_at<V: Animatable<Scalar = f32>>(keys: &[TimelineKey<V>], time: f64) -> Option<V> {
    let timeline = Timeline::new(keys).ok()?;
    Some(V::split(&timeline.state_at(time as f32)).0)
}
