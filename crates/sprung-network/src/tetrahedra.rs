//! Tetrahedra of a network that keep their volume.

use alloc::vec::Vec;

use crate::cell::Cell;
use crate::error::NetworkError;
use crate::network::Network;
use crate::stiffness::Stiffness;

impl Network {
    /// Makes a [`Cell`] of each tetrahedron, of four particles, with the volume that it has in the rest shape; returns the index
    /// of the first. One whose volume is negative there is turned: its last two corners are exchanged.
    ///
    /// # Errors
    /// A missing particle or one that is twice in a tetrahedron, a bad stiffness, or a volume in the rest shape that is 0, as
    /// far as f32 can tell, below 1e-30 or above 1e30 m³.
    pub fn add_cells(
        &mut self,
        tetrahedra: &[[u32; 4]],
        stiffness: impl Into<Stiffness>,
    ) -> Result<usize, NetworkError> {
        let (first, stiffness) = (self.cells.len(), stiffness.into());
        let mut cells = Vec::with_capacity(tetrahedra.len());
        for (index, &corners) in (first..).zip(tetrahedra) {
            let mut cell = Cell { corners, rest_volume: 1.0, stiffness };
            cell.check(index, self.particles.len())?;
            let volume = cell.volume_at_rest(|p| self.rest_position(p));
            cell.rest_volume = volume.abs();
            if volume < 0.0 {
                cell.corners.swap(2, 3);
            }
            cell.check_at_rest(index, |p| self.rest_position(p))?;
            cell.check(index, self.particles.len())?;
            cells.push(cell);
        }
        self.cells.append(&mut cells);
        Ok(first)
    }
}
