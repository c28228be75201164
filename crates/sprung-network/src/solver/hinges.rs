//! The hinges of a solver: turned, torn, read and changed.

use alloc::vec::Vec;

use fearless_simd::dispatch;

use crate::error::{Element, NetworkError};
use crate::geometry::dihedral::Dihedral;
use crate::hinge::{Hinge, check_angle};
use crate::lanes::record::LANES;
use crate::stiffness::Stiffness;

use super::bending::{Bending, gains, nearest};
use super::state::Solver;

impl Solver {
    /// Gives the hinges their slots, gains and sides at the start of a step.
    pub(super) fn begin_hinges(&mut self, h: f32) {
        let Self { bending: Some(bending), partition, rest_shape, inverse_mass, .. } = self else {
            return;
        };
        let Bending { hinges, is_gone, groups, lanes, is_stale, gains_for, .. } = &mut **bending;
        if core::mem::take(is_stale) || *gains_for != h {
            *gains_for = h;
            for (group, lanes) in groups.iter_mut().zip(&*lanes) {
                let mut slots = [[0; LANES]; 4];
                let count = lanes.iter().filter(|&&hinge| hinge != u32::MAX).count();
                for (lane, &index) in lanes.iter().enumerate() {
                    // Lanes that are not needed look at the hinge of the first.
                    let hinge = &hinges[lanes[if lane < count { lane } else { 0 }] as usize];
                    for (slots, p) in slots.iter_mut().zip(hinge.particles()) {
                        slots[lane] = partition.slot[p] as u32;
                    }
                    let is_on = lane < count && !is_gone[index as usize];
                    let gains = gains(hinge, rest_shape, inverse_mass, h, self.substeps);
                    let gains = gains.filter(|&(_, p, q)| is_on && p.max(q) > 0.0);
                    let lane_gains = gains
                        .map(|(w, p, q)| ((w / f64::from(p) * (1.0 - f64::from(p))) as f32, q));
                    group.set_lane(lane, hinge.rest_angle, lane_gains);
                }
                group.set_slots(slots, count);
            }
        }
        dispatch!(self.level, s => for group in groups.iter_mut().filter(|group| !group.is_asleep) {
            group.measure(s, &partition.particles.reference);
        });
    }

    /// Turns the hinges toward their rest angles.
    pub(super) fn project_hinges(&mut self) {
        let Self { bending: Some(bending), partition, .. } = self else { return };
        let displacement = &mut partition.particles.displacement;
        dispatch!(self.level, s => for group in bending.groups.iter_mut().filter(|group| !group.is_asleep) {
            group.project(s, displacement);
        });
    }

    /// Removes a fraction of the rates of the hinges.
    pub(super) fn relax_hinges(&mut self) {
        let Self { bending: Some(bending), partition, .. } = self else { return };
        let velocity = &mut partition.particles.velocity;
        dispatch!(self.level, s => for group in bending.groups.iter().filter(|group| !group.is_asleep) {
            group.relax(s, velocity);
        });
    }

    /// Adds what the hinges have stored to the energy accounts.
    pub(super) fn add_hinge_energies(&mut self, h: f64) {
        let Self { bending: Some(bending), partition, energy, components, .. } = self else {
            return;
        };
        let place = |p: usize| partition.particles.position(partition.slot[p]).map(f64::from);
        let whole = bending.hinges.iter().zip(&bending.is_gone).enumerate();
        for (index, (hinge, _)) in whole.filter(|(_, (_, gone))| !**gone) {
            let particles = hinge.particles();
            let gains = gains(hinge, &self.rest_shape, &self.inverse_mass, h as f32, self.substeps);
            let now = Dihedral::of(particles.map(place));
            let (Some((weight, p, _)), Some(now)) = (gains, now) else { continue };
            let error = nearest(now.angle, bending.angle(index)) - f64::from(hinge.rest_angle);
            let kick = 0.5 * error * error / (h * h);
            let p = f64::from(p);
            let spring = kick * p / ((1.0 - p) * weight);
            let rigid = kick / now.inverse_inertia(particles.map(|p| self.inverse_mass[p]));
            let stored = if p < 0.5 { spring } else { rigid };
            let slots = particles.map(|p| partition.slot[p]);
            let dynamic = slots.into_iter().find_map(|slot| components.component_of(slot));
            if let (Some(component), true) = (dynamic, stored.is_finite()) {
                energy.add_edge(component as u32, stored, 0.0, 0.0);
            }
        }
    }

    /// Lets go of the hinges of which an edge is a side.
    pub(super) fn tear_hinges(&mut self, edge: usize) {
        let ends = [self.edges[edge].a, self.edges[edge].b];
        let Some(bending) = &mut self.bending else { return };
        for (hinge, gone) in bending.hinges.iter().zip(&mut bending.is_gone) {
            let [[a, b], [c, d]] = [hinge.edge, hinge.opposite];
            let has = |corners: [usize; 3]| ends.iter().all(|end| corners.contains(end));
            *gone |= has([a, b, c]) || has([a, b, d]);
        }
        bending.is_stale = true;
    }

    /// The hinges that have not torn.
    pub(super) fn whole_hinges(&self) -> Vec<Hinge> {
        self.bending.iter().flat_map(|bending| bending.whole()).copied().collect()
    }

    /// Returns the angle of a [`Hinge`] now, rad; beyond π or below −π where it has passed a full fold, 0 where one of its
    /// triangles has no area.
    ///
    /// # Panics
    /// If there is no such hinge.
    pub fn hinge_angle(&self, hinge: usize) -> f32 {
        let particles = self.hinge(hinge).particles();
        let bend = Dihedral::of(particles.map(|p| self.position(p).map(f64::from)));
        let last = self.bending.as_ref().map_or([0.0; 2], |bending| bending.angle(hinge));
        bend.map_or(0.0, |bend| nearest(bend.angle, last) as f32)
    }

    fn hinge(&self, hinge: usize) -> &Hinge {
        let hinges = self.bending.as_ref().map_or(&[][..], |bending| &bending.hinges);
        &hinges[hinge]
    }

    /// Changes the rest angle of a [`Hinge`], rad, and its stiffness, from the next step on: a leaf that curls, a hinge that is
    /// driven. One that has torn stays so.
    ///
    /// # Errors
    /// A bad number; the hinge then stays as it is.
    ///
    /// # Panics
    /// If there is no such hinge.
    pub fn set_hinge(
        &mut self,
        hinge: usize,
        rest_angle: f32,
        stiffness: Stiffness,
    ) -> Result<(), NetworkError> {
        let element = Element { kind: "hinge", index: hinge };
        check_angle(element, rest_angle)?;
        stiffness.check(element)?;
        let changed = Hinge { rest_angle, stiffness, ..*self.hinge(hinge) };
        if let Some(bending) = &mut self.bending {
            bending.hinges[hinge] = changed;
            bending.is_stale = true;
        }
        self.energy.invalidate();
        self.wake_islands_of(changed.particles());
        Ok(())
    }
}
