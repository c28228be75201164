//! Networks that touch the colliders of the real engines: hulls, meshes, restitution, the plane.
#![allow(clippy::unwrap_used, reason = "a test")]

use rapier2d::prelude as d2;
use rapier3d::prelude::*;
use sprung_network::shapes::{Cloth, rope};
use sprung_network::{Attachment, Environment, Network, Particle, Settings, Solver};
use sprung_rapier::{dim2, dim3};

const GRAVITY: f32 = 9.81;
/// The radius of the particles, m.
const CLEAR: f32 = 0.01;

fn solver(net: &Network, substeps: usize, environment: Environment) -> Solver {
    Solver::new(net, Settings { substeps, environment, ..Settings::default() }).unwrap()
}

/// A cloth of 1 m that falls on a body that is fixed; returns its particles after some seconds, having called `see` after
/// each step.
fn drape(
    collider: ColliderBuilder,
    height: f32,
    mut see: impl FnMut(usize, [f32; 3]),
) -> Vec<Particle> {
    let mut world = PhysicsWorld::new();
    let (body, _) = world.insert(RigidBodyBuilder::fixed(), collider.friction(0.8));
    let mut net = Cloth::new(21, 21, 0.05, 0.3).build().unwrap();
    for particle in &mut net.particles {
        let [x, _, z] = particle.position;
        particle.position = [x - 0.52, height, z - 0.47];
    }
    let environment = Environment { drag: 1.0, ..Environment::default() };
    let mut solver = solver(&net, 8, environment);
    let (bodies, colliders) = (&mut world.bodies, &world.colliders);
    let coupled = dim3::CoupledNetwork::new(&mut solver, bodies, colliders, &[body], &[]).unwrap();
    let mut coupled = coupled.with_particle_radius(CLEAR).unwrap();
    for step in 1..=300 {
        coupled.step(&mut solver, &mut world);
        solver.particles().for_each(|particle| see(step, particle.position));
    }
    solver.particles().collect()
}

fn fastest(particles: &[Particle]) -> f32 {
    particles.iter().map(|p| Vector::from(p.velocity).length()).fold(0.0, f32::max)
}

/// An octahedron: the distance from its nearest face plane is that of the surface, or less.
#[test]
fn a_cloth_rests_on_a_convex_hull() {
    let size = 0.6;
    let tips = [Vector::X, Vector::Y, Vector::Z].map(|axis| axis * size);
    let points: Vec<Vector> = tips.into_iter().flat_map(|tip| [tip, -tip]).collect();
    let hull = ColliderBuilder::convex_hull(&points).unwrap();
    let height = |[x, y, z]: [f32; 3]| (x.abs() + y.abs() + z.abs() - size) / 3.0_f32.sqrt();
    let mut deepest = f32::INFINITY;
    let end = drape(hull, size + 0.1, |_, at| deepest = deepest.min(height(at)));
    let (speed, touching) = (fastest(&end), end.iter().filter(|p| height(p.position) < 0.02));
    let (touching, highest) =
        (touching.count(), end.iter().map(|p| p.position[1]).fold(f32::MIN, f32::max));
    println!("hull: no nearer than {deepest} m, {touching} touch, {speed} m/s, top {highest} m");
    assert!(deepest > 0.5 * CLEAR, "{deepest}");
    assert!(touching > 40 && speed < 0.05, "{touching} {speed}");
    assert!((highest - size).abs() < 0.05, "the tip is between four of its particles: {highest}");
}

/// A roof of four triangles around a ridge, on which the height over every point is known.
#[test]
fn a_cloth_rests_on_a_mesh_of_triangles() {
    let [high, wide] = [0.4, 2.0];
    let vertices = [
        [-wide, 0.0, -wide],
        [wide, 0.0, -wide],
        [-wide, high, 0.0],
        [wide, high, 0.0],
        [-wide, 0.0, wide],
        [wide, 0.0, wide],
    ];
    let vertices = vertices.map(Vector::from).to_vec();
    let triangles = vec![[0, 2, 1], [1, 2, 3], [2, 4, 3], [3, 4, 5]];
    let roof = ColliderBuilder::trimesh(vertices, triangles).unwrap();
    let normal = 1.0_f32.hypot(high / wide);
    let height = |[_, y, z]: [f32; 3]| (y - high * (1.0 - z.abs() / wide)) / normal;
    let mut deepest = f32::INFINITY;
    let end = drape(roof, 0.5, |_, at| deepest = deepest.min(height(at)));
    let (speed, touching) = (fastest(&end), end.iter().filter(|p| height(p.position) < 0.02));
    let touching = touching.count();
    println!("mesh: no nearer than {deepest} m, {touching} touch, {speed} m/s");
    assert!(deepest > 0.5 * CLEAR, "{deepest}");
    assert!(touching > 350 && speed < 0.05, "{touching} of 441 touch, {speed} m/s");
}

