//! Results at the ends of ranges and at the limits between two forms, where a comparison that is wrong shows.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::time::Duration;

use sprung::analysis::{Extremum, FreeResponse};
use sprung::{
    AdaptiveDamper, Damper, MotionLimits, Real, Rotation, SoftCoefficients, Spring, SpringStep,
    State, Vector, seconds,
};
use testkit::in_both_precisions;

in_both_precisions! {
    a_duration_is_in_seconds
    a_length_is_exact_where_its_square_is_subnormal
    a_negative_zero_is_read_as_zero
    a_speed_of_zero_is_refused
    a_half_turn_keeps_its_axis
    a_decay_is_not_zero_at_the_end_of_its_range
    an_offset_moves_as_the_position_does
    an_endless_step_takes_the_whole_offset
    soft_coefficients_have_a_spring_up_to_their_limits
    soft_coefficients_of_no_spring_are_refused_by_name
    a_spring_of_boundless_damping_follows_by_its_slow_decay
    a_blend_outside_its_range_is_refused_by_name
    an_endless_step_ends_at_rest_or_changes_nothing
    a_damping_beyond_all_numbers_holds_a_velocity_at_once
    springs_outside_the_ranges_of_a_design_are_refused_by_name
    without_a_pull_times_are_infinite
    a_velocity_that_is_stopped_at_once_has_an_infinite_acceleration
}

fn a_duration_is_in_seconds<R: Real>() {
    assert_eq!(seconds::<R>(Duration::from_millis(1500)), R::from_f64(1.5));
    assert_eq!(seconds::<R>(Duration::ZERO), R::ZERO);
}

fn a_length_is_exact_where_its_square_is_subnormal<R: Real>() {
    // Between the square root of the smallest number and that of the smallest that keeps its digits when it is squared.
    for digits in [0.01, 0.1, 1.0, 10.0, 1000.0] {
        let unit = R::MIN_POSITIVE.sqrt() * R::from_f64(digits);
        let length = [R::from_f64(3.0) * unit, R::from_f64(4.0) * unit].length() / unit;
        assert!((length - R::from_f64(5.0)).abs() <= R::from_f64(8.0) * R::EPSILON, "{length:?}");
    }
}

fn a_negative_zero_is_read_as_zero<R: Real>() {
    let spring = Spring::from_bandwidth(R::ONE, -R::ZERO).unwrap();
    assert_eq!(R::ONE.copysign(spring.damping_ratio()), R::ONE);
}

fn a_speed_of_zero_is_refused<R: Real>() {
    let error = AdaptiveDamper::new(R::ONE, R::ZERO).unwrap_err();
    assert_eq!(error.to_string(), "speed must be > 0, got 0");
    assert!(MotionLimits::new(R::ZERO, R::ONE, R::ONE).is_err());
}

fn a_half_turn_keeps_its_axis<R: Real>() {
    let half = Rotation::from_xyzw([R::ZERO, R::ONE, R::ZERO, R::ZERO]);
    assert_eq!(half.to_rotation_vector(), [R::ZERO, R::PI, R::ZERO]);
    assert_eq!(half.to_long_rotation_vector(), [R::ZERO, -R::PI, R::ZERO]);
}

fn a_decay_is_not_zero_at_the_end_of_its_range<R: Real>() {
    // The numbers are those of `Polynomials::MAX_DECAY`.
    let end = if R::EPSILON > R::from_f64(1e-10) { R::from_f64(86.0) } else { R::from_f64(707.0) };
    let left = Damper::from_rate(end).unwrap().step(R::ONE).apply(R::ONE, R::ZERO);
    let expected = R::from_f64((-end.to_f64()).exp());
    assert!((left / expected - R::ONE).abs() < R::from_f64(4.0) * R::EPSILON, "{left:?}");
}

fn an_offset_moves_as_the_position_does<R: Real>() {
    // Short steps and long ones.
    for dt in [0.01, 0.1, 1.0, 3.0].map(R::from_f64) {
        let [offset, motion] = [0.75, -0.5].map(R::from_f64);
        let damper = Damper::from_rate(R::ONE).unwrap().follow_step(dt);
        let [from, to] = [R::TWO, R::TWO + motion];
        let expected = damper.apply(from + offset, from, to) - to;
        let found = damper.apply_relative(offset, motion);
        assert!((found - expected).abs() < R::from_f64(8.0) * R::EPSILON, "{found:?} {expected:?}");
    }
}

