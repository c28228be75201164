//! A weight on a spring rests exactly `a/ω²` off, and moves about that place as the free spring does.

mod world;

use sprung::{Damper, Rotation, Spring, Vector};
use sprung_body::{
    AngularMotor, AngularServo, Body, Contact, ContactMaterial, Discretization, DistanceSpring,
    ExternalAcceleration, LinearMotor, LinearServo, OrientationSpring, PointSpring, PoseSpring,
    Suspension, SwingSpring,
};
use world::{V3, World, advance};

const RATES: [f64; 3] = [15.0, 60.0, 1000.0];
const DISCRETIZATIONS: [Discretization; 2] = [Discretization::Exact, Discretization::BackwardEuler];
const DOWN: V3 = [0.0, -9.81, 0.0];
const UP: V3 = [0.0, 1.0, 0.0];

/// Steps of an engine that adds an acceleration in parts; `None` adds it before the springs are asked.
fn step(
    body: &mut Body<f64>,
    [a, turning]: [V3; 2],
    parts: Option<usize>,
    dt: f64,
    spring: impl FnOnce(&mut Body<f64>),
) {
    let load =
        ExternalAcceleration { angular_acceleration: turning, ..ExternalAcceleration::new(a) };
    let add = |body: &mut Body<f64>, h: f64| {
        body.velocity = body.velocity.plus(a.times(h));
        body.angular_velocity = body.angular_velocity.plus(turning.times(h));
    };
    let principal = [0.3; 3];
    match parts {
        None => {
            add(body, dt);
            body.load = load.already_applied();
            spring(body);
            advance(body, principal, dt);
        }
        Some(n) => {
            body.load = load.in_substeps(n);
            spring(body);
            for _ in 0..n {
                add(body, dt / n as f64);
                advance(body, principal, dt / n as f64);
            }
        }
    }
}

/// Every engine, rate and discretization, for springs far below, below and above the frame rate.
fn for_all(mut check: impl FnMut(&Spring<f64>, Discretization, Option<usize>, f64)) {
    for rate in RATES {
        for hertz in [0.02 * rate, 0.1 * rate, 1.5 * rate] {
            for ratio in [0.4, 1.5] {
                for parts in [None, Some(1), Some(4)] {
                    for discretization in DISCRETIZATIONS {
                        let spring = Spring::from_frequency(hertz, ratio).expect("a spring");
                        check(&spring, discretization, parts, 1.0 / rate);
                    }
                }
            }
        }
    }
}

/// Steps until what is left of a move is below a part in 1e10.
fn enough(spring: &Spring<f64>, dt: f64) -> usize {
    let ratio = spring.damping_ratio();
    let slowest = spring.angular_frequency() * if ratio > 1.0 { 0.38 } else { ratio };
    (25.0 / (slowest * dt)) as usize + 100
}

