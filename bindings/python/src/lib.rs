//! Springs for Python: thin classes and functions over the crates; the formulas are there.
//!
//! One file for each concept. Arguments are read by `arrays`, errors raised by `errors`; the stubs of the types are made
//! from the signatures here by `stubs.py`.

use pyo3::prelude::*;

mod analysis;
mod arrays;
mod batch;
mod chunks;
mod collider;
mod convention;
mod damper;
mod errors;
mod filter;
mod fit;
mod grouped;
mod network;
mod resonance;
mod rotation;
mod smoothing;
mod spring;
mod steps;
mod timeline;

/// Springs for anything that moves; import `sprung`.
#[pymodule]
mod _sprung {
    #[pymodule_export]
    use super::{
        analysis::{FreeResponse, FrequencyResponse},
        batch::{critical_springs, dampers, springs},
        chunks::{ChunkSmoother, ChunkSummary, smooth_in_chunks},
        collider::Collider,
        convention::{Conversion, conventions, convert, css_linear},
        damper::Damper,
        filter::Filter,
        fit::{Estimate, SpringFit, SpringFitter},
        grouped::{KeyedSmoother, smooth_grouped},
        network::{Network, Solver},
        resonance::{
            Resonance, ResonanceFinder, resonant_frequency, spring_resonant_at,
            spring_resonant_at_by_halflife, unwrap_phase,
        },
        rotation::{
            angles_from_rotations, rotations_from_angles, smooth_rotations,
            smooth_rotations_zero_phase,
        },
        smoothing::{Smoother, resample_uniform, smooth, smooth_zero_phase},
        spring::Spring,
        steps::{DamperStep, MovingGoalStep, SpringStep},
        timeline::{Timeline, TimelineKey},
    };

    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
