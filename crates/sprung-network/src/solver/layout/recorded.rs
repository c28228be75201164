//! The sweeps of a block with the impulses of its edges recorded.

use fearless_simd::{Level, dispatch};

use crate::kernel::recorder::Recorder;

use super::block::{Block, Links};
use super::particles::Range;

impl Block {
    /// [`project`](Self::project), or [`project_back`](Self::project_back) if `back`.
    pub(crate) fn project_recorded(
        &mut self,
        level: Level,
        mut particles: Range<'_>,
        relaxes: bool,
        back: bool,
        recorder: &mut Recorder,
    ) {
        if let Links::Bundles(bundles) = &mut self.links {
            let displacement = particles.displacement;
            let further = if back { 0 } else { self.further_sweeps };
            dispatch!(level, s => {
                for _ in 0..further {
                    bundles.project_recorded(s, displacement, false, back, recorder);
                }
                bundles.project_recorded(s, displacement, relaxes, back, recorder);
            });
        } else if !back {
            self.project(level, particles.reborrow(), relaxes);
            match &self.links {
                Links::Narrow(chains, scratch) => chains.record(scratch, recorder),
                Links::Wide(chains, scratch) => chains.record(scratch, recorder),
                Links::Trees(trees) => trees.record_positions(recorder),
                #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
                Links::WideTrees(trees) => trees.record_positions(recorder),
                Links::Bundles(_) => {}
            }
        }
    }

    /// [`relax`](Self::relax).
    pub(crate) fn relax_recorded(
        &mut self,
        level: Level,
        mut particles: Range<'_>,
        recorder: &mut Recorder,
    ) {
        if let Links::Bundles(bundles) = &mut self.links {
            let velocity = particles.velocity;
            dispatch!(level, s => bundles.relax_recorded(s, velocity, recorder));
            return;
        }
        self.relax(level, particles.reborrow());
        match &self.links {
            Links::Narrow(chains, scratch) => chains.record(scratch, recorder),
            Links::Wide(chains, scratch) => chains.record(scratch, recorder),
            Links::Trees(trees) => trees.record_velocities(recorder),
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            Links::WideTrees(trees) => trees.record_velocities(recorder),
            Links::Bundles(_) => {}
        }
    }
}
