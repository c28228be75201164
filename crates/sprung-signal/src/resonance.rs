//! Resonance: the frequencies in a signal, found by the springs that it shakes.

use sprung::ParameterError;

use crate::detrend::detrend;
use crate::resonance_bank::{ResonanceBank, fade};

/// A series needs so many samples before a frequency can be spoken of.
const FEWEST_SAMPLES: usize = 8;
/// The lowest frequency that is looked for by itself swings so often over the series.
const FEWEST_PERIODS: f64 = 3.0;
/// The highest, in parts of the sampling rate; at one half nothing can be told.
const HIGHEST_PART: f64 = 0.45;
/// No spring is tuned more sharply than so many swings over the series: it could not tell them apart.
const SHARPEST_PERIODS: f64 = 0.3;
/// A peak stands so far above the valleys that divide it from greater ones.
const PROMINENCE: f64 = 1.25;
/// Springs of the second bank on either side of a peak of the first.
const FINE_SPRINGS: i32 = 8;

/// A frequency that was found in a signal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resonance {
    /// The frequency in hertz.
    pub frequency: f64,
    /// The amplitude, in the signal's unit, of a steady tone that would shake the spring as much.
    pub strength: f64,
}

impl Resonance {
    /// The time of one swing, seconds.
    pub fn period(&self) -> f64 {
        1.0 / self.frequency
    }
}

/// What frequencies are looked for.
///
/// ```
/// use sprung_signal::ResonanceSearch;
///
/// let tone: Vec<f64> = (0..2000).map(|i| (f64::from(i) * 0.1).sin()).collect();
/// let found = ResonanceSearch::default().run(&tone, 1.0)?;
/// assert!((found[0].frequency * std::f64::consts::TAU - 0.1).abs() < 1e-4);
/// assert!((found[0].strength - 1.0).abs() < 0.01);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResonanceSearch {
    /// The lowest frequency in hertz; by itself three swings over the whole series.
    pub from: Option<f64>,
    /// The highest frequency in hertz; by itself 0.45 of the sampling rate.
    pub to: Option<f64>,
    /// How far apart two tones must be to be two, as a part of their frequency (0.0001 … 0.1); half of it is the
    /// half-width of the springs. The time that a search takes goes with its inverse.
    pub resolution: f64,
}

impl Default for ResonanceSearch {
    /// All frequencies, told apart to 1 %.
    fn default() -> Self {
        ResonanceSearch { from: None, to: None, resolution: 0.01 }
    }
}

impl ResonanceSearch {
    /// The frequencies in a signal of even steps of `dt` seconds, the strongest first.
    ///
    /// The line of least squares is taken off, the signal is faded in and out (Hann), and a bank of springs is shaken
    /// by it, each as wide as its distance from the next. Where one holds more energy than its neighbours, a second
    /// bank looks closer, and a parabola through its best three gives the frequency between them. Springs can tell no
    /// more than the series holds: over a time `T`, frequencies nearer than about `2/T` are one.
    ///
    /// Accuracy for a steady tone of at least ten swings: frequency 1e-4, strength 1 %. Harmonics are frequencies of
    /// their own. A series without any swing gives none.
    ///
    /// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (resonance).
    ///
    /// # Errors
    /// Fewer than eight samples, a value that is not finite, a step that is not above 0 and finite, frequencies that
    /// are not 0 < `from` < `to` ≤ half of the sampling rate, a resolution outside of 0.0001 … 0.1.
    pub fn run(&self, values: &[f64], dt: f64) -> Result<Vec<Resonance>, ParameterError> {
        let Shaken { signal, tuned, strengths } = self.shake(values, dt)?;
        let fine = |&(frequency, width): &(f64, f64)| {
            let step = width / f64::from(FINE_SPRINGS);
            (-FINE_SPRINGS..=FINE_SPRINGS).map(move |i| (frequency + step * f64::from(i), width))
        };
        let tuned: Vec<(f64, f64)> =
            peaks(&strengths).into_iter().flat_map(|peak| fine(&tuned[peak])).collect();
        let strengths = ResonanceBank::new(tuned.iter().copied())?.strengths(&signal, dt);
        let springs = 2 * FINE_SPRINGS as usize + 1;
        let banks = tuned.chunks(springs).zip(strengths.chunks(springs));
        let mut found: Vec<Resonance> = banks.map(|(tuned, held)| top(tuned, held)).collect();
        found.sort_by(|a, b| b.strength.total_cmp(&a.strength));
        Ok(found)
    }

