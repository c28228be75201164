//! Momentum, energy, extreme bodies, and what is not there: slack, suction, NaN.

mod world;

use sprung::{Damper, Rotation, Spring, Vector};
use sprung_body::{
    AngularMotor, AngularServo, Body, Contact, ContactMaterial, Discretization, DistanceSpring,
    LinearMotor, LinearServo, OrientationSpring, PointSpring, PoseSpring, SpringMode, Suspension,
    SwingSpring, contact_force, stable_pd_frequency, stable_pd_velocity_change,
};
use world::{advance, advance_without_gyroscope, angular_momentum};

#[test]
fn a_pair_keeps_its_momentum_and_angular_momentum() {
    let principal = [[0.4, 1.0, 2.0], [3.0, 0.5, 1.5]];
    let (mut a, mut b) = (Body::new(2.0, principal[0]), Body::new(5.0, principal[1]));
    a.position = [1.0, 0.5, -0.2];
    a.velocity = [0.0, 2.0, 1.0];
    b.angular_velocity = [0.5, -1.0, 2.0];
    let momentum = |a: &Body<f64>, b: &Body<f64>| {
        let linear = a.velocity.times(2.0).plus(b.velocity.times(5.0));
        let angular =
            angular_momentum(a, 2.0, principal[0]).plus(angular_momentum(b, 5.0, principal[1]));
        (linear, angular)
    };
    let start = momentum(&a, &b);
    let mut springs = (
        PointSpring::new(Spring::new(20.0, 0.2).unwrap(), [0.3, 0.0, 0.1], [0.0, 0.4, 0.0]),
        DistanceSpring::new(Spring::new(30.0, 0.5).unwrap(), [0.0; 3], [0.1, 0.1, 0.0], 0.8),
        LinearServo::new(Spring::new(15.0, 0.3).unwrap(), [0.0, 0.6, 0.8], 0.4),
        AngularServo::new(Spring::new(12.0, 0.3).unwrap(), [0.0, 0.6, 0.8], 0.4),
        OrientationSpring::new(Spring::new(9.0, 0.1).unwrap(), Rotation::IDENTITY),
    );
    let (discretization, dt) = (Discretization::BackwardEuler, 1.0 / 60.0);
    for _ in 0..200 {
        springs.0.prepare(&a, &b, discretization, dt);
        springs.1.prepare(&a, &b, discretization, dt);
        springs.2.prepare(&a, &b, discretization, dt);
        springs.3.prepare(&a, &b, discretization, dt);
        springs.4.prepare(&a, &b, discretization, dt);
        for _ in 0..2 {
            springs.0.solve(&mut a, &mut b);
            springs.1.solve(&mut a, &mut b);
            springs.2.solve(&mut a, &mut b);
            springs.3.solve(&mut a, &mut b);
            springs.4.solve(&mut a, &mut b);
        }
        assert!(springs.0.impulse.length() > 0.0 && springs.2.impulse != 0.0);
        advance(&mut a, principal[0], dt);
        advance(&mut b, principal[1], dt);
        let now = momentum(&a, &b);
        assert!(now.0.minus(start.0).length() < 1e-12, "{now:?}");
        assert!(now.1.minus(start.1).length() < 1e-11, "{now:?}");
    }
}

