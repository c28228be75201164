//! Networks beside a physics engine: a car on a bridge, a tow rope, a wrecking ball against a wall.

use anyhow::Result;
use rapier3d::prelude::{
    ColliderBuilder, PhysicsWorld, RevoluteJointBuilder, RigidBodyBuilder, RigidBodyHandle, Vector,
};
use sprung_body::Body;
use sprung_figure::{Line, Panel, disc};
use sprung_network::shapes::rope;
use sprung_network::{Attachment, Network, Particle, Settings, Solver, SpringMode};
use sprung_rapier::dim3::{self, CoupledNetwork};

use super::coupled::{layers, outline};
use super::frames::{View, air, along, front, lines_of_frames, oblique};
use crate::system::{Drawing, Words};

const SECONDS: u32 = 6;

pub(super) fn worlds(words: &Words) -> Result<Drawing> {
    Ok(words
        .moving(f64::from(SECONDS))
        .panel(bridge()?.drawn("a car of 200 kg", (-2.2, 8.2), (-5.2, 5.2))?)
        .panel(tow()?.drawn("a car tows 250 kg", (-0.6, 9.4), (-4.5, 5.5))?)
        .panel(wrecking_ball()?.drawn("1000 kg on 1 kg of rope", (-5.0, 4.4), (-0.8, 8.6))?)
        .into())
}

/// The drawn shape of a body of the engine.
#[derive(Clone, Copy)]
enum Look {
    Cuboid([f32; 3]),
    Ball(f32),
}

/// A world of the engine and a network tied to some of its bodies.
struct Scene {
    world: PhysicsWorld,
    net: Network,
    substeps: usize,
    /// The bodies that the network is tied to.
    tied: Vec<RigidBodyHandle>,
    ties: Vec<Attachment>,
    /// The bodies that are drawn.
    seen: Vec<(RigidBodyHandle, Look)>,
    /// The particles along each line that is drawn.
    paths: Vec<Vec<usize>>,
    /// The edges of the ground that are seen.
    ground: Vec<Line>,
    view: View,
}

impl Scene {
    /// A world without a network, on a ground whose top is at a height, between two ends.
    fn on_ground(height: f32, ends: &[[f32; 2]], view: View) -> Self {
        let (mut world, mut ground) = (PhysicsWorld::new(), Vec::new());
        for [from, to] in ends {
            let slab = ColliderBuilder::cuboid(0.5 * (to - from), 0.5, 5.0).friction(0.9);
            let at = Vector::new(0.5 * (from + to), height - 0.5, 0.0);
            world.insert_collider(slab.translation(at), None);
            ground.extend(
                [0.6, -0.6].map(|z| vec![view([*from, height, z]), view([*to, height, z])]),
            );
        }
        Self {
            world,
            net: Network::default(),
            substeps: 8,
            tied: Vec::new(),
            ties: Vec::new(),
            seen: Vec::new(),
            paths: Vec::new(),
            ground,
            view,
        }
    }

    fn add(&mut self, at: [f32; 3], look: Look, mass: f32) -> RigidBodyHandle {
        let shape = match look {
            Look::Cuboid([x, y, z]) => ColliderBuilder::cuboid(x, y, z),
            Look::Ball(radius) => ColliderBuilder::ball(radius),
        };
        let body = RigidBodyBuilder::dynamic().translation(at.into()).can_sleep(false);
        let (body, _) = self.world.insert(body, shape.mass(mass).friction(0.9));
        self.seen.push((body, look));
        body
    }

    /// A chassis on four wheels, which motors turn if a speed is given, and friction slows down if not.
    fn add_car(&mut self, at: [f32; 3], mass: f32, speed: Option<f32>) -> RigidBodyHandle {
        const HALF: [f32; 3] = [0.6, 0.12, 0.3];
        const RADIUS: f32 = 0.2;
        let chassis = self.add(at, Look::Cuboid(HALF), 0.8 * mass);
        for (x, z) in [(-0.4, -0.35), (-0.4, 0.35), (0.4, -0.35), (0.4, 0.35)] {
            let from_chassis = [x, -0.15, z];
            let place = [0, 1, 2].map(|c| at[c] + from_chassis[c]);
            let wheel = self.add(place, Look::Ball(RADIUS), 0.05 * mass);
            let mut axle = RevoluteJointBuilder::new(Vector::Z)
                .local_anchor1(from_chassis.into())
                .contacts_enabled(false);
            match speed {
                Some(speed) => axle = axle.motor_velocity(-speed / RADIUS, 0.3 * mass),
                None => self.world.bodies[wheel].set_angular_damping(8.0),
            }
            self.world.insert_impulse_joint(chassis, wheel, axle);
        }
        chassis
    }

