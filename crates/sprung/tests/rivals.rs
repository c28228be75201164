//! Situations in which other springs are known to be wrong: the true value of each, and ours in both precisions.
//!
//! The truth is an integration of the differential equation that knows none of this crate's formulas. For rotations see
//! `rotations.rs`, for timed and velocity springs and for uneven frames `frame_rates`, for whole trajectories ahead
//! `prediction.rs`.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use core::f64::consts::LN_2;

use sprung::motion::{Character, DoubleSpring, spring};
use sprung::{Damper, DoubleStep, Real, Spring, State};
use testkit::in_both_precisions;
use testkit::precision::Precision;
use testkit::reference_ode::solve;
use testkit::tolerance::{FRAME_RATES, MANY_FRAMES, SPRING_STEP, Tolerance};

in_both_precisions! {
    a_ratio_of_0_9999_is_not_rounded_to_a_regime_at_60_or_1000_fps
    ratios_within_1e_4_of_critical_lose_no_digit
    a_hitch_of_one_second_leaves_what_it_should
    a_second_told_ahead_is_a_second_stepped
    a_double_spring_is_exact_at_16_and_60_fps
    a_critical_spring_is_half_way_where_it_should_be_in_one_step_and_in_sixteen
    no_time_is_no_motion_on_the_goal_and_off_it
    a_damper_lags_behind_a_ramp_alike_at_every_frame_rate
    over_damped_is_not_critical
    a_stiff_spring_survives_frames_of_a_tenth_of_a_second
    the_pace_is_that_of_the_clock_at_every_frame_rate
    short_springs_are_as_exact_as_long_ones
    duration_and_bounce_are_those_of_the_anchors
}

fn r<R: Real>(value: f64) -> R {
    R::from_f64(value)
}

fn assert_near<R: Real + Precision>(got: R, want: f64, tolerance: &Tolerance) {
    let error = (Real::to_f64(got) - want).abs();
    assert!(error <= tolerance.bar::<R>(), "{got} should be {want}, error {error:e}");
}

/// Returns the true position of a spring that moves from rest at 0 to 1.
fn truth(w: f64, z: f64, time: f64) -> f64 {
    let [offset, _] = solve(|_, [x, u]| [w * u, -w * x - 2.0 * z * w * u], [-1.0, 0.0], 0.0, time);
    1.0 + offset
}

/// Returns the position of our spring after `frames` frames of `1/rate` seconds.
fn stepped<R: Real>(w: f64, z: f64, rate: f64, frames: usize) -> R {
    let by = Spring::new(r(w), r(z)).unwrap();
    let mut state = State::at_rest(R::ZERO);
    for _ in 0..frames {
        state = spring(state, R::ONE, &by, r(1.0 / rate));
    }
    state.position
}

/// Damping by the convention that takes `y = 2 ln 2/halflife` for the decay rate.
fn decay_rate(halflife: f64) -> f64 {
    2.0 * LN_2 / halflife
}

fn a_ratio_of_0_9999_is_not_rounded_to_a_regime_at_60_or_1000_fps<R: Real + Precision>() {
    let (z, w) = (0.9999, decay_rate(0.4) / 0.9999);
    let want = truth(w, z, 1.0);
    assert!((want - 0.8605).abs() < 5e-5, "{want}");
    assert_near(stepped::<R>(w, z, 60.0, 60), want, &FRAME_RATES);
    assert_near(stepped::<R>(w, z, 1000.0, 1000), want, &MANY_FRAMES);
}

fn ratios_within_1e_4_of_critical_lose_no_digit<R: Real + Precision>() {
    for z in [1.0 - 1e-4, 1.0 - 1e-5, 1.0 - 1e-8, 1.0, 1.0 + 1e-8, 1.0 + 1e-5, 1.0 + 1e-4] {
        assert_near(stepped::<R>(8.0, z, 4.0, 1), truth(8.0, z, 0.25), &FRAME_RATES);
    }
}

