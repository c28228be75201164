//! Nissen's dimensionless coefficients, and their discretization to frequency and damping ratio.

use crate::error::{Result, require};
use crate::math::roots::Roots;
use crate::params::{Spring, finite_positive};
use crate::real::Real;

/// The fractions of offset and velocity that a spring removes in one time step.
///
/// With symplectic Euler and step `h` the velocity change is `−(C_s·x/h + C_d·v)`: the fractions of the stiffest
/// stable spring, which is at rest after one step with both at 1. Two discretizations lead to `(ω, ζ)`:
///
/// | discretization | `C_s` | `C_d` | use |
/// |---|---|---|---|
/// | [`SoftCoefficients::exact`] | `1 + e^(−2ah) − 2e^(−ah)·cos θ` | `1 − e^(−2ah)` | a spring alone: its exact eigenvalues |
/// | [`SoftCoefficients::backward_euler`] | `θ²/(1 + 2ζθ + θ²)` | `(2ζθ + θ²)/(1 + 2ζθ + θ²)` | with other constraints |
///
/// (in the second row `θ = hω`). The implicit pair keeps `C_s ≤ C_d ≤ 1` and is the soft constraint of rigid-body
/// solvers; it damps more than the spring itself. Use the exact pair for a spring alone, the implicit one otherwise.
///
/// Source: M. Schmidt Nissen, *How to make your damped springs stiffer, more stable and easier to tune*; the discretizations are
/// this project's. Accuracy: 1e-14 (`f64`), 6e-7 (`f32`), absolute.
///
/// ```
/// use sprung::{SoftCoefficients, Spring};
///
/// let spring = Spring::new(20.0, 1.0)?;
/// let fraction = SoftCoefficients::exact(&spring, 0.01);
/// let left = 1.0 - (-0.2f64).exp();
/// assert!((fraction.c_s - left * left).abs() < 1e-16);
/// let back = fraction.to_spring(0.01)?;
/// assert!((back.angular_frequency() - 20.0).abs() < 1e-6);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("soft constraint", "C_s", "C_d", "ERP", "CFM", "b2MakeSoft", "Baumgarte"))]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, bound = "R: crate::Real"))]
pub struct SoftCoefficients<R> {
    /// Stiffness: the fraction of the offset that a step removes.
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::float"))]
    pub c_s: R,
    /// Damping: the fraction of the velocity that a step removes.
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::float"))]
    pub c_d: R,
}

impl<R: Real> SoftCoefficients<R> {
    /// The pair whose symplectic Euler step has exactly the spring's eigenvalues over `dt` seconds.
    ///
    /// `C_s` may reach `(1 + e^(−ah))²` for a lightly damped spring that turns half a circle in one step; `dt` of 0, below
    /// or NaN gives 0, an endless one `(1, 1)`.
    pub fn exact(spring: &Spring<R>, dt: R) -> Self {
        if !(dt > R::ZERO) {
            return SoftCoefficients { c_s: R::ZERO, c_d: R::ZERO };
        }
        if !(spring.angular_frequency() * dt < R::HUGE) {
            return SoftCoefficients { c_s: R::ONE, c_d: R::ONE };
        }
        match Roots::new(spring.angular_frequency(), spring.decay_rate(), dt) {
            Roots::Turning { decay, angle, angle_error } => {
                let (sin, cos) = (angle * R::HALF).sin_cos();
                let half_sin = sin + angle_error * R::HALF * cos;
                let taken = (-decay).exp_m1();
                let turned = R::TWO * R::TWO * (-decay).exp() * half_sin * half_sin;
                SoftCoefficients { c_s: taken * taken + turned, c_d: -(-(decay + decay)).exp_m1() }
            }
            Roots::Decaying { slow, fast, .. } => SoftCoefficients {
                c_s: (-slow).exp_m1() * (-fast).exp_m1(),
                c_d: -(-(slow + fast)).exp_m1(),
            },
        }
    }

    /// The pair of the implicit (backward Euler) spring over `dt` seconds: `0 ≤ C_s ≤ C_d ≤ 1` for every spring.
    pub fn backward_euler(spring: &Spring<R>, dt: R) -> Self {
        if !(dt > R::ZERO) {
            return SoftCoefficients { c_s: R::ZERO, c_d: R::ZERO };
        }
        let phase = (spring.angular_frequency() * dt).min(R::HUGE);
        let damping = (R::TWO * spring.decay_rate() * dt).min(R::HUGE);
        let stiffness = phase * phase;
        let whole = R::ONE + damping + stiffness;
        SoftCoefficients { c_s: stiffness / whole, c_d: (damping + stiffness) / whole }
    }

