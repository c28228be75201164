//! The search: settings, ranges and errors.

use std::num::NonZero;

use sprung::{ParameterError, Spring};

use super::bank::{fade, strengths, tuned};
use super::series::Series;
use super::spectrogram::{Spectrogram, over_time};
use super::tones::tones;
use super::{Resonance, ShakenSpring};
use crate::error::{Result, TimeError, require};
use crate::line::Line;

/// A series needs this many samples before a frequency can be named.
const MIN_SAMPLES: usize = 8;
/// The number of periods over the series at the default lowest frequency.
const MIN_PERIODS: f64 = 3.0;
/// The highest, as a part of the sampling rate.
const MAX_PART: f64 = 0.45;
/// No spring of the bank is tuned more sharply than this many swings over the series.
const MIN_HALF_WIDTH: f64 = 0.3;
/// The same where its strength over time is asked for.
const MIN_HALF_WIDTH_OVER_TIME: f64 = 2.0;
/// A spring that swings less often over the series is shaken as one that swings so often; its squares would underflow.
const MIN_SWINGS: f64 = 1e-6;

pub(super) const BELOW_THE_HIGHEST: &str = "above 0 and below the highest frequency";

/// Searches a signal for its frequencies.
///
/// ```
/// use sprung_signal::ResonanceFinder;
///
/// let tone: Vec<f64> = (0..2000).map(|i| (f64::from(i) * 0.1).sin()).collect();
/// let found = ResonanceFinder::default().run(&tone, 1.0)?;
/// assert_eq!(found.len(), 1);
/// assert!((found[0].frequency * std::f64::consts::TAU - 0.1).abs() < 1e-10);
/// assert!((found[0].strength - 1.0).abs() < 1e-8);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("resonator bank", "pitch detection", "resonate"))]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::saved::Fields"))]
pub struct ResonanceFinder {
    /// The lowest frequency in hertz; by default three swings over the whole series.
    pub from: Option<f64>,
    /// The highest frequency in hertz; by default 0.45 of the sampling rate.
    pub to: Option<f64>,
    /// The distance at which two tones are two, as a part of their frequency (0.0001 … 0.1), but at least `2.5/T` in a
    /// series of the duration `T`. Of nearer tones the strongest is found. In [`spectrum`](Self::spectrum) half of it
    /// is the half-width of the springs, and the time goes with its inverse.
    pub resolution: f64,
    /// The number of threads of [`spectrum`](Self::spectrum), by default one per processor; 1 starts none. The result
    /// is the same to the last bit. [`run`](Self::run) starts none.
    pub threads: Option<NonZero<usize>>,
}

impl Default for ResonanceFinder {
    /// Returns a search over all frequencies with a resolution of 1 %.
    fn default() -> Self {
        ResonanceFinder { from: None, to: None, resolution: 0.01, threads: None }
    }
}

impl ResonanceFinder {
    /// Returns the frequencies in a signal of even steps of `dt` seconds, the strongest first, 64 at most.
    ///
    /// Springs without damping are shaken by the signal: the energy that such a spring ends with is the power of the
    /// Fourier transform at its frequency, so that the fast transform shakes springs of all frequencies at once. It
    /// does so twice, with the signal faded in and out (Hann) and as it is. A peak that neither noise nor the leakage of
    /// a stronger tone explains is a tone. All tones and a straight line are then fitted together by least squares
    /// (weights: Hann), and what they leave is searched again.
    ///
    /// - Frequency and strength of a clean tone of at least three swings up to 0.45 of the sampling rate: 1e-8. In noise
    ///   the frequency is that of the peak of the faded Fourier transform. In fewer than 24 samples a tone of fewer than
    ///   ten swings is not told from noise at most frequencies above a quarter of the sampling rate, and is not found.
    /// - Tones down to 1e-8 of the strongest are found, if noise permits.
    /// - White noise alone gives a resonance in one search of a hundred at most. Noise of another color is taken to be
    ///   level within 256 bins of `1/T` of each frequency.
    /// - A tone of a changing frequency or amplitude is a tone with side bands, which are found where they are farther
    ///   away than the resolution. Harmonics are separate frequencies.
    /// - A series without any swing (constant, line) gives none.
    /// - The time goes with `n ln n`: 1e5 samples with a tone take some 0.1 s, with 20 tones 0.4 s.
    ///
    /// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (resonance); B. G. Quinn, E. J. Hannan,
    /// *The Estimation and Tracking of Frequency* (least squares).
    ///
    /// # Errors
    /// Fewer than eight samples, a value that is not finite, a step that is not above 0 and finite, frequencies that
    /// are not 0 < `from` < `to` ≤ half of the sampling rate, a resolution outside of 0.0001 … 0.1.
    pub fn run(&self, values: &[f64], dt: f64) -> Result<Vec<Resonance>> {
        let (from, to) = self.range(values, dt)?;
        Ok(tones(&Series::even(values, dt), self.resolution, from, to))
    }

