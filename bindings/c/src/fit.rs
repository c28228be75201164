//! The spring of a recorded motion.

use sprung_signal::{Estimate, SpringFit, SpringFitter};

use crate::failure::{Failure, SprungStatus, status};
use crate::memory::{array, write};

/// A parameter and its standard error.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SprungEstimate {
    /// The value of least squares.
    pub value: f64,
    /// The standard error, in the unit of the value; infinite or very large if the samples do not determine the parameter.
    pub standard_error: f64,
}

/// The spring that explains a recorded motion best.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SprungSpringFit {
    /// The angular frequency, rad/s.
    pub angular_frequency: SprungEstimate,
    /// The damping ratio.
    pub damping_ratio: SprungEstimate,
    /// The position before the release.
    pub start: SprungEstimate,
    /// The goal after it.
    pub goal: SprungEstimate,
    /// The velocity at the release, per second.
    pub velocity: SprungEstimate,
    /// The time from the first sample to the release, s.
    pub delay: SprungEstimate,
    /// The root of the mean square of what the spring leaves.
    pub residual: f64,
    /// Says whether the spring explains the recording; where it does not, the parameters mean little.
    pub is_explained: bool,
}

impl From<Estimate> for SprungEstimate {
    fn from(estimate: Estimate) -> Self {
        SprungEstimate { value: estimate.value, standard_error: estimate.standard_error }
    }
}

impl From<SpringFit> for SprungSpringFit {
    fn from(fit: SpringFit) -> Self {
        SprungSpringFit {
            angular_frequency: fit.angular_frequency.into(),
            damping_ratio: fit.damping_ratio.into(),
            start: fit.start.into(),
            goal: fit.goal.into(),
            velocity: fit.velocity.into(),
            delay: fit.delay.into(),
            residual: fit.residual,
            is_explained: fit.is_explained(),
        }
    }
}

/// Finds the spring that explains values at ascending times (s): at least 8 values; NaN are missing ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_fit_spring(
    times: *const f64,
    values: *const f64,
    count: usize,
    fit: *mut SprungSpringFit,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe {
        let (times, values) = (array(times, "times", count)?, array(values, "values", count)?);
        let found = SpringFitter::default().run(times, values).map_err(Failure::from)?;
        write(fit, "fit", found.into())
    })
}
