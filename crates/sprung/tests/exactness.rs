//! Every coefficient against the golden data, which knows no formula of this crate, in both precisions.
//!
//! `cargo test -p sprung --test exactness -- --nocapture` prints the worst errors and where they are.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::fmt::Debug;

use sprung::{Damper, Real, SoftCoefficients, Spring, SpringStep, State};
use testkit::precision::Precision;
use testkit::random::Random;
use testkit::tolerance::{
    ANSWERS, DAMPER, DRAG, FOLLOW, FRACTION, INCREMENT, MOVING_GOAL, SPRING_INTEGRAL, SPRING_STEP,
    Tolerance,
};
use testkit::worst::Worst;
use testkit::{golden, in_both_precisions, inputs};

/// The errors of one quantity over a whole table.
struct Errors {
    worst: Worst,
    bar: f64,
}

impl Errors {
    fn of<P: Precision>(quantity: &str, tolerance: &Tolerance) -> Self {
        let worst = Worst::new(format!("{} {quantity}", P::NAME));
        Self { worst, bar: tolerance.bar::<P>() }
    }

    fn check<P: Precision>(&mut self, got: P, want: f64, scale: f64, at: impl Debug) {
        let error = Precision::to_f64(got) - want;
        self.worst.check(error, self.bar * scale, || format!("{at:?}"));
    }

    fn finish(self) {
        self.worst.finish();
    }
}

fn wide<P: Precision, const N: usize>(values: [P; N]) -> [f64; N] {
    values.map(Precision::to_f64)
}

in_both_precisions! {
    spring_steps_are_exact small_steps_lose_no_digit integrals_are_exact moving_goals_are_exact
    fractions_are_exact drag_is_exact dampers_are_exact answers_are_exact
}

fn spring_steps_are_exact<R: Real + Precision>() {
    let [mut xx, mut xv, mut vx, mut vv] =
        ["xx", "xv", "vx", "vv"].map(|name| Errors::of::<R>(name, &SPRING_STEP));
    for row in golden::spring_steps::<R>() {
        let at = (row.angular_frequency, row.damping_ratio, row.dt);
        let [w, t] = wide([row.angular_frequency, row.dt]);
        let step = Spring::new(row.angular_frequency, row.damping_ratio).unwrap().step(row.dt);
        for matrix in [step.matrix(), applied_to_units(&step)] {
            xx.check(matrix[0][0], row.xx, 1.0, at);
            xv.check(matrix[0][1], row.xv, t.min(1.0 / w), at);
            vx.check(matrix[1][0], row.vx, w * (w * t).min(1.0), at);
            vv.check(matrix[1][1], row.vv, 1.0, at);
        }
    }
    [xx, xv, vx, vv].into_iter().for_each(Errors::finish);
}

/// A hundred times as many springs as the golden data holds, with the doubles that it proved as the oracle.
#[test]
fn single_precision_agrees_with_double_precision() {
    let mut random = Random::new(1);
    let mut errors = ["xx", "xv", "vx", "vv"]
        .map(|name| Errors::of::<f32>(&format!("{name} beside f64"), &SPRING_STEP));
    for _ in 0..200_000 {
        let (w, z) = inputs::spring::<f32>(&mut random);
        let dt = inputs::dt(&mut random, w);
        let [w64, z64, dt64] = wide([w, z, dt]);
        let single = Spring::new(w, z).unwrap().step(dt).matrix();
        let double = Spring::new(w64, z64).unwrap().step(dt64).matrix();
        let scales = [1.0, dt64.min(1.0 / w64), w64.min(w64 * w64 * dt64), 1.0];
        for i in 0..4 {
            errors[i].check(single[i / 2][i % 2], double[i / 2][i % 2], scales[i], (w, z, dt));
        }
    }
    errors.into_iter().for_each(Errors::finish);
}

/// The matrix as a user meets it, by moving a unit offset and a unit velocity.
fn applied_to_units<R: Real>(step: &SpringStep<R>) -> [[R; 2]; 2] {
    let displaced = step.apply(State::at_rest(R::ONE), R::ZERO);
    let thrown = step.apply(State::new(R::ZERO, R::ONE), R::ZERO);
    [[displaced.position, thrown.position], [displaced.velocity, thrown.velocity]]
}

/// From rest at 0 toward 1, the position is `1 − xx`: tiny for a small step, and yet all digits count.
fn small_steps_lose_no_digit<R: Real + Precision>() {
    let mut errors = Errors::of::<R>("1 - xx", &INCREMENT);
    for row in golden::spring_steps::<R>() {
        let at = (row.angular_frequency, row.damping_ratio, row.dt);
        let [w, t] = wide([row.angular_frequency, row.dt]);
        let spring = Spring::new(row.angular_frequency, row.damping_ratio).unwrap();
        let moved = spring.step(row.dt).apply(State::at_rest(R::ZERO), R::ONE);
        errors.check(moved.position, -row.xx_minus_one, (w * t).min(1.0).powi(2), at);
    }
    errors.finish();
}

fn integrals_are_exact<R: Real + Precision>() {
    let [mut offset, mut velocity] =
        ["integral of xx", "integral of xv"].map(|name| Errors::of::<R>(name, &SPRING_INTEGRAL));
    for row in golden::spring_integrals::<R>() {
        let at = (row.angular_frequency, row.damping_ratio, row.dt);
        let [t] = wide([row.dt]);
        let spring = Spring::new(row.angular_frequency, row.damping_ratio).unwrap();
        let step = spring.integral_step(row.dt);
        let displaced = step.apply(State::at_rest(R::ONE), R::ZERO);
        offset.check(displaced, row.integral_xx, t, at);
        let thrown = step.apply(State::new(R::ZERO, R::ONE), R::ZERO);
        velocity.check(thrown, row.integral_xv, t * t, at);
    }
    [offset, velocity].into_iter().for_each(Errors::finish);
}

