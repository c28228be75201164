//! The rest threshold of one number and its velocity.

use sprung::RestThreshold;

use crate::float::Float;

/// The bits of a velocity any of which means that the spring is not at rest, for any goal.
pub(crate) fn moving<T: Float>(rest: &RestThreshold<T>) -> T::Bits {
    T::bits_above(rest.speed)
}

/// The state, or rest on the goal.
#[inline(always)]
pub(crate) fn settle<T: Float>(
    rest: &RestThreshold<T>,
    [position, velocity]: [T; 2],
    goal: T,
) -> [T; 2] {
    let near = (position - goal).abs() <= rest.distance;
    let still = near & (velocity.abs() <= rest.speed);
    [if still { goal } else { position }, if still { T::ZERO } else { velocity }]
}
