//! Which engines race on which scenes, at which budgets.

use anyhow::Result;

use super::engine::{Contestant, Make};
use super::scene::Scene;
use super::{nissen, ours, projection, rapier};

/// One scene and who plays it.
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

fn curve(
    name: &'static str,
    make: Make,
    budgets: &'static [usize],
) -> impl Iterator<Item = Contestant> {
    budgets.iter().map(move |&substeps| Contestant::new(name, make, substeps))
}

/// The engines that need no more than a graph.
fn plain(budgets: &'static [usize]) -> impl Iterator<Item = Contestant> {
    curve(ARTICLE, nissen::article, budgets)
        .chain(curve(SPLIT, nissen::mass_splitting, budgets))
        .chain(curve(PROJECTION, projection::small_steps, budgets))
}

pub(super) fn cases() -> Result<Vec<Case>> {
    let ours = |budgets| curve(OURS, ours::default, budgets);
    let general = |budgets| curve(GENERAL, ours::general, budgets);
    let soft = |budgets| curve(RAPIER, rapier::stiff_soft_body, budgets);
    let once = |budgets| curve(RAPIER_ONCE, rapier::one_iteration, budgets);
    let default = |budgets| curve(RAPIER_DEFAULT, rapier::soft_body, budgets);
    let joints = |budgets| curve(RAPIER_JOINTS, rapier::rope_joints, budgets);
    let slow = |contestants: Vec<Contestant>| contestants.into_iter().map(Contestant::slow);
    let two_threads = |contestant: Contestant| contestant.on_two_threads();
    let case = |scene: Scene, contestants: Vec<Contestant>| Case { scene, contestants };
    Ok(vec![
        case(
            Scene::net(32),
            ours(&[2, 4, 8, 16, 32])
                .chain(general(&[8, 16, 32, 36, 64]))
                .chain(plain(&[4, 8, 16, 32]))
                .chain(default(&[4, 32]))
                .chain(soft(&[4, 8, 16, 32]))
                .chain(once(&[8, 16, 32]))
                .chain(joints(&[4]))
                .chain(slow(joints(&[32]).collect()))
                .collect(),
        ),
        case(
            Scene::net(64),
            ours(&[4, 8, 16, 24, 26, 28, 32])
                .chain(general(&[8, 32]))
                .chain(plain(&[8, 16, 32]))
                .chain(default(&[4, 8]))
                .chain(soft(&[4, 8, 16]))
                .chain(once(&[8, 16, 32]))
                .chain(slow(soft(&[32]).collect()))
                .collect(),
        ),
        case(
            Scene::net(128),
            ours(&[8, 16, 24, 32])
                .chain(general(&[32]))
                .chain(general(&[32]).map(two_threads))
                .chain(curve(PROJECTION, projection::small_steps, &[8]))
                .chain(soft(&[4]))
                .chain(slow(once(&[32]).collect()))
                .collect(),
        ),
        case(
            Scene::diagonals(32),
            ours(&[8, 16, 32]).chain(general(&[8, 32])).chain(soft(&[8, 32])).collect(),
        ),
        case(
            Scene::irregular(32),
            ours(&[8, 16, 32]).chain(plain(&[32])).chain(soft(&[8, 32])).collect(),
        ),
        case(
            Scene::irregular(128),
            ours(&[8])
                .chain(ours(&[8]).map(two_threads))
                .chain(slow(soft(&[8]).collect()))
                .collect(),
        ),
        case(Scene::rope(60, 1.0)?, ropes().collect()),
        case(Scene::rope(60, 1000.0)?, ropes().collect()),
        case(Scene::fifty_ropes(60, 1000.0)?, ours(&[2, 4, 8]).chain(soft(&[4])).collect()),
        case(Scene::wrecking_ball()?, ropes().collect()),
        case(Scene::shrub(9, 1.0)?, shrubs().collect()),
        case(Scene::shrub(9, 1000.0)?, shrubs().collect()),
        case(
            Scene::jelly(12)?,
            ours(&[4, 8, 16])
                .chain(curve(PROJECTION, projection::small_steps, &[8]))
                .chain(default(&[4]))
                .chain(soft(&[4]))
                .chain(slow(soft(&[8]).collect()))
                .collect(),
        ),
    ])
}

fn shrubs() -> impl Iterator<Item = Contestant> {
    curve(OURS, ours::default, &[1, 2, 4, 8])
        .chain(curve(GENERAL, ours::general, &[8, 32, 128]))
        .chain(curve(PROJECTION, projection::small_steps, &[8, 32]))
        .chain(curve(RAPIER, rapier::stiff_soft_body, &[4, 32]))
        .chain(curve(RAPIER_ONCE, rapier::one_iteration, &[8, 32]))
}

fn ropes() -> impl Iterator<Item = Contestant> {
    curve(OURS, ours::default, &[1, 2, 4, 8])
        .chain(plain(&[4, 8, 16, 32, 64]))
        .chain(curve(RAPIER_DEFAULT, rapier::soft_body, &[4, 32]))
        .chain(curve(RAPIER, rapier::stiff_soft_body, &[4, 8, 16, 32]))
        .chain(curve(RAPIER_ONCE, rapier::one_iteration, &[4, 8, 16, 32]))
        .chain(curve(RAPIER_JOINTS, rapier::rope_joints, &[4, 32]))
}
