//! Springs on rigid bodies: bodies in columns, each spring a record of numbers, all of them solved in one call.

use alloc::boxed::Box;
use alloc::vec::Vec;

use sprung::{Rotation, Spring, SpringMode, Vector};
use sprung_body::{
    AngularMotor, AngularServo, Body, Contact, ContactMaterial, DampedMotion, Damping,
    Discretization, DistanceSpring, ExternalAcceleration, LinearMotor, LinearServo,
    OrientationSpring, PointSpring, PoseSpring, Stiffness, SwingSpring, stable_pd_velocity_change,
};

use crate::exchange::{numbers, refuse};
use crate::parameters::{damper, spring};

/// The numbers of a body that the other side sees: position, rotation, velocity, angular velocity, in columns.
const WIDTHS: [usize; 4] = [3, 4, 3, 3];

/// A spring on one body, or between two.
enum Joint {
    Point(PointSpring<f64>),
    Distance(DistanceSpring<f64>),
    Orientation(OrientationSpring<f64>),
    Swing(SwingSpring<f64>),
    Pose(Box<PoseSpring<f64>>),
    LinearMotor(LinearMotor<f64>),
    AngularMotor(AngularMotor<f64>),
    LinearServo(LinearServo<f64>),
    AngularServo(AngularServo<f64>),
    Contact { contact: Contact<f64>, point: [f64; 3], normal: [f64; 3], depth: f64 },
}

/// A spring and the indices of its bodies; one beyond the last is the world.
struct Connection {
    joint: Joint,
    a: usize,
    b: usize,
}

/// Bodies, the moments of inertia along their own axes, and their springs.
struct World {
    bodies: Vec<Body<f64>>,
    inertia: Vec<[f64; 3]>,
    connections: Vec<Connection>,
    /// The numbers that JavaScript reads and writes.
    columns: Vec<f64>,
    gravity: [f64; 3],
    /// The part of gravity's displacement that a step's velocity before gravity does not have.
    pending: f64,
    discretization: Discretization,
}

/// Bodies of the other side.
///
/// # Safety
/// `handle` is what [`body_world`] returned, and was not freed.
unsafe fn world<'a>(handle: usize) -> &'a mut World {
    // SAFETY: by the caller.
    unsafe { &mut *(handle as *mut World) }
}

/// A body whose inertia is that of its rotation now; equal moments do not depend on it.
fn turned(body: Body<f64>, inertia: [f64; 3]) -> Body<f64> {
    if inertia.iter().all(|moment| *moment == inertia[0]) {
        body
    } else {
        body.with_inertia(inertia)
    }
}

/// Three or four numbers of the exchange.
fn read<const N: usize>(from: usize) -> [f64; N] {
    core::array::from_fn(|index| numbers()[from + index])
}

impl World {
    /// The places of a body's numbers in the columns.
    fn places(&self, body: usize) -> [usize; 4] {
        let mut start = 0;
        WIDTHS.map(|width| {
            let place = start + width * body;
            start += width * self.bodies.len();
            place
        })
    }

    fn columns_of<const N: usize>(&self, at: usize) -> [f64; N] {
        core::array::from_fn(|index| self.columns[at + index])
    }

    /// Takes the bodies over from the columns.
    fn read_columns(&mut self) {
        for index in 0..self.bodies.len() {
            let [position, rotation, velocity, angular] = self.places(index);
            let body = &self.bodies[index];
            // Made a unit again only if the other side has written it.
            let xyzw = self.columns_of(rotation);
            let is_kept = xyzw == body.rotation.xyzw();
            let moved = Body {
                position: self.columns_of(position),
                rotation: if is_kept { body.rotation } else { Rotation::from_xyzw(xyzw) },
                velocity: self.columns_of(velocity),
                angular_velocity: self.columns_of(angular),
                ..*body
            };
            self.bodies[index] = turned(moved, self.inertia[index]);
        }
    }

    fn write_columns(&mut self) {
        self.columns.resize(13 * self.bodies.len(), 0.0);
        for index in 0..self.bodies.len() {
            let Body { position, rotation, velocity, angular_velocity, .. } = self.bodies[index];
            let parts: [&[f64]; 4] = [&position, &rotation.xyzw(), &velocity, &angular_velocity];
            for (place, part) in self.places(index).into_iter().zip(parts) {
                self.columns[place..place + part.len()].copy_from_slice(part);
            }
        }
    }

