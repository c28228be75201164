//! A ball that falls by a meter on a ground of restitution 0.9.

use rapier3d::prelude::*;
use sprung_body::{Contact, ContactMaterial, Discretization};

use super::cost::{BODIES, costs};
use super::motion::recorded;
use super::scene::{self, Finding, Scene, max_energy};
use super::world::{World, one_kilogram};

const CASE: &str = "ball of restitution 0.9";
pub(super) const QUANTITY: &str = "rebound over the fall";
const RESTITUTION: f64 = 0.9;
/// From touching to leaving, s.
const CONTACT: f64 = 0.02;
const RADIUS: f32 = 0.25;
const GRAVITY: f64 = 9.81;
/// The speed after a fall of a meter, m/s.
pub(super) const LANDING: f64 = 4.429_446_918;

/// The engine of the bounce: our contact, or rapier's collider.
#[derive(Clone, Copy, Debug)]
enum Engine {
    Ours(Discretization),
    Collider,
}

const ENGINES: [Engine; 3] = [
    Engine::Ours(Discretization::Auto),
    Engine::Ours(Discretization::BackwardEuler),
    Engine::Collider,
];

fn name(engine: Engine) -> &'static str {
    match engine {
        Engine::Ours(Discretization::BackwardEuler) => "sprung implicit",
        Engine::Ours(_) => "sprung",
        Engine::Collider => "rapier collider",
    }
}

/// Balls of 1 kg that fall from a height in meters on a ground at 0; without an engine, through it.
fn balls(engine: Option<Engine>, count: usize, height: f64, dt: f64) -> World {
    let mut world = World::new(dt, |world| {
        let material = RESTITUTION as f32;
        let floor = RigidBodyBuilder::fixed().translation(Vector::new(0.0, -1.0, 0.0));
        let ground = ColliderBuilder::cuboid(1e3, 1.0, 1e3).restitution(material);
        let floor = world.insert(floor, ground).0;
        let ball = |i| {
            let position = Vector::new(i as f32, height as f32 + RADIUS, 0.0);
            if let Some(Engine::Collider) = engine {
                let body = RigidBodyBuilder::dynamic().translation(position).can_sleep(false);
                let ball = ColliderBuilder::ball(RADIUS).restitution(material).mass(1.0);
                world.insert(body, ball).0
            } else {
                world.insert_body(one_kilogram(position, Vector::splat(0.025)))
            }
        };
        (floor, (0..count).map(ball).collect())
    });
    world.engine.gravity = Vector::Y * -GRAVITY as f32;
    if let Some(Engine::Ours(discretization)) = engine {
        let ground = ContactMaterial::from_restitution(RESTITUTION as f32, CONTACT as f32);
        let contact = Contact::new(ground.expect("a literal ground"));
        world.act(|| {
            let mut contact = contact;
            move |ball, ground, dt| {
                let [x, y, z] = ball.position;
                let (point, normal, depth) = ([x, 0.0, z], [0.0, 1.0, 0.0], RADIUS - y);
                contact.prepare(ball, ground, point, normal, depth, discretization, dt);
                contact.solve(ball, ground);
            }
        });
    }
    world
}

/// Height above touching (m) and upward speed (m/s) of the first ball.
fn first(world: &World) -> (f64, f64) {
    let ball = world.first();
    (f64::from(ball.translation().y - RADIUS), f64::from(ball.linvel().y))
}

pub(super) fn rows() -> Vec<Scene> {
    let world = |engine| balls(engine, BODIES, 0.05, 1.0 / 60.0);
    let costs = costs(&ENGINES, BODIES, world);
    scene::rows([CASE, QUANTITY], &ENGINES, name, &costs, measured)
}

/// The worst of 16 falls from 1 m and up to one frame of fall higher, so that the ball lands anywhere in a step.
fn measured(engine: Engine, dt: f64) -> Finding {
    let expected = RESTITUTION * RESTITUTION;
    let mut worst = Finding { expected, measured: expected, energy: 0.0 };
    for phase in 0..16 {
        let fall = 1.0 + f64::from(phase) / 16.0 * LANDING * dt;
        let (rebound, energy) = bounced(engine, fall, dt);
        worst.energy = worst.energy.max(energy);
        let error = |part: f64| (part - expected).abs();
        // NaN is worse than any number.
        if !(error(rebound) <= error(worst.measured)) {
            worst.measured = rebound;
        }
    }
    worst
}

/// Returns the height of the first rebound over that of the fall, and the maximum energy in 10 s over the initial one.
fn bounced(engine: Engine, fall: f64, dt: f64) -> (f64, f64) {
    let states = recorded(balls(Some(engine), 1, fall, dt), 10.0 / dt, first);
    let path: Vec<f64> = states.iter().map(|(height, _)| *height).collect();
    // Weight works below the surface too; what the contact stores is left out, so this is at most the true energy.
    let energy = |(height, speed): &(f64, f64)| 0.5 * speed * speed + GRAVITY * height;
    let energies: Vec<f64> = states.iter().map(energy).collect();
    (first_rebound(&path) / fall, max_energy(&energies))
}

/// The top of the rise that follows the first fall, m; 0 without one.
fn first_rebound(path: &[f64]) -> f64 {
    let rises = |at: &usize| path[*at + 1] > path[*at];
    let last = path.len().saturating_sub(1);
    let Some(landing) = (0..last).find(rises) else { return 0.0 };
    let top = (landing..last).find(|at| !rises(at)).unwrap_or(last);
    path[top]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rebound_of_a_path_is_the_top_after_its_first_landing() {
        let falls = (0..100).map(|i| 1.0 - 0.5 * GRAVITY * (f64::from(i) / 240.0).powi(2));
        let mut path: Vec<f64> = falls.take_while(|height| *height > 0.0).collect();
        let up = 0.9 * LANDING;
        path.extend((0..400).map(|i| {
            let t = f64::from(i) / 240.0;
            up * t - 0.5 * GRAVITY * t * t
        }));
        let found = first_rebound(&path);
        assert!((found / 0.81 - 1.0).abs() < 1e-4, "{found}");
        assert_eq!(first_rebound(&[1.0, 0.5, 0.0, 0.0]), 0.0);
    }

    #[test]
    fn our_contact_gives_the_square_of_its_restitution_back_at_fine_steps() {
        let (rebound, energy) = bounced(Engine::Ours(Discretization::Auto), 1.0, 1.0 / 1000.0);
        assert!((rebound / 0.81 - 1.0).abs() < 0.02, "{rebound}");
        assert!(energy < 1.01, "{energy}");
    }
}
