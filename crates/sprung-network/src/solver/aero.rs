//! The aerodynamic surfaces of a solver: pushed, torn, read and changed.

use alloc::vec::Vec;

use crate::aero::{AeroCoefficients, AeroSurface};
use crate::error::{Element, NetworkError};
use crate::geometry::vector::{add, scale};
use crate::volume::has_side;

use super::layout::block::Block;
use super::layout::particles::{Drift, Range};
use super::schedule::Order;
use super::state::Solver;

/// Air acts in this many sub-steps of a step: a pass over the triangles takes as long as one over the edges.
const PUSHES: usize = 4;

impl Solver {
    /// Records what the air starts from.
    pub(super) fn begin_air(&mut self) {
        let Self { air: Some(air), partition, components, free_components, level, .. } = self
        else {
            return;
        };
        air.begin(*level, &partition.slot, &partition.particles, components, free_components);
    }

    /// Lets the air act before the free motion of sub-step `substep`, counted from 1, for all sub-steps until it acts again;
    /// velocities first take what is pending.
    pub(super) fn push_by_air(&mut self, drift: &mut Drift, substep: usize) {
        let Some(air) = &mut self.air else { return };
        let fall = self.settings.environment.step_f64(drift.h);
        let (passed, every) = (substep - 1, self.substeps.div_ceil(PUSHES));
        if !passed.is_multiple_of(every) {
            air.advance(drift.h, fall);
            return;
        }
        let (h, level) = (drift.h, self.level);
        let until = every.min(self.substeps - passed) as f32 * h;
        if core::mem::take(&mut drift.update_is_pending) {
            let update = |block: &mut Block, at: Range<'_>| block.update(level, at, h);
            self.sweep_both(Order::Forward, update, |_, _| {});
        }
        let wind = self.settings.environment.wind;
        let Self { air: Some(air), partition, energy, .. } = self else { return };
        air.push(level, &mut partition.particles, wind, until);
        air.advance(h, fall);
        air.works().for_each(|(component, work)| energy.add(component, work));
    }

    /// Hands the motion that the air has left over to the restoration of momentum.
    pub(super) fn end_air(&mut self) {
        if let Some(air) = &self.air {
            air.end(&mut self.free_components);
        }
    }

    /// Removes the triangles of which an edge is a side.
    pub(super) fn tear_aero_surfaces(&mut self, edge: usize) {
        let ends = [self.edges[edge].a, self.edges[edge].b];
        let Some(air) = &mut self.air else { return };
        for surface in &mut air.surfaces {
            for (corners, gone) in surface.aero.triangles.iter().zip(&mut surface.is_gone) {
                *gone |= has_side(*corners, ends);
            }
        }
        air.is_stale = true;
    }

    /// The surfaces without the triangles that are gone.
    pub(super) fn whole_aero_surfaces(&self) -> Vec<AeroSurface> {
        let surfaces = self.air.iter().flat_map(|air| &air.surfaces);
        let whole = surfaces.map(|surface| AeroSurface {
            triangles: surface.whole().collect(),
            coefficients: surface.aero.coefficients,
        });
        whole.collect()
    }

    /// Sets the wind of every triangle of the [`AeroSurface`]s to what a field has at its center now, m/s, beside
    /// [`Environment::wind`](crate::Environment::wind), until the next call: gusts, turbulence, a fan, the wake of a car.
    /// [`Turbulence`](crate::Turbulence) is a field of gusts.
    ///
    /// Allocates nothing.
    ///
    /// ```
    /// use sprung_network::{Settings, Solver, shapes::Cloth};
    /// let sheet = Cloth::new(9, 9, 0.1, 0.1);
    /// let mut net = sheet.build()?;
    /// net.add_aero_surface(&sheet.triangles())?;
    /// let mut solver = Solver::new(&net, Settings::default())?;
    /// // A fan below the left half.
    /// solver.set_wind_field(|[x, _, _]| if x < 0.4 { [0.0, 20.0, 0.0] } else { [0.0; 3] })?;
    /// (0..3).for_each(|_| solver.step(1.0 / 60.0));
    /// assert!(solver.position(0)[1] > 0.3 && solver.position(8)[1] < 0.0);
    /// # Ok::<(), sprung_network::NetworkError>(())
    /// ```
    ///
    /// # Errors
    /// A wind that is not finite or beyond 1e15 m/s, with the index of the triangle over all surfaces; the winds then stay.
    #[doc(alias = "gust")]
    #[doc(alias = "turbulence")]
    pub fn set_wind_field(
        &mut self,
        mut field: impl FnMut([f32; 3]) -> [f32; 3],
    ) -> Result<(), NetworkError> {
        let Self { air: Some(air), partition, .. } = self else { return Ok(()) };
        let place = |p: u32| partition.particles.position(partition.slot[p as usize]);
        let mut index = 0;
        for surface in &mut air.surfaces {
            for (corners, given) in surface.aero.triangles.iter().zip(&mut surface.given) {
                let [a, b, c] = corners.map(|p| scale(place(p), 1.0 / 3.0));
                *given = field(add(add(a, b), c));
                Element { kind: "triangle", index }.bounded("wind", *given)?;
                index += 1;
            }
        }
        for surface in 0..self.air.as_ref().map_or(0, |air| air.surfaces.len()) {
            self.take_winds(surface);
        }
        Ok(())
    }

    /// Takes over the winds that are given, and wakes the islands for which they are others than before.
    fn take_winds(&mut self, surface: usize) {
        let Some(mut air) = self.air.take() else { return };
        let surface = &mut air.surfaces[surface];
        for triangle in 0..surface.given.len() {
            let wind = surface.given[triangle];
            if surface.wind(triangle) != wind {
                surface.set_wind(triangle, wind);
                self.wake_islands_of(surface.aero.triangles[triangle].map(|p| p as usize));
            }
        }
        self.air = Some(air);
    }

    /// Returns the impulse that the air has given to an [`AeroSurface`] in the last step, N·s; divided by the step, the mean
    /// force. The momentum of a network without fixed particles changes by it, beside gravity; fixed corners take a third
    /// of the impulse of their triangles.
    ///
    /// # Panics
    /// If there is no such surface.
    pub fn aero_impulse(&self, surface: usize) -> [f32; 3] {
        let surfaces = self.air.as_ref().map_or(&[][..], |air| &air.surfaces);
        surfaces[surface].impulse.map(|c| c as f32)
    }

    /// Changes the density and the coefficients of an [`AeroSurface`] from the next step on.
    ///
    /// # Errors
    /// A bad number; the coefficients then stay.
    ///
    /// # Panics
    /// If there is no such surface.
    pub fn set_aero_coefficients(
        &mut self,
        surface: usize,
        coefficients: AeroCoefficients,
    ) -> Result<(), NetworkError> {
        coefficients.check(surface)?;
        let surfaces = self.air.as_mut().map_or(&mut [][..], |air| &mut air.surfaces);
        surfaces[surface].aero.coefficients = coefficients;
        for triangle in 0..surfaces[surface].aero.triangles.len() {
            if let Some(air) = &self.air {
                let corners = air.surfaces[surface].aero.triangles[triangle];
                self.wake_islands_of(corners.map(|p| p as usize));
            }
        }
        Ok(())
    }
}
