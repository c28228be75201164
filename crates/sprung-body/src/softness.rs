//! The soft constraint behind every spring of this crate.
//!
//! With the position error `C`, the velocity `u` along it, and `K` the velocity per impulse, one spring is the impulse
//! `λ = −K⁻¹·(C_s·C/h + C_d·u)`. Solved again, beside others, it is corrected by
//! `Δλ = −K⁻¹·(C_s·C/h + C_d·u) − (1 − C_d)·λ`, which leaves a spring alone where it was after the first time.

use sprung::{Fraction, Real, Spring, Vector};

use crate::matrix::Matrix3;

/// Which discrete spring stands for `(ω, ζ)` over a step.
///
/// | bridge | keeps | limits |
/// |---|---|---|
/// | `Exact` | decay and frequency of the damped spring to the last digits, if nothing else acts on the bodies | none |
/// | `Implicit` | its shape; it damps more the longer the step | none, beside any other constraints |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bridge {
    /// The exact eigenvalues: for a spring alone.
    #[default]
    Exact,
    /// Backward Euler: for springs in company, solved together in several passes.
    Implicit,
}

impl Bridge {
    /// The fractions of offset and velocity that a step of `dt` seconds takes away.
    pub(crate) fn softness<R: Real>(self, spring: &Spring<R>, dt: R) -> Softness<R> {
        let Fraction { c_s, c_d } = match self {
            Bridge::Exact => Fraction::exact(spring, dt),
            Bridge::Implicit => Fraction::implicit(spring, dt),
        };
        let rate = if dt > R::ZERO { c_s / dt } else { R::ZERO };
        Softness { rate, c_d }
    }
}

/// A spring over one step: `rate = C_s/h` takes the error away, `c_d` the velocity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Softness<R> {
    pub(crate) rate: R,
    pub(crate) c_d: R,
}

impl<R: Real> Softness<R> {
    pub(crate) const NONE: Self = Softness { rate: R::ZERO, c_d: R::ZERO };

    /// The change of impulse along one direction: `mobility` is velocity per impulse, `held` the impulse so far.
    pub(crate) fn along(&self, mobility: R, error: R, velocity: R, held: R) -> R {
        if !(mobility > R::ZERO) {
            return R::ZERO;
        }
        -(self.rate * error + self.c_d * velocity) / mobility - (R::ONE - self.c_d) * held
    }

    /// The same for three directions at once.
    pub(crate) fn around(
        &self,
        mobility: &Matrix3<R>,
        error: [R; 3],
        velocity: [R; 3],
        held: [R; 3],
    ) -> [R; 3] {
        let wanted = error.times(self.rate).plus(velocity.times(self.c_d));
        mobility.solve(wanted).times(-R::ONE).minus(held.times(R::ONE - self.c_d))
    }
}

/// The greatest impulse over a step; a limit or a step that is not above 0 leaves none.
pub(crate) fn greatest_impulse<R: Real>(force: R, dt: R) -> R {
    if force > R::ZERO && dt > R::ZERO { force * dt } else { R::ZERO }
}

/// An impulse cut to a greatest length, its direction kept.
pub(crate) fn cut<R: Real, const N: usize>(impulse: [R; N], most: R) -> [R; N]
where
    [R; N]: Vector<Scalar = R>,
{
    let length = impulse.length();
    if length > most { impulse.times(most / length) } else { impulse }
}
