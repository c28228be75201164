//! A contiguous range of particles and the springs that lie within it.
//!
//! A large network is cut into blocks of particles, and once more into blocks shifted by half a block, so that every
//! spring lies within a block of one of the two cuts. Blocks of one cut share no particle: they are solved in any order
//! or at the same time with the same result.

use fearless_simd::{Level, Simd, dispatch};

use super::bundle::Bundle;
use super::particles::{Drift, Held, Range};

/// Springs and held particles of one range of slots.
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    /// First slot, and one past the last.
    pub(crate) slots: core::ops::Range<usize>,
    pub(crate) both_ways: Vec<Bundle>,
    pub(crate) one_way: Vec<Bundle>,
    /// The springs in the lanes of `both_ways`, then of `one_way`; `u32::MAX` for none.
    pub(crate) springs: Vec<[u32; super::lanes::LANES]>,
    /// Held particles, by slot from the start of the block.
    pub(crate) held: Vec<Held>,
}

/// Gains of one spring at the current sub-step: fraction times reduced mass, of position and of velocity.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gains {
    pub(crate) position: f32,
    pub(crate) velocity: f32,
}

impl Block {
    pub(crate) fn set_gains(&mut self, gains: &[Gains]) {
        let bundles = self.both_ways.iter_mut().chain(&mut self.one_way);
        for (bundle, springs) in bundles.zip(&self.springs) {
            for (lane, &spring) in springs.iter().enumerate() {
                let gain = gains.get(spring as usize).copied().unwrap_or_default();
                bundle.position_gain[lane] = gain.position;
                bundle.velocity_gain[lane] = gain.velocity;
            }
        }
    }

    /// Takes note of where everything is at the start of a step.
    pub(crate) fn begin(&mut self, level: Level, particles: Range<'_>) {
        for hold in &mut self.held {
            let [x, y, z, _] = particles.displacement[hold.slot];
            hold.from = [x, y, z];
        }
        dispatch!(level, s => self.measure(s, particles));
    }

    /// Free motion of the block's particles.
    pub(crate) fn predict(&mut self, level: Level, mut particles: Range<'_>, drift: Drift) {
        dispatch!(level, s => particles.predict(s, drift, &self.held));
    }

    /// One sweep over the block's springs on positions.
    pub(crate) fn project(&mut self, level: Level, particles: Range<'_>) {
        dispatch!(level, s => self.project_lanes(s, particles));
    }

    /// One sweep over the block's springs on velocities.
    pub(crate) fn relax(&mut self, level: Level, particles: Range<'_>) {
        dispatch!(level, s => self.relax_lanes(s, particles));
    }

    #[inline(always)]
    fn measure<S: Simd>(&mut self, s: S, particles: Range<'_>) {
        for bundle in self.both_ways.iter_mut().chain(&mut self.one_way) {
            bundle.measure(s, particles.reference);
        }
    }

    #[inline(always)]
    fn project_lanes<S: Simd>(&mut self, s: S, particles: Range<'_>) {
        for bundle in &mut self.both_ways {
            bundle.project::<S, false>(s, particles.displacement);
        }
        for bundle in &mut self.one_way {
            bundle.project::<S, true>(s, particles.displacement);
        }
    }

    #[inline(always)]
    fn relax_lanes<S: Simd>(&mut self, s: S, particles: Range<'_>) {
        for bundle in &mut self.both_ways {
            bundle.relax::<S, false>(s, particles.velocity);
        }
        for bundle in &mut self.one_way {
            bundle.relax::<S, true>(s, particles.velocity);
        }
    }
}

/// Does `work` with every block and its own particles, on several threads if `parallel`.
///
/// Blocks must be in order of their slots and not overlap; `first` is the slot that `particles` starts at.
pub(crate) fn for_each<W>(
    blocks: &mut [Block],
    particles: Range<'_>,
    first: usize,
    parallel: bool,
    work: &W,
) where
    W: Fn(&mut Block, Range<'_>) + Sync,
{
    match blocks {
        [] => {}
        [block] => {
            let (_, rest) = particles.split_at(block.slots.start - first);
            let (own, _) = rest.split_at(block.slots.len());
            work(block, own);
        }
        _ => {
            let (left, right) = blocks.split_at_mut(blocks.len() / 2);
            let middle = right[0].slots.start;
            let (before, after) = particles.split_at(middle - first);
            let left = || for_each(left, before, first, parallel, work);
            let right = || for_each(right, after, middle, parallel, work);
            join(parallel, left, right);
        }
    }
}

#[cfg(feature = "parallel")]
fn join(parallel: bool, left: impl FnOnce() + Send, right: impl FnOnce() + Send) {
    if parallel {
        rayon::join(left, right);
    } else {
        left();
        right();
    }
}

#[cfg(not(feature = "parallel"))]
fn join(_: bool, left: impl FnOnce() + Send, right: impl FnOnce() + Send) {
    left();
    right();
}