/// A loose particle falls from `HIGH` on a fixed box; returns the heights at which it turns, of its first height.
macro_rules! bounces {
    ($rapier:ident, $dim:ident, $collider:expr, $place:expr, $restitution:expr) => {{
        use $rapier::prelude::*;
        let mut world = PhysicsWorld::new();
        let collider = $collider.restitution($restitution);
        let body = RigidBodyBuilder::fixed().translation($place);
        let (body, _) = world.insert(body, collider);
        let mut net = Network::default();
        net.add_particle(Particle::new([0.1, HIGH + CLEAR, 0.0], 0.2));
        let mut solver = solver(&net, 8, Environment::default());
        let (bodies, colliders) = (&mut world.bodies, &world.colliders);
        let coupled =
            $dim::CoupledNetwork::new(&mut solver, bodies, colliders, &[body], &[]).unwrap();
        let mut coupled = coupled.with_particle_radius(CLEAR).unwrap();
        let (mut tops, mut rose) = (Vec::new(), false);
        for _ in 0..240 {
            coupled.step(&mut solver, &mut world);
            let (y, v) = (solver.position(0)[1] - CLEAR, solver.velocity(0)[1]);
            if rose && v <= 0.0 {
                // Where it turns between two steps.
                tops.push((y + 0.5 * v * v / GRAVITY) / HIGH);
            }
            rose = v > 0.0;
        }
        tops
    }};
}

const HIGH: f32 = 0.8;

#[test]
fn a_particle_bounces_to_the_square_of_the_restitution() {
    for restitution in [0.3_f32, 0.5, 0.8, 0.95] {
        let down = |y: f32| Vector::new(0.0, y, 0.0);
        let ball = bounces!(rapier3d, dim3, ColliderBuilder::ball(40.0), down(-40.0), restitution);
        let slab = ColliderBuilder::cuboid(2.0, 0.5, 2.0);
        let slab = bounces!(rapier3d, dim3, slab, down(-0.5), restitution);
        let floor = d2::ColliderBuilder::cuboid(2.0, 0.5);
        let floor = bounces!(rapier2d, dim2, floor, d2::Vector::new(0.0, -0.5), restitution);
        for (name, tops) in [("ball", ball), ("box", slab), ("box of the plane", floor)] {
            println!("{name}, {restitution}: {:?}", &tops[..2.min(tops.len())]);
            let expected = restitution * restitution;
            assert!((tops[0] - expected).abs() < 0.03 * expected + 2e-3, "{name}: {tops:?}");
        }
    }
}

/// A rope falls across a box that lies in the plane, and hangs down on both sides of it.
#[test]
fn a_rope_of_the_plane_lies_on_a_box_and_a_ball() {
    for is_ball in [false, true] {
        let mut world = d2::PhysicsWorld::new();
        let shape = if is_ball {
            d2::ColliderBuilder::ball(0.3)
        } else {
            d2::ColliderBuilder::cuboid(0.5, 0.2)
        };
        let (body, _) = world.insert(d2::RigidBodyBuilder::fixed(), shape.friction(0.6));
        let net = rope([-0.71, 0.5, 0.0], [0.69, 0.5, 0.0], 56, 0.5).unwrap();
        let mut solver = solver(&net, 16, Environment { drag: 3.0, ..Environment::default() });
        let (bodies, colliders) = (&mut world.bodies, &world.colliders);
        let coupled =
            dim2::CoupledNetwork::new(&mut solver, bodies, colliders, &[body], &[]).unwrap();
        let mut coupled = coupled.with_particle_radius(CLEAR).unwrap();
        let gap = |[x, y, _]: [f32; 3]| match is_ball {
            true => x.hypot(y) - 0.3,
            false => {
                let [dx, dy] = [x.abs() - 0.5, y.abs() - 0.2];
                dx.max(0.0).hypot(dy.max(0.0)) + dx.max(dy).min(0.0)
            }
        };
        let mut deepest = f32::INFINITY;
        for _ in 0..240 {
            coupled.step(&mut solver, &mut world);
            deepest = solver.particles().map(|p| gap(p.position)).fold(deepest, f32::min);
        }
        let end: Vec<Particle> = solver.particles().collect();
        let touching = end.iter().filter(|p| gap(p.position) < 1.2 * CLEAR).count();
        println!(
            "ball {is_ball}: no nearer than {deepest} m, {touching} touch, {} m/s",
            fastest(&end)
        );
        assert!(deepest > 0.5 * CLEAR, "{deepest}");
        assert!(touching > 15 && fastest(&end) < 0.05, "{touching} {}", fastest(&end));
        assert!(end.iter().all(|p| p.position[2] == 0.0), "it stays in the plane");
        assert!(end.iter().all(|p| p.position[1] > -1.0), "it does not slide off");
    }
}

