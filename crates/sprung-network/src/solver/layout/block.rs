//! A contiguous range of particles and the edges that lie within it.
//!
//! A large network is cut into blocks of particles, and once more into blocks shifted by half a block, so that every
//! edge lies within a block of one of the two cuts. Blocks of one cut share no particle: they are solved in any order or at the
//! same time with the same result.

use fearless_simd::{Level, Simd, dispatch, f32x4, f32x16};

use crate::kernel::chain::{Chains, Consecutive, Scratch};
use crate::kernel::edges::Bundle;
use crate::kernel::gains::Gains;
use crate::kernel::tree::Trees;
use crate::lanes::record::{LANES, NARROW};

use super::particles::{Drift, Kinematic, Pending, Range};

/// Edges and kinematic particles of one range of slots.
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    /// First slot, and one past the last.
    pub(crate) slots: core::ops::Range<usize>,
    /// Chains of consecutive particles, four or sixteen side by side.
    narrow: Vec<Chains<NARROW, Consecutive>>,
    wide: Vec<Chains<LANES, Consecutive>>,
    narrow_scratch: Vec<Scratch<NARROW>>,
    wide_scratch: Vec<Scratch<LANES>>,
    /// Trees of consecutive particles, four side by side.
    pub(crate) trees: Vec<Trees<NARROW>>,
    pub(crate) both_ways: Vec<Bundle>,
    pub(crate) one_way: Vec<Bundle>,
    /// The number of bundles of `both_ways` and of `one_way`, at their starts, that hold edges of hubs.
    pub(crate) hubs: [usize; 2],
    /// The edges in the lanes of `both_ways`, then of `one_way`; `u32::MAX` for none.
    pub(crate) edges: Vec<[u32; LANES]>,
    /// Kinematic particles, by slot from the start of the block.
    pub(crate) kinematic: Vec<Kinematic>,
}

/// Rounds of Newton's method that a tree gets in a sub-step; most stop earlier.
const TREE_ROUNDS: usize = 8;

impl Block {
    pub(crate) fn new(slots: core::ops::Range<usize>) -> Self {
        Self { slots, ..Self::default() }
    }

    pub(crate) fn add_narrow(&mut self, chains: Chains<NARROW, Consecutive>) {
        let links = self.narrow_scratch.len().max(chains.len());
        self.narrow_scratch.resize(links, Scratch::default());
        self.narrow.push(chains);
    }

    pub(crate) fn add_wide(&mut self, chains: Chains<LANES, Consecutive>) {
        let links = self.wide_scratch.len().max(chains.len());
        self.wide_scratch.resize(links, Scratch::default());
        self.wide.push(chains);
    }

    /// Removes the bundles.
    #[cfg(test)]
    pub(super) fn clear_bundles(&mut self) {
        self.both_ways.clear();
        self.one_way.clear();
        self.edges.clear();
        self.hubs = [0; 2];
    }

    /// True if there is an edge in the block.
    pub(crate) fn has_edges(&self) -> bool {
        !(self.narrow.is_empty()
            && self.wide.is_empty()
            && self.trees.is_empty()
            && self.both_ways.is_empty()
            && self.one_way.is_empty())
    }

    pub(crate) fn set_gains(&mut self, gains: &[Gains]) {
        let bundles = self.both_ways.iter_mut().chain(&mut self.one_way);
        for (bundle, edges) in bundles.zip(&self.edges) {
            for (lane, &edge) in edges.iter().enumerate() {
                let gain = gains.get(edge as usize).copied().unwrap_or_default();
                bundle.position_gain[lane] = gain.position * gain.reduced_mass;
                bundle.velocity_gain[lane] = gain.velocity * gain.reduced_mass;
            }
        }
        self.narrow.iter_mut().for_each(|chains| chains.set_gains(gains));
        self.wide.iter_mut().for_each(|chains| chains.set_gains(gains));
        self.trees.iter_mut().for_each(|trees| trees.set_gains(gains));
    }

