//! Scenes with something else than a network: a crate that rests on a cloth, a ball that keeps its volume and falls on a floor.

use anyhow::Result;
use rapier3d::prelude::{
    ColliderBuilder, PhysicsWorld, RigidBodyBuilder, RigidBodyHandle, RigidBodyType,
    SoftBodyBuilder, SoftBodyHandle, SoftBodyMaterial, SpringCoefficients, Vector,
};
use sprung_network::shapes::{Cloth, sphere};
use sprung_network::{Collider, Particle, Settings, Shape, Solver, Stiffness};
use sprung_rapier::dim3::CoupledNetwork;

use super::engine::{Engine, Entry, Make};
use super::scene::{SIDE, Scene};

pub(super) const OURS: &str = "sprung";
/// The same contacts with a crate that does not feel them.
pub(super) const OURS_ONE_WAY: &str = "sprung, one way";
const RAPIER: &str = "rapier3d soft body";
/// The distance at which the particles of both keep clear of the crate and the floor, m.
const CLEAR: f32 = 0.01;
const FRICTION: f32 = 0.5;
/// Half of the side of the crate, m.
const HALF: f32 = 0.3;
/// The mass of the crate, kg: 20 times that of the cloth.
const CRATE: f32 = 20.0;
/// The steps after which it rests.
const REST: usize = 300;
/// The height of the floor, m.
const FLOOR: f32 = -1.0;
/// The numbers of sub-steps.
const BUDGETS: [usize; 3] = [8, 16, 32];
/// The springs of the ball: 90 Hz, of a damping ratio of 0.3.
const SKIN: [f32; 2] = [90.0, 0.3];

/// A crate falls on a cloth of n² particles that is held all around. The stretch is that of the cloth under the crate.
pub(super) fn crate_on_cloth(n: usize) -> Result<Scene> {
    let sheet = Cloth::new(n, n, SIDE / (n - 1) as f32, 1.0);
    let mut net = sheet.build()?;
    let is_border = |i: usize| i == 0 || i == n - 1;
    let all = (0..n).flat_map(|j| (0..n).map(move |i| (i, j)));
    net.fix(all.filter(|&(i, j)| is_border(i) || is_border(j)).map(|(i, j)| sheet.at(i, j)));
    Ok(Scene::new(format!("crate on cloth {n}"), net, SIDE))
}

/// A hollow ball of soft springs that keeps its volume falls on a floor. The error is that of the volume.
pub(super) fn balloon(rings: usize) -> Result<Scene> {
    let mut net = sphere(0.5, rings, 1.0)?;
    let [hz, damping_ratio] = SKIN;
    let skin = Stiffness::from_frequency(hz, damping_ratio)?;
    net.edges.iter_mut().for_each(|edge| edge.stiffness = skin);
    Ok(Scene::new(format!("balloon {}", net.particles.len()), net, 1.0))
}

/// The engines of the crate.
pub(super) fn crate_entries() -> Vec<Entry> {
    let mut all = entries(crate_on_ours, crate_on_rapier);
    let name = OURS_ONE_WAY;
    let of =
        |substeps| Entry { name, make: fixed_crate_on_ours, substeps, threads: 1, slow: false };
    all.extend(BUDGETS.map(of));
    all
}

/// The engines of the balloon.
pub(super) fn balloon_entries() -> Vec<Entry> {
    entries(ball_of_ours, ball_of_rapier)
}

fn entries(ours: Make, rapier: Make) -> Vec<Entry> {
    let engines = [(OURS, ours), (RAPIER, rapier)];
    let of = |(name, make), substeps| Entry { name, make, substeps, threads: 1, slow: false };
    engines.into_iter().flat_map(|engine| BUDGETS.map(|substeps| of(engine, substeps))).collect()
}

/// An empty world with this number of sub-steps.
fn world(scene: &Scene, substeps: usize) -> PhysicsWorld {
    let mut world = PhysicsWorld::new();
    world.gravity = vector(scene.environment.gravity);
    world.integration_parameters.num_solver_iterations = substeps;
    world
}

/// Adds the crate, above the middle of the cloth.
fn add_crate(world: &mut PhysicsWorld) -> RigidBodyHandle {
    let start = Vector::new(0.5 * SIDE, HALF + 0.3, 0.5 * SIDE);
    let body = RigidBodyBuilder::dynamic().translation(start).can_sleep(false);
    world.insert(body, ColliderBuilder::cuboid(HALF, HALF, HALF).mass(CRATE).friction(FRICTION)).0
}

fn vector([x, y, z]: [f32; 3]) -> Vector {
    Vector::new(x, y, z)
}

fn settings(scene: &Scene, substeps: usize) -> Settings {
    Settings { substeps, environment: scene.environment, ..Settings::default() }
}

struct Coupled {
    solver: Solver,
    world: PhysicsWorld,
    coupled: CoupledNetwork,
}

fn crate_on_ours(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    Ok(Box::new(coupled_crate(scene, substeps)?.0))
}

/// A crate that is fixed where it has come to rest on the cloth.
fn fixed_crate_on_ours(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    let (mut coupled, body) = coupled_crate(scene, substeps)?;
    (0..REST).for_each(|_| coupled.step(1.0 / 60.0));
    coupled.world.bodies[body].set_body_type(RigidBodyType::Fixed, true);
    Ok(Box::new(coupled))
}

