//! The soft constraint of every spring of this crate.
//!
//! With the position error `C`, the velocity `u` along it, and `K` the velocity per impulse, one spring is the impulse
//! `λ = −K⁻¹·(C_s·C/h + C_d·u)`. Solved again, with others, it is corrected by
//! `Δλ = −K⁻¹·(C_s·C/h + C_d·u) − (1 − C_d)·λ`, which leaves a spring alone where it was after the first time.
//!
//! A known acceleration `a`, of which the mean velocity of the step gains `f·a·h`, moves the equilibrium to `a/ω²` and
//! leaves the eigenvalues alone if `u` is seen with that gain and `a·s` is taken off, `s = C_s/(hω²) − h·(1 − C_d)`:
//! then `C − a/ω²` and `u − (1 − f)·a·h` make the steps of the free spring. For the implicit pair `s` is 0.
//!
//! A force in newtons along several directions at once is `λ = −(h·k·C + γ·u')`, the same in every direction:
//! `Δλ = −(K + 1/γ)⁻¹·(h·k/γ·C + u + λ/γ)`, with `γ = h·c + h²k`: backward Euler.

use sprung::{Damper, Real, SoftCoefficients, Spring, Vector};

use crate::discretization::{Course, Discretization, is_step};
use crate::effective_mass::Mobility;
use crate::external_acceleration::Known;
use crate::stiffness::{Damping, Stiffness};

/// The energy that a row alone gives in a step, J, by the factor `s` of its offset: `c₀ + c₁·s + c₂·s²`.
pub(crate) type Gift<R> = [R; 3];

/// A spring over one step: `rate = C_s/h` removes the error, `c_d` the velocity; `sag` is `s` above, in seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Softness<R> {
    rate: R,
    c_d: R,
    sag: R,
    /// `κ/h²` of the pair before levers, 1/s²: the elastic energy is half of it per mass and square of the offset.
    elastic: R,
}

impl<R: Real> Softness<R> {
    const NONE: Self = Softness { rate: R::ZERO, c_d: R::ZERO, sag: R::ZERO, elastic: R::ZERO };

    fn of_spring(
        spring: &Spring<R>,
        discretization: Discretization,
        course: Course<R>,
        dt: R,
    ) -> Self {
        if !is_step(dt) {
            return Softness::NONE;
        }
        let pair = discretization.pair(spring, course, dt);
        let linear = discretization.linear_pair(spring, true, dt);
        let elastic = linear.c_s / (R::ONE - linear.c_d) / dt / dt;
        let SoftCoefficients { c_s, c_d } = pair;
        let sag = if pair == SoftCoefficients::backward_euler(spring, dt) {
            R::ZERO
        } else {
            let phase = spring.angular_frequency() * dt;
            // A spring too weak to tell from drag in this step: the limit of the quotient.
            let held = if c_s > R::EPSILON * R::EPSILON {
                c_s / (phase * spring.angular_frequency())
            } else {
                held_by_drag(spring.damping(), c_d, dt)
            };
            sag(held, c_d, dt)
        };
        let rate = c_s / dt;
        // A step so short that its rate overflows has no time for a spring.
        if rate.is_finite() { Softness { rate, c_d, sag, elastic } } else { Softness::NONE }
    }

    /// A damper over a step: the spring without stiffness.
    fn of_damper(damper: &Damper<R>, dt: R) -> Self {
        if !is_step(dt) {
            return Softness::NONE;
        }
        let c_d = R::ONE - damper.step(dt).remaining();
        let sag = sag(held_by_drag(damper.rate(), c_d, dt), c_d, dt);
        Softness { rate: R::ZERO, c_d, sag, elastic: R::ZERO }
    }

    fn pull<V: Vector<Scalar = R>>(&self, error: V, known: Known<V>) -> V {
        let seen = error.times(self.rate).plus(known.gain.times(self.c_d));
        seen.minus(known.acceleration.times(self.sag))
    }
}

/// A spring in one direction or several at once.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Soft<R> {
    /// Every direction moves alike: the impulse is redirected by the effective mass.
    Alike(Softness<R>),
    /// The force is along the error: `share = κ/(γh)` in 1/s, `compliance = 1/γ` in 1/kg.
    Isotropic { share: R, compliance: R },
}

