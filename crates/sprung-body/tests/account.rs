//! The account of a spring: what it does not change, and what it holds.

use sprung::{Rotation, Spring, Vector};
use sprung_body::{
    Body, Contact, ContactMaterial, Discretization, DistanceSpring, ExternalAcceleration,
    PointSpring, Suspension,
};

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

#[test]
fn a_ray_of_negative_length_pushes_as_one_of_length_zero() {
    let (dt, world) = (1.0 / 60.0, Body::fixed());
    let spring = Spring::from_frequency(2.0, 0.7).unwrap_or_else(|error| panic!("{error}"));
    let push = |length: f64, discretization| {
        let (mut body, mut ground) = (Body::new(2.0, [0.5; 3]), world);
        let mut wheel = Suspension::new(spring, [0.3, 0.0, 0.0], 1.0);
        wheel.prepare(&body, &ground, UP.times(-1.0), Some(length), discretization, dt);
        wheel.solve(&mut body, &mut ground);
        wheel.impulse
    };
    for discretization in [Discretization::Auto, Discretization::BackwardEuler] {
        let zero = push(0.0, discretization);
        assert!(zero > push(0.1, discretization));
        for length in [-0.0, -1e-300, -0.5, -30.0, -1e200, f64::MIN] {
            assert_eq!(push(length, discretization), zero, "{length}");
        }
    }
}

#[test]
fn a_body_far_below_the_ground_comes_up_with_the_energy_of_the_constant_force() {
    let (dt, mut world) = (1.0 / 2400.0, Body::fixed());
    let spring = Spring::from_frequency(1.0, 0.0).unwrap_or_else(|error| panic!("{error}"));
    let (mut body, depth) = (Body::new(2.0, [0.5; 3]), 3.0);
    body.position = [0.0, -depth, 0.0];
    let mut wheel = Suspension::new(spring, [0.0; 3], 1.0);
    for _ in 0..10_000 {
        let height = Some(body.position[1]);
        wheel.prepare(&body, &world, UP.times(-1.0), height, Discretization::BackwardEuler, dt);
        wheel.solve(&mut body, &mut world);
        advance(&mut body, dt);
    }
    let (held, moving) = (spring.stiffness() * (0.5 + depth), 0.5 * body.velocity[1].powi(2));
    assert!(moving <= held && moving > 0.99 * held, "{moving} of {held}");
}

#[test]
fn a_body_dragged_against_a_floor_stays_on_it_and_can_be_lifted() {
    let (dt, mut world) = (1.0 / 60.0, Body::fixed());
    let spring = Spring::from_frequency(1.0, 1.0).unwrap_or_else(|error| panic!("{error}"));
    let ground =
        ContactMaterial::from_restitution(0.3, 0.05).unwrap_or_else(|error| panic!("{error}"));
    for (discretization, weight) in [
        (Discretization::Auto, 0.0),
        (Discretization::Auto, 9.81),
        (Discretization::BackwardEuler, 0.0),
        (Discretization::BackwardEuler, 9.81),
    ] {
        let mut body = Body::new(2.0, [0.5; 3]);
        let mut drag = PointSpring::new(spring, [0.0; 3], [0.0, -1.0, 0.0]);
        let mut floor = Contact::new(ground);
        let sag = weight / spring.stiffness();
        for i in 0..3600 {
            // Pressed down for 20 s, dragged aside for 20 s, lifted for 20 s.
            let along = (f64::from(i - 1200) * dt).clamp(0.0, 20.0);
            drag.point_b = [along, if i < 2400 { -1.0 } else { 1.0 }, 0.0];
            body.load = ExternalAcceleration::new([0.0, -weight, 0.0]);
            drag.prepare(&body, &world, discretization, dt);
            let depth = -body.position[1];
            floor.prepare(&body, &world, body.position, UP, depth, discretization, dt);
            for _ in 0..8 {
                drag.solve(&mut body, &mut world);
                floor.solve(&mut body, &mut world);
            }
            body.velocity[1] -= weight * dt;
            advance(&mut body, dt);
            let speed = body.velocity.length();
            assert!(speed < 8.0, "{discretization:?} step {i}: {speed}");
            if i < 2400 {
                assert!(body.position[1].abs() < 0.03, "{discretization:?} step {i}: {body:?}");
                // A contact in closed form bounces on as low as it is pressed in a step.
                assert!(body.velocity[1].abs() < 0.8, "{discretization:?} step {i}: {body:?}");
            }
            if i == 2399 {
                // It follows by 2ζ/ω of the goal's speed.
                let lag = along - body.position[0];
                let slow = 2.0 / spring.angular_frequency();
                assert!((lag - slow).abs() < 0.02, "{discretization:?}: {lag} {slow}");
            }
        }
        let miss = body.position.minus([20.0, 1.0 - sag, 0.0]).length();
        assert!(miss < 1e-9, "{discretization:?} {weight}: {miss}");
    }
}
