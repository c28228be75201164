//! The steps of a filter over the last few durations.

use crate::filter::{Filter, FilterStep};

/// Durations that are kept. Even times such as `i * 0.001` are rounded to three at a time.
const KEPT: usize = 4;

/// Computes the step of a filter over each duration once, as long as few of them take turns. Durations are compared
/// bit for bit: the result is that of a step computed anew.
#[derive(Clone, Debug)]
pub(crate) struct StepCache {
    filter: Filter,
    steps: [Option<(f64, FilterStep)>; KEPT],
    oldest: usize,
}

impl StepCache {
    pub(crate) fn new(filter: Filter) -> Self {
        StepCache { filter, steps: [None; KEPT], oldest: 0 }
    }

    /// The step over `dt` seconds.
    pub(crate) fn step(&mut self, dt: f64) -> &FilterStep {
        let known = self.steps.iter().position(|step| step.is_some_and(|step| step.0 == dt));
        let place = known.unwrap_or(self.oldest);
        if known.is_none() {
            self.steps[place] = None;
            self.oldest = (place + 1) % KEPT;
        }
        let filter = &self.filter;
        &self.steps[place].get_or_insert_with(|| (dt, filter.step(dt))).1
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