impl<R: Real> Soft<R> {
    pub(crate) const NONE: Self = Soft::Alike(Softness::NONE);

    /// Gives the velocity that is the negative pull, whatever it was before.
    pub(crate) const VELOCITY: Self = Soft::Alike(Softness { c_d: R::ONE, ..Softness::NONE });

    /// A spring along one direction of velocity per impulse `mobility`.
    pub(crate) fn along(
        stiffness: &Stiffness<R>,
        mobility: R,
        discretization: Discretization,
        course: Course<R>,
        dt: R,
    ) -> Self {
        // With other springs only backward Euler rests at the equilibrium of the force in newtons.
        let discretization = match stiffness {
            Stiffness::Physical { .. } if discretization == Discretization::Auto => {
                Discretization::BackwardEuler
            }
            _ => discretization,
        };
        let spring = stiffness.spring(mobility).filter(|_| mobility > R::ZERO);
        spring.map_or(Soft::NONE, |spring| {
            Soft::Alike(Softness::of_spring(&spring, discretization, course, dt))
        })
    }

    /// A spring in several directions on a mobility of this trace.
    pub(crate) fn new(
        stiffness: &Stiffness<R>,
        trace: R,
        discretization: Discretization,
        course: Course<R>,
        dt: R,
    ) -> Self {
        match *stiffness {
            _ if !(is_step(dt) && trace > R::ZERO) => Soft::NONE,
            Stiffness::Frequency(spring) => {
                Soft::Alike(Softness::of_spring(&spring, discretization, course, dt))
            }
            Stiffness::Physical { stiffness, damping } => {
                if Stiffness::physical(stiffness, damping).is_err() {
                    return Soft::NONE;
                }
                let pull = stiffness * dt;
                // A force along its offset is that of one energy: what a turn adds is of second order.
                let least = course.least_damping() * course.least_damping();
                let floor = least / ((R::ONE - least).max(R::EPSILON) * trace);
                let resisted = (pull + damping).max(floor / dt);
                let share = if pull > R::ZERO { pull / resisted / dt } else { R::ZERO };
                let compliance = R::ONE / resisted / dt;
                let share = share.min(course.most_stiffness() / dt);
                if share.is_finite() && compliance.is_finite() {
                    Soft::Isotropic { share, compliance }
                } else {
                    Soft::NONE
                }
            }
        }
    }

    /// The elastic energy per square of the offset, J/m² or J/rad², for this mass or moment.
    pub(crate) fn elastic(&self, stiffness: &Stiffness<R>, mass: R) -> R {
        match (stiffness, self) {
            (Stiffness::Physical { stiffness, .. }, _) => R::HALF * *stiffness,
            (_, Soft::Alike(softness)) => R::HALF * softness.elastic * mass,
            (_, Soft::Isotropic { .. }) => R::ZERO,
        }
    }

    /// Returns the maximum energy that a step gives by an offset, J, at any velocity: `¼γ·b²`.
    pub(crate) fn most<V: Vector<Scalar = R>>(&self, mobility: &impl Mobility<V>, error: V) -> R {
        let quarter = R::from_f64(0.25);
        match *self {
            Soft::Alike(Softness { rate, c_d, .. }) => {
                let pull = error.times(rate);
                let impulse = self.change(mobility, pull, V::ZERO, V::ZERO);
                quarter / (c_d * (R::ONE - c_d)) * -pull.dot(impulse)
            }
            Soft::Isotropic { share, compliance } => {
                let pull = error.times(share);
                quarter * pull.dot(pull) / compliance
            }
        }
    }

    /// The energy that a row alone gives, by the factor of its offset: impulses `λ₀ + s·λ₁` change the velocity by `K·λ`.
    pub(crate) fn gift<V: Vector<Scalar = R>, M: Mobility<V>>(
        &self,
        mobility: &M,
        [error, velocity]: [V; 2],
        known: Known<V>,
        dt: R,
    ) -> Gift<R> {
        let still = self.pull(V::ZERO, known);
        let offset = match self {
            Soft::Alike(softness) if M::SINGLE => error.times(softness.rate),
            _ => self.pull(error, known).minus(still),
        };
        let first = self.change(mobility, still, velocity, V::ZERO);
        let second = self.change(mobility, offset, V::ZERO, V::ZERO);
        let changes = [first, second].map(|impulse| mobility.velocity(impulse));
        // The mean of the velocities without the impulses.
        let mean = velocity.plus(known.gain).minus(known.acceleration.times(R::HALF * dt));
        [
            first.dot(mean) + R::HALF * first.dot(changes[0]),
            second.dot(mean) + second.dot(changes[0]),
            R::HALF * second.dot(changes[1]),
        ]
    }

