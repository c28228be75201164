//! A ball that falls by a meter on a ground of restitution 0.9.

use rapier3d::prelude::*;
use sprung_body::{Contact, ContactMaterial, Discretization};
use sprung_rapier::dim3;

use super::cost::{BODIES, Turn, beyond};
use super::scene::{Finding, RATES, Scene, greatest};

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
const ENGINES: [(Option<Discretization>, &str); 3] = [
    (Some(Discretization::Auto), "sprung"),
    (Some(Discretization::BackwardEuler), "sprung implicit"),
    (None, "rapier collider"),
];

/// Balls of 1 kg above a ground at height 0.
struct Balls {
    world: PhysicsWorld,
    balls: Vec<RigidBodyHandle>,
    contacts: Vec<Contact<f32>>,
    discretization: Discretization,
}

impl Balls {
    /// Balls that fall from a height in meters; without colliders unless they are rapier's.
    fn new(
        contact: Option<Discretization>,
        collide: bool,
        count: usize,
        height: f64,
        dt: f64,
    ) -> Self {
        let mut world = PhysicsWorld::new();
        world.gravity = Vector::ZERO;
        world.integration_parameters.dt = dt as f32;
        let material = RESTITUTION as f32;
        let floor = RigidBodyBuilder::fixed().translation(Vector::new(0.0, -1.0, 0.0));
        world.insert(floor, ColliderBuilder::cuboid(1e3, 1.0, 1e3).restitution(material));
        let mass = MassProperties::new(Vector::ZERO, 1.0, Vector::splat(0.025));
        let balls: Vec<RigidBodyHandle> = (0..count)
            .map(|i| {
                let place = Vector::new(i as f32, height as f32 + RADIUS, 0.0);
                let body = RigidBodyBuilder::dynamic().translation(place).can_sleep(false);
                if collide {
                    let ball = ColliderBuilder::ball(RADIUS).restitution(material).mass(1.0);
                    world.insert(body, ball).0
                } else {
                    world.insert_body(body.additional_mass_properties(mass))
                }
            })
            .collect();
        // The engine computes masses in its first step.
        world.step();
        world.gravity = Vector::Y * -GRAVITY as f32;
        let ground = ContactMaterial::from_restitution(RESTITUTION as f32, CONTACT as f32);
        let contacts = vec![Contact::new(ground.expect("a literal ground")); count];
        let contacts = if contact.is_some() { contacts } else { Vec::new() };
        Balls { world, balls, contacts, discretization: contact.unwrap_or_default() }
    }

    fn step(&mut self) {
        let dt = self.world.integration_parameters.dt;
        for (&ball, contact) in self.balls.iter().zip(&mut self.contacts) {
            dim3::SpringContext::of(&mut self.world).with_pair(ball, None, |ball, ground| {
                let [x, y, z] = ball.position;
                let (point, depth) = ([x, 0.0, z], RADIUS - y);
                contact.prepare(
                    ball,
                    ground,
                    point,
                    [0.0, 1.0, 0.0],
                    depth,
                    self.discretization,
                    dt,
                );
                contact.solve(ball, ground);
            });
        }
        self.world.step();
    }

    /// Height above touching (m) and upward speed (m/s) of the first ball.
    fn first(&self) -> (f64, f64) {
        let ball = &self.world.bodies[self.balls[0]];
        (f64::from(ball.translation().y - RADIUS), f64::from(ball.linvel().y))
    }
}

pub(super) fn rows() -> Vec<Scene> {
    let height = 0.05;
    let mut bare = Balls::new(None, false, BODIES, height, 1.0 / 60.0);
    let mut worlds = ENGINES
        .map(|(contact, _)| Balls::new(contact, contact.is_none(), BODIES, height, 1.0 / 60.0));
    let steps = worlds.iter_mut().map(|world| Box::new(|| world.step()) as Turn<'_>);
    let costs = beyond(Box::new(|| bare.step()), steps.collect(), BODIES);
    let mut rows = Vec::new();
    for dt in RATES.map(|rate| 1.0 / rate) {
        for ((contact, name), times) in ENGINES.into_iter().zip(&costs) {
            rows.push(Scene::new([CASE, QUANTITY, name], dt, measured(contact, dt), times));
        }
    }
    rows
}

/// The worst of 16 falls from 1 m and up to one frame of fall higher, so that the ball lands anywhere in a step.
fn measured(contact: Option<Discretization>, dt: f64) -> Finding {
    let expected = RESTITUTION * RESTITUTION;
    let mut worst = Finding { expected, measured: expected, energy: 0.0 };
    for phase in 0..16 {
        let fall = 1.0 + f64::from(phase) / 16.0 * LANDING * dt;
        let (rebound, energy) = bounced(contact, fall, dt);
        worst.energy = worst.energy.max(energy);
        let miss = |part: f64| (part - expected).abs();
        // NaN is worse than any number.
        if !(miss(rebound) <= miss(worst.measured)) {
            worst.measured = rebound;
        }
    }
    worst
}

/// Returns the height of the first rebound over that of the fall, and the maximum energy in 10 s over the initial one.
fn bounced(contact: Option<Discretization>, fall: f64, dt: f64) -> (f64, f64) {
    let mut balls = Balls::new(contact, contact.is_none(), 1, fall, dt);
    let (mut path, mut energies) = (Vec::new(), Vec::new());
    for _ in 0..(10.0 / dt) as usize {
        let (height, speed) = balls.first();
        path.push(height);
        // Weight works below the surface too; what the contact stores is left out, so this is at most the true energy.
        energies.push(0.5 * speed * speed + GRAVITY * height);
        balls.step();
    }
    (first_rebound(&path) / fall, greatest(&energies))
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
        let (rebound, energy) = bounced(Some(Discretization::Auto), 1.0, 1.0 / 1000.0);
        assert!((rebound / 0.81 - 1.0).abs() < 0.02, "{rebound}");
        assert!(energy < 1.01, "{energy}");
    }
}
