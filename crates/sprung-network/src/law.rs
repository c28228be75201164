//! How strong a spring is, said in three ways that are one pair of numbers.
//!
//! Over one step `h` a spring between masses of reduced mass `m` removes the fraction `C_s` of its length error and
//! the fraction `C_d` of its length rate (Nissen, *How to make your damped springs stiffer, more stable, and easier
//! to tune*). Angular frequency ω and damping ratio ζ are the same pair: with `θ = hω` the implicit step gives
//!
//! ```text
//! C_s = θ² / (1 + 2ζθ + θ²)          θ²  = C_s / (1 − C_d)
//! C_d = (2ζθ + θ²) / (1 + 2ζθ + θ²)  2ζθ = (C_d − C_s) / (1 − C_d)
//! ```
//!
//! so that `0 <= C_s <= C_d <= 1` whatever ω, ζ and `h` are. Stiffness `k` and damping `c` are `ω² = k/m`, `2ζω = c/m`.

use core::f64::consts::TAU;

use crate::error::{Element, NetworkError};

/// The strength of a spring. The variants differ in what they keep when something else changes:
///
/// | variant | time step changes | masses change | resolution changes |
/// |---|---|---|---|
/// | [`Fraction`](Law::Fraction) | same per step, so softer in seconds with longer steps | same | each spring the same, the whole softer |
/// | [`Frequency`](Law::Frequency) | same in seconds | same, stiffness follows the mass | each spring the same |
/// | [`Material`](Law::Material) | same in seconds | heavier is slower, as in nature | springs in series are softer: scale `k` by their number |
/// | [`Compliance`](Law::Compliance) | as `Material`; compliance 0 is rigid | as `Material` | compliances in series add |
///
/// ```
/// use sprung_network::Law;
/// // The stiffest spring there is: at rest length after one step.
/// let fraction = Law::RIGID.fraction(1.0 / 60.0, 1.0);
/// assert_eq!((fraction.c_s, fraction.c_d), (1.0, 1.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    /// The fractions of length error and length rate that one step removes, both within 0 and 1.
    Fraction {
        /// Stiffness fraction.
        c_s: f32,
        /// Damping fraction.
        c_d: f32,
    },
    /// Undamped frequency in hertz and damping ratio (0 rings, 1 is critical), both finite and >= 0.
    Frequency {
        /// Undamped frequency, Hz.
        hz: f32,
        /// Damping ratio.
        damping_ratio: f32,
    },
    /// Stiffness in N/m and damping in N·s/m, both finite and >= 0.
    Material {
        /// Stiffness k, N/m.
        stiffness: f32,
        /// Damping c, N·s/m.
        damping: f32,
    },
    /// Inverse stiffness in m/N and damping in N·s/m, both finite and >= 0; compliance 0 is [`Law::RIGID`].
    Compliance {
        /// Inverse stiffness 1/k, m/N.
        compliance: f32,
        /// Damping c, N·s/m.
        damping: f32,
    },
}

/// The pair that every [`Law`] becomes at a step: the fractions of length error and length rate removed by it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fraction {
    /// Stiffness fraction C_s.
    pub c_s: f64,
    /// Damping fraction C_d.
    pub c_d: f64,
}

impl Law {
    /// At rest length after one step, standing still after two: `C_s = C_d = 1`.
    pub const RIGID: Self = Self::Fraction { c_s: 1.0, c_d: 1.0 };

    /// The pair (C_s, C_d) at a step of `dt` seconds for a reduced mass in kg.
    ///
    /// `Fraction` returns its own numbers. The others use the implicit map above, which is first-order accurate in
    /// time and has no limit: an infinite stiffness gives (1, 1). A reduced mass of 0 (two fixed particles) gives 0.
    pub fn fraction(self, dt: f32, reduced_mass: f32) -> Fraction {
        let (h, m) = (f64::from(dt), f64::from(reduced_mass));
        if m.is_nan() || m <= 0.0 {
            return Fraction { c_s: 0.0, c_d: 0.0 };
        }
        match self {
            Self::Fraction { c_s, c_d } => Fraction { c_s: f64::from(c_s), c_d: f64::from(c_d) },
            Self::Frequency { hz, damping_ratio } => {
                let theta = h * TAU * f64::from(hz);
                Fraction::implicit(theta * theta, 2.0 * f64::from(damping_ratio) * theta)
            }
            Self::Material { stiffness, damping } => {
                Fraction::implicit(h * h * f64::from(stiffness) / m, h * f64::from(damping) / m)
            }
            Self::Compliance { compliance: 0.0, .. } => Fraction { c_s: 1.0, c_d: 1.0 },
            Self::Compliance { compliance, damping } => {
                Fraction::implicit(h * h / (f64::from(compliance) * m), h * f64::from(damping) / m)
            }
        }
    }

    pub(crate) fn check(self, element: Element) -> Result<(), NetworkError> {
        match self {
            Self::Fraction { c_s, c_d } => {
                element.fraction("c_s", c_s)?;
                element.fraction("c_d", c_d)
            }
            Self::Frequency { hz, damping_ratio } => {
                element.not_negative("hz", hz)?;
                element.not_negative("damping_ratio", damping_ratio)
            }
            Self::Material { stiffness, damping } => {
                element.not_negative("stiffness", stiffness)?;
                element.not_negative("damping", damping)
            }
            Self::Compliance { compliance, damping } => {
                element.not_negative("compliance", compliance)?;
                element.not_negative("damping", damping)
            }
        }
    }
}

