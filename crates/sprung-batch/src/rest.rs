//! The rest threshold of a batch.

use sprung::RestThreshold;

use crate::float::{Float, choose};

/// A rest threshold, and a fast test for what is certainly beyond it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rest<T: Float> {
    pub(crate) threshold: RestThreshold<T>,
    /// Bits of which one is set only in a number whose magnitude is above the distance.
    pub(crate) far: T::Bits,
    /// Bits of which one is set only in a number whose magnitude is above the speed.
    pub(crate) fast: T::Bits,
}

impl<T: Float> Rest<T> {
    pub(crate) fn new(threshold: RestThreshold<T>) -> Self {
        let RestThreshold { distance, speed } = threshold;
        Rest { threshold, far: T::bits_above(distance), fast: T::bits_above(speed) }
    }

    /// A position and its velocity or a position alone, or rest on the goal.
    #[inline(always)]
    pub(crate) fn settle<const STATE: usize>(&self, after: [T; STATE], goal: T) -> [T; STATE] {
        let mut still = (after[0] - goal).abs() <= self.threshold.distance;
        let mut rest = [T::ZERO; STATE];
        rest[0] = goal;
        for velocity in &after[1..] {
            still &= velocity.abs() <= self.threshold.speed;
        }
        choose(still, rest, after)
    }
}