/// The goal leaves 0 with speed 1, so that `dt` is how far it gets.
fn moving_goals_are_exact<R: Real + Precision>() {
    let names = ["followed", "tracked", "Holden's goal velocity"];
    let mut positions = names.map(|name| Errors::of::<R>(&format!("{name}, x"), &MOVING_GOAL));
    let mut velocities = names.map(|name| Errors::of::<R>(&format!("{name}, v"), &MOVING_GOAL));
    let mut creep = Errors::of::<R>("followed, x, of how far it can get", &FOLLOW);
    for row in golden::moving_goals::<R>() {
        let at = (row.angular_frequency, row.damping_ratio, row.dt);
        let [w, t] = wide([row.angular_frequency, row.dt]);
        let spring = Spring::new(row.angular_frequency, row.damping_ratio).unwrap();
        let rest = State::at_rest(R::ZERO);
        let followed = spring.follow_step(row.dt).apply(rest, R::ZERO, row.dt);
        let tracked = spring.track_step(row.dt).apply(rest, R::ZERO, row.dt);
        let told = spring.goal_velocity_step(row.dt).apply(rest, R::ZERO, R::ONE);
        let results = [
            (followed, row.follow_position, row.follow_velocity),
            (tracked, row.track_position, row.track_velocity),
            (told, row.goal_velocity_position, row.goal_velocity_velocity),
        ];
        for (i, (state, position, velocity)) in results.into_iter().enumerate() {
            positions[i].check(state.position, position, t, at);
            velocities[i].check(state.velocity, velocity, 1.0, at);
        }
        creep.check(followed.position, row.follow_position, t * (w * t).min(1.0).powi(2), at);
    }
    positions.into_iter().chain(velocities).chain([creep]).for_each(Errors::finish);
}

fn fractions_are_exact<R: Real + Precision>() {
    let [mut c_s, mut c_d] = ["C_s", "C_d"].map(|name| Errors::of::<R>(name, &FRACTION));
    for row in golden::fractions::<R>() {
        let at = (row.angular_frequency, row.damping_ratio, row.dt);
        let [w, z, t] = wide([row.angular_frequency, row.damping_ratio, row.dt]);
        let spring = Spring::new(row.angular_frequency, row.damping_ratio).unwrap();
        let fraction = SoftCoefficients::exact(&spring, row.dt);
        c_s.check(fraction.c_s, row.stiffness_fraction, (w * t).min(1.0).powi(2), at);
        c_d.check(fraction.c_d, row.damping_fraction, (z * w * t).min(1.0), at);
    }
    [c_s, c_d].into_iter().for_each(Errors::finish);
}

fn drag_is_exact<R: Real + Precision>() {
    let [mut xv, mut vv] = ["drag xv", "drag vv"].map(|name| Errors::of::<R>(name, &DRAG));
    for row in golden::drags::<R>() {
        let at = (row.damping, row.dt);
        let [t] = wide([row.dt]);
        let drag = Spring::from_stiffness_and_damping(R::ZERO, row.damping).unwrap();
        let [[xx, got_xv], [vx, got_vv]] = drag.step(row.dt).matrix();
        xv.check(got_xv, row.xv, t, at);
        vv.check(got_vv, row.vv, 1.0, at);
        assert_eq!((xx, vx), (R::ONE, R::ZERO), "drag neither pulls nor moves what rests");
    }
    [xv, vv].into_iter().for_each(Errors::finish);
}

fn dampers_are_exact<R: Real + Precision>() {
    let [mut left, mut covered, mut ramp] = ["damper, left", "damper, covered", "damper, ramp"]
        .map(|name| Errors::of::<R>(name, &DAMPER));
    for row in golden::dampers::<R>() {
        let at = (row.rate, row.dt);
        let [rate, t] = wide([row.rate, row.dt]);
        let damper = Damper::from_rate(row.rate).unwrap();
        let step = damper.step(row.dt);
        left.check(step.remaining(), row.remaining, 1.0, at);
        left.check(step.apply(R::ONE, R::ZERO), row.remaining, 1.0, at);
        covered.check(step.apply(R::ZERO, R::ONE), row.covered, (rate * t).min(1.0), at);
        let followed = damper.follow_step(row.dt).apply(R::ZERO, R::ZERO, row.dt);
        ramp.check(followed, row.ramp, t, at);
    }
    [left, covered, ramp].into_iter().for_each(Errors::finish);
}

fn answers_are_exact<R: Real + Precision>() {
    let [mut half_life, mut overshoot, mut lag] =
        ["half-life", "overshoot", "lag"].map(|name| Errors::of::<R>(name, &ANSWERS));
    for row in golden::answers::<R>() {
        let at = row.damping_ratio;
        let spring = Spring::new(R::ONE, row.damping_ratio).unwrap();
        half_life.check(spring.halflife(), row.half_life, row.half_life, at);
        overshoot.check(spring.overshoot(), row.overshoot, 1.0, at);
        lag.check(spring.lag(), row.lag, row.lag, at);
    }
    [half_life, overshoot, lag].into_iter().for_each(Errors::finish);
}
