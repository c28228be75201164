//! Everything that can be saved comes back bit for bit from JSON, postcard and bincode, and nothing else is read.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use saved::round_trip;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sprung::analysis::FreeResponse;
use sprung::integrate::{FixedTimestep, Method};
use sprung::motion::{
    AdaptiveSmoothing, CameraRig, CameraSprings, Character, DeadBlend, DoubleRotationSpring,
    DoubleSpring, FadeCurve, FixedCamera, Inertialization, JointLimits, JointSpring,
    LimitedTracker, Orbit, ReducedMotion, ReferenceFrame, RotationInertialization, RotationPath,
    RotationState, RotationStitcher, ScaleInertialization, ScaleSpring, SpringValue, Stitcher,
    TimedOffset, TimedRotationSpring, TimedSpring, TimelineKey, TrackingGains, UnwrappedRotation,
    VelocityRotationSpring, VelocitySpring,
};
use sprung::{
    AdaptiveDamper, Damper, DoubleStep, MotionLimits, Real, Regime, RestThreshold, Rotation,
    SoftCoefficients, Spec, Spring, State,
};

fn springs<R: Real>() -> Vec<Spring<R>> {
    let [smallest, third, huge] =
        [R::MIN_POSITIVE * R::HALF, R::ONE / R::from_f64(3.0), R::MAX * R::HALF];
    let mut springs = Vec::new();
    for frequency in [R::ZERO, smallest, third, R::PI, huge, R::INFINITY] {
        for ratio in
            [R::ZERO, smallest, R::from_f64(7.038_531e-26), third, R::ONE, huge, R::INFINITY]
        {
            springs.extend(Spring::new(frequency, ratio));
        }
    }
    for drag in [smallest, third, R::PI, huge] {
        springs.extend(Spring::from_stiffness_and_damping(R::ZERO, drag));
    }
    springs
}