    /// Records the offsets at the start of a step.
    pub(crate) fn begin(&mut self, level: Level, particles: Range<'_>) {
        self.kinematic.iter_mut().for_each(|hold| hold.begin(&particles));
        dispatch!(level, s => self.measure(s, particles));
    }

    /// Free motion of the block's particles.
    pub(crate) fn predict(
        &mut self,
        level: Level,
        mut particles: Range<'_>,
        drift: Drift,
        pending: Pending,
    ) {
        dispatch!(level, s => particles.predict(s, drift, pending, &self.kinematic));
    }

    /// One sweep over the block's edges on positions.
    pub(crate) fn project(&mut self, level: Level, particles: Range<'_>) {
        dispatch!(level, s => self.project_lanes(s, particles));
    }

    /// One sweep in reverse order over the edges of hubs.
    pub(crate) fn project_back(&mut self, level: Level, particles: Range<'_>) {
        dispatch!(level, s => self.project_back_lanes(s, particles));
    }

    /// One sweep over the block's edges on velocities.
    pub(crate) fn relax(&mut self, level: Level, particles: Range<'_>) {
        dispatch!(level, s => self.relax_lanes(s, particles));
    }

    #[inline(always)]
    fn measure<S: Simd>(&mut self, s: S, particles: Range<'_>) {
        for chains in &mut self.narrow {
            chains.measure::<S, f32x4<S>>(s, particles.reference);
        }
        for chains in &mut self.wide {
            chains.measure::<S, f32x16<S>>(s, particles.reference);
        }
        for trees in &mut self.trees {
            trees.measure::<S, f32x4<S>>(s, particles.reference);
        }
        for bundle in self.both_ways.iter_mut().chain(&mut self.one_way) {
            bundle.measure(s, particles.reference);
        }
    }

    #[inline(always)]
    fn project_lanes<S: Simd>(&mut self, s: S, particles: Range<'_>) {
        for chains in &self.narrow {
            let displacement = &mut *particles.displacement;
            chains.project::<S, f32x4<S>>(s, &mut self.narrow_scratch, displacement);
        }
        for chains in &self.wide {
            let displacement = &mut *particles.displacement;
            chains.project::<S, f32x16<S>>(s, &mut self.wide_scratch, displacement);
        }
        for trees in &mut self.trees {
            trees.project::<S, f32x4<S>>(s, particles.displacement, TREE_ROUNDS);
        }
        for bundle in &mut self.both_ways {
            bundle.project::<S, false>(s, particles.displacement);
        }
        for bundle in &mut self.one_way {
            bundle.project::<S, true>(s, particles.displacement);
        }
    }

    #[inline(always)]
    fn project_back_lanes<S: Simd>(&mut self, s: S, particles: Range<'_>) {
        let [both_ways, one_way] = self.hubs;
        for bundle in self.one_way[..one_way].iter_mut().rev() {
            bundle.project::<S, true>(s, particles.displacement);
        }
        for bundle in self.both_ways[..both_ways].iter_mut().rev() {
            bundle.project::<S, false>(s, particles.displacement);
        }
    }

    #[inline(always)]
    fn relax_lanes<S: Simd>(&mut self, s: S, mut particles: Range<'_>) {
        for chains in &self.narrow {
            let Range { displacement, velocity, .. } = particles.reborrow();
            chains.relax::<S, f32x4<S>>(s, &mut self.narrow_scratch, displacement, velocity);
        }
        for chains in &self.wide {
            let Range { displacement, velocity, .. } = particles.reborrow();
            chains.relax::<S, f32x16<S>>(s, &mut self.wide_scratch, displacement, velocity);
        }
        for trees in &mut self.trees {
            trees.relax::<S, f32x4<S>>(s, particles.displacement, particles.velocity);
        }
        for bundle in &mut self.both_ways {
            bundle.relax::<S, false>(s, particles.velocity);
        }
        for bundle in &mut self.one_way {
            bundle.relax::<S, true>(s, particles.velocity);
        }
    }
}
