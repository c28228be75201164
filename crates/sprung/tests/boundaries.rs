//! Documented behavior for values exactly at a limit, for very short and infinite steps, and for replaced goals and settings.
#![allow(clippy::unwrap_used)]

use sprung::analysis::FreeResponse;
use sprung::convert::timeline::Polyline;
use sprung::convert::{CONVENTIONS, ParameterSet, swiftui};
use sprung::motion::{
    Animatable, CameraGoal, CameraRig, CameraSprings, DoubleRotationSpring, LimitedTracker, Motion,
    Orbit, PiecewiseLinear, PointerTracker, RotationInertialization, RotationPath, RotationState,
    SpringSpline, Timeline, TimelineKey, TrackingGains, UnwrappedRotation,
};
use sprung::{
    DoubleStep, MotionLimits, Rotation, SoftCoefficients, Spec, SpecError, SpecErrorKind, Spring,
    State,
};

/// The last extreme of a motion that is above a tolerance, looked for one by one.
fn last_above(motion: &FreeResponse<f64>, tolerance: f64) -> Option<f64> {
    let extremes = (1..).map_while(|n| motion.extremum(n));
    let above = extremes.take_while(|extreme| extreme.value.abs() > tolerance);
    above.last().map(|extreme| extreme.time)
}

#[test]
fn a_motion_settles_after_the_last_extreme_above_the_tolerance_however_near_it_is() {
    for ratio in [0.03, 0.1, 0.21, 0.35, 0.5] {
        let spring = Spring::new(3.0, ratio).unwrap();
        for velocity in [0.0, -5.0, 40.0] {
            let motion = spring.free_response(State::new(1.0f64, velocity), 0.0);
            for n in 2..8 {
                let extreme = motion.extremum(n).unwrap().value.abs();
                for tolerance in [extreme.next_down(), extreme, extreme.next_up()] {
                    let last = last_above(&motion, tolerance).unwrap();
                    let next = last + std::f64::consts::PI / spring.damped_angular_frequency();
                    let settled = motion.settling_time(tolerance);
                    let slack = 1e-6;
                    assert!(
                        last - slack <= settled && settled <= next + slack,
                        "{ratio} {velocity} {n} {tolerance}: {settled} for {last} to {next}"
                    );
                }
            }
        }
    }
}

#[test]
fn an_endless_step_of_a_light_spring_takes_all() {
    for ratio in [0.0, 0.5, 1.0, 3.0] {
        for (frequency, dt) in [(1e100, 1e100), (1e200, 1e-10), (1e-10, 1e200)] {
            let soft = SoftCoefficients::exact(&Spring::<f64>::new(frequency, ratio).unwrap(), dt);
            assert_eq!((soft.c_s, soft.c_d), (1.0, 1.0), "{frequency} {ratio} {dt}");
        }
    }
}

#[test]
fn the_settling_duration_of_swiftui_is_known_for_the_ratios_that_it_names() {
    // Where ζ/√(1 − ζ²) is 0.001 it is settled from the start.
    let least = 0.001 / (1.0 + 0.001f64 * 0.001).sqrt();
    for ratio in [0.0, least, 1.0f64.next_up(), 2.0, f64::NAN] {
        let error = swiftui::from_settling_duration(1.0, ratio).unwrap_err();
        assert!(error.to_string().starts_with("damping_ratio"), "{error}");
    }
    assert!(swiftui::from_settling_duration(1.0, least + 1e-9).is_ok());
    assert!(swiftui::from_settling_duration(1.0, 1.0).is_ok());
}

#[test]
fn a_wall_at_the_radius_does_not_stop_the_radius() {
    let spring = Spring::critical(5.0).unwrap();
    let springs = CameraSprings { focus: spring, angles: spring, radius: spring, lookahead: 0.0 };
    let view = Orbit { radius: 2.0, yaw: 0.0, pitch: 0.0 };
    let mut rig = CameraRig::new([0.0; 3], view);
    rig.radius = State::new(2.0, -1.0);
    let mut goal = CameraGoal::new(State::at_rest([0.0; 3]), view);
    goal.clearance = 2.0;
    rig.update(goal, &springs.step(0.0));
    assert_eq!(rig.radius, State::new(2.0, -1.0));
    goal.clearance = 2.0f64.next_down();
    rig.update(goal, &springs.step(0.0));
    assert_eq!(rig.radius, State::at_rest(2.0f64.next_down()));
}

