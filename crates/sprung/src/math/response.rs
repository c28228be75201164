//! The free response to an offset and to a velocity, for the analysis of motions.

use crate::math::transition::Transition;
use crate::real::Real;

/// The free response over a step, dimensionless. `xx` and `xx − 1` are both exact where they are small.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Response<R> {
    /// The phase `τ = ωt`.
    pub(crate) phase: R,
    /// Position left of a unit offset, `xx`.
    pub(crate) xx: R,
    /// `xx − 1`.
    pub(crate) xx_change: R,
    /// Velocity left of a unit velocity, `vv`.
    pub(crate) vv: R,
    /// Position reached by a unit velocity in unit time: `X = xv/t`.
    pub(crate) reach: R,
}

impl<R: Real> Response<R> {
    /// The response for `ω ≥ 0`, `a ≥ 0` (rates per second) over `dt` seconds, with the limits of [`Transition::new`].
    pub(crate) fn new(angular_frequency: R, decay_rate: R, dt: R) -> Self {
        let damping_ratio = decay_rate / angular_frequency;
        Self::of(&Transition::new(angular_frequency, damping_ratio, decay_rate, dt))
    }

    pub(crate) fn of(transition: &Transition<R>) -> Self {
        Response {
            phase: transition.phase,
            xx: transition.xx(),
            xx_change: transition.xx_change(),
            vv: transition.vv(),
            reach: transition.reach,
        }
    }
}
