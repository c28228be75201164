//! Decay, frequency and energy as the closed form gives them, for extreme masses, inertias, levers and spins.

mod world;

use sprung::{Damper, Rotation, Spring, State, Vector};
use sprung_body::{
    AngularMotor, AngularServo, Body, Discretization, DistanceSpring, LinearMotor, LinearServo,
    OrientationSpring, PointSpring,
};
use world::{V3, advance, angular_momentum, cross, kinetic_energy};

const RATES: [f64; 4] = [15.0, 60.0, 240.0, 1000.0];
const RATIOS: [f64; 4] = [0.1, 0.7, 1.0, 10.0];

/// From far below the frame rate to far above it.
const FREQUENCIES: [f64; 5] = [0.2, 2.0, 20.0, 200.0, 1000.0];

/// Holds samples against the closed form from the first two on, to 1e-5 of the largest of the last three.
///
/// Returns how many of them were large enough to count.
fn assert_follows(samples: &[f64], spring: &Spring<f64>, dt: f64, what: &str) -> usize {
    let [[xx, xv], [vx, vv]] = spring.step(dt).matrix();
    let (trace, determinant) = (xx + vv, xx * vv - xv * vx);
    let size = |three: &[f64]| three.iter().fold(0.0f64, |most, x| most.max(x.abs()));
    let (start, mut large) = (size(&samples[..3]), 0);
    for three in samples.windows(3).take_while(|three| size(three) > 1e-2 * start) {
        large += 1;
        let size = size(three);
        let miss = (three[2] - (trace * three[1] - determinant * three[0])).abs();
        assert!(miss <= 1e-5 * size, "{what}, {spring:?}, dt {dt}: {three:?} misses by {miss}");
    }
    large
}

fn for_all(mut check: impl FnMut(&Spring<f64>, f64) -> usize) {
    let mut held = 0;
    for rate in RATES {
        for ratio in RATIOS {
            for hertz in FREQUENCIES {
                held += check(&Spring::from_frequency(hertz, ratio).expect("a spring"), 1.0 / rate);
            }
        }
    }
    assert!(held > 1000, "only {held} samples were large enough to tell");
}

#[test]
fn points_of_two_bodies_of_extreme_masses_and_inertias_move_as_the_closed_form() {
    // Masses 1 : 10 000; inertias 1 : 1000, of rods and of a plate; both points far off their centers.
    let heavy = ([0.3, 0.0, -2.0], [2.0, 2000.0, 2000.0]);
    let light = ([-0.4, 0.5, 0.1], [1e-5, 0.99e-2, 1e-2]);
    for (masses, [a, b]) in [([0.1, 1000.0], [light, heavy]), ([1000.0, 0.1], [heavy, light])] {
        for_all(|spring, dt| {
            let bodies = [(masses[0], a), (masses[1], b)];
            let [mut first, mut second] = bodies.map(|(mass, (point, principal))| {
                let mut body = Body::new(mass, principal);
                body.rotation = Rotation::from_rotation_vector([0.4, -0.9, 0.2]);
                body.position = body.rotation.rotate(point).times(-1.0);
                body.with_inertia(principal)
            });
            // So small an offset that the turns it leads to are linear.
            first.position = first.position.plus([1e-7, -0.3e-7, 0.5e-7]);
            let mut drag = PointSpring::new(*spring, a.0, b.0);
            let mut samples = vec![];
            for _ in 0..24 {
                samples.push((first.point(a.0)[0] - second.point(b.0)[0]) * 1e7);
                drag.prepare(&first, &second, Discretization::Exact, dt);
                drag.solve(&mut first, &mut second);
                advance(&mut first, a.1, dt);
                advance(&mut second, b.1, dt);
            }
            assert_follows(&samples, spring, dt, "two points")
        });
    }
}

