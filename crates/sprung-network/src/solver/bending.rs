//! The hinges of a network in lanes, by their colors.

use alloc::vec;
use alloc::vec::Vec;

use crate::geometry::dihedral::Dihedral;
use crate::graph::coloring::color;
use crate::hinge::Hinge;
use crate::kernel::hinges::Hinges;
use crate::lanes::record::LANES;

use super::projections::projections;

/// All hinges of a network.
#[derive(Clone, Debug)]
pub(crate) struct Bending {
    pub(super) hinges: Vec<Hinge>,
    /// A side of its triangles has torn.
    pub(super) is_gone: Vec<bool>,
    pub(super) groups: Vec<Hinges>,
    /// The hinge of each lane, color by color.
    pub(super) lanes: Vec<[u32; LANES]>,
    /// The lane of each hinge, over all groups.
    places: Vec<u32>,
    /// Slots, masses or hinges have changed; the sub-step that the gains are for.
    pub(super) is_stale: bool,
    pub(super) gains_for: f32,
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
    pub(super) fn angle(&self, hinge: usize) -> [f32; 2] {
        let place = self.places[hinge] as usize;
        self.groups[place / LANES].angle(place % LANES)
    }

    fn set_angle(&mut self, hinge: usize, angle: [f32; 2]) {
        let place = self.places[hinge] as usize;
        self.groups[place / LANES].set_angle(place % LANES, angle);
    }

    /// Resets the angles and full turns of the hinges at some particles.
    pub(super) fn unwind(&mut self, is_of: impl Fn(usize) -> bool) {
        for hinge in 0..self.hinges.len() {
            if self.hinges[hinge].particles().into_iter().any(&is_of) {
                self.set_angle(hinge, [0.0; 2]);
            }
        }
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
            for (hinge, &(_, _, angle)) in saved.iter().enumerate() {
                let is_finite = angle.into_iter().all(f32::is_finite);
                super::saved_fields::require(is_finite, "angle of a hinge must be finite")?;
                bending.set_angle(hinge, angle);
            }
        }
        Ok(bending)
    }

    /// Pairs of particles that hinges join: all others of a hinge have edges.
    pub(super) fn joints(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        self.whole().map(|hinge| hinge.opposite)
    }

    /// The number of them.
    pub(super) fn joint_count(&self) -> usize {
        self.hinges.len()
    }
}

/// The inverse moment of inertia of a hinge in the rest shape, 1/(kg·m²), and `p` and `q` at a sub-step of `h` seconds.
pub(super) fn gains(
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
    Some((weight, p, q))
}

/// An angle within −π and π with the full turns that bring it closest to the last one, rad.
pub(super) fn nearest(angle: f64, [last, turns]: [f32; 2]) -> f64 {
    let angle = angle + f64::from(turns);
    let since = angle - f64::from(last);
    let turn = core::f64::consts::TAU;
    if since.abs() > 0.5 * turn { angle - turn.copysign(since) } else { angle }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::{PI, TAU};

    #[test]
    fn an_angle_goes_on_past_half_a_turn() {
        for last in (-90..=90).map(|step| 0.1 * f64::from(step)) {
            let turns = TAU * ((last + PI) / TAU).floor();
            for by in (-30..=30).map(|step| 0.1 * f64::from(step)) {
                let angle = libm::atan2((last + by).sin(), (last + by).cos());
                let found = nearest(angle, [last as f32, turns as f32]);
                assert!((found - (last + by)).abs() < 1e-5, "{last} + {by}: {found}");
            }
        }
    }
}
