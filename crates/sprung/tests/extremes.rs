//! Steps at the ends of the number range, and near critical damping, where a single formula loses its digits.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::{Real, Spring, State};
use testkit::in_both_precisions;
use testkit::precision::Precision;
use testkit::random::Random;
use testkit::tolerance::SPRING_INTEGRAL;
use testkit::worst::Worst;

in_both_precisions! { endless_drag_coasts_its_whole_way frozen_springs_stay heavily_damped_springs_stay }

/// Returns the states one step after a velocity of 1 and after an offset of 1.
fn moved<R: Real>(spring: &Spring<R>, dt: R) -> (State<R>, State<R>) {
    let step = spring.step(dt);
    (step.apply(State::new(R::ZERO, R::ONE), R::ZERO), step.apply(State::at_rest(R::ONE), R::ZERO))
}

fn endless_drag_coasts_its_whole_way<R: Real + Precision>() {
    let spring = Spring::from_stiffness_and_damping(R::ZERO, R::from_f64(10.0)).unwrap();
    for dt in [R::from_f64(1e30), R::MAX, R::INFINITY] {
        let (pushed, displaced) = moved(&spring, dt);
        let way = Real::to_f64(pushed.position);
        assert!((way - 0.1).abs() < 0.1 * <R as Precision>::EPSILON, "{dt:?}: {way}");
        assert_eq!((pushed.velocity, displaced), (R::ZERO, State::at_rest(R::ONE)));
    }
}

fn frozen_springs_stay<R: Real + Precision>() {
    let spring = Spring::new(R::from_f64(3.0), R::INFINITY).unwrap();
    for dt in [R::from_f64(1e-3), R::ONE, R::MAX, R::INFINITY] {
        let (pushed, displaced) = moved(&spring, dt);
        assert_eq!((pushed, displaced), (State::at_rest(R::ZERO), State::at_rest(R::ONE)));
    }
}

/// The slow decay is ω·dt/(2ζ): far below one, however great the phase is.
fn heavily_damped_springs_stay<R: Real + Precision>() {
    let (ratio, frequency, dt) = if <R as Precision>::EPSILON > f64::EPSILON {
        (1e25, 1e10, 1e10)
    } else {
        (1e200, 1e80, 1e80)
    };
    let spring = Spring::new(R::from_f64(frequency), R::from_f64(ratio)).unwrap();
    let (_, displaced) = moved(&spring, R::from_f64(dt));
    let gone = frequency * (dt / (2.0 * ratio));
    assert!(gone < 1e-5);
    assert!((Real::to_f64(displaced.position) - (1.0 - gone)).abs() < 2e-7, "{displaced:?}");
}

#[test]
fn the_velocity_of_a_step_does_not_overflow_on_the_way() {
    // −ω/(2ζ)·e^(−ω·dt/(2ζ)).
    let (_, displaced) = moved(&Spring::new(1e200, 1e109).unwrap(), 1e-90);
    let exact = -5e90 * (-5.0f64).exp();
    assert!((displaced.velocity / exact - 1.0).abs() < 1e-12, "{:e}", displaced.velocity);
    let (_, displaced) = moved(&Spring::new(1e25f32, 1e13).unwrap(), 1e-11);
    let exact = -5e11 * (-5.0f64).exp();
    assert!((f64::from(displaced.velocity) / exact - 1.0).abs() < 1e-5, "{displaced:?}");
}

/// Compares single with double precision, which the golden data proves, where the area canceled just above the series.
#[test]
fn integrals_beside_critical_damping_keep_their_digits() {
    let mut random = Random::new(1);
    let [mut offset, mut velocity] =
        ["xx", "xv"].map(|what| Worst::new(format!("integral of {what}")));
    let mut check = |w: f32, z: f32, t: f32| {
        let single = Spring::new(w, z).unwrap().integral_step(t);
        let double = Spring::new(f64::from(w), f64::from(z)).unwrap().integral_step(f64::from(t));
        let (t64, bar) = (f64::from(t), SPRING_INTEGRAL.bar::<f32>());
        let apart = |x: f32, v: f32| {
            let exact = double.apply(State::new(f64::from(x), f64::from(v)), 0.0);
            f64::from(single.apply(State::new(x, v), 0.0)) - exact
        };
        offset.check(apart(1.0, 0.0), bar * t64, || format!("{w} {z} {t}"));
        velocity.check(apart(0.0, 1.0), bar * t64 * t64, || format!("{w} {z} {t}"));
    };
    check(0.327_828_88, 0.999_997_85, 0.796_564_76);
    for _ in 0..100_000 {
        let z = 1.0 + random.uniform(-1.0, 1.0) * random.log_uniform(1e-7, 0.1);
        let w = random.log_uniform(0.01, 100.0) as f32;
        check(w, z as f32, (random.log_uniform(1e-3, 30.0) / f64::from(w)) as f32);
    }
    offset.finish();
    velocity.finish();
}

/// Long after the motion has ended the integral of an offset is the lag 2ζ/ω, to the last digits.
#[test]
fn integrals_of_long_steps_a_few_digits_from_critical_are_the_lag() {
    let mut worst = Worst::new("integral of a long step");
    for ulps in -4i32..=4 {
        let ratio = 1.0 + f64::from(ulps) * f64::EPSILON / 2.0;
        for phase in [100.0, 668.0, 1e3, 1e4, 1e5] {
            let spring = Spring::new(1.0, ratio).unwrap();
            let covered = spring.integral_step(phase).apply(State::at_rest(1.0), 0.0);
            worst.check(covered - spring.lag(), 1e-14 * spring.lag(), || format!("{ulps} {phase}"));
        }
    }
    worst.finish();
}