    /// A motor over a step.
    pub(crate) fn of_damping(damping: &Damping<R>, dt: R) -> Self {
        match *damping {
            _ if !is_step(dt) => Soft::NONE,
            Damping::Rate(damper) => Soft::Alike(Softness::of_damper(&damper, dt)),
            Damping::Physical(damping) => {
                let compliance = R::ONE / (damping * dt);
                if damping.is_finite() && compliance.is_finite() && damping > R::ZERO {
                    Soft::Isotropic { share: R::ZERO, compliance }
                } else {
                    Soft::NONE
                }
            }
        }
    }

    /// Returns the motor scaled by a part of its strength, above 0 and at most 1.
    pub(crate) fn weakened(self, part: R) -> Self {
        match self {
            _ if part == R::ONE => self,
            Soft::Alike(Softness { c_d, sag, .. }) => {
                Soft::Alike(Softness { c_d: c_d * part, sag: sag * part, ..Softness::NONE })
            }
            Soft::Isotropic { share, compliance } => {
                Soft::Isotropic { share, compliance: compliance / part }
            }
        }
    }

    /// Returns the velocity that a step removes for the offset and the known acceleration, m/s or rad/s.
    pub(crate) fn pull<V: Vector<Scalar = R>>(&self, error: V, known: Known<V>) -> V {
        match self {
            Soft::Alike(softness) => softness.pull(error, known),
            Soft::Isotropic { share, .. } => error.times(*share).plus(known.gain),
        }
    }

    /// The same for an error that does not act yet: the part of the step after it is used up is taken as a whole step.
    ///
    /// Of `x < 0` and `x + h·u' > 0`, `C_d·(x/h + u')` pays for what the spring will hold, stiffness and damping alike.
    pub(crate) fn across_a_gap(self, dt: R) -> Self {
        match self {
            Soft::Alike(softness) => {
                let rate = softness.c_d / dt;
                let kept = Softness { rate, sag: R::ZERO, ..softness };
                if rate.is_finite() { Soft::Alike(kept) } else { Soft::NONE }
            }
            Soft::Isotropic { .. } => self,
        }
    }

    /// Returns the change of the impulse `held` so far: `−(K + compliance)⁻¹·wanted − back`.
    pub(crate) fn change<V: Vector<Scalar = R>>(
        &self,
        mobility: &impl Mobility<V>,
        pull: V,
        velocity: V,
        held: V,
    ) -> V {
        let (wanted, compliance, back) = match *self {
            Soft::Alike(Softness { c_d, .. }) => {
                (pull.plus(velocity.times(c_d)), R::ZERO, held.times(R::ONE - c_d))
            }
            Soft::Isotropic { compliance, .. } => {
                (pull.plus(velocity).plus(held.times(compliance)), compliance, V::ZERO)
            }
        };
        let impulse = mobility.impulse(wanted, compliance);
        impulse.map_or(V::ZERO, |impulse| impulse.times(-R::ONE).minus(back))
    }
}

/// Returns `C_s/(hω²)` for drag alone: `C_d/2a`, or the step itself without drag.
fn held_by_drag<R: Real>(damping: R, c_d: R, dt: R) -> R {
    if c_d > R::EPSILON * R::EPSILON { c_d / damping } else { dt }
}

/// Returns `C_s/(hω²) − h·(1 − C_d)`; 0 for infinite and invalid steps.
fn sag<R: Real>(held: R, c_d: R, dt: R) -> R {
    let sag = held - dt * (R::ONE - c_d);
    if sag.is_finite() && dt > R::ZERO { sag } else { R::ZERO }
}

/// Returns the maximum impulse over a step; 0 if the force limit or the step is not above 0.
pub(crate) fn greatest_impulse<R: Real>(force: R, dt: R) -> R {
    if force > R::ZERO && is_step(dt) { force * dt } else { R::ZERO }
}