/// 0.0014 % of the distance is left, to six digits of that.
fn a_hitch_of_one_second_leaves_what_it_should<R: Real + Precision>() {
    let w = decay_rate(0.1);
    let want = (1.0 + w) * (-w).exp();
    assert!((want - 1.417e-5).abs() < 1e-8, "{want}");
    let left = Spring::critical(r(w)).unwrap().step(R::ONE).apply(State::at_rest(R::ONE), R::ZERO);
    let relative = Real::to_f64(left.position) / want;
    assert_near(R::from_f64(relative), 1.0, &FRAME_RATES);
}

fn a_second_told_ahead_is_a_second_stepped<R: Real + Precision>() {
    let w = decay_rate(0.4);
    let by = Spring::critical(r::<R>(w)).unwrap();
    let (goal, mut stepped) = (r(5.0), Character::at_rest(R::ZERO));
    let mut ahead = [stepped];
    stepped.predict(goal, &by, &[R::ONE], &mut ahead);
    for _ in 0..64 {
        stepped.update(goal, &by.character_step(r(1.0 / 64.0)));
    }
    let want = 5.0 * truth(w, 1.0, 1.0);
    assert!((want - 4.302).abs() < 5e-4, "{want}");
    for hero in [ahead[0], stepped] {
        assert_near(hero.velocity / r(5.0), want / 5.0, &FRAME_RATES);
    }
}

fn a_double_spring_is_exact_at_16_and_60_fps<R: Real + Precision>() {
    let y = 12.0;
    let chain = |_: f64, [a, b, c, d]: [f64; 4]| {
        [y * b, y * (1.0 - a) - 2.0 * y * b, y * d, y * (a - c) - 2.0 * y * d]
    };
    for (rate, frames) in [(16.0, 4), (60.0, 15), (16.0, 16), (60.0, 60)] {
        let [.., want, _] = solve(chain, [0.0; 4], 0.0, f64::from(frames) / rate);
        let (mut double, dt) = (DoubleSpring::at_rest(R::ZERO), r(1.0 / rate));
        for _ in 0..frames {
            double.update(R::ONE, &DoubleStep::new(r(y), dt));
        }
        assert_near(double.state.position, want, &FRAME_RATES);
    }
}

fn a_critical_spring_is_half_way_where_it_should_be_in_one_step_and_in_sixteen<
    R: Real + Precision,
>() {
    let want = truth(6.93, 1.0, 0.25);
    assert!((want - 0.517).abs() < 5e-4, "{want}");
    assert_near(stepped::<R>(6.93, 1.0, 4.0, 1), want, &SPRING_STEP);
    assert_near(stepped::<R>(6.93, 1.0, 64.0, 16), want, &FRAME_RATES);
}

fn no_time_is_no_motion_on_the_goal_and_off_it<R: Real + Precision>() {
    for z in [0.0, 0.5, 0.9999, 1.0, 3.0] {
        let none = Spring::new(r(20.0), r(z)).unwrap().step(R::ZERO);
        for start in [State::at_rest(R::ONE), State::new(r(0.3), r(-7.0))] {
            assert_eq!(none.apply(start, R::ONE), start);
        }
    }
}

/// `halflife/ln 2` seconds, at 15 frames a second as at 60.
fn a_damper_lags_behind_a_ramp_alike_at_every_frame_rate<R: Real + Precision>() {
    let follow = Damper::from_halflife(r::<R>(0.1)).unwrap();
    let want = 0.1 / LN_2;
    assert!((want - 0.1443).abs() < 5e-5);
    for rate in [15.0, 30.0, 60.0, 240.0] {
        // Seen from the goal, which stays near 0 so that no digit of the lag is lost in its place.
        let (mut behind, dt) = (R::ZERO, r::<R>(1.0 / rate));
        let step = follow.follow_step(dt);
        for _ in 0..4 * rate as usize {
            behind = step.apply(behind, R::ZERO, dt) - dt;
        }
        assert_near(-behind, want, &FRAME_RATES);
    }
}

fn over_damped_is_not_critical<R: Real + Precision>() {
    for z in [1.5, 2.0, 5.0, 50.0] {
        let want = truth(10.0, z, 0.2);
        assert!((want - truth(10.0, 1.0, 0.2)).abs() > 0.1);
        assert_near(stepped::<R>(10.0, z, 5.0, 1), want, &SPRING_STEP);
        assert_near(stepped::<R>(10.0, z, 60.0, 12), want, &FRAME_RATES);
    }
}

