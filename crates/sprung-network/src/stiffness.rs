//! The stiffness and damping of an edge, in four parametrizations of one pair of numbers.
//!
//! In one step `h` an edge between particles of reduced mass `m` removes the fraction `C_s` of its length error and the
//! fraction `C_d` of its length rate (Nissen, *How to make your damped springs stiffer, more stable, and easier to
//! tune*). For an angular frequency ω and a damping ratio ζ these are the coefficients of the backward Euler step,
//! [`SoftCoefficients::backward_euler`]. Stiffness `k` and damping `c` are `ω² = k/m`, `2ζω = c/m`.

use sprung::{ParameterError, SoftCoefficients, Spring};

use crate::error::{Checked, Element};

/// The stiffness and damping of an edge. The variants differ in what they keep when something else changes:
///
/// | variant | time step changes | masses change | resolution changes |
/// |---|---|---|---|
/// | [`PerStep`](Stiffness::PerStep) | same per step, so softer in seconds with longer steps | same | each edge the same, the whole softer |
/// | [`Spring`](Stiffness::Spring) | same in seconds | same, the stiffness in N/m follows the mass | each edge the same |
/// | [`Physical`](Stiffness::Physical) | same in seconds | heavier is slower | edges in series are softer: multiply `k` by their number |
/// | [`Compliance`](Stiffness::Compliance) | as `Physical`; compliance 0 is rigid | as `Physical` | compliances in series add |
///
/// ```
/// use sprung_network::Stiffness;
/// let rigid = Stiffness::RIGID.coefficients(1.0 / 60.0, 1.0);
/// assert_eq!((rigid.c_s, rigid.c_d), (1.0, 1.0));
/// // Any spring of the core, also one that was read from text.
/// let text: sprung::Spring<f32> = "frequency=8,damping_ratio=0.3".parse()?;
/// assert_eq!(Stiffness::from(text), Stiffness::from_frequency(8.0, 0.3)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "compliance")]
#[doc(alias = "XPBD")]
#[doc(alias = "soft constraint")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stiffness {
    /// Nissen's coefficients: the fractions of length error and length rate that one step removes, both within 0
    /// and 1.
    ///
    /// A step is one call of `step`: [`Solver`](crate::Solver) makes the same motion of it with any number `n` of
    /// sub-steps. A single edge keeps the eigenvalues of the published step to 1e-4 if `C_d >= C_s/n`, about. With less
    /// damping it keeps the frequency, and fades faster. The part of its amplitude that it keeps per step with
    /// `C_d = 0`, which keeps all of it in the published scheme:
    ///
    /// | `C_s` | n = 1 | 2 | 8 | 32 |
    /// |---|---|---|---|---|
    /// | 0.001 | 0.905 | 0.951 | 0.988 | 0.997 |
    /// | 0.01 | 0.727 | 0.854 | 0.961 | 0.990 |
    /// | 0.1 | 0.33 | 0.59 | 0.88 | 0.967 |
    /// | 1 | 0 | 0.12 | 0.66 | 0.902 |
    ///
    /// `n` is [`Settings::substeps`](crate::Settings::substeps). The schemes of [`reference`](crate::reference) have no
    /// sub-steps and use the pair as it is.
    PerStep(SoftCoefficients<f32>),
    /// A spring of the core: undamped frequency and damping ratio, for any mass. An infinite frequency is rigid; an
    /// infinite damping ratio lets the length change only under the length error.
    Spring(Spring<f32>),
    /// Stiffness in N/m and damping in N·s/m, both finite and >= 0.
    Physical {
        /// Stiffness k, N/m.
        stiffness: f32,
        /// Damping c, N·s/m.
        damping: f32,
    },
    /// Inverse stiffness in m/N, as in XPBD, and damping in N·s/m, both finite and >= 0; compliance 0 is
    /// [`RIGID`](Stiffness::RIGID).
    Compliance {
        /// Inverse stiffness 1/k, m/N.
        compliance: f32,
        /// Damping c, N·s/m.
        damping: f32,
    },
}

impl From<Spring<f32>> for Stiffness {
    fn from(spring: Spring<f32>) -> Self {
        Self::Spring(spring)
    }
}

impl From<SoftCoefficients<f32>> for Stiffness {
    fn from(coefficients: SoftCoefficients<f32>) -> Self {
        Self::PerStep(coefficients)
    }
}

impl Stiffness {
    /// At rest length after one step, at rest after two: `C_s = C_d = 1`.
    pub const RIGID: Self = Self::per_step(1.0, 1.0);

    /// Nissen's coefficients `C_s` and `C_d` per step of the caller, both within 0 and 1; others are refused when the
    /// network is checked.
    pub const fn per_step(c_s: f32, c_d: f32) -> Self {
        Self::PerStep(SoftCoefficients { c_s, c_d })
    }

    /// The spring of an undamped frequency in Hz and a damping ratio.
    ///
    /// # Errors
    /// As [`sprung::Spring::from_frequency`]: a negative or NaN value.
    pub fn from_frequency(frequency: f32, damping_ratio: f32) -> Result<Self, ParameterError> {
        Spring::from_frequency(frequency, damping_ratio).map(Self::Spring)
    }

