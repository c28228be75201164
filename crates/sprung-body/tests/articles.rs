//! The forms of the articles, in newtons: against their differential equations, and what sets them apart.

mod world;

use sprung::{Damper, Real, Rotation, Spring, Vector};
use sprung_body::{
    AngularMotor, AngularServo, Body, DampedMotion, Damping, Discretization, DistanceSpring,
    ExternalAcceleration, LinearMotor, LinearServo, OrientationSpring, PointSpring, PoseSpring,
    Stiffness, Suspension, SwingSpring, contact_force, contact_force_unclipped, stable_pd_impulse,
    stable_pd_velocity_change,
};
use testkit::reference_ode;
use world::{V3, advance, angular_momentum};

const DISCRETIZATIONS: [Discretization; 3] =
    [Discretization::Auto, Discretization::Exact, Discretization::BackwardEuler];
const DOWN: V3 = [0.0, -9.81, 0.0];

#[test]
fn a_heavier_load_sinks_deeper_on_a_hooke_spring() {
    let (dt, mut world) = (1.0 / 60.0, Body::fixed());
    let strength = Stiffness::physical(100.0, 60.0).unwrap();
    for (mass, sag) in [(1.0, 0.0981), (4.0, 0.3924), (16.0, 1.5696)] {
        for discretization in DISCRETIZATIONS {
            let mut bodies = [Body::new(mass, [0.3; 3]); 5];
            bodies[3].position[1] = 5.0;
            bodies[4].position[1] = 5.0;
            let mut drag = PointSpring::new(strength, [0.0; 3], [0.0; 3]);
            let mut servo = LinearServo::new(strength, [0.0, 1.0, 0.0], 0.0);
            let mut pose = PoseSpring::new(strength, [0.0; 3], Rotation::IDENTITY);
            let mut rod = DistanceSpring::new(strength, [0.0; 3], [0.0; 3], 5.0);
            let mut wheel = Suspension::new(strength, [0.0; 3], 5.0);
            for _ in 0..4000 {
                for body in &mut bodies {
                    body.load = ExternalAcceleration::new(DOWN);
                }
                let [a, b, c, d, e] = &mut bodies;
                drag.prepare(a, &world, discretization, dt);
                drag.solve(a, &mut world);
                servo.prepare(b, &world, discretization, dt);
                servo.solve(b, &mut world);
                pose.prepare(c, discretization, dt);
                pose.solve(c);
                rod.prepare(d, &world, discretization, dt);
                rod.solve(d, &mut world);
                let height = e.position[1];
                wheel.prepare(e, &world, [0.0, -1.0, 0.0], Some(height), discretization, dt);
                wheel.solve(e, &mut world);
                for body in &mut bodies {
                    body.velocity = body.velocity.plus(DOWN.times(dt));
                    advance(body, [0.3; 3], dt);
                }
            }
            for (body, rest) in bodies.iter().zip([0.0, 0.0, 0.0, 5.0, 5.0]) {
                let sunk = rest - body.position[1];
                assert!((sunk - sag).abs() < 1e-6, "{mass} kg {discretization:?}: {sunk}");
            }
        }
    }
}

#[test]
fn a_loaded_truck_sits_lower_by_its_weight_over_four_springs() {
    let (dt, mut ground, stiffness) = (1.0 / 60.0, Body::fixed(), 60_000.0);
    for mass in [2000.0, 8000.0] {
        let mut truck = Body::new(mass, [mass, 3.0 * mass, 3.0 * mass]);
        truck.position[1] = 0.9;
        let strength = Stiffness::physical(stiffness, 9000.0).unwrap();
        let corners = [[2.0, 0.0, 1.0], [2.0, 0.0, -1.0], [-2.0, 0.0, 1.0], [-2.0, 0.0, -1.0]];
        let mut wheels = corners.map(|corner| Suspension::new(strength, corner, 1.0));
        for _ in 0..3000 {
            truck.load = ExternalAcceleration::new(DOWN);
            for wheel in &mut wheels {
                let height = truck.point(wheel.point)[1];
                wheel.prepare(
                    &truck,
                    &ground,
                    [0.0, -1.0, 0.0],
                    Some(height),
                    Discretization::Auto,
                    dt,
                );
            }
            for _ in 0..60 {
                wheels.iter_mut().for_each(|wheel| wheel.solve(&mut truck, &mut ground));
            }
            truck.velocity = truck.velocity.plus(DOWN.times(dt));
            advance(&mut truck, [mass, 3.0 * mass, 3.0 * mass], dt);
        }
        let sag = mass * 9.81 / (4.0 * stiffness);
        assert!((1.0 - truck.position[1] - sag).abs() < 1e-6, "{mass}: {:?} {sag}", truck.position);
    }
}

