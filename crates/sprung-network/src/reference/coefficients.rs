//! Nissen's coefficients and the stiffness and damping of a step: `C_s = k Δt²/m`, `C_d = c Δt/m`.
//!
//! These are forces at the start of the step, for symplectic Euler. [`Stiffness::Physical`](crate::Stiffness::Physical)
//! takes those at its end.

use sprung::SoftCoefficients;

/// Returns the largest stiffness that a step Δt can use, `m/Δt²`, N/m, for a reduced mass m in kg. The impulse form has
/// `m/Δt`.
///
/// Beyond it, symplectic Euler carries a particle past its rest length. A `dt` of 0 gives ∞.
#[doc(alias = "s_max")]
pub fn max_stiffness(reduced_mass: f32, dt: f32) -> f64 {
    let (m, dt) = (f64::from(reduced_mass) + 0.0, f64::from(dt));
    m / (dt * dt)
}

/// Returns the largest damping that a step Δt can use, `m/Δt`, N·s/m, for a reduced mass m in kg. The impulse form has
/// `m`.
///
/// Beyond it, symplectic Euler reverses a velocity. A `dt` of 0 gives ∞.
#[doc(alias = "d_max")]
pub fn max_damping(reduced_mass: f32, dt: f32) -> f64 {
    // A sum with 0 makes −0 a 0.
    (f64::from(reduced_mass) + 0.0) / (f64::from(dt) + 0.0)
}

/// Returns the coefficients of a stiffness k in N/m and a damping c in N·s/m: `C_s = k Δt²/m`, `C_d = c Δt/m` for a
/// reduced mass m in kg and a step Δt in s.
///
/// Above 1 they overshoot, and a network refuses them; a reduced mass of 0 gives ∞ or NaN.
///
/// ```
/// use sprung_network::reference::{coefficients, stiffness_and_damping};
/// let pair = coefficients(1800.0, 12.0, 2.0, 0.01);
/// assert!((pair.c_s - 0.09).abs() < 1e-7 && (pair.c_d - 0.06).abs() < 1e-7);
/// let (stiffness, damping) = stiffness_and_damping(pair, 2.0, 0.01);
/// assert!((stiffness - 1800.0).abs() < 1e-3 && (damping - 12.0).abs() < 1e-3);
/// ```
pub fn coefficients(
    stiffness: f32,
    damping: f32,
    reduced_mass: f32,
    dt: f32,
) -> SoftCoefficients<f64> {
    SoftCoefficients {
        c_s: f64::from(stiffness) / max_stiffness(reduced_mass, dt),
        c_d: f64::from(damping) / max_damping(reduced_mass, dt),
    }
}

/// Returns the stiffness in N/m and the damping in N·s/m of coefficients: `k = C_s m/Δt²`, `c = C_d m/Δt`.
pub fn stiffness_and_damping(
    coefficients: SoftCoefficients<f64>,
    reduced_mass: f32,
    dt: f32,
) -> (f64, f64) {
    let SoftCoefficients { c_s, c_d } = coefficients;
    (c_s * max_stiffness(reduced_mass, dt), c_d * max_damping(reduced_mass, dt))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_stiffness_and_damping_are_coefficients_of_one() {
        let (m, dt) = (0.7_f32, 1.0 / 60.0_f32);
        let (k, c) = (max_stiffness(m, dt), max_damping(m, dt));
        assert!((k - 0.7 * 3600.0).abs() < 1e-3 && (c - 42.0).abs() < 1e-5);
        let ones = SoftCoefficients { c_s: 1.0, c_d: 1.0 };
        assert_eq!(stiffness_and_damping(ones, m, dt), (k, c));
        assert!(max_stiffness(m, 0.0).is_infinite() && max_damping(m, 0.0).is_infinite());
    }
    #[test]
    fn a_mass_and_a_step_of_minus_zero_are_zero() {
        for zero in [max_stiffness(-0.0, 0.1), max_damping(-0.0, 0.1)] {
            assert!(zero == 0.0 && zero.is_sign_positive());
        }
        assert_eq!(max_stiffness(1.0, -0.0), f64::INFINITY);
        assert_eq!(max_damping(1.0, -0.0), f64::INFINITY);
    }
}
