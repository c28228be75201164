//! The fabrics of a solver: stretched, torn, read and changed.

use alloc::vec::Vec;

use fearless_simd::dispatch;

use crate::error::NetworkError;
use crate::fabric::{Fabric, StretchLimits, Weave};
use crate::lanes::record::LANES;

use super::state::Solver;
use super::weaving::{Triangle, Weaving};

impl Solver {
    /// Gives the triangles of fabrics their slots, weights and sides at the start of a step.
    pub(super) fn begin_fabrics(&mut self, h: f32) {
        let Self { weaving: Some(weaving), partition, inverse_mass, substeps, .. } = self else {
            return;
        };
        if core::mem::take(&mut weaving.is_stale) || weaving.weights_for != h {
            weaving.weights_for = h;
            weaving.set_lanes(&partition.slot, inverse_mass, h, *substeps);
        }
        dispatch!(self.level, s => for group in weaving.groups.iter_mut().filter(|group| !group.is_asleep) {
            group.measure(s, &partition.particles.reference);
        });
    }

    /// Moves the triangles of fabrics toward their rest.
    pub(super) fn project_fabrics(&mut self) {
        let Self { weaving: Some(weaving), partition, .. } = self else { return };
        let displacement = &mut partition.particles.displacement;
        dispatch!(self.level, s => for group in weaving.groups.iter_mut().filter(|group| !group.is_asleep) {
            group.project(s, displacement);
        });
    }

    /// Removes a fraction of the rates of the strains, in the reverse order.
    pub(super) fn relax_fabrics(&mut self) {
        let Self { weaving: Some(weaving), partition, .. } = self else { return };
        let velocity = &mut partition.particles.velocity;
        dispatch!(self.level, s => for group in weaving.groups.iter().rev().filter(|group| !group.is_asleep) {
            group.relax(s, velocity);
        });
    }

    /// Adds what the fabrics have stored to the energy accounts.
    pub(super) fn add_fabric_energies(&mut self, h: f64) {
        let Self { weaving: Some(weaving), partition, energy, components, .. } = self else {
            return;
        };
        let slot = |p: usize| partition.slot[p];
        for triangle in weaving.triangles.iter().filter(|triangle| !triangle.is_gone) {
            let dynamic = triangle.corners.iter().find_map(|&p| components.component_of(slot(p)));
            let Some(component) = dynamic else { continue };
            let weave = weaving.weave(triangle);
            let gains = triangle.gains(&weave, &self.inverse_mass, h as f32, self.substeps);
            let place = |p: usize| partition.particles.position(slot(p)).map(f64::from);
            let [warp, weft, shear] = triangle.membrane.stretch(triangle.corners.map(place));
            let [u, v] = triangle.membrane.extent;
            let excess = |length: f64, StretchLimits { min, max }: StretchLimits| {
                (f64::from(min) - length).max(length - f64::from(max)).max(0.0)
            };
            for ((p, _, weight), strain, excess, extent) in [
                (gains[0], warp - 1.0, excess(warp, weave.warp_limits), u),
                (gains[1], weft - 1.0, excess(weft, weave.weft_limits), v),
                (gains[2], shear, 0.0, u.max(v)),
            ] {
                let (p, rate) = (f64::from(p), strain / h);
                // As of an edge: a soft one stores, a stiff one moves what it joins.
                let (stored, reach) = if p < 0.5 {
                    (0.5 * rate * rate * p / ((1.0 - p) * weight), excess * extent)
                } else {
                    (0.0, strain.abs() * extent)
                };
                if stored.is_finite() && reach.is_finite() {
                    energy.add_edge(component as u32, stored, reach, extent);
                }
            }
        }
    }

    /// Lets go of the triangles of fabrics of which an edge is a side.
    pub(super) fn tear_fabrics(&mut self, edge: usize) {
        let ends = [self.edges[edge].a, self.edges[edge].b];
        if let Some(weaving) = &mut self.weaving {
            weaving.remove(|corners| ends.iter().all(|end| corners.contains(end)));
        }
    }

    /// Lets go of the triangles of fabrics at a particle.
    pub(super) fn free_of_fabrics(&mut self, particle: usize) {
        if let Some(weaving) = &mut self.weaving {
            weaving.remove(|corners| corners.contains(&particle));
            self.wake_particle(particle);
            self.reconnect();
        }
    }