#[test]
fn extreme_bodies_are_stable_on_hard_springs() {
    for mass in [1e-2, 1.0, 100.0] {
        for principal in [[1e-3, 1.0, 1.0], [1e-3, 1e-3, 1.0], [1.0, 1e-3, 0.5]] {
            for hertz in [5.0, 60.0, 500.0] {
                for dt in [1.0 / 15.0, 1.0 / 60.0, 1.0 / 240.0] {
                    let (mut body, mut other) =
                        (Body::new(mass, principal), Body::new(mass * 1e4, [1e4; 3]));
                    body.position = [0.4, -0.3, 0.2];
                    body.angular_velocity = [10.0, -5.0, 3.0];
                    let spring = Spring::from_frequency(hertz, 0.5).unwrap();
                    let mut drag = PointSpring::new(spring, [0.5, 2.0, -1.0], [0.0; 3]);
                    for _ in 0..600 {
                        drag.prepare(&body, &other, Discretization::BackwardEuler, dt);
                        drag.solve(&mut body, &mut other);
                        // No matter has such moments: their spin would not be a body's.
                        advance_without_gyroscope(&mut body, principal, dt);
                        advance(&mut other, [1e4; 3], dt);
                        let reach = body.position.length();
                        assert!(
                            reach < 50.0,
                            "mass {mass} {principal:?} {hertz} Hz dt {dt}: {reach}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn a_rope_with_slack_does_nothing_and_a_bumper_does_not_pull() {
    let spring = Spring::new(30.0, 0.5).unwrap();
    let (mut a, mut world) = (Body::new(1.0, [1.0; 3]), Body::fixed());
    a.position = [0.5, 0.0, 0.0];
    a.velocity = [3.0, 0.0, 0.0];
    let mut rope = DistanceSpring::new(spring, [0.0; 3], [0.0; 3], 1.0);
    rope.mode = SpringMode::TensionOnly;
    rope.prepare(&a, &world, Discretization::Exact, 1.0 / 60.0);
    rope.solve(&mut a, &mut world);
    assert_eq!(a.velocity, [3.0, 0.0, 0.0]);
    a.position = [1.5, 0.0, 0.0];
    let mut bumper = rope;
    bumper.mode = SpringMode::CompressionOnly;
    bumper.prepare(&a, &world, Discretization::Exact, 1.0 / 60.0);
    bumper.solve(&mut a, &mut world);
    assert_eq!(a.velocity, [3.0, 0.0, 0.0]);
    rope.prepare(&a, &world, Discretization::Exact, 1.0 / 60.0);
    rope.solve(&mut a, &mut world);
    assert!(a.velocity[0] < 3.0);
}

#[test]
fn forces_stay_within_their_limits() {
    let (mut a, mut world, dt) = (Body::new(1.0, [0.1; 3]), Body::fixed(), 1.0 / 60.0);
    a.position = [100.0, 50.0, 0.0];
    let mut drag = PointSpring::new(Spring::new(50.0, 1.0).unwrap(), [0.1, 0.0, 0.0], [0.0; 3]);
    drag.max_force = 20.0;
    for _ in 0..4 {
        drag.prepare(&a, &world, Discretization::BackwardEuler, dt);
        drag.solve(&mut a, &mut world);
        drag.solve(&mut a, &mut world);
        assert!(drag.impulse.length() <= 20.0 * dt * (1.0 + 1e-12));
    }
}

#[test]
fn staying_upright_leaves_the_yaw_free_and_rights_a_body_that_stands_on_its_head() {
    let principal = [1.0, 2.0, 3.0];
    let mut body = Body::new(10.0, principal);
    body.rotation = Rotation::from_rotation_vector([core::f64::consts::PI, 0.0, 0.0]);
    let mut upright = SwingSpring::new(
        Spring::from_frequency(1.0, 1.0).unwrap(),
        [0.0, 1.0, 0.0],
        [0.0, 1.0, 0.0],
    );
    for _ in 0..600 {
        upright.prepare(&body, Discretization::Exact, 1.0 / 60.0);
        upright.solve(&mut body);
        advance(&mut body, principal, 1.0 / 60.0);
    }
    assert!(body.rotation.rotate([0.0, 1.0, 0.0]).minus([0.0, 1.0, 0.0]).length() < 1e-6);
    body.angular_velocity = [0.0, 3.0, 0.0];
    for _ in 0..60 {
        upright.prepare(&body, Discretization::Exact, 1.0 / 60.0);
        upright.solve(&mut body);
        advance(&mut body, principal, 1.0 / 60.0);
    }
    assert!((body.angular_velocity[1] - 3.0).abs() < 1e-6);
}

#[test]
fn a_hovering_vehicle_rests_where_its_springs_carry_it() {
    let (mass, principal, dt, gravity) = (1200.0, [400.0, 1500.0, 1300.0], 1.0 / 60.0, 9.81);
    let mut car = Body::new(mass, principal);
    car.position = [0.0, 1.5, 0.0];
    car.angular_velocity = [0.3, 0.0, -0.2];
    let spring = Spring::from_frequency(2.0, 0.6).unwrap();
    let mut wheels = [[1.0, 0.0, 2.0], [1.0, 0.0, -2.0], [-1.0, 0.0, 2.0], [-1.0, 0.0, -2.0]]
        .map(|corner| Suspension::new(spring, corner, 1.0));
    let mut ground = Body::fixed();
    for _ in 0..1200 {
        car.velocity[1] -= gravity * dt;
        for wheel in &mut wheels {
            let height = car.point(wheel.point)[1];
            wheel.prepare(
                &car,
                &ground,
                [0.0, -1.0, 0.0],
                Some(height),
                Discretization::BackwardEuler,
                dt,
            );
        }
        for _ in 0..8 {
            for wheel in &mut wheels {
                wheel.solve(&mut car, &mut ground);
            }
        }
        advance(&mut car, principal, dt);
    }
    // Springs along the vertical have no hold on its yaw: what the start gave it, it keeps.
    assert!(car.velocity.length() < 1e-6);
    assert!(car.angular_velocity[0].hypot(car.angular_velocity[2]) < 1e-6);
    let held: f64 = wheels.iter().map(|wheel| wheel.impulse).sum();
    assert!((held - mass * gravity * dt).abs() < 1e-6 * held);
    assert!(car.position[1] > 0.5 && car.position[1] < 1.0);
    assert!(car.rotation.rotate([0.0, 1.0, 0.0])[1] > 1.0 - 1e-9);
}

/// Drops a ball onto a ground and returns its maximum speed upwards over its speed at touching, and its maximum depth.
fn bounce(ground: ContactMaterial<f64>, dt: f64) -> (f64, f64) {
    let (mut ball, mut world) = (Body::new(0.8, [0.1; 3]), Body::fixed());
    ball.position = [0.0, 1e-9, 0.0];
    ball.velocity = [0.0, -4.0, 0.0];
    let mut contact = Contact::new(ground);
    let (mut fastest, mut deepest) = (0.0f64, 0.0f64);
    for _ in 0..(2.0 / dt) as i32 {
        let depth = -ball.position[1];
        contact.prepare(&ball, &world, [0.0; 3], [0.0, 1.0, 0.0], depth, Discretization::Exact, dt);
        contact.solve(&mut ball, &mut world);
        assert!(contact.impulse >= 0.0, "a contact never sucks");
        advance(&mut ball, [0.1; 3], dt);
        fastest = fastest.max(ball.velocity[1]);
        deepest = deepest.max(-ball.position[1]);
    }
    (fastest / 4.0, deepest)
}

#[test]
fn grounds_bounce_as_their_restitution_says_and_presets_differ_as_their_names_do() {
    for restitution in [0.9, 0.7, 0.5, 0.3, 0.05] {
        let ground = ContactMaterial::from_restitution(restitution, 0.2).unwrap();
        let (measured, _) = bounce(ground, 1e-4);
        assert!((measured - restitution).abs() < 2e-3, "{restitution}: {measured}");
    }
    let (trampoline, deep) = bounce(ContactMaterial::trampoline(), 1e-3);
    let (quicksand, sunk) = bounce(ContactMaterial::quicksand(), 1e-3);
    let (concrete, dented) = bounce(ContactMaterial::concrete(), 1e-3);
    assert!(trampoline > 0.85 && quicksand < 0.02 && concrete < 0.01);
    assert!(deep > 0.2 && sunk > 0.05 && dented < 0.005);
    // At 60 steps per second too, concrete is dead.
    assert!(bounce(ContactMaterial::concrete(), 1.0 / 60.0).0 < 0.1);
}

#[test]
fn the_classical_contact_force_needs_tuning_and_explodes_where_the_spring_does_not() {
    let fall = |stiffness: f64, dt: f64| {
        let (mut height, mut speed) = (0.5f64, 0.0f64);
        let mut highest = 0.0f64;
        for _ in 0..2000 {
            let force =
                contact_force([[0.0, 1.0, 0.0], [0.0, speed, 0.0]], -height, stiffness, 0.0);
            speed += (force[1] - 9.81) * dt;
            height += speed * dt;
            highest = highest.max(height);
        }
        highest
    };
    assert!(fall(1e3, 1.0 / 240.0) < 0.6);
    assert!(fall(1e6, 1.0 / 60.0) > 5.0, "beyond 4m/h² it throws the body up");
}

#[test]
fn the_published_stable_pd_is_unstable_above_its_limit_and_the_pose_spring_is_not() {
    for ratio in [0.0, 0.5, 1.0, 2.0] {
        let dt = 1.0 / 60.0;
        let limit = stable_pd_frequency(ratio, dt);
        let grows = |hertz: f64| {
            let spring = Spring::from_frequency(hertz, ratio).unwrap();
            let (mut position, mut velocity) = ([1.0, 0.0, 0.0], [0.0; 3]);
            for _ in 0..4000 {
                let change =
                    stable_pd_velocity_change(&spring, [position, velocity], [[0.0; 3]; 2], dt);
                velocity = velocity.plus(change);
                position = position.plus(velocity.times(dt));
            }
            !(position.length() < 1e3)
        };
        assert!(!grows(limit * 0.99), "ζ {ratio} below {limit} Hz");
        assert!(grows(limit * 1.01), "ζ {ratio} above {limit} Hz");
    }
    assert!((stable_pd_frequency(0.0, 1.0 / 60.0f64) - 11.03).abs() < 0.01);
    assert!((stable_pd_frequency(2.0, 1.0 / 60.0f64) - 29.6).abs() < 0.05);
}

#[test]
fn nothing_makes_nan_out_of_finite_bodies() {
    let (mut a, mut b) = (Body::fixed(), Body::fixed());
    let spring = Spring::new(10.0, 1.0).unwrap();
    let mut rod = DistanceSpring::new(spring, [0.0; 3], [0.0; 3], 0.0);
    rod.prepare(&a, &b, Discretization::Exact, 0.1);
    rod.solve(&mut a, &mut b);
    let mut light = Body::new(1.0, [1.0; 3]);
    for (length, dt) in [(0.0, 0.1), (1.0, 0.1), (1.0, 0.0), (1.0, -1.0), (1.0, f64::NAN)] {
        let mut rod = DistanceSpring::new(spring, [0.0; 3], [0.0; 3], length);
        rod.prepare(&light, &b, Discretization::BackwardEuler, dt);
        rod.solve(&mut light, &mut b);
        assert!(light.validate().is_ok() && b.validate().is_ok(), "length {length} dt {dt}");
    }
    let mut drag = PointSpring::new(spring, [0.0; 3], [5.0; 3]);
    drag.prepare(&a, &b, Discretization::Exact, 0.1);
    drag.solve(&mut a, &mut b);
    assert_eq!((a.velocity, b.velocity), ([0.0; 3], [0.0; 3]));
}

#[test]
fn a_body_with_nan_in_it_does_not_spread_it_to_its_neighbor() {
    let (dt, spring) = (1.0 / 60.0, Spring::new(9.0, 0.6).unwrap());
    let damper = Damper::from_halflife(0.1).unwrap();
    let sound = Body::new(3.0, [1.0; 3]);
    let broken: [fn(&mut Body<f64>); 5] = [
        |body| body.position[1] = f64::NAN,
        |body| body.velocity[0] = f64::INFINITY,
        |body| body.angular_velocity[2] = f64::NAN,
        |body| body.inverse_mass = f64::NAN,
        |body| body.inverse_inertia.rows[1][1] = f64::INFINITY,
    ];
    for breaking in broken {
        let mut start = Body::new(2.0, [0.4, 0.5, 0.6]);
        start.position = [0.2, 0.1, -0.3];
        breaking(&mut start);
        macro_rules! check {
            ($new:expr, $($prepare:expr),*) => {{
                let mut spring = $new;
                for turned in [false, true] {
                    let (mut bad, mut good) = (start, sound);
                    let (a, b) = if turned { (&mut good, &mut bad) } else { (&mut bad, &mut good) };
                    spring.prepare(&*a, &*b, $($prepare),*);
                    spring.solve(a, b);
                    assert!(good.validate().is_ok(), "{}", stringify!($new));
                }
            }};
        }
        let exact = Discretization::Exact;
        check!(PointSpring::new(spring, [0.5, 0.0, 0.2], [0.0; 3]), exact, dt);
        check!(DistanceSpring::new(spring, [0.5, 0.0, 0.2], [0.0; 3], 0.3), exact, dt);
        check!(OrientationSpring::new(spring, Rotation::IDENTITY), exact, dt);
        check!(
            Suspension::new(spring, [0.5, 0.0, 0.2], 1.0),
            [0.0, -1.0, 0.0],
            Some(0.7),
            exact,
            dt
        );
        check!(
            Contact::new(ContactMaterial::trampoline()),
            [0.1, -0.2, 0.0],
            [0.0, 1.0, 0.0],
            0.1,
            exact,
            dt
        );
        check!(LinearMotor::new(damper, [1.0, 0.0, 0.0]), dt);
        check!(AngularMotor::new(damper, [1.0, 0.0, 0.0]), dt);
        check!(LinearServo::new(spring, [0.0, 0.6, 0.8], 0.4), exact, dt);
        check!(AngularServo::new(spring, [0.0, 0.6, 0.8], 0.4), exact, dt);
    }
}

#[test]
fn bodies_of_the_plane_stay_in_it() {
    let principal = [f64::INFINITY, f64::INFINITY, 0.3];
    let (mut body, mut world) = (Body::planar(2.0, 0.3), Body::fixed());
    body.position = [1.0, 2.0, 0.0];
    let mut drag = PointSpring::new(Spring::new(12.0, 0.3).unwrap(), [0.5, 0.2, 0.0], [0.0; 3]);
    for _ in 0..300 {
        drag.prepare(&body, &world, Discretization::Exact, 1.0 / 60.0);
        drag.solve(&mut body, &mut world);
        advance(&mut body, principal, 1.0 / 60.0);
        assert_eq!(
            (body.position[2], body.angular_velocity[0], body.angular_velocity[1]),
            (0.0, 0.0, 0.0)
        );
    }
    // It comes to circle the goal, unbraked; what is left of the spring is the pull that the circle needs.
    let circling = body.angular_velocity[2].powi(2) * body.position.length() / 12.0f64.powi(2);
    let stretch = body.point([0.5, 0.2, 0.0]).length();
    assert!((stretch - circling).abs() < 0.02 * circling, "{stretch} against {circling}");
}

#[test]
fn a_warm_start_with_the_answer_leaves_nothing_to_solve() {
    let (dt, implicit, spring) =
        (1.0 / 60.0f64, Discretization::BackwardEuler, Spring::new(9.0, 0.6).unwrap());
    let damper = Damper::from_halflife(0.1).unwrap();
    let (mut start, mut other) = (Body::new(2.0, [0.4, 0.5, 0.6]), Body::new(3.0, [1.0; 3]));
    start.position = [0.2, 0.1, -0.3];
    start.rotation = Rotation::from_rotation_vector([0.2, -0.5, 0.4]);
    start.velocity = [0.0, -1.0, 0.5];
    start.angular_velocity = [1.0, 0.3, -0.4];
    start = start.with_inertia([0.4, 0.5, 0.6]);
    other.velocity = [0.1, 0.0, 0.0];
    let same = |once: Body<f64>, warm: Body<f64>, name: &str| {
        assert!(once != start, "{name} does something");
        let apart = once.velocity.minus(warm.velocity).length()
            + once.angular_velocity.minus(warm.angular_velocity).length();
        assert!(apart < 1e-12, "{name}: {apart}");
    };
    // Solves a spring once from nothing and once from its own answer.
    macro_rules! check {
        ($name:literal, $new:expr, $($prepare:expr),*) => {{
            let mut spring = $new;
            let (mut a, mut b) = (start, other);
            spring.prepare(&a, &b, $($prepare),*);
            spring.solve(&mut a, &mut b);
            let (once, answer) = (a, spring.impulse);
            (a, b) = (start, other);
            spring.prepare(&a, &b, $($prepare),*);
            spring.warm_start(&mut a, &mut b, answer);
            same(once, a, concat!($name, " warm started"));
            spring.solve(&mut a, &mut b);
            same(once, a, $name);
        }};
    }
    check!("attachment", PointSpring::new(spring, [0.5, 0.0, 0.2], [0.0; 3]), implicit, dt);
    check!("distance", DistanceSpring::new(spring, [0.5, 0.0, 0.2], [0.0; 3], 0.3), implicit, dt);
    check!("orientation", OrientationSpring::new(spring, Rotation::IDENTITY), implicit, dt);
    let ray = Suspension::new(spring, [0.5, 0.0, 0.2], 1.0);
    check!("suspension", ray, [0.0, -1.0, 0.0], Some(0.7), implicit, dt);
    let contact = Contact::new(ContactMaterial::trampoline());
    check!("contact", contact, [0.1, -0.2, 0.0], [0.0, 1.0, 0.0], 0.1, implicit, dt);
    check!("linear motor", LinearMotor::new(damper, [1.0, 0.0, 0.0]), dt);
    check!("angular motor", AngularMotor::new(damper, [1.0, 0.0, 0.0]), dt);
    check!("linear servo", LinearServo::new(spring, [0.0, 0.6, 0.8], 0.4), implicit, dt);
    check!("angular servo", AngularServo::new(spring, [0.0, 0.6, 0.8], 0.4), implicit, dt);

    let mut swing = SwingSpring::new(spring, [0.0, 1.0, 0.0], [0.0, 1.0, 0.0]);
    let mut pose = PoseSpring::new(spring, [0.0; 3], Rotation::IDENTITY);
    let [mut swung, mut warm, mut posed, mut warm_pose] = [start; 4];
    swing.prepare(&swung, implicit, dt);
    swing.solve(&mut swung);
    let answer = swing.impulse;
    swing.prepare(&warm, implicit, dt);
    swing.warm_start(&mut warm, answer);
    swing.solve(&mut warm);
    same(swung, warm, "swing");
    pose.prepare(&posed, implicit, dt);
    pose.solve(&mut posed);
    let answer = pose.impulse();
    pose.prepare(&warm_pose, implicit, dt);
    pose.warm_start(&mut warm_pose, answer);
    pose.solve(&mut warm_pose);
    same(posed, warm_pose, "pose");
}
