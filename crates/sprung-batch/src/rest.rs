//! The rest threshold of a batch.

use sprung::RestThreshold;

use crate::float::Float;

/// A spring is at rest when it is this close to its goal *and* this slow; it is then put on the goal with velocity 0.
///
/// Without it, settled springs keep moving in subnormal numbers, which make each step about twice as
/// slow. The default, [`Float::TINY`] for both, is far below anything measured: it keeps the processor fast and changes no
/// number that matters. State larger values in your own units to let springs sleep:
///
/// ```
/// use sprung_batch::{Batch, Rest};
///
/// // Pixels: stop within a tenth of one, slower than one per second.
/// let batch = Batch::new().with_rest(Rest { distance: 0.1, speed: 1.0 });
/// let (mut position, mut velocity) = ([20.05f32], [0.5]);
/// batch.springs(30.0, 1.0, 1.0 / 60.0, &mut position, &mut velocity, 20.0);
/// assert_eq!((position, velocity), ([20.0], [0.0]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        deny_unknown_fields,
        bound(
            serialize = "T: sprung::Real + serde::Serialize",
            deserialize = "T: sprung::Real + serde::Deserialize<'de>"
        )
    )
)]
pub struct Rest<T> {
    /// The maximum distance from the goal, in the unit of the position. Negative: never at rest.
    #[cfg_attr(feature = "serde", serde(with = "sprung::saved_float"))]
    pub distance: T,
    /// The maximum speed, in the unit of the velocity.
    #[cfg_attr(feature = "serde", serde(with = "sprung::saved_float"))]
    pub speed: T,
}

impl<T: Float> Default for Rest<T> {
    fn default() -> Self {
        Rest { distance: T::TINY, speed: T::TINY }
    }
}

impl<T: Float> From<RestThreshold<T>> for Rest<T> {
    fn from(threshold: RestThreshold<T>) -> Self {
        Rest { distance: threshold.distance, speed: threshold.speed }
    }
}

impl<T: Float> Rest<T> {
    /// The bits of a velocity any of which means that the spring is not at rest, for any goal.
    pub(crate) fn moving(&self) -> T::Bits {
        T::bits_above(self.speed)
    }

    /// The state, or rest on the goal.
    #[inline(always)]
    pub(crate) fn settle(&self, [position, velocity]: [T; 2], goal: T) -> [T; 2] {
        let near = (position - goal).abs() <= self.distance;
        let still = near & (velocity.abs() <= self.speed);
        [if still { goal } else { position }, if still { T::ZERO } else { velocity }]
    }
}
