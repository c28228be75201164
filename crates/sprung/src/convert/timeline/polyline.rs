//! Straight lines.

use super::walk::{Grid, Stop, Walk};
use crate::error::Result;
use crate::motion::{Timeline, TimelineKey};
use crate::vector::Vector;

/// A timeline as straight lines: an iterator over times (seconds) and positions.
///
/// A jump is two positions at one time. For keyframes of the Web Animations API and for CSS see
/// [`Keyframes`](super::Keyframes) and [`EasedSegments`](super::EasedSegments).
///
/// Accuracy: nowhere further than `max_error` from the timeline.
///
/// ```
/// use sprung::{Spring, State, convert::timeline::Polyline, motion::{Timeline, TimelineKey}};
///
/// let keys = [TimelineKey::new(0.0, State::at_rest(0.0), 1.0, Spring::from_halflife(0.2, 1.0)?)];
/// let line = Polyline::new(Timeline::new(&keys)?, 2.0, 0.01)?;
/// assert!(line.count() < 12);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Polyline<'a, V: Vector<Scalar = f64> + PartialEq> {
    pub(super) walk: Walk<'a, V>,
}

impl<'a, V: Vector<Scalar = f64> + PartialEq> Polyline<'a, V> {
    /// The lines from the first key of a timeline to `end` (seconds).
    ///
    /// # Errors
    /// As [`CubicSpline::new`](super::CubicSpline::new).
    pub fn new(timeline: Timeline<'a, V>, end: f64, max_error: f64) -> Result<Self> {
        Polyline::between(timeline, [timeline.keys()[0].time(), end], max_error)
    }

    pub(super) fn between(
        timeline: Timeline<'a, V>,
        [start, end]: [f64; 2],
        max_error: f64,
    ) -> Result<Self> {
        let grid = Grid::Parts { start, span: end - start };
        Ok(Polyline { walk: Walk::new(timeline, [start, end], max_error, grid)? })
    }
}

impl<V: Vector<Scalar = f64> + PartialEq> Iterator for Polyline<'_, V> {
    type Item = (f64, V);

    fn next(&mut self) -> Option<(f64, V)> {
        let Stop { time, key, left } = self.walk.here()?;
        if let Some(before) = left {
            return Some((time, before.position));
        }
        self.walk.go(|from, to, share| line(key, from, to, share));
        Some((time, key.state_at(time).position))
    }
}

/// The point of the line between two times that is at a share of the way.
fn line<V: Vector<Scalar = f64> + PartialEq>(
    key: &TimelineKey<V>,
    from: f64,
    to: f64,
    share: f64,
) -> V {
    let (start, end) = (key.state_at(from).position, key.state_at(to).position);
    start.times(1.0 - share).plus(end.times(share))
}
