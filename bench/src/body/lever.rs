//! A box held at a corner, half a meter from its center, by a spring of rest length 0.
//!
//! All engines have the same force, `−k·x − c·v` in newtons, so that the energy `½mv² + ½Iω² + ½kx²` is that of all; it
//! falls in every motion. Across the lever the corner moves on a spring of 15 Hz, along it the whole box on a slower one.

use std::f64::consts::TAU;

use rapier3d::prelude::*;
use sprung_body::{Discretization, PointSpring, Stiffness};
use sprung_rapier::dim3;

use super::cost::{BODIES, Turn, beyond};
use super::engine::Engine;
use super::motion::decay_rate;
use super::scene::{Finding, RATES, Scene, greatest};

const CASE: &str = "box at a lever, 15 Hz/ratio 0.05";
const QUANTITY: &str = "decay rate over frequency";
const HERTZ: f64 = 15.0;
const RATIO: f64 = 0.05;
const LEVER: f64 = 0.5;
/// Of a cube of 1 kg whose corners are half a meter from its center, kg·m²: `m·a²/6` with the edge `a = 2·LEVER/√3`.
const INERTIA: f64 = LEVER * LEVER * 4.0 / 18.0;
/// The mass that the corner has across the lever, kg.
const ACROSS: f64 = 1.0 / (1.0 + LEVER * LEVER / INERTIA);

const ENGINES: [Engine; 5] = [
    Engine::Ours(Discretization::Auto),
    Engine::Ours(Discretization::Exact),
    Engine::Ours(Discretization::BackwardEuler),
    Engine::Motor(MotorModel::ForceBased),
    Engine::SpringJoint,
];

/// Boxes of 1 kg, the corner of each held at the origin.
struct Boxes {
    world: PhysicsWorld,
    boxes: Vec<RigidBodyHandle>,
    holds: Vec<PointSpring<f32>>,
    discretization: Discretization,
}

fn stiffness() -> f64 {
    ACROSS * (TAU * HERTZ).powi(2)
}

impl Boxes {
    /// With the corner at an offset (m) from the origin and the lever along x; without an engine, on no spring.
    fn new(engine: Option<Engine>, count: usize, offset: [f64; 3], dt: f64) -> Self {
        let mut world = PhysicsWorld::new();
        world.gravity = Vector::ZERO;
        world.integration_parameters.dt = dt as f32;
        let (stiffness, damping) =
            (stiffness() as f32, (2.0 * RATIO * ACROSS * TAU * HERTZ) as f32);
        let corner = Vector::X * LEVER as f32;
        let base = world.insert_body(RigidBodyBuilder::fixed());
        let mass = MassProperties::new(Vector::ZERO, 1.0, Vector::splat(INERTIA as f32));
        let place = Vector::from(offset.map(|x| x as f32)) - corner;
        let start = RigidBodyBuilder::dynamic()
            .translation(place)
            .additional_mass_properties(mass)
            .can_sleep(false);
        let boxes: Vec<_> = (0..count).map(|_| world.insert_body(start.clone())).collect();
        // The engine computes masses in its first step.
        world.step();
        let mut holds = Vec::new();
        for &held in &boxes {
            match engine {
                None => {}
                Some(Engine::Ours(_)) => {
                    let spring = Stiffness::physical(stiffness, damping).expect("literal values");
                    holds.push(PointSpring::new(spring, corner.to_array(), [0.0; 3]));
                }
                Some(Engine::Motor(model)) => {
                    let axes = [JointAxis::LinX, JointAxis::LinY, JointAxis::LinZ];
                    let free = GenericJointBuilder::new(JointAxesMask::empty());
                    let joint = axes.into_iter().fold(free.local_anchor2(corner), |joint, axis| {
                        joint.motor_position(axis, 0.0, stiffness, damping).motor_model(axis, model)
                    });
                    world.insert_impulse_joint(base, held, joint);
                }
                Some(Engine::SpringJoint) => {
                    let joint =
                        SpringJointBuilder::new(0.0, stiffness, damping).local_anchor2(corner);
                    world.insert_impulse_joint(base, held, joint);
                }
            }
        }
        let discretization = if let Some(Engine::Ours(discretization)) = engine {
            discretization
        } else {
            Discretization::Auto
        };
        Boxes { world, boxes, holds, discretization }
    }