#[test]
fn a_spinning_body_moves_along_its_axis_as_the_closed_form() {
    let principal = [1.5e-3, 1.0, 1.0];
    for_all(|spring, dt| {
        let (mut top, mut world) = (Body::new(2.0, principal), Body::fixed());
        // It spins 5 times a second about its axis, and the spring holds it off-center on that axis.
        top.angular_velocity = [31.4, 0.0, 0.0];
        top.position = [-0.4 + 0.05, 0.0, 0.0];
        let mut hold = PointSpring::new(*spring, [0.4, 0.0, 0.0], [0.0; 3]);
        let mut samples = vec![];
        for _ in 0..24 {
            samples.push(top.point([0.4, 0.0, 0.0])[0]);
            hold.prepare(&top, &world, Discretization::Exact, dt);
            hold.solve(&mut top, &mut world);
            advance(&mut top, principal, dt);
        }
        assert!((top.angular_velocity[0] - 31.4).abs() < 1e-9, "{:?}", top.angular_velocity);
        assert_follows(&samples, spring, dt, "spinning")
    });
}

#[test]
fn bodies_that_turn_against_each_other_do_so_as_the_closed_form_about_every_axis() {
    let principal: [V3; 2] = [[1e-3, 0.5, 0.5], [2.0, 1.0, 1.5]];
    for axis in 0..3 {
        for_all(|spring, dt| {
            let (mut a, mut b) = (Body::new(0.1, principal[0]), Body::new(1e3, principal[1]));
            let mut turn = [0.0; 3];
            turn[axis] = 2.0;
            a.rotation = Rotation::from_rotation_vector(turn);
            let mut hold = OrientationSpring::new(*spring, Rotation::IDENTITY);
            let mut samples = vec![];
            for _ in 0..24 {
                samples.push(a.rotation.relative_to(&b.rotation).to_rotation_vector()[axis]);
                hold.prepare(&a, &b, Discretization::Exact, dt);
                hold.solve(&mut a, &mut b);
                advance(&mut a, principal[0], dt);
                advance(&mut b, principal[1], dt);
            }
            assert_follows(&samples, spring, dt, "turning")
        });
    }
}

#[test]
fn the_energy_of_a_pair_falls_as_the_closed_form_and_is_kept_without_damping() {
    for ratio in [0.0, 0.1, 1.0, 3.0] {
        for dt in [1.0 / 15.0, 1.0 / 60.0, 1.0 / 1000.0] {
            let spring = Spring::from_frequency(1.0, ratio).unwrap();
            let (mut a, mut b) = (Body::new(0.1, [1.0; 3]), Body::new(1000.0, [1.0; 3]));
            let reduced = 0.1 * 1000.0 / 1000.1;
            a.position = [1.4, 0.0, 0.0];
            let mut rod = DistanceSpring::new(spring, [0.0; 3], [0.0; 3], 1.0);
            let step = spring.step(dt);
            let [[xx, xv], _] = step.matrix();
            let mut stretches = vec![];
            for _ in 0..2000 {
                stretches.push(a.position[0] - b.position[0] - 1.0);
                rod.prepare(&a, &b, Discretization::Exact, dt);
                rod.solve(&mut a, &mut b);
                advance(&mut a, [1.0; 3], dt);
                advance(&mut b, [1.0; 3], dt);
            }
            // The velocity with which the free spring would pass from each place to the next.
            let velocity = |two: &[f64]| (two[1] - xx * two[0]) / xv;
            let energy = |x: f64, v: f64| 0.5 * reduced * (v * v + spring.stiffness() * x * x);
            let mut exact = State::new(stretches[0], velocity(&stretches[..2]));
            let first = energy(exact.position, exact.velocity);
            for two in stretches.windows(2) {
                let (now, expected) =
                    (energy(two[0], velocity(two)), energy(exact.position, exact.velocity));
                assert!((now - expected).abs() < 1e-9 * first, "ratio {ratio}, dt {dt}: {now}");
                assert!(ratio > 0.0 || (now - first).abs() < 1e-9 * first);
                exact = step.apply(exact, 0.0);
            }
        }
    }
}

