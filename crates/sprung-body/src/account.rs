//! The account of a spring: it gives no more energy to the bodies than it has taken from them and began with.
//!
//! The impulses `J` of a step change the kinetic energy by exactly `Σ J·(v + v')/2`, with the velocities `v` and `v'` before and
//! after all of them, in any order and number of passes, for cut impulses and levers that turn: a free turn of a body keeps
//! its energy. For weight that sum is the fall of the height half a step before, `y − ½·h·v`. So a spring that pays its part
//! out of an energy `T` leaves motion and height at most what they had, and the `T` of all springs at the start, as far as
//! no `T` falls below 0. At rest nothing is paid, at any tension.
//!
//! The offset's part of the impulse is scaled by the largest factor `s`, 0 … 1, with which a row alone pays no more than `T`:
//! a quadratic inequality, true to rounding. What is left without energy still brakes, and pulls where that takes energy
//! out of the motion. A linear row with `γ ≥ κ` alone pays in at least what its elastic energy `V = ½κ·x²/h²` grows by, and is
//! never scaled. So a spring alone on its bodies has no debt.
//!
//! Rows that share bodies may pay more in a step than they foresaw, and have a debt, `T` below 0. Motion and height then
//! exceed their start and `ΣT₀` by at most `−ΣT`. Rows that are solved to the end, with `γ ≥ κ` and levers that are fixed
//! within the step, give at most `Σ s²·V` together (`discretization.rs`), so that after it `−ΣT ≤ Σ(s²·V − T)`: at most the
//! elastic energy. A row in debt gives nothing: alone it takes what it owes, or as much as its damping takes; a row that
//! nothing moves keeps its debt.
//!
//! So the bound of several springs is motion, height and `Σ½κ·x²/h²` at the start, which for backward Euler is `Σ½k·x²`. It is
//! a theorem as long as levers do not turn, rows are solved to the end and none was scaled. Otherwise debts could exceed
//! `Σ(V₀ − T₀)`, which is 0 for springs with `κ ≤ 1`: in a row solved in few passes, whose impulse then depends on the
//! velocities that others leave, and after a step with `s < 1`, in which `V` grows by up to `(1 − s)·κ·x·u'/h` unpaid.
//! For an exact pair `κ/h²` is above `ω²`: by a tenth for `ζ = 1`, `ωh = 0.1`. The test of random scenes takes `ω²`.
//!
//! Motors have no elastic energy, and brake less while they have a debt.
//!
//! A contact in closed form gives its point a velocity whatever others do, and so gives more than its spring holds where they
//! press: its account begins with what the spring holds beyond the motion, and empty where it does not touch. While it has a
//! debt the contact is the soft constraint, which stores `½·κ·x²/h²`. It is not scaled: what presses on it rests.
//!
//! An account begins with the elastic energy, or with `½·m·x²/h²` where that is less: more motion does not come of an offset in
//! a step. It never holds more than the elastic energy: what has been turned to heat is gone.
//! Source: B. Hannaford and J.-H. Ryu, *Time-Domain Passivity Control of Haptic Interfaces* (2002).

use sprung::{Real, Rotation, Vector};

use crate::body::Body;
use crate::discretization::Discretization;
use crate::matrix::length;

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
    /// The energy granted per square of the offset in the last step, J/m² or J/rad²; 0 before the first.
    granted: R,
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

/// An offset as the account sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch<R> {
    /// The elastic energy per square of the offset, J/m² or J/rad².
    pub(crate) elastic: R,
    /// The maximum mass or moment that it moves, kg or kg·m².
    pub(crate) mass: R,
    /// The energy that sub-steps of the load hide, J/kg.
    pub(crate) unseen: R,
    /// The offset, m or rad; 0 where a one-sided spring does not act.
    pub(crate) offset: R,
    /// The offset with the settings of the last step, m or rad.
    pub(crate) before: R,
    /// The maximum energy that the row may give in a step, at any velocity, J: `¼γ·b²`.
    pub(crate) most: R,
}