#[test]
fn a_weight_sags_by_its_acceleration_over_the_stiffness_whatever_the_step_the_engine_and_the_bridge()
 {
    for_all(|spring, discretization, parts, dt| {
        let sag = 9.81 / spring.stiffness();
        let mut world = Body::fixed();
        let mut servo = LinearServo::new(*spring, UP, 0.0);
        let mut drag = PointSpring::new(*spring, [0.0; 3], [0.0; 3]);
        let mut rod = DistanceSpring::new(*spring, [0.0; 3], [0.0; 3], 5.0);
        let mut pose = PoseSpring::new(*spring, [0.0; 3], Rotation::IDENTITY);
        let mut wheel = Suspension::new(*spring, [0.0; 3], 5.0);
        let mut contact = Contact::new(ContactMaterial { spring: *spring });
        let mut bodies = [0.0, 0.0, 5.0, 0.0, 5.0, -0.5 * sag].map(|height| {
            let mut body = Body::new(2.5, [0.3; 3]);
            body.position = [0.0, height, 0.0];
            body
        });
        for _ in 0..enough(spring, dt) {
            let [a, b, c, d, e, f] = &mut bodies;
            let load = [DOWN, [0.0; 3]];
            step(a, load, parts, dt, |a| {
                servo.prepare(a, &world, discretization, dt);
                servo.solve(a, &mut world);
            });
            step(b, load, parts, dt, |b| {
                drag.prepare(b, &world, discretization, dt);
                drag.solve(b, &mut world);
            });
            step(c, load, parts, dt, |c| {
                rod.prepare(c, &world, discretization, dt);
                rod.solve(c, &mut world);
            });
            step(d, load, parts, dt, |d| {
                pose.prepare(d, discretization, dt);
                pose.solve(d);
            });
            step(e, load, parts, dt, |e| {
                let height = e.position[1];
                wheel.prepare(e, &world, [0.0, -1.0, 0.0], Some(height), discretization, dt);
                wheel.solve(e, &mut world);
            });
            step(f, load, parts, dt, |f| {
                let (at, depth) = (f.position, -f.position[1]);
                contact.prepare(f, &world, at, UP, depth, discretization, dt);
                contact.solve(f, &mut world);
            });
        }
        let names = ["servo", "attachment", "distance", "pose", "suspension", "contact"];
        for ((body, name), rest) in bodies.iter().zip(names).zip([0.0, 0.0, 5.0, 0.0, 5.0, 0.0]) {
            let miss = (rest - body.position[1] - sag).abs();
            assert!(
                miss < 1e-9 * sag + 1e-13,
                "{name} {spring:?} {discretization:?} {parts:?} dt {dt}: {miss} of {sag}"
            );
        }
    });
}

#[test]
fn a_constant_torque_turns_a_body_by_its_angular_acceleration_over_the_stiffness() {
    let torque = [0.0, 0.0, 2.0];
    for_all(|spring, discretization, parts, dt| {
        // Beyond half a turn there is no such rest.
        let angle = 2.0 / spring.stiffness();
        let mut world = Body::fixed();
        let mut hinge = AngularServo::new(*spring, [0.0, 0.0, 1.0], 0.0);
        let mut turn = OrientationSpring::new(*spring, Rotation::IDENTITY);
        let mut upright = SwingSpring::new(*spring, UP, UP);
        let mut bodies = [Body::new(1.0, [0.3; 3]); 3];
        for _ in 0..enough(spring, dt) {
            let [a, b, c] = &mut bodies;
            let load = [[0.0; 3], torque];
            step(a, load, parts, dt, |a| {
                hinge.prepare(a, &world, discretization, dt);
                hinge.solve(a, &mut world);
            });
            step(b, load, parts, dt, |b| {
                turn.prepare(b, &world, discretization, dt);
                turn.solve(b, &mut world);
            });
            step(c, load, parts, dt, |c| {
                upright.prepare(c, discretization, dt);
                upright.solve(c);
            });
        }
        for body in bodies {
            let miss = body.rotation.to_rotation_vector().minus([0.0, 0.0, angle]).length();
            assert!(
                miss < 1e-9 * angle + 1e-13,
                "{spring:?} {discretization:?} {parts:?} {dt}: {miss}"
            );
        }
    });
}

#[test]
fn a_weight_moves_about_its_rest_with_the_eigenvalues_of_the_exact_spring() {
    for_all(|spring, discretization, parts, dt| {
        if discretization == Discretization::BackwardEuler {
            return;
        }
        let (mut body, mut world) = (Body::new(2.5, [0.3; 3]), Body::fixed());
        let mut servo = LinearServo::new(*spring, UP, 0.0);
        let [[xx, xv], [vx, vv]] = spring.step(dt).matrix();
        let mut path = vec![];
        for _ in 0..60 {
            path.push(body.position[1] + 9.81 / spring.stiffness());
            step(&mut body, [DOWN, [0.0; 3]], parts, dt, |body| {
                servo.prepare(body, &world, discretization, dt);
                servo.solve(body, &mut world);
            });
        }
        for three in path.windows(3) {
            let expected = (xx + vv) * three[1] - (xx * vv - xv * vx) * three[0];
            assert!((three[2] - expected).abs() < 1e-12 * path[0] + 1e-15, "{spring:?} {dt}");
        }
    });
}