impl Fraction {
    /// From `θ²` and `2ζθ`.
    fn implicit(theta_squared: f64, drag: f64) -> Self {
        let whole = 1.0 + drag + theta_squared;
        if whole.is_infinite() {
            return Self { c_s: 1.0, c_d: 1.0 };
        }
        Self { c_s: theta_squared / whole, c_d: (drag + theta_squared) / whole }
    }

    /// The same spring as two projections one after the other: the fraction `p` of the length error taken from the
    /// predicted positions, then the fraction `q` of the length rate taken from the velocities.
    ///
    /// Spring and damper each make their own implicit step: `p = θ²/(1 + θ²)`, `q = 2ζθ/(1 + 2ζθ)`. Under a load the
    /// spring then rests exactly where its stiffness says, `(1 − p)/p = 1/θ²`.
    ///
    /// `q` is never below `p²`: springs without damping that are too stiff for their step would hand energy on from one
    /// to the next, and some orders of them gain it without bound. One that the step resolves, `θ ≪ 1`, loses no more by
    /// `p² ≈ θ⁴` than a small part of what the implicit step costs it anyhow, `θ²/2`.
    pub(crate) fn projections(self) -> (f32, f32) {
        let left = 1.0 - self.c_d;
        let p = if self.c_s > 0.0 { self.c_s / (left + self.c_s) } else { 0.0 };
        let q = if left <= 0.0 { 1.0 } else { (1.0 - left / (1.0 - self.c_s)).max(p * p) };
        (p as f32, q as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pair_stays_within_the_unit_square_in_order() {
        for hz in [0.0, 1e-3, 1.0, 60.0, 1e6, 1e30] {
            for damping_ratio in [0.0, 0.1, 1.0, 50.0] {
                for dt in [1e-4, 1.0 / 60.0, 1.0] {
                    let f = Law::Frequency { hz, damping_ratio }.fraction(dt, 1.0);
                    assert!(0.0 <= f.c_s && f.c_s <= f.c_d && f.c_d <= 1.0, "{hz} {dt} {f:?}");
                }
            }
        }
    }

    #[test]
    fn frequency_and_damping_ratio_come_back_from_the_pair() {
        let (hz, damping_ratio, dt) = (3.0_f32, 0.25_f32, 0.01_f32);
        let f = Law::Frequency { hz, damping_ratio }.fraction(dt, 7.0);
        let theta = (f.c_s / (1.0 - f.c_d)).sqrt();
        assert!((theta / (TAU * f64::from(dt)) - 3.0).abs() < 1e-6);
        assert!(((f.c_d - f.c_s) / (1.0 - f.c_d) / (2.0 * theta) - 0.25).abs() < 1e-12);
    }

    #[test]
    fn frequency_material_and_compliance_say_the_same() {
        let (m, dt, w) = (2.5_f64, 0.004_f32, TAU * 4.0);
        let (k, c) = ((m * w * w) as f32, (2.0 * 0.3 * w * m) as f32);
        let by_frequency = Law::Frequency { hz: 4.0, damping_ratio: 0.3 }.fraction(dt, m as f32);
        let by_material = Law::Material { stiffness: k, damping: c }.fraction(dt, m as f32);
        let by_compliance =
            Law::Compliance { compliance: 1.0 / k, damping: c }.fraction(dt, m as f32);
        for other in [by_material, by_compliance] {
            assert!((by_frequency.c_s - other.c_s).abs() < 1e-7);
            assert!((by_frequency.c_d - other.c_d).abs() < 1e-7);
        }
    }

    #[test]
    fn two_projections_are_the_spring_and_the_damper_of_the_pair() {
        for (theta_squared, drag) in
            [(0.0, 0.0), (1e-4, 0.0), (0.3, 0.1), (2.0, 5.0), (100.0, 20.0)]
        {
            let (p, q) = Fraction::implicit(theta_squared, drag).projections();
            assert!((f64::from(p) - theta_squared / (1.0 + theta_squared)).abs() < 1e-7);
            let least = f64::from(p) * f64::from(p);
            assert!((f64::from(q) - (drag / (1.0 + drag)).max(least)).abs() < 1e-6);
        }
        assert_eq!(Fraction { c_s: 1.0, c_d: 1.0 }.projections(), (1.0, 1.0));
        for (c_s, c_d) in [(1.0, 0.0), (0.0, 1.0), (0.7, 0.2), (0.0, 0.0)] {
            let (p, q) = Fraction { c_s, c_d }.projections();
            assert!((0.0..=1.0).contains(&p) && (0.0..=1.0).contains(&q), "{c_s} {c_d}: {p} {q}");
        }
    }

    #[test]
    fn two_fixed_particles_have_no_spring_between_them() {
        assert_eq!(Law::RIGID.fraction(0.01, 0.0), Fraction { c_s: 0.0, c_d: 0.0 });
    }
}