fn in_precision<R>()
where
    R: Real + Serialize + DeserializeOwned,
{
    for spring in springs::<R>() {
        round_trip(&spring);
        round_trip(&Spec::Spring(spring));
        round_trip(&(spring, [spring; 2]));
    }
    let [third, two] = [R::ONE / R::from_f64(3.0), R::TWO];
    for rate in [R::ZERO, R::MIN_POSITIVE * R::HALF, third, R::MAX, R::INFINITY] {
        let damper = Damper::from_rate(rate).unwrap();
        round_trip(&damper);
        round_trip(&Spec::Damper(damper));
    }
    let spring = Spring::new(R::PI, third).unwrap();
    let state = State::new([third, -two, R::ZERO], [-R::ZERO, R::PI, R::MAX]);
    round_trip(&state);
    round_trip(&State::new(third, R::MIN_POSITIVE));
    round_trip(&DoubleSpring { state, intermediate: state });
    round_trip(&TimedSpring { state, intermediate: state.position });
    round_trip(&VelocitySpring { state, intermediate: state.position });
    round_trip(&ReducedMotion { max_travel: R::INFINITY });
    round_trip(&ReferenceFrame { scale: State::at_rest([third; 3]), ..ReferenceFrame::default() });
    round_trip(&FixedCamera::new([third; 3], [R::ZERO; 3]));
    round_trip(&Character {
        position: state.position,
        velocity: state.velocity,
        acceleration: state.position,
    });
    round_trip(&Inertialization { offset: state });
    round_trip(&ScaleInertialization { offset: state, difference: state });
    round_trip(&ScaleSpring::new(state));
    round_trip(&RestThreshold { distance: third, speed: R::INFINITY });
    let mut value = SpringValue::new(third).with_spring(spring);
    value.set_goal(two);
    value.advance(third);
    round_trip(&value);
    round_trip(&TimelineKey::new(third, State::new([third], [two]), [R::PI], spring));
    let mut turn = SpringValue::new(Rotation::IDENTITY);
    turn.set_goal(Rotation::from_rotation_vector([third, two, R::ONE]));
    turn.advance(third);
    round_trip(&turn);
    round_trip(&RotationInertialization { offset: state });
    let mut rotation = Rotation::IDENTITY;
    for turn in [[third, two, R::PI], [R::ZERO, R::ZERO, two], [third; 3]] {
        rotation = rotation.then(&Rotation::from_rotation_vector(turn));
        round_trip(&rotation);
    }
    let turning = RotationState::new(rotation, state.position);
    round_trip(&turning);
    let mut double = DoubleRotationSpring::at_rest(turning.rotation);
    double.update(Rotation::IDENTITY, &DoubleStep::new(R::PI, third));
    round_trip(&double);
    round_trip(&TimedRotationSpring::at_rest(turning.rotation));
    round_trip(&VelocityRotationSpring::at_rest(turning.rotation));
    round_trip(&UnwrappedRotation::new(turning, Rotation::IDENTITY, RotationPath::Longest));
    for duration in [R::ZERO, third, R::INFINITY] {
        for fade in [FadeCurve::Cubic, FadeCurve::SmoothStep] {
            round_trip(&TimedOffset::new(state, duration, fade).unwrap());
        }
        round_trip(&DeadBlend::new(state, third, duration).unwrap());
    }
    round_trip(&DeadBlend::new(state, R::INFINITY, third).unwrap());
    let mut stitched = Stitcher::new(state);
    stitched.switch(State::at_rest([two; 3]));
    let _ = stitched.update(State::at_rest([third; 3]), &spring.step(third));
    round_trip(&stitched);
    let mut stitched = RotationStitcher::new(turning);
    stitched.switch(RotationState::at_rest(Rotation::IDENTITY));
    let _ = stitched.update(turning, &spring.step(third));
    round_trip(&stitched);
    for speed in [two, R::INFINITY] {
        round_trip(&MotionLimits::new(speed, third, two).unwrap());
        let damper = AdaptiveDamper::new(third, speed).unwrap();
        round_trip(&damper);
        let mut smoothing = AdaptiveSmoothing::new([third, two]);
        smoothing.update([two, R::PI], &damper.step(third));
        smoothing.update([R::INFINITY, R::ONE], &damper.step(third));
        round_trip(&smoothing);
    }
    round_trip(&LimitedTracker::new(State::new(third, -two), R::PI));
    for (axis, twist) in [([third, two, R::ONE], R::PI), ([R::ZERO, R::ZERO, two], R::ZERO)] {
        let across = [R::ONE, third, -third];
        let limits = JointLimits::new(axis, across, [third, R::ZERO], [-twist, R::PI]).unwrap();
        round_trip(&limits);
        let mut joint = JointSpring::new(turning, limits.with_softness(third));
        joint.update(Rotation::IDENTITY, &spring.step(third));
        round_trip(&joint);
    }
    let orbit = Orbit { radius: R::INFINITY, yaw: -third, pitch: R::ZERO };
    round_trip(&orbit);
    round_trip(&CameraRig::new(state.position, Orbit { radius: two, ..orbit }));
    round_trip(&CameraSprings { focus: spring, angles: spring, radius: spring, lookahead: third });
    round_trip(&TrackingGains {
        position: third,
        velocity: R::ONE,
        acceleration: R::ZERO,
        dt: third,
    });
    round_trip(&FreeResponse { spring, offset: third, velocity: -two });
    round_trip(&SoftCoefficients { c_s: third, c_d: R::ONE });
    let mut steps = FixedTimestep::new(State::new(third, two), third, 8).unwrap();
    steps.update(R::HALF, |state, _| state);
    round_trip(&steps);
}

#[test]
fn every_type_comes_back_from_every_format() {
    in_precision::<f64>();
    in_precision::<f32>();
    for way in [RotationPath::Shortest, RotationPath::Longest] {
        round_trip(&way);
    }
    for method in Method::ALL {
        round_trip(&method);
    }
    for ratio in [0.0, 0.5, 1.0, 2.0] {
        round_trip(&Spring::new(1.0, ratio).unwrap().regime());
    }
    round_trip(&Regime::NoStiffness);
}

