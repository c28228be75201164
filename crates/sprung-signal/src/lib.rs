//! Springs on recorded series: smooth a signal, find the frequencies in it, find the spring of a motion.
//!
//! - [`Smoother`]: one pass, row by row, as the samples come; keeps its state, so chunks change nothing.
//! - [`smooth_grouped`], [`KeyedSmoother`]: the same for many series at once; [`ChunkSummary`]: for one series in parts, on many
//!   machines.
//! - [`smooth_zero_phase`], [`smooth_zero_phase_evenly`]: forwards and backwards over a whole series, which leaves no lag;
//!   [`ZeroPhaseSmoother`]: the same in blocks, for a series of any length.
//! - [`RotationSmoother`], [`smooth_rotations_zero_phase`]: the same for rotations; [`EulerOrder`] reads and writes them as
//!   angles, [`rotation_between`] interpolates.
//! - [`PhaseUnwrapper`]: angles as a continuous signal.
//! - [`ResonanceFinder`]: the frequencies in a signal, found by a bank of springs that it shakes; its spectrum, and
//!   [`Spectrogram`], its strength over time.
//! - [`SpringFitter`]: the spring that explains a recorded motion, with standard errors.
//!
//! The signal is taken as the straight lines between its samples. The spring follows them exactly, so uneven
//! times need no resampling.
//!
//! ```
//! use sprung::Spring;
//! use sprung_signal::{Filter, Gaps, smooth_zero_phase};
//!
//! let times = [0.0, 0.1, 0.25, 0.3, 0.4];
//! let mut values = [1.0, 1.2, 0.9, 1.1, 1.0];
//! let filter = Filter::Follow(Spring::from_halflife(0.05, 1.0)?);
//! smooth_zero_phase(&filter, Gaps::Hold, &times, &mut values)?;
//! assert!(values[1] < 1.2 && values[2] > 0.9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The feature `serde` saves and reads filters, searches, fits and their results.
//!
//! Single springs are in the crate `sprung`, many of them at once in `sprung-batch`, rigid bodies in `sprung-body`, rope and
//! cloth in `sprung-network`.

mod channel;
mod chunks;
mod error;
mod even;
mod filter;
mod fit;
mod gaps;
mod grouped;
mod keyed_smoother;
mod line;
mod phase_unwrapper;
mod resample;
mod resonance;
mod resonant_frequency;
mod rotation;
mod saved_smoother;
mod saved_state;
mod smoother;
mod step_cache;
mod threads;
mod zero_phase;
mod zero_phase_even;
mod zero_phase_smoother;
mod zero_phase_window;

pub use chunks::{ChunkError, ChunkSmoother, ChunkSummary, smooth_in_chunks};
pub use error::TimeError;
pub use even::smooth_evenly;
pub use filter::Filter;
pub use fit::{Estimate, Explanation, Release, SpringFit, SpringFitter};
pub use gaps::Gaps;
pub use grouped::{RowError, smooth_grouped};
pub use keyed_smoother::KeyedSmoother;
pub use phase_unwrapper::PhaseUnwrapper;
pub use resample::resample_uniform;
pub use resonance::{Resonance, ResonanceFinder, ShakenSpring, Spectrogram};
pub use resonant_frequency::{
    resonant_frequency, spring_resonant_at, spring_resonant_at_by_halflife,
};
pub use rotation::{EulerOrder, RotationSmoother, rotation_between, smooth_rotations_zero_phase};
pub use saved_state::SavedStateError;
pub use smoother::{Smoother, smooth};
pub use zero_phase::smooth_zero_phase;
pub use zero_phase_even::smooth_zero_phase_evenly;
pub use zero_phase_smoother::ZeroPhaseSmoother;

/// The README's example, compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
