//! Bodies, grounds and springs come back bit for bit from JSON, postcard and bincode, and nothing else is read.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use core::fmt::Debug;

use saved::{round_trip, round_trip_by};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sprung::{Damper, Real, Rotation, Spring};
use sprung_body::{
    AngularMotor, AngularServo, Body, Contact, ContactMaterial, DampedMotion, Damping,
    Discretization, DistanceSpring, ExternalAcceleration, Impulse, LinearMotor, LinearServo,
    Matrix3, OrientationSpring, PointSpring, PoseSpring, SpringMode, Stiffness, Suspension,
    SwingSpring,
};

/// Springs have no equality: their text shows every number exactly, private ones too.
fn spring_round_trip<T: Serialize + DeserializeOwned + Debug>(spring: &T) {
    round_trip_by(spring, |a, b| format!("{a:?}") == format!("{b:?}"));
}

fn stiffnesses<R: Real>() -> Vec<Stiffness<R>> {
    let third = R::ONE / R::from_f64(3.0);
    vec![
        Spring::new(third, R::INFINITY).unwrap().into(),
        Spring::new(R::INFINITY, third).unwrap().into(),
        Spring::from_stiffness_and_damping(R::ZERO, third).unwrap().into(),
        Stiffness::physical(R::from_f64(1800.0), third).unwrap(),
    ]
}

fn data<R: Real + Serialize + DeserializeOwned>() {
    let [zero, third] = [R::ZERO, R::ONE / R::from_f64(3.0)];
    for stiffness in stiffnesses::<R>() {
        round_trip(&stiffness);
    }
    for damping in [
        Damping::Rate(Damper::from_rate(R::INFINITY).unwrap()),
        Damping::Rate(Damper::from_rate(third).unwrap()),
        Damping::Physical(third),
    ] {
        round_trip(&damping);
    }
    round_trip(&ExternalAcceleration::<R>::NONE);
    let load = ExternalAcceleration::new([zero, -R::PI, third]).in_substeps(3);
    round_trip(&load);
    round_trip(&Matrix3::diagonal([third, zero, R::PI]));
    round_trip(&Impulse { linear: [third, zero, -third], angular: [R::PI, zero, zero] });
    round_trip(&Body::<R>::fixed());
    let mut body = Body::new(third, [R::ONE, R::TWO, R::INFINITY]);
    body.position = [third, -zero, R::PI];
    body.velocity = [R::MAX, R::MIN_POSITIVE * R::HALF, third];
    body.angular_velocity = [third, R::PI, -third];
    body.rotation = Rotation::from_rotation_vector([third, R::ONE, R::TWO]);
    round_trip(&Body { load, ..body.with_inertia([third, R::ONE, R::TWO]) });
    for ground in [ContactMaterial::<R>::trampoline(), ContactMaterial::quicksand()] {
        round_trip(&ground);
    }
}

