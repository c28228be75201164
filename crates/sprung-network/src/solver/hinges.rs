//! The hinges of a solver: in lanes by their colors, turned, torn, read and changed.

use alloc::vec;
use alloc::vec::Vec;

use fearless_simd::dispatch;

use crate::error::{Element, NetworkError};
use crate::geometry::dihedral::Dihedral;
use crate::graph::coloring::color;
use crate::hinge::{Hinge, check_angle};
use crate::kernel::hinges::Hinges;
use crate::lanes::record::LANES;
use crate::stiffness::Stiffness;

use super::projections::projections;
use super::state::Solver;

/// All hinges of a network.
#[derive(Clone, Debug)]
pub(crate) struct Bending {
    pub(super) hinges: Vec<Hinge>,
    /// A side of its triangles has torn.
    pub(super) is_gone: Vec<bool>,
    groups: Vec<Hinges>,
    /// The hinge of each lane, color by color.
    lanes: Vec<[u32; LANES]>,
    /// The lane of each hinge, over all groups.
    places: Vec<u32>,
    /// Slots, masses or hinges have changed; the sub-step that the gains are for.
    pub(super) is_stale: bool,
    gains_for: f32,
}

impl Bending {
    /// The hinges of a network; none if it has none.
    pub(super) fn new(hinges: &[Hinge], particles: usize) -> Option<Self> {
        let own = |&i: &u32| hinges[i as usize].particles().to_vec();
        let colors = color(particles, 0..hinges.len() as u32, own);
        let (mut lanes, mut places) = (Vec::new(), vec![0; hinges.len()]);
        for group in colors.iter().flat_map(|color| color.chunks(LANES)) {
            let mut all = [u32::MAX; LANES];
            all[..group.len()].copy_from_slice(group);
            let first = (LANES * lanes.len()) as u32;
            (first..).zip(group).for_each(|(place, &hinge)| places[hinge as usize] = place);
            lanes.push(all);
        }
        (!hinges.is_empty()).then(|| Self {
            hinges: hinges.to_vec(),
            is_gone: vec![false; hinges.len()],
            groups: vec![Hinges::new(); lanes.len()],
            lanes,
            places,
            is_stale: true,
            gains_for: 0.0,
        })
    }

    /// The hinges that there are.
    pub(super) fn whole(&self) -> impl Iterator<Item = &Hinge> + '_ {
        self.hinges.iter().zip(&self.is_gone).filter(|(_, gone)| !**gone).map(|(hinge, _)| hinge)
    }

    /// The angle of a hinge at the last sweep, and the full turns in it, rad.
    fn angle(&self, hinge: usize) -> [f32; 2] {
        let place = self.places[hinge] as usize;
        self.groups[place / LANES].angle(place % LANES)
    }

    /// Hinges, whether they have torn, and their angles.
    #[cfg(feature = "serde")]
    pub(super) fn saved(&self) -> impl Iterator<Item = (Hinge, bool, [f32; 2])> + '_ {
        let all = self.hinges.iter().zip(&self.is_gone).enumerate();
        all.map(|(index, (hinge, gone))| (*hinge, *gone, self.angle(index)))
    }

    /// The other way round, with checks.
    #[cfg(feature = "serde")]
    pub(super) fn restored(
        saved: &[(Hinge, bool, [f32; 2])],
        particles: usize,
    ) -> Result<Option<Self>, alloc::string::String> {
        let hinges: Vec<Hinge> = saved.iter().map(|saved| saved.0).collect();
        for (index, hinge) in hinges.iter().enumerate() {
            hinge.check(index, particles).map_err(|error| alloc::format!("{error}"))?;
        }
        let mut bending = Self::new(&hinges, particles);
        if let Some(bending) = &mut bending {
            bending.is_gone = saved.iter().map(|saved| saved.1).collect();
            for (&(_, _, angle), &place) in saved.iter().zip(&bending.places) {
                let is_finite = angle.into_iter().all(f32::is_finite);
                super::saved_fields::require(is_finite, "angle of a hinge must be finite")?;
                bending.groups[place as usize / LANES].set_angle(place as usize % LANES, angle);
            }
        }
        Ok(bending)
    }

    /// Pairs of particles that hinges join.
    pub(super) fn joints(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        self.whole().flat_map(|hinge| {
            let [a, b, c, d] = hinge.particles();
            [[a, b], [a, c], [a, d], [b, c], [b, d], [c, d]]
        })
    }

    /// The number of them.
    pub(super) fn joint_count(&self) -> usize {
        6 * self.hinges.len()
    }
}

/// The inverse moment of inertia of a hinge in the rest shape, 1/(kg·m²), and `p` and `q` at a sub-step of `h` seconds.
fn gains(
    hinge: &Hinge,
    rest_shape: &[[f32; 3]],
    inverse_mass: &[f32],
    h: f32,
    substeps: usize,
) -> Option<(f64, f32, f32)> {
    let particles = hinge.particles();
    let at_rest = Dihedral::of(particles.map(|p| rest_shape[p].map(f64::from)))?;
    let weight = at_rest.inverse_inertia(particles.map(|p| inverse_mass[p]));
    let (p, q) = projections(hinge.stiffness, h, substeps, (1.0 / weight) as f32);
    (weight > 0.0 && weight.is_finite()).then_some((weight, p, q))
}

/// An angle within −π and π with the full turns that bring it closest to the last one, rad.
fn nearest(angle: f64, [last, turns]: [f32; 2]) -> f64 {
    let angle = angle + f64::from(turns);
    let since = angle - f64::from(last);
    let turn = core::f64::consts::TAU;
    if since.abs() > 0.5 * turn { angle - turn.copysign(since) } else { angle }
}

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
                    let gains = gains.filter(|&(_, p, _)| is_on && p > 0.0);
                    let lane_gains = gains
                        .map(|(w, p, q)| ((w / f64::from(p) * (1.0 - f64::from(p))) as f32, q));
                    group.set_lane(lane, hinge.rest_angle, lane_gains);
                }
                group.set_slots(slots, count);
            }
        }
        dispatch!(self.level, s => for group in groups {
            group.measure(s, &partition.particles.reference);
        });
    }

    /// Turns the hinges toward their rest angles.
    pub(super) fn project_hinges(&mut self) {
        let Self { bending: Some(bending), partition, .. } = self else { return };
        let displacement = &mut partition.particles.displacement;
        dispatch!(self.level, s => for group in &mut bending.groups {
            group.project(s, displacement);
        });
    }

    /// Removes a fraction of the rates of the hinges.
    pub(super) fn relax_hinges(&mut self) {
        let Self { bending: Some(bending), partition, .. } = self else { return };
        let velocity = &mut partition.particles.velocity;
        dispatch!(self.level, s => for group in &bending.groups {
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
        self.wake();
        Ok(())
    }
}
