//! CSS easings, one for each part of a timeline that goes from one position to another.

use core::fmt;

use super::polyline::Polyline;
use super::walk::{Grid, PARTS, Walk, digits, rounded, samples};
use crate::error::Result;
use crate::motion::{Timeline, TimelineKey};

/// A timeline as CSS easings: an iterator over segments from one position to another, each with a `linear()`.
///
/// A segment ends at a key of the timeline or, where the motion comes back, at its turn: an easing cannot leave and come back.
///
/// Accuracy: nowhere further than `max_error` from the timeline.
///
/// ```
/// use sprung::{Spring, State, convert::timeline::EasedSegments, motion::{Timeline, TimelineKey}};
///
/// let start = TimelineKey::new(0.0, State::at_rest(0.0), 1.0, Spring::from_halflife(0.2, 0.7)?);
/// let keys = [start, start.key_at(0.5).with_goal(0.0)];
/// let segments: Vec<_> = EasedSegments::new(Timeline::new(&keys)?, 2.0, 0.01)?.collect();
/// assert_eq!((segments[0].from(), segments[0].end()), (0.0, 0.5));
/// assert!(segments[0].to_string().starts_with("linear(0, "));
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Debug)]
pub struct EasedSegments<'a> {
    timeline: Timeline<'a, f64>,
    time: f64,
    end: f64,
    max_error: f64,
}

impl<'a> EasedSegments<'a> {
    /// The segments from the first key of a timeline to `end` (seconds).
    ///
    /// # Errors
    /// As [`CubicSpline::new`](super::CubicSpline::new).
    pub fn new(timeline: Timeline<'a, f64>, end: f64, max_error: f64) -> Result<Self> {
        let time = timeline.keys()[0].time();
        Walk::new(timeline, [time, end], max_error, Grid::Single)?;
        Ok(EasedSegments { timeline, time, end, max_error })
    }
}

impl Iterator for EasedSegments<'_> {
    type Item = EasedSegment;

    fn next(&mut self) -> Option<EasedSegment> {
        if self.time >= self.end {
            return None;
        }
        let keys = self.timeline.keys();
        let start = self.time;
        let key = *self.timeline.key_before(start);
        let after = keys.partition_point(|key| key.time() <= start);
        let limit = keys.get(after).map_or(self.end, |next| next.time().min(self.end));
        let from = key.state_at(start).position;
        let mut end = limit;
        let mut farthest = 0.0;
        let samples = samples(&key, limit - start);
        for sample in 1..=samples {
            let time = start + (limit - start) * (f64::from(sample) / f64::from(samples));
            let distance = (key.state_at(time).position - from).abs();
            if distance > farthest {
                (farthest, end) = (distance, time);
            }
        }
        if 2.0 * (key.state_at(limit).position - from).abs() >= farthest
            || farthest < 0.1 * self.max_error
        {
            end = limit;
        }
        self.time = end;
        let to = key.state_at(end).position;
        Some(EasedSegment { key, times: [start, end], way: [from, to], max_error: self.max_error })
    }
}

/// A part of a timeline from one position to another; its text is its CSS easing, `linear(0, 0.21 8.3%, …, 1)`.
#[derive(Clone, Copy, Debug)]
pub struct EasedSegment {
    key: TimelineKey<f64>,
    times: [f64; 2],
    way: [f64; 2],
    max_error: f64,
}

impl EasedSegment {
    /// Returns the time at which it starts, s.
    pub fn start(&self) -> f64 {
        self.times[0]
    }

    /// Returns the time at which it ends, s.
    pub fn end(&self) -> f64 {
        self.times[1]
    }

    /// Returns the position from which it goes.
    pub fn from(&self) -> f64 {
        self.way[0]
    }

    /// Returns the position to which it goes.
    pub fn to(&self) -> f64 {
        self.way[1]
    }
}

impl fmt::Display for EasedSegment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EasedSegment { key, times: [start, end], way: [from, to], max_error } = *self;
        let way = to - from;
        let keys = [key];
        let line = Timeline::new(&keys)
            .and_then(|timeline| Polyline::between(timeline, self.times, max_error));
        let (Ok(line), true) = (line, way != 0.0) else { return f.write_str("linear(0, 1)") };
        let digits = digits(max_error / way.abs());
        f.write_str("linear(0")?;
        for (time, value) in line.skip(1).take_while(|&(time, _)| time < end) {
            let percent = rounded(100.0 * ((time - start) / (end - start)), 0.01 * PARTS);
            write!(f, ", {} {percent}%", rounded((value - from) / way, digits))?;
        }
        f.write_str(", 1)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_follow_each_other_from_the_first_key_to_the_end() {
        let spring = crate::Spring::from_halflife(0.2, 1.0).unwrap();
        let start = TimelineKey::new(0.125, crate::State::at_rest(0.0), 1.0, spring);
        let keys = [start, start.key_at(0.75).with_goal(5.0)];
        let segments = EasedSegments::new(Timeline::new(&keys).unwrap(), 2.5, 0.01).unwrap();
        let times: std::vec::Vec<_> = segments.map(|part| (part.start(), part.end())).collect();
        assert_eq!(times, [(0.125, 0.75), (0.75, 2.5)]);
    }
}
