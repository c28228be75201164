//! The cases of the race: the engines and their budgets for each scene.

use anyhow::Result;

use super::engine::{Entry, Make};
use super::scene::Scene;
use super::{coupled, newton, nissen, ours, projection, rapier, touching};

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
pub(super) const PROJECTION: &str = "plain projection";
pub(super) const PROJECTION_ATTACHED: &str = "plain projection, attached";
pub(super) const ATTACHED: &str = "sprung, attached";
const SCALED: &str = "sprung, attached, masses scaled";
pub(super) const ACCURATE: &str = "sprung within 1 %";
pub(super) const NEWTON: &str = "global Newton, 2 iterations";
const NEWTON_3: &str = "global Newton, 3 iterations";
const MULTIGRID: &str = "global Newton, multigrid";
const CHOLESKY: &str = "global Newton, sparse Cholesky";
const ARTICLE: &str = "Nissen 1/(n+1)";
const SPLIT: &str = "Nissen mass splitting";

/// The engines by name, each with its approximate cost: ns per spring and sub-step.
const ENGINES: [(&str, Make, f64); 9] = [
    (OURS, ours::default, 5.0),
    (GENERAL, ours::general, 10.0),
    (ARTICLE, nissen::article, 15.0),
    (SPLIT, nissen::mass_splitting, 15.0),
    (PROJECTION, projection::small_steps, 3.0),
    (RAPIER_DEFAULT, rapier::soft_body, 75.0),
    (RAPIER, rapier::stiff_soft_body, 75.0),
    (RAPIER_ONCE, rapier::one_iteration, 50.0),
    (RAPIER_JOINTS, rapier::rope_joints, 2000.0),
];

/// The engines for large surfaces, each with the factor of its sub-steps.
const OF_SURFACES: [(&str, Make, f64, f64); 11] = [
    (OURS, ours::default, 4.5, 1.0),
    (ATTACHED, ours::attached, 4.5, 1.0),
    (SCALED, ours::scaled, 4.5, 1.0),
    (PROJECTION, projection::small_steps, 4.0, 2.0),
    (PROJECTION_ATTACHED, projection::with_tethers, 5.0, 2.0),
    (NEWTON, newton::two_iterations, 25.0, 1.0),
    (NEWTON_3, newton::three_iterations, 30.0, 1.0),
    (MULTIGRID, newton::multigrid, 75.0, 1.0),
    (CHOLESKY, newton::cholesky, 600.0, 0.25),
    (RAPIER, rapier::stiff_soft_body, 75.0, 1.0),
    (RAPIER_ONCE, rapier::one_iteration, 50.0, 1.0),
];

/// The most sub-steps of our solver where it chooses their number.
const MAX_SUBSTEPS: usize = 128;

/// The maximum time of a step, in ns, outside of long races.
const MAX_SHORT_STEP: f64 = 13e6;
/// The maximum time of a step, in ns, in any race: ten seconds of it take 27 s.
const MAX_STEP: f64 = 45e6;
/// The same for large surfaces, of which the stiffest rivals need as much for a stretch of 1 %.
const MAX_SURFACE_STEP: f64 = 100e6;
/// The same for sparse Cholesky, which converges from the second budget on only.
const MAX_FACTORED_STEP: f64 = 240e6;
/// The same for the surface of 262 144 particles.
const MAX_HUGE_STEP: f64 = 520e6;

/// Every engine at every budget.
fn case(scene: Scene, budgets: &[usize]) -> Case {
    let engines = ENGINES.into_iter().map(|(name, make, cost)| (name, make, cost, 1.0));
    entries(scene, budgets, engines, MAX_STEP)
}

/// The engines for large surfaces at every budget. Those of physics engines do not collide with the ball.
fn surface(scene: Scene, budgets: &[usize]) -> Case {
    let collides = |name: &str| scene.ball.is_none() || ![RAPIER, RAPIER_ONCE].contains(&name);
    let engines: Vec<_> = OF_SURFACES.into_iter().filter(|(name, ..)| collides(name)).collect();
    entries(scene, budgets, engines.into_iter(), MAX_SURFACE_STEP)
}

/// The surface of 262 144 particles: the engines that stay below 1 % on a quarter of it, at two budgets.
fn huge_surface() -> Case {
    let races = |name: &str| ![OURS, SCALED].contains(&name);
    let engines = OF_SURFACES.into_iter().filter(|(name, ..)| races(name));
    let mut case = entries(Scene::irregular(512, 2), &[16, 64], engines, MAX_HUGE_STEP);
    case.entries.iter_mut().for_each(|entry| entry.slow = true);
    case
}

