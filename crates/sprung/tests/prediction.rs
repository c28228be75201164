//! Prediction is stepping: any moment of the future is one step away, bit for bit, and many steps agree to rounding.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::motion::{Character, RotationState};
use sprung::{Real, Rotation, Spring, Vector};
use testkit::precision::Precision;
use testkit::random::Random;
use testkit::tolerance::FRAME_RATES;
use testkit::worst::Worst;
use testkit::{in_both_precisions, inputs};

in_both_precisions! {
    a_predicted_character_is_a_stepped_one_bit_for_bit
    a_predicted_rotation_is_a_stepped_one_bit_for_bit
    a_goal_per_sample_is_a_step_per_goal_bit_for_bit
    sixty_frames_arrive_where_one_prediction_said
}

const SAMPLES: usize = 8;

fn number<R: Real>(random: &mut Random) -> R {
    R::from_f64(random.uniform(-3.0, 3.0))
}

fn times<R: Real>(random: &mut Random) -> [R; SAMPLES] {
    let mut times = core::array::from_fn(|_| R::from_f64(random.log_uniform(1e-4, 10.0)));
    times[0] = R::ZERO;
    times
}

fn hero<R: Real>(random: &mut Random) -> Character<[R; 2]> {
    let mut vector = || [number(random), number(random)];
    Character { position: vector(), velocity: vector(), acceleration: vector() }
}

fn turned<R: Real>(random: &mut Random) -> Rotation<R> {
    Rotation::from_rotation_vector(core::array::from_fn(|_| number(random)))
}

fn spinning<R: Real>(random: &mut Random) -> RotationState<R> {
    RotationState::new(turned(random), core::array::from_fn(|_| number(random)))
}

fn a_predicted_character_is_a_stepped_one_bit_for_bit<R: Real + Precision>() {
    let mut random = Random::new(1);
    for _ in 0..1000 {
        let (w, z) = inputs::spring::<R>(&mut random);
        let spring = Spring::new(w, z).unwrap();
        let (start, times) = (hero::<R>(&mut random), times::<R>(&mut random));
        let goal = [number(&mut random), number(&mut random)];
        let mut path = [start; SAMPLES];
        start.predict(goal, &spring, &times, &mut path);
        for (time, predicted) in times.into_iter().zip(path) {
            let mut stepped = start;
            stepped.update(goal, &spring.character_step(time));
            assert_eq!(stepped, predicted, "{spring:?} after {time}");
        }
        assert_eq!(path[0], start, "now");
    }
}

fn a_predicted_rotation_is_a_stepped_one_bit_for_bit<R: Real + Precision>() {
    let mut random = Random::new(2);
    for _ in 0..1000 {
        let (w, z) = inputs::spring::<R>(&mut random);
        let spring = Spring::new(w, z).unwrap();
        let (start, goal) = (spinning::<R>(&mut random), turned(&mut random));
        let times = times::<R>(&mut random);
        let mut path = [start; SAMPLES];
        start.predict(goal, &spring, &times, &mut path);
        for (time, predicted) in times.into_iter().zip(path) {
            let stepped = spring.step(time).apply_rotation(start, goal);
            assert_eq!(stepped, predicted, "{spring:?} after {time}");
        }
    }
}

fn a_goal_per_sample_is_a_step_per_goal_bit_for_bit<R: Real + Precision>() {
    let mut random = Random::new(3);
    for _ in 0..1000 {
        let (w, z) = inputs::spring::<R>(&mut random);
        let spring = Spring::new(w, z).unwrap();
        let dt = R::from_f64(random.log_uniform(1e-3, 1.0));

        let goals: [[R; 2]; SAMPLES] =
            core::array::from_fn(|_| [number(&mut random), number(&mut random)]);
        let mut stepped = hero::<R>(&mut random);
        let mut path = [stepped; SAMPLES];
        stepped.predict_goals(&goals, &spring.character_step(dt), &mut path);
        for (goal, predicted) in goals.into_iter().zip(path) {
            stepped.update(goal, &spring.character_step(dt));
            assert_eq!(stepped, predicted);
        }

        let goals: [Rotation<R>; SAMPLES] = core::array::from_fn(|_| turned(&mut random));
        let mut stepped = spinning::<R>(&mut random);
        let mut path = [stepped; SAMPLES];
        stepped.predict_goals(&goals, &spring.step(dt), &mut path);
        for (goal, predicted) in goals.into_iter().zip(path) {
            stepped = spring.step(dt).apply_rotation(stepped, goal);
            assert_eq!(stepped, predicted);
        }
    }
}

fn sixty_frames_arrive_where_one_prediction_said<R: Real + Precision>() {
    let mut worst = Worst::new(format!("{} frames beside a prediction", R::NAME));
    let mut random = Random::new(4);
    for _ in 0..200 {
        let w = R::from_f64(random.log_uniform(0.5, 15.0));
        let z = R::from_f64(random.uniform(0.1, 3.0));
        let spring = Spring::new(w, z).unwrap();
        // Sixty frames of a sixty-fourth of a second: their sum is exact.
        let (dt, second) = (R::from_f64(1.0 / 64.0), R::from_f64(60.0 / 64.0));
        let goal = [number(&mut random), number(&mut random)];
        let mut stepped = hero::<R>(&mut random);
        let mut path = [stepped];
        stepped.predict(goal, &spring, &[second], &mut path);
        for _ in 0..60 {
            stepped.update(goal, &spring.character_step(dt));
        }
        let bar = FRAME_RATES.bar::<R>() * 5.0;
        let at = || format!("{spring:?}");
        let [predicted] = path;
        let apart = |a: [R; 2], b: [R; 2]| Real::to_f64(a.minus(b).length());
        worst.check(apart(predicted.position, stepped.position), bar, at);
        worst.check(apart(predicted.velocity, stepped.velocity), bar, at);
        let swing = Real::to_f64(w).max(1.0);
        worst.check(apart(predicted.acceleration, stepped.acceleration) / swing, bar, at);
    }
    worst.finish();
}

#[test]
#[should_panic(expected = "2 samples are asked for, but path holds 1")]
fn a_path_of_another_length_is_refused() {
    let hero = Character::at_rest(0.0);
    hero.predict(1.0, &Spring::critical(1.0).unwrap(), &[0.1, 0.2], &mut [hero]);
}
