//! The air of a saved solver.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::aero::AeroSurface;
use crate::error::Element;

use super::air::{Air, Surface};
use super::saved_fields::{flags, indices, require};

/// One surface with its torn triangles, the wind of each triangle, and the impulse of the last step.
#[derive(Serialize, Deserialize)]
#[serde(rename = "SolverAeroSurface", deny_unknown_fields)]
pub(super) struct SurfaceForm {
    surface: AeroSurface,
    gone: Vec<u32>,
    wind: Vec<[f32; 3]>,
    impulse: [f64; 3],
}

impl Air {
    pub(super) fn saved(&self) -> impl Iterator<Item = SurfaceForm> + '_ {
        self.surfaces.iter().map(|surface| SurfaceForm {
            surface: surface.aero.clone(),
            gone: indices(&surface.is_gone),
            wind: (0..surface.is_gone.len()).map(|triangle| surface.wind(triangle)).collect(),
            impulse: surface.impulse,
        })
    }

    /// The other way round, with checks.
    pub(super) fn restored(
        forms: &[SurfaceForm],
        particles: usize,
    ) -> Result<Option<Self>, String> {
        let surfaces: Vec<AeroSurface> = forms.iter().map(|form| form.surface.clone()).collect();
        let mut air = Self::new(&surfaces, particles);
        let restored = air.iter_mut().flat_map(|air| &mut air.surfaces);
        for (index, (surface, form)) in restored.zip(forms).enumerate() {
            form.restore(surface, index, particles)?;
        }
        Ok(air)
    }
}

impl SurfaceForm {
    fn restore(&self, to: &mut Surface, index: usize, particles: usize) -> Result<(), String> {
        self.surface.check(index, particles).map_err(|error| error.to_string())?;
        let count = self.surface.triangles.len();
        to.is_gone = flags("gone", count, &self.gone)?;
        let winds = self.wind.len();
        require(winds == count, &format!("wind must have {count} entries, got {winds}"))?;
        for (triangle, &wind) in self.wind.iter().enumerate() {
            let element = Element { kind: "triangle", index: triangle };
            element.bounded("wind", wind).map_err(|error| error.to_string())?;
            to.set_wind(triangle, wind);
        }
        require(self.impulse.iter().all(|c| c.is_finite()), "impulse must be finite")?;
        to.impulse = self.impulse;
        Ok(())
    }
}
