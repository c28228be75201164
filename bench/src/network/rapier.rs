//! The physics engine rapier3d: its soft bodies, and its rigid bodies joined by rope joints.

use anyhow::Result;
use rapier3d::prelude::{
    PhysicsWorld, RigidBodyBuilder, RigidBodyHandle, RopeJointBuilder, SoftBodyBuilder,
    SoftBodyHandle, SpringCoefficients, Vector,
};
use sprung_network::Particle;

use super::engine::Engine;
use super::scene::Scene;

/// Edges of 30 Hz, the default of the engine.
pub(super) fn soft_body(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    Ok(Box::new(SoftBody::new(scene, substeps, |body| body)))
}

/// Edges whose stiffness is limited only by the sub-steps.
pub(super) fn stiff_soft_body(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    Ok(Box::new(SoftBody::new(scene, substeps, stiff)))
}

/// The same with one iteration per sub-step instead of the default four: more sub-steps for the time.
pub(super) fn one_iteration(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    let tuned = |body| stiff(body).additional_pgs_iterations(0);
    Ok(Box::new(SoftBody::new(scene, substeps, tuned)))
}

fn stiff(body: SoftBodyBuilder) -> SoftBodyBuilder {
    body.softness(SpringCoefficients::new(1e6, 1.0))
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
            .additional_mass(if p.is_fixed() { 1.0 } else { 1.0 / p.inverse_mass })
            .linear_damping(scene.environment.drag)
            .lock_rotations()
            .can_sleep(false);
        handles.push(world.bodies.insert(body));
    }
    for s in &scene.net.edges {
        let joint = RopeJointBuilder::new(s.rest_length);
        world.impulse_joints.insert(handles[s.a], handles[s.b], joint, true);
    }
    let inverse_masses = scene.net.particles.iter().map(|p| p.inverse_mass).collect();
    Ok(Box::new(RopeJoints { world, handles, inverse_masses }))
}

fn world(scene: &Scene, substeps: usize) -> PhysicsWorld {
    let mut world = PhysicsWorld::new();
    world.gravity = vector(scene.environment.gravity);
    world.integration_parameters.num_solver_iterations = substeps;
    world
}

struct SoftBody {
    world: PhysicsWorld,
    handle: SoftBodyHandle,
    inverse_masses: Vec<f32>,
}

impl SoftBody {
    fn new(scene: &Scene, substeps: usize, tune: fn(SoftBodyBuilder) -> SoftBodyBuilder) -> Self {
        let mut world = world(scene, substeps);
        let particles = &scene.net.particles;
        let fixed = (0..particles.len()).filter(|&i| particles[i].is_fixed());
        let mass = |p: &Particle| if p.is_fixed() { 1.0 } else { 1.0 / p.inverse_mass };
        let body = SoftBodyBuilder::new(particles.iter().map(|p| vector(p.position)).collect())
            .edges(scene.net.edges.iter().map(|s| [s.a as u32, s.b as u32]).collect())
            .masses(particles.iter().map(mass).collect())
            .pinned_particles(fixed.map(|i| i as u32))
            .linear_damping(scene.environment.drag)
            .can_sleep(false)
            .no_surface_collider();
        let handle = world.soft_bodies.insert(tune(body), &mut world.bodies, &mut world.colliders);
        let inverse_masses = particles.iter().map(|p| p.inverse_mass).collect();
        SoftBody { world, handle, inverse_masses }
    }
}

impl Engine for SoftBody {
    fn step(&mut self, dt: f32) {
        self.world.integration_parameters.dt = dt;
        self.world.step();
    }

    fn particles(&self) -> Vec<Particle> {
        let body = &self.world.soft_bodies[self.handle];
        let particle = |(i, &inverse_mass)| Particle {
            position: body.particle_position(i).to_array(),
            velocity: body.particle_velocity(i).to_array(),
            inverse_mass,
        };
        self.inverse_masses.iter().enumerate().map(particle).collect()
    }
}

struct RopeJoints {
    world: PhysicsWorld,
    handles: Vec<RigidBodyHandle>,
    inverse_masses: Vec<f32>,
}

impl Engine for RopeJoints {
    fn step(&mut self, dt: f32) {
        self.world.integration_parameters.dt = dt;
        self.world.step();
    }

    fn particles(&self) -> Vec<Particle> {
        let particle = |(handle, &inverse_mass): (&RigidBodyHandle, &f32)| {
            let body = &self.world.bodies[*handle];
            let (position, velocity) = (body.translation(), body.linvel());
            Particle {
                position: [position.x, position.y, position.z],
                velocity: [velocity.x, velocity.y, velocity.z],
                inverse_mass,
            }
        };
        self.handles.iter().zip(&self.inverse_masses).map(particle).collect()
    }
}

fn vector([x, y, z]: [f32; 3]) -> Vector {
    Vector::new(x, y, z)
}
