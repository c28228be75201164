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
mod tests {
    use super::*;
    use crate::external_acceleration::ExternalAcceleration;
    use crate::point_spring::PointSpring;
    use sprung::Spring;
    use testkit::random::Random;

    #[test]
    fn a_row_pulls_with_the_largest_part_that_its_energy_allows() {
        let mut random = Random::new(8);
        let (mut scaled, mut braking) = (0, 0);
        for _ in 0..2000 {
            let [c0, c1] = [0; 2].map(|_| random.uniform(-2.0, 2.0));
            let (c2, energy) = (random.log_uniform(1e-3, 10.0), random.uniform(-1.0, 3.0));
            // What the damping alone gives is not limited.
            let left = f64::max(energy - c0, 0.0);
            let allowed = |s: &f64| c1 * s + c2 * s * s <= left;
            let most = (0..=10_000).rev().map(|i| f64::from(i) * 1e-4).find(allowed);
            let (most, factor) = (most.expect("0 is allowed"), factor([c0, c1, c2], energy));
            assert!((factor - most).abs() <= 1.001e-4, "{c0} {c1} {c2} {energy}: {factor} {most}");
            scaled += usize::from(factor > 0.0 && factor < 1.0);
            braking += usize::from(factor < 1.0 && c1 < 0.0);
        }
        assert!(scaled > 400 && braking > 100, "{scaled} {braking}");
        for c2 in [0.0, -1.0, f64::NAN] {
            assert_eq!(factor([1.0, 1.0, c2], 0.0), 1.0);
        }
    }

    #[test]
    fn an_account_begins_with_the_offset_and_with_what_substeps_of_a_load_hide() {
        let (h, mass, start, omega, weight) = (1.0f64 / 60.0, 2.0, 0.7, 3.0, 9.81);
        let (mut body, world) = (Body::new(mass, [0.5; 3]), Body::fixed());
        body.position = [start, 0.0, 0.0];
        body.load = ExternalAcceleration::new([0.0, -weight, 0.0]).in_substeps(4);
        let mut drag = PointSpring::new(Spring::new(omega, 0.0).unwrap(), [0.0; 3], [0.0; 3]);
        drag.prepare(&body, &world, Discretization::BackwardEuler, h);
        // Of the velocity w·h three eighths are gained after the mean of the step.
        let hidden = 0.5 * mass * (weight * h).powi(2) * 0.375;
        let begun = 0.5 * mass * (omega * start).powi(2) + hidden;
        assert!((drag.row.account.energy / begun - 1.0).abs() < 1e-12, "{:?}", drag.row.account);
    }

