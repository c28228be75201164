//! The spectrum of a recording, and its strength over time.

use anyhow::{Context, Result, ensure};
use clap::Args;
use sprung_figure::{Curve, Figure, Heat};
use sprung_signal::{ResonanceFinder, ShakenSpring, resample_uniform};

use super::{Setup, Signal};
use crate::output::file_title;
use crate::recording::Unit;

/// The number of springs of a spectrum: more than the columns of a picture.
const SPRINGS: usize = 1000;
/// The numbers of frequencies and of times of a figure over time.
const ROWS: usize = 240;
const COLUMNS: usize = 600;
/// The resolution over time, which is also how fast a change is followed.
const RESOLUTION_OVER_TIME: f64 = 0.04;
const MAX_RESOLUTION: f64 = 0.1;
/// The part of the greatest strength at the lower end of the axis.
const LOWEST: f64 = 1e-6;
/// The part of the greatest value that is left of a straight line by rounding.
const ROUNDING: f64 = 1e-13;
/// The lowest level of colors in decibels: one of a tenth of the places, in whole tens within these limits.
const LOWEST_LEVELS: [f64; 2] = [-60.0, -20.0];
/// From this ratio of the highest to the lowest frequency on the axis is logarithmic.
const LOGARITHMIC: f64 = 8.0;
/// The part of the width that half of a letter of the number at a peak takes, and half of the gap between two.
const HALF_LETTER: f64 = 0.0075;
const HALF_GAP: f64 = 0.005;
/// Peaks of the curve this near to a frequency are its own, in periods over the recording.
const NEAR: f64 = 1.25;

/// The arguments of `sprung plot resonance`.
#[derive(Args, Clone, Debug)]
pub(crate) struct Drawn {
    #[command(flatten)]
    pub(crate) setup: Setup,
    /// Draw time against frequency, the strength in color
    #[arg(long, conflicts_with = "count")]
    over_time: bool,
}

/// A range of frequencies on an axis.
#[derive(Clone, Copy, Debug)]
struct Axis {
    from: f64,
    to: f64,
}

impl Axis {
    fn is_logarithmic(self) -> bool {
        self.to > LOGARITHMIC * self.from
    }

    /// The frequency at a part of the length.
    fn at(self, part: f64) -> f64 {
        match self.is_logarithmic() {
            true => self.from * (self.to / self.from).powf(part),
            false => self.from + (self.to - self.from) * part,
        }
    }

    /// The part of the length of a frequency.
    fn place(self, frequency: f64) -> f64 {
        match self.is_logarithmic() {
            true => (frequency / self.from).ln() / (self.to / self.from).ln(),
            false => (frequency - self.from) / (self.to - self.from),
        }
    }

    /// Frequencies evenly along the axis.
    fn frequencies(self, count: usize) -> Vec<f64> {
        (0..count)
            .map(|at| self.at(at as f64 / (count - 1) as f64).clamp(self.from, self.to))
            .collect()
    }

    /// The least resolution of springs at so many frequencies that leaves none out between two of them.
    fn resolution(self, count: usize) -> f64 {
        let step = self.at(1.0 / (count - 1) as f64) / self.from - 1.0;
        2.0 * step
    }
}

impl Drawn {
    pub(crate) fn figure(&self) -> Result<Figure> {
        let signal = self.setup.signal()?;
        let title = file_title(&self.setup.file);
        let title = match &self.setup.column {
            Some(column) => format!("{title}: {column}"),
            None => title,
        };
        let drawn = if self.over_time {
            self.over_time(&signal, &title)
        } else {
            self.spectrum(&signal, &title)
        };
        drawn.with_context(|| signal.name.clone())
    }

    /// The search at even times, their values, the step and the range of frequencies.
    fn even(&self, signal: &Signal) -> Result<(Vec<f64>, f64, Axis)> {
        let (values, dt) = match &signal.times {
            None => (signal.values.clone(), signal.dt),
            Some(times) => resample_uniform(times, &signal.values)?,
        };
        let (from, to) = self.setup.finder().range(&values, dt)?;
        Ok((values, dt, Axis { from, to }))
    }

    /// Refuses a signal whose swings are rounding errors.
    fn check(&self, strongest: f64, values: &[f64]) -> Result<()> {
        let greatest = values.iter().fold(0.0, |greatest: f64, value| greatest.max(value.abs()));
        ensure!(strongest > ROUNDING * greatest, "nothing swings in it");
        Ok(())
    }

