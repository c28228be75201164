//! A contact returns its restitution at game rates, never more, and rests at the equilibrium of its stiffness.

use sprung::Vector;
use sprung_body::{
    Body, Contact, ContactMaterial, Discretization, ExternalAcceleration, PointSpring,
};
use testkit::random::Random;

const UP: [f64; 3] = [0.0, 1.0, 0.0];

/// Lets a ball fall on a ground and returns the speed before touching and the speeds after each contact.
fn drop_from(
    height: f64,
    ground: ContactMaterial<f64>,
    rate: f64,
    gravity: f64,
    speed: f64,
    discretization: Discretization,
    kept: bool,
) -> Vec<[f64; 2]> {
    let (dt, mut world) = (1.0 / rate, Body::fixed());
    let mut ball = Body::new(0.7, [0.1; 3]);
    ball.position = [0.0, height, 0.0];
    ball.velocity = [0.0, -speed, 0.0];
    let mut contact = Contact::new(ground);
    let (mut bounces, mut before, mut inside) = (vec![], 0.0, false);
    for _ in 0..(10.0 * rate) as usize {
        if !kept {
            contact = Contact::new(ground);
        }
        ball.load = ExternalAcceleration::new([0.0, -gravity, 0.0]);
        let depth = -ball.position[1];
        if depth > 0.0 && !inside {
            (before, inside) = (-ball.velocity[1], true);
        }
        contact.prepare(&ball, &world, ball.position, UP, depth, discretization, dt);
        contact.solve(&mut ball, &mut world);
        ball.velocity[1] -= gravity * dt;
        ball.position = ball.position.plus(ball.velocity.times(dt));
        if inside && ball.position[1] > 0.0 {
            bounces.push([before, ball.velocity[1]]);
            inside = false;
        }
    }
    bounces
}

#[test]
fn a_bounce_keeps_its_restitution_at_30_60_and_120_steps_a_second() {
    let mut random = Random::new(1);
    for _ in 0..400 {
        let (restitution, duration) = (random.uniform(0.0, 1.0), random.log_uniform(0.005, 0.4));
        let ground = ContactMaterial::from_restitution(restitution, duration).unwrap();
        let (speed, phase) = (random.log_uniform(0.5, 20.0), random.unit());
        for rate in [30.0, 60.0, 120.0] {
            for discretization in [Discretization::Auto, Discretization::Exact] {
                for kept in [false, true] {
                    let height = speed / rate * phase;
                    let bounces = drop_from(height, ground, rate, 0.0, speed, discretization, kept);
                    let e = ground.restitution();
                    let Some([before, after]) = bounces.first() else {
                        assert!(e < 0.02, "{restitution} {duration} {rate}: it never leaves");
                        continue;
                    };
                    assert!(
                        after / before < e + 0.03,
                        "{restitution} {duration} {speed} {rate}: {}",
                        after / before
                    );
                    assert!(
                        after / before > e - 0.03,
                        "{restitution} {duration} {speed} {rate}: {}",
                        after / before
                    );
                }
            }
        }
    }
}

