//! The volumes of a solver: corrected, torn open, read and changed.

use alloc::vec::Vec;

use crate::error::NetworkError;
use crate::volume::{Volume, VolumeContent, spanned};

use super::state::Solver;

impl Solver {
    /// Corrects the volumes, one after another.
    pub(super) fn keep_volumes(&mut self, h: f32) {
        let mut particles = self.partition.particles.all();
        for enclosed in self.volumes.iter_mut().filter(|e| !e.is_open && !e.is_asleep) {
            enclosed.project(&self.partition.slot, &mut particles, h);
        }
    }

    /// Lets the content out of the volumes of which an edge is a side.
    pub(super) fn open_volumes(&mut self, edge: usize) {
        let ends = [self.edges[edge].a, self.edges[edge].b];
        for enclosed in self.volumes.iter_mut().filter(|enclosed| !enclosed.is_open) {
            enclosed.is_open = enclosed.volume.has_side(ends);
        }
    }

    /// The volumes that enclose something.
    pub(super) fn closed_volumes(&self) -> Vec<Volume> {
        let closed = self.volumes.iter().filter(|enclosed| !enclosed.is_open);
        closed.map(|enclosed| enclosed.volume.clone()).collect()
    }

    /// Returns the volume that the surface of a [`Volume`] has now, m³; below 0 where it is inside out.
    ///
    /// # Panics
    /// If there is no such volume.
    pub fn enclosed_volume(&self, volume: usize) -> f32 {
        spanned(&self.volumes[volume].volume.triangles, |p| self.position(p)) as f32
    }

    /// Returns the number of volumes, in the order of the network; those that have been torn open count.
    pub fn volume_count(&self) -> usize {
        self.volumes.len()
    }

    /// Changes what a [`Volume`] encloses from the next step on: inflates it, or lets something out. One that has been torn
    /// open encloses nothing.
    ///
    /// # Errors
    /// A bad number; the content then stays.
    ///
    /// # Panics
    /// If there is no such volume.
    pub fn set_content(
        &mut self,
        volume: usize,
        content: VolumeContent,
    ) -> Result<(), NetworkError> {
        content.check(volume)?;
        self.volumes[volume].volume.content = content;
        self.energy.invalidate();
        self.wake_islands_of(self.volumes[volume].dynamic(&self.inverse_mass));
        Ok(())
    }
}