#[test]
fn a_torque_turns_by_its_share_of_a_stiffness_per_radian() {
    let (dt, mut world, torque) = (1.0 / 60.0, Body::fixed(), 3.0);
    let strength = Stiffness::physical(6.0, 4.0).unwrap();
    for moment in [0.5, 5.0] {
        let load = ExternalAcceleration {
            angular_acceleration: [0.0, 0.0, torque / moment],
            ..ExternalAcceleration::NONE
        };
        let mut bodies = [Body::new(1.0, [moment; 3]); 3];
        let mut turn = OrientationSpring::new(strength, Rotation::IDENTITY);
        let mut swing = SwingSpring::new(strength, [0.0, 1.0, 0.0], [0.0, 1.0, 0.0]);
        let mut hinge = AngularServo::new(strength, [0.0, 0.0, 1.0], 0.0);
        for _ in 0..6000 {
            bodies.iter_mut().for_each(|body| body.load = load);
            let [a, b, c] = &mut bodies;
            turn.prepare(a, &world, Discretization::Auto, dt);
            turn.solve(a, &mut world);
            swing.prepare(b, Discretization::Auto, dt);
            swing.solve(b);
            hinge.prepare(c, &world, Discretization::Auto, dt);
            hinge.solve(c, &mut world);
            for body in &mut bodies {
                body.angular_velocity[2] += torque / moment * dt;
                advance(body, [moment; 3], dt);
            }
        }
        for body in bodies {
            let angle = body.rotation.to_rotation_vector()[2];
            assert!((angle - 0.5).abs() < 1e-6, "{moment}: {angle}");
        }
    }
}

#[test]
fn the_articles_attachment_off_center_follows_its_differential_equation() {
    // In the plane: center (x, y), angle, and their rates; the lever is (l, 0) in the body.
    let (mass, moment, stiffness, damping, lever) = (2.0, 0.3, 50.0, 1.5, 0.6);
    let start = [1.0, 0.4, 0.9];
    let rates = |_: f64, s: [f64; 6]| {
        let (sin, cos) = s[2].sin_cos();
        let arm = [lever * cos, lever * sin];
        let point = [s[0] + arm[0], s[1] + arm[1]];
        let speed = [s[3] - s[5] * arm[1], s[4] + s[5] * arm[0]];
        let force = [0, 1].map(|i| -stiffness * point[i] - damping * speed[i]);
        let torque = arm[0] * force[1] - arm[1] * force[0];
        [s[3], s[4], s[5], force[0] / mass, force[1] / mass, torque / moment]
    };
    let from = [start[0], start[1], start[2], 0.0, 0.0, 0.0];
    let exact = reference_ode::solve(rates, from, 0.0, 1.5);
    let miss = |rate: f64| {
        let (dt, mut world) = (1.0 / rate, Body::fixed());
        let mut body = Body::planar(mass, moment);
        body.position = [start[0], start[1], 0.0];
        body.rotation = Rotation::from_rotation_vector([0.0, 0.0, start[2]]);
        let strength = Stiffness::physical(stiffness, damping).unwrap();
        let mut drag = PointSpring::new(strength, [lever, 0.0, 0.0], [0.0; 3]);
        for _ in 0..(1.5 * rate) as usize {
            drag.prepare(&body, &world, Discretization::Auto, dt);
            drag.solve(&mut body, &mut world);
            advance(&mut body, [f64::INFINITY, f64::INFINITY, moment], dt);
        }
        (body.position[0] - exact[0]).hypot(body.position[1] - exact[1])
    };
    let [coarse, fine] = [2000.0, 4000.0].map(miss);
    assert!(coarse < 0.03, "{coarse}");
    assert!(fine < 0.6 * coarse, "first order: {coarse} {fine}");
}