    fn spectrum(&self, signal: &Signal, title: &str) -> Result<Figure> {
        let (values, dt, axis) = self.even(signal)?;
        let mut found = self.setup.found(signal)?;
        found.truncate(self.setup.count);
        let finder = self.setup.finder();
        let resolution = finder.resolution.max(axis.resolution(SPRINGS)).min(MAX_RESOLUTION);
        let finder = ResonanceFinder { resolution, ..finder };
        let mut frequencies = axis.frequencies(SPRINGS);
        frequencies.extend(found.iter().map(|found| found.frequency.clamp(axis.from, axis.to)));
        frequencies.sort_by(f64::total_cmp);
        frequencies.dedup();
        let curve = finder.spectrum_at(&values, dt, &frequencies)?;
        let strongest = curve.iter().fold(0.0, |most: f64, spring| most.max(spring.strength));
        self.check(strongest, &values)?;
        let weakest = curve.iter().map(|spring| spring.strength).filter(|strength| *strength > 0.0);
        let weakest = weakest.fold(f64::INFINITY, f64::min).max(LOWEST * strongest);
        // Room for the numbers above the peaks.
        let room = (strongest / weakest).powf(0.12).max(1.5);
        let near = NEAR / (dt * (values.len() - 1) as f64);
        let (mut peaks, mut numbers) = (Vec::new(), Vec::<(f64, f64)>::new());
        let mut figure = Figure::new(format!("{title}: strength of each frequency"))
            .axes(signal.unit.frequency_axis(), "strength")
            .log_y()
            .x_limits(axis.from, axis.to)
            .y_limits(0.8 * weakest, room * strongest);
        if axis.is_logarithmic() {
            figure = figure.log_x();
        }
        for found in &found {
            let peak = peak(&curve, found.frequency, near.max(0.5 * resolution * found.frequency));
            peaks.push(peak);
            let number = named(found.frequency, signal.unit);
            let half = HALF_LETTER * number.chars().count() as f64 + HALF_GAP;
            let place = axis.place(peak.0).clamp(half, 1.0 - half);
            // Numbers do not cover each other, the strongest first.
            if numbers.iter().all(|(other, width)| (place - other).abs() > half + width) {
                numbers.push((place, half));
                figure = figure.note(number, axis.at(place), peak.1);
            }
        }
        let points = curve.iter().map(|spring| (spring.frequency, spring.strength)).collect();
        let figure = figure.curve(Curve::new("", points).color(0));
        // Each peak is a curve of its own: no line joins them.
        Ok(figure
            .curves(peaks.into_iter().map(|peak| Curve::new("", vec![peak]).color(1).marked())))
    }

    fn over_time(&self, signal: &Signal, title: &str) -> Result<Figure> {
        let (values, dt, axis) = self.even(signal)?;
        let least = axis.resolution(ROWS);
        let resolution = self.setup.resolution.unwrap_or(RESOLUTION_OVER_TIME);
        let resolution = resolution.max(least).min(MAX_RESOLUTION);
        let finder = ResonanceFinder { resolution, ..self.setup.finder() };
        let columns = COLUMNS.min(values.len() - 1);
        let over_time = finder.spectrogram(&values, dt, &axis.frequencies(ROWS), columns)?;
        let strongest = over_time.strengths.iter().flatten().fold(0.0, |a: f64, b| a.max(*b));
        self.check(strongest, &values)?;
        let level = |strength: &f64| 20.0 * (strength / strongest).log10();
        let mut levels: Vec<f64> = over_time.strengths.iter().flatten().map(level).collect();
        levels.sort_by(f64::total_cmp);
        let [low, high] = LOWEST_LEVELS;
        let lowest = (10.0 * (levels[levels.len() / 10] / 10.0).floor()).clamp(low, high);
        let part = |strength: &f64| (1.0 - level(strength) / lowest).clamp(0.0, 1.0);
        let rows = over_time.strengths.iter().map(|row| row.iter().map(part).collect());
        let start = signal.times.as_ref().map_or(0.0, |times| times[0]);
        let heat = Heat {
            x: (start, start + dt * (values.len() - 1) as f64),
            y: (axis.from, axis.to),
            rows: rows.collect(),
            ends: [format!("{lowest} dB"), "0 dB".into()],
        };
        let figure = Figure::new(format!("{title}: strength over time"))
            .axes(signal.unit.time_axis(), signal.unit.frequency_axis())
            .heat(heat);
        Ok(if axis.is_logarithmic() { figure.log_y() } else { figure })
    }
}

/// The highest point of the curve near a frequency if it is a peak, else the point of the curve at the frequency.
fn peak(curve: &[ShakenSpring], frequency: f64, near: f64) -> (f64, f64) {
    let point = |spring: &ShakenSpring| (spring.frequency, spring.strength);
    let peaks = curve.windows(3).filter(|three| {
        (three[1].frequency - frequency).abs() <= near
            && three[1].strength >= three[0].strength
            && three[1].strength >= three[2].strength
    });
    let highest = peaks.map(|three| point(&three[1])).max_by(|a, b| a.1.total_cmp(&b.1));
    let distance = |spring: &&ShakenSpring| (spring.frequency - frequency).abs();
    let nearest = || curve.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))).map(point);
    highest.or_else(nearest).unwrap_or((frequency, 0.0))
}

/// A frequency with four digits; where it is no number of hertz, its period, which people know better.
fn named(frequency: f64, unit: Unit) -> String {
    let four_digits = |value: f64| {
        let before = value.abs().log10().floor() as i32 + 1;
        let text = format!("{value:.*}", (4 - before).clamp(0, 12) as usize);
        let is_whole = !text.contains('.');
        if is_whole { text } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
    };
    match unit {
        Unit::Seconds => four_digits(frequency),
        Unit::Calendar(unit) => format!("{} {unit}s", four_digits(1.0 / frequency)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequencies_are_named_with_four_digits() {
        for (frequency, text) in [
            (439.8168, "439.8"),
            (0.5, "0.5"),
            (12345.6, "12346"),
            (1.0 / 3.0, "0.3333"),
            (2.5e-3, "0.0025"),
        ] {
            assert_eq!(named(frequency, Unit::Seconds), text);
        }
        assert_eq!(named(0.0908351, Unit::Calendar("year")), "11.01 years");
    }

    #[test]
    fn places_on_an_axis_read_back() {
        for axis in [Axis { from: 2.0, to: 5.0 }, Axis { from: 0.01, to: 3000.0 }] {
            let frequencies = axis.frequencies(50);
            assert_eq!((frequencies[0], frequencies[49]), (axis.from, axis.to));
            for (at, frequency) in frequencies.iter().enumerate() {
                assert!((axis.place(*frequency) - at as f64 / 49.0).abs() < 1e-12);
                let next = frequencies.get(at + 1).unwrap_or(frequency);
                assert!(next - frequency <= 0.5 * axis.resolution(50) * frequency * (1.0 + 1e-9));
            }
        }
    }
}
