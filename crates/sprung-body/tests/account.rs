//! The account of a spring: what it does not change, and what it holds.

use sprung::{Rotation, Spring, Vector};
use sprung_body::{Body, Discretization, DistanceSpring, PointSpring, Suspension};

const UP: [f64; 3] = [0.0, 1.0, 0.0];

fn advance(body: &mut Body<f64>, dt: f64) {
    body.position = body.position.plus(body.velocity.times(dt));
    let turn = Rotation::from_rotation_vector(body.angular_velocity.times(dt));
    body.rotation = Rotation::from_xyzw(body.rotation.then(&turn).xyzw());
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