    #[test]
    fn an_account_far_from_the_origin_allows_for_the_rounding_of_positions() {
        let (h, mass, offset, far) = (1.0f64 / 60.0, 2.0, 0.5, 1e6);
        let (mut body, world) = (Body::new(mass, [0.5; 3]), Body::fixed());
        body.position = [far + offset, 0.0, 0.0];
        let mut drag =
            PointSpring::new(Spring::new(300.0, 0.0).unwrap(), [0.0; 3], [far, 0.0, 0.0]);
        let mut energies = [0.0; 2];
        for energy in &mut energies {
            drag.prepare(&body, &world, Discretization::BackwardEuler, h);
            *energy = drag.row.account.energy;
        }
        // 8 ε of the distances, times the derivative of ½·m·x²/h².
        let rounding = mass / h / h * offset * 8.0 * f64::EPSILON * (far + 2.0 * offset);
        let ratio = (energies[1] - energies[0]) / rounding;
        assert!((ratio - 1.0).abs() < 1e-3, "{ratio}");
    }

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
                assert!((drag.row.account.energy - held).abs() < 1e-12 * first, "{omega} step {n}");
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
            assert!(drag.row.account.energy + kinetic <= first * (1.0 + 1e-12), "step {n}");
            drag.solve(&mut body, &mut world);
            body.position = body.position.plus(body.velocity.times(h));
        }
    }

    #[test]
    fn the_work_of_an_impulse_is_its_product_with_the_mean_velocity_of_a_from_b() {
        let [mut a, mut b] = [2.0f64, 5.0].map(|mass| Body::new(mass, [0.5; 3]));
        (a.velocity, b.velocity) = ([3.0, 0.0, 0.0], [4.0, 0.0, 0.0]);
        let mut account = Account::NEW;
        account.pay([&a, &b], 0.1);
        // 10 N·s on A and −10 N·s on B.
        account.note([[10.0, 0.0, 0.0], [0.0; 3], [0.0; 3]]);
        let before = 0.5 * (2.0 * 9.0 + 5.0 * 16.0);
        (a.velocity[0], b.velocity[0]) = (3.0 + 10.0 / 2.0, 4.0 - 10.0 / 5.0);
        let gained = 0.5 * (2.0 * a.velocity[0].powi(2) + 5.0 * b.velocity[0].powi(2)) - before;
        assert_eq!(account.pay([&a, &b], 0.1).map(|(paid, _)| paid), Some(gained));
    }

    #[test]
    fn an_account_goes_on_where_velocities_and_loads_can_have_moved_the_body() {
        // 0.1 s at 3 m/s or rad/s, and 2 m/s² or rad/s²: twice 0.3 and 0.02.
        let (dt, reach) = (0.1, 0.64);
        let goes_on = |change: &dyn Fn(&mut Body<f64>)| {
            let mut body = Body::new(2.0f64, [0.5; 3]);
            (body.velocity, body.angular_velocity) = ([0.0, 3.0, 0.0], [0.0, 0.0, 3.0]);
            body.load = ExternalAcceleration {
                acceleration: [2.0, 0.0, 0.0],
                angular_acceleration: [0.0, 2.0, 0.0],
                pending_fraction: 1.0,
            };
            let mut account = Account::NEW;
            account.pay([&body, &Body::fixed()], dt);
            change(&mut body);
            account.pay([&body, &Body::fixed()], dt).is_some()
        };
        let turned = |angle: f64| sprung::Rotation::from_rotation_vector([angle, 0.0, 0.0]);
        for (part, expected) in [(0.99, true), (1.01, false)] {
            assert_eq!(goes_on(&|body| body.position[2] = part * reach), expected);
            // The sum of the inverse moments of inertia makes more of the spin: 3 · 0.5 · 3 · 2.
            let bend = 2.0 * dt * (9.0 + 0.2);
            assert_eq!(goes_on(&|body| body.rotation = turned(part * bend)), expected);
        }
        // Rounding moves a body that rests far away.
        for (rounding, expected) in [(15.0, true), (17.0, false)] {
            let (mut body, mut account) = (Body::new(2.0f64, [0.5; 3]), Account::NEW);
            body.position[0] = f64::from(1 << 20);
            account.pay([&body, &Body::fixed()], dt);
            body.position[0] *= 1.0 + rounding * f64::EPSILON;
            assert_eq!(account.pay([&body, &Body::fixed()], dt).is_some(), expected);
        }
    }

    #[test]
    fn a_step_without_an_impulse_has_no_work_and_no_rounding_however_a_body_spins() {
        let mut body = Body::new(2.0f64, [0.5; 3]);
        (body.velocity, body.angular_velocity) = ([3.0, 0.0, 0.0], [0.0, 40.0, 0.0]);
        let (bodies, mut account) = ([&body, &Body::fixed()], Account::NEW);
        assert_eq!(account.pay(bodies, 0.1), None);
        assert_eq!(account.pay(bodies, 0.1), Some((0.0, 0.0)));
        // The work is the mean angular momentum, of 20 and 40 N·m·s, times the change of angular velocity by the impulse.
        account.turned[0] = [0.0, 10.0, 0.0];
        body.angular_velocity = [0.0, 80.0, 0.0];
        let rounding = 8.0 * f64::EPSILON * 300.0;
        assert_eq!(account.pay([&body, &Body::fixed()], 0.1), Some((300.0, rounding)));
    }
}
