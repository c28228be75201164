//! The discretizations: the pair of coefficients of a damped spring over one step.
//!
//! A row `λ = −(κ·x/h + γ·u')`, with the velocity `u'` that the step ends with, is the pair `C_s = κ/(1 + γ)`,
//! `C_d = γ/(1 + γ)` in units of the effective mass. It stores the energy `V = ½·κ·x²/h²`. For rows whose error changes by
//! `h·u'` in the step, with impulses `λ`, velocities per impulse `A` and all rows solved together,
//!
//! ```text
//! Δ(kinetic + V) = λᵀu' − ½λᵀAλ + Σ κ(x·u'/h + ½u'²) = −½λᵀAλ − Σ (γ − ½κ)·u'² ≤ 0    if γ ≥ ½κ.
//! ```
//!
//! With `γ ≥ κ`, which is `C_s ≤ C_d`, the impulse is minus the slope of a convex energy at the end of the step, and a
//! convex function falls by no less than its slope there: so it holds too for impulses that are cut to a range, and the
//! half of the last sum that is left over is a margin for rows that are not solved to the end.
//!
//! The energy that results. Motion starts with the kinetic energy and the elastic energy `½κ·x²/h²` of every spring, for
//! backward Euler `½·k·x²` with `k = m·ω²` for one by frequency. A spring alone gives at most `½·m·(x/h)²` in a step, `m` the
//! reduced mass; rows that share bodies transfer more. Gravity gives `m·g` times the fall of the height half a step before,
//! `y − ½·h·v`: with the velocity `v` at the end of the step, `½·m·(v² − v₀²)` by weight alone is `−m·g·h·(v + v₀)/2`.
//!
//! Not covered: levers that turn, and rows that are not solved to the end. There the account of each spring holds the energy;
//! `account.rs` names what it leaves open.

use sprung::{Real, SoftCoefficients, Spring};

/// The discretization of a spring `(ω, ζ)` over a step.
///
/// | discretization | keeps | safe |
/// |---|---|---|
/// | `Auto` | decay and frequency to the last digits where `C_s ≤ C_d`; otherwise as `BackwardEuler` | alone and with other springs |
/// | `Exact` | decay and frequency to the last digits, for a spring that pulls and pushes without limit | alone |
/// | `BackwardEuler` | stiffness; it damps by about `ωh/2` more than was set | alone and with other springs |
///
/// `C_s ≤ C_d` of the exact pair holds for `ωh` up to about `2ζ`, and at every step from a damping ratio of 1. A spring that
/// only pulls or pushes, has a limit of force, or turns a lever by more than an eighth of a radian in the step gets such a
/// pair with every discretization; so `Exact` is safe for every spring alone. A row whose lever turns by `φ` per step is damped by
/// at least `C_d = 2φ` (its square for a force in newtons along several directions), and brought near its goal instead of
/// onto it once `φ` comes to half a radian.
///
/// ```
/// assert_eq!(sprung_body::Discretization::default(), sprung_body::Discretization::Auto);
/// ```
#[doc(alias = "soft constraint")]
#[doc(alias = "implicit Euler")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Discretization {
    /// The exact eigenvalues as far as they are safe with any other springs.
    #[default]
    Auto,
    /// The exact eigenvalues, for a single spring on a body without other constraints.
    Exact,
    /// Backward Euler, the soft constraint of rigid-body solvers.
    BackwardEuler,
}

/// A step that turns levers further than this, in radians, is not close to a linear one.
const FAR: f64 = 0.125;

/// A step of a row, and its differences from a single linear spring: bounded impulses, and levers that turn within it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course<R> {
    pub(crate) discretization: Discretization,
    /// The greatest force or torque, N or N·m.
    pub(crate) max_force: R,
    /// It only pulls or only pushes.
    pub(crate) one_sided: bool,
    /// The angle by which the effective mass turns in the step, rad, as far as it depends on the direction.
    pub(crate) turn: R,
    /// The step, s.
    pub(crate) dt: R,
}

impl<R: Real> Course<R> {
    /// A step of a row that pulls and pushes.
    pub(crate) fn new(discretization: Discretization, max_force: R, turn: R, dt: R) -> Self {
        Course { discretization, max_force, one_sided: false, turn, dt }
    }

    /// The pair over the step.
    pub(crate) fn pair(&self, spring: &Spring<R>) -> SoftCoefficients<R> {
        if !is_step(self.dt) {
            return SoftCoefficients { c_s: R::ZERO, c_d: R::ZERO };
        }
        let bounded = self.one_sided || self.max_force < R::INFINITY;
        self.damped(self.linear_pair(spring, bounded || !(self.turn <= R::from_f64(FAR))))
    }

    pub(crate) fn linear_pair(&self, spring: &Spring<R>, bounded: bool) -> SoftCoefficients<R> {
        let implicit = SoftCoefficients::backward_euler(spring, self.dt);
        if self.discretization == Discretization::BackwardEuler {
            return implicit;
        }
        let exact = SoftCoefficients::exact(spring, self.dt);
        let alone = self.discretization == Discretization::Exact && !bounded;
        if alone || exact.c_s <= exact.c_d { exact } else { implicit }
    }

