//! The cases of the race: the engines and their budgets for each scene.

use anyhow::Result;

use super::engine::{Contestant, Make};
use super::scene::Scene;
use super::{nissen, ours, projection, rapier};

/// One scene and the engines that run it.
pub(super) struct Case {
    pub(super) scene: Scene,
    pub(super) contestants: Vec<Contestant>,
}

pub(super) const OURS: &str = "sprung";
pub(super) const GENERAL: &str = "sprung, no lines";
pub(super) const RAPIER: &str = "rapier3d stiff soft body";
pub(super) const RAPIER_ONCE: &str = "rapier3d stiff, one iteration";
const RAPIER_DEFAULT: &str = "rapier3d soft body";
const RAPIER_JOINTS: &str = "rapier3d rope joints";
const PROJECTION: &str = "plain projection";
const ARTICLE: &str = "Nissen 1/(n+1)";
const SPLIT: &str = "Nissen mass splitting";

/// An engine of the race and its approximate cost: ns per spring and sub-step.
type Entrant = (&'static str, Make, f64);

const ENTRANTS: [Entrant; 9] = [
    (OURS, ours::default, 5.0),
    (GENERAL, ours::general, 10.0),
    (ARTICLE, nissen::article, 15.0),
    (SPLIT, nissen::mass_splitting, 15.0),
    (PROJECTION, projection::small_steps, 15.0),
    (RAPIER_DEFAULT, rapier::soft_body, 100.0),
    (RAPIER, rapier::stiff_soft_body, 100.0),
    (RAPIER_ONCE, rapier::one_iteration, 50.0),
    (RAPIER_JOINTS, rapier::rope_joints, 2000.0),
];

/// The maximum time of a step, in ns, outside of long races.
const LONG: f64 = 20e6;
/// Steps that take longer than this, in ns, do not race at all: ten seconds would take an hour.
const ENDLESS: f64 = 1e9;

/// Every engine at every budget.
fn case(scene: Scene, budgets: &[usize]) -> Case {
    let mut contestants = Vec::new();
    for (name, make, cost) in ENTRANTS {
        for &substeps in budgets {
            let step = cost * (scene.net.edges.len() * substeps) as f64;
            let contestant = Contestant::new(name, make, substeps);
            if step < ENDLESS {
                contestants.push(if step > LONG { contestant.slow() } else { contestant });
            }
        }
    }
    Case { scene, contestants }
}

impl Case {
    /// The production solver once more, on two threads.
    fn and_on_two_threads(mut self) -> Self {
        let ours = self.contestants.iter().filter(|contestant| contestant.name == OURS);
        let twice: Vec<Contestant> = ours.map(|contestant| contestant.on_two_threads()).collect();
        self.contestants.extend(twice);
        self
    }
}

pub(super) fn cases() -> Result<Vec<Case>> {
    Ok(vec![
        case(Scene::net(32)?, &[2, 4, 8, 16, 32, 36, 64]),
        case(Scene::net(64)?, &[4, 8, 16, 24, 26, 28, 32]),
        case(Scene::net(128)?, &[4, 8, 16, 24, 32]).and_on_two_threads(),
        case(Scene::diagonals(32)?, &[8, 16, 32]),
        case(Scene::irregular(32), &[8, 16, 32]),
        case(Scene::irregular(128), &[8, 32]).and_on_two_threads(),
        case(Scene::rope(60, 1.0)?, &ROPE),
        case(Scene::rope(60, 1000.0)?, &ROPE),
        case(Scene::fifty_ropes(60, 1000.0)?, &[2, 4, 8, 32]),
        case(Scene::wrecking_ball()?, &ROPE),
        case(Scene::shrub(9, 1.0)?, &[1, 2, 4, 8, 32, 128]),
        case(Scene::shrub(9, 1000.0)?, &[1, 2, 4, 8, 32, 128]),
        case(Scene::jelly(12)?, &[4, 8, 16]),
    ])
}

const ROPE: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_races_at_every_budget_of_a_case() {
        for case in cases().unwrap() {
            let budgets = |name: &str| -> Vec<usize> {
                let engine = case.contestants.iter().filter(|c| c.name == name && c.threads == 1);
                engine.map(|contestant| contestant.substeps).collect()
            };
            for (name, ..) in ENTRANTS.iter().filter(|(name, ..)| *name != RAPIER_JOINTS) {
                assert_eq!(budgets(name), budgets(OURS), "{} {name}", case.scene.name);
            }
        }
    }
}
