//! A random scene: bodies of any mass and inertia, on springs of every kind, alone and with each other.

use sprung::{Damper, Rotation, Spring, Vector};
use sprung_body::{
    AngularMotor, AngularServo, Body, Contact, ContactMaterial, DampedMotion, Damping,
    Discretization, DistanceSpring, ExternalAcceleration, LinearMotor, LinearServo,
    OrientationSpring, PointSpring, PoseSpring, SpringMode, Stiffness, Suspension, SwingSpring,
};
use testkit::random::Random;

use crate::world::{V3, advance, kinetic_energy, parts_of_turn};

const UP: V3 = [0.0, 1.0, 0.0];

/// The longest lever of a body's point, m.
const LEVER: f64 = 2.6;

/// The maximum number of parts of a turn in a step, for the time that it takes.
const MOST_PARTS: f64 = 1e5;

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    PointSpring(PointSpring<f64>),
    DistanceSpring(DistanceSpring<f64>),
    OrientationSpring(OrientationSpring<f64>),
    SwingSpring(SwingSpring<f64>),
    LinearMotor(LinearMotor<f64>),
    AngularMotor(AngularMotor<f64>),
    LinearServo(LinearServo<f64>),
    AngularServo(AngularServo<f64>),
    PoseSpring(Box<PoseSpring<f64>>),
    Suspension(Suspension<f64>),
    Contact(Contact<f64>),
}

/// A spring from one body to another, or to the world.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    kind: Kind,
    ends: [usize; 2],
    pub(crate) stored: Stored,
}

/// The energy that a spring holds at the start, J, by three measures.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stored {
    /// `½·min(k, m/h²)·x²` with the reduced mass `m` of its two bodies: the bound of a spring alone.
    pub(crate) alone: f64,
    /// `½·k·x²`, `k = m·ω²` for a spring by frequency: the bound of several springs.
    pub(crate) elastic: f64,
    /// `½·min(k, M/h²)·x²` with the mass `M` of all bodies: no bound, only measured.
    pub(crate) released: f64,
}

impl Stored {
    fn plus(self, other: Stored) -> Stored {
        Stored {
            alone: self.alone + other.alone,
            elastic: self.elastic + other.elastic,
            released: self.released + other.released,
        }
    }

    /// The same energy by every measure.
    fn of(energy: f64) -> Stored {
        Stored { alone: energy, elastic: energy, released: energy }
    }
}

/// Bodies, the last of which is the world.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    bodies: Vec<Body<f64>>,
    masses: Vec<(f64, V3)>,
    pub(crate) links: Vec<Link>,
    pub(crate) dt: f64,
    gravity: f64,
    passes: usize,
    discretization: Discretization,
}

fn vector(random: &mut Random, size: f64) -> V3 {
    [0; 3].map(|_| random.uniform(-size, size))
}

fn unit(random: &mut Random) -> V3 {
    loop {
        let v = vector(random, 1.0);
        let length = v.length();
        if length > 0.1 && length < 1.0 {
            return v.times(1.0 / length);
        }
    }
}

/// The part of an offset at which a spring of this reach acts, m.
fn stretched(mode: SpringMode, offset: f64) -> f64 {
    match mode {
        SpringMode::TwoWay => offset,
        SpringMode::TensionOnly => offset.max(0.0),
        SpringMode::CompressionOnly => offset.min(0.0),
    }
}

/// The moments of a box, a ball, or a thin rod.
fn moments(random: &mut Random, mass: f64) -> V3 {
    let size = random.log_uniform(0.05, 2.0);
    let [x, y, z] = match random.index(4) {
        0 => [size; 3],
        1 => [size, size * 0.02, size * 0.02],
        2 => [size, size, size * 0.02],
        _ => [size, size * random.uniform(0.2, 1.0), size * random.uniform(0.2, 1.0)],
    }
    .map(|side| side * side * mass / 12.0);
    [y + z, z + x, x + y]
}

