//! Scenes in which a network touches itself, between plates: a folded sheet that is pressed, and a heap of rope.

use anyhow::Result;
use rapier3d::prelude::{
    ColliderBuilder, PhysicsWorld, RigidBodyBuilder, RigidBodyHandle, SoftBodyBuilder,
    SoftBodyHandle, SpringCoefficients, Vector,
};
use sprung_network::shapes::{Cloth, rope};
use sprung_network::{Collider, Network, Particle, Settings, Shape, Solver, Stiffness};

use super::engine::{Engine, Entry, Make};
use super::plates::Plates;
use super::scene::Scene;

pub(super) const OURS: &str = "sprung, touching";
pub(super) const OURS_THROUGH: &str = "sprung, passing through";
pub(super) const RAPIER: &str = "rapier3d stiff, self contacts";
pub(super) const RAPIER_THROUGH: &str = "rapier3d stiff, no self contacts";

/// The friction of all surfaces.
const FRICTION: f32 = 0.3;

/// A sheet of n² particles, folded twice, pressed to half of the thickness of its four layers.
pub(super) fn folded_sheet(n: usize) -> Result<Scene> {
    let spacing = 2.0 / (n - 1) as f32;
    let thickness = 0.35 * spacing;
    let shear = Stiffness::from_frequency(20.0, 1.0)?;
    let mut net = Cloth::new(n, n, spacing, 1.0).with_shear(shear).build()?;
    let apart = 1.05 * thickness;
    for particle in &mut net.particles {
        let [x, _, z] = particle.position;
        let (x, up) = bend(x, 0.5 * apart, 0.0);
        let (z, up) = bend(z, apart, up - 0.5 * apart);
        particle.position = [x, up + 0.5 * apart, z];
    }
    touching(&mut net, thickness)?;
    let plates =
        Plates { low: -0.5 * thickness, high: Some([4.0, 1.0].map(|part| part * thickness)) };
    Ok(Scene::between(format!("folded sheet {n}"), net, plates, 2.0))
}

/// A strip of 2 m around a half circle in its middle, `off` inside of it: (along, up).
fn bend(s: f32, radius: f32, off: f32) -> (f32, f32) {
    let arc = std::f32::consts::PI * radius;
    let flat = 0.5 * (2.0 - arc);
    if s < flat {
        (s, off)
    } else if s > flat + arc {
        (2.0 - s, 2.0 * radius - off)
    } else {
        let (sin, cos) = ((s - flat) / radius).sin_cos();
        (flat + (radius - off) * sin, radius - (radius - off) * cos)
    }
}

/// A rope of links of 2 cm that falls on the floor end first.
pub(super) fn rope_heap(links: usize) -> Result<Scene> {
    let high = 0.1 + 0.02 * links as f32;
    let mut net = rope([0.0, 0.1, 0.0], [0.02, high, 0.01], links, 0.3)?;
    for (i, particle) in net.particles.iter_mut().enumerate() {
        particle.position[0] += 0.003 * (0.7 * i as f32).sin();
        particle.position[2] += 0.003 * (0.4 * i as f32).cos();
    }
    touching(&mut net, 0.012)?;
    Ok(Scene::between(format!("rope heap {links}"), net, Plates { low: 0.0, high: None }, high))
}

fn touching(net: &mut Network, thickness: f32) -> Result<()> {
    net.set_thickness(thickness)?;
    net.surface.friction = FRICTION;
    Ok(())
}

/// The engines of these scenes, all of them at 8 sub-steps and this library at more.
pub(super) fn entries(more: &[usize]) -> Vec<Entry> {
    let rapiers: [(_, Make); 2] = [
        (RAPIER, |scene, substeps| rapier(scene, substeps, true)),
        (RAPIER_THROUGH, |scene, substeps| rapier(scene, substeps, false)),
    ];
    let rapiers = rapiers.map(|(name, make)| entry(name, make, 8));
    let budgets = [8].iter().chain(more);
    budgets.flat_map(|&substeps| entries_of_ours(substeps)).chain(rapiers).collect()
}

/// This library alone, in long races.
pub(super) fn long_entries(budgets: &[usize]) -> Vec<Entry> {
    let entries = budgets.iter().flat_map(|&substeps| entries_of_ours(substeps));
    entries.map(|entry| Entry { slow: true, ..entry }).collect()
}

fn entries_of_ours(substeps: usize) -> [Entry; 2] {
    let touching: Make = |scene, substeps| ours(scene, substeps, true);
    let through: Make = |scene, substeps| ours(scene, substeps, false);
    [entry(OURS, touching, substeps), entry(OURS_THROUGH, through, substeps)]
}

fn entry(name: &'static str, make: Make, substeps: usize) -> Entry {
    Entry { name, make, substeps, threads: 1, slow: false }
}

struct Ours {
    solver: Solver,
    plates: Plates,
    time: f32,
}

