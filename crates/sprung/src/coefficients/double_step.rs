//! The exact step of two critical springs in series.

use crate::coefficients::SpringStep;
use crate::real::{Real, decayed::decayed};
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
    // What the offset and the velocity of the intermediate goal add to position and velocity.
    driven: [[R; 2]; 2],
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
            return DoubleStep { single, driven: [[R::ZERO; 2]; 2] };
        }
        let square = tau * tau * remaining;
        let velocity_from_offset = angular_frequency * (tau * remaining - tau * square * sixth);
        let driven = [
            [square * (half + tau * sixth), dt * square * sixth],
            [velocity_from_offset, square * (half - tau * sixth)],
        ];
        DoubleStep { single, driven }
    }

    /// Intermediate and final state one step later, the goal being held.
    #[inline]
    pub fn apply<V: Vector<Scalar = R>>(
        &self,
        intermediate: State<V>,
        state: State<V>,
        goal: V,
    ) -> (State<V>, State<V>) {
        let offset = intermediate.position.minus(goal);
        let [position, velocity] = self.driven.map(|[from_offset, from_velocity]| {
            offset.times(from_offset).plus(intermediate.velocity.times(from_velocity))
        });
        let free = self.single.apply(state, goal);
        (self.single.apply(intermediate, goal), free.plus(State::new(position, velocity)))
    }
}
