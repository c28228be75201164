//! The steps of a filter over the last few durations.

use crate::filter::{Filter, FilterStep};

/// Durations that are kept. Even times such as `i * 0.001` are rounded to three at a time.
const KEPT: usize = 4;

/// Computes the step of a filter over each duration once, as long as few of them take turns. Durations are compared
/// bit for bit: the result is that of a step computed anew.
#[derive(Clone, Debug)]
pub(crate) struct StepCache {
    filter: Filter,
    // NaN, which equals no duration, where there is no step yet.
    durations: [f64; KEPT],
    steps: [FilterStep; KEPT],
    oldest: usize,
}

impl StepCache {
    pub(crate) fn new(filter: Filter) -> Self {
        let steps = [filter.step(0.0); KEPT];
        StepCache { filter, durations: [f64::NAN; KEPT], steps, oldest: 0 }
    }

    /// The step over `dt` seconds.
    #[inline]
    pub(crate) fn step(&mut self, dt: f64) -> &FilterStep {
        // All are compared, without a branch: the next of the durations cannot be predicted.
        let mut place = KEPT;
        for (at, duration) in self.durations.iter().enumerate() {
            place = if *duration == dt { at } else { place };
        }
        if place == KEPT {
            place = self.replace_oldest(dt);
        }
        &self.steps[place]
    }

    #[cold]
    fn replace_oldest(&mut self, dt: f64) -> usize {
        let place = self.oldest;
        (self.durations[place], self.steps[place]) = (dt, self.filter.step(dt));
        self.oldest = (place + 1) % KEPT;
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprung::{Spring, State};

    #[test]
    fn every_step_is_that_of_the_filter() {
        let filter = Filter::Follow(Spring::new(3.0, 0.4).unwrap());
        let mut cache = StepCache::new(filter);
        for index in 0..1000 {
            let dt = f64::from(index + 1) * 0.001 - f64::from(index) * 0.001;
            let state = State::new(1.0, 2.0);
            let ours = cache.step(dt).apply(state, 3.0, 4.0);
            assert_eq!(ours, filter.step(dt).apply(state, 3.0, 4.0));
        }
    }
}
