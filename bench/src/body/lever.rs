//! A box held at a corner, half a meter from its center, by a spring of rest length 0.
//!
//! All engines have the same force, `−k·x − c·v` in newtons, so that the energy `½mv² + ½Iω² + ½kx²` is that of all; it
//! falls in every motion. Across the lever the corner moves on a spring of 15 Hz, along it the whole box on a slower one.

use std::f64::consts::TAU;

use rapier3d::prelude::*;
use sprung_body::{Discretization, PointSpring, Stiffness};

use super::cost::{BODIES, costs};
use super::engine::Engine;
use super::motion::{decay_rate, recorded};
use super::scene::{self, Finding, Scene, max_energy};
use super::world::{World, one_kilogram};

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

fn stiffness() -> f64 {
    ACROSS * (TAU * HERTZ).powi(2)
}

/// Boxes of 1 kg, the corner of each held at the origin: it starts at an offset (m) from there, the lever along x. Without an
/// engine, on no spring.
fn boxes(engine: Option<Engine>, count: usize, offset: [f64; 3], dt: f64) -> World {
    let (stiffness, damping) = (stiffness() as f32, (2.0 * RATIO * ACROSS * TAU * HERTZ) as f32);
    let corner = Vector::X * LEVER as f32;
    let position = Vector::from(offset.map(|x| x as f32)) - corner;
    let mut world = World::of(count, one_kilogram(position, Vector::splat(INERTIA as f32)), dt);
    match engine {
        None => {}
        Some(Engine::Ours(discretization)) => world.act(|| {
            let spring = Stiffness::physical(stiffness, damping).expect("literal values");
            let mut spring = PointSpring::new(spring, corner.to_array(), [0.0; 3]);
            move |body, frame, dt| {
                spring.prepare(body, frame, discretization, dt);
                spring.solve(body, frame);
            }
        }),
        Some(Engine::Motor(model)) => {
            let axes = [JointAxis::LinX, JointAxis::LinY, JointAxis::LinZ];
            let free = GenericJointBuilder::new(JointAxesMask::empty());
            let joint = axes.into_iter().fold(free.local_anchor2(corner), |joint, axis| {
                joint.motor_position(axis, 0.0, stiffness, damping).motor_model(axis, model)
            });
            world.join(1, joint);
        }
        Some(Engine::SpringJoint) => {
            let joint = SpringJointBuilder::new(0.0, stiffness, damping).local_anchor2(corner);
            world.join(1, joint);
        }
    }
    world
}

/// The corner of the first box, m.
fn corner(world: &World) -> [f64; 3] {
    let corner = world.first().position().transform_point(Vector::X * LEVER as f32);
    corner.to_array().map(f64::from)
}

/// Of the first box and its spring, J.
fn energy(world: &World) -> f64 {
    let body = world.first();
    let squared = |v: [f64; 3]| v.into_iter().map(|x| x * x).sum::<f64>();
    let [velocity, angular_velocity] =
        [body.linvel(), body.angvel()].map(|v| v.to_array().map(f64::from));
    let kinetic = squared(velocity) + INERTIA * squared(angular_velocity);
    0.5 * (kinetic + stiffness() * squared(corner(world)))
}

pub(super) fn rows() -> Vec<Scene> {
    let world = |engine| boxes(engine, BODIES, NEAR, 1.0 / 60.0);
    let costs = costs(&ENGINES, BODIES, world);
    scene::rows([CASE, QUANTITY], &ENGINES, Engine::name, &costs, measured)
}

/// Off by 0.02 m across the lever.
const NEAR: [f64; 3] = [0.0, 0.02, 0.0];

/// Returns the decay of a corner that starts near its goal, and the maximum energy of one that is far off in every
/// direction.
fn measured(engine: Engine, dt: f64) -> Finding {
    let near = boxes(Some(engine), 1, NEAR, dt);
    // The fit ends at 1e-3 of the unit.
    let path = recorded(near, 5.0 / dt, |near| corner(near)[1] / NEAR[1]);
    let far = boxes(Some(engine), 1, [0.1, 0.3, -0.2], dt);
    let energies = recorded(far, 10.0 / dt, energy);
    let decay = decay_rate(&path, dt) / (TAU * HERTZ);
    Finding { expected: RATIO, measured: decay, energy: max_energy(&energies) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_starts_with_the_energy_of_its_spring_and_decays_as_set_at_fine_steps() {
        let start = boxes(None, 1, [0.1, 0.3, -0.2], 1.0 / 60.0);
        let expected = 0.5 * stiffness() * (0.01 + 0.09 + 0.04);
        assert!((energy(&start) / expected - 1.0).abs() < 1e-5, "{}", energy(&start));
        let found = measured(Engine::Ours(Discretization::Auto), 1.0 / 2000.0);
        assert!((found.measured / RATIO - 1.0).abs() < 0.5, "{found:?}");
        assert!(found.energy < 1.01, "{found:?}");
    }
}