impl Scene {
    /// A scene of a seed.
    pub(crate) fn random(seed: u64, discretization: Discretization) -> Self {
        let mut r = Random::new(seed);
        let dt = [1.0 / 30.0, 1.0 / 60.0, 1.0 / 120.0, 1.0 / 1000.0][r.index(4)];
        let gravity = if r.index(3) == 0 { 9.81 } else { 0.0 };
        let count = 1 + r.index(4);
        let alone = r.index(4) == 0;
        let (mut bodies, mut masses) = (vec![], vec![]);
        for _ in 0..count {
            let mass = r.log_uniform(1e-3, 1e3);
            let principal = moments(&mut r, mass);
            let mut body = Body::new(mass, principal);
            body.position = vector(&mut r, 2.0);
            body.rotation = Rotation::from_rotation_vector(vector(&mut r, 2.0));
            body.velocity = vector(&mut r, 3.0);
            body.angular_velocity = vector(&mut r, 6.0);
            bodies.push(body.with_inertia(principal));
            masses.push((mass, principal));
        }
        bodies.push(Body::fixed());
        let passes = [1, 2, 4, 8][r.index(4)];
        let mut scene =
            Scene { bodies, masses, links: vec![], dt, gravity, passes, discretization };
        for a in 0..if alone { 1 } else { count } {
            for _ in 0..if alone { 1 } else { 1 + r.index(6) } {
                let other = r.index(count + 1);
                let b = if other == a { count } else { other };
                let link = scene.link(&mut r, a, b);
                scene.links.push(link);
            }
        }
        scene
    }

