//! The frames of a day: uneven times, pauses of 5 s, hundreds of changes a second.

use testkit::random::Random;

/// The length of a pause, s.
pub const PAUSE: f64 = 5.0;
/// The mean time between two pauses, s.
const BETWEEN_PAUSES: f64 = 600.0;

/// Frame times between 1/240 and 1/15 s, 1/60 s in the geometric mean, and a pause of 5 s every ten minutes on average.
#[derive(Clone, Debug)]
pub struct Frames {
    random: Random,
    passed: f64,
    end: f64,
    /// The number of pauses so far.
    pub pauses: usize,
}

impl Frames {
    /// The frames of this many seconds.
    pub const fn new(seed: u64, seconds: f64) -> Self {
        Self { random: Random::new(seed), passed: 0.0, end: seconds, pauses: 0 }
    }

    /// The time at the end of the last frame, s.
    pub const fn passed(&self) -> f64 {
        self.passed
    }
}

impl Iterator for Frames {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        if self.passed >= self.end {
            return None;
        }
        let frame = self.random.log_uniform(1.0 / 240.0, 1.0 / 15.0);
        let pauses = self.random.unit() * BETWEEN_PAUSES < frame;
        self.pauses += usize::from(pauses);
        let dt = if pauses { PAUSE } else { frame };
        self.passed += dt;
        Some(dt)
    }
}

/// The largest value of each hour.
#[derive(Clone, Debug, Default)]
pub struct Hourly(Vec<f64>);

impl Hourly {
    /// Room for a day, so that nothing is allocated later.
    #[must_use]
    pub fn new() -> Self {
        Self(Vec::with_capacity(25))
    }

    /// Takes a value at a time, s. NaN counts as infinite.
    pub fn add(&mut self, time: f64, value: f64) {
        let hour = (time / 3600.0) as usize;
        while self.0.len() <= hour {
            self.0.push(0.0);
        }
        let value = if value.is_nan() { f64::INFINITY } else { value };
        self.0[hour] = self.0[hour].max(value);
    }

    /// The largest value of the whole day.
    #[must_use]
    pub fn largest(&self) -> f64 {
        self.0.iter().copied().fold(0.0, f64::max)
    }

    /// The largest value of the second half of the day over that of the first half.
    #[must_use]
    pub fn growth(&self) -> f64 {
        let (first, second) = self.0.split_at(self.0.len().div_ceil(2));
        let largest = |hours: &[f64]| hours.iter().copied().fold(0.0, f64::max);
        if second.is_empty() || largest(second) == 0.0 {
            return 1.0;
        }
        largest(second) / largest(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_fill_the_time_with_some_pauses() {
        let mut frames = Frames::new(1, 36_000.0);
        let times: Vec<f64> = frames.by_ref().collect();
        let total: f64 = times.iter().sum();
        assert!((36_000.0..36_006.0).contains(&total), "{total}");
        assert!((40..80).contains(&frames.pauses), "{}", frames.pauses);
        assert!(times.iter().all(|dt| (1.0 / 240.0..=PAUSE).contains(dt)));
    }

    #[test]
    fn hours_tell_growth_and_do_not_lose_nan() {
        let mut hours = Hourly::new();
        for (time, value) in [(10.0, 1.0), (20.0, 2.0), (4000.0, 6.0)] {
            hours.add(time, value);
        }
        assert_eq!((hours.largest(), hours.growth()), (6.0, 3.0));
        hours.add(4001.0, f64::NAN);
        assert_eq!(hours.growth(), f64::INFINITY);
    }
}