    /// How strong the frequency of each spring of the first bank is, from the lowest to the highest: a spectrum.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn spectrum(&self, values: &[f64], dt: f64) -> Result<Vec<Resonance>, ParameterError> {
        let Shaken { tuned, strengths, .. } = self.shake(values, dt)?;
        let entries = tuned.iter().zip(strengths);
        Ok(entries.map(|(tuned, strength)| Resonance { frequency: tuned.0, strength }).collect())
    }

    fn shake(&self, values: &[f64], dt: f64) -> Result<Shaken, ParameterError> {
        let (from, to) = self.range(values, dt)?;
        let mut signal = values.to_vec();
        detrend(&mut signal);
        fade(&mut signal);
        let duration = dt * (signal.len() - 1) as f64;
        let half_width =
            |frequency: f64| (0.5 * self.resolution * frequency).max(SHARPEST_PERIODS / duration);
        let mut tuned = vec![(from, half_width(from))];
        while let Some(&(frequency, width)) = tuned.last()
            && frequency < to
        {
            tuned.push((frequency + width, half_width(frequency + width)));
        }
        let strengths = ResonanceBank::new(tuned.iter().copied())?.strengths(&signal, dt);
        Ok(Shaken { signal, tuned, strengths })
    }

    fn range(&self, values: &[f64], dt: f64) -> Result<(f64, f64), ParameterError> {
        let refuse =
            |field, value: f64, rule| Err(ParameterError { field, value: value.into(), rule });
        if values.len() < FEWEST_SAMPLES {
            return refuse("samples", values.len() as f64, "at least 8 to find a frequency");
        }
        if let Some(&value) = values.iter().find(|value| !value.is_finite()) {
            return refuse("values", value, "finite");
        }
        if !(dt > 0.0 && dt.is_finite()) {
            return refuse("dt", dt, "finite and > 0");
        }
        if !(1e-4..=0.1).contains(&self.resolution) {
            return refuse("resolution", self.resolution, "in 0.0001 to 0.1");
        }
        let duration = dt * (values.len() - 1) as f64;
        let to = self.to.unwrap_or(HIGHEST_PART / dt);
        if !(to > 0.0 && to <= 0.5 / dt) {
            return refuse("to", to, "above 0 and at most half of the sampling rate");
        }
        let from = self.from.unwrap_or((FEWEST_PERIODS / duration).min(0.5 * to));
        if !(from > 0.0 && from < to) {
            return refuse("from", from, "above 0 and below the highest frequency");
        }
        Ok((from, to))
    }
}

/// The faded signal and the first bank: frequency and half-width of each spring, and how strong it was shaken.
struct Shaken {
    signal: Vec<f64>,
    tuned: Vec<(f64, f64)>,
    strengths: Vec<f64>,
}

/// Where a curve has a peak that stands out, its ends left out.
fn peaks(curve: &[f64]) -> Vec<usize> {
    let is_top = |i: &usize| curve[*i] > curve[i - 1] && curve[*i] >= curve[i + 1];
    let stands_out = |i: &usize| {
        // The lowest point on the way to something higher, or to the end.
        let valley = |way: &mut dyn Iterator<Item = &f64>| {
            way.take_while(|strength| **strength <= curve[*i]).fold(f64::INFINITY, |a, b| a.min(*b))
        };
        let left = valley(&mut curve[..*i].iter().rev());
        let right = valley(&mut curve[i + 1..].iter());
        curve[*i] >= PROMINENCE * left.max(right)
    };
    (1..curve.len().saturating_sub(1)).filter(is_top).filter(stands_out).collect()
}