    /// Returns the minimum damping coefficient.
    ///
    /// Stiffness that follows an effective mass is not that of one energy: as levers turn by `φ` per step, its energy
    /// grows by up to the part `φ` of it while nobody pays. A damping of `2φ` takes more than that.
    pub(crate) fn least_damping(&self) -> R {
        (R::TWO * self.turn).min(R::ONE)
    }

    /// Returns the maximum stiffness coefficient: a lever that turns in the step approaches its goal, not in one step.
    pub(crate) fn most_stiffness(&self) -> R {
        let least = self.least_damping();
        R::ONE - R::from_f64(0.8) * least * least
    }

    fn damped(&self, pair: SoftCoefficients<R>) -> SoftCoefficients<R> {
        if !(self.turn > R::ZERO) {
            return pair;
        }
        let (least, left) = (self.least_damping(), R::ONE - pair.c_d);
        let SoftCoefficients { mut c_s, c_d } = pair;
        if least > c_d && left > R::ZERO {
            // More damping of the same force.
            let square = least * least;
            let near = R::from_f64(0.2) * square * square * square * square;
            c_s = (c_s * ((R::ONE - least) / left)).max(c_s.min(near));
        }
        // A lever that hardly turns leaves a lightly damped exact pair, which may have more than 1, as it is.
        let most = if self.turn > R::from_f64(FAR) { self.most_stiffness() } else { c_s };
        SoftCoefficients { c_s: c_s.min(most), c_d: c_d.max(least) }
    }
}

/// Returns whether `dt` is a valid step: above 0 and finite.
pub(crate) fn is_step<R: Real>(dt: R) -> bool {
    dt > R::ZERO && dt.is_finite()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_above_0_and_finite() {
        let steps = [1e-300, 0.1, 1e300, 0.0, -0.1, f64::INFINITY, f64::NAN].map(is_step);
        assert_eq!(steps, [true, true, true, false, false, false, false]);
    }

    #[test]
    fn the_default_is_passive_and_exact_where_that_is_passive() {
        for ratio in [0.0, 0.05, 0.2, 0.45, 0.7, 1.0, 5.0] {
            for phase in [1e-4, 0.01, 0.2, 1.0, 1.9, 3.0, 20.0, 1e6] {
                let spring = Spring::new(phase, ratio).unwrap();
                let exact = SoftCoefficients::exact(&spring, 1.0);
                let course = |discretization, one_sided, turn| Course {
                    one_sided,
                    ..Course::new(discretization, f64::INFINITY, turn, 1.0)
                };
                for turn in [0.0, 0.01, 0.1, 0.3, 10.0] {
                    for discretization in
                        [Discretization::Auto, Discretization::Exact, Discretization::BackwardEuler]
                    {
                        let pair = course(discretization, true, turn).pair(&spring);
                        assert!(0.0 <= pair.c_s && pair.c_s <= pair.c_d && pair.c_d <= 1.0);
                        let least = f64::min(2.0 * turn, 1.0);
                        assert!(pair.c_d >= least, "{pair:?} {turn}");
                        if turn > FAR {
                            assert!(pair.c_s <= 1.0 - 0.8 * least * least, "{pair:?} {turn}");
                        }
                    }
                }
                let still = |discretization| course(discretization, false, 0.0).pair(&spring);
                assert_eq!(still(Discretization::Exact), exact);
                if exact.c_s <= exact.c_d {
                    assert_eq!(still(Discretization::Auto), exact);
                } else {
                    let implicit = SoftCoefficients::backward_euler(&spring, 1.0);
                    assert_eq!(still(Discretization::Auto), implicit);
                }
            }
        }
    }

    #[test]
    fn a_lever_that_turns_damps_the_same_stiffness_more() {
        for phase in [1e-4, 0.01, 0.1, 0.2] {
            let spring = Spring::new(phase, 0.0).unwrap();
            let stiffness = |pair: SoftCoefficients<f64>| pair.c_s / (1.0 - pair.c_d);
            let still = SoftCoefficients::backward_euler(&spring, 1.0);
            for turn in [0.01, 0.1, 0.2, 0.3] {
                let course = Course::new(Discretization::BackwardEuler, f64::INFINITY, turn, 1.0);
                let pair = course.pair(&spring);
                // Unless the spring is so weak that its coefficient is below 0.2 of the eighth power of the damping.
                if still.c_s < 0.2 * (2.0 * turn).powi(8) {
                    assert_eq!(pair.c_s, still.c_s, "{phase} {turn}");
                } else if still.c_d < 2.0 * turn {
                    let ratio = stiffness(pair) / stiffness(still);
                    assert!((ratio - 1.0).abs() < 1e-12, "{phase} {turn}: {ratio}");
                }
            }
        }
    }
}
