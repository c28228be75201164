//! The rest threshold of a batch.

use sprung::RestThreshold;

use crate::float::Float;

/// A rest threshold, and a fast test for what is certainly beyond it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rest<T: Float> {
    pub(crate) threshold: RestThreshold<T>,
    /// Bits of which one is set only in a number whose magnitude is above the distance.
    far: T::Bits,
    /// Bits of which one is set only in a number whose magnitude is above the speed.
    fast: T::Bits,
}

impl<T: Float> Rest<T> {
    pub(crate) fn new(threshold: RestThreshold<T>) -> Self {
        let RestThreshold { distance, speed } = threshold;
        Rest { threshold, far: T::bits_above(distance), fast: T::bits_above(speed) }
    }

    /// The position and velocity, or rest on the goal.
    #[inline(always)]
    pub(crate) fn settle(&self, [position, velocity]: [T; 2], goal: T) -> [T; 2] {
        let near = (position - goal).abs() <= self.threshold.distance;
        let still = near & (velocity.abs() <= self.threshold.speed);
        [if still { goal } else { position }, if still { T::ZERO } else { velocity }]
    }

    /// The value, or the goal.
    #[inline(always)]
    pub(crate) fn settle_value(&self, value: T, goal: T) -> T {
        if (value - goal).abs() <= self.threshold.distance { goal } else { value }
    }

    /// Returns whether an offset is certainly above the threshold.
    #[inline(always)]
    pub(crate) fn is_far(&self, offset: T) -> bool {
        offset.has_any(self.far)
    }

    /// Returns whether a velocity is certainly above the threshold.
    #[inline(always)]
    pub(crate) fn is_fast(&self, velocity: T) -> bool {
        velocity.has_any(self.fast)
    }
}
