//! A reference world, shared by tests and examples: what a physics engine does, in a page.
//!
//! Bodies turn with the gyroscopic term, gravity is added in sub-steps of semi-implicit Euler, and a soft ground holds up
//! what has corners. Springs change velocities once per step, before it, and are told of gravity by the bodies' loads.

// Each test and example takes the part of this world that it needs.
#![allow(dead_code)]

use sprung::{Rotation, Vector};
use sprung_body::{Body, Contact, ContactMaterial, Discretization, ExternalAcceleration};

pub(crate) type V3 = [f64; 3];

/// Bodies above the plane y = 0.
pub(crate) struct World {
    pub(crate) bodies: Vec<Body<f64>>,
    pub(crate) gravity: V3,
    /// Into how many parts it takes a step.
    pub(crate) substeps: usize,
    /// The material of the plane; if `None`, bodies fall through.
    pub(crate) ground: Option<ContactMaterial<f64>>,
    shapes: Vec<Shape>,
}

/// The shape of a body.
struct Shape {
    principal: V3,
    /// The points that touch the ground, in the body's frame.
    corners: Vec<V3>,
}

impl World {
    /// With the weight of the earth, four sub-steps and no ground.
    pub(crate) fn new() -> Self {
        let gravity = [0.0, -9.81, 0.0];
        World { bodies: vec![], gravity, substeps: 4, ground: None, shapes: vec![] }
    }

    /// A body from its mass and its principal moments; returns its index.
    pub(crate) fn add(&mut self, mass: f64, principal: V3, position: V3) -> usize {
        let mut body = Body::new(mass, principal);
        body.position = position;
        self.bodies.push(body);
        self.shapes.push(Shape { principal, corners: vec![] });
        self.bodies.len() - 1
    }

    /// A solid box from its mass and its half sizes, which touches the ground with its corners.
    pub(crate) fn add_box(&mut self, mass: f64, half: V3, position: V3) -> usize {
        let [x, y, z] = half.map(|side| side * side * mass / 3.0);
        let index = self.add(mass, [y + z, z + x, x + y], position);
        let signs = [-1.0, 1.0];
        let corners = signs.map(|x| signs.map(|y| signs.map(|z| [x, y, z])));
        self.shapes[index].corners = corners
            .into_iter()
            .flatten()
            .flatten()
            .map(|sign| [0, 1, 2].map(|i| sign[i] * half[i]))
            .collect();
        index
    }

    /// Lets springs change the velocities, then moves the bodies by `dt` seconds.
    pub(crate) fn step(&mut self, dt: f64, springs: impl FnOnce(&mut [Body<f64>])) {
        for body in &mut self.bodies {
            body.load = ExternalAcceleration::new(self.gravity).in_substeps(self.substeps);
        }
        springs(&mut self.bodies);
        let part = dt / self.substeps as f64;
        for _ in 0..self.substeps {
            for (body, shape) in self.bodies.iter_mut().zip(&self.shapes) {
                body.velocity = body.velocity.plus(self.gravity.times(part));
                body.load = ExternalAcceleration::new(self.gravity).already_applied();
                if let Some(ground) = self.ground {
                    stand(body, &shape.corners, ground, part);
                }
                advance(body, shape.principal, part);
            }
        }
    }
}

/// Lets the ground push at every corner that is in it: together, so by the implicit discretization in a few passes.
fn stand(body: &mut Body<f64>, corners: &[V3], ground: ContactMaterial<f64>, dt: f64) {
    let mut plane = Body::fixed();
    let mut contacts: Vec<Contact<f64>> = corners
        .iter()
        .map(|&corner| {
            let point = body.point(corner);
            let mut contact = Contact::new(ground);
            let up = [0.0, 1.0, 0.0];
            contact.prepare(body, &plane, point, up, -point[1], Discretization::BackwardEuler, dt);
            contact
        })
        .collect();
    for _ in 0..4 {
        contacts.iter_mut().for_each(|contact| contact.solve(body, &mut plane));
    }
}