#[test]
fn a_point_between_the_largest_numbers_is_at_its_part_of_the_way() {
    let (times, values) = ([-f64::MAX, f64::MAX], [0.0, 8.0]);
    let line = PiecewiseLinear::new(&times, &values).unwrap();
    for (part, value) in [(-0.5, 2.0), (0.0, 4.0), (0.5, 6.0), (0.75, 7.0)] {
        assert_eq!(line.at(part * f64::MAX), value, "{part}");
    }
}

#[test]
fn a_pointer_of_another_bandwidth_has_seen_nothing() {
    let mut pointer = PointerTracker::new(0.0, 0.0);
    for at in 1..20 {
        pointer.push(f64::from(at) * 0.01, f64::from(at));
    }
    assert!(pointer.state_at(0.19).velocity > 50.0);
    assert_eq!(pointer.with_bandwidth(60.0).state_at(0.19), State::at_rest(19.0));
}

#[test]
fn a_step_too_short_to_divide_by_leaves_a_tracked_state() {
    let gains = TrackingGains { position: 0.5, velocity: 0.5, acceleration: 0.5, dt: 5e-324 };
    let state = State::new(1.0, 2.0);
    assert_eq!(gains.apply(state, State::new(5.0, 6.0), 7.0), state);
    let longer = TrackingGains { dt: 1e-300, ..gains };
    assert_ne!(longer.apply(state, State::new(5.0, 6.0), 7.0), state);
}

#[test]
fn an_acceleration_that_leads_beyond_the_limit_of_speed_is_not_cut() {
    // It falls by the jerk alone: the speed rises by a²/2j before it does.
    let limits = MotionLimits::new(1.0f64, 1.0, 0.01).unwrap();
    let mut tracker = LimitedTracker::new(State::new(0.0, 0.5), 1.0);
    tracker.update(State::at_rest(1e4), &limits.step(10.0));
    // x = vt + at²/2 − jt³/6 and its derivative.
    let expected = State::new(5.0f64 + 50.0 - 10.0 / 6.0, 0.5 + 10.0 - 0.5);
    let state = tracker.state();
    assert!((state.position - expected.position).abs() < 1e-9, "{state:?}");
    assert!((state.velocity - expected.velocity).abs() < 1e-9, "{state:?}");
}

#[test]
fn a_rotation_gets_the_velocity_that_is_given() {
    let rotation = Rotation::from_rotation_vector([0.1, 0.2, 0.3]);
    let state = rotation.with_velocity([4.0, 5.0, 6.0f64]);
    assert_eq!(state, RotationState::new(rotation, [4.0, 5.0, 6.0]));
}

#[test]
fn an_error_of_a_spec_shows_the_words_and_keeps_what_a_constructor_refused() {
    let refused: SpecError = "halflife=-1".parse::<Spec<f64>>().unwrap_err();
    assert!(refused.refused().unwrap().to_string().contains("halflife"), "{refused}");
    let unknown: SpecError = "halflive=1".parse::<Spec<f64>>().unwrap_err();
    assert!(unknown.refused().is_none());
    assert!(format!("{unknown:?}").contains("`halflive`"), "{unknown:?}");
}

#[test]
fn samples_of_a_curve_know_how_many_are_left() {
    let points = [[0.0, 0.0], [1.0, 2.0], [3.0, 1.0]];
    let curve = SpringSpline::approximating(&points, &Spring::critical(9.0).unwrap()).unwrap();
    let mut samples = curve.samples(5);
    for left in (0..=5).rev() {
        assert_eq!(samples.size_hint(), (left, Some(left)));
        assert_eq!(samples.next().is_some(), left > 0);
    }
}

#[test]
fn the_negative_quaternion_of_a_goal_is_the_same_goal() {
    let goal = Rotation::from_xyzw([0.5, -0.5, 0.5, 0.5f64]);
    let negative = Rotation::from_xyzw(goal.xyzw().map(|component| -component));
    let start =
        RotationState::new(Rotation::from_rotation_vector([1.0, 2.0, 0.5]), [3.0, 1.0, -2.0]);
    let mut unwrapped = UnwrappedRotation::new(start, goal, RotationPath::Longest);
    let before = unwrapped;
    unwrapped.set_goal(negative);
    assert_eq!((unwrapped, unwrapped.goal()), (before, goal));
    let mut double = DoubleRotationSpring::at_rest(goal);
    double.set_goal(negative);
    assert_eq!(double.goal(), goal);
}

