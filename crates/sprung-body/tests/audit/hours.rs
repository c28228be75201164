//! Every spring for an hour of simulated time: no NaN, and at its goal at the end.

use sprung::{Damper, Real, Rotation, Spring, Vector};
use sprung_body::{
    AngularMotor, AngularServo, Body, Contact, ContactMaterial, DampedMotion, Discretization,
    DistanceSpring, ExternalAcceleration, LinearMotor, LinearServo, OrientationSpring, PointSpring,
    PoseSpring, Suspension, SwingSpring, stable_pd_velocity_change,
};
use testkit::audit::{cases, measured};

/// Moves a body by its velocities as an engine does.
fn advance<R: Real>(body: &mut Body<R>, dt: R) {
    body.position = body.position.plus(body.velocity.times(dt));
    let turn = Rotation::from_rotation_vector(body.angular_velocity.times(dt));
    body.rotation = Rotation::from_xyzw(body.rotation.then(&turn).xyzw());
}

/// The maximum distance from the goal that any spring has in the last tenth of the time.
fn run<R: Real>(rate: f64, seconds: usize, generic: bool, hertz: f64, ratio: f64) -> f64 {
    let n = R::from_f64;
    let v = |vector: [f64; 3]| vector.map(R::from_f64);
    let (dt, mut world) = (n(1.0 / rate), Body::fixed());
    let place = if generic { v([0.3, -0.7, 1.1]) } else { v([0.0; 3]) };
    let goal =
        Rotation::from_rotation_vector(if generic { v([0.4, 0.9, -0.5]) } else { v([0.0; 3]) });
    let up = v([0.0, 1.0, 0.0]);
    let spring = Spring::from_frequency(n(hertz), n(ratio)).expect("a spring");
    let damper = Damper::from_halflife(n(0.1)).expect("a damper");
    let inertia = v([0.3, 0.3, 0.3]);
    let mut start = Body::new(n(2.0), inertia);
    start.position = v([1.0, 2.0, -0.5]);
    start.rotation = Rotation::from_rotation_vector(v([0.9, -0.4, 0.6]));
    start.velocity = v([0.5, -1.0, 2.0]);
    start.angular_velocity = v([1.0, 0.5, -0.7]);
    let mut bodies = [start; 11];
    let lever = v([0.2, 0.1, -0.3]);
    let mut drag = PointSpring::new(spring, lever, place);
    let mut rod = DistanceSpring::new(spring, v([0.0; 3]), place, n(0.5));
    // Damped along its line alone, it would circle on.
    rod.damped = DampedMotion::All;
    let mut turn = OrientationSpring::new(spring, goal);
    let mut swing = SwingSpring::new(spring, up, if generic { v([0.6, 0.0, 0.8]) } else { up });
    let mut pose = PoseSpring::new(spring, place, goal);
    let mut motors =
        (LinearMotor::new(damper, v([0.0; 3])), AngularMotor::new(damper, v([0.0; 3])));
    let mut servo = LinearServo::new(spring, up, place[1]);
    let mut hinge = AngularServo::new(spring, up, place[1]);
    let mut ray = Suspension::new(spring, v([0.0; 3]), n(1.0));
    let mut contact =
        Contact::new(ContactMaterial::from_restitution(n(0.5), n(0.1)).expect("a ground"));
    let mut air = AngularMotor::new(damper, v([0.0; 3]));
    let gravity = v([0.0, -9.81, 0.0]);
    let steps = (rate * seconds as f64) as usize;
    let mut worst = 0.0f64;
    for i in 0..steps {
        let [a, b, c, d, e, f, g, h, j, k, l] = &mut bodies;
        let discretization = Discretization::Auto;
        air.prepare(a, &world, dt);
        air.solve(a, &mut world);
        drag.prepare(a, &world, discretization, dt);
        drag.solve(a, &mut world);
        rod.prepare(b, &world, discretization, dt);
        rod.solve(b, &mut world);
        turn.prepare(c, &world, discretization, dt);
        turn.solve(c, &mut world);
        swing.prepare(d, discretization, dt);
        swing.solve(d);
        pose.prepare(e, discretization, dt);
        pose.solve(e);
        let zero = v([0.0; 3]);
        let change =
            stable_pd_velocity_change(&spring, [f.position, f.velocity], [place, zero], dt);
        f.velocity = f.velocity.plus(change);
        motors.0.prepare(g, &world, dt);
        motors.0.solve(g, &mut world);
        motors.1.prepare(g, &world, dt);
        motors.1.solve(g, &mut world);
        servo.prepare(h, &world, discretization, dt);
        servo.solve(h, &mut world);
        hinge.prepare(j, &world, discretization, dt);
        hinge.solve(j, &mut world);
        for body in [&mut *k, &mut *l] {
            body.load = ExternalAcceleration::new(gravity);
        }
        let height = k.position[1];
        ray.prepare(k, &world, up.times(-R::ONE), Some(height), discretization, dt);
        ray.solve(k, &mut world);
        let (at, depth) = (l.position, -l.position[1]);
        contact.prepare(l, &world, at, up, depth, discretization, dt);
        contact.solve(l, &mut world);
        for body in [&mut *k, &mut *l] {
            body.velocity = body.velocity.plus(gravity.times(dt));
        }
        for (index, body) in bodies.iter_mut().enumerate() {
            // Only what the spring holds is watched: the rest drifts on.
            if matches!(index, 10 | 9 | 7) {
                body.angular_velocity = zero;
                (body.position[0], body.position[2]) = (R::ZERO, R::ZERO);
            }
            if matches!(index, 2 | 3 | 8) {
                body.position = zero;
            }
            advance(body, dt);
            let all = body.position.into_iter().chain(body.velocity).chain(body.rotation.xyzw());
            for value in all.chain(body.angular_velocity) {
                assert!(value.is_finite(), "body {index} step {i} {rate}/s {hertz} Hz: {body:?}");
            }
        }
        if i * 10 > steps * 9 && i % 16 == 0 {
            let miss = |value: R| value.to_f64().abs();
            let [a, b, c, d, e, f, g, h, j, k, l] = &bodies;
            let sag = 9.81 / spring.stiffness().to_f64();
            // The body tumbles about the other axes. Where its axis is reversed, no angle about it is defined.
            let [_, y, _, w] = j.rotation.xyzw().map(Real::to_f64);
            let twist_part = y.hypot(w);
            let misses = [
                miss(a.point(lever).minus(place).length()),
                miss(b.position.minus(place).length() - n(0.5)),
                miss(c.rotation.relative_to(&goal).to_rotation_vector().length()),
                miss(d.rotation.rotate(up).minus(swing.goal).length()),
                miss(e.position.minus(place).length()),
                miss(e.rotation.relative_to(&goal).to_rotation_vector().length()),
                miss(f.position.minus(place).length()),
                miss(g.velocity.length() + g.angular_velocity.length()),
                miss(h.position[1] - place[1]),
                miss(hinge.angle(j, &world) - place[1]) * twist_part,
                (miss(k.position[1] - n(1.0 - sag))).min(f64::INFINITY),
                miss(l.position[1] + n(9.81) / contact.ground.spring.stiffness()),
            ];
            for (which, miss) in misses.into_iter().enumerate() {
                assert!(miss < 3e-4, "{which}: {miss} at {rate}/s {hertz} Hz, generic {generic}");
                worst = worst.max(miss);
            }
        }
    }
    worst
}

