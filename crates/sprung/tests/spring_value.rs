//! The owned value: exact, smooth under interruption, the same at every frame rate, asleep once it has arrived.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::motion::{Animatable, RotationState, SpringValue};
use sprung::{Real, RestThreshold, Rotation, Spring, State};
use testkit::in_both_precisions;
use testkit::inputs::hostile;
use testkit::precision::Precision;
use testkit::random::Random;
use testkit::reference_ode::solve;
use testkit::tolerance::{MANY_FRAMES, SPRING_STEP};

in_both_precisions! {
    a_new_time_step_or_spring_is_a_new_step no_time_changes_nothing
    every_damped_value_arrives_exactly_and_stays rotations_arrive_exactly_and_stay
    a_threshold_puts_the_value_at_rest_within_it hostile_numbers_never_panic
}

const RATES: [f64; 7] = [24.0, 30.0, 60.0, 120.0, 144.0, 240.0, 1000.0];

fn r<R: Real>(value: f64) -> R {
    R::from_f64(value)
}

#[test]
fn it_obeys_the_differential_equation() {
    let mut random = Random::new(1);
    for _ in 0..200 {
        let (w, z) = (random.log_uniform(0.5, 30.0), random.log_uniform(0.05, 3.0));
        let start = [random.uniform(-2.0, 2.0), random.uniform(-9.0, 9.0)];
        let goal = random.uniform(-2.0, 2.0);
        let mut value = SpringValue::new(0.0).with_spring(Spring::new(w, z).unwrap());
        value.set_state(State::new(start[0], start[1]));
        value.set_goal(goal);
        let mut time = 0.0;
        for _ in 0..9 {
            let dt = random.log_uniform(1e-3, 0.1);
            value.advance(dt);
            time += dt;
        }
        let law = |_, [x, v]: [f64; 2]| [v, w * w * (goal - x) - 2.0 * z * w * v];
        let [x, v] = solve(law, start, 0.0, time);
        let scale = 4.0 + 9.0 / w;
        assert!((value.value() - x).abs() <= 1e-11 * scale, "{w} {z}");
        assert!((value.velocity() - v).abs() <= 1e-11 * scale * w.max(1.0), "{w} {z}");
    }
}

#[test]
fn an_interruption_keeps_value_and_velocity_bit_for_bit() {
    let spring = Spring::new(9.0f32, 0.4).unwrap();
    let mut value = SpringValue::new([0.0f32, 5.0]).with_spring(spring);
    value.set_goal([3.0, -1.0]);
    let mut random = Random::new(2);
    for _ in 0..500 {
        value.advance(random.log_uniform(1e-4, 0.1) as f32);
        let before = value.state();
        if random.index(2) == 0 {
            value.set_goal([0; 2].map(|_| random.uniform(-9.0, 9.0) as f32));
        } else {
            value.set_spring(Spring::new(random.uniform(1.0, 30.0) as f32, 0.7).unwrap());
        }
        assert_eq!(value.state(), before);
        let step = value.spring().step(0.001);
        let mut next = value;
        next.advance(0.001);
        assert_eq!(next.state(), step.apply(before, value.goal()));
    }
}

#[test]
fn the_motion_is_the_same_at_every_frame_rate() {
    let play = |rate: f64| {
        let mut value = SpringValue::new([0.0, 1.0]).with_spring(Spring::new(7.0, 0.3).unwrap());
        let mut turn = SpringValue::default().with_spring(Spring::new(5.0, 1.2).unwrap());
        let mut seen = Vec::new();
        for second in 0..4 {
            let goal = f64::from(second);
            value.set_goal([goal.cos(), 3.0 * goal]);
            turn.set_goal(Rotation::from_rotation_vector([0.2 * goal, 0.3, -0.1 * goal]));
            for _ in 0..rate as usize {
                value.advance(1.0 / rate);
                turn.advance(1.0 / rate);
            }
            seen.extend(value.value().into_iter().chain(value.velocity()));
            seen.extend(turn.value().xyzw().into_iter().chain(turn.velocity()));
        }
        seen
    };
    let once = play(1.0);
    let greatest = once.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    for rate in RATES {
        for (often, once) in play(rate).iter().zip(&once) {
            let error = (often - once).abs() / greatest;
            assert!(error <= MANY_FRAMES.bar::<f64>(), "{rate} fps: {error}");
        }
    }
}

