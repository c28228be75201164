//! Springs on rigid bodies: the path and the angle of each body, in frames of 1/60 s.

use std::f64::consts::TAU;

use sprung::{Damper, Rotation, Spring, Vector};
use sprung_body::{
    AngularMotor, Body, Contact, ContactMaterial, DampedMotion, Discretization, DistanceSpring,
    ExternalAcceleration, LinearMotor, PointSpring, PoseSpring, Stiffness, SwingSpring,
    stable_pd_velocity_change,
};

use crate::picture::{Entry, Picture, Points, Result, sliders};
use crate::sampling::stepped;

pub(crate) const SYSTEMS: &[Entry] = &[
    ("springs-that-drive-a-rigid-body-by-velocity-change", pose),
    ("distance-spring-with-rest-length", distance),
    ("linear-motor", linear_motor),
    ("angular-motor", angular_motor),
    ("orientation-spring-and-stay-upright-constraint", upright),
    ("click-and-drag-a-point-of-a-body", drag),
    ("collision-response-by-springs", collision),
];

const DT: f64 = 1.0 / 60.0;

/// m/s², added to the velocity before the springs are prepared.
const GRAVITY: [f64; 3] = [0.0, -9.81, 0.0];

/// Moves a body by its velocities, as an engine does after its solver.
fn advance(body: &mut Body<f64>) {
    body.position = body.position.plus(body.velocity.times(DT));
    let turn = Rotation::from_rotation_vector(body.angular_velocity.times(DT));
    body.rotation = Rotation::from_xyzw(body.rotation.then(&turn).xyzw());
}

/// The path and the angle, unwrapped, of bodies in `frames` frames.
fn filmed<const N: usize>(
    mut bodies: [Body<f64>; N],
    frames: u32,
    mut step: impl FnMut(&mut [Body<f64>; N], f64),
) -> Vec<Points> {
    let mut curves = vec![Points::new(); 2 * N];
    let mut angles = [0.0; N];
    for frame in 0..frames {
        let time = f64::from(frame) * DT;
        for (index, body) in bodies.iter().enumerate() {
            let angle = body.rotation.to_rotation_vector()[2];
            angles[index] += (angle - angles[index] + TAU / 2.0).rem_euclid(TAU) - TAU / 2.0;
            curves[2 * index].push((body.position[0], body.position[1]));
            curves[2 * index + 1].push((time, angles[index]));
        }
        step(&mut bodies, time);
    }
    curves
}

fn pose(p: &[f64]) -> Result<Picture> {
    let [frequency, ratio, mass] = sliders(p)?;
    let spring = Spring::from_frequency(frequency, ratio)?;
    // 1 m up and upright: in the plane, place and angle are three numbers.
    let (goal, start) = ([0.0, 1.0, 0.0], [0.0, 0.0, 0.9]);
    let published = stepped([start, [0.0; 3]], DT, 0.75, |[place, velocity], _| {
        let change = stable_pd_velocity_change(&spring, [place, velocity], [goal, [0.0; 3]], DT);
        let velocity: [f64; 3] = velocity.plus(change);
        [place.plus(velocity.times(DT)), velocity]
    });
    let finite = |x: f64| x.clamp(-30.0, 30.0);
    let mut curves: Vec<Points> = vec![
        published.iter().map(|(_, [place, _])| (0.0, finite(place[1]))).collect(),
        published.iter().map(|(time, [place, _])| (*time, finite(place[2]))).collect(),
    ];
    for mass in [1.0, mass] {
        let mut driver = PoseSpring::new(spring, goal, Rotation::IDENTITY);
        let mut body = Body::planar(mass, mass * 0.64 / 6.0);
        body.rotation = Rotation::from_rotation_vector([0.0, 0.0, start[2]]);
        curves.extend(filmed([body], 46, |[body], _| {
            driver.prepare(body, Discretization::Exact, DT);
            driver.solve(body);
            advance(body);
        }));
    }
    let phase = spring.angular_frequency() * DT;
    Ok(Picture::new(curves).marked([phase]))
}

fn distance(p: &[f64]) -> Result<Picture> {
    let [frequency, ratio, length, all] = sliders(p)?;
    let (mut a, mut b) = (Body::planar(1.0, 0.1), Body::planar(3.0, 0.3));
    (a.position, b.position) = ([-0.4, 0.2, 0.0], [0.2, 0.0, 0.0]);
    a.velocity = [0.0, 1.2, 0.0];
    b.velocity = [0.0, -0.4, 0.0];
    let spring = Spring::from_frequency(frequency, ratio)?;
    let mut rod = DistanceSpring::new(spring, [0.0; 3], [0.0; 3], length);
    rod.damped = if all >= 0.5 { DampedMotion::All } else { DampedMotion::Along };
    Ok(Picture::new(filmed([a, b], 300, |[a, b], _| {
        rod.prepare(a, b, Discretization::Exact, DT);
        rod.solve(a, b);
        advance(a);
        advance(b);
    })))
}