/// Explicit steps would diverge from `ω·dt = 2ζ` on.
fn a_stiff_spring_survives_frames_of_a_tenth_of_a_second<R: Real + Precision>() {
    for (w, z) in [(30.0, 0.5), (60.0, 0.9), (300.0, 0.2)] {
        for frames in [1, 2, 10] {
            let want = truth(w, z, 0.1 * frames as f64);
            assert_near(stepped::<R>(w, z, 10.0, frames), want, &MANY_FRAMES);
        }
    }
}

fn the_pace_is_that_of_the_clock_at_every_frame_rate<R: Real + Precision>() {
    let (w, z) = (10.0, 0.3);
    // At its highest, and half a second later.
    for tenths in [3.0, 8.0] {
        let want = truth(w, z, tenths * 0.1);
        for rate in [30.0, 60.0, 120.0, 240.0] {
            let frames = (tenths * 0.1 * rate).round() as usize;
            assert_near(stepped::<R>(w, z, rate, frames), want, &FRAME_RATES);
        }
    }
}

fn short_springs_are_as_exact_as_long_ones<R: Real + Precision>() {
    for duration in [0.5, 0.063, 0.03, 0.001] {
        let by = Spring::from_duration_and_bounce(r::<R>(duration), r(0.25)).unwrap();
        let [w, z] = [by.angular_frequency(), by.damping_ratio()].map(Real::to_f64);
        let half = by.step(r(duration * 0.5)).apply(State::at_rest(R::ZERO), R::ONE);
        assert_near(half.position, truth(w, z, duration * 0.5), &FRAME_RATES);
    }
}

fn duration_and_bounce_are_those_of_the_anchors<R: Real + Precision>() {
    for (duration, bounce, time, value) in [(0.5, 0.15, 0.2, 0.7864), (0.5, 0.3, 0.3, 1.0339)] {
        let by = Spring::from_duration_and_bounce(r::<R>(duration), r(bounce)).unwrap();
        let at = by.step(r(time)).apply(State::at_rest(R::ZERO), R::ONE).position;
        let w = core::f64::consts::TAU / duration;
        let want = truth(w, 1.0 - bounce, time);
        assert!((want - value).abs() < 5e-5, "{want}");
        assert_near(at, want, &FRAME_RATES);
    }
    let by = Spring::from_duration_and_bounce(0.5, 0.3).unwrap();
    assert!((by.stiffness() - 157.9_f64).abs() < 0.05 && (by.damping() - 17.6).abs() < 0.05);
}

/// A duration is a pace, not an end; estimates of the end that ignore this are short by up to tenfold.
#[test]
fn settling_is_told_in_durations_where_a_duration_is_taken_for_the_end() {
    for (bounce, durations) in [(0.0, 1.47), (0.2, 1.35), (0.5, 2.02), (0.9, 10.7), (-0.2, 2.29)] {
        let spring = Spring::from_duration_and_bounce(0.4f64, bounce).unwrap();
        let settled = spring.settling_time(1e-3) / 0.4;
        assert!((settled - durations).abs() < 0.005 * durations, "bounce {bounce}: {settled}");
        // It is the last moment outside: a little earlier it still was, from then on it never is again.
        let offset = |time: f64| spring.step(time).apply(State::at_rest(1.0), 0.0).position.abs();
        assert!(offset(settled * 0.4 * (1.0 - 1e-6)) > 1e-3 * (1.0 - 1e-3));
        assert!((0..4000).all(|i| offset(0.4 * settled * (1.0 + f64::from(i) * 1e-3)) <= 1e-3));
    }
}

/// Estimates that branch at critical damping are negative, NaN or far too short near it.
#[test]
fn settling_near_critical_damping_is_as_smooth_as_the_motion() {
    let critical = Spring::critical(10.0f64).unwrap().settling_time(1e-3);
    for away in [1e-3, 1e-6, 1e-9, 1e-12, 1e-15] {
        for ratio in [1.0 - away, 1.0 + away] {
            let settled = Spring::new(10.0, ratio).unwrap().settling_time(1e-3);
            assert!((settled - critical).abs() <= 10.0 * away + 1e-11, "{ratio}: {settled}");
        }
    }
}