/// A particle that hits a body head on moves on with it, or leaves it at the restitution; momentum stays.
#[test]
fn a_particle_and_a_free_body_of_the_plane_share_their_momentum() {
    for (mass, restitution) in [(0.2, 0.0), (5.0, 0.0), (0.2, 0.5), (5.0, 0.8)] {
        let mut world = d2::PhysicsWorld::new();
        world.gravity = d2::Vector::ZERO;
        let square = d2::ColliderBuilder::cuboid(0.2, 0.2).mass(mass).restitution(restitution);
        let body = d2::RigidBodyBuilder::dynamic().can_sleep(false);
        let (body, _) = world.insert(body, square);
        let mut net = Network::default();
        net.add_particle(Particle::new([-1.0, 0.0, 0.0], 1.0).with_velocity([3.0, 0.0, 0.0]));
        let mut solver = solver(&net, 8, Environment::ZERO_G);
        let (bodies, colliders) = (&mut world.bodies, &world.colliders);
        let mut coupled =
            dim2::CoupledNetwork::new(&mut solver, bodies, colliders, &[body], &[]).unwrap();
        (0..60).for_each(|_| coupled.step(&mut solver, &mut world));
        let [v, w] = [solver.velocity(0)[0], world.bodies[body].linvel().x];
        println!("{mass} kg, {restitution}: {v} and {w} m/s");
        assert!((v + mass * w - 3.0).abs() < 1e-5, "{v} {w}");
        assert!((w - v - 3.0 * restitution).abs() < 0.01, "{v} {w}");
    }
}

/// Two bodies on a rope for ten seconds, without gravity.
#[test]
fn momentum_in_the_plane_is_kept() {
    for masses in [[1.0_f32, 1.0], [1.0, 1000.0], [1000.0, 1.0]] {
        let mut world = d2::PhysicsWorld::new();
        world.gravity = d2::Vector::ZERO;
        let mut add = |x: f32, mass: f32, v: d2::Vector| {
            let body = d2::RigidBodyBuilder::dynamic().translation(d2::Vector::new(x, 0.0));
            let square = d2::ColliderBuilder::cuboid(0.2, 0.2).mass(mass);
            world.insert(body.linvel(v).can_sleep(false), square).0
        };
        let handles = [
            add(-1.2, masses[0], d2::Vector::new(-1.0, 0.5)),
            add(1.2, masses[1], d2::Vector::new(0.3, -0.4)),
        ];
        let net = rope([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 20, 0.1).unwrap();
        let mut solver = solver(&net, 8, Environment::ZERO_G);
        let ties = [(0, 0, 0.2), (20, 1, -0.2)].map(|(particle, body, x)| Attachment {
            particle,
            body,
            point: [x, 0.0, 0.0],
        });
        let (bodies, colliders) = (&mut world.bodies, &world.colliders);
        let mut coupled =
            dim2::CoupledNetwork::new(&mut solver, bodies, colliders, &handles, &ties).unwrap();
        let momentum = |solver: &Solver, world: &d2::PhysicsWorld| {
            let mut sum = [0.0_f64; 2];
            for (body, mass) in handles.iter().zip(masses) {
                let v = world.bodies[*body].linvel();
                sum[0] += f64::from(v.x) * f64::from(mass);
                sum[1] += f64::from(v.y) * f64::from(mass);
            }
            for p in solver.particles().filter(|p| !p.is_fixed()) {
                let m = 1.0 / f64::from(p.inverse_mass);
                (0..2).for_each(|c| sum[c] += m * f64::from(p.velocity[c]));
            }
            sum
        };
        let start = momentum(&solver, &world);
        // What the engine has rounded, and all.
        let (mut engine, mut worst) = ([0.0_f64; 2], 0.0_f64);
        let dt = world.integration_parameters.dt;
        for _ in 0..600 {
            let before = handles.map(|body| world.bodies[body].linvel());
            coupled.apply(&mut solver, &mut dim2::SpringContext::of(&mut world), dt);
            let given = handles.map(|body| world.bodies[body].user_force());
            world.step();
            coupled.release(&mut world.bodies);
            let after = handles.map(|body| world.bodies[body].linvel());
            for (c, engine) in engine.iter_mut().enumerate() {
                for (i, &mass) in masses.iter().enumerate() {
                    let gained = f64::from(after[i][c]) - f64::from(before[i][c]);
                    *engine += gained * f64::from(mass) - f64::from(given[i][c]) * f64::from(dt);
                }
            }
            let now = momentum(&solver, &world);
            worst = (0..2).map(|c| (now[c] - start[c]).abs()).fold(worst, f64::max);
        }
        let of_all = start[0].hypot(start[1]);
        let (off, rounded) = (worst / of_all, engine[0].hypot(engine[1]) / of_all);
        println!("{masses:?}: off by {off:e} of all, the engine by {rounded:e}");
        assert!(off < 1e-5 && rounded < 1e-5, "{masses:?}: {off:e} {rounded:e}");
    }
}