    /// Changes the velocities of all bodies by all springs, in passes.
    fn solve(&mut self, dt: f64, passes: u32) {
        let load = ExternalAcceleration {
            pending_fraction: self.pending,
            ..ExternalAcceleration::new(self.gravity)
        };
        for body in &mut self.bodies {
            body.load = if body.inverse_mass > 0.0 { load } else { ExternalAcceleration::NONE };
        }
        let Self { bodies, connections, discretization, .. } = self;
        let get = |bodies: &[Body<f64>], index: usize| {
            bodies.get(index).copied().unwrap_or_else(Body::fixed)
        };
        for Connection { joint, a, b } in &mut *connections {
            joint.prepare(&get(bodies, *a), &get(bodies, *b), *discretization, dt);
        }
        for _ in 0..passes {
            for Connection { joint, a, b } in &mut *connections {
                let (mut first, mut second) = (get(bodies, *a), get(bodies, *b));
                joint.solve(&mut first, &mut second);
                for (index, body) in [(*a, first), (*b, second)] {
                    if let Some(place) = bodies.get_mut(index) {
                        *place = body;
                    }
                }
            }
        }
    }

    /// Moves all bodies by their velocities and by gravity: without springs they fall exactly.
    fn advance(&mut self, dt: f64) {
        for (body, inertia) in self.bodies.iter_mut().zip(&self.inertia) {
            if body.inverse_mass > 0.0 {
                let gained = self.gravity.times(dt);
                let mean = body.velocity.plus(gained.times(0.5));
                body.position = body.position.plus(mean.times(dt));
                body.velocity = body.velocity.plus(gained);
            }
            let turn = Rotation::from_rotation_vector(body.angular_velocity.times(dt));
            body.rotation = Rotation::from_xyzw(body.rotation.then(&turn).xyzw());
            *body = turned(*body, *inertia);
        }
    }
}

impl Joint {
    fn prepare(&mut self, a: &Body<f64>, b: &Body<f64>, how: Discretization, dt: f64) {
        match self {
            Joint::Point(joint) => joint.prepare(a, b, how, dt),
            Joint::Distance(joint) => joint.prepare(a, b, how, dt),
            Joint::Orientation(joint) => joint.prepare(a, b, how, dt),
            Joint::Swing(joint) => joint.prepare(a, how, dt),
            Joint::Pose(joint) => joint.prepare(a, how, dt),
            Joint::LinearMotor(joint) => joint.prepare(a, b, dt),
            Joint::AngularMotor(joint) => joint.prepare(a, b, dt),
            Joint::LinearServo(joint) => joint.prepare(a, b, how, dt),
            Joint::AngularServo(joint) => joint.prepare(a, b, how, dt),
            Joint::Contact { contact, point, normal, depth } => {
                contact.prepare(a, b, *point, *normal, *depth, how, dt);
            }
        }
    }

    fn solve(&mut self, a: &mut Body<f64>, b: &mut Body<f64>) {
        match self {
            Joint::Point(joint) => joint.solve(a, b),
            Joint::Distance(joint) => joint.solve(a, b),
            Joint::Orientation(joint) => joint.solve(a, b),
            Joint::Swing(joint) => joint.solve(a),
            Joint::Pose(joint) => joint.solve(a),
            Joint::LinearMotor(joint) => joint.solve(a, b),
            Joint::AngularMotor(joint) => joint.solve(a, b),
            Joint::LinearServo(joint) => joint.solve(a, b),
            Joint::AngularServo(joint) => joint.solve(a, b),
            Joint::Contact { contact, .. } => contact.solve(a, b),
        }
    }

    /// The impulse of the last step: linear, then angular; a scalar one along its axis is in the first number.
    fn impulse(&self) -> [f64; 6] {
        let linear = |[x, y, z]: [f64; 3]| [x, y, z, 0.0, 0.0, 0.0];
        let angular = |[x, y, z]: [f64; 3]| [0.0, 0.0, 0.0, x, y, z];
        match self {
            Joint::Point(joint) => linear(joint.impulse),
            Joint::Distance(joint) => linear([joint.impulse, 0.0, 0.0]),
            Joint::Orientation(joint) => angular(joint.impulse),
            Joint::Swing(joint) => angular([joint.impulse[0], joint.impulse[1], 0.0]),
            Joint::Pose(joint) => {
                let (linear, angular) = (joint.impulse().linear, joint.impulse().angular);
                [linear[0], linear[1], linear[2], angular[0], angular[1], angular[2]]
            }
            Joint::LinearMotor(joint) => linear(joint.impulse),
            Joint::AngularMotor(joint) => angular(joint.impulse),
            Joint::LinearServo(joint) => linear([joint.impulse, 0.0, 0.0]),
            Joint::AngularServo(joint) => angular([joint.impulse, 0.0, 0.0]),
            Joint::Contact { contact, .. } => linear([contact.impulse, 0.0, 0.0]),
        }
    }