#[test]
fn a_rotation_on_two_springs_goes_on_where_its_goal_passes_half_a_turn() {
    let about = |angle: f64| Rotation::from_rotation_vector([0.0, 0.0, angle]);
    let step = DoubleStep::from_halflife(0.5, 0.01).unwrap();
    let mut turned = DoubleRotationSpring::at_rest(about(0.0));
    for _ in 0..20 {
        Motion::update(&mut turned, about(3.0), &step);
    }
    let angle = |state: RotationState<f64>| state.rotation.to_rotation_vector()[2];
    let mut last = angle(turned.state());
    assert!(last > 0.05 && last < 0.5, "{last}");
    // More than half a turn ahead, but not for the point between, which is on its way.
    for _ in 0..600 {
        turned.update(about(3.7), &step);
        let next = last + (angle(turned.state()) - last).rem_euclid(std::f64::consts::TAU);
        assert!(next - last < 0.1, "{last} {next}");
        last = next;
    }
    assert!((last - 3.7).abs() < 1e-3, "{last}");
}

#[test]
fn a_spin_without_an_offset_is_added_to_a_frame() {
    let frame =
        RotationState::new(Rotation::from_rotation_vector([0.1, 0.2, 0.3f64]), [1.0, 0.0, 2.0]);
    let spinning = RotationState::new(frame.rotation, [4.0, 5.0, 6.0]);
    let mut fade = RotationInertialization::default();
    fade.transition(spinning, frame);
    let seen = fade.apply(frame);
    for (a, b) in seen.angular_velocity.into_iter().zip(spinning.angular_velocity) {
        assert!((a - b).abs() < 1e-14, "{seen:?}");
    }
}

#[test]
fn an_exported_motion_shows_where_it_is() {
    let spring = Spring::critical(9.0).unwrap();
    let keys = [TimelineKey::new(0.0, State::at_rest(1.0), 2.0, spring)];
    let line = Polyline::new(Timeline::new(&keys).unwrap(), 1.0, 0.25).unwrap();
    let text = format!("{line:?}");
    assert!(text.contains("max_error: 0.25") && text.contains("end: 1.0"), "{text}");
}

#[test]
fn an_endless_step_of_a_slow_spring_ends_at_a_goal_that_moves() {
    for frequency in [1e-300, 1e-160, 1.0, 1e200] {
        for ratio in [0.1, 1.0, 3.0] {
            let spring = Spring::new(frequency, ratio).unwrap();
            let state = spring.follow_step(f64::INFINITY).apply(State::at_rest(0.0), 0.0, 1.0);
            assert_eq!(state, State::at_rest(1.0), "{frequency} {ratio}");
        }
    }
}

#[test]
fn conventions_are_told_apart_by_their_names() {
    let [first, second, ..] = CONVENTIONS else { panic!("conventions") };
    assert!(first != second && first == &CONVENTIONS[0]);
    assert!(format!("{first:?}").contains(first.name));
}

#[test]
fn a_contradiction_names_a_key_that_goes_with_no_form_of_the_newest() {
    let mut named_later = 0;
    for convention in CONVENTIONS {
        let keys: Vec<&str> = convention.keys().map(|key| key.name).collect();
        let together = |a: &str, b: &str| {
            let has = |form: &ParameterSet, name| form.keys.iter().any(|key| key.name == name);
            convention.forms.iter().any(|form| has(form, a) && has(form, b))
        };
        let pairs = keys.iter().flat_map(|&a| keys.iter().map(move |&b| (a, b)));
        for (first, second) in pairs.filter(|(a, b)| a != b && together(a, b)) {
            for newest in keys.iter().filter(|key| ![first, second].contains(key)) {
                let text = format!("{}:{first}=0.5,{second}=0.5,{newest}=0.5", convention.name);
                let named = if together(first, newest) { second } else { first };
                let Err(error) = text.parse::<Spec<f64>>() else { continue };
                if error.kind() == SpecErrorKind::Contradiction && !together(named, newest) {
                    let start = format!("`{named}` and `{newest}` cannot be combined");
                    assert!(error.to_string().contains(&start), "{text}: {error}");
                    named_later += usize::from(named == second);
                }
            }
        }
    }
    assert!(named_later > 0);
}

#[test]
fn single_precision_is_written_with_the_fewest_digits() {
    for (frequency, text) in [(0.88440007f32, "0.8844001"), (123.100006, "123.10001")] {
        let spring = Spring::from_frequency(frequency, 1.0).unwrap();
        assert_eq!(spring.to_string(), format!("frequency={text},damping_ratio=1"));
        assert_eq!(spring.to_string().parse::<Spring<f32>>().unwrap(), spring);
    }
}

#[test]
fn a_step_toward_a_speed_knows_its_duration() {
    let step = Spring::critical(20.0).unwrap().velocity_step(3.0, 0.1, 0.25);
    assert_eq!(step.dt(), 0.25);
}