#[test]
fn every_spring_runs_for_an_hour_without_nan_or_drift() {
    for (hertz, ratio) in [(2.0, 1.0), (3.0, 0.4)] {
        for rate in [60.0, 1000.0] {
            let seconds = cases(if rate > 60.0 { 20 } else { 180 }, 3600);
            for generic in [false, true] {
                let single = run::<f32>(rate, seconds, generic, hertz, ratio);
                let double = run::<f64>(rate, seconds, generic, hertz, ratio);
                measured(
                    format!(
                        "springs on bodies at {rate}/s, {hertz} Hz, f32 and f64, off their goal"
                    ),
                    seconds,
                    format!("{single:.1e} and {double:.1e}"),
                );
                assert!(double < 1e-9, "{double}");
            }
        }
    }
}

/// An hour between two springs that pull against each other: where the body is at the end.
fn opposed<R: Real>(far: f64, seconds: usize) -> f64 {
    let n = R::from_f64;
    let (dt, mut world) = (n(1.0 / 60.0), Body::fixed());
    let mut body = Body::new(n(2.0), [n(0.5); 3]);
    body.position = [n(far), n(0.0), n(0.0)];
    let spring = Spring::from_frequency(n(2.0), n(0.5)).expect("a spring");
    let goals = [far - 1.0, far + 1.0].map(|x| [n(x), n(0.0), n(0.0)]);
    let mut pair = goals.map(|goal| PointSpring::new(spring, [n(0.0); 3], goal));
    for i in 0..60 * seconds {
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
        if i == 60 * (seconds - 30) {
            body.velocity[0] += n(1.0);
        }
    }
    assert!(pair.iter().all(|spring| spring.impulse[0].abs() > n(1.0)), "{pair:?}");
    body.position[0].to_f64() - far
}