fn a_new_time_step_or_spring_is_a_new_step<R: Real + Precision>() {
    let mut random = Random::new(3);
    let mut value = SpringValue::new(R::ZERO);
    value.set_goal(R::ONE);
    for _ in 0..300 {
        if random.index(5) == 0 {
            let (w, z) = (random.log_uniform(1.0, 40.0), random.uniform(0.1, 2.0));
            value.set_spring(Spring::new(r(w), r(z)).unwrap());
            value.set_goal(r(random.uniform(-1.0, 1.0)));
        }
        let dt: R = [r(1.0 / 60.0), r(1.0 / 60.0), r(1.0 / 144.0), r(0.25)][random.index(4)];
        let expected = value.spring().step(dt).apply(value.state(), value.goal());
        let moved = value.advance(dt);
        assert!(value.state() == expected || !moved && value.value() == value.goal());
    }
}

fn no_time_changes_nothing<R: Real + Precision>() {
    let mut value = SpringValue::new(R::ONE);
    for goal in [R::ONE, R::TWO] {
        value.set_goal(goal);
        value.advance(r(0.05));
        let before = value;
        for dt in [R::ZERO, -R::ZERO, -R::ONE, R::from_f64(f64::NAN), -R::INFINITY] {
            assert_eq!(value.advance(dt), goal != R::ONE);
            assert_eq!(value, before);
        }
    }
    assert!(!value.advance(R::INFINITY));
    assert_eq!(value.state(), State::at_rest(R::TWO));
    let mut undamped = SpringValue::new(R::ONE).with_spring(Spring::new(R::TWO, R::ZERO).unwrap());
    undamped.set_goal(R::TWO);
    assert!(undamped.advance(R::INFINITY));
    assert_eq!(undamped.state(), State::at_rest(R::ONE));
}

/// Advances until it sleeps and returns the seconds that took and the largest change of the last frame.
fn play_until_rest<V: Animatable>(value: &mut SpringValue<V>, dt: V::Scalar, most: f64) -> f64 {
    let frames = (most / dt.to_f64()) as usize;
    let taken = (0..frames).find(|_| !value.advance(dt));
    let taken = taken.unwrap_or_else(|| panic!("not at rest after {most} s at dt = {dt:?}"));
    assert!(!value.is_moving() && value.value() == value.goal());
    let rested = *value;
    for _ in 0..10 {
        assert!(!value.advance(dt));
        assert!(*value == rested);
    }
    taken as f64 * dt.to_f64()
}

fn every_damped_value_arrives_exactly_and_stays<R: Real + Precision>() {
    for (w, z) in [(3.0, 0.05), (12.0, 0.2), (12.0, 1.0), (60.0, 0.7), (30.0, 4.0), (8.0, 20.0)] {
        let spring = Spring::new(r::<R>(w), r(z)).unwrap();
        // Sixty powers of e of the slowest decay, and more where a step moves less than a digit.
        let slowest = if z > 1.0 { w / (2.0 * z) } else { w * z };
        for rate in RATES {
            for (start, goal) in [(0.0, 1.0), (1000.0, 0.0), (1000.0, 1000.5), (-3e-5, 7e8)] {
                let mut value = SpringValue::new([r::<R>(start), R::ONE]).with_spring(spring);
                value.set_goal([r(goal), R::ONE]);
                play_until_rest(&mut value, r(1.0 / rate), 60.0 / slowest);
            }
            let mut kicked = SpringValue::new(R::ZERO).with_spring(spring);
            kicked.set_state(State::new(R::ZERO, r(5.0)));
            play_until_rest(&mut kicked, r(1.0 / rate), 60.0 / slowest);
        }
    }
}

