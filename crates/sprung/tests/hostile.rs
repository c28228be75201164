//! Floats that break naive springs: zeros of both signs, subnormals, huge numbers, infinities, NaN.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use proptest::num;
use proptest::prelude::*;
use sprung::{Damper, Real, SoftCoefficients, Spring, SpringStep, State};
use testkit::in_both_precisions;
use testkit::inputs::hostile;
use testkit::precision::Precision;

in_both_precisions! {
    every_spring_steps_without_nan_for_every_dt every_damper_steps_without_nan_for_every_dt
    bad_parameters_are_refused_and_only_those
    nan_never_spreads_between_elements
    a_time_that_is_none_changes_nothing endless_time_ends_at_rest_on_the_goal
    without_stiffness_nothing_is_pulled without_damping_nothing_is_lost
    endless_stiffness_is_at_the_goal_at_once endless_damping_freezes
    heavily_damped_springs_creep_however_long_the_step
}

/// Every spring that the hostile floats make.
fn springs<R: Real + Precision>() -> Vec<Spring<R>> {
    let mut springs = Vec::new();
    for &w in &hostile::<R>() {
        springs.extend(hostile::<R>().into_iter().filter_map(|z| Spring::new(w, z).ok()));
        let drag = Spring::from_stiffness_and_damping(R::ZERO, w);
        springs.extend(drag.ok());
    }
    assert!(springs.len() > 100);
    springs
}

/// `dt`s that are no time at all.
fn no_times<R: Real>() -> [R; 4] {
    [R::ZERO, -R::ZERO, -R::ONE, R::from_f64(f64::NAN)]
}

fn is_contraction<R: Real>(step: &SpringStep<R>) -> bool {
    let [[xx, xv], [vx, vv]] = step.matrix();
    xx.abs() <= R::ONE && vv.abs() <= R::ONE && !Real::is_nan(xv) && !Real::is_nan(vx)
}

fn every_spring_steps_without_nan_for_every_dt<R: Real + Precision>() {
    for spring in springs::<R>() {
        for dt in hostile::<R>() {
            let at = || format!("{spring:?} over {dt:?}");
            assert!(is_contraction(&spring.step(dt)), "{}: {:?}", at(), spring.step(dt));
            let critical = SpringStep::critical(spring.angular_frequency(), dt);
            assert!(is_contraction(&critical), "{}: {critical:?}", at());
            let fraction = SoftCoefficients::exact(&spring, dt);
            assert!(fraction.c_s >= R::ZERO && fraction.c_d >= R::ZERO, "{} {fraction:?}", at());
            let implicit = SoftCoefficients::backward_euler(&spring, dt);
            assert!(R::ZERO <= implicit.c_s && implicit.c_s <= implicit.c_d, "{}", at());
            assert!(implicit.c_d <= R::ONE, "{} {implicit:?}", at());
            // A goal that moves by 1 in a subnormal time is too fast for the number type.
            let fastest = spring.angular_frequency().max(R::ONE / dt);
            if fastest > R::MAX.sqrt() {
                continue;
            }
            let rest = State::at_rest(R::ZERO);
            for moved in [
                spring.follow_step(dt).apply(rest, R::ZERO, R::ONE),
                spring.track_step(dt).apply(rest, R::ZERO, R::ONE),
                spring.goal_velocity_step(dt).apply(rest, R::ZERO, R::ONE),
            ] {
                assert!(!Real::is_nan(moved.position), "{} {moved:?}", at());
                assert!(!Real::is_nan(moved.velocity), "{} {moved:?}", at());
            }
        }
    }
}

fn every_damper_steps_without_nan_for_every_dt<R: Real + Precision>() {
    for damper in hostile::<R>().into_iter().filter_map(|rate| Damper::from_rate(rate).ok()) {
        for dt in hostile::<R>() {
            let left = damper.step(dt).remaining();
            assert!(R::ZERO <= left && left <= R::ONE, "{damper:?} over {dt:?}: {left:?}");
            let moved = damper.follow_step(dt).apply(R::ZERO, R::ZERO, R::ONE);
            assert!(R::ZERO <= moved && moved <= R::ONE, "{damper:?} over {dt:?}: {moved:?}");
        }
    }
}

