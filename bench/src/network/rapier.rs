//! The physics engine rapier3d: its soft bodies, and its rigid bodies joined by rope joints.

use anyhow::Result;
use rapier3d::prelude::{
    PhysicsWorld, RigidBodyBuilder, RopeJointBuilder, SoftBodyBuilder, SpringCoefficients, Vector,
};
use sprung_network::Particle;

use super::engine::Engine;
use super::scene::Scene;

/// Edges of 30 Hz, the default of the engine.
pub(super) fn soft_body(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    tuned_soft_body(scene, substeps, |body| body)
}

/// Edges whose stiffness is limited only by the sub-steps.
pub(super) fn stiff_soft_body(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    tuned_soft_body(scene, substeps, stiff)
}

/// The same with one iteration per sub-step instead of the default four: more sub-steps for the time.
pub(super) fn one_iteration(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    tuned_soft_body(scene, substeps, |body| stiff(body).additional_pgs_iterations(0))
}

fn stiff(body: SoftBodyBuilder) -> SoftBodyBuilder {
    body.softness(SpringCoefficients::new(1e6, 1.0))
}

fn tuned_soft_body(
    scene: &Scene,
    substeps: usize,
    tune: fn(SoftBodyBuilder) -> SoftBodyBuilder,
) -> Result<Box<dyn Engine>> {
    let particles = &scene.net.particles;
    let fixed = (0..particles.len()).filter(|&i| particles[i].is_fixed());
    let body = SoftBodyBuilder::new(particles.iter().map(|p| vector(p.position)).collect())
        .edges(scene.net.edges.iter().map(|s| [s.a as u32, s.b as u32]).collect())
        .masses(particles.iter().map(mass).collect())
        .pinned_particles(fixed.map(|i| i as u32))
        .linear_damping(scene.environment.drag)
        .can_sleep(false)
        .no_surface_collider();
    let mut world = world(scene, substeps);
    let handle = world.soft_bodies.insert(tune(body), &mut world.bodies, &mut world.colliders);
    simulation(scene, world, move |world, i| {
        let body = &world.soft_bodies[handle];
        [body.particle_position(i), body.particle_velocity(i)]
    })
}

/// Bodies that do not turn, joined by rope joints of the default softness, nearly rigid and tension-only.
pub(super) fn rope_joints(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    let mut world = world(scene, substeps);
    let mut handles = Vec::new();
    for p in &scene.net.particles {
        let body =
            if p.is_fixed() { RigidBodyBuilder::fixed() } else { RigidBodyBuilder::dynamic() };
        let body = body
            .translation(vector(p.position))
            .additional_mass(mass(p))
            .linear_damping(scene.environment.drag)
            .lock_rotations()
            .can_sleep(false);
        handles.push(world.bodies.insert(body));
    }
    for s in &scene.net.edges {
        let joint = RopeJointBuilder::new(s.rest_length);
        world.impulse_joints.insert(handles[s.a], handles[s.b], joint, true);
    }
    simulation(scene, world, move |world, i| {
        let body = &world.bodies[handles[i]];
        [body.translation(), body.linvel()]
    })
}

/// The mass of a particle; a fixed one has any.
fn mass(particle: &Particle) -> f32 {
    if particle.is_fixed() { 1.0 } else { 1.0 / particle.inverse_mass }
}

fn world(scene: &Scene, substeps: usize) -> PhysicsWorld {
    let mut world = PhysicsWorld::new();
    world.gravity = vector(scene.environment.gravity);
    world.integration_parameters.num_solver_iterations = substeps;
    world
}

/// A world that holds the particles of a scene; `state` returns the position and the velocity of one.
struct Simulation<F> {
    world: PhysicsWorld,
    inverse_masses: Vec<f32>,
    state: F,
}

fn simulation(
    scene: &Scene,
    world: PhysicsWorld,
    state: impl Fn(&PhysicsWorld, usize) -> [Vector; 2] + Send + 'static,
) -> Result<Box<dyn Engine>> {
    let inverse_masses = scene.net.particles.iter().map(|p| p.inverse_mass).collect();
    Ok(Box::new(Simulation { world, inverse_masses, state }))
}

impl<F: Fn(&PhysicsWorld, usize) -> [Vector; 2] + Send> Engine for Simulation<F> {
    fn step(&mut self, dt: f32) {
        self.world.integration_parameters.dt = dt;
        self.world.step();
    }

    fn particles(&self) -> Vec<Particle> {
        let particle = |(i, &inverse_mass)| {
            let [position, velocity] = (self.state)(&self.world, i).map(|v| v.to_array());
            Particle { position, velocity, inverse_mass }
        };
        self.inverse_masses.iter().enumerate().map(particle).collect()
    }
}

fn vector([x, y, z]: [f32; 3]) -> Vector {
    Vector::new(x, y, z)
}