    fn link(&self, r: &mut Random, a: usize, b: usize) -> Link {
        let hertz = r.log_uniform(0.1, 1000.0);
        let ratio = [0.0, r.log_uniform(0.01, 1.0), r.uniform(0.0, 5.0)][r.index(3)];
        let spring = Spring::from_frequency(hertz, ratio).expect("a spring");
        let (mass, principal) = self.masses[a];
        let greatest = |principal: V3| principal.into_iter().fold(0.0, f64::max);
        let inertia = greatest(principal);
        let all: f64 = self.masses.iter().map(|(mass, _)| mass).sum();
        let swung: f64 = self.masses.iter().map(|(m, i)| m * LEVER * LEVER + greatest(*i)).sum();
        let physical = r.index(3) == 0;
        let strength = |size: f64| -> Stiffness<f64> {
            if physical {
                let (k, c) = (spring.stiffness() * size, spring.damping() * size);
                Stiffness::physical(k, c).expect("finite")
            } else {
                spring.into()
            }
        };
        let damping = |size: f64| -> Damping<f64> {
            if physical {
                Damping::Physical(spring.damping() * size)
            } else {
                Damper::from_rate(spring.damping()).expect("a rate").into()
            }
        };
        let limited = r.index(4) == 0;
        let most = |random: &mut Random, size: f64| {
            if limited { size * random.log_uniform(0.1, 1000.0) } else { f64::INFINITY }
        };
        let (body, other) = (&self.bodies[a], &self.bodies[b]);
        let lever = |random: &mut Random| {
            let size = [0.0, 0.3, 1.5][random.index(3)];
            vector(random, size)
        };
        let (point_a, mut point_b) = (lever(r), lever(r));
        if b + 1 == self.bodies.len() {
            point_b = vector(r, 2.0);
        }
        let apart = body.point(point_a).minus(other.point(point_b));
        // Of the square of the offset, by its own mass or moment, the reduced one, and that of all.
        let (slow, omega2) = (1.0 / (self.dt * self.dt), spring.stiffness());
        let stored = |own: f64, reduced: f64, all: f64, square: f64| {
            let k = omega2 * if physical { own } else { reduced };
            Stored {
                alone: 0.5 * k.min(reduced * slow) * square,
                elastic: 0.5 * k * square,
                released: 0.5 * k.min(all * slow) * square,
            }
        };
        let second = self.masses.get(b).copied();
        let reduced = |own: f64, other: Option<f64>| other.map_or(own, |m| own * m / (own + m));
        let pair = reduced(mass, second.map(|(mass, _)| mass));
        let moments = reduced(inertia, second.map(|(_, principal)| greatest(principal)));
        let linear = |x: f64| stored(mass, pair, all, x * x);
        let to_world = |x: f64| stored(mass, mass, all, x * x);
        // At most half a turn.
        let angular = |x: f64| stored(inertia, moments, swung, x * x);
        let pi = core::f64::consts::PI;
        let world = b + 1 == self.bodies.len();
        let choice = r.index(11);
        let (kind, stored) = match choice {
            0 => {
                let mut drag = PointSpring::new(strength(mass), point_a, point_b);
                drag.max_force = most(r, mass);
                (Kind::PointSpring(drag), linear(apart.length()))
            }
            1 | 2 => {
                let rest = r.uniform(0.0, 2.0);
                let mut rod = DistanceSpring::new(strength(mass), point_a, point_b, rest);
                rod.mode =
                    [SpringMode::TwoWay, SpringMode::TensionOnly, SpringMode::CompressionOnly]
                        [r.index(3)];
                rod.damped = [DampedMotion::Along, DampedMotion::All][r.index(2)];
                rod.max_force = most(r, mass);
                (Kind::DistanceSpring(rod), linear(stretched(rod.mode, apart.length() - rest)))
            }
            3 => {
                let goal = Rotation::from_rotation_vector(vector(r, 1.8));
                let mut turn = OrientationSpring::new(strength(inertia), goal);
                turn.max_torque = most(r, inertia);
                (Kind::OrientationSpring(turn), angular(pi))
            }
            4 => {
                let mut swing = SwingSpring::new(strength(inertia), unit(r), unit(r));
                swing.max_torque = most(r, inertia);
                (Kind::SwingSpring(swing), stored(inertia, inertia, swung, pi * pi))
            }
            5 => (Kind::LinearMotor(LinearMotor::new(damping(mass), [0.0; 3])), Stored::default()),
            6 => (
                Kind::AngularMotor(AngularMotor::new(damping(inertia), [0.0; 3])),
                Stored::default(),
            ),
            7 => {
                let target = r.uniform(-1.0, 1.0);
                let mut servo = LinearServo::new(strength(mass), unit(r), target);
                servo.max_force = most(r, mass);
                let along = other.rotation.rotate(servo.axis);
                let offset = body.position.minus(other.position).dot(along) - target;
                (Kind::LinearServo(servo), linear(offset))
            }
            8 => {
                let mut servo = AngularServo::new(strength(inertia), unit(r), r.uniform(-3.0, 3.0));
                servo.max_torque = most(r, inertia);
                (Kind::AngularServo(servo), angular(pi))
            }
            9 => {
                let goal = vector(r, 2.0);
                let turn = Rotation::from_rotation_vector(vector(r, 1.8));
                let mut pose = PoseSpring::new(strength(mass), goal, turn);
                pose.turn.spring = strength(inertia);
                let moved = to_world(body.position.minus(goal).length());
                (
                    Kind::PoseSpring(Box::new(pose)),
                    moved.plus(stored(inertia, inertia, swung, pi * pi)),
                )
            }
            _ if world && r.index(2) == 0 => {
                let rest = r.uniform(0.3, 1.5);
                let ray = Suspension::new(strength(mass), point_a, rest);
                let height = body.point(point_a)[1];
                // Below the ground the force stays as at length 0.
                let deep = (rest - height.max(0.0)).max(0.0);
                let square = deep * (deep + 2.0 * (-height).max(0.0));
                (Kind::Suspension(ray), stored(mass, mass, all, square))
            }
            _ => {
                let ground = ContactMaterial::from_restitution(
                    r.uniform(0.0, 1.0),
                    r.log_uniform(0.01, 0.3),
                );
                let contact = Contact::new(ground.expect("a ground"));
                let deep = (0.2 - body.position[1]).max(0.0);
                let energy = 0.5 * mass * self.sampled(&contact.ground, body, deep);
                (Kind::Contact(contact), Stored::of(energy))
            }
        };
        Link { kind, ends: [a, b], stored }
    }

    /// Twice the energy per mass of the contact's motion beyond that of the body's velocity, (m/s)².
    ///
    /// A contact takes a body that is inside at both ends of a step for two samples of the sine of `θ = ωh`, whose mean
    /// velocity `u` the body has. The sine's velocity at the second is `u·θ/sin θ + ω·d·tan(θ/2)`.
    fn sampled(&self, ground: &ContactMaterial<f64>, body: &Body<f64>, deep: f64) -> f64 {
        if deep <= 0.0 {
            return 0.0;
        }
        let phase = (ground.spring.angular_frequency() * self.dt).min(0.9f64.sqrt());
        let (pace, mean) = (phase / self.dt, body.velocity[1].abs());
        let speed = mean * phase / phase.sin() + pace * deep * (0.5 * phase).tan();
        speed * speed - mean * mean + (pace * deep).powi(2)
    }

