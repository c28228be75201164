//! Dropped files: a recording smoothed, its resonances, the spring that explains it.

use std::num::NonZero;

use sprung::Spring;
use sprung_signal::{Filter, Gaps, ResonanceFinder, SpringFitter, smooth, smooth_zero_phase};

use crate::picture::{Entry, Picture, Points, Result};

pub(crate) const SYSTEMS: &[Entry] = &[
    ("recording-smooth", smoothed),
    ("recording-resonance", resonances),
    ("recording-fit", fitted),
];

/// The columns that stand one behind the other after the first `skip` numbers: times and values.
fn columns(p: &[f64], skip: usize) -> Result<(&[f64], &[f64])> {
    let rest = p.get(skip..).ok_or("a recording without rows")?;
    let rows = rest.len() / 2;
    if rows < 2 || rest.len() != 2 * rows {
        return Err("a recording needs as many times as values, at least 2".into());
    }
    Ok(rest.split_at(rows))
}

/// Half-life, damping ratio, then times and values: one pass, and forward and backward.
fn smoothed(p: &[f64]) -> Result<Picture> {
    let (times, values) = columns(p, 2)?;
    let filter = Filter::Follow(Spring::from_halflife(p[0], p[1])?);
    let (mut once, mut both) = (values.to_vec(), values.to_vec());
    smooth(&filter, Gaps::Hold, times, &mut once)?;
    smooth_zero_phase(&filter, Gaps::Hold, times, &mut both)?;
    let curve = |values: Vec<f64>| -> Points { times.iter().copied().zip(values).collect() };
    Ok(Picture::new([curve(once), curve(both)]))
}

/// The rate of equal samples, then the values: the energy of shaken springs over their frequency; marks are frequency,
/// and amplitude of every resonance found.
fn resonances(p: &[f64]) -> Result<Picture> {
    let (rate, values) = p.split_first().ok_or("a recording without a rate")?;
    let finder = ResonanceFinder { threads: NonZero::new(1), ..ResonanceFinder::default() };
    let found = finder.run(values, 1.0 / rate)?;
    let spectrum = finder.spectrum(values, 1.0 / rate)?;
    let curve = spectrum.iter().map(|spring| (spring.frequency, spring.strength)).collect();
    let marks: Vec<f64> = found.iter().flat_map(|one| [one.frequency, one.strength]).collect();
    Ok(Picture::new([curve]).marked(marks))
}

/// Times and values of a step response: the spring that explains it. Marks: angular frequency, damping ratio, residual.
fn fitted(p: &[f64]) -> Result<Picture> {
    let (times, values) = columns(p, 0)?;
    let fit = SpringFitter::default().run(times, values)?;
    if !fit.is_explained() {
        return Err("no spring explains this recording".into());
    }
    let start = times[0];
    let at = |&time: &f64| (time, fit.state_at(time - start).position);
    let spring = fit.spring();
    let marks = [spring.angular_frequency(), spring.damping_ratio(), fit.residual];
    Ok(Picture::new([times.iter().map(at).collect()]).marked(marks))
}
