//! Smoothing of rotations in one pass: each sample turns a spring, whose rotation is the result.

use sprung::Rotation;

use super::channel::RotationChannel;
use crate::error::TimeError;
use crate::filter::Filter;
use crate::gaps::Gaps;
use crate::step_cache::StepCache;

/// Smooths a rotation in one pass, sample by sample, at any times: [`Smoother`](crate::Smoother) for rotations.
///
/// The signal turns steadily from sample to sample, on the shorter arc, and a spring turns after it: the rotation vector
/// from the signal obeys the spring's equation, see [`sprung::MovingGoalStep::apply_rotation`], of which it is the result
/// to 1e-12 rad while the signal turns by less than half a radian from sample to sample and the spring is less than half a
/// turn behind. A larger turn is followed in equal parts; a spring that is further behind keeps its number of turns, as on
/// a dancer who turns faster than the spring settles.
///
/// About one axis it is the smoother of the angle, to 1e-12 rad. It has no preferred frame: rotating all samples by one
/// rotation, from either side, rotates the result by it. Nothing is lost at gimbal lock, which angles have and rotations
/// have not.
///
/// ```
/// use sprung::{Rotation, Spring};
/// use sprung_signal::{Filter, Gaps, RotationSmoother};
///
/// let mut smoother = RotationSmoother::new(Filter::Follow(Spring::critical(20.0)?), Gaps::Hold);
/// let about_y = |angle| Some(Rotation::from_rotation_vector([0.0, angle, 0.0]));
/// let mut smooth = None;
/// for frame in 0..100 {
///     smooth = smoother.advance(f64::from(frame) * 0.01, about_y(f64::from(frame) * 0.02))?;
/// }
/// // Behind a steady turn of 2 rad/s by 2ζ/ω, a tenth of a second.
/// let angle = smooth.map(|rotation| rotation.to_rotation_vector()[1]);
/// assert!((angle.unwrap() - (1.98 - 0.2)).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("quaternion", "slerp", "motion capture"))]
#[derive(Clone, Debug)]
pub struct RotationSmoother {
    gaps: Gaps,
    time: Option<f64>,
    channel: RotationChannel,
    steps: StepCache,
}

impl RotationSmoother {
    /// A smoother before its first sample.
    pub fn new(filter: Filter, gaps: Gaps) -> Self {
        let (channel, steps) = (RotationChannel::new(), StepCache::new(filter));
        RotationSmoother { gaps, time: None, channel, steps }
    }

    /// Moves on to the next sample and returns the smoothed rotation.
    ///
    /// A sample that is `None` or NaN is missing, see [`Gaps`]; `None` stands for no result.
    ///
    /// # Errors
    /// A time that is not finite or not after the last one. The smoother is then as before.
    pub fn advance(
        &mut self,
        time: f64,
        rotation: Option<Rotation<f64>>,
    ) -> Result<Option<Rotation<f64>>, TimeError> {
        TimeError::check(time, self.time)?;
        self.time = Some(time);
        let goal = match (rotation.filter(is_known), self.gaps, self.channel.last) {
            (Some(rotation), ..) => rotation,
            (None, Gaps::Hold, Some((_, held))) => held,
            (None, ..) => return Ok(None),
        };
        Ok(Some(self.channel.advance(&mut self.steps, time, goal)))
    }

    /// Returns the smoothed rotation at the last sample; none before the first.
    pub fn smoothed(&self) -> Option<Rotation<f64>> {
        self.channel.smoothed()
    }
}

/// Returns `true` if no component is NaN or infinite.
pub(super) fn is_known(rotation: &Rotation<f64>) -> bool {
    rotation.xyzw().iter().all(|component| component.is_finite())
}