#[test]
fn full_damping_stops_a_pair_that_turns_and_damping_along_the_line_does_not() {
    let (dt, masses) = (1.0 / 60.0, [1.0, 3.0]);
    for stiffness in
        [Stiffness::physical(80.0, 6.0).unwrap(), Spring::from_frequency(1.5, 0.5).unwrap().into()]
    {
        let spin = |damped: DampedMotion| {
            let [mut a, mut b] = masses.map(|mass| Body::new(mass, [0.1; 3]));
            (a.position, b.position) = ([0.75, 0.0, 0.0], [-0.25, 0.0, 0.0]);
            (a.velocity, b.velocity) = ([0.0, 1.5, 0.0], [0.0, -0.5, 0.0]);
            let mut rod = DistanceSpring::new(stiffness, [0.0; 3], [0.0; 3], 1.0);
            rod.damped = damped;
            for _ in 0..180 {
                rod.prepare(&a, &b, Discretization::Auto, dt);
                rod.solve(&mut a, &mut b);
                advance(&mut a, [0.1; 3], dt);
                advance(&mut b, [0.1; 3], dt);
            }
            let momentum =
                angular_momentum(&a, 1.0, [0.1; 3])[2] + angular_momentum(&b, 3.0, [0.1; 3])[2];
            let apart = a.position.minus(b.position);
            let relative = a.velocity.minus(b.velocity);
            ((apart[0] * relative[1] - apart[1] * relative[0]) / apart.dot(apart), momentum)
        };
        let (kept, momentum) = spin(DampedMotion::Along);
        assert!(kept > 1.5 && (momentum - 1.5).abs() < 1e-9, "{kept} {momentum}");
        let (stopped, _) = spin(DampedMotion::All);
        assert!(stopped.abs() < 1e-3, "{stopped}");
    }
}

#[test]
fn the_whole_damping_across_the_line_is_that_of_backward_euler() {
    // Two free masses: v' = v/(1 + h·c/m) for the reduced mass.
    let (dt, damping) = (1.0 / 60.0, 6.0);
    let [mut a, mut b] = [1.0, 3.0].map(|mass| Body::new(mass, [0.1; 3]));
    a.position = [1.0, 0.0, 0.0];
    a.velocity = [0.0, 2.0, -1.0];
    let mut rod =
        DistanceSpring::new(Stiffness::physical(80.0, damping).unwrap(), [0.0; 3], [0.0; 3], 1.0);
    rod.damped = DampedMotion::All;
    rod.prepare(&a, &b, Discretization::Auto, dt);
    rod.solve(&mut a, &mut b);
    let left = 1.0 / (1.0 + dt * damping / 0.75);
    let relative = a.velocity.minus(b.velocity);
    assert!(relative.minus([0.0, 2.0 * left, -left]).length() < 1e-13, "{relative:?}");
}

#[test]
fn the_articles_motor_rests_short_of_its_velocity_by_the_share_of_its_damper() {
    let (dt, mut world) = (1.0 / 60.0, Body::fixed());
    let (k, b) = (30.0, 10.0);
    for mass in [1.0, 20.0] {
        let mut body = Body::new(mass, [mass; 3]);
        let mut drive = LinearMotor::with_drag(k, b, [2.0, 0.0, 0.0]);
        let mut spin = AngularMotor::with_drag(k, b, [0.0, 4.0, 0.0]);
        let mut left = 1.0f64;
        for step in 0..3000 {
            drive.prepare(&body, &world, dt);
            drive.solve(&mut body, &mut world);
            spin.prepare(&body, &world, dt);
            spin.solve(&mut body, &mut world);
            left /= 1.0 + (k + b) * dt / mass;
            let expected = 1.5 * (1.0 - left);
            assert!((body.velocity[0] - expected).abs() < 1e-12, "{mass} {step}");
            assert!((body.angular_velocity[1] - 2.0 * expected).abs() < 1e-12);
        }
        assert!((body.velocity[0] - 1.5).abs() < 1e-9, "k/(k + b)·v₀");
    }
    let relative: Damping<f64> = Damper::from_rate(3.0).unwrap().into();
    assert!(matches!(relative, Damping::Rate(_)));
    let mut body = Body::new(1.0, [1.0; 3]);
    for (k, b) in [(f64::NAN, 1.0), (-1.0, 2.0), (0.0, 0.0), (f64::INFINITY, 1.0)] {
        let mut drive = LinearMotor::with_drag(k, b, [2.0, 0.0, 0.0]);
        drive.prepare(&body, &world, dt);
        drive.solve(&mut body, &mut world);
        assert_eq!(body.velocity, [0.0; 3], "{k} {b}");
    }
}

