//! The energy that a series leaves in undamped springs of every frequency, faded by a window and as it is.

use super::fourier::Fourier;
use super::series::Series;

/// Points of the time grid per mean step of an uneven series.
const POINTS_PER_STEP: usize = 4;

/// Computes periodograms of series that share their times.
#[derive(Clone, Debug)]
pub(super) struct Transform {
    fourier: Fourier,
    re: Vec<f64>,
    im: Vec<f64>,
    points: usize,
    bins_per_point: f64,
}

/// Power over frequency, scaled so that white noise of variance 1 has the mean 1.
///
/// Frequency is counted in bins of `1/T`, `T` being the number of samples times the mean step.
#[derive(Clone, Debug)]
pub(super) struct Periodogram {
    /// The power of the series faded in and out (Hann): tones far away do not leak in.
    pub(super) hann: Vec<f64>,
    /// The power of the series as it is: most sensitive in white noise.
    pub(super) flat: Vec<f64>,
    /// The distance of two points in bins; point 0 is the frequency 0.
    pub(super) bins_per_point: f64,
}

impl Transform {
    pub(super) fn new(series: &Series) -> Self {
        let per_step = if series.is_even { 1 } else { POINTS_PER_STEP };
        let size = (2 * per_step * series.len()).next_power_of_two();
        let bins_per_point = (per_step * series.len()) as f64 / size as f64;
        let points = (0.5 * series.len() as f64 / bins_per_point) as usize + 1;
        let (re, im) = (vec![0.0; size], vec![0.0; size]);
        Transform { fourier: Fourier::new(size), re, im, points, bins_per_point }
    }

    /// Returns the periodograms of values at the times of the series.
    pub(super) fn run(&mut self, series: &Series, values: &[f64]) -> Periodogram {
        self.re.fill(0.0);
        self.im.fill(0.0);
        if series.is_even {
            self.im[..values.len()].copy_from_slice(values);
            for ((re, value), window) in self.re.iter_mut().zip(values).zip(&series.window) {
                *re = value * window;
            }
        } else {
            self.spread(series, values);
        }
        self.fourier.transform(&mut self.re, &mut self.im);
        let energy: f64 = series.window.iter().map(|window| window * window).sum();
        let (hann_scale, flat_scale) = (0.25 / energy, 0.25 / series.len() as f64);
        let size = self.re.len();
        let powers = |point: usize| {
            // One complex transform of two real series: its even part is of the real, its odd part of the imaginary.
            let opposite = (size - point) % size;
            let (re, im) = (self.re[point], self.im[point]);
            let (other_re, other_im) = (self.re[opposite], self.im[opposite]);
            let power = |re: f64, im: f64| re * re + im * im;
            let hann = power(re + other_re, im - other_im) * hann_scale;
            (hann, power(im + other_im, re - other_re) * flat_scale)
        };
        let (hann, flat) = (0..self.points).map(powers).unzip();
        Periodogram { hann, flat, bins_per_point: self.bins_per_point }
    }

    /// Spreads each sample over the four nearest points of the grid by Lagrange's weights.
    ///
    /// Source: W. H. Press, G. B. Rybicki, Astrophysical Journal 338 (1989), "extirpolation".
    fn spread(&mut self, series: &Series, values: &[f64]) {
        let first = series.at.first().copied().unwrap_or_default();
        let size = self.re.len();
        for ((at, value), window) in series.at.iter().zip(values).zip(&series.window) {
            let place = (at - first) * POINTS_PER_STEP as f64;
            let left = place as usize;
            let x = place - left as f64;
            let weights = [
                -x * (x - 1.0) * (x - 2.0) / 6.0,
                (x + 1.0) * (x - 1.0) * (x - 2.0) / 2.0,
                -(x + 1.0) * x * (x - 2.0) / 2.0,
                (x + 1.0) * x * (x - 1.0) / 6.0,
            ];
            for (index, weight) in weights.iter().enumerate() {
                let point = (left + index + size - 1) % size;
                self.re[point] += weight * value * window;
                self.im[point] += weight * value;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprung::{Spring, State};
    use std::f64::consts::{PI, TAU};

    fn direct(series: &Series, values: &[f64], bin: f64, window: bool) -> f64 {
        let (mut re, mut im, mut energy) = (0.0, 0.0, 0.0);
        for (index, value) in values.iter().enumerate() {
            let weight = if window { series.window[index] } else { 1.0 };
            let (sin, cos) = (TAU * bin / values.len() as f64 * series.at[index]).sin_cos();
            re += weight * value * cos;
            im += weight * value * sin;
            energy += weight * weight;
        }
        (re * re + im * im) / energy
    }

    #[test]
    fn the_periodogram_equals_the_direct_sum() {
        let values: Vec<f64> = (0..150).map(|i| (f64::from(i) * 0.9).sin() + 0.3).collect();
        let times: Vec<f64> = (0..150).map(|i| f64::from(i) + 0.3 * f64::from(i % 4)).collect();
        let uneven = Series::at_times(&times, &values).unwrap();
        for (series, tolerance) in [(Series::even(&values, 1.0), 1e-11), (uneven, 0.01)] {
            let spectrum = Transform::new(&series).run(&series, &values);
            let scale = spectrum.flat.iter().fold(0.0, |a: f64, b| a.max(*b));
            for point in 0..spectrum.hann.len() {
                let bin = point as f64 * spectrum.bins_per_point;
                let hann = direct(&series, &values, bin, true);
                let flat = direct(&series, &values, bin, false);
                assert!((spectrum.hann[point] - hann).abs() < tolerance * scale, "{bin}");
                assert!((spectrum.flat[point] - flat).abs() < tolerance * scale, "{bin}");
            }
        }
    }

    #[test]
    fn an_undamped_spring_ends_with_the_power_of_its_frequency() {
        let values: Vec<f64> = (0..128).map(|i| (f64::from(i) * 0.4).sin()).collect();
        let series = Series::even(&values, 1.0);
        let mut faded: Vec<f64> = values.iter().zip(&series.window).map(|(x, h)| x * h).collect();
        // Straight lines from 0 and to 0 frame the samples.
        faded.insert(0, 0.0);
        faded.push(0.0);
        let spectrum = Transform::new(&series).run(&series, &values);
        for point in [10, 30, 33, 60, 110] {
            let bin = point as f64 * spectrum.bins_per_point;
            let spring = Spring::new(TAU * bin / 128.0, 0.0).unwrap();
            let (mut state, step) = (State::at_rest(0.0), spring.follow_step(1.0));
            for pair in faded.windows(2) {
                state = step.apply(state, pair[0], pair[1]);
            }
            let held = 2.0 * spring.energy(state, 0.0) / spring.angular_frequency().powi(4);
            let angle = PI * bin / 128.0;
            let lines = (angle.sin() / angle).powi(4);
            let energy: f64 = series.window.iter().map(|h| h * h).sum();
            // Force ω² x over time: amplitude ω |Σ h x e^(−iωt)|, and the straight lines' loss.
            let power = held / lines / energy;
            assert!((power / spectrum.hann[point] - 1.0).abs() < 1e-9, "{power}");
        }
    }
}
