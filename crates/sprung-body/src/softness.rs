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

/// A spring or a motor over one step, in one direction or several at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Soft<R> {
    /// The velocity that is removed per offset: `C_s/h`, of a force along the offset `κ/(γh)`, 1/s.
    rate: R,
    /// The part of the velocity that is removed; of a force 1.
    c_d: R,
    /// `s` above, s.
    sag: R,
    /// `κ/h²` of the pair before levers, 1/s²: the elastic energy is half of it per mass and square of the offset.
    elastic: R,
    /// `1/γ` of a force along the offset, 1/kg; 0 where every direction moves alike: the impulse is redirected by the
    /// effective mass.
    compliance: R,
}

impl<R: Real> Soft<R> {
    pub(crate) const NONE: Self =
        Soft { rate: R::ZERO, c_d: R::ZERO, sag: R::ZERO, elastic: R::ZERO, compliance: R::ZERO };

    /// Gives the velocity that is the negative pull, whatever it was before.
    pub(crate) const VELOCITY: Self = Soft { c_d: R::ONE, ..Soft::NONE };

    fn of_spring(spring: &Spring<R>, course: Course<R>) -> Self {
        let dt = course.dt;
        if !is_step(dt) {
            return Soft::NONE;
        }
        let (pair, linear) = (course.pair(spring), course.linear_pair(spring, true));
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
        // A step so short that its rate overflows has no time for a spring.
        Soft { rate: c_s / dt, c_d, sag, elastic, ..Soft::NONE }.if_finite()
    }

    /// A damper over a step: the spring without stiffness.
    fn of_damper(damper: &Damper<R>, dt: R) -> Self {
        let c_d = R::ONE - damper.step(dt).remaining();
        let sag = sag(held_by_drag(damper.rate(), c_d, dt), c_d, dt);
        Soft { c_d, sag, ..Soft::NONE }
    }

    /// A force along the offset.
    fn of_force(rate: R, compliance: R) -> Self {
        Soft { rate, c_d: R::ONE, compliance, ..Soft::NONE }.if_finite()
    }

    fn if_finite(self) -> Self {
        if self.rate.is_finite() && self.compliance.is_finite() { self } else { Soft::NONE }
    }

    /// A spring along one direction of velocity per impulse `mobility`.
    pub(crate) fn along(stiffness: &Stiffness<R>, mobility: R, mut course: Course<R>) -> Self {
        // With other springs only backward Euler rests at the equilibrium of the force in newtons.
        let is_force = matches!(stiffness, Stiffness::Physical { .. });
        if is_force && course.discretization == Discretization::Auto {
            course.discretization = Discretization::BackwardEuler;
        }
        let spring = stiffness.spring(mobility).filter(|_| mobility > R::ZERO);
        spring.map_or(Soft::NONE, |spring| Soft::of_spring(&spring, course))
    }