#[test]
fn a_dropped_ball_never_leaves_faster_than_its_restitution_allows() {
    let mut random = Random::new(2);
    for _ in 0..200 {
        let ground = ContactMaterial::from_restitution(
            random.uniform(0.0, 1.0),
            random.log_uniform(0.005, 0.4),
        )
        .unwrap();
        let height = random.log_uniform(0.05, 5.0);
        for rate in [30.0, 60.0, 120.0] {
            for discretization in
                [Discretization::Auto, Discretization::Exact, Discretization::BackwardEuler]
            {
                for [before, after] in
                    drop_from(height, ground, rate, 9.81, 0.0, discretization, true)
                {
                    // A step of gravity is the resolution of a speed.
                    let step = 9.81 / rate;
                    let most = match discretization {
                        Discretization::BackwardEuler => before,
                        _ => ground.restitution() * before,
                    };
                    assert!(
                        after <= 1.02 * most + 1.5 * step,
                        "{ground:?} {height} m {rate}/s {discretization:?}: {before} to {after}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_ball_on_springy_ground_stays_below_the_height_that_it_fell_from() {
    for (restitution, duration) in [(0.9, 0.05), (1.0, 0.02), (0.5, 0.01), (1.0, 0.3)] {
        let ground = ContactMaterial::from_restitution(restitution, duration).unwrap();
        for rate in [30.0, 60.0, 120.0] {
            for discretization in
                [Discretization::Auto, Discretization::Exact, Discretization::BackwardEuler]
            {
                let (dt, mut world) = (1.0 / rate, Body::fixed());
                let mut ball = Body::new(1.0, [0.1; 3]);
                ball.position = [0.0, 1.0, 0.0];
                let mut contact = Contact::new(ground);
                let mut highest = 0.0f64;
                for _ in 0..(60.0 * rate) as usize {
                    ball.load = ExternalAcceleration::new([0.0, -9.81, 0.0]);
                    let depth = -ball.position[1];
                    contact.prepare(&ball, &world, ball.position, UP, depth, discretization, dt);
                    contact.solve(&mut ball, &mut world);
                    ball.velocity[1] -= 9.81 * dt;
                    ball.position[1] += ball.velocity[1] * dt;
                    highest = highest.max(ball.position[1]);
                }
                assert!(
                    highest < 1.1,
                    "{restitution} {duration} {rate}/s {discretization:?}: {highest} m"
                );
            }
        }
    }
}

#[test]
fn a_ball_that_falls_on_soft_ground_leaves_it_as_the_equation_of_motion_says() {
    // Soft enough for gravity to press the ball in by centimeters: it bounces, although it is no deeper than it could rest.
    for (restitution, duration, height) in [(0.9, 0.2, 0.2), (0.7, 0.15, 0.3), (1.0, 0.25, 0.15)] {
        let ground = ContactMaterial::from_restitution(restitution, duration).unwrap();
        let before = f64::sqrt(2.0 * 9.81 * height);
        let [mut x, mut v, dt] = [0.0, -before, 1e-6];
        while x <= 0.0 {
            let force = -ground.spring.stiffness() * x - ground.spring.damping() * v;
            v += (force.max(0.0) - 9.81) * dt;
            x += v * dt;
        }
        for rate in [60.0, 120.0] {
            for discretization in [Discretization::Auto, Discretization::Exact] {
                let bounces = drop_from(height, ground, rate, 9.81, 0.0, discretization, true);
                // A step of gravity is the resolution of a speed.
                let (after, step) = (bounces[0][1], 9.81 / rate);
                let what = format!("{restitution} {rate}/s {discretization:?}");
                assert!((after - v).abs() < 1.5 * step, "{what}: {after}, not {v}");
            }
        }
    }
}

#[test]
fn what_does_not_touch_is_not_pushed() {
    let mut world = Body::fixed();
    let ground = ContactMaterial::from_restitution(0.3, 0.05).unwrap();
    for discretization in [Discretization::Auto, Discretization::BackwardEuler] {
        for depth in [0.0, -0.0, -0.1, f64::NAN, f64::INFINITY] {
            let mut ball = Body::new(0.7, [0.1; 3]);
            ball.velocity = [0.0, -3.0, 0.0];
            let mut contact = Contact::new(ground);
            contact.prepare(&ball, &world, [0.0; 3], UP, depth, discretization, 1.0 / 60.0);
            contact.solve(&mut ball, &mut world);
            assert_eq!(ball.velocity, [0.0, -3.0, 0.0], "{discretization:?} {depth}");
        }
    }
}

#[test]
fn a_ground_holds_a_body_that_rests_on_it_as_a_spring_does() {
    let (mut world, dt) = (Body::fixed(), 1.0 / 60.0);
    let ground = ContactMaterial::from_restitution(0.3, 0.05).unwrap();
    for gravity in [0.5, 9.81, 60.0] {
        // No faster than one and a half times what gravity adds in a step.
        for (part, sag) in [(-1.4, 1.0), (0.0, 1.0), (0.5, 1.0), (-1.4, 0.2), (-0.5, 0.2)] {
            let mut ball = Body::new(0.7, [0.1; 3]);
            ball.position[1] = -sag * gravity / ground.spring.stiffness();
            ball.load = ExternalAcceleration::new([0.0, -gravity, 0.0]);
            ball.velocity[1] = part * gravity * dt;
            let mut held = ball;
            let depth = -ball.position[1];
            let mut contact = Contact::new(ground);
            contact.prepare(&ball, &world, ball.position, UP, depth, Discretization::Auto, dt);
            contact.solve(&mut ball, &mut world);
            let mut spring = PointSpring::new(ground.spring, [0.0; 3], [0.0; 3]);
            spring.prepare(&held, &world, Discretization::Auto, dt);
            spring.solve(&mut held, &mut world);
            let apart = (ball.velocity[1] - held.velocity[1]).abs();
            assert!(apart < 1e-12, "{gravity} {part}: {:?} {:?}", ball.velocity, held.velocity);
        }
    }
}
