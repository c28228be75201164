//! Reduced motion: no swings, the same time, a capped way.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::motion::ReducedMotion;
use sprung::{Real, Spring, State};
use testkit::in_both_precisions;
use testkit::inputs::hostile;
use testkit::precision::Precision;
use testkit::random::Random;

in_both_precisions! {
    the_spring_settles_in_the_same_time_without_swings
    hostile_numbers_are_at_the_goal_or_stay_what_they_are
}

fn r<R: Real>(value: f64) -> R {
    R::from_f64(value)
}

/// The last time that a motion from rest is farther than 2 % of the way, by brute force.
fn settled_by_search(spring: &Spring<f64>) -> f64 {
    let outside =
        |time: f64| spring.step(time).apply(State::at_rest(1.0), 0.0).position.abs() > 0.02;
    let (scale, steps) = (6.0 / spring.decay_rate(), 20_000);
    let last =
        (0..steps).rev().find(|&i| outside(scale * f64::from(i) / f64::from(steps))).unwrap();
    scale * f64::from(last) / f64::from(steps)
}

fn the_spring_settles_in_the_same_time_without_swings<R: Real + Precision>() {
    let mut random = Random::new(1);
    let policy = ReducedMotion { max_travel: R::ONE };
    for _ in 0..100 {
        let (w, z) = (random.log_uniform(0.5, 50.0), random.uniform(0.05, 0.999));
        let full = Spring::new(r::<R>(w), r(z)).unwrap();
        let calm = policy.spring(&full);
        assert!(calm.damping_ratio() >= R::ONE);
        let double = |spring: &Spring<R>| {
            Spring::new(
                Real::to_f64(spring.angular_frequency()),
                Real::to_f64(spring.damping_ratio()),
            )
            .unwrap()
        };
        let (want, got) = (settled_by_search(&double(&full)), settled_by_search(&double(&calm)));
        assert!((got / want - 1.0).abs() < 2e-3, "{w} {z}: {want} {got}");
        let heavy = Spring::new(r::<R>(w), r(1.0 + z)).unwrap();
        assert_eq!(policy.spring(&heavy), heavy);
    }
    let undamped = policy.spring(&Spring::new(r::<R>(3.0), R::ZERO).unwrap());
    assert_eq!(undamped, Spring::critical(r(3.0)).unwrap());
}

/// At every frame rate, from any state: the way is straight, never turns back, and is no longer than the cap.
#[test]
fn no_motion_turns_back_or_travels_farther_than_the_cap() {
    let mut random = Random::new(2);
    for _ in 0..300 {
        let cap = random.log_uniform(0.1, 100.0);
        let policy = ReducedMotion { max_travel: cap };
        let spring = Spring::new(random.log_uniform(1.0, 30.0), random.uniform(0.1, 3.0)).unwrap();
        let spring = policy.spring(&spring);
        let mut vector = |size: f64| [(); 2].map(|()| random.uniform(-size, size));
        let (start, goal) = (State::new(vector(50.0), vector(500.0)), vector(50.0));
        let from = policy.start(start, goal, &spring);
        let distance = |x: [f64; 2]| (x[0] - goal[0]).hypot(x[1] - goal[1]);
        let full = distance(start.position);
        assert!((distance(from.position) - cap.min(full)).abs() < 1e-12 * (1.0 + full));
        for fps in [15.0, 144.0, 1000.0] {
            let step = spring.step(1.0 / fps);
            let (mut state, mut way) = (from, 0.0);
            for _ in 0..(3.0 * fps) as u32 {
                let next = step.apply(state, goal);
                let moved = [0, 1].map(|i| next.position[i] - state.position[i]);
                way += moved[0].hypot(moved[1]);
                assert!(distance(next.position) <= distance(state.position) + 1e-13);
                // Still on the same side of the goal.
                let sides =
                    [0, 1].map(|i| (next.position[i] - goal[i]) * (from.position[i] - goal[i]));
                assert!(sides.iter().all(|&side| side > -1e-12), "{from:?} {next:?}");
                state = next;
            }
            assert!(way <= cap.min(full) * (1.0 + 1e-12) + 1e-12, "{fps}: {way} {cap}");
        }
    }
}

fn hostile_numbers_are_at_the_goal_or_stay_what_they_are<R: Real + Precision>() {
    let spring = Spring::critical(r::<R>(7.0)).unwrap();
    let state = State::new([r::<R>(3.0), r(4.0)], [R::ZERO; 2]);
    for cap in hostile::<R>() {
        let policy = ReducedMotion { max_travel: cap };
        let start = policy.start(state, [R::ZERO; 2], &spring);
        if !(cap > R::ZERO) {
            assert_eq!(start, State::at_rest([R::ZERO; 2]), "{cap:?}");
        } else if cap >= r(5.0) {
            assert_eq!(start.position, state.position, "{cap:?}");
        }
        for number in hostile::<R>() {
            let strange = State::new([number, R::ONE], [R::ONE, number]);
            let start = policy.start(strange, [R::ZERO; 2], &spring);
            if !Real::is_finite(number) {
                let still = start.position.iter().all(|&x| x == R::ZERO);
                assert!(still && start == State::at_rest([R::ZERO; 2]), "{number:?} {start:?}");
            }
        }
    }
}
