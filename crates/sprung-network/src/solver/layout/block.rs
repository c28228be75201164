//! A contiguous range of particles and the edges that lie within it.
//!
//! A large network is cut into blocks of particles, and once more into blocks shifted by half a block, so that every
//! edge lies within a block of one of the two cuts. Blocks of one cut share no particle: they are solved in any order or at the
//! same time with the same result.

use alloc::vec::Vec;

use fearless_simd::{Level, dispatch, f32x4};

use crate::kernel::chain::{Chains, InBlock, Scratch};
use crate::kernel::compensation::Rates;
use crate::kernel::gains::Gains;
use crate::kernel::skin::Skin;
use crate::kernel::tether::{Anchor, Tethers};
use crate::kernel::tree::Trees;
use crate::lanes::record::{NARROW, TURN, Turn};

use super::bundles::Bundles;
use super::particles::{Drift, Kinematic, Range};

/// Edges and kinematic particles of one range of slots.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// First slot, and one past the last.
    pub(crate) slots: core::ops::Range<usize>,
    pub(crate) links: Links,
    /// The number of sweeps over the edges in a sub-step on positions, beyond the first.
    pub(crate) further_sweeps: usize,
    /// Those of its particles.
    pub(crate) tethers: Vec<Tethers>,
    pub(crate) skin: Vec<Skin>,
    /// Kinematic particles, by slot from the start of the block.
    pub(crate) kinematic: Vec<Kinematic>,
    /// All of its particles that are not fixed sleep: sweeps leave it out.
    pub(crate) is_asleep: bool,
    /// From the first slot that does not sleep to the last, counted from the start of the block, in whole vectors.
    pub(crate) moving: core::ops::Range<usize>,
    /// Those of them that sleep.
    pub(crate) resting: Vec<u32>,
}

/// The edges of a block, by the way in which they are solved.
#[derive(Clone, Debug)]
pub(crate) enum Links {
    /// Chains of consecutive particles, four side by side.
    Narrow(Chains<NARROW, InBlock>, Vec<Scratch<NARROW>>),
    /// Chains of consecutive particles, sixteen side by side.
    Wide(Chains<TURN, InBlock>, Vec<Scratch<TURN>>),
    /// Trees of consecutive particles, four side by side.
    Trees(Trees<NARROW>),
    /// The same, sixteen side by side.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    WideTrees(Trees<TURN>),
    /// Edge by edge.
    Bundles(Bundles),
}

impl Block {
    /// A block without edges.
    pub(crate) fn new(slots: core::ops::Range<usize>) -> Self {
        let links = Links::Bundles(Bundles::default());
        let moving = 0..slots.len();
        Self {
            slots,
            links,
            further_sweeps: 0,
            tethers: Vec::new(),
            skin: Vec::new(),
            kinematic: Vec::new(),
            is_asleep: false,
            moving,
            resting: Vec::new(),
        }
    }

    /// True if there is an edge in the block.
    pub(crate) fn has_edges(&self) -> bool {
        !matches!(&self.links, Links::Bundles(bundles) if bundles.is_empty())
    }

    pub(crate) fn set_gains(&mut self, gains: &[Gains]) {
        match &mut self.links {
            Links::Narrow(chains, _) => chains.set_gains(gains),
            Links::Wide(chains, _) => chains.set_gains(gains),
            Links::Trees(trees) => trees.set_gains(gains),
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            Links::WideTrees(trees) => trees.set_gains(gains),
            Links::Bundles(bundles) => bundles.set_gains(gains),
        }
    }

    /// Records the offsets at the start of a step.
    pub(crate) fn begin(
        &mut self,
        level: Level,
        particles: Range<'_>,
        rates: Rates,
        anchors: &[Anchor],
    ) {
        self.kinematic.iter_mut().for_each(|hold| hold.begin(&particles));
        let reference = particles.reference;
        dispatch!(level, s => {
            match &mut self.links {
                Links::Narrow(chains, _) => chains.measure::<_, f32x4<_>>(s, reference),
                Links::Wide(chains, _) => chains.measure::<_, Turn<_>>(s, reference),
                Links::Trees(trees) => trees.measure::<_, f32x4<_>>(s, reference),
                #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
                Links::WideTrees(trees) => trees.measure::<_, Turn<_>>(s, reference),
                Links::Bundles(bundles) => bundles.measure(s, reference, rates),
            }
            for tethers in &mut self.tethers {
                tethers.measure(s, anchors, reference);
            }
        });
    }

    /// Free motion of the block's particles.
    pub(crate) fn predict(&mut self, level: Level, mut particles: Range<'_>, drift: Drift) {
        dispatch!(level, s => particles.predict(s, drift, &self.moving, &self.kinematic));
        particles.rest(&self.resting);
    }

    /// Adds to the velocities what the edges have moved.
    pub(crate) fn update(&self, level: Level, particles: Range<'_>, h: f32) {
        dispatch!(level, s => particles.of(&self.moving, 0).update_velocities(s, h));
    }

    /// The sweeps over the block's edges on positions, in a sub-step that relaxes or not.
    pub(crate) fn project(&mut self, level: Level, particles: Range<'_>, relaxes: bool) {
        let displacement = particles.displacement;
        dispatch!(level, s => match &mut self.links {
            Links::Narrow(chains, own) => chains.project::<_, f32x4<_>>(s, own, displacement),
            Links::Wide(chains, own) => chains.project::<_, Turn<_>>(s, own, displacement),
            Links::Trees(trees) => trees.project::<_, f32x4<_>>(s, displacement),
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            Links::WideTrees(trees) => trees.project::<_, Turn<_>>(s, displacement),
            Links::Bundles(bundles) => {
                for _ in 0..self.further_sweeps {
                    bundles.project(s, displacement, false);
                }
                bundles.project(s, displacement, relaxes);
            }
        });
    }

    /// One sweep in reverse order over the edges of hubs.
    pub(crate) fn project_back(&mut self, level: Level, particles: Range<'_>, relaxes: bool) {
        if let Links::Bundles(bundles) = &mut self.links {
            dispatch!(level, s => bundles.project_back(s, particles.displacement, relaxes));
        }
    }

    /// Pulls the block's particles back within the length of their tethers.
    pub(crate) fn tether(&mut self, level: Level, particles: Range<'_>, anchors: &[Anchor]) {
        dispatch!(level, s => for tethers in &self.tethers {
            tethers.project(s, anchors, particles.displacement);
        });
    }

    /// One sweep over the block's edges on velocities.
    pub(crate) fn relax(&mut self, level: Level, particles: Range<'_>) {
        let Range { displacement: at, velocity, .. } = particles;
        dispatch!(level, s => match &mut self.links {
            Links::Narrow(chains, own) => chains.relax::<_, f32x4<_>>(s, own, at, velocity),
            Links::Wide(chains, own) => chains.relax::<_, Turn<_>>(s, own, at, velocity),
            Links::Trees(trees) => trees.relax::<_, f32x4<_>>(s, at, velocity),
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            Links::WideTrees(trees) => trees.relax::<_, Turn<_>>(s, at, velocity),
            Links::Bundles(bundles) => bundles.relax(s, velocity),
        });
    }
}
