//! The longest pieces of a timeline that a simpler curve follows.

use core::fmt;

use crate::error::{Result, require};
use crate::motion::{Animatable, Timeline, TimelineKey};

/// Part of the error that the samples of a piece may reach; 1/50 is rounding, and the rest is between the samples.
const REACHED: f64 = 0.97;
/// Offsets and percentages are written in this many parts of the whole.
pub(super) const PARTS: f64 = 1e8;
/// The least error, as a part of the greatest way and swing of the timeline.
const MIN_ERROR: f64 = 1e-6;
/// A piece has this many samples, and this many more for each radian, up to a limit.
const SAMPLES: f64 = 24.0;
const SAMPLES_PER_RADIAN: f64 = 8.0;
const MAX_SAMPLES: f64 = 4000.0;
/// Pieces are no shorter than this part of the whole.
const SHORTEST: f64 = 1e-9;

/// Times that can be written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Grid {
    /// Numbers of `f32`.
    Single,
    /// Even parts of a span.
    Parts { start: f64, span: f64 },
}

impl Grid {
    fn nearest(self, time: f64) -> f64 {
        match self {
            Grid::Single => f64::from(time as f32),
            Grid::Parts { start, span } => start + span * rounded((time - start) / span, PARTS),
        }
    }
}

/// A position on the way along a timeline.
#[derive(Clone)]
pub(super) struct Walk<'a, V: Animatable<Scalar = f64>> {
    timeline: Timeline<'a, V>,
    pub(super) start: f64,
    pub(super) end: f64,
    pub(super) max_error: f64,
    grid: Grid,
    time: f64,
    // The length of the last piece.
    step: f64,
    has_jumped: bool,
    has_ended: bool,
}

impl<V: Animatable<Scalar = f64>> fmt::Debug for Walk<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("Walk");
        fields
            .field("time", &self.time)
            .field("end", &self.end)
            .field("max_error", &self.max_error);
        fields.finish_non_exhaustive()
    }
}

/// A time, the key from which the motion goes on, and the state that arrives there if it jumps.
pub(super) struct Stop<'a, V: Animatable<Scalar = f64>> {
    pub(super) time: f64,
    pub(super) key: &'a TimelineKey<V>,
    pub(super) left: Option<V::State>,
}

impl<'a, V: Animatable<Scalar = f64>> Walk<'a, V> {
    pub(super) fn new(
        timeline: Timeline<'a, V>,
        [start, end]: [f64; 2],
        max_error: f64,
        grid: Grid,
    ) -> Result<Self> {
        let span = end - start;
        require(span > 0.0 && span.is_finite(), "end", end, "finite and after the first key")?;
        let size = timeline.keys().iter().fold(0.0, |size: f64, key| size.max(swing(key, span)));
        require(size.is_finite(), "keys", size, "of finite states and goals")?;
        let least = MIN_ERROR * size;
        let is_error = max_error > 0.0 && max_error >= least && max_error.is_finite();
        require(is_error, "max_error", max_error, "finite, > 0 and >= 1e-6 of the way")?;
        let (step, has_jumped, has_ended) = (0.1 * span, false, false);
        Ok(Walk { timeline, start, end, max_error, grid, time: start, step, has_jumped, has_ended })
    }

    /// Returns where the walk is; at a jump twice, first with the state before it. None after the end.
    pub(super) fn here(&mut self) -> Option<Stop<'a, V>> {
        if self.has_ended {
            return None;
        }
        let (keys, time) = (self.timeline.keys(), self.time);
        let key = self.timeline.key_before(time);
        let first = keys.partition_point(|key| key.time() < time);
        let before = first.checked_sub(1).filter(|_| !self.has_jumped && key.time() == time);
        let left = before.map(|before| keys[before].state_at(time));
        let (now, _) = V::split(&key.state_at(time));
        // A difference of rounding is no jump.
        let is_jump = |left: &V::State| V::distance_and_speed(left, now).0 > 1e-3 * self.max_error;
        let left = left.filter(is_jump);
        self.has_jumped = left.is_some();
        Some(Stop { time, key, left })
    }

    /// Goes on to the end of the longest piece that a curve follows, and returns its time; none at the end.
    ///
    /// The curve gives the point between two times at a share of the way.
    pub(super) fn go(&mut self, curve: impl Fn(f64, f64, f64) -> V) -> Option<f64> {
        let (start, error) = (self.time, REACHED * self.max_error);
        if start >= self.end {
            self.has_ended = true;
            return None;
        }
        let keys = self.timeline.keys();
        let key = self.timeline.key_before(start);
        let after = keys.partition_point(|key| key.time() <= start);
        let limit = keys.get(after).map_or(self.end, |next| next.time().min(self.end));
        let fits = |end: f64| {
            let samples = samples(key, end - start);
            (1..samples).all(|sample| {
                let share = f64::from(sample) / f64::from(samples);
                let point = curve(start, end, share);
                let time = start + share * (end - start);
                V::distance_and_speed(&key.state_at(time), point).0 <= error
            })
        };
        let mut end = limit;
        if !fits(limit) {
            let shortest = SHORTEST * (self.end - self.start);
            let mut step = self.step.min(limit - start);
            while start + 1.15 * step < limit && fits(start + 1.15 * step) {
                step *= 1.15;
            }
            while step > shortest && !fits(start + step) {
                step *= 0.93;
            }
            self.step = step;
            let nearest = self.grid.nearest(start + step);
            end = if nearest > start { nearest.min(limit) } else { start + step };
        }
        self.time = end;
        self.has_jumped = false;
        Some(end)
    }
}

/// The greatest distance from the goal that a key may come to, about.
fn swing<V: Animatable<Scalar = f64>>(key: &TimelineKey<V>, span: f64) -> f64 {
    let frequency = key.spring().angular_frequency();
    let time = if frequency * span > 1.0 { 1.0 / frequency } else { span };
    let (distance, speed) = V::distance_and_speed(&key.state(), key.goal());
    // NaN goes through sums, not through a maximum: an infinite sum stands for it.
    let swing = distance + speed * time;
    if swing.is_nan() { f64::INFINITY } else { swing }
}

/// The number of samples that show the motion of a key for a time.
pub(super) fn samples<V: Animatable<Scalar = f64>>(key: &TimelineKey<V>, span: f64) -> u32 {
    let spring = key.spring();
    let phase = spring.angular_frequency().max(spring.damping()) * span;
    (SAMPLES + SAMPLES_PER_RADIAN * phase).min(MAX_SAMPLES) as u32
}

/// A number rounded to whole parts of 1.
pub(super) fn rounded(value: f64, parts: f64) -> f64 {
    let whole = libm::round(value * parts) / parts;
    if whole.is_finite() { whole + 0.0 } else { value }
}

/// The power of ten whose rounding is at most a fiftieth of an error.
pub(super) fn digits(error: f64) -> f64 {
    let mut digits = 1.0;
    while error * digits < 25.0 && digits < 1e300 {
        digits *= 10.0;
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rounds_to_zero_has_no_sign() {
        assert_eq!(rounded(-0.004, 100.0).to_bits(), 0);
        assert_eq!(rounded(-0.006, 100.0), -0.01);
        assert_eq!(rounded(1e300, 1e300), 1e300);
    }
}
