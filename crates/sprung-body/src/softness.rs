//! The soft constraint behind every spring of this crate.
//!
//! With the position error `C`, the velocity `u` along it, and `K` the velocity per impulse, one spring is the impulse
//! `λ = −K⁻¹·(C_s·C/h + C_d·u)`. Solved again, beside others, it is corrected by
//! `Δλ = −K⁻¹·(C_s·C/h + C_d·u) − (1 − C_d)·λ`, which leaves a spring alone where it was after the first time.
//!
//! A known acceleration `a`, of which the mean velocity of the step gains `f·a·h`, moves the equilibrium to `a/ω²` and
//! leaves the eigenvalues alone if `u` is seen with that gain and `a·s` is taken off, `s = C_s/(hω²) − h·(1 − C_d)`:
//! then `C − a/ω²` and `u − (1 − f)·a·h` make the steps of the free spring. For the implicit pair `s` is 0.

use sprung::{Damper, Fraction, Real, Spring, Vector};

use crate::load::Known;
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
        let sag = match self {
            Bridge::Exact => {
                let phase = spring.angular_frequency() * dt;
                // A spring too weak to tell from drag in this step: the limit of the quotient.
                let held = if c_s > R::EPSILON * R::EPSILON {
                    c_s / (phase * spring.angular_frequency())
                } else {
                    held_by_drag(spring.damping(), c_d, dt)
                };
                sag(held, c_d, dt)
            }
            Bridge::Implicit => R::ZERO,
        };
        Softness { rate, c_d, sag }
    }
}

/// A spring over one step: `rate = C_s/h` takes the error away, `c_d` the velocity; `sag` is `s` above, in seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Softness<R> {
    rate: R,
    pub(crate) c_d: R,
    sag: R,
}

impl<R: Real> Softness<R> {
    pub(crate) const NONE: Self = Softness { rate: R::ZERO, c_d: R::ZERO, sag: R::ZERO };

    /// A damper over a step: the spring without stiffness.
    pub(crate) fn of_damper(damper: &Damper<R>, dt: R) -> Self {
        let c_d = R::ONE - damper.step(dt).remaining();
        let sag = sag(held_by_drag(damper.rate(), c_d, dt), c_d, dt);
        Softness { rate: R::ZERO, c_d, sag }
    }

    /// The velocity that a step takes away for the offset and for what is known, whatever the velocity is.
    pub(crate) fn pull<V: Vector<Scalar = R>>(&self, error: V, known: Known<V>) -> V {
        let seen = error.times(self.rate).plus(known.gain.times(self.c_d));
        seen.minus(known.acceleration.times(self.sag))
    }

    /// The change of impulse along one direction: `mobility` is velocity per impulse, `held` the impulse so far.
    pub(crate) fn along(&self, mobility: R, pull: R, velocity: R, held: R) -> R {
        if !(mobility > R::ZERO) {
            return R::ZERO;
        }
        -(pull + self.c_d * velocity) / mobility - (R::ONE - self.c_d) * held
    }

    /// The same for three directions at once.
    pub(crate) fn around(
        &self,
        mobility: &Matrix3<R>,
        pull: [R; 3],
        velocity: [R; 3],
        held: [R; 3],
    ) -> [R; 3] {
        let wanted = pull.plus(velocity.times(self.c_d));
        mobility.solve(wanted).times(-R::ONE).minus(held.times(R::ONE - self.c_d))
    }
}

/// What drag alone makes of `C_s/(hω²)`: `C_d/2a`, which is the step itself without drag.
fn held_by_drag<R: Real>(damping: R, c_d: R, dt: R) -> R {
    if c_d > R::EPSILON * R::EPSILON { c_d / damping } else { dt }
}

/// `C_s/(hω²) − h·(1 − C_d)`; steps without an end or that are none have nothing to hold.
fn sag<R: Real>(held: R, c_d: R, dt: R) -> R {
    let sag = held - dt * (R::ONE - c_d);
    if sag.is_finite() && dt > R::ZERO { sag } else { R::ZERO }
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
