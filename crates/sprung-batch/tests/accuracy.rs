//! Batches against 60-digit golden data and against the core.

use sprung::{Damper, Spring, State};
use sprung_batch::{Batch, Float, RestThreshold, SpringParams};
use testkit::golden::{SpringStepRow, spring_steps};
use testkit::inputs;
use testkit::precision::Precision;
use testkit::random::Random;
use testkit::tolerance::{BATCH_STEP, DAMPER};
use testkit::worst::Worst;

fn awake<T: Float>() -> Batch<T> {
    Batch::new().with_rest(RestThreshold { distance: -T::ONE, speed: -T::ONE })
}

/// One step of one spring by a batch of one: `(position, velocity)`.
fn step<T: Float>(w: T, z: T, dt: T, state: State<T>, goal: T) -> (T, T) {
    let (mut position, mut velocity) = ([state.position], [state.velocity]);
    awake().springs(
        SpringParams { angular_frequency: w, damping_ratio: z, dt },
        &mut position,
        &mut velocity,
        goal,
    );
    (position[0], velocity[0])
}

fn golden_matrix<T: Float + Precision>() {
    let mut worst = Worst::new(format!("batch step against golden data, {}", T::NAME));
    for row in spring_steps::<T>() {
        let SpringStepRow { angular_frequency: w, damping_ratio: z, dt: t, .. } = row;
        let (xx, vx) = step(w, z, t, State::new(T::ONE, T::ZERO), T::ZERO);
        let (xv, vv) = step(w, z, t, State::new(T::ZERO, T::ONE), T::ZERO);
        let [w, z, t] = [w, z, t].map(Precision::to_f64);
        let bar = BATCH_STEP.bar::<T>();
        let place = || format!("w {w} z {z} t {t}");
        worst.check(Precision::to_f64(xx) - row.xx, bar, || format!("xx {}", place()));
        worst.check(Precision::to_f64(vv) - row.vv, bar, || format!("vv {}", place()));
        worst.check(Precision::to_f64(xv) - row.xv, bar * t, || format!("xv {}", place()));
        worst.check(Precision::to_f64(vx) - row.vx, bar * w, || format!("vx {}", place()));
    }
    worst.finish();
}

#[test]
fn every_regime_is_exact_in_single_precision() {
    golden_matrix::<f32>();
}

#[test]
fn every_regime_is_exact_in_double_precision() {
    golden_matrix::<f64>();
}

fn equals_core<T: Float + Precision>(seed: u64) {
    let mut random = Random::new(seed);
    let mut worst = Worst::new(format!("batch against core, {}", T::NAME));
    for _ in 0..100_000 {
        let (w, z) = inputs::spring::<T>(&mut random);
        let dt = inputs::dt(&mut random, w);
        let (x, v) = inputs::state(&mut random, w);
        let goal = T::nearest(random.uniform(-1.0, 1.0));
        let state = State::new(x, v);
        let core = Spring::new(w, z).expect("a spring").step(dt).apply(state, goal);
        let (position, velocity) = step(w, z, dt, state, goal);
        let [w, z, dt, x, v, goal] = [w, z, dt, x, v, goal].map(Precision::to_f64);
        let bar = 2.0 * BATCH_STEP.bar::<T>();
        let scale = (x - goal).abs() + v.abs() / w + x.abs() + goal.abs();
        let place = || format!("w {w} z {z} dt {dt} x {x} v {v} goal {goal}");
        worst.check(Precision::to_f64(position - core.position), bar * scale, place);
        worst.check(Precision::to_f64(velocity - core.velocity), bar * scale * w, place);
    }
    worst.finish();
}

#[test]
fn a_batch_equals_the_core() {
    equals_core::<f32>(1);
    equals_core::<f64>(2);
}

fn through_one<T: Float + Precision>() {
    let mut worst = Worst::new(format!("no seam at critical damping, {}", T::NAME));
    for z in inputs::ratios_through_one::<T>() {
        for phase in [1e-3, 0.1, 1.0, 3.0, 20.0] {
            let phase = T::nearest(phase);
            let (x, v) = step(T::ONE, z, phase, State::new(T::ONE, T::ONE), T::ZERO);
            let exact = Spring::new(1.0, Precision::to_f64(z)).expect("a spring");
            let exact = exact.step(Precision::to_f64(phase)).apply(State::new(1.0, 1.0), 0.0);
            let bar = 2.0 * BATCH_STEP.bar::<T>() * (1.0 + Precision::to_f64(phase)).min(2.0);
            worst.check(Precision::to_f64(x) - exact.position, bar, || format!("{z} {phase}"));
            worst.check(Precision::to_f64(v) - exact.velocity, bar, || format!("{z} {phase}"));
        }
    }
    worst.finish();
}

#[test]
fn damping_ratios_pass_one_without_a_seam() {
    through_one::<f32>();
    through_one::<f64>();
}

