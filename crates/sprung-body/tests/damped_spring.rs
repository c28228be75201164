//! One body on one spring is the damped spring of the core: decay and frequency, at every step, mass and lever.

mod world;

use sprung::{Rotation, SoftCoefficients, Spring, Vector};
use sprung_body::{
    Body, Discretization, DistanceSpring, OrientationSpring, PointSpring, PoseSpring, SwingSpring,
};
use world::advance;

const RATES: [f64; 6] = [15.0, 24.0, 30.0, 60.0, 240.0, 1000.0];
const RATIOS: [f64; 6] = [0.1, 0.3, 0.7, 1.0, 2.0, 10.0];

/// Asserts that samples obey `x₊₂ = trace·x₊₁ − det·x` of the exact spring, that is, have its eigenvalues.
fn assert_has_the_eigenvalues(samples: &[f64], spring: &Spring<f64>, dt: f64, what: &str) {
    let [[xx, xv], [vx, vv]] = spring.step(dt).matrix();
    let (trace, determinant) = (xx + vv, xx * vv - xv * vx);
    for three in samples.windows(3) {
        let size = three.iter().fold(0.0f64, |m, x| m.max(x.abs()));
        let miss = (three[2] - (trace * three[1] - determinant * three[0])).abs();
        assert!(
            miss <= 1e-5 * size + 1e-13,
            "{what} {spring:?} dt {dt}: {three:?} misses by {miss}"
        );
    }
}

#[test]
fn a_dragged_point_on_a_lever_follows_the_exact_spring() {
    for rate in RATES {
        for ratio in RATIOS {
            for hertz in [0.5, 2.0, 10.0] {
                let (spring, dt) = (Spring::from_frequency(hertz, ratio).unwrap(), 1.0 / rate);
                // A corner, and a small offset: the turn is then linear.
                let corner = [0.3, -0.4, 0.5];
                let mut body = Body::new(2.5, [0.2, 0.9, 0.4]);
                body.position = [-0.3 + 1e-7, 0.4, -0.5];
                let (mut drag, mut fixed) =
                    (PointSpring::new(spring, corner, [0.0; 3]), Body::fixed());
                let mut samples = vec![];
                for _ in 0..40 {
                    samples.push(body.point(corner)[0] * 1e7);
                    drag.prepare(&body, &fixed, Discretization::Exact, dt);
                    drag.solve(&mut body, &mut fixed);
                    advance(&mut body, [0.2, 0.9, 0.4], dt);
                }
                let shrinking: Vec<f64> =
                    samples.into_iter().take_while(|x| x.abs() > 1e-3).collect();
                assert_has_the_eigenvalues(&shrinking, &spring, dt, "attachment");
            }
        }
    }
}

#[test]
fn a_distance_spring_between_two_bodies_follows_the_exact_spring_at_their_reduced_mass() {
    for rate in RATES {
        for ratio in RATIOS {
            let (spring, dt) = (Spring::from_frequency(3.0, ratio).unwrap(), 1.0 / rate);
            let (mut a, mut b) = (Body::new(1.0, [1.0; 3]), Body::new(7.0, [1.0; 3]));
            a.position = [3.0, 0.0, 0.0];
            let mut rod = DistanceSpring::new(spring, [0.0; 3], [0.0; 3], 2.0);
            let mut samples = vec![];
            for _ in 0..60 {
                samples.push(a.position[0] - b.position[0] - 2.0);
                rod.prepare(&a, &b, Discretization::Exact, dt);
                rod.solve(&mut a, &mut b);
                advance(&mut a, [1.0; 3], dt);
                advance(&mut b, [1.0; 3], dt);
            }
            assert_has_the_eigenvalues(&samples, &spring, dt, "distance");
        }
    }
}