#[test]
fn a_motor_under_a_load_settles_off_its_target_as_the_damper_does_at_every_step() {
    for dt in RATES.map(|rate| 1.0 / rate) {
        for parts in [None, Some(1), Some(4)] {
            for rate in [2.0, 30.0, f64::INFINITY] {
                let damper = Damper::from_rate(rate).unwrap();
                let (mut body, mut world) = (Body::new(2.0, [0.3; 3]), Body::fixed());
                let mut lift = LinearMotor::new(damper, [0.0, 1.5, 0.0]);
                let mut spin = AngularMotor::new(damper, [0.0, 0.0, 4.0]);
                let mut before = body;
                for _ in 0..(20.0 / dt) as usize {
                    before = body;
                    step(&mut body, [DOWN, [0.0, 0.0, 1.0]], parts, dt, |body| {
                        lift.prepare(body, &world, dt);
                        lift.solve(body, &mut world);
                        spin.prepare(body, &world, dt);
                        spin.solve(body, &mut world);
                    });
                }
                let speed = (body.position[1] - before.position[1]) / dt;
                assert!(
                    (speed - (1.5 - 9.81 / rate)).abs() < 1e-9,
                    "{rate} {parts:?} {dt}: {speed}"
                );
                let turn = body.rotation.relative_to(&before.rotation).to_rotation_vector()[2];
                assert!((turn / dt - (4.0 + 1.0 / rate)).abs() < 1e-9, "{rate}: {}", turn / dt);
            }
        }
    }
}

#[test]
fn an_off_center_weight_hangs_below_its_point_exactly_in_an_engine_that_sub_steps() {
    for rate in [30.0, 60.0, 240.0] {
        for discretization in DISCRETIZATIONS {
            let dt = 1.0 / rate;
            let mut world = World::new();
            world.add(3.0, [0.02, 0.01, 0.03], [0.3, -0.1, 0.2]);
            let corner = [0.1, 0.2, -0.1];
            let spring = Spring::from_frequency(3.0, 0.8).unwrap();
            let mut drag = PointSpring::new(spring, corner, [0.0; 3]);
            let mut air = AngularMotor::new(Damper::from_halflife(0.005).unwrap(), [0.0; 3]);
            for _ in 0..(60.0 / dt) as usize {
                world.step(dt, |bodies| {
                    let mut hand = Body::fixed();
                    air.prepare(&bodies[0], &hand, dt);
                    air.solve(&mut bodies[0], &mut hand);
                    drag.prepare(&bodies[0], &hand, discretization, dt);
                    drag.solve(&mut bodies[0], &mut hand);
                });
            }
            let (held, sag) = (world.bodies[0].point(corner), 9.81 / spring.stiffness());
            assert!(held.minus([0.0, -sag, 0.0]).length() < 1e-5 * sag, "{held:?} {sag}");
            let below = held.minus(world.bodies[0].position);
            assert!(below[0].hypot(below[2]) < 1e-5 && below[1] > 0.0, "{below:?}");
        }
    }
}

#[test]
fn loads_that_are_not_finite_count_as_none() {
    let spring = Spring::new(10.0, 0.5).unwrap();
    for bad in [f64::NAN, f64::INFINITY] {
        for dt in [1.0 / 60.0, f64::INFINITY] {
            let (mut body, mut world) = (Body::new(1.0, [1.0; 3]), Body::fixed());
            body.load = ExternalAcceleration {
                angular_acceleration: [bad; 3],
                ..ExternalAcceleration::new([0.0, bad, 0.0])
            };
            let mut drag = PointSpring::new(spring, [0.5, 0.0, 0.0], [1.0; 3]);
            drag.prepare(&body, &world, Discretization::Exact, dt);
            drag.solve(&mut body, &mut world);
            assert!(body.velocity.into_iter().all(f64::is_finite), "{body:?}");
            assert_eq!(body.validate().unwrap_err().field, "acceleration");
        }
    }
}