    fn step(&mut self) {
        let dt = self.world.integration_parameters.dt;
        for (&held, hold) in self.boxes.iter().zip(&mut self.holds) {
            dim3::SpringContext::of(&mut self.world).with_pair(held, None, |held, frame| {
                hold.prepare(held, frame, self.discretization, dt);
                hold.solve(held, frame);
            });
        }
        self.world.step();
    }

    /// The corner of the first box, m.
    fn corner(&self) -> [f64; 3] {
        let held = &self.world.bodies[self.boxes[0]];
        let corner = held.position().transform_point(Vector::X * LEVER as f32);
        corner.to_array().map(f64::from)
    }

    /// Of the first box and its spring, J.
    fn energy(&self) -> f64 {
        let held = &self.world.bodies[self.boxes[0]];
        let squared = |v: [f64; 3]| v.into_iter().map(|x| x * x).sum::<f64>();
        let [velocity, turning] =
            [held.linvel(), held.angvel()].map(|v| v.to_array().map(f64::from));
        let moving = squared(velocity) + INERTIA * squared(turning);
        0.5 * (moving + stiffness() * squared(self.corner()))
    }
}

pub(super) fn rows() -> Vec<Scene> {
    let offset = [0.0, 0.02, 0.0];
    let mut bare = Boxes::new(None, BODIES, offset, 1.0 / 60.0);
    let mut worlds = ENGINES.map(|engine| Boxes::new(Some(engine), BODIES, offset, 1.0 / 60.0));
    let steps = worlds.iter_mut().map(|world| Box::new(|| world.step()) as Turn<'_>);
    let costs = beyond(Box::new(|| bare.step()), steps.collect(), BODIES);
    let mut rows = Vec::new();
    for dt in RATES.map(|rate| 1.0 / rate) {
        for (engine, times) in ENGINES.into_iter().zip(&costs) {
            let name = engine.name();
            rows.push(Scene::new([CASE, QUANTITY, name], dt, measured(engine, dt), times));
        }
    }
    rows
}

/// Returns the decay of a corner that is 0.02 m off across the lever, and the maximum energy of one that is far off
/// in every direction.
fn measured(engine: Engine, dt: f64) -> Finding {
    let mut near = Boxes::new(Some(engine), 1, [0.0, 0.02, 0.0], dt);
    let path: Vec<f64> = (0..(5.0 / dt) as usize)
        .map(|_| {
            // The fit ends at 1e-3 of the unit.
            let offset = near.corner()[1] / 0.02;
            near.step();
            offset
        })
        .collect();
    let mut far = Boxes::new(Some(engine), 1, [0.1, 0.3, -0.2], dt);
    let energies: Vec<f64> = (0..(10.0 / dt) as usize)
        .map(|_| {
            let energy = far.energy();
            far.step();
            energy
        })
        .collect();
    let decay = decay_rate(&path, dt) / (TAU * HERTZ);
    Finding { expected: RATIO, measured: decay, energy: greatest(&energies) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_held_box_starts_with_the_energy_of_its_spring_and_decays_as_set_at_fine_steps() {
        let start = Boxes::new(None, 1, [0.1, 0.3, -0.2], 1.0 / 60.0);
        let expected = 0.5 * stiffness() * (0.01 + 0.09 + 0.04);
        assert!((start.energy() / expected - 1.0).abs() < 1e-5, "{}", start.energy());
        let found = measured(Engine::Ours(Discretization::Auto), 1.0 / 2000.0);
        assert!((found.measured / RATIO - 1.0).abs() < 0.5, "{found:?}");
        assert!(found.energy < 1.01, "{found:?}");
    }
}
