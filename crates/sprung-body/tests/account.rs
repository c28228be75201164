//! The account of a spring: what it does not change, and what it holds.

use sprung::{Real, Rotation, Spring, Vector};
use sprung_body::{Body, Discretization, DistanceSpring, PointSpring, Suspension};

const UP: [f64; 3] = [0.0, 1.0, 0.0];

fn advance<R: Real>(body: &mut Body<R>, dt: R) {
    body.position = body.position.plus(body.velocity.times(dt));
    let turn = Rotation::from_rotation_vector(body.angular_velocity.times(dt));
    body.rotation = Rotation::from_xyzw(body.rotation.then(&turn).xyzw());
}

/// An hour between two springs that pull against each other: where the body is at the end.
fn opposed<R: Real>(far: f64) -> f64 {
    let n = R::from_f64;
    let (dt, mut world) = (n(1.0 / 60.0), Body::fixed());
    let mut body = Body::new(n(2.0), [n(0.5); 3]);
    body.position = [n(far), n(0.0), n(0.0)];
    let spring = Spring::from_frequency(n(2.0), n(0.5)).expect("a spring");
    let goals = [far - 1.0, far + 1.0].map(|x| [n(x), n(0.0), n(0.0)]);
    let mut pair = goals.map(|goal| PointSpring::new(spring, [n(0.0); 3], goal));
    for i in 0..60 * 3600 {
        for spring in &mut pair {
            spring.prepare(&body, &world, Discretization::Auto, dt);
        }
        for _ in 0..8 {
            for spring in &mut pair {
                spring.solve(&mut body, &mut world);
            }
        }
        advance(&mut body, dt);
        // A push, from which both bring it back.
        if i == 60 * 3500 {
            body.velocity[0] += n(1.0);
        }
    }
    assert!(pair.iter().all(|spring| spring.impulse[0].abs() > n(1.0)), "{pair:?}");
    body.position[0].to_f64() - far
}

#[test]
fn two_springs_hold_against_each_other_for_an_hour() {
    assert!(opposed::<f64>(0.0).abs() < 1e-6);
    assert!(opposed::<f32>(0.0).abs() < 1e-3);
    assert!(opposed::<f32>(1000.0).abs() < 1e-2);
}

#[test]
fn a_goal_that_moves_is_paid_by_its_mover() {
    let (dt, mut world) = (1.0 / 60.0, Body::fixed());
    let mut body = Body::new(2.0, [0.5; 3]);
    let spring = Spring::from_frequency(2.0, 1.0).unwrap_or_else(|error| panic!("{error}"));
    let mut drag = PointSpring::new(spring, [0.0; 3], [0.0; 3]);
    let mut fresh = body;
    for i in 0..600 {
        drag.point_b = [f64::from(i) * 0.01, 0.0, 0.0];
        drag.prepare(&body, &world, Discretization::Auto, dt);
        drag.solve(&mut body, &mut world);
        advance(&mut body, dt);
        let mut new = PointSpring::new(spring, [0.0; 3], drag.point_b);
        new.prepare(&fresh, &world, Discretization::Auto, dt);
        new.solve(&mut fresh, &mut world);
        advance(&mut fresh, dt);
        assert!(body.position.minus(fresh.position).length() < 1e-12, "step {i}");
    }
}

#[test]
fn a_body_that_is_put_elsewhere_is_pulled_as_by_a_new_spring() {
    let (dt, mut world) = (1.0 / 60.0, Body::fixed());
    let mut body = Body::new(2.0, [0.5; 3]);
    let spring = Spring::from_frequency(2.0, 1.0).unwrap_or_else(|error| panic!("{error}"));
    let mut rod = DistanceSpring::new(spring, [0.0; 3], [0.0; 3], 0.5);
    for _ in 0..100 {
        rod.prepare(&body, &world, Discretization::Auto, dt);
        rod.solve(&mut body, &mut world);
        advance(&mut body, dt);
    }
    (body.position, body.velocity) = ([0.0, 7.0, 0.0], [0.0; 3]);
    let mut fresh = body;
    rod.prepare(&body, &world, Discretization::Auto, dt);
    rod.solve(&mut body, &mut world);
    let mut new = DistanceSpring::new(spring, [0.0; 3], [0.0; 3], 0.5);
    new.prepare(&fresh, &world, Discretization::Auto, dt);
    new.solve(&mut fresh, &mut world);
    assert_eq!(body.velocity, fresh.velocity);
}

#[test]
fn a_curb_is_paid_by_the_road() {
    let (dt, mut world) = (1.0 / 60.0, Body::fixed());
    let mut body = Body::new(2.0, [0.5; 3]);
    body.position = [0.0, 1.0, 0.0];
    let spring = Spring::from_frequency(2.0, 0.7).unwrap_or_else(|error| panic!("{error}"));
    let mut wheel = Suspension::new(spring, [0.0; 3], 1.0);
    for _ in 0..10 {
        wheel.prepare(&body, &world, UP.times(-1.0), Some(1.0), Discretization::Auto, dt);
        wheel.solve(&mut body, &mut world);
    }
    let mut fresh = body;
    wheel.prepare(&body, &world, UP.times(-1.0), Some(0.8), Discretization::Auto, dt);
    wheel.solve(&mut body, &mut world);
    let mut new = Suspension::new(spring, [0.0; 3], 1.0);
    new.prepare(&fresh, &world, UP.times(-1.0), Some(0.8), Discretization::Auto, dt);
    new.solve(&mut fresh, &mut world);
    assert!(body.velocity[1] > 0.0);
    assert_eq!(body.velocity, fresh.velocity);
}