/// The error that reading gives, without its place in the text.
fn error<T: DeserializeOwned + core::fmt::Debug>(json: &str) -> String {
    let error = serde_json::from_str::<T>(json).unwrap_err().to_string();
    error.split(" at line").next().unwrap().into()
}

#[test]
fn a_tracker_that_is_read_goes_on_its_way() {
    let step = MotionLimits::new(2.0, 5.0, 40.0).unwrap().step(0.013);
    let mut tracker = LimitedTracker::at_rest(0.0);
    for frame in 0..130 {
        if frame < 110 {
            let json = serde_json::to_string(&tracker).unwrap();
            let mut read: LimitedTracker<f64> = serde_json::from_str(&json).unwrap();
            assert_eq!(
                (read.state(), read.acceleration()),
                (tracker.state(), tracker.acceleration())
            );
            for _ in frame..130 {
                read.update(State::at_rest(1.5), &step);
            }
            assert_eq!((read.state(), read.acceleration()), (State::at_rest(1.5), 0.0), "{frame}");
            let mut next = [tracker, serde_json::from_str(&json).unwrap()];
            for tracker in &mut next {
                tracker.update(State::at_rest(1.5), &step);
            }
            let way = next[0].state().position - next[1].state().position;
            assert!(way.abs() < 1e-12, "{frame}: {way}");
        }
        tracker.update(State::at_rest(1.5), &step);
    }
}

