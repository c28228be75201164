//! The offset and the speed below which a motion counts as at rest.

use crate::coefficients::SpringStep;
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// The maximum offset and the maximum speed at which a motion counts as at rest.
///
/// [`settle`](Self::settle) puts such a motion on its goal with velocity 0, where it stays bit for bit. State the limits
/// in your own units (a tenth of a pixel, one pixel per second), or take those of a step: [`SpringStep::rest_threshold`].
/// The default is `MIN_POSITIVE/ε²` for both (8.3e-25 in `f32`, 4.5e-277 in `f64`): it only keeps a motion towards 0 out of
/// subnormal numbers.
///
/// ```
/// use sprung::{RestThreshold, Spring, State};
///
/// let step = Spring::from_halflife(1.0f32, 1.0)?.step(1.0 / 240.0);
/// let (mut stalled, mut settled) = (State::at_rest(0.0f32), State::at_rest(0.0f32));
/// for _ in 0..20_000 {
///     stalled = step.apply(stalled, 1000.0f32);
///     settled = step.rest_threshold(1000.0).settle(step.apply(settled, 1000.0f32), 1000.0f32);
/// }
/// assert!(stalled.position < 999.998 && stalled.velocity > 1e-4);
/// assert_eq!(settled, State::at_rest(1000.0));
///
/// let pixels = RestThreshold { distance: 0.1, speed: 1.0 };
/// assert!(pixels.is_at_rest(State::new([20.05f32, 7.0], [0.5, 0.0]), [20.0, 7.0]));
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("restDelta", "restSpeed", "sleep threshold"))]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, bound = "R: crate::Real"))]
pub struct RestThreshold<R> {
    /// The maximum offset from the goal, as a length in the unit of the position. Negative or NaN: never at rest.
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::float"))]
    pub distance: R,
    /// The maximum speed, as a length in the unit of the velocity. Negative or NaN: never at rest.
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::float"))]
    pub speed: R,
}

impl<R: Real> Default for RestThreshold<R> {
    fn default() -> Self {
        let tiny = R::MIN_POSITIVE / (R::EPSILON * R::EPSILON);
        RestThreshold { distance: tiny, speed: tiny }
    }
}

impl<R: Real> RestThreshold<R> {
    /// Returns whether both offset and speed are within their limits. A NaN is never at rest.
    #[inline]
    pub fn is_at_rest<V: Vector<Scalar = R>>(&self, state: State<V>, goal: V) -> bool {
        let offset = state.position.minus(goal);
        offset.length() <= self.distance && state.velocity.length() <= self.speed
    }

    /// The state, or rest on the goal where it is at rest.
    #[inline]
    pub fn settle<V: Vector<Scalar = R>>(&self, state: State<V>, goal: V) -> State<V> {
        if self.is_at_rest(state, goal) { State::at_rest(goal) } else { state }
    }
}

impl<R: Real> SpringStep<R> {
    /// The threshold below which this step no longer moves numbers of a `size`: with it a damped motion arrives.
    ///
    /// `size` is the largest magnitude of position and goal during the motion, in their unit (for a vector its length).
    /// With the step's matrix `Φ` a creeping motion has the velocity `vx/(1 − vv)` per offset and stalls where
    /// `offset·det(1 − Φ)/(1 − vv)` is half of the position's last digit. The distance is twice that, the speed that of
    /// such a motion or of a swing as wide; neither is below the default. Shorter time steps stall farther away:
    /// at about `ε·size·2ζ/(ω·dt)`. Not for springs without damping, which never rest.
    pub fn rest_threshold(&self, size: R) -> RestThreshold<R> {
        let least = RestThreshold::default();
        let change = |part: R| if self.short { -part } else { R::ONE - part };
        let (position_lost, velocity_lost) =
            (change(self.position_from_offset), change(self.velocity_from_velocity));
        let mixed = self.position_from_velocity.abs() * self.velocity_from_offset.abs();
        let determinant = position_lost * velocity_lost + mixed;
        let stall = velocity_lost.abs() / determinant.abs();
        let digit = R::EPSILON * size.abs();
        let distance = digit * if stall > R::ONE { stall } else { R::ONE };
        // Of a creep, and of a swing: its angular frequency is the root of the mixed coefficients' quotient.
        let creep = self.velocity_from_offset.abs() / velocity_lost.abs();
        let swing = (self.velocity_from_offset / self.position_from_velocity).abs().sqrt();
        let rate = creep.max(swing);
        let speed = distance * if rate > R::ZERO { rate } else { R::ZERO };
        RestThreshold { distance: distance.max(least.distance), speed: speed.max(least.speed) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Spring;

    #[test]
    fn the_threshold_of_a_step_is_that_of_its_matrix() {
        for (ratio, phase) in [0.2, 1.0, 3.0]
            .into_iter()
            .flat_map(|ratio| [0.01, 0.3, 2.0, 5.0, 12.0].map(|phase| (ratio, phase)))
        {
            let step = Spring::new(8.0f64, ratio).unwrap().step(phase / 8.0);
            // The columns of the matrix, from unit states.
            let of_offset = step.apply(State { position: 1.0, velocity: 0.0 }, 0.0);
            let of_velocity = step.apply(State { position: 0.0, velocity: 1.0 }, 0.0);
            let (xx, vx) = (of_offset.position, of_offset.velocity);
            let (xv, vv) = (of_velocity.position, of_velocity.velocity);
            let stall = (1.0 - vv) / ((1.0 - xx) * (1.0 - vv) - xv * vx);
            let distance = f64::EPSILON * 50.0 * stall.max(1.0);
            let speed = distance * (vx / (1.0 - vv)).abs().max((vx / xv).abs().sqrt());
            let rest = step.rest_threshold(-50.0);
            let [a, b] = [rest.distance / distance, rest.speed / speed].map(|part| part - 1.0);
            assert!(a.abs() < 1e-9 && b.abs() < 1e-9, "{ratio} {phase}: {a:e} {b:e}");
        }
    }
}