    /// Returns the frequencies in a signal that was sampled at any ascending times, in seconds; see [`run`](Self::run).
    ///
    /// The springs are shaken at the times that are given; nothing is resampled. The sampling rate, and with it the
    /// default of `to` and its limit, is that of the mean step. A value that is NaN or infinite is missing. Gaps that
    /// repeat evenly mirror a strong tone; the strongest of the mirror images is taken for the tone.
    ///
    /// ```
    /// use sprung_signal::ResonanceFinder;
    ///
    /// let times: Vec<f64> = (0..1000).map(|i| f64::from(i) + 0.4 * f64::from(i % 3)).collect();
    /// let tone: Vec<f64> = times.iter().map(|t| 5.0 * (2.0 * t).sin()).collect();
    /// let found = ResonanceFinder::default().run_at_times(&times, &tone)?;
    /// assert!((found[0].frequency * std::f64::consts::TAU - 2.0).abs() < 1e-8);
    /// assert!((found[0].strength - 5.0).abs() < 1e-6);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    ///
    /// # Errors
    /// As [`run`](Self::run), and a time that is not finite or not after the one before.
    ///
    /// # Panics
    /// If there are not as many times as values.
    pub fn run_at_times(&self, times: &[f64], values: &[f64]) -> Result<Vec<Resonance>> {
        assert!(times.len() == values.len(), "{} times for {} values", times.len(), values.len());
        TimeError::check_all(times)
            .map_err(|error| ParameterError::new("times", error.time, "finite and ascending"))?;
        let known = times.iter().zip(values).filter(|(_, value)| value.is_finite());
        let (times, values): (Vec<f64>, Vec<f64>) = known.unzip();
        require_samples(&values)?;
        let Some(series) = Series::at_times(&times, &values) else {
            let span = times[times.len() - 1] - times[0];
            return Err(ParameterError::new("times", span, "of a span that is above 0 and finite"));
        };
        let (from, to) = self.range(&values, series.step)?;
        Ok(tones(&series, self.resolution, from, to))
    }

