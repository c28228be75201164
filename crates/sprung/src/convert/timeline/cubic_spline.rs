//! Cubic Hermite splines, as glTF stores them.

use super::walk::{Grid, Stop, Walk};
use crate::convert::timeline::spline_value::SplineValue;
use crate::error::{Result, require};
use crate::motion::{Timeline, TimelineKey};
use crate::vector::Vector;

/// Times are numbers of `f32`.
const MAX_TIME: f64 = 1e38;

/// A key of a cubic Hermite spline, as glTF stores it: `CUBICSPLINE`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubicKey<V> {
    /// Time, s; a number that `f32` can represent, as glTF needs it.
    pub time: f64,
    /// Velocity at the end of the piece before, per second.
    pub in_tangent: V,
    /// Position.
    pub value: V,
    /// Velocity at the start of the piece after, per second.
    pub out_tangent: V,
}

/// A timeline as a cubic Hermite spline: an iterator over its keys.
///
/// Positions and velocities are those of the timeline at the keys. A jump is two keys, at neighboring numbers of `f32`.
///
/// The components of a number or a vector are its own. Those of a rotation are its unit quaternion `[x, y, z, w]` and the rate
/// of that, as glTF stores them; each quaternion has the sign that is nearer to the one before.
///
/// Accuracy: by the formula of glTF, which normalizes quaternions, nowhere between its first key and its end further than
/// `max_error` from the timeline; for rotations an angle, rad. Values written in `f32` add 6e-8 of their size, and a key of the
/// timeline between two numbers of `f32` its change of velocity times that distance. From rest to within 0.1 %: 13 keys at a
/// damping ratio of 0.3, 7 at 1.
///
/// ```
/// use sprung::{Spring, State, convert::timeline::CubicSpline, motion::{Timeline, TimelineKey}};
///
/// let start = TimelineKey::new(0.0, State::at_rest([0.0, 1.0]), [5.0, 2.0], Spring::from_halflife(0.2, 0.7)?);
/// let keys = [start, start.key_at(0.5).with_goal([1.0, 1.0])];
/// let spline = CubicSpline::new(Timeline::new(&keys)?, 2.0, 0.001)?;
/// assert!(spline.count() < 20);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
///
/// A lid that turns:
///
/// ```
/// use sprung::{Rotation, Spring, convert::timeline::CubicSpline, motion::{RotationState, Timeline, TimelineKey}};
///
/// let open = Rotation::from_rotation_vector([1.5, 0.0, 0.0]);
/// let keys = [TimelineKey::new(0.0, RotationState::default(), open, Spring::from_halflife(0.2, 0.7)?)];
/// // Within a thousandth of a radian.
/// let last = CubicSpline::new(Timeline::new(&keys)?, 3.0, 0.001)?.last();
/// assert!(last.is_some_and(|key| (key.value[0] - 0.75f64.sin()).abs() < 1e-3));
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CubicSpline<'a, V: SplineValue> {
    walk: Walk<'a, V>,
    // The velocity with which the piece before ends, and the time and the value of the last key.
    arrives: Option<V::Components>,
    last: f32,
    value: Option<V::Components>,
}

impl<'a, V: SplineValue> CubicSpline<'a, V> {
    /// The spline from the first key of a timeline to `end` (seconds).
    ///
    /// # Errors
    /// An end that is not after the first key or not finite, for a cubic spline beyond 1e38; a `max_error` (in the unit of the
    /// values, for rotations rad) that is not above 0 and finite, or below 1e-6 of the greatest way of a key.
    pub fn new(timeline: Timeline<'a, V>, end: f64, max_error: f64) -> Result<Self> {
        let start = timeline.keys()[0].time();
        let farthest = start.abs().max(end.abs());
        require(farthest < MAX_TIME, "end", end, "within 1e38 s of 0, as is the first key")?;
        let walk = Walk::new(timeline, [start, end], max_error, Grid::Single)?;
        Ok(CubicSpline { walk, arrives: None, last: f32::NEG_INFINITY, value: None })
    }

    /// The number of `f32` that is nearest to a time and after the last key.
    fn own_time(&mut self, time: f64) -> f64 {
        self.last = (time as f32).max(above(self.last));
        f64::from(self.last)
    }
}

impl<V: SplineValue> Iterator for CubicSpline<'_, V> {
    type Item = CubicKey<V::Components>;

    fn next(&mut self) -> Option<Self::Item> {
        let Stop { time, key, left } = self.walk.here()?;
        let own = self.own_time(time);
        if let Some(before) = left {
            // The end of the motion before a jump; the next key is where it jumps to.
            let before = V::components(&before, self.value);
            let in_tangent = self.arrives.replace(V::Components::ZERO).unwrap_or(before.velocity);
            let value = before.position.plus(before.velocity.times(own - time));
            self.value = Some(value);
            return Some(CubicKey {
                time: own,
                in_tangent,
                value,
                out_tangent: V::Components::ZERO,
            });
        }
        let now = V::components(&key.state_at(time), self.value);
        let in_tangent = self.arrives.unwrap_or(now.velocity);
        let value = now.position.plus(now.velocity.times(own - time));
        self.value = Some(value);
        let end = self.walk.go(|from, to, share| cubic(key, from, to, share));
        self.arrives = end.map(|end| V::components(&key.state_at(end), Some(value)).velocity);
        Some(CubicKey { time: own, in_tangent, value, out_tangent: now.velocity })
    }
}

/// The point of the cubic between two times that is at a share of the way.
fn cubic<V: SplineValue>(key: &TimelineKey<V>, from: f64, to: f64, share: f64) -> V {
    let start = V::components(&key.state_at(from), None);
    let end = V::components(&key.state_at(to), Some(start.position));
    let (s, left, span) = (share, 1.0 - share, to - from);
    let points = start.position.times((1.0 + 2.0 * s) * left * left);
    let points = points.plus(end.position.times(s * s * (1.0 + 2.0 * left)));
    let slopes = start.velocity.times(s * left * left).minus(end.velocity.times(s * s * left));
    V::from_components(points.plus(slopes.times(span)))
}

/// The next number of `f32`.
fn above(number: f32) -> f32 {
    match number.to_bits() {
        _ if number == 0.0 => f32::from_bits(1),
        bits if number > 0.0 => f32::from_bits(bits + 1),
        bits => f32::from_bits(bits - 1),
    }
}
