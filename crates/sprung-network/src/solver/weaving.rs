//! The fabrics of a network in lanes, by their colors.

use alloc::vec;
use alloc::vec::Vec;

use crate::fabric::{Fabric, Weave};
use crate::geometry::membrane::Membrane;
use crate::graph::coloring::color;
use crate::kernel::fabric::{Threads, Weights};
use crate::lanes::record::LANES;

use super::projections::projections;

/// All fabrics of a network.
#[derive(Clone, Debug)]
pub(crate) struct Weaving {
    pub(super) fabrics: Vec<Fabric>,
    /// The triangles of all fabrics, one after the other.
    pub(super) triangles: Vec<Triangle>,
    /// The first triangle of each fabric.
    pub(super) first: Vec<usize>,
    pub(super) groups: Vec<Threads>,
    /// The triangle of each lane, color by color.
    pub(super) lanes: Vec<[u32; LANES]>,
    /// Slots, masses or triangles have changed; the sub-step that the weights are for.
    pub(super) is_stale: bool,
    pub(super) weights_for: f32,
}

/// One triangle of a fabric.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triangle {
    pub(super) corners: [usize; 3],
    pub(super) fabric: u32,
    pub(super) membrane: Membrane,
    /// A side of it has torn.
    pub(super) is_gone: bool,
}

impl Weaving {
    /// The fabrics of a network that has been checked; none if it has no triangles of them.
    pub(super) fn new(fabrics: &[Fabric], particles: usize) -> Option<Self> {
        let (mut triangles, mut first) = (Vec::new(), Vec::new());
        for (index, fabric) in (0..).zip(fabrics) {
            first.push(triangles.len());
            for (corners, &coordinates) in fabric.triangles.iter().zip(&fabric.coordinates) {
                let Some(membrane) = Membrane::of(coordinates) else { continue };
                let corners = corners.map(|p| p as usize);
                triangles.push(Triangle { corners, fabric: index, membrane, is_gone: false });
            }
        }
        let own = |&i: &u32| triangles[i as usize].corners.to_vec();
        let colors = color(particles, 0..triangles.len() as u32, own);
        let mut lanes = Vec::new();
        for group in colors.iter().flat_map(|color| color.chunks(LANES)) {
            let mut all = [u32::MAX; LANES];
            all[..group.len()].copy_from_slice(group);
            lanes.push(all);
        }
        (!fabrics.is_empty()).then(|| Self {
            fabrics: fabrics.to_vec(),
            groups: vec![Threads::new(); lanes.len()],
            triangles,
            first,
            lanes,
            is_stale: true,
            weights_for: 0.0,
        })
    }

    /// The places of the triangles of a fabric.
    pub(super) fn of(&self, fabric: usize) -> core::ops::Range<usize> {
        let first = self.first[fabric];
        first..first + self.fabrics[fabric].triangles.len()
    }

    /// The weave of a triangle.
    pub(super) fn weave(&self, triangle: &Triangle) -> Weave {
        self.fabrics[triangle.fabric as usize].weave
    }

    /// A fabric without the triangles that are gone.
    pub(super) fn whole(&self, fabric: usize) -> Fabric {
        let Fabric { triangles, coordinates, weave } = &self.fabrics[fabric];
        let all = triangles.iter().zip(coordinates).zip(&self.triangles[self.of(fabric)]);
        let whole = all.filter(|(_, triangle)| !triangle.is_gone);
        let (triangles, coordinates) = whole.map(|((t, c), _)| (*t, *c)).unzip();
        Fabric { triangles, coordinates, weave: *weave }
    }

    /// Removes triangles.
    pub(super) fn remove(&mut self, is_gone: impl Fn([usize; 3]) -> bool) {
        for triangle in &mut self.triangles {
            triangle.is_gone |= is_gone(triangle.corners);
        }
        self.is_stale = true;
    }

    /// Fabrics and the triangles of them that are gone.
    #[cfg(feature = "serde")]
    pub(super) fn saved(&self) -> impl Iterator<Item = (Fabric, Vec<u32>)> + '_ {
        self.fabrics.iter().enumerate().map(|(index, fabric)| {
            let triangles = (0_u32..).zip(&self.triangles[self.of(index)]);
            let gone = triangles.filter(|(_, triangle)| triangle.is_gone);
            (fabric.clone(), gone.map(|(index, _)| index).collect())
        })
    }

    /// The other way round, with checks.
    #[cfg(feature = "serde")]
    pub(super) fn restored(
        saved: &[(Fabric, Vec<u32>)],
        particles: usize,
    ) -> Result<Option<Self>, alloc::string::String> {
        let fabrics: Vec<Fabric> = saved.iter().map(|saved| saved.0.clone()).collect();
        for (index, fabric) in fabrics.iter().enumerate() {
            fabric.check(index, particles).map_err(|error| alloc::format!("{error}"))?;
        }
        let mut weaving = Self::new(&fabrics, particles);
        if let Some(weaving) = &mut weaving {
            for (index, (fabric, gone)) in saved.iter().enumerate() {
                let gone = super::saved_fields::flags("gone", fabric.triangles.len(), gone)?;
                let all = weaving.of(index);
                for (triangle, is_gone) in weaving.triangles[all].iter_mut().zip(gone) {
                    triangle.is_gone = is_gone;
                }
            }
        }
        Ok(weaving)
    }

    /// Pairs of particles that triangles join.
    pub(super) fn joints(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        self.triangles.iter().filter(|triangle| !triangle.is_gone).flat_map(|triangle| {
            let [a, b, c] = triangle.corners;
            [[a, b], [b, c], [c, a]]
        })
    }

    /// The number of them.
    pub(super) fn joint_count(&self) -> usize {
        3 * self.triangles.len()
    }
}

impl Triangle {
    /// `p` and `q` of warp, weft and shear at a sub-step of `h` seconds, and the inverse masses of what they move, 1/(kg·m²).
    pub(super) fn gains(
        &self,
        weave: &Weave,
        inverse_mass: &[f32],
        h: f32,
        substeps: usize,
    ) -> [(f32, f32, f64); 3] {
        let [uu, _, vv] = self.membrane.inverse_masses(self.corners.map(|p| inverse_mass[p]));
        let gains = |stiffness, weight: f64| {
            // The energy is ½ k A e².
            let reduced_mass = (1.0 / (self.membrane.area * weight)) as f32;
            let is_on = weight > 0.0 && reduced_mass.is_finite();
            let (p, q) =
                if is_on { projections(stiffness, h, substeps, reduced_mass) } else { (0.0, 0.0) };
            (p, q, weight)
        };
        [gains(weave.warp, uu), gains(weave.weft, vv), gains(weave.shear, uu + vv)]
    }

    /// The coefficients for the kernel.
    pub(super) fn weights(
        &self,
        weave: &Weave,
        inverse_mass: &[f32],
        h: f32,
        substeps: usize,
    ) -> Weights {
        let Membrane { a, b, .. } = self.membrane;
        let gains = self.gains(weave, inverse_mass, h, substeps);
        let compliance = |(p, _, weight): (f32, f32, f64)| {
            if p > 0.0 {
                (weight / f64::from(p) * (1.0 - f64::from(p))) as f32
            } else {
                f32::INFINITY
            }
        };
        Weights {
            columns: [a, b].map(|[_, second, third]| [second as f32, third as f32]),
            compliance: gains.map(compliance),
            damping: gains.map(|(_, q, _)| q),
            limits: [weave.warp_limits, weave.weft_limits].map(|limits| [limits.min, limits.max]),
        }
    }
}
