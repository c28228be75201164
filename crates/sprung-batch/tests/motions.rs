//! Crowds, poses and rotations against the core, one by one.

use sprung::motion::RotationState;
use sprung::{Rotation, Spring, State};
use sprung_batch::{Batch, Float, RestThreshold, SpringParams};
use testkit::precision::Precision;
use testkit::random::Random;
use testkit::tolerance::{BATCH_ROTATION, BATCH_STEP};
use testkit::worst::Worst;

fn awake<T: Float>() -> Batch<T> {
    Batch::new().with_rest(RestThreshold { distance: -T::ONE, speed: -T::ONE })
}

fn characters_equal_the_core<T: Float + Precision>() {
    let mut random = Random::new(1);
    let mut worst = Worst::new(format!("characters against core, {}", T::NAME));
    for _ in 0..50_000 {
        let halflife = T::nearest(random.log_uniform(1e-2, 10.0));
        let dt = T::nearest(random.log_uniform(1e-4, 10.0));
        let [x, v, a, goal] = [(); 4].map(|()| T::nearest(random.uniform(-1.0, 1.0)));
        let (mut px, mut pv, mut pa) = ([x], [v], [a]);
        awake().characters(halflife, dt, &mut px, &mut pv, &mut pa, goal);
        let [halflife, dt, x, v, a, goal] = [halflife, dt, x, v, a, goal].map(Precision::to_f64);
        let spring = Spring::from_halflife(halflife, 1.0).expect("a spring");
        let exact = x + spring.integral_step(dt).apply(State::new(v, a), goal);
        let next = spring.step(dt).apply(State::new(v, a), goal);
        let w = spring.angular_frequency();
        let bar = 2.0 * BATCH_STEP.bar::<T>();
        let speed = v.abs() + goal.abs() + a.abs() * dt.min(1.0 / w);
        let place = || format!("halflife {halflife} dt {dt} x {x} v {v} a {a} goal {goal}");
        worst.check(Precision::to_f64(px[0]) - exact, bar * (x.abs() + speed * dt), place);
        worst.check(Precision::to_f64(pv[0]) - next.position, bar * speed, place);
        worst.check(Precision::to_f64(pa[0]) - next.velocity, bar * (w * speed + a.abs()), place);
    }
    worst.finish();
}

#[test]
fn a_crowd_moves_as_its_characters_would() {
    characters_equal_the_core::<f32>();
    characters_equal_the_core::<f64>();
}

#[test]
fn a_character_that_turns_at_once_has_the_wanted_velocity() {
    let (mut x, mut v, mut a) = ([1.0f32; 2], [5.0; 2], [2.0; 2]);
    Batch::new().characters(&[0.0, -0.0], 0.5, &mut x, &mut v, &mut a, 3.0);
    assert_eq!((x, v, a), ([2.5; 2], [3.0; 2], [0.0; 2]));
}

#[test]
fn a_pose_is_its_animation_and_what_is_left_of_the_offset() {
    let mut random = Random::new(2);
    for n in [1, 5, 300] {
        let mut column = || (0..n).map(|_| random.uniform(0.01, 1.0)).collect::<Vec<f64>>();
        let (halflife, offset, rate) = (column(), column(), column());
        let (animation, speed) = (column(), column());
        let (mut o, mut r) = (offset.clone(), rate.clone());
        let (mut x, mut v) = (animation.clone(), speed.clone());
        Batch::new().inertialize(&halflife, 0.02, &mut o, &mut r, &mut x, &mut v);
        let (mut d, mut e) = (offset, rate);
        Batch::new().critical_springs(&halflife, 0.02, &mut d, &mut e, 0.0);
        for i in 0..n {
            assert_eq!((o[i], r[i]), (d[i], e[i]));
            assert_eq!((x[i], v[i]), (animation[i] + d[i], speed[i] + e[i]));
        }
    }
}

fn unit(random: &mut Random, like: Option<([f64; 4], f64)>) -> [f64; 4] {
    let mut q = [(); 4].map(|()| random.uniform(-1.0, 1.0));
    if let Some((other, apart)) = like {
        q = core::array::from_fn(|i| other[i] + apart * q[i]);
    }
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    q.map(|x| x / length)
}