fn springs<R: Real + Serialize + DeserializeOwned>() {
    let third = R::ONE / R::from_f64(3.0);
    let (point, axis) = ([third, -third, R::PI], [R::ZERO, R::ONE, R::ZERO]);
    let rotation = Rotation::from_rotation_vector(point);
    for stiffness in stiffnesses::<R>() {
        let mut attachment = PointSpring::new(stiffness, point, axis);
        spring_round_trip(&attachment);
        (attachment.max_force, attachment.impulse) = (third, point);
        spring_round_trip(&attachment);
        for mode in [SpringMode::TwoWay, SpringMode::TensionOnly, SpringMode::CompressionOnly] {
            let distance = DistanceSpring::new(stiffness, point, axis, third);
            let mut changed = distance;
            changed.mode = mode;
            changed.impulse = -third;
            spring_round_trip(&changed);
            let mut changed = distance;
            changed.damped = DampedMotion::All;
            spring_round_trip(&changed);
        }
        let suspension = Suspension::new(stiffness, point, third);
        let mut changed = suspension;
        changed.impulse = third;
        spring_round_trip(&changed);
        let orientation = OrientationSpring::new(stiffness, rotation);
        let mut changed = orientation;
        changed.goal_velocity = point;
        changed.impulse = axis;
        spring_round_trip(&changed);
        let swing = SwingSpring::new(stiffness, axis, point);
        let mut changed = swing;
        changed.max_torque = third;
        changed.impulse = [third, R::PI];
        spring_round_trip(&changed);
        let linear = LinearServo::new(stiffness, axis, third);
        let mut changed = linear;
        changed.target_velocity = R::PI;
        changed.impulse = third;
        spring_round_trip(&changed);
        let angular = AngularServo::new(stiffness, axis, third);
        let mut changed = angular;
        changed.target_velocity = R::PI;
        changed.impulse = third;
        spring_round_trip(&changed);
        let mut pose = PoseSpring::new(stiffness, point, rotation);
        (pose.goal_velocity, pose.turn.max_torque) = (axis, third);
        spring_round_trip(&pose);
    }
    for axis in [None, Some(axis)] {
        let linear = LinearMotor::new(Damper::from_rate(third).unwrap(), point);
        let mut changed = linear;
        changed.axis = axis;
        changed.impulse = point;
        spring_round_trip(&changed);
        let angular = AngularMotor::new(Damping::Physical(third), point);
        let mut changed = angular;
        changed.axis = axis;
        changed.max_torque = third;
        spring_round_trip(&changed);
    }
    let contact = Contact::new(ContactMaterial::from_restitution(R::HALF, third).unwrap());
    let mut changed = contact;
    changed.impulse = third;
    spring_round_trip(&changed);
}

#[test]
fn data_comes_back_from_every_format() {
    data::<f64>();
    data::<f32>();
    round_trip(&[Discretization::Auto, Discretization::Exact, Discretization::BackwardEuler]);
    round_trip(&[SpringMode::TwoWay, SpringMode::TensionOnly, SpringMode::CompressionOnly]);
    round_trip(&[DampedMotion::Along, DampedMotion::All]);
}

#[test]
fn springs_come_back_from_every_format() {
    springs::<f64>();
    springs::<f32>();
}

#[test]
fn a_spring_that_was_read_goes_on_as_the_one_that_was_saved() {
    let spring = Spring::from_frequency(4.0, 0.7).unwrap();
    let (mut cube, mut world) = (Body::new(2.0, [0.5; 3]), Body::fixed());
    let mut drag = PointSpring::new(spring, [0.5, 0.5, 0.5], [0.0; 3]);
    drag.prepare(&cube, &world, Discretization::Auto, 1.0 / 60.0);
    drag.solve(&mut cube, &mut world);
    let mut read: PointSpring<f64> =
        postcard::from_bytes(&postcard::to_stdvec(&drag).unwrap()).unwrap();
    assert_eq!(read.impulse, drag.impulse);
    let mut other: Body<f64> =
        serde_json::from_str(&serde_json::to_string(&cube).unwrap()).unwrap();
    for (attachment, body) in [(&mut drag, &mut cube), (&mut read, &mut other)] {
        let impulse = attachment.impulse;
        attachment.prepare(body, &world, Discretization::Auto, 1.0 / 60.0);
        attachment.warm_start(body, &mut world, impulse);
        attachment.solve(body, &mut world);
    }
    assert_eq!(cube, other);
}