#[test]
fn the_angle_next_to_a_multiple_of_a_quarter_turn_has_all_its_digits() {
    // 16367173·2⁷² is the single-precision number nearest to a multiple of π/2, relative to its last place.
    let angle = 16_367_173.0 * 2.0f32.powi(72);
    let (sin, cos) = Real::sin_cos(angle);
    let expected = (1.0, -1.614_769_798_247_621_2e-9);
    assert!((f64::from(sin) / expected.0 - 1.0).abs() < 2e-7, "{sin:e}");
    assert!((f64::from(cos) / expected.1 - 1.0).abs() < 2e-7, "{cos:e}");
}

#[test]
fn a_critical_step_is_not_zero_at_the_end_of_its_range() {
    let step = SpringStep::critical(86.0f32, 1.0);
    assert!(step.apply(State::at_rest(1.0f32), 0.0).position > 0.0);
}

fn an_endless_step_takes_the_whole_offset<R: Real>() {
    let huge = R::ONE / R::MIN_POSITIVE.sqrt();
    let spring = Spring::new(huge, R::ZERO).unwrap();
    let whole = SoftCoefficients { c_s: R::ONE, c_d: R::ONE };
    assert_eq!(SoftCoefficients::exact(&spring, R::from_f64(64.0)), whole);
}

fn soft_coefficients_have_a_spring_up_to_their_limits<R: Real>() {
    let [half, tolerance] = [R::HALF, R::from_f64(16.0) * R::EPSILON];
    let spring = |c_s, c_d| {
        let [c_s, c_d] = [c_s, c_d].map(R::from_f64);
        SoftCoefficients { c_s, c_d }.to_spring(half)
    };
    assert_eq!(spring(1.0, 1.0), Spring::critical(R::INFINITY));
    // Of a damping of ¾ half of the velocity is left after a damped step: the limit is 1.5² = 2.25.
    assert!(spring(2.25, 0.75).is_ok());
    assert_eq!(spring(2.26, 0.75).unwrap_err().field, "c_s");
    let drag = spring(0.0, 0.75).unwrap();
    let rate = drag.decay_rate() * half - R::from_f64(core::f64::consts::LN_2);
    assert!(drag.angular_frequency() == R::ZERO && rate.abs() < tolerance, "{drag:?}");
}

fn soft_coefficients_of_no_spring_are_refused_by_name<R: Real>() {
    let refused = |c_s, c_d| {
        let [c_s, c_d] = [c_s, c_d].map(R::from_f64);
        SoftCoefficients { c_s, c_d }.to_implicit_spring(R::HALF).unwrap_err().field
    };
    for c_d in [-0.1, 1.0, 2.0, f64::NAN] {
        assert_eq!(refused(0.0, c_d), "c_d");
    }
    for c_s in [-0.1, 0.6, f64::NAN] {
        assert_eq!(refused(c_s, 0.5), "c_s");
    }
    for c_d in (1..100).map(|percent| R::from_f64(0.01 * f64::from(percent))) {
        let almost_none = SoftCoefficients { c_s: R::MIN_POSITIVE, c_d };
        let field = almost_none.to_spring(R::ONE).map_err(|error| error.field);
        assert!(field.is_ok() || field == Err("c_s"), "{field:?}");
    }
}

fn a_spring_of_boundless_damping_follows_by_its_slow_decay<R: Real>() {
    let huge = R::ONE / R::MIN_POSITIVE.sqrt();
    for slow in [0.001, 0.1, 1.0] {
        // A decay of 4·huge in a step of 1 s, and a slow one of ω²/2d.
        let decay = R::from_f64(4.0) * huge;
        let frequency = (R::TWO * decay).sqrt() * R::from_f64(slow).sqrt();
        let step = Spring::new(frequency, decay / frequency).unwrap().follow_step(R::ONE);
        let moved = step.apply(State::at_rest(R::ZERO), R::ZERO, R::ONE).position;
        let expected = R::from_f64(1.0 + (-slow).exp_m1() / slow);
        let error = (moved - expected).abs() / R::EPSILON;
        assert!(error < R::from_f64(8.0), "{moved:?} {expected:?}");
    }
}