    /// Returns how much the signal shakes each spring of a bank, from the lowest frequency to the highest: a spectrum.
    ///
    /// The line of least squares is taken off, the signal is faded in and out (Hann), and each spring is as wide as
    /// half of the resolution. Fast swings of a tone and slow ones count alike; noise is the stronger the wider the
    /// spring is, so it rises with the square root of the frequency.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn spectrum(&self, values: &[f64], dt: f64) -> Result<Vec<ShakenSpring>> {
        let (from, to) = self.range(values, dt)?;
        let next = |&frequency: &f64| {
            (frequency < to)
                .then(|| frequency + self.half_width(frequency, MIN_HALF_WIDTH, values, dt))
        };
        let frequencies: Vec<f64> = std::iter::successors(Some(from), next).collect();
        self.shaken(values, dt, frequencies)
    }

    /// Returns how much the signal shakes the springs of these frequencies in hertz, in any order; see
    /// [`spectrum`](Self::spectrum). A picture of a spectrum needs as many as it has columns of pixels.
    ///
    /// ```
    /// use sprung_signal::ResonanceFinder;
    ///
    /// let tone: Vec<f64> = (0..1000).map(|i| (f64::from(i) * 0.1 * std::f64::consts::PI).sin()).collect();
    /// let at = ResonanceFinder::default().spectrum_at(&tone, 0.1, &[0.45, 0.5, 0.55])?;
    /// assert!((at[1].strength - 1.0).abs() < 0.01 && at[0].strength < 0.3 && at[2].strength < 0.3);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    ///
    /// # Errors
    /// As [`run`](Self::run), and a frequency that is not above 0 and at most half of the sampling rate.
    pub fn spectrum_at(
        &self,
        values: &[f64],
        dt: f64,
        frequencies: &[f64],
    ) -> Result<Vec<ShakenSpring>> {
        self.range(values, dt)?;
        require_sampled(frequencies, dt)?;
        self.shaken(values, dt, frequencies.to_vec())
    }

    /// Returns how strong each frequency is over time: the energy of a bank of springs, two in a row at each frequency, the
    /// second shaken by the first.
    ///
    /// The springs are shaken by the signal as it is and by the signal backwards; the geometric mean of both energies lags
    /// neither behind nor ahead: the end of a tone is as sharp as its beginning. The strength is the mean over each of the
    /// columns, which divide the series evenly. Springs are as wide as half of the resolution, and at least 2 swings over
    /// the series. A change of frequency or strength is followed within about `1/(π·resolution)` swings, so that a picture
    /// needs a resolution of some hundredths; a steady tone fades in and out within as many swings at both ends of the
    /// series.
    ///
    /// ```
    /// use sprung_signal::ResonanceFinder;
    ///
    /// // A tone of 50 Hz in the first second, one of 80 Hz in the next.
    /// let tone = |i: i32| (f64::from(i) * if i < 1000 { 0.05 } else { 0.08 } * std::f64::consts::TAU).sin();
    /// let values: Vec<f64> = (0..2000).map(tone).collect();
    /// let finder = ResonanceFinder { resolution: 0.04, ..ResonanceFinder::default() };
    /// let over_time = finder.spectrogram(&values, 0.001, &[50.0, 80.0], 20)?;
    /// let [low, high] = [&over_time.strengths[0], &over_time.strengths[1]];
    /// assert!(low[5] > 5.0 * high[5] && high[15] > 5.0 * low[15]);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    ///
    /// # Errors
    /// As [`spectrum_at`](Self::spectrum_at), and columns that are not at least 1 and fewer than the samples.
    pub fn spectrogram(
        &self,
        values: &[f64],
        dt: f64,
        frequencies: &[f64],
        columns: usize,
    ) -> Result<Spectrogram> {
        self.range(values, dt)?;
        require_sampled(frequencies, dt)?;
        let fit = (1..values.len()).contains(&columns);
        require(fit, "columns", columns as f64, "at least 1 and fewer than the samples")?;
        let (signal, scale) = without_line(values);
        let bank = self.bank(frequencies, MIN_HALF_WIDTH_OVER_TIME, values, dt)?;
        let mut strengths = over_time(&bank, self.threads(), &signal, dt, columns);
        strengths.iter_mut().flatten().for_each(|strength| *strength *= scale);
        let duration = dt * (values.len() - 1) as f64;
        let times =
            (0..columns).map(|at| duration * ((at as f64 + 0.5) / columns as f64)).collect();
        Ok(Spectrogram { times, frequencies: frequencies.to_vec(), strengths })
    }

    fn shaken(&self, values: &[f64], dt: f64, frequencies: Vec<f64>) -> Result<Vec<ShakenSpring>> {
        let (mut signal, scale) = without_line(values);
        fade(&mut signal);
        let bank = self.bank(&frequencies, MIN_HALF_WIDTH, values, dt)?;
        let strengths = strengths(&bank, self.threads(), &signal, dt);
        let shaken = frequencies
            .into_iter()
            .zip(strengths)
            .map(|(frequency, strength)| ShakenSpring { frequency, strength: strength * scale });
        Ok(shaken.collect())
    }

    fn bank(
        &self,
        frequencies: &[f64],
        min_half_width: f64,
        values: &[f64],
        dt: f64,
    ) -> Result<Vec<(f64, Spring<f64>)>> {
        let least = MIN_SWINGS / (dt * (values.len() - 1) as f64);
        let tune = |&frequency: &f64| {
            tuned(frequency.max(least), self.half_width(frequency, min_half_width, values, dt))
        };
        frequencies.iter().map(tune).collect()
    }

    /// Half of the resolution, and at least a number of swings over the series.
    fn half_width(&self, frequency: f64, least: f64, values: &[f64], dt: f64) -> f64 {
        let duration = dt * (values.len() - 1) as f64;
        (0.5 * self.resolution * frequency).max(least / duration)
    }

    fn threads(&self) -> usize {
        crate::threads::count(self.threads)
    }

    pub(super) fn check_resolution(&self) -> Result<()> {
        let resolution = self.resolution;
        require((1e-4..=0.1).contains(&resolution), "resolution", resolution, "in 0.0001 to 0.1")
    }

    /// Returns the lowest and the highest frequency of a search in this signal, in hertz: those that were set, else the
    /// defaults.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn range(&self, values: &[f64], dt: f64) -> Result<(f64, f64)> {
        require_samples(values)?;
        values
            .iter()
            .try_for_each(|&value| require(value.is_finite(), "values", value, "finite"))?;
        require(dt > 0.0 && dt.is_finite(), "dt", dt, "finite and > 0")?;
        self.check_resolution()?;
        let duration = dt * (values.len() - 1) as f64;
        let to = self.to.unwrap_or(MAX_PART / dt);
        let is_sampled = to > 0.0 && to <= 0.5 / dt;
        require(is_sampled, "to", to, "above 0 and at most half of the sampling rate")?;
        let from = self.from.unwrap_or((MIN_PERIODS / duration).min(0.5 * to));
        require(from > 0.0 && from < to, "from", from, BELOW_THE_HIGHEST)?;
        Ok((from, to))
    }
}