fn rotations_equal_the_core<T: Float + Precision>() {
    let mut random = Random::new(3);
    let mut worst = Worst::new(format!("rotations against core, {}", T::NAME));
    for round in 0..30_000 {
        let goal = unit(&mut random, None);
        // Far apart, near, and nearer than single precision can tell.
        let apart = [10.0, 1.0, 1e-3, 1e-8][round % 4];
        let start = unit(&mut random, Some((goal, apart)));
        let (w, z) = (random.log_uniform(0.5, 50.0), random.uniform(0.0, 3.0));
        let dt = random.log_uniform(1e-4, 1.0);
        let spin = [(); 3].map(|()| random.uniform(-1.0, 1.0) * w * apart.min(0.3));
        let [w, z, dt] = [w, z, dt].map(T::nearest);
        let mut rotation = start.map(|x| [T::nearest(x)]);
        let mut velocity = spin.map(|x| [T::nearest(x)]);
        let goal = goal.map(T::nearest);
        let wide = |x: &[T; 1]| Precision::to_f64(x[0]);
        let state = RotationState::new(
            Rotation::from_xyzw(rotation.each_ref().map(wide)),
            velocity.each_ref().map(wide),
        );
        awake().rotation_springs(
            SpringParams { angular_frequency: w, damping_ratio: z, dt },
            rotation.each_mut().map(|column| &mut column[..]),
            velocity.each_mut().map(|column| &mut column[..]),
            goal,
        );
        let [w, z, dt] = [w, z, dt].map(Precision::to_f64);
        let step = Spring::new(w, z).expect("a spring").step(dt);
        let goal = Rotation::from_xyzw(goal.map(Precision::to_f64));
        let close_to_half_a_turn = state.rotation.relative_to(&goal).xyzw()[3].abs() < 1e-3;
        if close_to_half_a_turn {
            continue;
        }
        let exact = step.apply_rotation(state, goal);
        let (q, e) = (rotation.each_ref().map(wide), exact.rotation.xyzw());
        let side = (0..4).map(|i| q[i] * e[i]).sum::<f64>().signum();
        let bar = BATCH_ROTATION.bar::<T>();
        let place = || format!("w {w} z {z} dt {dt} apart {apart}");
        for i in 0..4 {
            worst.check(side * q[i] - e[i], bar, place);
        }
        for (velocity, exact) in velocity.iter().zip(exact.angular_velocity) {
            worst.check(wide(velocity) - exact, bar * w.max(1.0), place);
        }
    }
    worst.finish();
}

#[test]
fn rotations_turn_as_the_core_turns_them() {
    rotations_equal_the_core::<f32>();
    rotations_equal_the_core::<f64>();
}

#[test]
fn a_rotation_comes_to_rest_on_the_nearer_side_of_its_goal() {
    let mut rotation = [[0.6f32], [0.0], [0.0], [0.8]];
    let mut velocity = [[0.0f32]; 3];
    for _ in 0..2000 {
        Batch::new().with_rest(RestThreshold { distance: 1e-6, speed: 1e-5 }).rotation_springs(
            SpringParams { angular_frequency: 10.0, damping_ratio: 1.0, dt: 1.0 / 60.0 },
            rotation.each_mut().map(|column| &mut column[..]),
            velocity.each_mut().map(|column| &mut column[..]),
            [0.0, 0.0, 0.0, -1.0],
        );
    }
    assert_eq!(rotation.map(|x| x[0].abs()), [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(velocity, [[0.0]; 3]);
}

#[test]
fn arrays_of_vectors_move_as_their_columns() {
    let vectors: Vec<[f32; 3]> =
        (0..77).map(|i| [i as f32 * 0.1, 1.0 - i as f32 * 0.03, (i % 7) as f32]).collect();
    let goals: Vec<[f32; 3]> = vectors.iter().map(|[x, y, z]| [*z, *x, *y]).collect();
    let step = sprung::Spring::new(9.0f32, 0.4).expect("a spring").step(0.02);
    let (mut position, mut velocity) = (vectors.clone(), goals.clone());
    let columns = (position.as_flattened_mut(), velocity.as_flattened_mut());
    sprung_batch::Batch::new().spring(&step, columns.0, columns.1, &goals[..]);
    for (i, (before, goal)) in vectors.iter().zip(&goals).enumerate() {
        let one = step.apply(sprung::State::new(*before, *goal), *goal);
        assert_eq!((position[i], velocity[i]), (one.position, one.velocity), "{i}");
    }
}