#[test]
fn two_springs_hold_against_each_other_for_an_hour() {
    let seconds = cases(60, 3600);
    assert!(opposed::<f64>(0.0, seconds).abs() < 1e-6);
    assert!(opposed::<f32>(0.0, seconds).abs() < 1e-3);
    assert!(opposed::<f32>(1000.0, seconds).abs() < 1e-2);
}

/// The maximum distance that weights at rest on springs move in the time, m.
fn resting<R: Real>(hertz: f64, height: f64, seconds: usize) -> f64 {
    let n = R::from_f64;
    let (dt, mut world) = (n(1.0 / 60.0), Body::fixed());
    let gravity = [R::ZERO, n(-9.81), R::ZERO];
    let spring = Spring::from_frequency(n(hertz), n(0.5)).expect("a spring");
    let sag = n(9.81) / spring.stiffness();
    let at = |y: R| [R::ZERO, y, R::ZERO];
    let place = n(height) - sag;
    let mut bodies = [Body::new(n(2.0), [n(0.5); 3]); 4];
    for body in &mut bodies {
        body.position = at(place);
    }
    let mut drag = PointSpring::new(spring, at(R::ZERO), at(n(height)));
    let mut rope = DistanceSpring::new(spring, at(R::ZERO), at(n(height + 1.0)), R::ONE);
    let mut lift = LinearServo::new(spring, at(R::ONE), n(height));
    let mut ray = Suspension::new(spring, at(R::ZERO), R::ONE);
    let mut worst = 0.0f64;
    for _ in 0..60 * seconds {
        for body in &mut bodies {
            body.load = ExternalAcceleration::new(gravity);
        }
        let [a, b, c, d] = &mut bodies;
        drag.prepare(a, &world, Discretization::Auto, dt);
        drag.solve(a, &mut world);
        rope.prepare(b, &world, Discretization::Auto, dt);
        rope.solve(b, &mut world);
        lift.prepare(c, &world, Discretization::Auto, dt);
        lift.solve(c, &mut world);
        let length = d.position[1] - n(height - 1.0);
        ray.prepare(d, &world, at(-R::ONE), Some(length), Discretization::Auto, dt);
        ray.solve(d, &mut world);
        for body in &mut bodies {
            body.velocity = body.velocity.plus(gravity.times(dt));
            body.position = body.position.plus(body.velocity.times(dt));
            worst = worst.max((body.position[1] - place).to_f64().abs());
        }
    }
    // All carry the weight.
    for impulse in [drag.impulse[1], -rope.impulse, lift.impulse, ray.impulse] {
        let share = impulse.to_f64() * 60.0 / (2.0 * 9.81);
        assert!((share.abs() - 1.0).abs() < 1e-3, "{hertz} Hz, {height} m: {share}");
    }
    worst
}

#[test]
fn a_weight_at_rest_on_a_spring_stays_for_an_hour() {
    let seconds = cases(60, 3600);
    for hertz in [0.5, 5.0, 60.0] {
        for height in [2.0, 100.0] {
            let single = resting::<f32>(hertz, height, seconds);
            let double = resting::<f64>(hertz, height, seconds);
            measured(
                format!("weights at rest on springs of {hertz} Hz, {height} m up, f32 and f64, m"),
                seconds,
                format!("{single:.1e} and {double:.1e}"),
            );
            let rounding = height + 9.81 / (2.0 * core::f64::consts::PI * hertz).powi(2);
            assert!(single < 16.0 * f64::from(f32::EPSILON) * rounding, "{hertz} Hz: {single}");
            assert!(double < 16.0 * f64::EPSILON * rounding, "{hertz} Hz: {double}");
        }
    }
}
