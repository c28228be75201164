//! The account of a spring: the energy that it may still give to its bodies.
//!
//! The impulses `J` of a step change the kinetic energy by exactly `Σ J·(v + v')/2`, with the velocities `v` and `v'` before and
//! after all of them: in any order and number of passes, for cut impulses and for levers that turn, since a free turn of a
//! body keeps its energy. Of weight that sum is the fall of the height half a step before, `y − ½·h·v`. A spring pays its
//! part out of an energy `T`. So motion and height never exceed what they were plus all `T` at the start, as long as no `T`
//! falls below 0. At rest nothing is paid, at any tension.
//!
//! The offset's part of the impulse is scaled by the largest factor `s`, 0 … 1, with which the row alone pays no more than `T`:
//! a quadratic inequality, exact to rounding. A spring without energy still brakes, and pulls where that takes energy out of
//! the motion. A linear row with `γ ≥ κ` alone gains at least the growth of its elastic energy `V = ½κ·x²/h²`, and is never
//! scaled. So a spring alone on its bodies has no debt.
//!
//! Rows that share bodies may pay more in a step than they foresaw, and have a debt, `T` below 0. Motion and height then
//! exceed the start and `ΣT₀` by at most `−ΣT`. Rows that are solved to the end, with `γ ≥ κ` and levers that are fixed
//! within the step, give at most `Σ s²·V` together (`discretization.rs`), so that afterwards `−ΣT ≤ Σ(s²·V − T)`: at most the
//! elastic energy. A row in debt gives nothing: alone it takes what it owes, or as much as its damping takes. A row that
//! nothing moves keeps its debt.
//!
//! The bound of several springs is therefore motion, height and `Σ½κ·x²/h²` at the start, `Σ½k·x²` for backward Euler. It is
//! a theorem if levers do not turn, rows are solved to the end and none was scaled. Otherwise debts could exceed
//! `Σ(V₀ − T₀)`, which is 0 for springs with `κ ≤ 1`: in a row solved in few passes, whose impulse depends on the velocities
//! that others leave, and after a step with `s < 1`, in which `V` grows by up to `(1 − s)·κ·x·u'/h` unpaid. For an exact
//! pair `κ/h²` is above `ω²`: by a tenth for `ζ = 1`, `ωh = 0.1`. The test of random scenes takes `ω²`.
//!
//! Motors have no elastic energy, and brake less while they have a debt.
//!
//! A contact in closed form gives its point a velocity whatever others do, and so gives more than its spring holds where they
//! press. Its account begins with what the spring holds beyond the motion, and empty where nothing touches. In debt the
//! contact is the soft constraint, which stores `½·κ·x²/h²`. It is not scaled: what presses on it rests.
//!
//! An account begins with the elastic energy, or with `½·m·x²/h²` where that is less: an offset gives no more motion than that
//! in a step. It never holds more than the elastic energy: what became heat is gone.
//! Source: B. Hannaford and J.-H. Ryu, *Time-Domain Passivity Control of Haptic Interfaces* (2002).

use sprung::{Real, Rotation, Vector};

use crate::body::Body;
use crate::discretization::{Course, Discretization};
use crate::effective_mass::Mobility;
use crate::external_acceleration::Known;
use crate::matrix::length;
use crate::softness::{Gift, Soft};
use crate::stiffness::Stiffness;

/// The energy that a spring may still give, and its last step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        deny_unknown_fields,
        bound(
            serialize = "R: Real + serde::Serialize",
            deserialize = "R: Real + serde::Deserialize<'de>"
        )
    )
)]
pub(crate) struct Account<R> {
    /// J; below 0 after a step that took too much.
    energy: R,
    /// `true` if the fields below are those of a last step.
    begun: bool,
    /// Of a spring, the energy granted per square of the offset in the last step, J/m² or J/rad².
    granted: R,
    /// Of a motor, the part of its damping in the last step, above 0 and at most 1.
    strength: R,
    /// The impulse on A, N·s.
    linear: [R; 3],
    /// The changes of both angular velocities, rad/s; of a body that nothing turns the angular impulse, N·m·s.
    turned: [[R; 3]; 2],
    /// The velocities and angular momenta of both bodies before the step.
    motions: [[[R; 3]; 2]; 2],
    /// The positions of both bodies before the step, m.
    positions: [[R; 3]; 2],
    /// Their rotations.
    rotations: [Rotation<R>; 2],
    /// The last step, s.
    dt: R,
}

/// An offset and its motion at the start of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch<R, V> {
    pub(crate) spring: Stiffness<R>,
    /// The maximum mass or moment that it moves, kg or kg·m².
    pub(crate) mass: R,
    /// The offset, m or rad; 0 where a one-sided spring does not act.
    pub(crate) offset: R,
    /// The offset with the settings of the last step, m or rad.
    pub(crate) before: R,
    /// The energy that sub-steps of the load hide, J/kg.
    pub(crate) unseen: R,
    /// The offset along the directions of the row.
    pub(crate) error: V,
    /// The velocity along them.
    pub(crate) velocity: V,
    /// The acceleration by the load along them.
    pub(crate) known: Known<V>,
}

