//! The cells of a network in lanes, by their colors.

use alloc::vec;
use alloc::vec::Vec;

use sprung::Real;

use crate::cell::{Cell, product};
use crate::geometry::vector::{add, dot};
use crate::graph::coloring::color;
use crate::kernel::cells::{CellGains, Cells};
use crate::lanes::record::LANES;

use super::projections::projections;

/// All cells of a network.
#[derive(Clone, Debug)]
pub(crate) struct CellGroups {
    pub(super) cells: Vec<Cell>,
    /// A side has torn.
    pub(super) is_gone: Vec<bool>,
    pub(super) groups: Vec<Cells>,
    /// The cell of each lane, color by color.
    pub(super) lanes: Vec<[u32; LANES]>,
    /// Slots, masses or cells have changed; the sub-step that the gains are for.
    pub(super) is_stale: bool,
    pub(super) gains_for: f32,
}

impl CellGroups {
    /// The cells of a network; none if it has none.
    pub(super) fn new(cells: &[Cell], particles: usize) -> Option<Self> {
        let own = |&i: &u32| cells[i as usize].particles().to_vec();
        let colors = color(particles, 0..cells.len() as u32, own);
        let mut lanes = Vec::new();
        for group in colors.iter().flat_map(|color| color.chunks(LANES)) {
            let mut all = [u32::MAX; LANES];
            all[..group.len()].copy_from_slice(group);
            lanes.push(all);
        }
        (!cells.is_empty()).then(|| Self {
            cells: cells.to_vec(),
            is_gone: vec![false; cells.len()],
            groups: vec![Cells::new(); lanes.len()],
            lanes,
            is_stale: true,
            gains_for: 0.0,
        })
    }

    /// Cells, and whether they have torn.
    #[cfg(feature = "serde")]
    pub(super) fn saved(&self) -> impl Iterator<Item = (Cell, bool)> + '_ {
        self.cells.iter().copied().zip(self.is_gone.iter().copied())
    }

    /// The other way round, with checks.
    #[cfg(feature = "serde")]
    pub(super) fn restored(
        saved: &[(Cell, bool)],
        particles: usize,
    ) -> Result<Option<Self>, alloc::string::String> {
        let (all, is_gone): (Vec<Cell>, Vec<bool>) = saved.iter().copied().unzip();
        for (index, cell) in all.iter().enumerate() {
            cell.check(index, particles).map_err(|error| alloc::format!("{error}"))?;
        }
        let cells = Self::new(&all, particles);
        Ok(cells.map(|cells| Self { is_gone, ..cells }))
    }

    /// The cells that there are.
    pub(super) fn whole(&self) -> impl Iterator<Item = &Cell> + '_ {
        self.cells.iter().zip(&self.is_gone).filter(|(_, gone)| !**gone).map(|(cell, _)| cell)
    }

    /// Removes cells.
    pub(super) fn remove(&mut self, is_gone: impl Fn([usize; 4]) -> bool) {
        for (cell, gone) in self.cells.iter().zip(&mut self.is_gone) {
            *gone |= is_gone(cell.particles());
        }
        self.is_stale = true;
    }

    /// Pairs of particles that cells join.
    pub(super) fn joints(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        self.whole().flat_map(|cell| {
            let [a, b, c, d] = cell.particles();
            [[a, b], [a, c], [a, d], [b, c], [b, d], [c, d]]
        })
    }

    /// The number of them.
    pub(super) fn joint_count(&self) -> usize {
        6 * self.cells.len()
    }

    /// Gives every lane its slots and gains.
    pub(super) fn set_lanes(
        &mut self,
        slot: &[usize],
        rest_shape: &[[f32; 3]],
        inverse_mass: &[f32],
        h: f32,
        substeps: usize,
    ) {
        for (group, lanes) in self.groups.iter_mut().zip(&self.lanes) {
            let mut slots = [[0; LANES]; 4];
            let count = lanes.iter().filter(|&&cell| cell != u32::MAX).count();
            for lane in 0..LANES {
                // Lanes that are not needed look at the cell of the first.
                let index = lanes[if lane < count { lane } else { 0 }] as usize;
                let cell = &self.cells[index];
                for (slots, p) in slots.iter_mut().zip(cell.particles()) {
                    slots[lane] = slot[p] as u32;
                }
                let is_on = lane < count && !self.is_gone[index];
                let rest = CellAtRest::new(cell, rest_shape, inverse_mass, h, substeps);
                group.set_lane(lane, if is_on { rest.gains() } else { None });
            }
            group.set_slots(slots, count);
        }
    }
}

/// A cell in the rest shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellAtRest {
    /// `∛(6 V₀)`, m.
    pub(super) length: f64,
    /// The sum of the inverse masses by the squares of the gradients of the volume, both in units of that length, 1/kg.
    pub(super) weight: f64,
    /// The fractions of a sub-step.
    pub(super) p: f32,
    q: f32,
}

impl CellAtRest {
    /// A cell whose rest shape is that of the network, in size that of its rest volume.
    pub(super) fn new(
        cell: &Cell,
        rest_shape: &[[f32; 3]],
        inverse_mass: &[f32],
        h: f32,
        substeps: usize,
    ) -> Self {
        let particles = cell.particles();
        let length = libm::cbrt(6.0 * f64::from(cell.rest_volume));
        let (six, [b, c, d]) = product(particles.map(|p| rest_shape[p].map(f64::from)));
        let a = add(add(b, c), d);
        let sides = [a, b, c, d].into_iter().zip(particles.map(|p| inverse_mass[p]));
        let weight: f64 = sides.map(|(g, w)| f64::from(w) * dot(g, g)).sum();
        // The square of an area, by the fourth power of a length.
        let volume = libm::cbrt(six.abs());
        let weight = weight / (volume * volume * volume * volume);
        let reduced_mass = (length * length / (f64::from(cell.rest_volume) * weight)) as f32;
        let (p, q) = projections(cell.stiffness, h, substeps, reduced_mass);
        Self { length, weight, p, q }
    }

    /// The coefficients for the kernel; none where nothing moves.
    fn gains(&self) -> Option<CellGains> {
        let &Self { length, weight, p, q } = self;
        let gains = CellGains {
            length: length as f32,
            compliance: (weight / f64::from(p) * (1.0 - f64::from(p))) as f32,
            damping: q,
            reach: (4.0 / Real::sqrt(weight)) as f32,
        };
        // A damper alone has an infinite compliance.
        let is_on = p.max(q) > 0.0 && !gains.compliance.is_nan();
        (is_on && gains.reach.is_finite() && gains.reach > 0.0).then_some(gains)
    }
}