/// The values without the line of least squares, divided by the largest magnitude, and this.
fn without_line(values: &[f64]) -> (Vec<f64>, f64) {
    let greatest = values.iter().fold(0.0, |greatest: f64, value| greatest.max(value.abs()));
    let scale = if greatest > 0.0 { greatest } else { 1.0 };
    let sample = |(index, value): (usize, &f64)| (index as f64, value / scale);
    let samples: Vec<(f64, f64)> = values.iter().enumerate().map(sample).collect();
    let line = Line::through(&samples);
    (samples.into_iter().map(|(time, value)| value - line.at(time)).collect(), scale)
}

fn require_sampled(frequencies: &[f64], dt: f64) -> Result<()> {
    frequencies.iter().try_for_each(|&frequency| {
        let is_sampled = frequency > 0.0 && frequency <= 0.5 / dt;
        require(
            is_sampled,
            "frequencies",
            frequency,
            "above 0 and at most half of the sampling rate",
        )
    })
}

fn require_samples(values: &[f64]) -> Result<()> {
    let count = values.len();
    require(count >= MIN_SAMPLES, "samples", count as f64, "at least 8 to find a frequency")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;
    use testkit::random::Random;

    fn found(values: &[f64], dt: f64) -> Vec<Resonance> {
        ResonanceFinder::default().run(values, dt).unwrap()
    }

    fn series(count: usize, dt: f64, signal: impl Fn(f64) -> f64) -> Vec<f64> {
        (0..count).map(|i| signal(i as f64 * dt)).collect()
    }

    fn assert_tone(found: &Resonance, frequency: f64, amplitude: f64, tolerance: f64) {
        assert!((found.frequency / frequency - 1.0).abs() < tolerance, "{frequency}: {found:?}");
        assert!((found.strength / amplitude - 1.0).abs() < 100.0 * tolerance, "{found:?}");
    }

    #[test]
    fn a_clean_tone_is_found_to_rounding() {
        for (frequency, phase) in
            [(5.03, 0.1), (17.77, 2.0), (50.0, 1.0), (123.456, 0.0), (301.7, 3.0), (440.1, 1.5)]
        {
            let values = series(2000, 0.001, |t| 0.7 * (TAU * frequency * t + phase).sin());
            assert_tone(&found(&values, 0.001)[0], frequency, 0.7, 1e-10);
        }
    }

    #[test]
    fn tones_are_told_apart_strongest_first_in_noise_and_drift() {
        let mut random = Random::new(11);
        let noise: Vec<f64> = (0..4000).map(|_| random.uniform(-0.5, 0.5)).collect();
        let tones = [(40.0, 1.0), (40.9, 0.8), (80.0, 0.5), (200.0, 0.3)];
        let clean = series(4000, 0.002, |t| {
            let swing = |(f, a): &(f64, f64)| a * (TAU * f * t + f).sin();
            100.0 - 30.0 * t + tones.iter().map(swing).sum::<f64>()
        });
        let values: Vec<f64> = clean.iter().zip(noise).map(|(x, n)| x + n).collect();
        let found = found(&values, 0.002);
        for (found, (frequency, amplitude)) in found.iter().zip(tones) {
            assert_tone(found, frequency, amplitude, 2e-3);
        }
        assert_eq!(found.len(), 4, "{found:?}");
    }

    #[test]
    fn the_signal_to_noise_is_that_of_the_tone_in_white_noise() {
        let mut random = Random::new(12);
        for (amplitude, width, count) in [(1.0, 1.0, 4000), (0.3, 0.5, 8000), (2.0, 4.0, 16_000)] {
            let tone = series(count, 0.001, |t| amplitude * (TAU * 60.0 * t).sin());
            let noisy: Vec<f64> =
                tone.iter().map(|value| value + random.uniform(-width, width)).collect();
            // Uniform noise of ± a width has the variance width²/3.
            let expected = amplitude * amplitude * count as f64 / (4.0 * width * width / 3.0);
            let ratio = found(&noisy, 0.001)[0].signal_to_noise;
            assert!((ratio / expected - 1.0).abs() < 0.2, "{ratio}, not {expected}");
        }
    }

    #[test]
    fn the_spectrum_rises_to_what_is_found() {
        let values = series(2000, 0.001, |t| (TAU * 60.0 * t).sin());
        let search = ResonanceFinder::default();
        let spectrum = search.spectrum(&values, 0.001).unwrap();
        assert!(spectrum.is_sorted_by(|a, b| a.frequency < b.frequency));
        let highest = spectrum.iter().max_by(|a, b| a.strength.total_cmp(&b.strength)).unwrap();
        let found = search.run(&values, 0.001).unwrap()[0];
        assert!((highest.frequency - found.frequency).abs() < 0.3);
        assert!((highest.strength / found.strength - 1.0).abs() < 0.02);
    }

    #[test]
    fn a_longer_unit_of_time_divides_the_frequency() {
        let values = series(500, 1.0, |t| (0.3 * t).sin() + (0.9 * t).cos());
        for (a, b) in found(&values, 1.0).iter().zip(found(&values, 60.0)) {
            assert!((a.frequency / (60.0 * b.frequency) - 1.0).abs() < 1e-9);
            assert!((a.strength / b.strength - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn only_what_lies_in_the_range_is_found() {
        let values = series(3000, 0.001, |t| (TAU * 30.0 * t).sin() + (TAU * 90.0 * t).sin());
        let search =
            ResonanceFinder { from: Some(60.0), to: Some(120.0), ..ResonanceFinder::default() };
        let found = search.run(&values, 0.001).unwrap();
        assert_eq!(found.len(), 1, "{found:?}");
        assert_tone(&found[0], 90.0, 1.0, 1e-3);
    }

    #[test]
    fn more_strong_tones_outside_of_the_range_than_are_fitted_hide_none_in_it() {
        let values = series(20_000, 0.001, |t| {
            let outside = (0..80).map(|i| (TAU * (60.0 + 5.0 * f64::from(i)) * t).sin());
            outside.sum::<f64>() + 0.01 * (TAU * 12.3 * t + 1.0).sin()
        });
        let search =
            ResonanceFinder { from: Some(5.0), to: Some(30.0), ..ResonanceFinder::default() };
        let found = search.run(&values, 0.001).unwrap();
        assert_eq!(found.len(), 1, "{found:?}");
        assert_tone(&found[0], 12.3, 0.01, 1e-6);
    }

    #[test]
    fn what_does_not_swing_has_no_frequency() {
        for count in [8, 9, 20, 100, 1000, 10_000] {
            for (mean, slope) in [(0.0, 0.0), (5.0, 0.0), (1.0, 3.0), (1e9, -0.1), (1e-3, 1e5)] {
                let line = series(count, 0.1, |t| mean + slope * t);
                assert_eq!(found(&line, 0.1), [], "{count} {mean} {slope}");
            }
        }
    }

    #[test]
    fn errors_name_field_value_and_rule() {
        let values = series(100, 0.01, f64::sin);
        let error = |change: fn(&mut ResonanceFinder), values: &[f64], dt: f64| {
            let mut search = ResonanceFinder::default();
            change(&mut search);
            search.run(values, dt).unwrap_err().to_string()
        };
        assert_eq!(
            error(|_| {}, &values[..3], 0.01),
            "samples must be at least 8 to find a frequency, got 3"
        );
        assert_eq!(error(|_| {}, &[f64::NAN; 9], 0.01), "values must be finite, got NaN");
        assert!(error(|_| {}, &values, 0.0).starts_with("dt must be"));
        assert!(error(|s| s.to = Some(51.0), &values, 0.01).starts_with("to must be above 0"));
        assert!(error(|s| s.from = Some(46.0), &values, 0.01).starts_with("from must be"));
        assert!(error(|s| s.from = Some(f64::NAN), &values, 0.01).starts_with("from must be"));
        assert!(error(|s| s.resolution = 0.0, &values, 0.01).starts_with("resolution must be"));
    }
}