fn bad_parameters_are_refused_and_only_those<R: Real + Precision>() {
    for x in hostile::<R>() {
        let good = x >= R::ZERO;
        assert_eq!(Spring::new(x, R::ONE).is_ok(), good, "{x:?}");
        assert_eq!(Spring::new(R::ONE, x).is_ok(), good, "{x:?}");
        assert_eq!(Damper::from_rate(x).is_ok(), good, "{x:?}");
        assert_eq!(Damper::from_halflife(x).is_ok(), good, "{x:?}");
        assert_eq!(Spring::from_halflife(x, R::ONE).is_ok(), good, "{x:?}");
    }
    assert!(Spring::new(R::ZERO, R::INFINITY).is_err(), "the damping would be 0 · ∞");
}

/// Asserts that the value of one element of an array does not change the others, bit for bit.
fn nan_never_spreads_between_elements<R: Real + Precision>() {
    let spring = Spring::new(R::from_f64(7.0), R::from_f64(0.3)).unwrap();
    let dt = R::from_f64(0.02);
    let clean = [R::ONE, R::TWO, R::HALF];
    for bad in hostile::<R>() {
        for place in 0..3 {
            let mut dirty = clean;
            dirty[place] = bad;
            let results = [clean, dirty].map(|x| {
                let state = State::new(x, x);
                [
                    spring.step(dt).apply(state, x),
                    spring.step(dt).apply(state, clean),
                    spring.follow_step(dt).apply(state, clean, x),
                    spring.track_step(dt).apply(state, x, clean),
                    spring.goal_velocity_step(dt).apply(state, x, x),
                ]
            });
            for (want, got) in results[0].iter().zip(&results[1]) {
                for other in (0..3).filter(|&other| other != place) {
                    assert_eq!(got.position[other], want.position[other], "{bad:?}");
                    assert_eq!(got.velocity[other], want.velocity[other], "{bad:?}");
                }
            }
        }
    }
}

fn a_time_that_is_none_changes_nothing<R: Real + Precision>() {
    let state = State::new(R::HALF, -R::TWO);
    for spring in springs::<R>() {
        for dt in no_times::<R>() {
            let at = || format!("{spring:?} over {dt:?}");
            assert_eq!(spring.step(dt).apply(state, R::ONE), state, "{}", at());
            assert_eq!(spring.follow_step(dt).apply(state, R::ONE, R::TWO), state, "{}", at());
            assert_eq!(spring.track_step(dt).apply(state, R::ONE, R::TWO), state, "{}", at());
            let told = spring.goal_velocity_step(dt).apply(state, R::ONE, R::TWO);
            assert_eq!(told, state, "{}", at());
            assert_eq!(spring.integral_step(dt).apply(state, R::ONE), R::ZERO, "{}", at());
            let critical = SpringStep::critical(spring.angular_frequency(), dt);
            assert_eq!(critical.apply(state, R::ONE), state, "{}", at());
        }
    }
}

fn endless_time_ends_at_rest_on_the_goal<R: Real + Precision>() {
    let state = State::new(R::HALF, -R::TWO);
    for (w, z) in [(1e-3, 1e-3), (1.0, 0.5), (1.0, 1.0), (1.0, 1e4), (1e4, 1.0)] {
        let spring = Spring::new(R::from_f64(w), R::from_f64(z)).unwrap();
        let rest = State::at_rest(R::ONE);
        for dt in [R::MAX, R::INFINITY] {
            assert_eq!(spring.step(dt).apply(state, R::ONE), rest, "{w} {z} {dt:?}");
        }
    }
}

fn without_stiffness_nothing_is_pulled<R: Real + Precision>() {
    let state = State::new(R::HALF, -R::TWO);
    let free = Spring::new(R::ZERO, R::ONE).unwrap();
    let moved = free.step(R::HALF).apply(state, R::from_f64(100.0));
    assert_eq!(moved, State::new(-R::HALF, -R::TWO), "straight on");
    let drag = Spring::from_stiffness_and_damping(R::ZERO, R::TWO).unwrap();
    for dt in [R::from_f64(1000.0), R::HUGE, R::MAX * R::HALF, R::MAX, R::INFINITY] {
        let stopped = drag.step(dt).apply(state, R::from_f64(100.0));
        let off = (stopped.position + R::HALF).abs();
        assert!(off <= R::from_f64(4.0) * <R as Real>::EPSILON, "{dt:?}: {stopped:?}");
        assert_eq!(stopped.velocity, R::ZERO, "velocity over damping is how far it gets");
    }
    let unpulled = SpringStep::critical(R::ZERO, R::INFINITY);
    assert_eq!(unpulled.apply(state, R::ONE), state, "without a pull no limit exists");
}