fn entries(
    scene: Scene,
    budgets: &[usize],
    engines: impl Iterator<Item = (&'static str, Make, f64, f64)>,
    max_step: f64,
) -> Case {
    let mut entries = Vec::new();
    for (name, make, cost, factor) in engines {
        for substeps in budgets.iter().map(|&substeps| (factor * substeps as f64) as usize) {
            let step = cost * (scene.net.edges.len() * substeps) as f64;
            if step < if name == CHOLESKY { MAX_FACTORED_STEP.max(max_step) } else { max_step } {
                let slow = step > MAX_SHORT_STEP;
                entries.push(Entry { name, make, substeps, threads: 1, slow });
            }
        }
    }
    let (name, make) = (ACCURATE, ours::accurate as Make);
    entries.push(Entry { name, make, substeps: MAX_SUBSTEPS, threads: 1, slow: false });
    Case { scene, entries }
}

impl Case {
    /// Our solver once more, on two threads.
    fn and_on_two_threads(mut self) -> Self {
        let ours =
            self.entries.clone().into_iter().filter(|entry| [OURS, ATTACHED].contains(&entry.name));
        self.entries.extend(ours.map(|entry| Entry { threads: 2, ..entry }));
        self
    }
}

pub(super) fn cases() -> Result<Vec<Case>> {
    Ok(vec![
        case(Scene::net(32)?, &[2, 4, 8, 16, 32, 36, 64]),
        case(Scene::net(64)?, &[4, 8, 16, 24, 26, 28, 32]),
        case(Scene::net(128)?, &[4, 8, 16, 24, 32]).and_on_two_threads(),
        case(Scene::net(256)?, &[8, 16, 32]),
        case(Scene::diagonals(32)?, &[8, 16, 32]),
        surface(Scene::irregular(32, 2), &[8, 16, 32, 64]),
        surface(Scene::irregular(64, 2), &[8, 16, 32, 64, 128]),
        surface(Scene::irregular(128, 2), &[16, 32, 40, 48, 52, 64, 128]).and_on_two_threads(),
        surface(Scene::irregular(256, 2), &[16, 32, 40, 64, 128]),
        huge_surface(),
        surface(Scene::irregular(64, 1), &[16, 32, 64, 128]),
        surface(Scene::irregular(128, 1), &[32, 48, 64, 96, 128]),
        surface(Scene::irregular_over_ball(128), &[16, 32, 48, 64, 128]),
        surface(Scene::sphere(30)?, &[8, 16, 32, 64]),
        surface(Scene::tube(32), &[8, 16, 32, 64]),
        case(Scene::rope(60, 1.0)?, &ROPE),
        case(Scene::rope(60, 1000.0)?, &ROPE),
        case(Scene::fifty_ropes(60, 1000.0)?, &[2, 4, 8, 32]),
        case(Scene::wrecking_ball()?, &ROPE),
        case(Scene::shrub(9, 1.0)?, &[1, 2, 4, 8, 32, 128]),
        case(Scene::shrub(9, 1000.0)?, &[1, 2, 4, 8, 32, 128]),
        case(Scene::jelly(12)?, &[4, 8, 16]),
        case(Scene::jelly(24)?, &[4, 8, 16]),
        Case { scene: touching::folded_sheet(64)?, entries: touching::entries(&[16, 32]) },
        Case {
            scene: touching::folded_sheet(64)?.of_steps(10_000),
            entries: touching::long_entries(&[8, 16, 32]),
        },
        Case { scene: touching::rope_heap(400)?, entries: touching::entries(&[]) },
        Case { scene: coupled::crate_on_cloth(32)?, entries: coupled::crate_entries() },
        Case { scene: coupled::balloon(32)?, entries: coupled::balloon_entries() },
    ])
}

const ROPE: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_races_at_every_budget_of_a_case() {
        let of_all = |case: &Case| case.entries.iter().any(|entry| entry.name == GENERAL);
        for case in cases().unwrap().into_iter().filter(of_all) {
            let budgets = |name: &str| -> Vec<usize> {
                let engine = case.entries.iter().filter(|e| e.name == name && e.threads == 1);
                engine.map(|entry| entry.substeps).collect()
            };
            let edges = case.scene.net.edges.len();
            for (name, _, cost) in ENGINES.iter().filter(|(name, ..)| *name != RAPIER_JOINTS) {
                let mut expected = budgets(OURS);
                expected.retain(|substeps| cost * (edges * substeps) as f64 <= MAX_STEP);
                assert_eq!(budgets(name), expected, "{} {name}", case.scene.name);
            }
        }
    }
}
