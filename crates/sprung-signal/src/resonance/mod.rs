//! Resonance: the frequencies in a signal, found by the springs that it drives.

mod bank;
mod detection;
mod fourier;
mod normal;
mod periodogram;
#[cfg(feature = "serde")]
mod saved;
mod search;
mod series;
mod sinusoids;
mod sums;
mod tones;

pub use search::ResonanceFinder;

/// A frequency found in a signal.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
#[non_exhaustive]
pub struct Resonance {
    /// The frequency in hertz.
    #[cfg_attr(feature = "serde", serde(with = "sprung::saved_float"))]
    pub frequency: f64,
    /// The amplitude, in the signal's unit, of the steady tone of this frequency that fits the signal best.
    #[cfg_attr(feature = "serde", serde(with = "sprung::saved_float"))]
    pub strength: f64,
    /// The energy of this frequency over the energy that the noise around it leaves there on average.
    ///
    /// For an amplitude `A` in `n` samples of white noise of standard deviation `σ` about `A²n/(4σ²)`. Infinite
    /// without any noise.
    #[cfg_attr(feature = "serde", serde(with = "sprung::saved_float"))]
    pub signal_to_noise: f64,
}

impl Resonance {
    /// Returns the period, seconds.
    pub fn period(&self) -> f64 {
        1.0 / self.frequency
    }
}

/// A spring of the bank of [`ResonanceFinder::spectrum`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
#[non_exhaustive]
pub struct ShakenSpring {
    /// The frequency in hertz at which the spring resonates.
    #[cfg_attr(feature = "serde", serde(with = "sprung::saved_float"))]
    pub frequency: f64,
    /// The amplitude, in the signal's unit, of a steady tone of this frequency that would shake the spring as much.
    #[cfg_attr(feature = "serde", serde(with = "sprung::saved_float"))]
    pub strength: f64,
}