#[test]
fn turning_about_one_axis_follows_the_exact_spring_from_nearly_half_a_turn() {
    for rate in RATES {
        for ratio in RATIOS {
            let (spring, dt) = (Spring::from_frequency(1.5, ratio).unwrap(), 1.0 / rate);
            let principal = [0.1, 0.5, 2.0];
            let start = Rotation::from_rotation_vector([0.0, 3.0, 0.0]);
            let (mut body, mut fixed) = (Body::new(1.0, principal), Body::fixed());
            body.rotation = start;
            let (mut swinging, mut posed) =
                (body.with_inertia(principal), body.with_inertia(principal));
            body = swinging;
            let mut turn = OrientationSpring::new(spring, Rotation::IDENTITY);
            let mut swing = SwingSpring::new(spring, [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
            let mut pose = PoseSpring::new(spring, [0.0; 3], Rotation::IDENTITY);
            let mut samples = [vec![], vec![], vec![]];
            for _ in 0..60 {
                for (samples, body) in samples.iter_mut().zip([&body, &swinging, &posed]) {
                    samples.push(body.rotation.to_rotation_vector()[1]);
                }
                turn.prepare(&body, &fixed, Discretization::Exact, dt);
                turn.solve(&mut body, &mut fixed);
                swing.prepare(&swinging, Discretization::Exact, dt);
                swing.solve(&mut swinging);
                pose.prepare(&posed, Discretization::Exact, dt);
                pose.solve(&mut posed);
                for body in [&mut body, &mut swinging, &mut posed] {
                    advance(body, principal, dt);
                }
            }
            for (samples, what) in samples.iter().zip(["orientation", "swing", "pose"]) {
                assert_has_the_eigenvalues(samples, &spring, dt, what);
            }
        }
    }
}

#[test]
fn far_above_the_frame_rate_a_spring_stops_in_one_step_and_never_grows() {
    for discretization in [Discretization::Exact, Discretization::BackwardEuler] {
        for rate in RATES {
            for hertz in [60.0, 300.0, 1000.0] {
                for ratio in RATIOS {
                    let (spring, dt) = (Spring::from_frequency(hertz, ratio).unwrap(), 1.0 / rate);
                    let (mut body, mut fixed) = (Body::new(0.7, [0.3; 3]), Body::fixed());
                    body.position = [1.0, -2.0, 0.5];
                    body.velocity = [30.0, 0.0, -10.0];
                    let mut hold = PointSpring::new(spring, [0.0; 3], [0.0; 3]);
                    let mut greatest = 0.0f64;
                    for step in 0..200 {
                        hold.prepare(&body, &fixed, discretization, dt);
                        hold.solve(&mut body, &mut fixed);
                        advance(&mut body, [0.3; 3], dt);
                        if step > 0 {
                            greatest = greatest.max(body.position.length());
                        }
                    }
                    assert!(
                        greatest < 10.0,
                        "{discretization:?} {hertz} Hz ζ {ratio} at {rate}: {greatest}"
                    );
                    assert!(body.position.length() <= greatest);
                }
            }
        }
    }
}

#[test]
fn solving_again_changes_nothing_for_a_spring_alone() {
    let (mut body, mut fixed) = (Body::new(2.0, [0.4, 0.5, 0.6]), Body::fixed());
    body.position = [0.2, 0.1, -0.3];
    let mut drag = PointSpring::new(Spring::new(9.0, 0.6).unwrap(), [0.5, 0.0, 0.2], [0.0; 3]);
    drag.prepare(&body, &fixed, Discretization::BackwardEuler, 1.0 / 60.0);
    drag.solve(&mut body, &mut fixed);
    let once = body;
    for _ in 0..5 {
        drag.solve(&mut body, &mut fixed);
    }
    assert!(body.velocity.minus(once.velocity).length() < 1e-14);
    assert!(body.angular_velocity.minus(once.angular_velocity).length() < 1e-14);
}

#[test]
fn a_spring_of_length_zero_is_the_spring_of_two_points() {
    let (spring, dt) = (Spring::from_frequency(2.0, 0.3).unwrap(), 1.0 / 60.0);
    for discretization in [Discretization::Auto, Discretization::BackwardEuler] {
        let (mut on_line, mut world) = (Body::new(2.0, [0.5; 3]), Body::fixed());
        on_line.position = [0.3, 0.6, -0.2];
        let mut free = on_line;
        let mut line = DistanceSpring::new(spring, [0.0; 3], [0.0; 3], 0.0);
        let mut point = PointSpring::new(spring, [0.0; 3], [0.0; 3]);
        line.prepare(&on_line, &world, discretization, dt);
        line.solve(&mut on_line, &mut world);
        point.prepare(&free, &world, discretization, dt);
        point.solve(&mut free, &mut world);
        let apart = on_line.velocity.minus(free.velocity).length();
        assert!(free.velocity.length() > 0.1 && apart < 1e-14, "{discretization:?}: {apart}");
    }
}

#[test]
fn a_spring_that_turns_slowly_is_damped_no_more_than_one_that_does_not() {
    let (spring, dt) = (Spring::from_frequency(2.0, 0.0).unwrap(), 1.0 / 60.0);
    let along = |aside: f64| {
        let (mut body, mut world) = (Body::new(2.0, [0.5; 3]), Body::fixed());
        (body.position, body.velocity) = ([1.2, 0.0, 0.0], [0.0, aside, 0.0]);
        let mut line = DistanceSpring::new(spring, [0.0; 3], [0.0; 3], 1.0);
        line.prepare(&body, &world, Discretization::Exact, dt);
        line.solve(&mut body, &mut world);
        body.velocity[0]
    };
    // It turns by 1.4e-4 in the step.
    assert!((along(0.01) / along(0.0) - 1.0).abs() < 1e-3);
}

#[test]
fn a_short_way_of_a_lever_adds_no_damping() {
    let (spring, dt, error) = (Spring::from_frequency(2.0, 0.0).unwrap(), 1.0 / 60.0, 1e-4f64);
    let (mut body, mut world) = (Body::new(2.0, [0.5; 3]), Body::fixed());
    body.position = [1.0 + error, -0.3, 0.0];
    let mut line = DistanceSpring::new(spring, [0.0, 0.3, 0.0], [0.0; 3], 1.0);
    line.prepare(&body, &world, Discretization::Exact, dt);
    line.solve(&mut body, &mut world);
    let velocity = body.velocity_at([1.0 + error, 0.0, 0.0])[0];
    let expected = -SoftCoefficients::exact(&spring, dt).c_s * error / dt;
    assert!((velocity / expected - 1.0).abs() < 1e-3, "{velocity} {expected}");
}

#[test]
fn a_lever_that_turns_past_the_line_is_damped_by_its_turn() {
    // A hinge: nothing but the turn moves the point, and in this step it turns from one side of the line to the other.
    let (spring, dt, angle, spin) = (Spring::new(0.1, 0.0).unwrap(), 1.0 / 60.0, 0.05f64, 3.6);
    let (mut body, mut world) = (Body::new(2.0, [0.5; 3]), Body::fixed());
    (body.inverse_mass, body.angular_velocity) = (0.0, [0.0, 0.0, spin]);
    let lever = [angle.cos(), angle.sin(), 0.0];
    let mut line = DistanceSpring::new(spring, lever, lever.plus([1.0, 0.0, 0.0]), 1.0);
    line.prepare(&body, &world, Discretization::Auto, dt);
    line.solve(&mut body, &mut world);
    // The line and the lever turn by 0.06 each: twice that of the velocity goes.
    let left = body.angular_velocity[2] / spin;
    assert!((left - 0.88).abs() < 1e-2, "{left}");
}