fn rotations_arrive_exactly_and_stay<R: Real + Precision>() {
    let mut random = Random::new(4);
    let mut turn = |scale: f64| [0; 3].map(|_| r::<R>(random.uniform(-scale, scale)));
    for (w, z) in [(3.0, 0.1), (12.0, 0.5), (12.0, 1.0), (30.0, 3.0)] {
        let slowest = if z > 1.0 { w / (2.0 * z) } else { w * z };
        for rate in RATES {
            let from = Rotation::from_rotation_vector(turn(2.0));
            let mut value =
                SpringValue::new(from).with_spring(Spring::new(r::<R>(w), r(z)).unwrap());
            value.set_state(RotationState::new(from, turn(9.0)));
            value.set_goal(Rotation::from_rotation_vector(turn(2.0)));
            let mut by_step = value.state();
            let dt = r(1.0 / rate);
            for _ in 0..9 {
                value.advance(dt);
                by_step = value.spring().step(dt).apply_rotation(by_step, value.goal());
                assert_eq!(value.state(), by_step);
            }
            play_until_rest(&mut value, dt, 60.0 / slowest);
        }
    }
}

fn a_threshold_puts_the_value_at_rest_within_it<R: Real + Precision>() {
    let pixels = RestThreshold { distance: r::<R>(0.5), speed: r(20.0) };
    for z in [0.2, 1.0, 3.0] {
        for rate in RATES {
            let spring = Spring::new(r::<R>(15.0), r(z)).unwrap();
            let mut value =
                SpringValue::new(R::ZERO).with_spring(spring).with_rest_threshold(pixels);
            value.set_goal(r(300.0));
            let dt = r(1.0 / rate);
            let mut free = value.state();
            let taken = play_until_rest(&mut value, dt, 20.0);
            for _ in 0..=(taken * rate).round() as usize {
                assert!(!pixels.is_at_rest(free, value.goal()));
                free = spring.step(dt).apply(free, value.goal());
            }
            assert!(pixels.is_at_rest(free, value.goal()));
            // What is put at rest would have stayed within the threshold's energy.
            let most = 0.5f64.hypot(20.0 / 15.0) * (1.0 + SPRING_STEP.bar::<R>());
            for _ in 0..2000 {
                free = spring.step(dt).apply(free, value.goal());
                assert!(Real::to_f64((free.position - value.goal()).abs()) <= most + 1e-3);
            }
        }
    }
    for never in [-R::ONE, r(f64::NAN)] {
        let restless = RestThreshold { distance: never, speed: R::INFINITY };
        let mut value = SpringValue::new(R::ZERO).with_rest_threshold(restless);
        value.set_goal(R::ONE);
        assert!((0..60).all(|_| value.advance(r(1.0 / 60.0))));
    }
    let at_once = RestThreshold { distance: R::INFINITY, speed: R::INFINITY };
    let mut value = SpringValue::new(R::ZERO).with_rest_threshold(at_once);
    value.set_goal(R::ONE);
    assert!(!value.advance(r(1.0 / 60.0)) && value.value() == R::ONE);
}

fn hostile_numbers_never_panic<R: Real + Precision>() {
    let numbers = hostile::<R>();
    let mut random = Random::new(5);
    for _ in 0..20_000 {
        let mut draw = || numbers[random.index(numbers.len())];
        let spring = Spring::clamped(draw(), draw());
        let rest = RestThreshold { distance: draw(), speed: draw() };
        let mut value = SpringValue::new(draw()).with_spring(spring).with_rest_threshold(rest);
        let others = [draw(), draw(), draw()];
        value.set_state(State::new(others[0], others[1]));
        value.set_goal(others[2]);
        for dt in [draw(), draw(), r(0.01)] {
            let before = value;
            let moving = value.advance(dt);
            assert_eq!(moving, value.is_moving());
            if before.state() == before.goal().at_rest() {
                assert_eq!(value.state(), before.state());
            }
        }
        value.snap_to(R::ONE);
        assert!(!value.is_moving() && !value.advance(r(0.01)) && value.value() == R::ONE);
    }
}

#[test]
fn a_value_without_a_pull_never_arrives_but_moves_freely() {
    let mut free = SpringValue::new(0.0).with_spring(Spring::clamped(0.0, 0.0));
    free.set_state(State::new(0.0, 2.0));
    for _ in 0..100 {
        assert!(free.advance(0.01));
    }
    assert!((free.value() - 2.0).abs() < 1e-13 && free.velocity() == 2.0);
}