    /// A spring in several directions on a mobility of this trace.
    pub(crate) fn new(stiffness: &Stiffness<R>, trace: R, course: Course<R>) -> Self {
        let dt = course.dt;
        match *stiffness {
            _ if !(is_step(dt) && trace > R::ZERO) => Soft::NONE,
            Stiffness::Frequency(spring) => Soft::of_spring(&spring, course),
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
                Soft::of_force(share.min(course.most_stiffness() / dt), R::ONE / resisted / dt)
            }
        }
    }

    /// The elastic energy per square of the offset, J/m² or J/rad², for this mass or moment.
    pub(crate) fn elastic(&self, stiffness: &Stiffness<R>, mass: R) -> R {
        match stiffness {
            Stiffness::Physical { stiffness, .. } => R::HALF * *stiffness,
            Stiffness::Frequency(_) => R::HALF * self.elastic * mass,
        }
    }

    /// Returns the maximum energy that a step gives by an offset, J, at any velocity: `¼γ·b²`.
    pub(crate) fn most<V: Vector<Scalar = R>>(&self, mobility: &impl Mobility<V>, error: V) -> R {
        let (quarter, pull) = (R::from_f64(0.25), error.times(self.rate));
        if self.compliance > R::ZERO {
            return quarter * pull.dot(pull) / self.compliance;
        }
        let impulse = self.change(mobility, pull, V::ZERO, V::ZERO);
        quarter / (self.c_d * (R::ONE - self.c_d)) * -pull.dot(impulse)
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
        let offset =
            if M::SINGLE { error.times(self.rate) } else { self.pull(error, known).minus(still) };
        let first = self.change(mobility, still, velocity, V::ZERO);
        let second = self.change(mobility, offset, V::ZERO, V::ZERO);
        let changes = [first, second].map(|impulse| mobility.velocity(impulse));
        // The mean of the velocities without the impulses.
        let [acceleration, gain] = known;
        let mean = velocity.plus(gain).minus(acceleration.times(R::HALF * dt));
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
            Damping::Rate(damper) => Soft::of_damper(&damper, dt),
            Damping::Physical(damping) if damping.is_finite() && damping > R::ZERO => {
                Soft::of_force(R::ZERO, R::ONE / (damping * dt))
            }
            Damping::Physical(_) => Soft::NONE,
        }
    }

    /// Returns the motor scaled by a part of its strength, above 0 and at most 1.
    pub(crate) fn weakened(self, part: R) -> Self {
        if part == R::ONE {
            self
        } else if self.compliance > R::ZERO {
            Soft { compliance: self.compliance / part, ..self }
        } else {
            Soft { c_d: self.c_d * part, sag: self.sag * part, ..Soft::NONE }
        }
    }

    /// Returns the velocity that a step removes for the offset and the known acceleration, m/s or rad/s.
    pub(crate) fn pull<V: Vector<Scalar = R>>(
        &self,
        error: V,
        [acceleration, gain]: Known<V>,
    ) -> V {
        let seen = error.times(self.rate).plus(gain.times(self.c_d));
        seen.minus(acceleration.times(self.sag))
    }

    /// The same in one direction for an error that does not act yet: the part of the step after it is used up is taken as a
    /// whole step.
    ///
    /// Of `x < 0` and `x + h·u' > 0`, `C_d·(x/h + u')` pays for what the spring will hold, stiffness and damping alike.
    pub(crate) fn across_a_gap(self, dt: R) -> Self {
        Soft { rate: self.c_d / dt, sag: R::ZERO, ..self }.if_finite()
    }

    /// Returns the change of the impulse `held` so far: `−(K + compliance)⁻¹·wanted − (1 − C_d)·held`.
    pub(crate) fn change<V: Vector<Scalar = R>>(
        &self,
        mobility: &impl Mobility<V>,
        pull: V,
        velocity: V,
        held: V,
    ) -> V {
        let wanted = pull.plus(velocity.times(self.c_d)).plus(held.times(self.compliance));
        let back = held.times(R::ONE - self.c_d);
        let impulse = mobility.impulse(wanted, self.compliance);
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

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Known<f64> = [0.0; 2];

    /// Springs in hertz and in newtons, over short and long steps, on a mass.
    fn rows(mass: f64) -> impl Iterator<Item = Soft<f64>> {
        let spring = Spring::new(8.0, 0.3).unwrap();
        let newtons = Stiffness::physical(mass * spring.stiffness(), mass * spring.damping());
        [Stiffness::Frequency(spring), newtons.unwrap()].into_iter().flat_map(move |stiffness| {
            [0.001, 1.0 / 60.0, 0.2].map(|dt| {
                let course = Course::new(Discretization::BackwardEuler, f64::INFINITY, 0.0, dt);
                Soft::new(&stiffness, 1.0 / mass, course)
            })
        })
    }

    /// The kinetic energy that a row alone gives with a part of its offset.
    fn given(row: &Soft<f64>, mass: f64, error: f64, velocity: f64) -> f64 {
        let impulse = row.change(&(1.0 / mass), row.pull(error, NONE), velocity, 0.0);
        0.5 * mass * ((velocity + impulse / mass).powi(2) - velocity * velocity)
    }

    #[test]
    fn a_gift_is_the_kinetic_energy_that_the_impulse_adds() {
        let (mass, error) = (2.0, 0.5);
        for (row, velocity) in rows(mass).flat_map(|row| [-3.0, 0.0, 7.0].map(|v| (row, v))) {
            let [c0, c1, c2] = row.gift(&(1.0 / mass), [error, velocity], NONE, 0.1);
            for part in [0.0, 0.3, 1.0] {
                let gift = c0 + part * (c1 + part * c2);
                let given = given(&row, mass, part * error, velocity);
                assert!((gift - given).abs() < 1e-12 * (1.0 + given.abs()), "{row:?} {velocity}");
            }
        }
    }

    #[test]
    fn no_velocity_lets_a_row_give_more_than_the_most() {
        let (mass, error) = (2.0, 0.5);
        for row in rows(mass) {
            let most = row.most(&(1.0 / mass), error);
            let rate = error * row.rate / row.c_d;
            let velocities = (-2000..2000).map(|i| f64::from(i) * 1e-3 * rate);
            let greatest = velocities.map(|v| given(&row, mass, error, v)).fold(0.0, f64::max);
            assert!(greatest <= most, "{row:?}: {greatest} {most}");
            // Close to the most where a step removes little of the velocity.
            let removed = row.c_d / (1.0 + row.compliance * mass);
            assert!(removed > 0.1 || greatest > 0.9 * most, "{row:?}: {greatest} {most}");
        }
    }

    #[test]
    fn a_weakened_motor_brakes_with_a_part_of_its_damping() {
        let (mass, dt, part, damping, velocity) = (2.0f64, 0.1, 0.25, 30.0, 3.0);
        let left = |motor: Damping<f64>| {
            let motor = Soft::of_damping(&motor, dt).weakened(part);
            let impulse = motor.change(&(1.0 / mass), 0.0, velocity, 0.0);
            [velocity + impulse / mass, impulse]
        };
        let [after, impulse] = left(Damping::Physical(damping));
        assert!((impulse + part * damping * dt * after).abs() < 1e-12, "{impulse} {after}");
        let [after, _] = left(Damping::Rate(Damper::from_rate(damping).unwrap()));
        let whole = 1.0 - (-damping * dt).exp();
        assert!((after - velocity * (1.0 - part * whole)).abs() < 1e-12, "{after}");
    }

    #[test]
    fn a_motion_that_uses_up_its_gap_exactly_is_not_changed() {
        let (mass, dt, velocity) = (2.0f64, 1.0 / 60.0, 3.0);
        let spring = Stiffness::Frequency(Spring::new(8.0, 0.3).unwrap());
        let course = Course::new(Discretization::Auto, f64::INFINITY, 0.0, dt);
        let row = Soft::new(&spring, 1.0 / mass, course).across_a_gap(dt);
        let impulse =
            |gap: f64| row.change(&(1.0 / mass), row.pull(-gap, NONE), velocity, 0.0) / mass;
        assert!(impulse(velocity * dt).abs() < 1e-15);
        // With half of the gap, half of the velocity counts.
        assert!((impulse(0.5 * velocity * dt) + row.c_d * 0.5 * velocity).abs() < 1e-15);
    }

    #[test]
    fn what_is_no_motor_brakes_nothing() {
        for damping in [-1.0, 0.0, f64::NAN, f64::INFINITY] {
            let motor = Soft::of_damping(&Damping::Physical(damping), 0.1);
            assert_eq!(motor.change(&0.5, 0.0, 3.0, 0.0), 0.0, "{damping}");
        }
        // Damping and step are so small that their product is 0.
        let motor = Soft::of_damping(&Damping::Physical(1e-200), 1e-200);
        assert_eq!(motor.change(&0.5, 0.0, 3.0, 0.0), 0.0);
    }

    #[test]
    fn a_weakened_motor_takes_the_same_part_of_a_load() {
        let (part, known) = (0.25, [-9.81, -0.1]);
        let motor = Soft::of_damping(&Damping::Rate(Damper::from_rate(30.0f64).unwrap()), 0.1);
        let [whole, weak] = [motor, motor.weakened(part)].map(|motor| motor.pull(0.0, known));
        assert!(whole.abs() > 0.1 && (weak - part * whole).abs() < 1e-15, "{whole} {weak}");
    }

    #[test]
    fn the_elastic_energy_is_half_the_stiffness_whatever_the_mass() {
        let physical = Stiffness::physical(8.0, 1.0).unwrap();
        let course = Course::new(Discretization::BackwardEuler, f64::INFINITY, 0.0, 0.1);
        for mass in [0.1, 2.0] {
            assert_eq!(Soft::along(&physical, 1.0 / mass, course).elastic(&physical, mass), 4.0);
        }
    }

    #[test]
    fn a_step_that_is_none_or_has_no_end_takes_nothing_of_a_load() {
        for dt in [f64::INFINITY, 0.0, -0.1, f64::NAN] {
            assert_eq!(sag(1.0, 0.5, dt), 0.0, "{dt}");
        }
        assert_eq!(sag(f64::INFINITY, 0.5, 0.1), 0.0);
        assert_eq!(sag(1.0, 0.5, 0.1), 0.95);
    }

    #[test]
    fn only_a_force_in_newtons_takes_the_implicit_pair_where_nothing_else_is_asked_for() {
        let (dt, mass) = (0.1, 2.0);
        let spring = Spring::new(8.0, 1.5).unwrap();
        let force = Stiffness::physical(mass * spring.stiffness(), mass * spring.damping());
        let removed = |stiffness: &Stiffness<f64>, discretization: Discretization| {
            let course = Course::new(discretization, f64::INFINITY, 0.0, dt);
            -Soft::along(stiffness, 1.0 / mass, course).change(&1.0, 0.0, 1.0, 0.0)
        };
        let exact = SoftCoefficients::exact(&spring, dt).c_d;
        let implicit = SoftCoefficients::backward_euler(&spring, dt).c_d;
        assert!((exact - implicit).abs() > 0.01);
        for (stiffness, auto) in [(spring.into(), exact), (force.unwrap(), implicit)] {
            assert!((removed(&stiffness, Discretization::Exact) - exact).abs() < 1e-12);
            assert!((removed(&stiffness, Discretization::Auto) - auto).abs() < 1e-12);
        }
    }

    #[test]
    fn a_spring_that_is_hardly_more_than_drag_takes_its_own_part_of_a_load() {
        // Of critical damping, C_s/(hω²) = h·(1 − φ) and C_d = 2φ, but for terms of a higher order of the phase φ.
        let dt = 0.1;
        for phase in [1e-8, 1e-6] {
            let spring = Stiffness::Frequency(Spring::new(phase / dt, 1.0).unwrap());
            let course = Course::new(Discretization::Exact, f64::INFINITY, 0.0, dt);
            let taken = Soft::along(&spring, 1.0, course).pull(0.0, [-1.0, 0.0]);
            assert!((taken / (dt * phase) - 1.0).abs() < 1e-5, "{phase}: {taken}");
        }
    }

    #[test]
    fn drag_alone_holds_a_load_by_its_damping() {
        // C_d/a, and the step itself without drag.
        assert_eq!(held_by_drag(4.0, 0.5, 0.1), 0.125);
        assert_eq!(held_by_drag(0.0, 0.0, 0.1), 0.1);
    }

    #[test]
    fn across_a_gap_a_load_counts_by_what_it_has_added() {
        let course = Course::new(Discretization::Exact, f64::INFINITY, 0.0, 0.1);
        let spring = Stiffness::Frequency(Spring::new(8.0, 0.3).unwrap());
        let soft = Soft::new(&spring, 1.0, course);
        assert!(soft.sag.abs() > 1e-3);
        let across = soft.across_a_gap(0.1);
        let pull = across.pull(-0.2, [-9.81, -0.5]);
        assert!((pull - soft.c_d * (-0.2 / 0.1 - 0.5)).abs() < 1e-15, "{pull}");
    }
}