/// Moves a body by its velocities. Principal moments follow the rotation.
pub(crate) fn advance(body: &mut Body<f64>, principal: V3, dt: f64) {
    body.position = body.position.plus(body.velocity.times(dt));
    let parts = parts_of_turn(body, principal, dt);
    for _ in 0..parts as u32 {
        turn(body, principal, dt / parts);
    }
}

/// The number of parts in which [`advance`] turns a body, at least 1.
///
/// The iteration of a turn contracts below 1: a fast spin of an uneven body is taken in parts.
pub(crate) fn parts_of_turn(body: &Body<f64>, principal: V3, dt: f64) -> f64 {
    let spin = local_spin(body, principal).length();
    let unevenness = least_and_greatest(principal.map(|moment| 1.0 / moment));
    (dt * spin * (unevenness[1] - unevenness[0])).ceil().max(1.0)
}

/// The same in an engine that leaves the gyroscopic term out: the angular velocity stays.
pub(crate) fn advance_without_gyroscope(body: &mut Body<f64>, principal: V3, dt: f64) {
    body.position = body.position.plus(body.velocity.times(dt));
    let turn = Rotation::from_rotation_vector(body.angular_velocity.times(dt));
    body.rotation = Rotation::from_xyzw(body.rotation.then(&turn).xyzw());
    *body = body.with_inertia(principal);
}

/// Turns a free body, its angular momentum and its energy kept to rounding.
///
/// With the momentum `π` in the body's frame, `π₁ = exp(−h·w)·π₀` for `w = I⁻¹·(π₀ + π₁)/2`: it turns about `w`, along
/// which it keeps its part, and so changes neither its length nor `π·I⁻¹·π`.
fn turn(body: &mut Body<f64>, principal: V3, dt: f64) {
    let over = |vector: V3| [0, 1, 2].map(|i| vector[i] / principal[i]);
    let before = local_spin(body, principal);
    let after = |w: V3| Rotation::from_rotation_vector(w.times(-dt)).rotate(before);
    let mut mean = over(before);
    for _ in 0..60 {
        let next = over(before.plus(after(mean)).times(0.5));
        let change = next.minus(mean).length();
        mean = next;
        if change <= 1e-15 * mean.length() {
            break;
        }
    }
    let turn = Rotation::from_rotation_vector(body.rotation.rotate(mean).times(dt));
    body.rotation = Rotation::from_xyzw(body.rotation.then(&turn).xyzw());
    *body = body.with_inertia(principal);
    body.angular_velocity = body.rotation.rotate(over(after(mean)));
}

fn least_and_greatest(values: V3) -> [f64; 2] {
    [values.into_iter().fold(f64::INFINITY, f64::min), values.into_iter().fold(0.0, f64::max)]
}

/// The angular momentum of a body about its center, in its own frame; axes that cannot turn have none.
fn local_spin(body: &Body<f64>, principal: V3) -> V3 {
    let local = body.rotation.inverse().rotate(body.angular_velocity);
    [0, 1, 2].map(|i| if principal[i].is_finite() { local[i] * principal[i] } else { 0.0 })
}

/// The angular momentum of a body about the origin, from its principal moments.
pub(crate) fn angular_momentum(body: &Body<f64>, mass: f64, principal: V3) -> V3 {
    let spin = body.rotation.rotate(local_spin(body, principal));
    cross(body.position, body.velocity.times(mass)).plus(spin)
}

/// The energy of a body's motion, turning included.
pub(crate) fn kinetic_energy(body: &Body<f64>, mass: f64, principal: V3) -> f64 {
    let local = body.rotation.inverse().rotate(body.angular_velocity);
    0.5 * (mass * body.velocity.dot(body.velocity) + local.dot(local_spin(body, principal)))
}

pub(crate) fn cross(a: V3, b: V3) -> V3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