    /// A joint without settings; [`Joint::set`] reads them.
    fn new(kind: u32) -> Self {
        let stiffness = Stiffness::Physical { stiffness: 0.0, damping: 0.0 };
        let (motor, x) = (Damping::Physical(0.0), [1.0, 0.0, 0.0]);
        match kind {
            0 => Joint::Point(PointSpring::new(stiffness, [0.0; 3], [0.0; 3])),
            1 => Joint::Distance(DistanceSpring::new(stiffness, [0.0; 3], [0.0; 3], 0.0)),
            2 => Joint::Orientation(OrientationSpring::new(stiffness, Rotation::IDENTITY)),
            3 => Joint::Swing(SwingSpring::new(stiffness, x, x)),
            4 => Joint::Pose(Box::new(PoseSpring::new(stiffness, [0.0; 3], Rotation::IDENTITY))),
            5 => Joint::LinearMotor(LinearMotor::new(motor, [0.0; 3])),
            6 => Joint::AngularMotor(AngularMotor::new(motor, [0.0; 3])),
            7 => Joint::LinearServo(LinearServo::new(stiffness, x, 0.0)),
            8 => Joint::AngularServo(AngularServo::new(stiffness, x, 0.0)),
            _ => Joint::Contact {
                contact: Contact::new(ContactMaterial { spring: Spring::clamped(0.0, 0.0) }),
                point: [0.0; 3],
                normal: x,
                depth: 0.0,
            },
        }
    }

    /// Reads the settings: kind and two numbers of the stiffness, two vectors, a quaternion, a velocity, a length, a limit, a
    /// choice.
    fn set(&mut self) {
        let [kind, first, second] = read(0);
        let (p, q, rotation, velocity): ([f64; 3], [f64; 3], [f64; 4], [f64; 3]) =
            (read(3), read(6), read(9), read(13));
        let [length, max, choice] = read(16);
        let physical = kind == 1.0;
        let stiffness = if physical {
            Stiffness::Physical { stiffness: first, damping: second }
        } else {
            Stiffness::Frequency(spring(first, second))
        };
        let damping =
            if physical { Damping::Physical(second) } else { Damping::Rate(damper(first)) };
        let rotation = Rotation::from_xyzw(rotation);
        let axis = (choice == 1.0).then_some(p);
        match self {
            Joint::Point(joint) => {
                (joint.spring, joint.point_a, joint.point_b) = (stiffness, p, q);
                (joint.goal_velocity, joint.max_force) = (velocity, max);
            }
            Joint::Distance(joint) => {
                (joint.spring, joint.point_a, joint.point_b) = (stiffness, p, q);
                (joint.rest_length, joint.max_force) = (length, max);
                let choice = choice as u32;
                joint.mode = match choice % 4 {
                    1 => SpringMode::TensionOnly,
                    2 => SpringMode::CompressionOnly,
                    _ => SpringMode::TwoWay,
                };
                let all = choice >= 4;
                joint.damped = if all { DampedMotion::All } else { DampedMotion::Along };
            }
            Joint::Orientation(joint) => {
                (joint.spring, joint.goal) = (stiffness, rotation);
                (joint.goal_velocity, joint.max_torque) = (velocity, max);
            }
            Joint::Swing(joint) => {
                (joint.spring, joint.axis, joint.goal, joint.max_torque) = (stiffness, p, q, max);
            }
            Joint::Pose(joint) => {
                (joint.spring, joint.goal, joint.goal_velocity) = (stiffness, p, velocity);
                joint.max_force = max;
                (joint.turn.spring, joint.turn.goal) = (stiffness, rotation);
            }
            Joint::LinearMotor(joint) => {
                (joint.damper, joint.target, joint.axis) = (damping, q, axis);
                joint.max_force = max;
            }
            Joint::AngularMotor(joint) => {
                (joint.damper, joint.target, joint.axis) = (damping, q, axis);
                joint.max_torque = max;
            }
            Joint::LinearServo(joint) => {
                (joint.spring, joint.axis, joint.target) = (stiffness, p, length);
                (joint.target_velocity, joint.max_force) = (velocity[0], max);
            }
            Joint::AngularServo(joint) => {
                (joint.spring, joint.axis, joint.target) = (stiffness, p, length);
                (joint.target_velocity, joint.max_torque) = (velocity[0], max);
            }
            Joint::Contact { contact, point, normal, depth } => {
                contact.ground = ContactMaterial { spring: spring(first, second) };
                (*point, *normal, *depth) = (p, q, length);
            }
        }
    }
}

