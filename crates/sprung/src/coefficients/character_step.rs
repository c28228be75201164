//! The exact step of a position whose velocity is moved by a spring.

use crate::coefficients::{IntegralStep, SpringStep};
use crate::params::Spring;
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// The exact step of a velocity spring together with the distance that it covers.
///
/// Accuracy: velocity and acceleration as [`SpringStep`], distance as [`IntegralStep`].
///
/// ```
/// use sprung::{Spring, State};
///
/// let step = Spring::critical(8.0f64)?.character_step(0.1);
/// let (distance, motion) = step.apply(State::at_rest(0.0), 3.0);
/// assert!(distance > 0.0 && motion.position < 3.0 && step.dt() == 0.1);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CharacterStep<R> {
    velocity: SpringStep<R>,
    distance: IntegralStep<R>,
}

impl<R: Real> Spring<R> {
    /// The exact step over `dt` seconds of a position whose velocity this spring moves.
    pub fn character_step(&self, dt: R) -> CharacterStep<R> {
        CharacterStep { velocity: self.step(dt), distance: self.integral_step(dt) }
    }
}

impl<R: Real> CharacterStep<R> {
    /// The time of the step in seconds: 0 for one that changes nothing, finite for an infinite one, too.
    #[inline]
    pub const fn dt(&self) -> R {
        self.velocity.dt()
    }

    /// The distance covered during the step, and velocity and acceleration at its end.
    ///
    /// `motion` is velocity and acceleration at its start.
    #[inline]
    pub fn apply<V: Vector<Scalar = R>>(
        &self,
        motion: State<V>,
        goal_velocity: V,
    ) -> (V, State<V>) {
        (self.distance.apply(motion, goal_velocity), self.velocity.apply(motion, goal_velocity))
    }
}