#[test]
fn a_contact_that_was_read_in_a_bounce_goes_on_as_the_one_that_was_saved() {
    let dt = 1.0 / 60.0;
    let step = |contact: &mut Contact<f64>, ball: &mut Body<f64>, passes: u32| {
        let (at, depth, up) = (ball.position, -ball.position[1], [0.0, 1.0, 0.0]);
        contact.prepare(ball, &Body::fixed(), at, up, depth, Discretization::Auto, dt);
        for _ in 0..passes {
            contact.solve(ball, &mut Body::fixed());
            // Another one presses on it: its account falls into debt.
            ball.velocity[1] -= 0.4;
        }
        ball.position[1] += ball.velocity[1] * dt;
    };
    let mut contact = Contact::new(ContactMaterial::from_restitution(0.6, 0.2).unwrap());
    let mut ball = Body::new(2.0, [0.5; 3]);
    (ball.position[1], ball.velocity[1]) = (-0.3, 0.5);
    (0..2).for_each(|_| step(&mut contact, &mut ball, 3));
    let bytes = postcard::to_stdvec(&contact).unwrap();
    let text = serde_json::to_string(&contact).unwrap();
    let mut read: [Contact<f64>; 2] =
        [postcard::from_bytes(&bytes).unwrap(), serde_json::from_str(&text).unwrap()];
    assert!(text.contains(r#""begun":true"#), "the account is saved: {text}");
    assert_eq!(serde_json::to_string(&read).unwrap(), format!("[{text},{text}]"));
    let [mut first, mut second] = [ball; 2];
    for _ in 0..8 {
        step(&mut contact, &mut ball, 1);
        step(&mut read[0], &mut first, 1);
        step(&mut read[1], &mut second, 1);
        assert_eq!([first, second], [ball; 2]);
    }
}

fn refused<T: Serialize + DeserializeOwned + Debug>(value: &T) -> String {
    let bytes = postcard::to_stdvec(value).unwrap();
    assert!(postcard::from_bytes::<T>(&bytes).is_err(), "{value:?}");
    assert!(bincode::deserialize::<T>(&bincode::serialize(value).unwrap()).is_err(), "{value:?}");
    let json = serde_json::to_string(value).unwrap();
    let error = serde_json::from_str::<T>(&json).unwrap_err().to_string();
    error.split(" at line").next().unwrap().into()
}

#[test]
fn values_that_cannot_be_simulated_are_refused() {
    let heavy = Body { inverse_mass: -1.0, ..Body::<f64>::fixed() };
    assert_eq!(refused(&heavy), "inverse_mass must be finite and >= 0, got -1");
    refused(&Body { inverse_mass: f32::INFINITY, ..Body::fixed() });
    refused(&Body { velocity: [0.0, f64::NAN, 0.0], ..Body::fixed() });
    let bad = Stiffness::Physical { stiffness: -1.0, damping: 0.0 };
    assert!(refused(&bad).starts_with("stiffness must be"));
    refused(&PointSpring::new(bad, [0.0; 3], [0.0; 3]));
    assert_eq!(refused(&Damping::Physical(-1.0f32)), "damping must be finite and >= 0, got -1");
    refused(&Damping::Physical(f64::INFINITY));
}

#[test]
fn saved_forms_are_readable() {
    let spring = Spring::new(7.0, 0.5).unwrap();
    let saved = serde_json::to_string(&Suspension::new(spring, [0.0, 0.0, 1.0], 0.5)).unwrap();
    assert_eq!(
        saved,
        r#"{"spring":{"Frequency":{"angular_frequency":7.0,"damping_ratio":0.5}},"point":[0.0,0.0,1.0],"rest_length":0.5,"max_force":"inf","impulse":0.0,"last_length":"inf","last_rest":0.5,"account":{"energy":0.0,"begun":false,"granted":0.0,"strength":1.0,"linear":[0.0,0.0,0.0],"turned":[[0.0,0.0,0.0],[0.0,0.0,0.0]],"motions":[[[0.0,0.0,0.0],[0.0,0.0,0.0]],[[0.0,0.0,0.0],[0.0,0.0,0.0]]],"positions":[[0.0,0.0,0.0],[0.0,0.0,0.0]],"rotations":[{"vector":[0.0,0.0,0.0],"scalar":1.0},{"vector":[0.0,0.0,0.0],"scalar":1.0}],"dt":0.0}}"#
    );
}