fn plate(height: f32, up: f32) -> Shape {
    Shape::Plane { point: [0.0, height, 0.0], normal: [0.0, up, 0.0] }
}

fn ours(scene: &Scene, substeps: usize, touches: bool) -> Result<Box<dyn Engine>> {
    let mut net = scene.net.clone();
    if !touches {
        net.set_thickness(0.0)?;
    }
    let settings = Settings { substeps, environment: scene.environment, ..Settings::default() };
    let mut solver = Solver::new(&net, settings)?;
    let plates = scene.plates()?;
    let low = Some(plate(plates.low, 1.0));
    let shapes = low.into_iter().chain(plates.high(0.0).map(|high| plate(high, -1.0)));
    let colliders: Vec<_> = shapes.map(|s| Collider::new(s).with_friction(FRICTION)).collect();
    solver.set_colliders(&colliders)?;
    Ok(Box::new(Ours { solver, plates, time: 0.0 }))
}

impl Engine for Ours {
    fn step(&mut self, dt: f32) {
        self.time += dt;
        if let Some(high) = self.plates.high(self.time)
            && self.time < 1.0 + dt
        {
            // The plate is there, and of its kind: nothing can be refused.
            let _ = self.solver.move_collider(1, plate(high, -1.0));
        }
        self.solver.step(dt);
    }

    fn particles(&self) -> Vec<Particle> {
        self.solver.particles().collect()
    }
}

struct Rapier {
    world: PhysicsWorld,
    body: SoftBodyHandle,
    lid: Option<RigidBodyHandle>,
    inverse_masses: Vec<f32>,
    plates: Plates,
    radius: f32,
    time: f32,
}

fn vector([x, y, z]: [f32; 3]) -> Vector {
    Vector::new(x, y, z)
}

fn rapier(scene: &Scene, substeps: usize, touches: bool) -> Result<Box<dyn Engine>> {
    let (net, plates) = (&scene.net, scene.plates()?);
    let radius = net.surface.radii[0];
    let mut world = PhysicsWorld::new();
    world.gravity = vector(scene.environment.gravity);
    world.integration_parameters.num_solver_iterations = substeps;
    // Plates as thick boxes. Theirs touch the surfaces of particles, ours their centers.
    let slab = |height: f32| vector([0.0, height, 0.0]);
    let solid = || ColliderBuilder::cuboid(10.0, 1.0, 10.0).friction(FRICTION);
    let floor = RigidBodyBuilder::fixed().translation(slab(plates.low - radius - 1.0));
    let floor = world.bodies.insert(floor);
    world.colliders.insert_with_parent(solid(), floor, &mut world.bodies);
    let lid = plates.high(0.0).map(|high| {
        let lid = RigidBodyBuilder::kinematic_position_based();
        let lid = world.bodies.insert(lid.translation(slab(high + radius + 1.0)));
        world.colliders.insert_with_parent(solid(), lid, &mut world.bodies);
        lid
    });
    let edges: Vec<_> = net.edges.iter().map(|s| [s.a as u32, s.b as u32]).collect();
    let mut body = SoftBodyBuilder::new(net.particles.iter().map(|p| vector(p.position)).collect())
        .masses(net.particles.iter().map(|p| 1.0 / p.inverse_mass).collect())
        .linear_damping(scene.environment.drag)
        .softness(SpringCoefficients::new(1e6, 1.0))
        .can_sleep(false)
        .particle_radius(radius)
        .surface_collider(ColliderBuilder::ball(radius).friction(FRICTION))
        .self_contacts(touches);
    body = if net.surface.triangles.is_empty() {
        body.wire(edges.clone())
    } else {
        body.surface(net.surface.triangles.clone()).oriented(false)
    };
    let body = body.edges(edges);
    let body = world.soft_bodies.insert(body, &mut world.bodies, &mut world.colliders);
    let inverse_masses = net.particles.iter().map(|p| p.inverse_mass).collect();
    Ok(Box::new(Rapier { world, body, lid, inverse_masses, plates, radius, time: 0.0 }))
}

impl Engine for Rapier {
    fn step(&mut self, dt: f32) {
        self.time += dt;
        let lid = self.lid.and_then(|lid| self.world.bodies.get_mut(lid));
        if let (Some(lid), Some(high)) = (lid, self.plates.high(self.time)) {
            let height = high + self.radius + 1.0;
            lid.set_next_kinematic_translation(vector([0.0, height, 0.0]));
        }
        self.world.integration_parameters.dt = dt;
        self.world.step();
    }

    fn particles(&self) -> Vec<Particle> {
        let body = &self.world.soft_bodies[self.body];
        let particle = |(i, &inverse_mass)| {
            let [position, velocity] =
                [body.particle_position(i), body.particle_velocity(i)].map(|v| v.to_array());
            Particle { position, velocity, inverse_mass }
        };
        self.inverse_masses.iter().enumerate().map(particle).collect()
    }
}
