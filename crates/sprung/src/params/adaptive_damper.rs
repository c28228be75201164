//! The adaptive damper: smooths a slow signal strongly and follows a fast one closely.

use crate::error::Result;
use crate::params::{Damper, above_zero, zero_or_more};
use crate::real::Real;

/// A damper whose half-life follows the speed of its input: `h/(1 + (s/s₀)²)` at the speed `s`.
///
/// Little jitter at rest and little lag in motion, the purpose of the 1 € filter. `h` is the half-life at rest (s), `s₀` the
/// speed at which it is halved. The speed is that of the input smoothed by a damper with a half-life of its own, 0.05 s
/// unless it is set. The square leaves the half-life at rest nearly as it is where only noise moves.
///
/// Choose `h` by the jitter of an input at rest, then `s₀` by the lag of a fast one.
///
/// ```
/// use sprung::{AdaptiveDamper, motion::AdaptiveSmoothing};
///
/// let damper = AdaptiveDamper::new(0.3f64, 100.0)?;
/// let mut cursor = AdaptiveSmoothing::new([0.0f64, 0.0]);
/// // A still hand that trembles, in uneven samples.
/// for (place, dt) in [(0.8, 0.008), (-0.7, 0.006), (0.5, 0.013), (-0.9, 0.007)] {
///     cursor.update([place, 0.0], &damper.step(dt));
///     assert!(cursor.value()[0].abs() < 0.2);
/// }
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("OneEuroFilter", "1€", "one euro filter", "jitter", "low-pass filter"))]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, bound = "R: Real"))]
pub struct AdaptiveDamper<R> {
    at_rest: Damper<R>,
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::speed"))]
    speed: R,
    velocity: Damper<R>,
}

/// The time since the last sample of an [`AdaptiveDamper`].
///
/// ```
/// assert_eq!(sprung::AdaptiveDamper::new(0.3, 100.0)?.step(0.01).dt(), 0.01);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdaptiveStep<R> {
    pub(crate) damper: AdaptiveDamper<R>,
    dt: R,
}

impl<R: Real> AdaptiveDamper<R> {
    /// A damper from its half-life at rest (s) and the speed, in the unit of the input per second, at which it is halved.
    ///
    /// An infinite speed makes it an ordinary damper.
    ///
    /// # Errors
    /// A negative or NaN half-life; a speed that is not above 0.
    pub fn new(halflife: R, speed: R) -> Result<Self> {
        above_zero(speed, "speed")?;
        let velocity = Damper::from_halflife(R::from_f64(0.05))?;
        Ok(AdaptiveDamper { at_rest: Damper::from_halflife(halflife)?, speed, velocity })
    }

    /// Returns the damper with another half-life of the velocity (s): a longer one is less moved by noise, a shorter one
    /// notices sooner that the input moves.
    ///
    /// # Errors
    /// A negative or NaN half-life.
    pub fn with_velocity_halflife(self, halflife: R) -> Result<Self> {
        let halflife = zero_or_more(halflife, "halflife")?;
        Ok(AdaptiveDamper { velocity: Damper::from_halflife(halflife)?, ..self })
    }

    /// The half-life at a speed, s.
    pub fn halflife_at(&self, speed: R) -> R {
        self.at_speed(speed).halflife()
    }

    /// The step over `dt` seconds, the time since the last sample. A `dt` that is 0, negative or NaN changes nothing.
    pub fn step(&self, dt: R) -> AdaptiveStep<R> {
        AdaptiveStep { damper: *self, dt: dt.max(R::ZERO) }
    }

    /// The damper at a speed.
    pub(crate) fn at_speed(&self, speed: R) -> Damper<R> {
        let ratio = speed / self.speed;
        // Neither what never moves at any speed nor a speed of NaN.
        let rate = self.at_rest.rate() * (R::ONE + ratio * ratio);
        Damper::from_valid_rate(rate.max(self.at_rest.rate()))
    }

    /// The damper of the velocity.
    pub(crate) const fn of_velocity(&self) -> Damper<R> {
        self.velocity
    }
}

impl<R: Real> AdaptiveStep<R> {
    /// The time step in seconds; 0 where it was negative or NaN.
    pub const fn dt(&self) -> R {
        self.dt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_half_life_falls_by_one_plus_the_square_of_the_speed() {
        let damper = AdaptiveDamper::new(0.3f64, 100.0).unwrap();
        for (speed, times) in [(0.0, 1.0), (50.0, 1.25), (100.0, 2.0), (200.0, 5.0)] {
            let part = damper.halflife_at(speed) * times / 0.3;
            assert!((part - 1.0).abs() < 1e-15, "{speed}: {part}");
        }
    }

    #[test]
    fn the_velocity_has_its_own_half_life() {
        let damper = AdaptiveDamper::new(0.3f64, 100.0).unwrap();
        assert!((damper.of_velocity().halflife() - 0.05).abs() < 1e-16);
        let slower = damper.with_velocity_halflife(0.2).unwrap();
        assert!((slower.of_velocity().halflife() - 0.2).abs() < 1e-15);
        assert_eq!((slower.at_rest, slower.speed), (damper.at_rest, damper.speed));
    }
}
