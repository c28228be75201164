//! Each short form equals the general spring, and each constructor of a step gives the same step.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::motion::{critical_spring, damper, decay_spring, simple_spring, spring};
use sprung::{Damper, Real, Spring, SpringStep, State};
use testkit::precision::Precision;
use testkit::random::Random;
use testkit::tolerance::{DRAG, SPRING_STEP};
use testkit::worst::Worst;
use testkit::{golden, in_both_precisions, inputs};

in_both_precisions! {
    the_critical_step_is_exact the_critical_motions_equal_the_general_spring
    drag_is_a_damper_on_the_velocity one_step_moves_many_states
    a_goal_that_rests_is_a_goal_that_is_held
}

fn wide<P: Precision>(value: P) -> f64 {
    Precision::to_f64(value)
}

fn the_critical_step_is_exact<R: Real + Precision>() {
    let mut worst = Worst::new(format!("{} critical step", R::NAME));
    for row in golden::spring_steps::<R>().filter(|row| wide(row.damping_ratio) == 1.0) {
        let [[xx, xv], [vx, vv]] = SpringStep::critical(row.angular_frequency, row.dt).matrix();
        let (w, t) = (wide(row.angular_frequency), wide(row.dt));
        for (got, want, scale) in
            [(xx, row.xx, 1.0), (xv, row.xv, t), (vx, row.vx, w), (vv, row.vv, 1.0)]
        {
            let bar = SPRING_STEP.bar::<R>() * scale;
            worst.check(wide(got) - want, bar, || format!("{:?}", (w, t)));
        }
    }
    worst.finish();
}

/// Simple, critical and decay spring against [`Spring::from_halflife`] with damping ratio 1.
fn the_critical_motions_equal_the_general_spring<R: Real + Precision>() {
    let mut worst = Worst::new(format!("{} critical motions", R::NAME));
    let mut random = Random::new(1);
    for _ in 0..10_000 {
        let halflife = R::from_f64(random.log_uniform(0.005, 100.0));
        let general = Spring::from_halflife(halflife, R::ONE).unwrap();
        let w = general.angular_frequency();
        let dt = inputs::dt(&mut random, w);
        let (x, v) = inputs::state(&mut random, w);
        let (goal, goal_velocity) = inputs::state(&mut random, w);
        let (state, zero) = (State::new(x, v), R::ZERO);
        let step = general.step(dt);
        let told = general.goal_velocity_step(dt).apply(state, goal, goal_velocity);
        for (short, long) in [
            (simple_spring(state, goal, halflife, dt), step.apply(state, goal)),
            (decay_spring(state, halflife, dt), step.apply(state, zero)),
            (critical_spring(state, goal, zero, halflife, dt), step.apply(state, goal)),
            (critical_spring(state, goal, goal_velocity, halflife, dt), told),
            (spring(state, goal, &general, dt), step.apply(state, goal)),
        ] {
            // The goal is up to 3 away, and both sides round the half-life to a frequency.
            let bar = 4.0 * SPRING_STEP.bar::<R>();
            let at = || format!("{:?}", (halflife, dt, x, v, goal, goal_velocity));
            worst.check(wide(short.position) - wide(long.position), bar, at);
            worst.check((wide(short.velocity) - wide(long.velocity)) / wide(w), bar, at);
        }
    }
    worst.finish();
}

fn drag_is_a_damper_on_the_velocity<R: Real + Precision>() {
    let mut worst = Worst::new(format!("{} drag beside damper", R::NAME));
    for row in golden::drags::<R>() {
        let drag = Spring::from_stiffness_and_damping(R::ZERO, row.damping).unwrap();
        let slowed = drag.step(row.dt).apply(State::new(R::ZERO, R::ONE), R::ZERO);
        let damped = damper(R::ONE, R::ZERO, &Damper::from_rate(row.damping).unwrap(), row.dt);
        let error = wide(slowed.velocity) - wide(damped);
        worst.check(error, DRAG.bar::<R>(), || format!("{:?}", (row.damping, row.dt)));
    }
    worst.finish();
}

/// One step, made once, moves arrays and tuples just as it moves each number.
fn one_step_moves_many_states<R: Real + Precision>() {
    let mut random = Random::new(2);
    for _ in 0..1000 {
        let (w, z) = inputs::spring::<R>(&mut random);
        let step = Spring::new(w, z).unwrap().step(inputs::dt(&mut random, w));
        let states: [(R, R); 4] = core::array::from_fn(|_| inputs::state(&mut random, w));
        let [positions, velocities] = [states.map(|s| s.0), states.map(|s| s.1)];
        let goal = [R::ONE, R::ZERO, -R::TWO, R::HALF];
        let together = step.apply(State::new(positions, velocities), goal);
        for i in 0..4 {
            let alone = step.apply(State::new(positions[i], velocities[i]), goal[i]);
            assert_eq!(State::new(together.position[i], together.velocity[i]), alone);
        }
    }
}

fn a_goal_that_rests_is_a_goal_that_is_held<R: Real + Precision>() {
    let mut random = Random::new(3);
    for _ in 0..1000 {
        let (w, z) = inputs::spring::<R>(&mut random);
        let dt = inputs::dt(&mut random, w);
        let spring = Spring::new(w, z).unwrap();
        let (x, v) = inputs::state(&mut random, w);
        let (state, goal) = (State::new(x, v), R::HALF);
        let held = spring.step(dt).apply(state, goal);
        assert_eq!(spring.follow_step(dt).apply(state, goal, goal), held);
        assert_eq!(spring.track_step(dt).apply(state, goal, goal), held);
        assert_eq!(spring.goal_velocity_step(dt).apply(state, goal, R::ZERO), held);
        let damper = Damper::from_rate(w).unwrap();
        let followed = damper.follow_step(dt).apply(x, goal, goal);
        assert_eq!(followed, damper.step(dt).apply(x, goal));
    }
}