fn coupled_crate(scene: &Scene, substeps: usize) -> Result<(Coupled, RigidBodyHandle)> {
    let mut world = PhysicsWorld::new();
    world.gravity = vector(scene.environment.gravity);
    let body = add_crate(&mut world);
    let mut solver = Solver::new(&scene.net, settings(scene, substeps))?;
    let (bodies, colliders) = (&mut world.bodies, &world.colliders);
    let coupled = CoupledNetwork::new(&mut solver, bodies, colliders, &[body], &[])?;
    let coupled = coupled.with_particle_radius(CLEAR)?;
    Ok((Coupled { solver, world, coupled }, body))
}

impl Engine for Coupled {
    fn step(&mut self, dt: f32) {
        self.world.integration_parameters.dt = dt;
        self.coupled.step(&mut self.solver, &mut self.world);
    }

    fn particles(&self) -> Vec<Particle> {
        self.solver.particles().collect()
    }
}

fn ball_of_ours(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    let mut solver = Solver::new(&scene.net, settings(scene, substeps))?;
    let point = [0.0, FLOOR + CLEAR, 0.0];
    let floor = Collider::new(Shape::Plane { point, normal: [0.0, 1.0, 0.0] });
    solver.set_colliders(&[floor.with_friction(FRICTION)])?;
    Ok(Box::new(solver))
}

struct Rapier {
    world: PhysicsWorld,
    body: SoftBodyHandle,
    inverse_masses: Vec<f32>,
}

/// The network as a soft body that collides with the bodies of a world, with its surface.
fn soft_body(
    scene: &Scene,
    mut world: PhysicsWorld,
    triangles: Vec<[u32; 3]>,
    tune: impl FnOnce(SoftBodyBuilder) -> SoftBodyBuilder,
) -> Box<dyn Engine> {
    let particles = &scene.net.particles;
    let mass = |p: &Particle| if p.is_fixed() { 1.0 } else { 1.0 / p.inverse_mass };
    let fixed = (0..particles.len()).filter(|&i| particles[i].is_fixed());
    let body = SoftBodyBuilder::new(particles.iter().map(|p| vector(p.position)).collect())
        .surface(triangles)
        .edges(scene.net.edges.iter().map(|s| [s.a as u32, s.b as u32]).collect())
        .masses(particles.iter().map(mass).collect())
        .pinned_particles(fixed.map(|i| i as u32))
        .linear_damping(scene.environment.drag)
        .can_sleep(false)
        .self_contacts(false)
        .particle_radius(CLEAR)
        .surface_collider(ColliderBuilder::ball(CLEAR).friction(FRICTION));
    let body = world.soft_bodies.insert(tune(body), &mut world.bodies, &mut world.colliders);
    let inverse_masses = particles.iter().map(|p| p.inverse_mass).collect();
    Box::new(Rapier { world, body, inverse_masses })
}

/// Stiffness that is limited by the sub-steps alone.
fn rigid() -> SpringCoefficients<f32> {
    SpringCoefficients::new(1e6, 1.0)
}

fn crate_on_rapier(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    let mut world = world(scene, substeps);
    add_crate(&mut world);
    let triangles = scene.net.surface.triangles.clone();
    Ok(soft_body(scene, world, triangles, |body| body.oriented(false).softness(rigid())))
}

fn ball_of_rapier(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    let mut world = world(scene, substeps);
    let under = Vector::new(0.0, FLOOR - 1.0, 0.0);
    let floor = ColliderBuilder::cuboid(10.0, 1.0, 10.0).translation(under).friction(FRICTION);
    world.insert_collider(floor, None);
    let [hz, damping_ratio] = SKIN;
    let material = SoftBodyMaterial {
        volume_softness: rigid(),
        ..SoftBodyMaterial::uniform(SpringCoefficients::new(hz, damping_ratio))
    };
    let triangles = scene.net.volumes[0].triangles.clone();
    Ok(soft_body(scene, world, triangles, |body| body.material(material).volume_preservation(true)))
}

impl Engine for Rapier {
    fn step(&mut self, dt: f32) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use sprung_network::{Network, VolumeContent};

    /// The mean height of the particles after two seconds.
    fn height(scene: &Scene, entries: &[Entry], engine: &str) -> f32 {
        let entry = entries.iter().find(|entry| entry.name == engine).unwrap();
        let mut engine = (entry.make)(scene, entry.substeps).unwrap();
        (0..120).for_each(|_| engine.step(1.0 / 60.0));
        let at = engine.particles();
        at.iter().map(|particle| particle.position[1]).sum::<f32>() / at.len() as f32
    }

    #[test]
    fn the_crate_lies_on_the_cloth_and_the_ball_on_the_floor_in_both_engines() {
        let scene = crate_on_cloth(16).unwrap();
        for engine in [OURS, OURS_ONE_WAY, RAPIER] {
            let height = height(&scene, &crate_entries(), engine);
            // Alone, the cloth would be ten times as flat.
            assert!((-0.8..-0.005).contains(&height), "{engine}: {height}");
        }
        let scene = balloon(12).unwrap();
        let Network { volumes, .. } = &scene.net;
        assert!(matches!(volumes[0].content, VolumeContent::Incompressible { .. }));
        for engine in [OURS, RAPIER] {
            let height = height(&scene, &balloon_entries(), engine);
            assert!((FLOOR + 0.2..FLOOR + 0.6).contains(&height), "{engine}: {height}");
        }
    }
}