/// The top of the parabola through the strongest of evenly tuned springs and its neighbours.
fn top(tuned: &[(f64, f64)], strengths: &[f64]) -> Resonance {
    let best = (1..strengths.len() - 1)
        .max_by(|&a, &b| strengths[a].total_cmp(&strengths[b]))
        .unwrap_or_default();
    let [left, middle, right] = [strengths[best - 1], strengths[best], strengths[best + 1]];
    let bend = left - 2.0 * middle + right;
    let shift = if bend < 0.0 { (0.5 * (left - right) / bend).clamp(-1.0, 1.0) } else { 0.0 };
    Resonance {
        frequency: tuned[best].0 + shift * (tuned[best + 1].0 - tuned[best].0),
        strength: middle - 0.25 * (left - right) * shift,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;
    use testkit::random::Random;

    fn found(values: &[f64], dt: f64) -> Vec<Resonance> {
        ResonanceSearch::default().run(values, dt).unwrap()
    }

    fn series(count: usize, dt: f64, signal: impl Fn(f64) -> f64) -> Vec<f64> {
        (0..count).map(|i| signal(i as f64 * dt)).collect()
    }

    fn assert_tone(found: &Resonance, frequency: f64, amplitude: f64, tolerance: f64) {
        assert!((found.frequency / frequency - 1.0).abs() < tolerance, "{frequency}: {found:?}");
        assert!((found.strength / amplitude - 1.0).abs() < 100.0 * tolerance, "{found:?}");
    }

    #[test]
    fn a_tone_is_found_to_a_ten_thousandth() {
        for (frequency, phase) in
            [(5.03, 0.1), (17.77, 2.0), (50.0, 1.0), (123.456, 0.0), (301.7, 3.0), (440.1, 1.5)]
        {
            let values = series(2000, 0.001, |t| 0.7 * (TAU * frequency * t + phase).sin());
            assert_tone(&found(&values, 0.001)[0], frequency, 0.7, 1e-4);
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
        assert!(found[4].strength < 0.1, "{:?}", found[4]);
    }

    #[test]
    fn the_spectrum_rises_to_what_is_found() {
        let values = series(2000, 0.001, |t| (TAU * 60.0 * t).sin());
        let search = ResonanceSearch::default();
        let spectrum = search.spectrum(&values, 0.001).unwrap();
        assert!(spectrum.is_sorted_by(|a, b| a.frequency < b.frequency));
        let highest = spectrum.iter().max_by(|a, b| a.strength.total_cmp(&b.strength)).unwrap();
        let found = search.run(&values, 0.001).unwrap()[0];
        assert!((highest.frequency - found.frequency).abs() < 0.3);
        assert!(highest.strength <= found.strength && highest.strength > 0.9 * found.strength);
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
            ResonanceSearch { from: Some(60.0), to: Some(120.0), ..ResonanceSearch::default() };
        let found = search.run(&values, 0.001).unwrap();
        assert_eq!(found.len(), 1, "{found:?}");
        assert_tone(&found[0], 90.0, 1.0, 1e-3);
    }

    #[test]
    fn what_does_not_swing_has_no_frequency() {
        assert_eq!(found(&[5.0; 100], 0.1), []);
        assert!(found(&series(100, 0.1, |t| 3.0 * t), 0.1).iter().all(|r| r.strength < 1e-12));
    }

    #[test]
    fn errors_name_field_value_and_rule() {
        let values = series(100, 0.01, f64::sin);
        let error = |change: fn(&mut ResonanceSearch), values: &[f64], dt: f64| {
            let mut search = ResonanceSearch::default();
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