fn without_damping_nothing_is_lost<R: Real + Precision>() {
    let spring = Spring::new(R::PI, R::ZERO).unwrap();
    let [[xx, _], [_, vv]] = spring.step(R::TWO).matrix();
    for left in [xx, vv] {
        assert!((left - R::ONE).abs() <= <R as Real>::EPSILON, "a whole turn: {left:?}");
    }
    let forever = spring.step(R::INFINITY);
    assert_eq!(forever.apply(State::at_rest(R::ONE), R::ZERO), State::at_rest(R::ONE));
}

fn endless_stiffness_is_at_the_goal_at_once<R: Real + Precision>() {
    let state = State::new(R::HALF, -R::TWO);
    for z in [0.1, 1.0, 10.0] {
        let spring = Spring::new(R::INFINITY, R::from_f64(z)).unwrap();
        for dt in [R::MIN_POSITIVE, R::ONE, R::MAX, R::INFINITY] {
            let at_goal = State::at_rest(R::ONE);
            assert_eq!(spring.step(dt).apply(state, R::ONE), at_goal, "{z} {dt:?}");
        }
    }
    let snap = Spring::from_halflife(R::ZERO, R::ONE).unwrap();
    assert_eq!(snap.step(R::from_f64(1e-3)).apply(state, R::ONE), State::at_rest(R::ONE));
}

fn endless_damping_freezes<R: Real + Precision>() {
    let state = State::new(R::HALF, -R::TWO);
    let frozen = Spring::new(R::TWO, R::INFINITY).unwrap();
    for dt in [R::from_f64(1e-3), R::ONE, R::from_f64(1e6), R::MAX, R::INFINITY] {
        assert_eq!(frozen.step(dt).apply(state, R::ONE), State::at_rest(R::HALF), "{dt:?}");
    }
}

/// A slow decay of half a unit of `ω²t/2a` over steps whose phase and decay are beyond all squares.
fn heavily_damped_springs_creep_however_long_the_step<R: Real + Precision>() {
    let huge = R::HUGE;
    for scale in [R::ONE, R::TWO, huge.sqrt()] {
        // ω²t/2a = 1/2 with the phase huge·scale.
        let (w, z, dt) = (R::ONE, huge * scale, huge * scale);
        let crept = Spring::new(w, z).unwrap().step(dt).apply(State::at_rest(R::ONE), R::ZERO);
        let off = (crept.position - (-R::HALF).exp()).abs();
        assert!(off <= R::from_f64(4.0) * <R as Real>::EPSILON, "{scale:?}: {crept:?}");
    }
}

/// Parameters of any bits make a step that moves any state without a NaN.
fn moves_without_nan<R: Real>(w: R, z: R, dt: R, x: R, v: R) -> Result<(), TestCaseError> {
    let Ok(spring) = Spring::new(w, z) else { return Ok(()) };
    let step = spring.step(dt);
    prop_assert!(is_contraction(&step), "{step:?}");
    let moved = step.apply(State::new(x, v), R::ZERO);
    prop_assert!(!moved.position.is_nan() && !moved.velocity.is_nan(), "{step:?} {moved:?}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_bits_move_any_state_in_double_precision(
        w in num::f64::ANY, z in num::f64::ANY, dt in num::f64::ANY, x in -1e6..1e6, v in -1e6..1e6,
    ) {
        moves_without_nan::<f64>(w, z, dt, x, v)?;
    }

    #[test]
    fn any_bits_move_any_state_in_single_precision(
        w in num::f32::ANY, z in num::f32::ANY, dt in num::f32::ANY,
        x in -1e6f32..1e6, v in -1e6f32..1e6,
    ) {
        moves_without_nan::<f32>(w, z, dt, x, v)?;
    }
}