fn linear_motor(p: &[f64]) -> Result<Picture> {
    let [halflife, speed, force, mass] = sliders(p)?;
    let mut curves = Vec::new();
    let mut speeds = Vec::new();
    for max_force in [f64::INFINITY, force] {
        let cart = Body::new(mass, [1.0; 3]);
        let mut motor = LinearMotor::new(Damper::from_halflife(halflife)?, [speed, 0.0, 0.0]);
        motor.max_force = max_force;
        let mut seen = Points::new();
        curves.extend(filmed([cart], 300, |[cart], time| {
            seen.push((time, cart.velocity[0]));
            motor.prepare(cart, &Body::fixed(), DT);
            motor.solve(cart, &mut Body::fixed());
            advance(cart);
        }));
        speeds.push(seen);
    }
    Ok(Picture::new(curves.into_iter().chain(speeds)))
}

fn angular_motor(p: &[f64]) -> Result<Picture> {
    let [halflife, turns, torque] = sliders(p)?;
    let mut curves = Vec::new();
    let mut speeds = Vec::new();
    for max_torque in [f64::INFINITY, torque] {
        let mut spin = AngularMotor::new(Damper::from_halflife(halflife)?, [0.0, 0.0, TAU * turns]);
        spin.max_torque = max_torque;
        let mut seen = Points::new();
        curves.extend(filmed([Body::planar(2.0, 0.5)], 300, |[fan], time| {
            seen.push((time, fan.angular_velocity[2] / TAU));
            spin.prepare(fan, &Body::fixed(), DT);
            spin.solve(fan, &mut Body::fixed());
            advance(fan);
        }));
        speeds.push(seen);
    }
    Ok(Picture::new(curves.into_iter().chain(speeds)))
}

fn upright(p: &[f64]) -> Result<Picture> {
    let [frequency, ratio, tilt] = sliders(p)?;
    let mut car = Body::planar(5.0, 1.0);
    car.rotation = Rotation::from_rotation_vector([0.0, 0.0, tilt.to_radians()]);
    car.angular_velocity = [0.0, 0.0, -1.0];
    let up = [0.0, 1.0, 0.0];
    let mut upright = SwingSpring::new(Spring::from_frequency(frequency, ratio)?, up, up);
    let mut curves = filmed([car], 300, |[car], _| {
        upright.prepare(car, Discretization::Exact, DT);
        upright.solve(car);
        advance(car);
    });
    let degrees = curves[1].iter().map(|(time, angle)| (*time, angle.to_degrees())).collect();
    curves.push(degrees);
    Ok(Picture::new(curves))
}

fn drag(p: &[f64]) -> Result<Picture> {
    let [frequency, ratio, mass] = sliders(p)?;
    let hand = |time: f64| [1.2 * (1.3 * time).sin(), 0.7 * (2.6 * time).sin(), 0.0];
    let corner = [0.4, 0.4, 0.0];
    let stiffness: Stiffness<f64> = Spring::from_frequency(frequency, ratio)?.into();
    let mut drag = PointSpring::new(stiffness, corner, [0.0; 3]);
    let mut cube = Body::planar(mass, mass * 0.64 / 6.0);
    cube.position = [-0.4, -0.4, 0.0];
    cube.load = ExternalAcceleration::new(GRAVITY).already_applied();
    let mut hands = Points::new();
    let mut curves = filmed([cube], 480, |[cube], time| {
        drag.point_b = hand(time);
        hands.push((drag.point_b[0], drag.point_b[1]));
        cube.velocity = cube.velocity.plus(GRAVITY.times(DT));
        // Air drag, so that its spin fades.
        cube.angular_velocity = cube.angular_velocity.times(0.99);
        drag.prepare(cube, &Body::fixed(), Discretization::Exact, DT);
        drag.solve(cube, &mut Body::fixed());
        advance(cube);
    });
    curves.push(hands);
    Ok(Picture::new(curves))
}

fn collision(p: &[f64]) -> Result<Picture> {
    const RADIUS: f64 = 0.18;
    let [frequency, ratio, height] = sliders(p)?;
    let spring = Spring::from_frequency(frequency, ratio)?;
    let mut ball = Body::planar(1.0, 0.1);
    ball.position = [0.0, height, 0.0];
    ball.load = ExternalAcceleration::new(GRAVITY).already_applied();
    let mut contact = Contact::new(ContactMaterial { spring });
    let curves = filmed([ball], 300, |[ball], _| {
        ball.velocity = ball.velocity.plus(GRAVITY.times(DT));
        let (depth, up) = (RADIUS - ball.position[1], [0.0, 1.0, 0.0]);
        let at = ball.position.minus(up.times(RADIUS));
        contact.prepare(ball, &Body::fixed(), at, up, depth, Discretization::Exact, DT);
        contact.solve(ball, &mut Body::fixed());
        advance(ball);
    });
    let heights = curves[0].iter().zip(&curves[1]).map(|(place, time)| (time.0, place.1)).collect();
    Ok(Picture::new(curves.into_iter().chain([heights])))
}
