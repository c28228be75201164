//! The double spring: two springs in series, for a motion with a smooth start and end.

use crate::coefficients::DoubleStep;
use crate::error::Result;
use crate::params::zero_or_more;
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// A critical spring whose goal is moved by another one: an S-shaped start instead of a sudden one.
///
/// Exact at every frame rate by its four-fold pole; see [`DoubleStep`]. `halflife` is the true one of the whole: half of
/// the offset is left after it, both springs starting at rest (`yt = 3.672061`).
/// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (double spring), there as two steps in a row.
///
/// ```
/// use sprung::{DoubleStep, motion::DoubleSpring};
///
/// let mut drone = DoubleSpring::at_rest(0.0f64);
/// let step = DoubleStep::from_halflife(0.2, 0.2)?;
/// drone.update(10.0, &step);
/// assert!((drone.state.position - 5.0).abs() < 1e-14);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias = "double_spring_damper_exact")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[doc(alias = "CriticalDoubleSpringDamper")]
pub struct DoubleSpring<V> {
    /// The position and velocity of the double spring.
    pub state: State<V>,
    /// The intermediate goal, moved to the goal by the first spring.
    pub intermediate: State<V>,
}

impl<V: Vector> DoubleSpring<V> {
    /// Both springs at rest at a position.
    pub const fn at_rest(position: V) -> Self {
        DoubleSpring { state: State::at_rest(position), intermediate: State::at_rest(position) }
    }

    /// Moves both springs by one step towards a held goal.
    #[inline]
    pub fn update(&mut self, goal: V, step: &DoubleStep<V::Scalar>) {
        (self.intermediate, self.state) = step.apply(self.intermediate, self.state, goal);
    }
}

impl<R: Real> DoubleStep<R> {
    /// Returns the step over `dt` seconds of a [`DoubleSpring`] whose true half-life is `halflife` seconds.
    ///
    /// A half-life of 0 is at the goal at once.
    ///
    /// # Errors
    /// A negative or NaN half-life.
    pub fn from_halflife(halflife: R, dt: R) -> Result<Self> {
        let halflife = zero_or_more(halflife, "halflife")?;
        Ok(DoubleStep::new(R::from_f64(DOUBLE_HALF_PHASE) / halflife, dt))
    }
}

/// The solution of `(1 + τ + τ²/2 + τ³/6)·e^(−τ) = 1/2`: the median of the gamma distribution of shape 4.
pub(crate) const DOUBLE_HALF_PHASE: f64 = 3.672_060_748_850_897;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_small_steps_of_two_springs_converge_to_one_double_step() {
        let start =
            DoubleSpring { state: State::new(1.0f64, -3.0), intermediate: State::new(-2.0, 5.0) };
        let rate = 7.0;
        let (_, exact) = DoubleStep::new(rate, 0.3).apply(start.intermediate, start.state, 0.5);
        // The intermediate goal moves on its exact path, cut into pieces along which it is linear.
        let (mut intermediate, mut state, pieces) = (start.intermediate, start.state, 20_000);
        let spring = crate::Spring::critical(rate).unwrap();
        let dt = 0.3 / f64::from(pieces);
        for _ in 0..pieces {
            let next = spring.step(dt).apply(intermediate, 0.5);
            state = spring.follow_step(dt).apply(state, intermediate.position, next.position);
            intermediate = next;
        }
        assert!((state.position - exact.position).abs() < 1e-7, "{state:?} {exact:?}");
        assert!((state.velocity - exact.velocity).abs() < 1e-6);
    }

    #[test]
    fn a_double_step_is_two_half_steps() {
        let start =
            DoubleSpring { state: State::new(1.0f64, -3.0), intermediate: State::new(-2.0, 5.0) };
        let (mut whole, mut halves) = (start, start);
        whole.update(0.5, &DoubleStep::new(7.0, 0.25));
        for _ in 0..2 {
            halves.update(0.5, &DoubleStep::new(7.0, 0.125));
        }
        assert!((whole.state.position - halves.state.position).abs() < 1e-15);
        assert!((whole.state.velocity - halves.state.velocity).abs() < 1e-14);
    }

    #[test]
    fn zero_time_changes_nothing_and_infinite_time_arrives() {
        let start =
            DoubleSpring { state: State::new(1.0f64, -3.0), intermediate: State::new(2.0, 5.0) };
        let mut still = start;
        still.update(9.0, &DoubleStep::new(4.0, 0.0));
        assert_eq!(still, start);
        let mut arrived = start;
        arrived.update(9.0, &DoubleStep::new(4.0, f64::INFINITY));
        assert_eq!(arrived, DoubleSpring::at_rest(9.0));
        for halflife in [0.0, -0.0] {
            let mut snapped = start;
            snapped.update(9.0, &DoubleStep::from_halflife(halflife, 0.1).unwrap());
            assert_eq!(snapped, DoubleSpring::at_rest(9.0));
        }
        let mut unpulled = start;
        unpulled.update(9.0, &DoubleStep::new(0.0, f64::INFINITY));
        assert_eq!(unpulled, start);
    }
}