    /// Returns the coefficients of a step of `dt` seconds for a reduced mass in kg.
    ///
    /// Those of [`PerStep`](Self::PerStep) are its own. The others are of the backward Euler step, which is first-order
    /// accurate in time and stable for any stiffness: an infinite one gives (1, 1). A reduced mass of 0 (two fixed
    /// particles) gives (0, 0).
    pub fn coefficients(self, dt: f32, reduced_mass: f32) -> SoftCoefficients<f64> {
        let pair = |c_s, c_d| SoftCoefficients { c_s, c_d };
        if reduced_mass.is_nan() || reduced_mass <= 0.0 {
            return pair(0.0, 0.0);
        }
        if let Self::PerStep(SoftCoefficients { c_s, c_d }) = self {
            return pair(f64::from(c_s), f64::from(c_d));
        }
        let [stiffness, damping] = self.per_mass(reduced_mass);
        match Spring::from_stiffness_and_damping(stiffness, damping) {
            Ok(spring) => SoftCoefficients::backward_euler(&spring, f64::from(dt)),
            Err(_) if stiffness == f64::INFINITY => pair(1.0, 1.0),
            Err(_) => pair(0.0, 1.0),
        }
    }

    /// Returns `ω²`, 1/s², and `2ζω`, 1/s, for a reduced mass in kg, > 0; infinite for rigid edges and those per step.
    pub(crate) fn per_mass(self, reduced_mass: f32) -> [f64; 2] {
        let m = f64::from(reduced_mass);
        match self {
            Self::PerStep(_) => [f64::INFINITY; 2],
            Self::Spring(spring) => {
                let [frequency, rate] =
                    [spring.angular_frequency(), spring.decay_rate()].map(f64::from);
                [frequency * frequency, 2.0 * rate]
            }
            Self::Physical { stiffness, damping } => {
                [f64::from(stiffness) / m, f64::from(damping) / m]
            }
            Self::Compliance { compliance, damping } => {
                // A sum with 0 makes −0 a 0.
                [1.0 / ((f64::from(compliance) + 0.0) * m), f64::from(damping) / m]
            }
        }
    }

    pub(crate) fn check(self, element: Element) -> Checked {
        match self {
            Self::PerStep(SoftCoefficients { c_s, c_d }) => {
                element.fraction("c_s", c_s)?;
                element.fraction("c_d", c_d)
            }
            Self::Spring(_) => Ok(()),
            Self::Physical { stiffness, damping } => {
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

#[cfg(test)]
mod tests {
    use core::f64::consts::TAU;

    use super::*;

    fn coefficients(frequency: f32, damping_ratio: f32, dt: f32) -> SoftCoefficients<f64> {
        let stiffness = Stiffness::from_frequency(frequency, damping_ratio).expect("good");
        stiffness.coefficients(dt, 7.0)
    }

    #[test]
    fn no_compliance_of_either_sign_is_infinitely_stiff() {
        for compliance in [0.0, -0.0] {
            let stiffness = Stiffness::Compliance { compliance, damping: 6.0 };
            assert_eq!(stiffness.per_mass(2.0), [f64::INFINITY, 3.0]);
        }
    }

    #[test]
    fn coefficients_are_ordered_and_between_zero_and_one() {
        for frequency in [0.0, 1e-3, 1.0, 60.0, 1e6, 1e30, f32::INFINITY] {
            for damping_ratio in [0.0, 0.1, 1.0, 50.0] {
                for dt in [1e-4, 1.0 / 60.0, 1.0] {
                    if frequency == f32::INFINITY && damping_ratio == 0.0 {
                        continue;
                    }
                    let f = coefficients(frequency, damping_ratio, dt);
                    let ordered = 0.0 <= f.c_s && f.c_s <= f.c_d && f.c_d <= 1.0;
                    assert!(ordered, "{frequency} {dt} {f:?}");
                }
            }
        }
    }

    #[test]
    fn frequency_and_damping_ratio_are_recovered_from_the_coefficients() {
        let dt = 0.01_f32;
        let f = coefficients(3.0, 0.25, dt);
        let theta = (f.c_s / (1.0 - f.c_d)).sqrt();
        assert!((theta / (TAU * f64::from(dt)) - 3.0).abs() < 1e-6);
        assert!(((f.c_d - f.c_s) / (1.0 - f.c_d) / (2.0 * theta) - 0.25).abs() < 1e-7);
    }

    #[test]
    fn spring_physical_and_compliance_agree() {
        let (m, dt, w) = (2.5_f64, 0.004_f32, TAU * 4.0);
        let (k, c) = ((m * w * w) as f32, (2.0 * 0.3 * w * m) as f32);
        let spring = Stiffness::from_frequency(4.0, 0.3).expect("good").coefficients(dt, m as f32);
        for other in [
            Stiffness::Physical { stiffness: k, damping: c },
            Stiffness::Compliance { compliance: 1.0 / k, damping: c },
        ] {
            let other = other.coefficients(dt, m as f32);
            assert!((spring.c_s - other.c_s).abs() < 1e-7);
            assert!((spring.c_d - other.c_d).abs() < 1e-7);
        }
    }

    #[test]
    fn infinite_stiffness_and_damping_are_rigid_and_frozen() {
        let pair = |stiffness: Stiffness| {
            let SoftCoefficients { c_s, c_d } = stiffness.coefficients(0.01, 1.0);
            [c_s, c_d]
        };
        assert_eq!(pair(Stiffness::Compliance { compliance: 0.0, damping: 3.0 }), [1.0; 2]);
        assert_eq!(pair(Spring::new(f32::INFINITY, 1.0).expect("good").into()), [1.0; 2]);
        assert_eq!(pair(Spring::new(5.0, f32::INFINITY).expect("good").into()), [0.0, 1.0]);
    }

    #[test]
    fn an_edge_between_fixed_particles_does_nothing() {
        let none = SoftCoefficients { c_s: 0.0, c_d: 0.0 };
        assert_eq!(Stiffness::RIGID.coefficients(0.01, 0.0), none);
    }
}
