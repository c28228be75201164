//! The cases of the race: the engines and their budgets for each scene.

use anyhow::Result;

use super::engine::{Entry, Make};
use super::scene::Scene;
use super::{nissen, ours, projection, rapier};

/// One scene and the engines that run it.
pub(super) struct Case {
    pub(super) scene: Scene,
    pub(super) entries: Vec<Entry>,
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

/// The engines by name, each with its approximate cost: ns per spring and sub-step.
const ENGINES: [(&str, Make, f64); 9] = [
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
const MAX_SHORT_STEP: f64 = 20e6;
/// The maximum time of a step, in ns, in any race: ten seconds of longer ones would take an hour.
const MAX_STEP: f64 = 1e9;

/// Every engine at every budget.
fn case(scene: Scene, budgets: &[usize]) -> Case {
    let mut entries = Vec::new();
    for (name, make, cost) in ENGINES {
        for &substeps in budgets {
            let step = cost * (scene.net.edges.len() * substeps) as f64;
            if step < MAX_STEP {
                let slow = step > MAX_SHORT_STEP;
                entries.push(Entry { name, make, substeps, threads: 1, slow });
            }
        }
    }
    Case { scene, entries }
}

impl Case {
    /// The production solver once more, on two threads.
    fn and_on_two_threads(mut self) -> Self {
        let ours = self.entries.clone().into_iter().filter(|entry| entry.name == OURS);
        self.entries.extend(ours.map(|entry| Entry { threads: 2, ..entry }));
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
                let engine = case.entries.iter().filter(|e| e.name == name && e.threads == 1);
                engine.map(|entry| entry.substeps).collect()
            };
            for (name, ..) in ENGINES.iter().filter(|(name, ..)| *name != RAPIER_JOINTS) {
                assert_eq!(budgets(name), budgets(OURS), "{} {name}", case.scene.name);
            }
        }
    }
}