fn a_blend_outside_its_range_is_refused_by_name<R: Real>() {
    let [half, quarter] = [R::HALF, R::from_f64(0.25)];
    let rate = Damper::from_damping(half, quarter).unwrap().rate();
    let expected = R::from_f64(-(1.0f64 - 0.125).ln() / 0.25);
    assert!((rate - expected).abs() < R::from_f64(4.0) * R::EPSILON, "{rate:?}");
    for factor in [-0.5, 1.5, f64::NAN].map(R::from_f64) {
        let refused = Damper::from_smoothing_factor(factor, quarter).unwrap_err();
        assert_eq!(refused.field, "factor");
        let refused = Damper::from_damping(factor / quarter, quarter).unwrap_err();
        assert_eq!(refused.field, "damping");
    }
}

fn an_endless_step_ends_at_rest_or_changes_nothing<R: Real>() {
    let state = State::new(R::ONE, R::TWO);
    let after = |frequency, ratio| {
        let spring = Spring::new(frequency, R::from_f64(ratio)).unwrap();
        spring.step(R::INFINITY).apply(state, R::HALF)
    };
    // Two of the periods are longer than the largest finite time.
    let slowest = [R::MIN_POSITIVE, R::MIN_POSITIVE * R::from_f64(1e-4), R::EPSILON];
    for frequency in slowest {
        for ratio in [0.01, 0.5, 1.0, 1.1, 2.0, 1000.0] {
            assert_eq!(after(frequency, ratio), State::at_rest(R::HALF), "{frequency:e} {ratio}");
        }
    }
    for frequency in slowest.into_iter().chain([R::ZERO]) {
        assert_eq!(after(frequency, 0.0), state, "{frequency:e}");
    }
    // Drag alone: the way is velocity/(2·decay rate).
    for rate in slowest {
        let drag = Spring::from_stiffness_and_damping(R::ZERO, R::TWO * rate).unwrap();
        let dragged = drag.step(R::INFINITY).apply(state, R::HALF);
        assert_eq!(dragged, State::at_rest(R::ONE + state.velocity * (R::HALF / rate)));
    }
}

fn a_damping_beyond_all_numbers_holds_a_velocity_at_once<R: Real>() {
    let huge = R::ONE / R::MIN_POSITIVE.sqrt();
    let hundred = R::from_f64(100.0);
    let spring = Spring::new(hundred * huge, hundred * huge).unwrap();
    assert_eq!(spring.decay_rate(), R::INFINITY);
    let moved = spring.step(R::from_f64(1e-3)).apply(State::new(R::ZERO, R::ONE), R::ZERO);
    assert!(moved.position < R::MIN_POSITIVE && moved.velocity.abs() < R::EPSILON, "{moved:?}");
    // A decay of 200: the offset shrinks by the part slow·(1 − 1/2d) of it, with slow = τ²/2d.
    let dt = R::from_f64(200.0) / huge / huge / R::from_f64(1e4);
    let phase = spring.angular_frequency() * dt;
    let slow = phase * (phase / R::from_f64(400.0));
    let moved = spring.step(dt).apply(State::at_rest(R::ZERO), -R::ONE).position;
    let part = -moved / slow;
    assert!((part - R::from_f64(1.0 - 1.0 / 400.0)).abs() < R::from_f64(1e-4), "{part:?}");
}