/// A world without bodies: gravity, its pending part and the discretization (0 auto, 1 exact, 2 backward Euler) are the first
/// five numbers.
#[unsafe(no_mangle)]
extern "C" fn body_world() -> usize {
    let discretization = match numbers()[4] as u32 {
        1 => Discretization::Exact,
        2 => Discretization::BackwardEuler,
        _ => Discretization::Auto,
    };
    let made = World {
        bodies: Vec::new(),
        inertia: Vec::new(),
        connections: Vec::new(),
        columns: Vec::new(),
        gravity: read(0),
        pending: numbers()[3],
        discretization,
    };
    Box::into_raw(Box::new(made)).addr()
}

/// Frees a world.
#[unsafe(no_mangle)]
extern "C" fn body_free(handle: usize) {
    // SAFETY: the other side frees each handle once.
    drop(unsafe { Box::from_raw(handle as *mut World) });
}

/// Adds a body: mass, moments of inertia, position, rotation, velocity and angular velocity are the first 17 numbers.
#[unsafe(no_mangle)]
extern "C" fn body_add(handle: usize) -> u32 {
    // SAFETY: a live handle.
    let world = unsafe { world(handle) };
    let inertia = read(1);
    let mut body = Body::new(numbers()[0], inertia);
    (body.position, body.rotation) = (read(4), Rotation::from_xyzw(read(7)));
    (body.velocity, body.angular_velocity) = (read(11), read(14));
    match turned(body, inertia).validate() {
        Ok(body) => {
            world.read_columns();
            world.bodies.push(body);
            world.inertia.push(inertia);
            world.write_columns();
            0
        }
        Err(error) => refuse(error),
    }
}

/// Adds a spring of a kind between two bodies; its settings are in the exchange.
#[unsafe(no_mangle)]
extern "C" fn body_connect(handle: usize, kind: u32, a: usize, b: usize) {
    let mut joint = Joint::new(kind);
    joint.set();
    // SAFETY: a live handle.
    unsafe { world(handle) }.connections.push(Connection { joint, a, b });
}

/// Changes the settings of a spring.
#[unsafe(no_mangle)]
extern "C" fn body_set(handle: usize, index: usize) {
    // SAFETY: a live handle.
    if let Some(connection) = unsafe { world(handle) }.connections.get_mut(index) {
        connection.joint.set();
    }
}

/// Changes the velocities of all bodies by all springs for a step of `dt` seconds.
#[unsafe(no_mangle)]
extern "C" fn body_solve(handle: usize, dt: f64, passes: u32) {
    // SAFETY: a live handle.
    let world = unsafe { world(handle) };
    world.read_columns();
    world.solve(dt, passes);
    world.write_columns();
}

/// Moves all bodies by their velocities and gravity.
#[unsafe(no_mangle)]
extern "C" fn body_advance(handle: usize, dt: f64) {
    // SAFETY: a live handle.
    let world = unsafe { world(handle) };
    world.read_columns();
    world.advance(dt);
    world.write_columns();
}

/// Returns the address of the columns.
#[unsafe(no_mangle)]
extern "C" fn body_look(handle: usize) -> *const f64 {
    // SAFETY: a live handle.
    unsafe { world(handle) }.columns.as_ptr()
}

/// Leaves the impulse of a spring in the last step.
#[unsafe(no_mangle)]
extern "C" fn body_impulse(handle: usize, index: usize) {
    // SAFETY: a live handle.
    let connection = unsafe { world(handle) }.connections.get(index);
    let impulse = connection.map_or([0.0; 6], |connection| connection.joint.impulse());
    numbers()[..6].copy_from_slice(&impulse);
}

/// The velocity change of the published stable PD controller, into the first three numbers: position, velocity, goal and goal
/// velocity are the first twelve.
#[unsafe(no_mangle)]
extern "C" fn body_stable_pd(w: f64, z: f64, dt: f64) {
    let (state, goal) = ([read(0), read(3)], [read(6), read(9)]);
    let change = stable_pd_velocity_change(&spring(w, z), state, goal, dt);
    numbers()[..3].copy_from_slice(&change);
}