    /// The film of the scene as a panel.
    fn drawn(self, label: &str, x: (f64, f64), y: (f64, f64)) -> Result<Panel> {
        let Self { mut world, net, substeps, tied, ties, seen, paths, ground, view } = self;
        let mut solver =
            Solver::new(&net, Settings { substeps, environment: air(), ..Settings::default() })?;
        let (bodies, colliders) = (&mut world.bodies, &world.colliders);
        let mut coupled = CoupledNetwork::new(&mut solver, bodies, colliders, &tied, &ties)?;
        let frames = lines_of_frames(SECONDS, |_| {
            let outlines = seen
                .iter()
                .flat_map(|&(body, look)| looks(&dim3::read(&world.bodies[body]), look, view));
            let mut drawn = along(&solver, &paths, view);
            drawn.extend(outlines);
            coupled.step(&mut solver, &mut world);
            Ok(drawn)
        })?;
        let (lines, outlines) = layers(frames, paths.len());
        let ground = vec![ground; lines.len()];
        Ok(Panel::new(label, x, y).lines(6, ground).lines(2, lines).lines(7, outlines))
    }
}

/// The outline of a body; a ball has a radius drawn, so that its turning is seen.
fn looks(body: &Body<f32>, look: Look, view: View) -> Vec<Line> {
    match look {
        Look::Cuboid(half) => outline(body, half, view),
        Look::Ball(radius) => {
            let rim = body.point([radius, 0.0, 0.0]);
            let center = view(body.position);
            vec![disc(center, f64::from(radius)), vec![center, view(rim)]]
        }
    }
}

/// A car drives over planks that hang on a rope on each side.
fn bridge() -> Result<Scene> {
    const PLANKS: usize = 13;
    const HALF: [f32; 3] = [0.2, 0.03, 0.6];
    const PITCH: f32 = 0.42;
    const SPAN: f32 = PITCH * PLANKS as f32;
    let mut scene = Scene::on_ground(HALF[1], &[[-3.0, -0.1], [SPAN + 0.1, SPAN + 5.0]], oblique);
    for plank in 0..PLANKS {
        let x = PITCH * (plank as f32 + 0.5);
        let body = scene.add([x, 0.0, 0.0], Look::Cuboid(HALF), 8.0);
        scene.tied.push(body);
    }
    for z in [-HALF[2], HALF[2]] {
        let first = scene.net.particles.len();
        scene.net.add_particle(Particle::fixed([-0.1, 0.0, z]));
        for plank in 0..PLANKS {
            for side in [-HALF[0], HALF[0]] {
                let x = PITCH * (plank as f32 + 0.5);
                let particle = Particle::new([x + side, 0.0, z], 0.1);
                let particle = scene.net.add_particle(particle);
                scene.ties.push(Attachment { particle, body: plank, point: [side, 0.0, z] });
            }
        }
        let last = scene.net.add_particle(Particle::fixed([SPAN + 0.1, 0.0, z]));
        for particle in first..last {
            let edge = scene.net.connect(particle, particle + 1);
            let is_gap = (particle - first).is_multiple_of(2);
            // So that it sags by 0.4 m.
            scene.net.edges[edge].rest_length += if is_gap { 0.005 } else { 0.0 };
        }
        scene.paths.push((first..=last).collect());
    }
    scene.substeps = 16;
    scene.add_car([-1.2, 0.45, 0.0], 200.0, Some(2.0));
    Ok(scene)
}

/// A car pulls another without a motor on a slack rope.
fn tow() -> Result<Scene> {
    let mut scene = Scene::on_ground(0.0, &[[-10.0, 30.0]], front);
    let trailer = scene.add_car([0.4, 0.36, 0.0], 250.0, None);
    let car = scene.add_car([3.0, 0.36, 0.0], 500.0, Some(1.2));
    scene.net = rope([1.0, 0.36, 0.0], [2.4, 0.36, 0.0], 20, 0.5)?;
    for edge in &mut scene.net.edges {
        edge.rest_length *= 1.15;
        edge.mode = SpringMode::TensionOnly;
    }
    scene.ties = vec![
        Attachment { particle: 0, body: 0, point: [0.6, 0.0, 0.0] },
        Attachment { particle: 20, body: 1, point: [-0.6, 0.0, 0.0] },
    ];
    scene.tied = vec![trailer, car];
    scene.paths = vec![(0..=20).collect()];
    Ok(scene)
}

/// A heavy ball on a rope swings into a wall of boxes.
fn wrecking_ball() -> Result<Scene> {
    const HOOK: [f32; 3] = [-0.7, 4.8, 0.0];
    const LENGTH: f32 = 3.6;
    const RADIUS: f32 = 0.4;
    let mut scene = Scene::on_ground(0.0, &[[-20.0, 30.0]], oblique);
    for (column, row) in (0..3).flat_map(|column| (0..5).map(move |row| (column, row))) {
        let at = [0.0, 0.25 + 0.5 * row as f32, 0.5 * (column as f32 - 1.0)];
        scene.add(at, Look::Cuboid([0.25; 3]), 5.0);
    }
    let end = [HOOK[0] - LENGTH, HOOK[1], HOOK[2]];
    let ball = scene.add([end[0] - RADIUS, end[1], end[2]], Look::Ball(RADIUS), 1000.0);
    scene.net = rope(HOOK, end, 30, 1.0)?;
    scene.net.fix([0]);
    scene.ties = vec![Attachment { particle: 30, body: 0, point: [RADIUS, 0.0, 0.0] }];
    scene.tied = vec![ball];
    scene.paths = vec![(0..=30).collect()];
    Ok(scene)
}