fn critical_equals_core<T: Float + Precision>(seed: u64) {
    let mut random = Random::new(seed);
    let mut worst = Worst::new(format!("critical springs against core, {}", T::NAME));
    for _ in 0..50_000 {
        let halflife = T::nearest(random.log_uniform(1e-3, 1e2));
        let dt = T::nearest(random.log_uniform(1e-4, 10.0));
        let spring = Spring::from_halflife(Precision::to_f64(halflife), 1.0).expect("a spring");
        let w = spring.angular_frequency();
        let (x, v) = inputs::state(&mut random, T::nearest(w));
        let goal = T::nearest(random.uniform(-1.0, 1.0));
        let (mut position, mut velocity) = ([x], [v]);
        awake().critical_springs(halflife, dt, &mut position, &mut velocity, goal);
        let [x, v, goal, dt] = [x, v, goal, dt].map(Precision::to_f64);
        let core = spring.step(dt).apply(State::new(x, v), goal);
        let bar = 2.0 * BATCH_STEP.bar::<T>();
        let scale = (x - goal).abs() + v.abs() / w + x.abs() + goal.abs();
        let place = || format!("halflife {halflife} dt {dt} x {x} v {v} goal {goal}");
        worst.check(Precision::to_f64(position[0]) - core.position, bar * scale, place);
        worst.check(Precision::to_f64(velocity[0]) - core.velocity, bar * scale * w, place);
    }
    worst.finish();
}

#[test]
fn critical_springs_equal_the_core() {
    critical_equals_core::<f32>(3);
    critical_equals_core::<f64>(4);
}

#[test]
fn a_shared_step_is_the_core_bit_for_bit() {
    let mut random = Random::new(5);
    for _ in 0..300 {
        let (w, z) = inputs::spring::<f32>(&mut random);
        let dt = inputs::dt(&mut random, w);
        let spring = Spring::new(w, z).expect("a spring");
        let states: Vec<_> = (0..37).map(|_| inputs::state(&mut random, w)).collect();
        let from: Vec<f32> = (0..37).map(|_| random.uniform(-1.0, 1.0) as f32).collect();
        let to: Vec<f32> = (0..37).map(|_| random.uniform(-1.0, 1.0) as f32).collect();
        let columns = || -> (Vec<f32>, Vec<f32>) { states.iter().copied().unzip() };
        let held = spring.step(dt);
        let (mut x, mut v) = columns();
        awake().spring(&held, &mut x, &mut v, &to);
        let tracked = spring.track_step(dt);
        let (mut tx, mut tv) = columns();
        awake().spring_moving_goal(&tracked, &mut tx, &mut tv, &from, &to);
        let pulled = spring.goal_velocity_step(dt);
        let (mut px, mut pv) = columns();
        awake().spring_goal_velocity(&pulled, &mut px, &mut pv, &to, &from);
        for (i, &(position, velocity)) in states.iter().enumerate() {
            let state = State::new(position, velocity);
            assert_eq!(State::new(x[i], v[i]), held.apply(state, to[i]));
            assert_eq!(State::new(tx[i], tv[i]), tracked.apply(state, from[i], to[i]));
            assert_eq!(State::new(px[i], pv[i]), pulled.apply(state, to[i], from[i]));
        }
    }
}

fn dampers_halve<T: Float + Precision>(seed: u64) {
    let mut random = Random::new(seed);
    let mut worst = Worst::new(format!("dampers against core, {}", T::NAME));
    for _ in 0..50_000 {
        let halflife = T::nearest(random.log_uniform(1e-3, 1e2));
        let dt = T::nearest(random.log_uniform(1e-5, 10.0));
        let [x, goal] = [(); 2].map(|()| T::nearest(random.uniform(-1.0, 1.0)));
        let mut value = [x];
        awake().dampers(halflife, dt, &mut value, goal);
        let [x, goal, halflife, dt] = [x, goal, halflife, dt].map(Precision::to_f64);
        let exact = Damper::from_halflife(halflife).expect("a damper").step(dt).apply(x, goal);
        let scale = (x - goal).abs() + x.abs() + goal.abs();
        let bar = DAMPER.bar::<T>() * scale;
        worst.check(Precision::to_f64(value[0]) - exact, bar, || format!("{halflife} {dt}"));
    }
    worst.finish();
}

#[test]
fn dampers_halve_the_offset_per_halflife() {
    dampers_halve::<f32>(6);
    dampers_halve::<f64>(7);
}

#[test]
fn a_shared_damper_is_the_core_bit_for_bit() {
    let mut random = Random::new(8);
    let damper = Damper::from_halflife(0.2f32).expect("a damper");
    for dt in [0.0, 1e-3, 0.1, 0.3, 10.0] {
        let column = |random: &mut Random| -> Vec<f32> {
            (0..41).map(|_| random.uniform(-1.0, 1.0) as f32).collect()
        };
        let (value, from, to) = (column(&mut random), column(&mut random), column(&mut random));
        let (held, moving) = (damper.step(dt), damper.follow_step(dt));
        let (mut a, mut b) = (value.clone(), value.clone());
        awake().damper(&held, &mut a, &to);
        awake().damper_moving_goal(&moving, &mut b, &from, &to);
        for i in 0..value.len() {
            assert_eq!(a[i], held.apply(value[i], to[i]));
            assert_eq!(b[i], moving.apply(value[i], from[i], to[i]));
        }
    }
}
