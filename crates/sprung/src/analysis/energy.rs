//! The energy of a spring: kinetic and potential, per unit of mass.
//!
//! `E = (v² + ω²x²)/2`, and damping takes `dE/dt = −2a v²` out of it: energy never grows while the goal is held.
//!
//! Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (resonance).

use crate::analysis::FreeResponse;
use crate::params::Spring;
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

impl<R: Real> Spring<R> {
    /// Kinetic and potential energy of a state per unit of mass: `(|v|² + ω²|x − g|²)/2`.
    ///
    /// In the user's unit squared per second squared. Infinite for an infinite angular frequency away from the goal.
    ///
    /// ```
    /// use sprung::{Spring, State};
    ///
    /// let spring = Spring::new(2.0, 0.1)?;
    /// assert_eq!(spring.energy(State::new([1.0, 0.0], [0.0, 3.0]), [0.0; 2]), (9.0 + 4.0) / 2.0);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    #[doc(alias = "spring_energy")]
    pub fn energy<V: Vector<Scalar = R>>(&self, state: State<V>, goal: V) -> R {
        let (offset, velocity) = (state.position.minus(goal), state.velocity);
        // The frequency multiplies the offset, not its square: on the goal nothing is stored, however stiff it is.
        let pull = offset.length();
        let stored = if pull == R::ZERO { R::ZERO } else { self.angular_frequency() * pull };
        (velocity.dot(velocity) + stored * stored) * R::HALF
    }

    /// The energy of a state about a state of rest, lengths scaled: `(|s(v − v₀)|² + ω²|s(x − x₀)|²)/2`.
    ///
    /// The form of Holden's article, with its rest position, rest velocity and scale `s`; [`energy`](Self::energy) is that
    /// of a rest velocity of 0 and a scale of 1.
    ///
    /// ```
    /// use sprung::{Spring, State};
    ///
    /// let spring = Spring::new(2.0, 0.1)?;
    /// let about = spring.energy_about(State::new(3.0, 5.0), State::new(2.0, 1.0), 10.0);
    /// assert_eq!(about, (40.0 * 40.0 + 4.0 * 10.0 * 10.0) / 2.0);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    #[doc(alias = "spring_energy")]
    pub fn energy_about<V: Vector<Scalar = R>>(
        &self,
        state: State<V>,
        rest: State<V>,
        scale: R,
    ) -> R {
        self.energy(state.minus(rest).times(scale), V::ZERO)
    }
}

impl<R: Real> FreeResponse<R> {
    /// Kinetic and potential energy per unit of mass, `time` seconds after the release; see [`Spring::energy`].
    pub fn energy(&self, time: R) -> R {
        self.spring.energy(self.at(time), R::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lost_is_what_damping_took() {
        // Simpson's rule over 2a v².
        for (ratio, velocity) in [(0.0, 1.0), (0.2, 3.0), (1.0, -4.0), (5.0, 20.0)] {
            let motion = FreeResponse::new(Spring::new(3.0f64, ratio).unwrap(), 1.0, velocity);
            let power = |t| motion.spring.damping() * motion.at(t).velocity.powi(2);
            let (n, h) = (4000, 2.0 / 4000.0);
            let weight = |i| if i == 0 || i == n { 1.0 } else { f64::from(2 + 2 * (i % 2)) };
            let taken = (0..=n).map(|i| weight(i) * power(f64::from(i) * h)).sum::<f64>() * h / 3.0;
            let lost = motion.energy(0.0) - motion.energy(2.0);
            assert!((lost - taken).abs() < 1e-8 * motion.energy(0.0), "{ratio}: {lost} {taken}");
        }
    }

    #[test]
    fn without_damping_energy_is_kept() {
        let motion = FreeResponse::new(Spring::new(3.0f64, 0.0).unwrap(), 1.0, 2.0);
        for i in 0..100 {
            assert!((motion.energy(f64::from(i) * 0.37) - 6.5).abs() < 1e-13);
        }
    }

    #[test]
    fn on_the_goal_an_infinitely_stiff_spring_stores_no_energy() {
        let snap = Spring::critical(f64::INFINITY).unwrap();
        assert_eq!(snap.energy(State::new(3.0, 2.0), 3.0), 2.0);
        assert_eq!(snap.energy(State::at_rest(3.0), 2.0), f64::INFINITY);
    }
}