#[test]
fn saved_forms_are_short_and_readable() {
    let json = |value: Spring<f64>| serde_json::to_string(&value).unwrap();
    let saved = json(Spring::new(7.0, 0.5).unwrap());
    assert_eq!(saved, r#"{"angular_frequency":7.0,"damping_ratio":0.5}"#);
    let saved = json(Spring::from_stiffness_and_damping(0.0, 3.0).unwrap());
    assert_eq!(saved, r#"{"drag":3.0}"#);
    let saved = json(Spring::new(1.0, f64::INFINITY).unwrap());
    assert_eq!(saved, r#"{"angular_frequency":1.0,"damping_ratio":"inf"}"#);
    let saved = serde_json::to_string(&Damper::from_halflife(0.0f32).unwrap()).unwrap();
    assert_eq!(saved, r#"{"rate":"inf"}"#);
    // Whole numbers and any order, as people type them.
    let typed = r#"{"damping_ratio": 1, "angular_frequency": 7}"#;
    assert_eq!(serde_json::from_str::<Spring<f32>>(typed).unwrap(), Spring::critical(7.0).unwrap());
}

#[test]
fn mistakes_are_named() {
    let spring = error::<Spring<f64>>;
    assert_eq!(spring(r#"{"angular_frequency":7}"#), "missing field `damping_ratio`");
    assert_eq!(spring(r#"{"damping_ratio":7}"#), "missing field `angular_frequency`");
    assert_eq!(spring("{}"), "missing field `angular_frequency`");
    assert!(spring(r#"{"angular_frequency":7,"dampingRatio":0.5}"#).contains("`dampingRatio`"));
    let both = r#"{"angular_frequency":7,"damping_ratio":1,"drag":1}"#;
    assert!(spring(both).starts_with("drag is the damping of a spring without"));
    assert!(spring(r#"{"angular_frequency":7,"drag":1}"#).starts_with("drag is"));
    let negative = r#"{"angular_frequency":7,"damping_ratio":-0.5}"#;
    assert_eq!(spring(negative), "damping_ratio must be >= 0, got -0.5");
    assert!(spring(r#"{"angular_frequency":7,"damping_ratio":null}"#).contains("null"));
    assert!(spring(r#"{"angular_frequency":"7","damping_ratio":1}"#).contains("\"7\""));
    assert_eq!(
        spring(r#"{"angular_frequency":"nan","damping_ratio":1}"#),
        "angular_frequency must be >= 0, got NaN"
    );
    assert!(
        spring(r#"{"angular_frequency":0,"damping_ratio":"inf"}"#).contains("positive and finite")
    );
    assert_eq!(spring(r#"{"drag":-1}"#), "drag must be >= 0, got -1");
    assert!(error::<Spring<f32>>(r#"{"drag":1e39}"#).contains("a number in range"));
    assert_eq!(error::<Damper<f32>>(r#"{"rate":-0.1}"#), "rate must be >= 0, got -0.1");
    assert!(error::<State<f64>>(r#"{"position":1,"velocity":null}"#).contains("null"));
}

#[test]
fn the_invariants_of_private_fields_are_checked() {
    let rotation = error::<Rotation<f64>>;
    assert_eq!(
        rotation(r#"{"vector":[0,0,0],"scalar":2}"#),
        "length of the rotation must be 1 within 1e-3, got 2"
    );
    assert!(rotation(r#"{"vector":[0,0,0],"scalar":0}"#).contains("got 0"));
    // Four digits are a rotation, brought to length 1.
    let typed = r#"{"vector":[0.7071,0,0],"scalar":0.7071}"#;
    let read: Rotation<f64> = serde_json::from_str(typed).unwrap();
    assert!((read.xyzw()[0] - 0.5f64.sqrt()).abs() < 1e-15);
    let bytes = postcard::to_stdvec(&([0.0f32, 0.0, f32::NAN], 1.0f32)).unwrap();
    assert!(postcard::from_bytes::<Rotation<f32>>(&bytes).is_err());

    let offset = r#"{"position":1,"velocity":2}"#;
    let fade = format!(r#"{{"offset":{offset},"duration":-1,"curve":"SmoothStep"}}"#);
    assert_eq!(error::<TimedOffset<f64, f64>>(&fade), "duration must be >= 0, got -1");
    let blend = |decay_rate: &str, duration: &str| {
        format!(r#"{{"last":{offset},"decay_rate":{decay_rate},"duration":{duration}}}"#)
    };
    let dead = error::<DeadBlend<f64, f64>>;
    assert_eq!(dead(&blend("-1", "1")), "decay_rate must be >= 0, got -1");
    assert_eq!(dead(&blend("1", "\"nan\"")), "duration must be >= 0, got NaN");
    let bytes = postcard::to_stdvec(&(State::new(1.0, 2.0), 1.0, -1.0)).unwrap();
    assert!(postcard::from_bytes::<DeadBlend<f64, f64>>(&bytes).is_err());
    let limits = error::<MotionLimits<f64>>;
    assert_eq!(
        limits(r#"{"velocity":1,"acceleration":0,"jerk":1}"#),
        "acceleration must be finite and > 0, got 0"
    );
    let damper = r#"{"at_rest":{"rate":1},"speed":0,"velocity":{"rate":1}}"#;
    assert_eq!(error::<AdaptiveDamper<f64>>(damper), "speed must be > 0, got 0");
    let joint = |axis: &str, swing: &str, twist: &str, softness: &str| {
        error::<JointLimits<f64>>(&format!(
            r#"{{"axes":[[{axis}],[0,1,0],[0,0,1]],"swing":[{swing}],"twist":[{twist}],"softness":{softness}}}"#
        ))
    };
    assert!(joint("1,1,0", "1,1", "0,1", "0").starts_with("axes must be across each other"));
    assert!(joint("2,0,0", "1,1", "0,1", "0").starts_with("axes must be"));
    assert_eq!(joint("1,0,0", "1,4", "0,1", "0"), "swing must be >= 0 and < pi, got 4");
    assert_eq!(joint("1,0,0", "1,1", "1,3", "0"), "twist must be in -pi to pi, got 4");
    assert_eq!(joint("1,0,0", "1,1", "0,1", "2"), "softness must be >= 0 and <= 1, got 2");
    let steps = |step: &str| {
        format!(
            r#"{{"step":{step},"max_updates":1,"owed":0,"previous":{offset},"latest":{offset}}}"#
        )
    };
    let fixed = error::<FixedTimestep<f64, f64>>;
    assert_eq!(fixed(&steps("0")), "step must be finite and > 0, got 0");
    assert_eq!(fixed(&steps("\"inf\"")), "step must be finite and > 0, got inf");
}

#[test]
fn every_single_precision_number_survives_json() {
    for bits in (0..=0x7f80_0000u32).step_by(7919).chain([0x1577_cfa5, 1, 0x7f7f_ffff]) {
        let damper = Damper::from_rate(f32::from_bits(bits)).unwrap();
        let back: Damper<f32> =
            serde_json::from_str(&serde_json::to_string(&damper).unwrap()).unwrap();
        assert_eq!(back, damper);
    }
    let rare = Damper::from_rate(7.038531e-26f32).unwrap();
    let back: Damper<f32> = serde_json::from_str(&serde_json::to_string(&rare).unwrap()).unwrap();
    assert_eq!(back, rare);
}

#[test]
fn numbers_that_are_not_finite_are_words_in_json() {
    let numbers = [f64::NAN, f64::INFINITY, -f64::INFINITY, 0.0, -0.0];
    for (number, text) in numbers.into_iter().zip(["\"nan\"", "\"inf\"", "\"-inf\"", "0.0", "-0.0"])
    {
        let json = format!("{{\"c_s\":{text},\"c_d\":1.0}}");
        let pair = SoftCoefficients { c_s: number, c_d: 1.0 };
        assert_eq!(serde_json::to_string(&pair).unwrap(), json);
        let back: SoftCoefficients<f64> = serde_json::from_str(&json).unwrap();
        assert_eq!(back.c_s.to_bits(), number.to_bits(), "{text}");
        let single: SoftCoefficients<f32> = serde_json::from_str(&json).unwrap();
        assert_eq!(single.c_s.to_bits(), (number as f32).to_bits(), "{text}");
    }
    for text in ["\"infinity\"", "\"-nan\"", "true", "[]"] {
        let json = format!("{{\"c_s\":{text},\"c_d\":1.0}}");
        let error = serde_json::from_str::<SoftCoefficients<f64>>(&json).unwrap_err().to_string();
        assert!(error.contains("expected a number, \"inf\", \"-inf\" or \"nan\""), "{error}");
    }
}

#[test]
fn saved_limits_of_a_joint_are_checked_and_a_swing_of_0_lets_nothing_swing() {
    let limits = JointLimits::new([0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.5, 0.7], [-1.0, 1.0]);
    let json = serde_json::to_string(&limits.unwrap().with_softness(0.0)).unwrap();
    let with = |swing: &str| {
        let changed = json.replace("\"swing\":[0.5,0.7]", &format!("\"swing\":[{swing}]"));
        assert_ne!(changed, json);
        serde_json::from_str::<JointLimits<f64>>(&changed)
    };
    for swing in ["0.5,3.141592653589793", "-0.1,0.5"] {
        assert!(with(swing).unwrap_err().to_string().contains("swing"), "{swing}");
    }
    for (swing, axis) in [("0.0,0.7", 0), ("0.5,0.0", 1)] {
        let limits = with(swing).unwrap();
        for angle in [-2.0, -0.3, 0.3, 2.0] {
            let mut turn = [0.0; 3];
            turn[axis] = angle;
            let [x, y, z, w] = limits.clamp(&Rotation::from_rotation_vector(turn)).xyzw();
            assert!([x, y, z].iter().all(|part| part.abs() < 1e-6) && w > 0.0, "{swing} {angle}");
            turn[1 - axis] = angle.signum();
            let vector = limits.clamp(&Rotation::from_rotation_vector(turn)).to_rotation_vector();
            assert!(vector[axis].abs() < 2e-6 && vector[1 - axis].abs() > 0.4, "{vector:?}");
            assert!(vector[1 - axis].signum() == angle.signum(), "{vector:?}");
        }
    }
}