#[test]
fn an_impulse_works_as_much_as_the_bodies_gain_turning_included() {
    let principal: [V3; 2] = [[0.4, 1.0, 1.2], [3.0, 2.5, 1.5]];
    let (mut a, mut b) = (Body::new(2.0, principal[0]), Body::new(5.0, principal[1]));
    a.position = [1.0, 0.5, -0.2];
    a.velocity = [0.0, 2.0, 1.0];
    b.angular_velocity = [0.5, -1.0, 2.0];
    let mut drag =
        PointSpring::new(Spring::new(20.0, 0.0).unwrap(), [0.3, 0.0, 0.1], [0.0, 0.4, 0.0]);
    let total = |a: &Body<f64>, b: &Body<f64>| {
        kinetic_energy(a, 2.0, principal[0]) + kinetic_energy(b, 5.0, principal[1])
    };
    for _ in 0..200 {
        drag.prepare(&a, &b, Discretization::Exact, 1.0 / 60.0);
        let at = a.point(drag.point_a);
        let (before, parting) = (total(&a, &b), a.velocity_at(at).minus(b.velocity_at(at)));
        drag.solve(&mut a, &mut b);
        let after = a.velocity_at(at).minus(b.velocity_at(at));
        let work = drag.impulse.dot(parting.plus(after)) * 0.5;
        let gained = total(&a, &b) - before;
        assert!((gained - work).abs() < 1e-12 * total(&a, &b).max(1.0), "{gained} {work}");
        advance(&mut a, principal[0], 1.0 / 60.0);
        advance(&mut b, principal[1], 1.0 / 60.0);
    }
}

#[test]
fn off_center_pairs_of_extreme_bodies_keep_their_momenta_and_never_gain_energy_for_long() {
    let principal: [V3; 2] = [[1e-5, 0.99e-2, 1e-2], [2.0, 2000.0, 2000.0]];
    let masses = [0.1, 1000.0];
    for discretization in [Discretization::Exact, Discretization::BackwardEuler] {
        for (hertz, dt) in [(0.5, 1.0 / 60.0), (5.0, 1.0 / 240.0), (1000.0, 1.0 / 1000.0)] {
            let [mut a, mut b] = [0, 1].map(|i| Body::new(masses[i], principal[i]));
            a.position = [0.2, 0.6, 0.1];
            a.angular_velocity = [20.0, 0.5, -0.3];
            b.velocity = [0.01, 0.0, 0.02];
            let spring = Spring::from_frequency(hertz, 0.3).unwrap();
            let mut drag = PointSpring::new(spring, [0.0, 0.1, 0.05], [0.5, 0.0, 0.5]);
            let momenta = |a: &Body<f64>, b: &Body<f64>| {
                let linear = a.velocity.times(masses[0]).plus(b.velocity.times(masses[1]));
                let [first, second] = [(a, 0), (b, 1)]
                    .map(|(body, i)| angular_momentum(body, masses[i], principal[i]));
                (linear, first.plus(second))
            };
            let energy = |a: &Body<f64>, b: &Body<f64>| {
                kinetic_energy(a, masses[0], principal[0])
                    + kinetic_energy(b, masses[1], principal[1])
            };
            let start = momenta(&a, &b);
            let mut early = 0.0f64;
            for i in 0..4000 {
                drag.prepare(&a, &b, discretization, dt);
                drag.solve(&mut a, &mut b);
                advance(&mut a, principal[0], dt);
                advance(&mut b, principal[1], dt);
                let now = momenta(&a, &b);
                let size = 20.0 + b.position.length() * 1000.0 * b.velocity.length();
                assert!(now.0.minus(start.0).length() < 1e-11 * size, "{now:?} {start:?}");
                assert!(now.1.minus(start.1).length() < 1e-11 * size, "{now:?} {start:?}");
                if i < 1000 {
                    early = early.max(energy(&a, &b));
                }
            }
            assert!(
                energy(&a, &b) < early,
                "{discretization:?} {hertz} Hz: {} {early}",
                energy(&a, &b)
            );
        }
    }
}