fn springs_outside_the_ranges_of_a_design_are_refused_by_name<R: Real>() {
    let refused = |bounce| Spring::from_duration_and_bounce(R::ONE, bounce).unwrap_err().field;
    for bounce in [-R::ONE, R::TWO, -R::TWO] {
        assert_eq!(refused(bounce), "bounce");
    }
    for overshoot in [-R::HALF, R::TWO] {
        let error = Spring::damping_ratio_from_overshoot(overshoot).unwrap_err();
        assert_eq!(error.field, "overshoot");
    }
    let point = |time: f64, fraction: f64| (R::from_f64(time), R::from_f64(fraction));
    let fit = |first, second| Spring::fit_step_response(first, second).unwrap_err().to_string();
    for fraction in [0.0, 1.0] {
        assert!(fit(point(1.0, fraction), point(2.0, 0.75)).starts_with("first_fraction "));
    }
    for fraction in [0.5, 0.25, 1.0] {
        assert!(fit(point(1.0, 0.5), point(2.0, fraction)).starts_with("second_fraction "));
    }
    for time in [1.0, 0.5, f64::INFINITY] {
        assert!(fit(point(1.0, 0.5), point(time, 0.75)).contains("after the first"));
    }
    let none = SoftCoefficients { c_s: R::ZERO, c_d: -R::ZERO }.to_spring(R::ONE).unwrap();
    assert_eq!(R::ONE.copysign(none.decay_rate()), R::ONE);
}

fn without_a_pull_times_are_infinite<R: Real>() {
    let free = Spring::new(R::ZERO, R::ONE).unwrap();
    let frozen = Spring::new(R::ONE, R::INFINITY).unwrap();
    for spring in [free, frozen] {
        assert_eq!([spring.rise_time(), spring.halflife()], [R::INFINITY; 2]);
        assert_eq!(spring.bandwidth(), R::ZERO);
    }
    assert_eq!(frozen.track_response().bandwidth(), R::INFINITY);
    let drag = Spring::from_stiffness_and_damping(R::ZERO, R::TWO * R::PI).unwrap();
    assert_eq!(drag.track_response().bandwidth(), R::ONE);
}

fn a_velocity_that_is_stopped_at_once_has_an_infinite_acceleration<R: Real>() {
    let infinite = Extremum { time: R::ZERO, value: R::INFINITY };
    for (frequency, ratio) in [(R::ONE, R::INFINITY), (R::INFINITY, R::ONE)] {
        let spring = Spring::new(frequency, ratio).unwrap();
        let stopped = FreeResponse::new(spring, R::ONE, R::ONE);
        assert_eq!(stopped.max_acceleration(), infinite, "{frequency} {ratio}");
    }
}

#[test]
fn energy_about_a_rest_is_that_of_the_difference() {
    let spring = Spring::from_stiffness_and_damping(4.0f64, 1.0).unwrap();
    let (state, rest) = (State::new(12.0, 50.0), State::new(2.0, 10.0));
    // ½·v² + ½·k·x² per unit of mass, of differences of 10 and 40, halved.
    assert_eq!(spring.energy_about(state, rest, 0.5), (20.0 * 20.0 + 4.0 * 5.0 * 5.0) / 2.0);
}

#[test]
fn a_tracked_goal_has_a_resonance_however_heavy_the_damping() {
    // √(2/(1 + √(1 + 8ζ²))) of the natural frequency, for large ζ (√2·ζ)^(−1/2); the gain is 1 but for rounding.
    for ratio in [1e3, 1e9, 1e100, 1e155, 1e200, 1e300] {
        let peak = Spring::<f64>::from_frequency(1.0, ratio).unwrap().track_response().resonance();
        let (peak, exact) = (peak.unwrap(), (ratio * 2f64.sqrt()).sqrt().recip());
        assert!((peak.frequency / exact - 1.0).abs() < 0.3 / ratio + 1e-14, "{ratio}: {peak:?}");
        assert!((peak.gain - 1.0).abs() < 1.0 / ratio + 1e-14, "{ratio}: {peak:?}");
    }
    let single = Spring::<f32>::from_frequency(1.0, 1e20).unwrap().track_response().resonance();
    assert!((single.unwrap().frequency * 1e10 * 2f32.sqrt().sqrt() - 1.0).abs() < 1e-6);
    // √(1 + 8ζ²) is 1, 3 and 5.
    for (ratio, part) in [(0.0, 1.0), (1.0, 0.5f64.sqrt()), (3f64.sqrt(), (1.0f64 / 3.0).sqrt())] {
        let peak = Spring::from_frequency(2.0, ratio).unwrap().track_response().resonance();
        assert!((peak.unwrap().frequency - 2.0 * part).abs() < 1e-14);
    }
}