    /// The kinds of springs, for messages.
    pub(crate) fn describe(&self) -> String {
        let names: Vec<String> = self
            .links
            .iter()
            .map(|link| {
                let debug = format!("{:?}", link.kind);
                let end = debug.find("point_a").unwrap_or(160).min(160).min(debug.len());
                format!("{:?} {}", link.ends, &debug[..end])
            })
            .collect();
        format!(
            "dt {:.4} g {} passes {} masses {:?}\n  {}",
            self.dt,
            self.gravity,
            self.passes,
            self.masses,
            names.join("\n  ")
        )
    }

    /// Kinetic energy, and energy of the height half a step before, which a step of weight alone keeps to rounding, J.
    pub(crate) fn energy(&self) -> [f64; 2] {
        let (mut kinetic, mut height) = (0.0, 0.0);
        for (body, (mass, principal)) in self.bodies.iter().zip(&self.masses) {
            kinetic += kinetic_energy(body, *mass, *principal);
            height += mass * self.gravity * (body.position[1] - 0.5 * self.dt * body.velocity[1]);
        }
        [kinetic, height]
    }

    /// One step: springs, gravity, motion. Returns `false` if a body spins too fast to turn it.
    pub(crate) fn step(&mut self) -> bool {
        let (dt, discretization) = (self.dt, self.discretization);
        let gravity = [0.0, -self.gravity, 0.0];
        let world = self.bodies.len() - 1;
        for body in &mut self.bodies[..world] {
            body.load = ExternalAcceleration::new(gravity);
        }
        for link in &mut self.links {
            let (a, b) = (&self.bodies[link.ends[0]], &self.bodies[link.ends[1]]);
            match &mut link.kind {
                Kind::PointSpring(spring) => spring.prepare(a, b, discretization, dt),
                Kind::DistanceSpring(spring) => spring.prepare(a, b, discretization, dt),
                Kind::OrientationSpring(spring) => spring.prepare(a, b, discretization, dt),
                Kind::SwingSpring(spring) => spring.prepare(a, discretization, dt),
                Kind::LinearMotor(spring) => spring.prepare(a, b, dt),
                Kind::AngularMotor(spring) => spring.prepare(a, b, dt),
                Kind::LinearServo(spring) => spring.prepare(a, b, discretization, dt),
                Kind::AngularServo(spring) => spring.prepare(a, b, discretization, dt),
                Kind::PoseSpring(spring) => spring.prepare(a, discretization, dt),
                Kind::Suspension(spring) => {
                    let height = a.point(spring.point)[1];
                    let ground = &Body::fixed();
                    let down = UP.times(-1.0);
                    spring.prepare(a, ground, down, Some(height), discretization, dt);
                }
                Kind::Contact(spring) => {
                    let (at, depth) = (a.position.minus(UP.times(0.2)), 0.2 - a.position[1]);
                    spring.prepare(a, &Body::fixed(), at, UP, depth, discretization, dt);
                }
            }
        }
        for _ in 0..self.passes {
            for link in &mut self.links {
                let [i, j] = link.ends;
                let (mut a, mut b) = (self.bodies[i], self.bodies[j]);
                match &mut link.kind {
                    Kind::PointSpring(spring) => spring.solve(&mut a, &mut b),
                    Kind::DistanceSpring(spring) => spring.solve(&mut a, &mut b),
                    Kind::OrientationSpring(spring) => spring.solve(&mut a, &mut b),
                    Kind::SwingSpring(spring) => spring.solve(&mut a),
                    Kind::LinearMotor(spring) => spring.solve(&mut a, &mut b),
                    Kind::AngularMotor(spring) => spring.solve(&mut a, &mut b),
                    Kind::LinearServo(spring) => spring.solve(&mut a, &mut b),
                    Kind::AngularServo(spring) => spring.solve(&mut a, &mut b),
                    Kind::PoseSpring(spring) => spring.solve(&mut a),
                    Kind::Suspension(spring) => spring.solve(&mut a, &mut Body::fixed()),
                    Kind::Contact(spring) => spring.solve(&mut a, &mut Body::fixed()),
                }
                (self.bodies[i], self.bodies[j]) = (a, b);
            }
        }
        let mut turned = true;
        for (body, (_, principal)) in self.bodies.iter_mut().zip(&self.masses) {
            body.velocity = body.velocity.plus(gravity.times(dt));
            if parts_of_turn(body, *principal, dt) <= MOST_PARTS {
                advance(body, *principal, dt);
            } else {
                body.position = body.position.plus(body.velocity.times(dt));
                turned = false;
            }
        }
        turned
    }
}
