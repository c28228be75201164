//! The exact step of two critical springs in series.

use crate::coefficients::SpringStep;
use crate::real::Real;
use crate::real::decayed::decayed;
use crate::state::State;
use crate::vector::Vector;

/// The exact step of a critical spring whose goal is itself moved by an equal critical spring: a four-fold pole.
///
/// With the rate `y`, `τ = y·dt` and `E = e^(−τ)`, offsets `e₁` (intermediate) and `e₂` from the goal advance by
///
/// ```text
/// e₁, v₁  as any critical spring
/// e₂ ← E·[(1 + τ)·e₂ + dt·v₂ + (τ²/2 + τ³/6)·e₁ + dt·τ²/6·v₁]
/// v₂ ← E·[(1 − τ)·v₂ − yτ·e₂ + y(τ − τ³/6)·e₁ + (τ²/2 − τ³/6)·v₁]
/// ```
///
/// Not two steps in a row, which move the intermediate goal only between frames.
/// Accuracy: as [`SpringStep`].
///
/// ```
/// use sprung::{DoubleStep, State};
///
/// let (start, step) = (State::at_rest(0.0f64), DoubleStep::from_halflife(0.2, 0.2)?);
/// let (_intermediate, state) = step.apply(start, start, 1.0);
/// assert!((state.position - 0.5).abs() < 1e-14);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoubleStep<R> {
    single: SpringStep<R>,
    position_from_offset: R,
    position_from_velocity: R,
    velocity_from_offset: R,
    velocity_from_velocity: R,
}

impl<R: Real> DoubleStep<R> {
    /// The step over `dt` seconds of two springs of the same angular frequency (rad/s) at damping ratio 1.
    ///
    /// A `dt` that is 0, negative or NaN changes nothing, and so does an infinite one without a pull; an angular frequency
    /// that is negative or NaN makes every state NaN.
    pub fn new(angular_frequency: R, dt: R) -> Self {
        let single = SpringStep::critical(angular_frequency, dt);
        let tau = angular_frequency * dt;
        let remaining = if dt > R::ZERO && tau > R::ZERO { decayed(tau).left } else { R::ZERO };
        let [half, sixth] = [2, 6].map(|n| R::ONE / R::from_count(n));
        if remaining == R::ZERO {
            let zero = R::ZERO;
            return DoubleStep {
                single,
                position_from_offset: zero,
                position_from_velocity: zero,
                velocity_from_offset: zero,
                velocity_from_velocity: zero,
            };
        }
        let square = tau * tau * remaining;
        DoubleStep {
            single,
            position_from_offset: square * (half + tau * sixth),
            position_from_velocity: dt * square * sixth,
            velocity_from_offset: angular_frequency * (tau * remaining - tau * square * sixth),
            velocity_from_velocity: square * (half - tau * sixth),
        }
    }

    /// Intermediate and final state one step later, the goal being held.
    #[inline]
    #[must_use]
    pub fn apply<V: Vector<Scalar = R>>(
        &self,
        intermediate: State<V>,
        state: State<V>,
        goal: V,
    ) -> (State<V>, State<V>) {
        let offset = intermediate.position.minus(goal);
        let driven = State::new(
            offset
                .times(self.position_from_offset)
                .plus(intermediate.velocity.times(self.position_from_velocity)),
            offset
                .times(self.velocity_from_offset)
                .plus(intermediate.velocity.times(self.velocity_from_velocity)),
        );
        let free = self.single.apply(state, goal);
        let moved =
            State::new(free.position.plus(driven.position), free.velocity.plus(driven.velocity));
        (self.single.apply(intermediate, goal), moved)
    }
}
