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
    /// The article's coefficients: the fractions of length error and length rate that one step removes, both within 0
    /// and 1.
    ///
    /// A step is one call of `step`: [`Solver`](crate::Solver) makes the same motion of it with any number `n` of
    /// sub-steps. A single spring keeps the article's eigenvalues per step to 1e-4 if `C_d >= C_s/n`, about. With less
    /// damping it keeps the frequency, and fades faster than in the article. The part of its amplitude that a swing
    /// keeps with `C_d = 0`, which keeps all of it in the article:
    ///
    /// | `C_s` | n = 1 | 2 | 8 | 32 |
    /// |---|---|---|---|---|
    /// | 0.001 | 0.905 | 0.951 | 0.988 | 0.997 |
    /// | 0.01 | 0.727 | 0.854 | 0.961 | 0.990 |
    /// | 0.1 | 0.33 | 0.59 | 0.88 | 0.967 |
    /// | 1 | 0 | 0.12 | 0.66 | 0.902 |
    ///
    /// `n` is [`Settings::substeps`](crate::Settings::substeps). [`Nissen`](crate::reference::Nissen) and
    /// [`SequentialImpulses`](crate::reference::SequentialImpulses) have no sub-steps and use the pair as it is.
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
///
/// The article's force is `F = −s_max C_s x − d_max C_d v`, with [`max_stiffness`] and [`max_damping`].
///
/// ```
/// use sprung_network::Fraction;
/// let pair = Fraction::from_stiffness_and_damping(1800.0, 12.0, 2.0, 0.01);
/// assert!((pair.c_s - 0.09).abs() < 1e-7 && (pair.c_d - 0.06).abs() < 1e-7);
/// let (stiffness, damping) = pair.stiffness_and_damping(2.0, 0.01);
/// assert!((stiffness - 1800.0).abs() < 1e-3 && (damping - 12.0).abs() < 1e-3);
/// ```
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

/// The article's `s_max`: the largest stiffness that a step Δt can use, `m/Δt²`, N/m, for a reduced mass m in kg. The
/// impulse form has `m/Δt`.
///
/// Beyond it, symplectic Euler carries a particle past its rest length. A `dt` of 0 gives ∞.
#[doc(alias = "s_max")]
pub fn max_stiffness(reduced_mass: f32, dt: f32) -> f64 {
    let (m, dt) = (f64::from(reduced_mass) + 0.0, f64::from(dt));
    m / (dt * dt)
}

/// The article's `d_max`: the largest damping that a step Δt can use, `m/Δt`, N·s/m, for a reduced mass m in kg. The
/// impulse form has `m`.
///
/// Beyond it, symplectic Euler reverses a velocity. A `dt` of 0 gives ∞.
#[doc(alias = "d_max")]
pub fn max_damping(reduced_mass: f32, dt: f32) -> f64 {
    // A sum with 0 makes −0 a 0.
    (f64::from(reduced_mass) + 0.0) / (f64::from(dt) + 0.0)
}

impl Fraction {
    /// The article's pair of a stiffness k in N/m and a damping c in N·s/m: `C_s = k Δt²/m`, `C_d = c Δt/m` for a reduced
    /// mass m in kg and a step Δt in s.
    ///
    /// These are the forces at the start of the step. Above 1 they overshoot, and [`Law::Fraction`] refuses them; a
    /// reduced mass of 0 gives ∞ or NaN. [`Law::Material`] uses those at the end of the step and has no limit.
    pub fn from_stiffness_and_damping(
        stiffness: f32,
        damping: f32,
        reduced_mass: f32,
        dt: f32,
    ) -> Self {
        Self {
            c_s: f64::from(stiffness) / max_stiffness(reduced_mass, dt),
            c_d: f64::from(damping) / max_damping(reduced_mass, dt),
        }
    }

    /// The stiffness in N/m and the damping in N·s/m of the article's pair: `k = C_s m/Δt²`, `c = C_d m/Δt`.
    pub fn stiffness_and_damping(self, reduced_mass: f32, dt: f32) -> (f64, f64) {
        (self.c_s * max_stiffness(reduced_mass, dt), self.c_d * max_damping(reduced_mass, dt))
    }

    /// From `θ²` and `2ζθ`.
    pub(crate) fn implicit(theta_squared: f64, drag: f64) -> Self {
        let whole = 1.0 + drag + theta_squared;
        if whole.is_infinite() {
            return Self { c_s: 1.0, c_d: 1.0 };
        }
        Self { c_s: theta_squared / whole, c_d: (drag + theta_squared) / whole }
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
    fn the_largest_stiffness_and_damping_are_the_coefficients_of_one() {
        let (m, dt) = (0.7_f32, 1.0 / 60.0_f32);
        let (k, c) = (max_stiffness(m, dt), max_damping(m, dt));
        assert!((k - 0.7 * 3600.0).abs() < 1e-3 && (c - 42.0).abs() < 1e-5);
        assert_eq!(Fraction { c_s: 1.0, c_d: 1.0 }.stiffness_and_damping(m, dt), (k, c));
        assert!(max_stiffness(m, 0.0).is_infinite() && max_damping(m, 0.0).is_infinite());
    }

    #[test]
    fn two_fixed_particles_have_no_spring_between_them() {
        assert_eq!(Law::RIGID.fraction(0.01, 0.0), Fraction { c_s: 0.0, c_d: 0.0 });
    }
}
