//! Networks and rigid bodies: against closed forms, and for momentum, energy and ratios of masses.
#![allow(clippy::unwrap_used, reason = "a test")]

mod attached;
mod contacts;
mod free;
mod heavy;

use sprung_network::{Body, BodyCoupling, Environment, Settings, Solver};

pub(crate) const DT: f32 = 1.0 / 60.0;
pub(crate) const GRAVITY: [f32; 3] = [0.0, -9.81, 0.0];

pub(crate) fn ball(mass: f32, radius: f32, position: [f32; 3]) -> Body<f32> {
    let mut body = Body::new(mass, [0.4 * mass * radius * radius; 3]);
    body.position = position;
    body
}

pub(crate) fn weight(mass: f32, radius: f32, position: [f32; 3]) -> Body<f32> {
    let mut body = ball(mass, radius, position);
    body.load.acceleration = GRAVITY;
    body
}

pub(crate) fn crate_of(mass: f32, half: [f32; 3], position: [f32; 3]) -> Body<f32> {
    let [x, y, z] = half.map(|h| 4.0 * h * h);
    let mut body = Body::new(mass, [y + z, z + x, x + y].map(|sum| mass * sum / 12.0));
    body.position = position;
    body.load.acceleration = GRAVITY;
    body
}

pub(crate) fn settings(substeps: usize, environment: Environment) -> Settings {
    Settings { substeps, environment, ..Settings::default() }
}

/// Steps, and takes the bodies where the network has moved them.
pub(crate) fn step(
    coupling: &mut BodyCoupling<impl sprung_network::ContactShape>,
    solver: &mut Solver,
    bodies: &mut [Body<f32>],
    dt: f32,
) {
    coupling.step(solver, bodies, dt);
    for (i, body) in bodies.iter_mut().enumerate() {
        *body = coupling.body_at_end(i);
    }
}

pub(crate) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Momentum and angular momentum about the origin of free particles and bodies whose inertia is a ball's; and the sum
/// of their sizes over all, to which errors are relative.
pub(crate) fn momentum(solver: &Solver, bodies: &[Body<f32>]) -> [([f64; 3], f64); 2] {
    let mut sums = [([0.0; 3], 0.0); 2];
    let mut add = |i: usize, v: [f64; 3]| {
        (0..3).for_each(|c| sums[i].0[c] += v[c]);
        sums[i].1 += v.iter().map(|c| c * c).sum::<f64>().sqrt();
    };
    let moving = |mass: f64, place: [f32; 3], velocity: [f32; 3]| {
        let momentum = velocity.map(|c| mass * f64::from(c));
        [momentum, cross(place.map(f64::from), momentum)]
    };
    for p in solver.particles().filter(|p| !p.is_fixed()) {
        let of = moving(1.0 / f64::from(p.inverse_mass), p.position, p.velocity);
        of.into_iter().enumerate().for_each(|(i, v)| add(i, v));
    }
    for body in bodies {
        let of = moving(1.0 / f64::from(body.inverse_mass), body.position, body.velocity);
        of.into_iter().enumerate().for_each(|(i, v)| add(i, v));
        let inertia = 1.0 / f64::from(body.inverse_inertia.rows[0][0]);
        add(1, body.angular_velocity.map(|w| inertia * f64::from(w)));
    }
    sums
}

/// Kinetic and potential energy, and the kinetic energy alone; of particles and bodies.
pub(crate) fn energy(solver: &Solver, bodies: &[Body<f32>]) -> f64 {
    let dot = |a: [f32; 3], b: [f32; 3]| -> f64 {
        a.into_iter().zip(b).map(|(a, b)| f64::from(a) * f64::from(b)).sum()
    };
    let mut sum = 0.0;
    for p in solver.particles().filter(|p| !p.is_fixed()) {
        let m = 1.0 / f64::from(p.inverse_mass);
        sum += m * (0.5 * dot(p.velocity, p.velocity) - dot(GRAVITY, p.position));
    }
    for body in bodies.iter().filter(|body| body.inverse_mass > 0.0) {
        let m = 1.0 / f64::from(body.inverse_mass);
        let load = body.load.acceleration;
        sum += m * (0.5 * dot(body.velocity, body.velocity) - dot(load, body.position));
        let w = body.angular_velocity;
        // Of balls, and of what does not turn.
        sum += 0.5 * dot(w, w) / f64::from(body.inverse_inertia.rows[0][0]).max(1e-30);
    }
    sum
}