/// The energy that a row alone gives in a step, J, by the factor `s` of its offset: `c₀ + c₁·s + c₂·s²`.
pub(crate) type Gift<R> = [R; 3];

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
        granted: R::ZERO,
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
    pub(crate) fn note(&mut self, impulse: [R; 3], turned: [[R; 3]; 2]) {
        self.linear = self.linear.plus(impulse);
        for (sum, turned) in self.turned.iter_mut().zip(turned) {
            *sum = sum.plus(turned);
        }
    }

    /// Pays for the last step, and returns the part of the pull that the energy allows, 0 … 1.
    ///
    /// Bodies that were put elsewhere begin a new account.
    pub(crate) fn share(
        &mut self,
        bodies: [&Body<R>; 2],
        stretch: Stretch<R>,
        discretization: Discretization,
        dt: R,
        gift: impl FnOnce() -> Gift<R>,
    ) -> R {
        let Stretch { elastic, mass, unseen, offset, before, most } = stretch;
        let granted = elastic.min(R::HALF * mass / dt / dt);
        let square = offset * offset;
        let grant = granted * square;
        // The pair of a strong damper may have no finite elastic energy.
        let full = if square > R::ZERO { elastic * square } else { R::ZERO };
        let unseen = if unseen > R::ZERO { mass * unseen } else { R::ZERO };
        if discretization == Discretization::Exact
            || elastic.is_nan()
            || !(granted.is_finite() && grant.is_finite() && unseen.is_finite())
        {
            *self = Account::NEW;
            return R::ONE;
        }
        let motions = bodies.map(motion);
        let goes_on = self.granted > R::ZERO && self.moved_by_velocity(bodies);
        let far = bodies.map(|body| length(body.position));
        let blur = R::from_f64(8.0) * R::EPSILON * (far[0] + far[1] + offset.abs());
        let blur = R::TWO * granted * offset.abs() * blur;
        self.energy = if goes_on {
            let (paid, rounding) = self.work(bodies, motions);
            let held = self.energy - paid + rounding + blur;
            // What its user changed is paid by the user.
            let old = self.granted * before * before;
            let changed = if grant >= old || !(held > R::ZERO) {
                held + (grant - old).max(R::ZERO)
            } else {
                held * (grant / old)
            };
            changed.min(full + unseen)
        } else {
            grant + unseen
        };
        self.granted = granted;
        self.begin(bodies, motions, dt);
        if full == R::ZERO || most <= self.energy { R::ONE } else { factor(gift(), self.energy) }
    }

    /// Pays for the last step of a motor to a velocity, and returns the strength that it has in this one.
    ///
    /// A damper that is solved to the end gives no energy beyond what its target's motion puts in. One that did, because it
    /// is not, has half the strength in the next step, down to a hundredth, until that is paid back.
    pub(crate) fn strength(&mut self, bodies: [&Body<R>; 2], target: [[R; 3]; 2], dt: R) -> R {
        let motions = bodies.map(motion);
        let begun = self.granted > R::ZERO && self.moved_by_velocity(bodies);
        (self.energy, self.granted) = if begun {
            let (paid, rounding) = self.work(bodies, motions);
            let turned = self.turned[0].dot(momentum(bodies[0], target[1]));
            let paid = paid - self.linear.dot(target[0]) - turned;
            let energy = (self.energy - paid + rounding).min(R::ZERO);
            let strength = if energy < R::ZERO {
                (self.granted * R::HALF).max(R::from_f64(0.01))
            } else {
                (self.granted * R::TWO).min(R::ONE)
            };
            (energy, strength)
        } else {
            (R::ZERO, R::ONE)
        };
        self.begin(bodies, motions, dt);
        self.granted
    }

    /// Pays for the last step of a contact, and returns the energy that it has, J; a new account begins with `held`.
    pub(crate) fn balance(&mut self, bodies: [&Body<R>; 2], held: impl FnOnce() -> R, dt: R) -> R {
        let motions = bodies.map(motion);
        let goes_on = self.granted > R::ZERO && self.moved_by_velocity(bodies);
        self.energy = if goes_on {
            let (paid, rounding) = self.work(bodies, motions);
            self.energy - paid + rounding
        } else {
            held()
        };
        self.granted = R::ONE;
        self.begin(bodies, motions, dt);
        self.energy
    }

    /// Begins an account without energy.
    pub(crate) fn empty(&mut self, bodies: [&Body<R>; 2], dt: R) {
        (self.energy, self.granted) = (R::ZERO, R::ONE);
        self.begin(bodies, bodies.map(motion), dt);
    }

    fn begin(&mut self, bodies: [&Body<R>; 2], motions: [[[R; 3]; 2]; 2], dt: R) {
        (self.linear, self.turned) = ([R::ZERO; 3], [[R::ZERO; 3]; 2]);
        self.motions = motions;
        self.positions = bodies.map(|body| body.position);
        self.rotations = bodies.map(|body| body.rotation);
        self.dt = dt;
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
mod tests {
    use super::*;
    use crate::point_spring::PointSpring;
    use sprung::Spring;

    #[test]
    fn an_undamped_spring_alone_holds_its_elastic_energy_after_every_step() {
        // Backward Euler turns ωx + iv by 1/(1 + iωh) per step: E falls by 1 + ω²h², and x has the cosine's part of it.
        let (h, mass, start) = (1.0f64 / 60.0, 2.0, 0.7);
        for omega in [3.0, 40.0, 300.0] {
            let (mut body, mut world) = (Body::new(mass, [0.5; 3]), Body::fixed());
            body.position = [start, 0.0, 0.0];
            let spring = Spring::new(omega, 0.0).unwrap();
            let mut drag = PointSpring::new(spring, [0.0; 3], [0.0; 3]);
            let (phase, first) = (omega * h, 0.5 * mass * (omega * start).powi(2));
            for n in 0..200 {
                drag.prepare(&body, &world, Discretization::BackwardEuler, h);
                let energy = first * (1.0 + phase * phase).powi(-n);
                let angle = f64::from(n) * phase.atan();
                let begun = 0.5 * mass * (start / h).powi(2);
                let held = energy * angle.cos().powi(2);
                let held = if n == 0 { held.min(begun) } else { held };
                let moving = energy * angle.sin().powi(2);
                assert!((drag.account.energy - held).abs() < 1e-12 * first, "{omega} step {n}");
                let kinetic = 0.5 * mass * body.velocity.dot(body.velocity);
                assert!((kinetic - moving).abs() < 1e-12 * first, "{omega} step {n}");
                drag.solve(&mut body, &mut world);
                body.position = body.position.plus(body.velocity.times(h));
            }
        }
    }

    #[test]
    fn a_strongly_damped_stiff_pair_is_credited_with_no_more_than_rounding() {
        // 1 − C_d is e⁻⁴⁰: the elastic energy of the pair is 10¹⁷ times what the spring is granted.
        let (h, mass, start) = (1.0f64 / 60.0, 2.0, 0.7);
        let (mut body, mut world) = (Body::new(mass, [0.5; 3]), Body::fixed());
        body.position = [100.0 + start, 0.0, 0.0];
        let spring = Spring::new(600.0, 2.0).unwrap();
        let mut drag = PointSpring::new(spring, [0.0; 3], [100.0, 0.0, 0.0]);
        let first = 0.5 * mass * (start / h).powi(2);
        for n in 0..10 {
            drag.prepare(&body, &world, Discretization::Auto, h);
            let kinetic = 0.5 * mass * body.velocity.dot(body.velocity);
            assert!(drag.account.energy + kinetic <= first * (1.0 + 1e-12), "step {n}");
            drag.solve(&mut body, &mut world);
            body.position = body.position.plus(body.velocity.times(h));
        }
    }
}