    /// Returns the spring whose [`exact`](Self::exact) pair over `dt` seconds this is.
    ///
    /// # Errors
    /// `dt` not above 0 and finite; `c_d` outside 0 … 1 (1 excluded unless both are 1, which is the spring that snaps);
    /// `c_s` outside the range in which a spring exists, 0 … `(1 + √(1 − c_d))²`.
    pub fn to_spring(&self, dt: R) -> Result<Spring<R>> {
        let (SoftCoefficients { c_s, c_d }, dt) = (*self, finite_positive(dt, "dt")?);
        if c_s == R::ONE && c_d == R::ONE {
            return Spring::critical(R::INFINITY);
        }
        require(c_d >= R::ZERO && c_d < R::ONE, "c_d", c_d, ">= 0 and < 1")?;
        let decay = -(-c_d).ln_1p() * R::HALF;
        let left = (-decay).exp();
        let max = (R::ONE + left) * (R::ONE + left);
        require(c_s >= R::ZERO && c_s <= max, "c_s", c_s, "in 0 to (1 + sqrt(1 - c_d))^2")?;
        if c_s == R::ZERO {
            return Ok(Spring::drag(decay / dt));
        }
        // 2·left·(1 − cos θ) = C_s − (1 − left)²; negative beyond critical damping, where cos becomes cosh.
        let taken = -(-decay).exp_m1();
        let turned = (c_s - taken * taken) / (R::TWO * left);
        let signed_square = if turned >= R::ZERO {
            let half_sin = (turned * R::HALF).sqrt().min(R::ONE);
            let angle = R::TWO * half_sin.atan2((R::ONE - half_sin * half_sin).sqrt());
            angle * angle
        } else {
            // acosh(1 + m) = ln(1 + m + √(m(m + 2))).
            let m = -turned;
            let gap = (m + (m * (m + R::TWO)).sqrt()).ln_1p();
            -(gap * gap)
        };
        let phase = (decay * decay + signed_square).max(R::ZERO).sqrt();
        require(phase > R::ZERO, "c_s", c_s, "large enough to tell from 0 at this c_d")?;
        Spring::new(phase / dt, decay / phase)
    }

    /// The spring whose [`backward_euler`](Self::backward_euler) pair over `dt` seconds this is:
    /// `θ² = C_s/(1 − C_d)`, `2ζθ = (C_d − C_s)/(1 − C_d)`.
    ///
    /// # Errors
    /// `dt` not above 0 and finite; not `0 ≤ c_s ≤ c_d < 1`.
    pub fn to_implicit_spring(&self, dt: R) -> Result<Spring<R>> {
        let (SoftCoefficients { c_s, c_d }, dt) = (*self, finite_positive(dt, "dt")?);
        require(c_d >= R::ZERO && c_d < R::ONE, "c_d", c_d, ">= 0 and < 1")?;
        require(c_s >= R::ZERO && c_s <= c_d, "c_s", c_s, ">= 0 and <= c_d")?;
        let left = R::ONE - c_d;
        let (stiffness, damping) = (c_s / left, (c_d - c_s) / left);
        Spring::from_stiffness_and_damping(stiffness / (dt * dt), damping / dt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One symplectic Euler step of `(x, v)`, as a matrix.
    fn symplectic_matrix(fraction: SoftCoefficients<f64>, dt: f64) -> (f64, f64) {
        let (vx, vv) = (-fraction.c_s / dt, 1.0 - fraction.c_d);
        let (xx, xv) = (1.0 + dt * vx, dt * vv);
        (xx + vv, xx * vv - xv * vx)
    }

    #[test]
    fn the_exact_pair_has_the_eigenvalues_of_the_spring() {
        for ratio in [0.0, 0.2, 0.99, 1.0, 1.01, 5.0] {
            let (spring, dt) = (Spring::new(30.0, ratio).unwrap(), 1.0 / 60.0);
            let [[xx, xv], [vx, vv]] = spring.step(dt).matrix();
            let (trace, determinant) = symplectic_matrix(SoftCoefficients::exact(&spring, dt), dt);
            assert!((trace - (xx + vv)).abs() < 1e-14);
            assert!((determinant - (xx * vv - xv * vx)).abs() < 1e-14);
        }
    }

    #[test]
    fn soft_coefficients_convert_back_to_their_spring() {
        for ratio in [0.01, 0.5, 1.0, 3.0] {
            let spring = Spring::new(25.0, ratio).unwrap();
            for back in [
                SoftCoefficients::exact(&spring, 0.02).to_spring(0.02).unwrap(),
                SoftCoefficients::backward_euler(&spring, 0.02).to_implicit_spring(0.02).unwrap(),
            ] {
                assert!((back.angular_frequency() - 25.0).abs() < 1e-6, "{ratio}: {back:?}");
                assert!((back.damping_ratio() - ratio).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn an_endless_step_is_the_spring_that_stops_in_one() {
        let spring = Spring::new(1e9, 1.0).unwrap();
        assert_eq!(SoftCoefficients::exact(&spring, 1.0), SoftCoefficients { c_s: 1.0, c_d: 1.0 });
        let implicit = SoftCoefficients::backward_euler(&spring, f64::INFINITY);
        assert_eq!((implicit.c_s, implicit.c_d), (1.0, 1.0));
    }

    #[test]
    fn coefficients_of_no_spring_are_refused() {
        let refused = |c_s, c_d| SoftCoefficients { c_s, c_d }.to_spring(0.1f64).unwrap_err().field;
        assert_eq!(refused(5.0, 0.0), "c_s");
        assert_eq!(refused(0.5, 1.0), "c_d");
        assert_eq!(refused(-0.1, 0.5), "c_s");
    }
}
