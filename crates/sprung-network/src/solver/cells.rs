//! The cells of a solver: moved to their volumes, torn, read and changed.

use alloc::vec::Vec;

use fearless_simd::dispatch;

use crate::cell::{Cell, check_volume, product};
use crate::error::{Element, NetworkError};
use crate::stiffness::Stiffness;

use super::cell_groups::CellAtRest;
use super::state::Solver;

impl Solver {
    /// Gives the cells their slots, gains and sides at the start of a step.
    pub(super) fn begin_cells(&mut self, h: f32) {
        let Self { cells: Some(cells), partition, rest_shape, inverse_mass, substeps, .. } = self
        else {
            return;
        };
        if core::mem::take(&mut cells.is_stale) || cells.gains_for != h {
            cells.gains_for = h;
            cells.set_lanes(&partition.slot, rest_shape, inverse_mass, h, *substeps);
        }
        dispatch!(self.level, s => for group in cells.groups.iter_mut().filter(|group| !group.is_asleep) {
            group.measure(s, &partition.particles.reference);
        });
    }

    /// Moves the cells toward their volumes.
    pub(super) fn project_cells(&mut self) {
        let Self { cells: Some(cells), partition, .. } = self else { return };
        let displacement = &mut partition.particles.displacement;
        dispatch!(self.level, s => for group in cells.groups.iter_mut().filter(|group| !group.is_asleep) {
            group.project(s, displacement);
        });
    }

    /// Removes a fraction of the rates of the volumes, in the reverse order.
    pub(super) fn relax_cells(&mut self) {
        let Self { cells: Some(cells), partition, .. } = self else { return };
        let velocity = &mut partition.particles.velocity;
        dispatch!(self.level, s => for group in cells.groups.iter().rev().filter(|group| !group.is_asleep) {
            group.relax(s, velocity);
        });
    }

    /// Adds what the cells have stored to the energy accounts.
    pub(super) fn add_cell_energies(&mut self, h: f64) {
        let Self { cells: Some(cells), partition, energy, components, .. } = self else {
            return;
        };
        let (rest, mass) = (&self.rest_shape, &self.inverse_mass);
        for cell in cells.whole() {
            let particles = cell.particles();
            let dynamic =
                particles.iter().find_map(|&p| components.component_of(partition.slot[p]));
            let Some(component) = dynamic else { continue };
            let at_rest = CellAtRest::new(cell, rest, mass, h as f32, self.substeps);
            let place = |p: usize| partition.particles.position(partition.slot[p]).map(f64::from);
            let error = volume_ratio(cell, place) - 1.0;
            let (p, rate) = (f64::from(at_rest.p), error * at_rest.length / h);
            // As of an edge: a soft one stores, a stiff one moves what it joins.
            let (stored, reach) = if p < 0.5 {
                (0.5 * rate * rate * p / ((1.0 - p) * at_rest.weight), 0.0)
            } else {
                (0.0, error.abs() * at_rest.length)
            };
            if stored.is_finite() && reach.is_finite() {
                energy.add_edge(component as u32, stored, reach, at_rest.length);
            }
        }
    }

    /// Lets go of the cells of which an edge is a side.
    pub(super) fn tear_cells(&mut self, edge: usize) {
        let ends = [self.edges[edge].a, self.edges[edge].b];
        if let Some(cells) = &mut self.cells {
            cells.remove(|corners| ends.iter().all(|end| corners.contains(end)));
        }
    }

    /// Lets go of the cells at a particle.
    pub(super) fn free_of_cells(&mut self, particle: usize) {
        if let Some(cells) = &mut self.cells {
            cells.remove(|corners| corners.contains(&particle));
            self.wake_particle(particle);
            self.reconnect();
        }
    }

    /// The cells that have not torn.
    pub(super) fn whole_cells(&self) -> Vec<Cell> {
        self.cells.iter().flat_map(|cells| cells.whole()).copied().collect()
    }

    fn all_cells(&self) -> (&[Cell], &[bool]) {
        self.cells.as_ref().map_or((&[], &[]), |all| (&all.cells[..], &all.is_gone[..]))
    }

    /// Returns the number of cells, those that are gone included.
    pub fn cell_count(&self) -> usize {
        self.all_cells().0.len()
    }

    /// Returns the volume of a [`Cell`] now by its rest volume, `J`: 1 where it keeps it, below 0 where it is turned inside
    /// out.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn cell_volume_ratio(&self, cell: usize) -> f32 {
        volume_ratio(&self.all_cells().0[cell], |p| self.position(p).map(f64::from)) as f32
    }

    /// True if a [`Cell`] is gone: a side of it has torn, or a particle of it was removed.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn is_cell_torn(&self, cell: usize) -> bool {
        self.all_cells().1[cell]
    }

    /// Changes the rest volume of a [`Cell`], m³, and its stiffness, from the next step on: jelly that swells, a muscle. One
    /// that has torn stays so.
    ///
    /// # Errors
    /// A bad number; the cell then stays as it is.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn set_cell(
        &mut self,
        cell: usize,
        rest_volume: f32,
        stiffness: Stiffness,
    ) -> Result<(), NetworkError> {
        let element = Element { kind: "cell", index: cell };
        check_volume(element, rest_volume)?;
        stiffness.check(element)?;
        let changed = Cell { rest_volume, stiffness, ..self.all_cells().0[cell] };
        if let Some(cells) = &mut self.cells {
            cells.cells[cell] = changed;
            cells.is_stale = true;
        }
        self.energy.invalidate();
        self.wake_islands_of(changed.particles());
        Ok(())
    }
}

/// The volume of a cell with its corners at places, by its rest volume.
fn volume_ratio(cell: &Cell, place: impl Fn(usize) -> [f64; 3]) -> f64 {
    product(cell.particles().map(place)).0 / (6.0 * f64::from(cell.rest_volume))
}
