//! Contact materials: springs defined by the restitution and duration of a bounce.

use sprung::{ParameterError, Real, Spring};

use crate::body::require;

/// A ground, from trampoline to quicksand to concrete, described by the properties of a bounce.
///
/// A contact pushes and never pulls, so a body leaves as soon as the spring would hold it back. On a spring of `(ω, ζ)` it
/// then has, of the speed with which it came, the restitution `e = e^(−2ζ·acos ζ/√(1 − ζ²))`, after
/// `t = 2·acos ζ/(ω√(1 − ζ²))` seconds; beyond ζ = 1 with `acosh ζ` and `√(ζ² − 1)`. ζ = 0 keeps all of it, ζ = 1 keeps
/// `e^(−2)` = 0.135, ζ = 10 keeps 0.0025.
///
/// Weight is left out: with gravity `g` a body rests at the depth `g/ω²`. These hold where a step is a small part of the
/// contact; where it is not, a bounce is as coarse as the depth at which it was first seen.
/// Source: G. Fiedler, *Spring Physics* (the three grounds); the closed form is this project's.
///
/// ```
/// use sprung_body::ContactMaterial;
///
/// let ground = ContactMaterial::from_restitution(0.5, 0.1)?;
/// assert!((ground.restitution() - 0.5f64).abs() < 1e-12);
/// assert!((ground.duration() - 0.1).abs() < 1e-12);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactMaterial<R> {
    /// The spring of the contact.
    pub spring: Spring<R>,
}

impl<R: Real> ContactMaterial<R> {
    /// A ground from its restitution (speed after over speed before, 0 … 1) and the duration of a contact in seconds.
    ///
    /// A restitution below 1e-4 counts as 1e-4: none at all would need endless damping.
    ///
    /// # Errors
    /// A restitution outside 0 … 1, a duration that is not finite and above 0.
    pub fn from_restitution(restitution: R, duration: R) -> Result<Self, ParameterError> {
        let kept = restitution >= R::ZERO && restitution <= R::ONE;
        require(kept, "restitution", restitution, ">= 0 and <= 1")?;
        let lasts = duration > R::ZERO && duration.is_finite();
        require(lasts, "duration", duration, "finite and > 0")?;
        let ratio = ratio_from_loss(-restitution.max(R::from_f64(1e-4)).ln());
        Ok(ContactMaterial { spring: Spring::new(R::TWO * turn(ratio) / duration, ratio)? })
    }

    /// Soft and lively: 86 % of the speed comes back after a quarter of a second.
    pub fn trampoline() -> Self {
        ContactMaterial::preset(12.0, 0.05)
    }

    /// Soft and dead: a body sinks in by a quarter of a meter under its weight and stays.
    pub fn quicksand() -> Self {
        ContactMaterial::preset(6.0, 4.0)
    }

    /// Hard and dead: a body stops within a hundredth of a second, a millimeter deep under its weight.
    ///
    /// Its strength is damping more than stiffness, so that it stays dead at 60 steps per second too.
    pub fn concrete() -> Self {
        ContactMaterial::preset(100.0, 8.0)
    }

    /// Returns the restitution: the part of the speed after a bounce, 0 … 1.
    pub fn restitution(&self) -> R {
        (-loss(self.spring.damping_ratio())).exp()
    }

    /// Returns the duration of a contact, s; infinite without a pull.
    pub fn duration(&self) -> R {
        if self.spring.angular_frequency() == R::ZERO {
            return R::INFINITY;
        }
        R::TWO * turn(self.spring.damping_ratio()) / self.spring.angular_frequency()
    }

    fn preset(angular_frequency: f64, damping_ratio: f64) -> Self {
        let (frequency, ratio) = (R::from_f64(angular_frequency), R::from_f64(damping_ratio));
        match Spring::new(frequency, ratio) {
            Ok(spring) => ContactMaterial { spring },
            Err(_) => unreachable!("presets are valid springs"),
        }
    }
}