#[test]
fn bowles_controller_as_forces_is_the_one_by_velocity_change_times_the_mass() {
    let (spring, dt) = (Spring::new(7.0, 0.6).unwrap(), 1.0 / 60.0);
    let (state, goal) = ([[1.0, -0.5, 0.2], [0.3, 2.0, -1.0]], [[0.0, 1.0, 0.0], [0.1, 0.0, 0.0]]);
    let change = stable_pd_velocity_change(&spring, state, goal, dt);
    for mass in [0.5, 3.0] {
        let values = [spring.stiffness() * mass, spring.damping() * mass];
        let impulse = stable_pd_impulse(values, 1.0 / mass, state, goal, dt);
        assert!(impulse.minus(change.times(mass)).length() < 1e-13);
    }
    // A heavier body is moved less by the same force.
    let [light, heavy] = [1.0, 4.0]
        .map(|mass| stable_pd_impulse([49.0, 8.4], 1.0 / mass, state, goal, dt).length() / mass);
    assert!(heavy < 0.3 * light);
}

#[test]
fn the_printed_contact_force_pulls_and_the_clipped_one_does_not() {
    let leaving = [[0.0, 1.0, 0.0], [0.0, 5.0, 0.0]];
    assert_eq!(contact_force_unclipped(leaving, 0.1, 10.0, 2.0), [0.0, -9.0, 0.0]);
    assert_eq!(contact_force(leaving, 0.1, 10.0, 2.0), [0.0; 3]);
    assert_eq!(contact_force_unclipped(leaving, 0.0, 10.0, 2.0), [0.0; 3]);
    assert_eq!(contact_force_unclipped(leaving, f64::NAN, 10.0, 2.0), [0.0; 3]);
}

/// Returns the distance of the end of a long lever from its goal after 20 s, m.
fn off_on_a_long_lever<R: Real>(ratio: f64) -> f64 {
    let n = R::from_f64;
    let v = |vector: [f64; 3]| vector.map(R::from_f64);
    let (length, dt, mut world) = (2.0, n(1.0 / 60.0), Body::fixed());
    let mut body = Body::new(n(1.0), [n(length * length / ratio); 3]);
    let lever = v([0.6 * length, -0.48 * length, 0.64 * length]);
    body.position = v([0.4, 0.3, -0.2]).minus(lever);
    let spring = Spring::from_frequency(n(2.0), n(1.0)).expect("a spring");
    let mut drag = PointSpring::new(spring, lever, v([0.0; 3]));
    for _ in 0..1200 {
        body.angular_velocity = body.angular_velocity.times(n(0.8));
        drag.prepare(&body, &world, Discretization::Auto, dt);
        drag.solve(&mut body, &mut world);
        body.position = body.position.plus(body.velocity.times(dt));
        let turn = Rotation::from_rotation_vector(body.angular_velocity.times(dt));
        body.rotation = Rotation::from_xyzw(body.rotation.then(&turn).xyzw());
    }
    body.point(lever).length().to_f64()
}

#[test]
fn a_long_lever_in_single_precision_ends_where_it_does_in_double() {
    for ratio in [1e3, 1e5, 1e7, 1e8] {
        let (single, double) =
            (off_on_a_long_lever::<f32>(ratio), off_on_a_long_lever::<f64>(ratio));
        assert!(single < double + 2e-3, "m·l²/I {ratio}: {single} m off, {double} in double");
        assert!(double < 0.02, "{ratio}: {double}");
    }
}

#[test]
fn a_spring_of_little_force_comes_to_rest() {
    for discretization in DISCRETIZATIONS {
        let (dt, mut world) = (1.0 / 60.0, Body::fixed());
        let mut body = Body::new(1.0, [1.0; 3]);
        body.position = [1.0, 0.0, 0.0];
        let mut drag =
            PointSpring::new(Spring::from_frequency(25.0, 0.05).unwrap(), [0.0; 3], [0.0; 3]);
        drag.max_force = 10.0;
        for _ in 0..60 * 30 {
            drag.prepare(&body, &world, discretization, dt);
            drag.solve(&mut body, &mut world);
            advance(&mut body, [1.0; 3], dt);
        }
        assert!(
            body.position.length() < 1e-3 && body.velocity.length() < 1e-3,
            "{discretization:?} {body:?}"
        );
    }
}