/// The factor 0 … 1 with which a row gives no more than `energy`, or than its damping alone does.
fn factor<R: Real>([c0, c1, c2]: Gift<R>, energy: R) -> R {
    let left = (energy - c0).max(R::ZERO);
    if !(c2 > R::ZERO) {
        return R::ONE;
    }
    // c₂s² + c₁s = left, in the form without a difference.
    let root = (c1 * c1 + R::from_f64(4.0) * c2 * left).sqrt();
    let most = if c1 > R::ZERO { R::TWO * left / (c1 + root) } else { (root - c1) / (R::TWO * c2) };
    if most.is_nan() { R::ONE } else { most.min(R::ONE) }
}

impl<R: Real> Account<R> {
    pub(crate) const NEW: Self = Account {
        energy: R::ZERO,
        begun: false,
        granted: R::ZERO,
        strength: R::ONE,
        linear: [R::ZERO; 3],
        turned: [[R::ZERO; 3]; 2],
        motions: [[[R::ZERO; 3]; 2]; 2],
        positions: [[R::ZERO; 3]; 2],
        rotations: [Rotation::IDENTITY; 2],
        dt: R::ZERO,
    };

    /// The motion of a point of the world with B since the last step.
    pub(crate) fn motion(&self, b: &Body<R>, now: [R; 3]) -> [R; 3] {
        let local = b.rotation.inverse().rotate(now.minus(b.position));
        now.minus(self.positions[1].plus(self.rotations[1].rotate(local)))
    }

    /// The motion of a point in A's frame since the last step.
    pub(crate) fn motion_of(&self, a: &Body<R>, local: [R; 3]) -> [R; 3] {
        a.point(local).minus(self.positions[0].plus(self.rotations[0].rotate(local)))
    }

    /// Notes an impulse on A, and the changes of angular velocity that it and its opposite made.
    pub(crate) fn note(&mut self, [impulse, first, second]: [[R; 3]; 3]) {
        self.linear = self.linear.plus(impulse);
        self.turned = self.turned.plus([first, second]);
    }

    /// Pays for the last step, and returns the part of the pull that the energy allows, 0 … 1.
    ///
    /// Bodies that were put elsewhere begin a new account.
    pub(crate) fn share<V: Vector<Scalar = R>>(
        &mut self,
        bodies: [&Body<R>; 2],
        soft: &Soft<R>,
        mobility: &impl Mobility<V>,
        stretch: &Stretch<R, V>,
        course: Course<R>,
    ) -> R {
        let Stretch { spring, mass, unseen, offset, before, error, velocity, known } = *stretch;
        let (elastic, dt) = (soft.elastic(&spring, mass), course.dt);
        let granted = elastic.min(R::HALF * mass / dt / dt);
        let square = offset * offset;
        let grant = granted * square;
        // The pair of a strong damper may have no finite elastic energy.
        let full = if square > R::ZERO { elastic * square } else { R::ZERO };
        let unseen = if unseen > R::ZERO { mass * unseen } else { R::ZERO };
        if course.discretization == Discretization::Exact
            || elastic.is_nan()
            || !(granted.is_finite() && grant.is_finite() && unseen.is_finite())
        {
            *self = Account::NEW;
            return R::ONE;
        }
        let far = bodies.map(|body| length(body.position));
        let blur = R::from_f64(8.0) * R::EPSILON * (far[0] + far[1] + offset.abs());
        let blur = R::TWO * granted * offset.abs() * blur;
        self.energy = match self.pay(bodies, dt) {
            Some((paid, rounding)) => {
                let held = self.energy - paid + rounding + blur;
                // What its user changed is paid by the user.
                let old = self.granted * before * before;
                let changed = if grant >= old || !(held > R::ZERO) {
                    held + (grant - old).max(R::ZERO)
                } else {
                    held * (grant / old)
                };
                changed.min(full + unseen)
            }
            None => grant + unseen,
        };
        self.granted = granted;
        self.begun = granted > R::ZERO;
        if full == R::ZERO || soft.most(mobility, error) <= self.energy {
            return R::ONE;
        }
        factor(soft.gift(mobility, [error, velocity], known, dt), self.energy)
    }