/// Half of a contact in units of `1/ω`: `acos ζ/√(1 − ζ²)`, one function through ζ = 1, where it is 1.
fn turn<R: Real>(ratio: R) -> R {
    // The square would overflow; ζ + √(ζ² − 1) is 2ζ long before.
    if ratio > R::HUGE {
        return if ratio == R::INFINITY { R::ZERO } else { loss(ratio) / (R::TWO * ratio) };
    }
    let gap = R::ONE - ratio;
    // Within this band the first term of the series, 1 + (1 − ζ)/3, is exact to rounding, and the quotient is not.
    if gap.abs() < R::EPSILON.sqrt() {
        return R::ONE + gap / R::from_f64(3.0);
    }
    let root = (gap * (R::ONE + ratio)).abs().sqrt();
    if gap > R::ZERO { root.atan2(ratio) / root } else { (ratio + root).ln() / root }
}

/// `−ln e` of a contact: 0 for ζ = 0, 2 for ζ = 1, growing as `2·ln 2ζ`.
fn loss<R: Real>(ratio: R) -> R {
    if ratio > R::HUGE {
        return R::TWO * (ratio.ln() + R::LN_2);
    }
    R::TWO * ratio * turn(ratio)
}

/// Returns the damping ratio of a given loss, by bisection: the loss grows monotonically with the ratio.
fn ratio_from_loss<R: Real>(wanted: R) -> R {
    let (mut low, mut high) = (R::ZERO, R::from_f64(64.0));
    for _ in 0..64 {
        let middle = (low + high) * R::HALF;
        if loss(middle) < wanted { low = middle } else { high = middle }
    }
    (low + high) * R::HALF
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    /// The spring from touching until its force would pull, in steps far below its pace.
    fn simulated(spring: &Spring<f64>) -> (f64, f64) {
        let dt = 1e-5 / spring.angular_frequency();
        let step = spring.step(dt);
        let mut state = sprung::State::new(0.0, 1.0);
        for i in 0..100_000_000 {
            state = step.apply(state, 0.0);
            if spring.stiffness() * state.position + spring.damping() * state.velocity <= 0.0 {
                return (-state.velocity, f64::from(i) * dt);
            }
        }
        panic!("{spring:?} never lets go");
    }

    #[test]
    fn restitution_and_duration_are_those_of_the_spring_that_lets_go() {
        for ratio in [0.01, 0.3, 0.9, 1.0, 1.5, 4.0] {
            let ground = ContactMaterial { spring: Spring::new(7.0, ratio).unwrap() };
            let (restitution, duration) = simulated(&ground.spring);
            assert!((ground.restitution() - restitution).abs() < 1e-4, "{ratio}: {restitution}");
            assert!((ground.duration() - duration).abs() < 1e-4, "{ratio}: {duration}");
        }
    }

    #[test]
    fn grounds_read_back_what_they_were_made_from() {
        for restitution in [1.0, 0.999, 0.7, 0.1354, (-2.0f64).exp(), 0.1353, 0.02, 1e-4] {
            let ground = ContactMaterial::from_restitution(restitution, 0.3).unwrap();
            assert!((ground.restitution() - restitution).abs() < 1e-12, "{restitution}");
            assert!((ground.duration() - 0.3).abs() < 1e-12, "{restitution}");
        }
        assert!(ContactMaterial::from_restitution(0.0f32, 1.0).unwrap().restitution() < 1.1e-4);
    }

    #[test]
    fn a_contact_near_critical_damping_is_that_of_its_series() {
        for gap in [1e-9f64, -1e-9] {
            // acos ζ/√(1 − ζ²) = 1 + (1 − ζ)/3 + …
            assert!((turn(1.0 - gap) - 1.0 - gap / 3.0).abs() < 1e-15, "{}", turn(1.0 - gap));
        }
    }

    #[test]
    fn a_contact_of_huge_damping_is_that_of_its_limit() {
        for ratio in [1e10, 0.5 * f64::HUGE, 2.0 * f64::HUGE, 1e300] {
            let log = (2.0 * ratio).ln();
            assert!((turn(ratio) * ratio / log - 1.0).abs() < 1e-12, "{ratio}: {}", turn(ratio));
            assert!((loss(ratio) / (2.0 * log) - 1.0).abs() < 1e-12, "{ratio}: {}", loss(ratio));
        }
    }

    #[test]
    fn bad_grounds_are_named() {
        let said =
            |e: f64, t: f64| ContactMaterial::from_restitution(e, t).unwrap_err().to_string();
        assert_eq!(said(1.5, 0.1), "restitution must be >= 0 and <= 1, got 1.5");
        assert_eq!(said(0.5, 0.0), "duration must be finite and > 0, got 0");
    }
}