#[test]
fn the_reference_world_keeps_momentum_and_energy_of_a_free_spin() {
    // Spinning about the middle axis, it tumbles over again and again.
    let principal = [1.0, 2.0, 3.0];
    let mut body = Body::new(1.0, principal);
    body.angular_velocity = [0.01, 5.0, 0.02];
    let momentum = angular_momentum(&body, 1.0, principal);
    let energy = kinetic_energy(&body, 1.0, principal);
    let mut lowest = 5.0f64;
    for _ in 0..6000 {
        advance(&mut body, principal, 1.0 / 60.0);
        let now = angular_momentum(&body, 1.0, principal);
        assert!(now.minus(momentum).length() < 1e-10, "{now:?}");
        assert!((kinetic_energy(&body, 1.0, principal) / energy - 1.0).abs() < 1e-11);
        lowest = lowest.min(body.rotation.inverse().rotate(body.angular_velocity)[1]);
    }
    assert!(lowest < -4.9, "it tumbles: {lowest}");
    assert!(cross(momentum, body.angular_velocity).length() > 0.0);
}

#[test]
fn motors_take_hold_exponentially_whatever_the_mass() {
    for mass in [0.01, 1.0, 1e4f64] {
        for rate in [15.0, 60.0, 1000.0] {
            let (mut a, mut world) =
                (Body::new(mass, [mass, 3.0 * mass, 9.0 * mass]), Body::fixed());
            let damper = Damper::from_halflife(0.1).unwrap();
            let mut drive = LinearMotor::new(damper, [2.0, 0.0, 0.0]);
            let mut spin = AngularMotor::new(damper, [0.0, 4.0, 1.0]);
            let steps = (0.2f64 * rate).round();
            for _ in 0..steps as i32 {
                drive.prepare(&a, &world, 1.0 / rate);
                drive.solve(&mut a, &mut world);
                spin.prepare(&a, &world, 1.0 / rate);
                spin.solve(&mut a, &mut world);
            }
            let expected: f64 = 1.0 - 0.5f64.powf(steps / rate / 0.1);
            assert!((a.velocity[0] - 2.0 * expected).abs() < 1e-12);
            assert!((a.angular_velocity[1] - 4.0 * expected).abs() < 1e-12);
        }
    }
    let (mut a, mut world) = (Body::new(1.0f64, [1.0; 3]), Body::fixed());
    a.velocity = [0.0, 5.0, 0.0];
    let mut lift = LinearMotor::new(Damper::from_halflife(0.0).unwrap(), [1.0, 0.0, 0.0]);
    lift.axis = Some([1.0, 0.0, 0.0]);
    lift.prepare(&a, &world, 0.1);
    lift.solve(&mut a, &mut world);
    assert!((a.velocity[0] - 1.0).abs() < 1e-15 && a.velocity[1] == 5.0);
}

#[test]
fn servos_bring_a_slide_and_a_hinge_to_their_position_within_their_limits() {
    let (dt, principal) = (1.0 / 60.0f64, [0.3, 0.3, 0.2]);
    let (mut slide, mut frame) = (Body::new(4.0f64, principal), Body::fixed());
    frame.rotation = Rotation::from_rotation_vector([0.0, 0.0, 0.5]);
    slide.velocity = [0.0, 0.0, 1.0];
    let spring = Spring::from_frequency(2.0, 1.0).unwrap();
    let mut lift = LinearServo::new(spring, [0.0, 1.0, 0.0], 0.7);
    let mut hinge = AngularServo::new(spring, [0.0, 0.0, 1.0], -2.5);
    lift.max_force = 50.0;
    for _ in 0..300 {
        lift.prepare(&slide, &frame, Discretization::Exact, dt);
        lift.solve(&mut slide, &mut frame);
        assert!(lift.impulse.abs() <= 50.0 * dt * (1.0 + 1e-12));
        hinge.prepare(&slide, &frame, Discretization::Exact, dt);
        hinge.solve(&mut slide, &mut frame);
        advance(&mut slide, principal, dt);
    }
    let along = frame.rotation.rotate([0.0, 1.0, 0.0]);
    assert!((slide.position.dot(along) - 0.7).abs() < 1e-9);
    assert_eq!(slide.velocity[2], 1.0, "across its axis it is free");
    assert!((hinge.angle(&slide, &frame) + 2.5).abs() < 1e-9);
}