    /// Pays for the last step of a motor to a velocity, and returns the strength that it has in this one.
    ///
    /// A damper that is solved to the end gives no energy beyond what its target's motion puts in. One that did, because it
    /// is not, has half the strength in the next step, down to a hundredth, until that is paid back.
    pub(crate) fn strength(&mut self, bodies: [&Body<R>; 2], target: [[R; 3]; 2], dt: R) -> R {
        let pushed = self.linear.dot(target[0]);
        let turned = self.turned[0].dot(momentum(bodies[0], target[1]));
        (self.energy, self.strength) = match self.pay(bodies, dt) {
            Some((paid, rounding)) => {
                let paid = paid - pushed - turned;
                let energy = (self.energy - paid + rounding).min(R::ZERO);
                let strength = if energy < R::ZERO {
                    (self.strength * R::HALF).max(R::from_f64(0.01))
                } else {
                    (self.strength * R::TWO).min(R::ONE)
                };
                (energy, strength)
            }
            None => (R::ZERO, R::ONE),
        };
        self.strength
    }

    /// Pays for the last step of a contact, and returns the energy that it has, J; a new account begins with `held`.
    pub(crate) fn balance(&mut self, bodies: [&Body<R>; 2], held: impl FnOnce() -> R, dt: R) -> R {
        let paid = self.pay(bodies, dt);
        self.energy = paid.map_or_else(held, |(paid, rounding)| self.energy - paid + rounding);
        self.energy
    }

    /// Begins an account without energy.
    pub(crate) fn empty(&mut self, bodies: [&Body<R>; 2], dt: R) {
        (self.energy, self.begun) = (R::ZERO, false);
        self.pay(bodies, dt);
    }

    /// Returns the work of the last step on both bodies, J, and what rounding makes of it, and begins the next one; none if
    /// the account begins anew.
    fn pay(&mut self, bodies: [&Body<R>; 2], dt: R) -> Option<(R, R)> {
        let motions = bodies.map(motion);
        let moved = self.begun && self.moved_by_velocity(bodies);
        let paid = moved.then(|| self.work(bodies, motions));
        (self.linear, self.turned) = ([R::ZERO; 3], [[R::ZERO; 3]; 2]);
        (self.begun, self.motions, self.dt) = (true, motions, dt);
        self.positions = bodies.map(|body| body.position);
        self.rotations = bodies.map(|body| body.rotation);
        paid
    }

    /// The work of the last step on both bodies, J, and what rounding makes of it.
    ///
    /// Velocities are less by what an engine of several sub-steps leaves to a body at rest. A free turn keeps the angular
    /// momentum, so the angular velocity after the impulses is this step's momentum through the inertia of then.
    fn work(&self, bodies: [&Body<R>; 2], motions: [[[R; 3]; 2]; 2]) -> (R, R) {
        let [mut work, mut size] = [R::ZERO; 2];
        for i in 0..2 {
            let load = &bodies[i].load;
            let late = (R::ONE - load.pending_fraction) * self.dt;
            let [velocity, spin] = self.motions[i].plus(motions[i]).map(|sum| sum.times(R::HALF));
            let velocity = velocity.minus(load.acceleration.times(late));
            let spin = spin.minus(momentum(bodies[i], load.angular_acceleration.times(late)));
            let linear = self.linear.dot(velocity);
            work += if i == 0 { linear } else { -linear } + self.turned[i].dot(spin);
            size += length(self.linear) * length(velocity) + length(self.turned[i]) * length(spin);
        }
        let rounding = R::from_f64(8.0) * R::EPSILON * (size + self.energy.abs());
        if work.is_finite() && rounding.is_finite() { (work, rounding) } else { (R::ZERO, R::ZERO) }
    }

    /// Returns whether both bodies are where their velocities can have moved them.
    fn moved_by_velocity(&self, bodies: [&Body<R>; 2]) -> bool {
        bodies.into_iter().enumerate().all(|(i, body)| {
            let way = length(body.position.minus(self.positions[i]));
            let blur = R::from_f64(16.0) * R::EPSILON;
            let load = length(body.load.acceleration) * self.dt;
            let reach = R::TWO * self.dt * (length(body.velocity) + load);
            let turn = length(body.rotation.relative_to(&self.rotations[i]).to_rotation_vector());
            // However a free body tumbles, its momentum bounds its spin.
            let spin = length(momentum(body, body.angular_velocity));
            let fastest = length(body.angular_velocity).max(spin * body.inverse_inertia.trace());
            let load = length(body.load.angular_acceleration) * self.dt;
            let bend = R::TWO * self.dt * (fastest + load);
            way <= reach + blur * length(body.position) && turn <= bend + blur
        })
    }
}

/// The velocity, and the angular momentum or, of a body that nothing turns, the angular velocity.
fn motion<R: Real>(body: &Body<R>) -> [[R; 3]; 2] {
    [body.velocity, momentum(body, body.angular_velocity)]
}

fn momentum<R: Real>(body: &Body<R>, angular_velocity: [R; 3]) -> [R; 3] {
    let turns = body.inverse_inertia.trace() > R::ZERO;
    if turns { body.inverse_inertia.solve(angular_velocity) } else { angular_velocity }
}

#[cfg(test)]
mod tests;
