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
mod spectrogram;
mod sums;
mod tones;

pub use search::ResonanceFinder;
pub use spectrogram::Spectrogram;

/// A frequency found in a signal.
///
/// ```
/// use sprung_signal::ResonanceFinder;
///
/// // A swing of 2 s, sampled ten times per second.
/// let tone: Vec<f64> = (0..1000).map(|i| (f64::from(i) * 0.1 * std::f64::consts::PI).sin()).collect();
/// let found = ResonanceFinder::default().run(&tone, 0.1)?;
/// assert!((found[0].period() - 2.0).abs() < 1e-6);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
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
///
/// ```
/// use sprung_signal::ResonanceFinder;
///
/// let tone: Vec<f64> = (0..1000).map(|i| (f64::from(i) * 0.1 * std::f64::consts::PI).sin()).collect();
/// let spectrum = ResonanceFinder::default().spectrum(&tone, 0.1)?;
/// let most = spectrum.iter().max_by(|a, b| a.strength.total_cmp(&b.strength)).expect("springs");
/// assert!((most.frequency - 0.5).abs() < 0.01);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct ShakenSpring {
    /// The frequency in hertz at which the spring resonates.
    #[cfg_attr(feature = "serde", serde(with = "sprung::saved_float"))]
    pub frequency: f64,
    /// The amplitude, in the signal's unit, of a steady tone of this frequency that would shake the spring as much.
    #[cfg_attr(feature = "serde", serde(with = "sprung::saved_float"))]
    pub strength: f64,
}
