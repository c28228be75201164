//! A Fourier transform that knows no spring: the oracle of the resonance tests.

use std::f64::consts::TAU;

/// The Fourier transform of complex numbers, their count being a power of two (Stockham's order).
fn transform(mut from: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let size = from.len();
    let turns: Vec<(f64, f64)> =
        (0..size).map(|k| (-TAU * k as f64 / size as f64).sin_cos()).collect();
    let mut to = from.clone();
    let mut stride = 1;
    while stride < size {
        let half = size / (2 * stride);
        for p in 0..half {
            let (sin, cos) = turns[p * stride];
            for q in 0..stride {
                let (a, b) = (from[q + stride * p], from[q + stride * (p + half)]);
                let (re, im) = (a.0 - b.0, a.1 - b.1);
                to[q + stride * 2 * p] = (a.0 + b.0, a.1 + b.1);
                to[q + stride * (2 * p + 1)] = (re * cos - im * sin, re * sin + im * cos);
            }
        }
        std::mem::swap(&mut from, &mut to);
        stride *= 2;
    }
    from
}

/// The magnitude over frequency of a signal less its mean, under a Hann window, padded with zeros to four times its
/// length or more.
pub(crate) struct Spectrum {
    bins: Vec<f64>,
    hertz_per_bin: f64,
}

impl Spectrum {
    pub(crate) fn new(values: &[f64], dt: f64) -> Self {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let last = (values.len() - 1) as f64;
        let fading = |i: usize| 0.5 * (1.0 - (TAU * i as f64 / last).cos());
        let mut faded: Vec<(f64, f64)> =
            values.iter().enumerate().map(|(i, x)| ((x - mean) * fading(i), 0.0)).collect();
        let size = (4 * faded.len()).next_power_of_two();
        faded.resize(size, (0.0, 0.0));
        let bins = transform(faded).iter().map(|(re, im)| re.hypot(*im)).take(size / 2).collect();
        Spectrum { bins, hertz_per_bin: 1.0 / (size as f64 * dt) }
    }

    /// The frequency at the top of the parabola through the largest bin between two frequencies and its neighbors.
    pub(crate) fn peak(&self, from: f64, to: f64) -> f64 {
        let frequency = |bin: usize| bin as f64 * self.hertz_per_bin;
        let inside = (1..self.bins.len() - 1).filter(|bin| (from..to).contains(&frequency(*bin)));
        let best = inside.max_by(|a, b| self.bins[*a].total_cmp(&self.bins[*b])).unwrap();
        let [left, middle, right] = [self.bins[best - 1], self.bins[best], self.bins[best + 1]];
        let bend = left - 2.0 * middle + right;
        frequency(best) + 0.5 * (left - right) / bend * self.hertz_per_bin
    }
}