    /// The fabrics without the triangles that are gone.
    pub(super) fn whole_fabrics(&self) -> Vec<Fabric> {
        let of = |weaving: &Weaving| (0..weaving.fabrics.len()).map(|i| weaving.whole(i)).collect();
        self.weaving.as_ref().map_or(Vec::new(), |weaving| of(weaving))
    }

    /// Returns the strains of a triangle of a [`Fabric`] now: those of warp and weft, and the shear; 0 where nothing is
    /// stretched.
    ///
    /// # Panics
    /// If there is no such fabric, or it has no such triangle.
    pub fn fabric_strain(&self, fabric: usize, triangle: usize) -> [f32; 3] {
        let Triangle { corners, membrane, .. } = self.fabric_triangle(fabric, triangle);
        let [u, v, shear] = membrane.stretch(corners.map(|p| self.position(p).map(f64::from)));
        [u - 1.0, v - 1.0, shear].map(|strain| strain as f32)
    }

    /// True if a triangle of a [`Fabric`] is gone: a side of it has torn, or it was removed.
    ///
    /// # Panics
    /// If there is no such fabric, or it has no such triangle.
    pub fn is_fabric_torn(&self, fabric: usize, triangle: usize) -> bool {
        self.fabric_triangle(fabric, triangle).is_gone
    }

    fn fabric_triangle(&self, fabric: usize, triangle: usize) -> &Triangle {
        let of_fabric = self.weaving.as_ref().map_or(&[][..], |all| &all.triangles[all.of(fabric)]);
        &of_fabric[triangle]
    }

    /// Removes a triangle of a [`Fabric`]: a cut. Indices of the others stay; edges along its sides stay.
    ///
    /// # Panics
    /// If there is no such fabric, or it has no such triangle.
    pub fn remove_fabric_triangle(&mut self, fabric: usize, triangle: usize) {
        if self.fabric_triangle(fabric, triangle).is_gone {
            return;
        }
        self.wake_islands_of(self.fabric_triangle(fabric, triangle).corners);
        if let Some(weaving) = &mut self.weaving {
            let first = weaving.first[fabric];
            weaving.triangles[first + triangle].is_gone = true;
        }
        self.reconnect();
    }

    /// Changes stiffness and limits of a [`Fabric`] from the next step on: cloth that gets wet, a sail that is old.
    ///
    /// # Errors
    /// A bad number; the fabric then stays as it is.
    ///
    /// # Panics
    /// If there is no such fabric.
    pub fn set_weave(&mut self, fabric: usize, weave: Weave) -> Result<(), NetworkError> {
        weave.check(fabric)?;
        let fabrics = self.weaving.as_mut().map_or(&mut [][..], |weaving| &mut weaving.fabrics);
        fabrics[fabric].weave = weave;
        if let Some(weaving) = &mut self.weaving {
            weaving.is_stale = true;
        }
        self.energy.invalidate();
        for triangle in 0..self.weaving.as_ref().map_or(0, |weaving| weaving.of(fabric).len()) {
            self.wake_islands_of(self.fabric_triangle(fabric, triangle).corners);
        }
        Ok(())
    }
}

impl Weaving {
    /// Gives every lane its slots and weights.
    fn set_lanes(&mut self, slot: &[usize], inverse_mass: &[f32], h: f32, substeps: usize) {
        for (group, lanes) in self.groups.iter_mut().zip(&self.lanes) {
            let mut slots = [[0; LANES]; 3];
            let count = lanes.iter().filter(|&&triangle| triangle != u32::MAX).count();
            for lane in 0..LANES {
                // Lanes that are not needed look at the triangle of the first.
                let triangle = &self.triangles[lanes[if lane < count { lane } else { 0 }] as usize];
                for (slots, p) in slots.iter_mut().zip(triangle.corners) {
                    slots[lane] = slot[p] as u32;
                }
                let weave = self.fabrics[triangle.fabric as usize].weave;
                let is_on = lane < count && !triangle.is_gone;
                let weights = is_on.then(|| triangle.weights(&weave, inverse_mass, h, substeps));
                group.set_lane(lane, weights);
            }
            group.set_slots(slots, count);
        }
    }
}
