//! Lag, jitter, noise and distortion of a filtered signal.
//!
//! - **Lag**: the shift in time of the true signal that brings it nearest to the output, by least squares. The output is
//!   that of the noisy signal.
//! - **Noise**: the root mean square of what the noise adds to the output, that is the output of the noisy signal minus
//!   the output of the true one, as a part of that of the noise; of a signal with rests, while it rests.
//! - **Jitter**: the same of second differences, which the eye sees as trembling.
//! - **Distortion**: the root mean square of the output of the true signal, moved back by its lag, minus the true signal.

use serde::Serialize;

/// The range of lags that is searched, seconds, and its steps, in samples.
const LAGS: [f64; 2] = [-0.05, 0.3];
const STEP: f64 = 0.5;
/// Samples at each end that are not judged: filters start there.
const MARGIN: usize = 40;
/// The number of samples after which a signal that does not change rests.
const REST: usize = 12;

/// The measures of one filter on one signal.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Measures {
    pub(crate) lag_ms: f64,
    pub(crate) jitter: f64,
    pub(crate) noise: f64,
    pub(crate) distortion: f64,
}

/// A signal that is known, and the same with noise.
#[derive(Clone, Debug)]
pub(super) struct Recording {
    pub(super) name: &'static str,
    pub(super) rate: f64,
    /// The longest time constant to try, seconds.
    pub(super) longest: f64,
    pub(super) truth: Vec<f64>,
    pub(super) noisy: Vec<f64>,
}

impl Recording {
    /// Judges a filter by its outputs of the true and of the noisy signal.
    pub(super) fn measure(&self, clean: &[f64], noisy: &[f64]) -> Measures {
        let minus =
            |a: &[f64], b: &[f64]| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| a - b).collect() };
        let (added, noise) = (minus(noisy, clean), minus(&self.noisy, &self.truth));
        let rests = self.rests();
        let judged = |values: &[f64]| {
            let inside = rests.iter().filter(|&&at| at < values.len() - MARGIN);
            root_mean_square(&inside.map(|&at| values[at]).collect::<Vec<f64>>())
        };
        let clean_lag = self.lag(clean);
        let distance = self.distance(clean, clean_lag);
        Measures {
            lag_ms: 1e3 * self.lag(noisy),
            jitter: judged(&second_differences(&added)) / judged(&second_differences(&noise)),
            noise: judged(&added) / judged(&noise),
            distortion: distance.sqrt(),
        }
    }

    /// The samples at which noise is judged: those of its rests, or all where it never rests.
    fn rests(&self) -> Vec<usize> {
        let all = MARGIN..self.truth.len() - MARGIN;
        let is_rest =
            |at: &usize| self.truth[at - REST..=*at].iter().all(|x| *x == self.truth[*at]);
        let rests: Vec<usize> = all.clone().filter(is_rest).collect();
        if 10 * rests.len() > all.len() { rests } else { all.collect() }
    }

    /// The lag of an output, seconds.
    fn lag(&self, output: &[f64]) -> f64 {
        let step = STEP / self.rate;
        let count = ((LAGS[1] - LAGS[0]) / step) as usize;
        let at = |index: usize| LAGS[0] + step * index as f64;
        let distances: Vec<f64> =
            (0..=count).map(|index| self.distance(output, at(index))).collect();
        let least = (0..=count).min_by(|&a, &b| distances[a].total_cmp(&distances[b])).unwrap_or(0);
        let [before, middle, after] =
            [least.saturating_sub(1), least, (least + 1).min(count)].map(|index| distances[index]);
        // The lowest point of the parabola through the three.
        let curvature = before - 2.0 * middle + after;
        let shift = if curvature > 0.0 { 0.5 * (before - after) / curvature } else { 0.0 };
        at(least) + shift.clamp(-1.0, 1.0) * step
    }

    /// The mean square of the output minus the true signal a time before.
    fn distance(&self, output: &[f64], lag: f64) -> f64 {
        let last = self.truth.len() - 1;
        let (mut sum, mut count) = (0.0, 0.0);
        for (index, value) in output.iter().enumerate().take(last + 1 - MARGIN).skip(MARGIN) {
            let place = index as f64 - lag * self.rate;
            let (from, part) = (place.floor(), place - place.floor());
            if from < 0.0 || from as usize >= last {
                continue;
            }
            let from = from as usize;
            let truth = self.truth[from] + part * (self.truth[from + 1] - self.truth[from]);
            sum += (value - truth) * (value - truth);
            count += 1.0;
        }
        sum / f64::max(count, 1.0)
    }
}

fn second_differences(values: &[f64]) -> Vec<f64> {
    values.windows(3).map(|three| three[0] - 2.0 * three[1] + three[2]).collect()
}

fn root_mean_square(values: &[f64]) -> f64 {
    (values.iter().map(|value| value * value).sum::<f64>() / values.len() as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shift_is_a_lag_and_a_factor_is_noise() {
        let signal = |t: f64| 50.0 * (3.0 * t).sin() + 20.0 * (7.1 * t + 1.0).cos();
        let times = || (0..1200).map(|at| f64::from(at) / 120.0);
        let noise = |at: usize| if at.is_multiple_of(2) { 1.0 } else { -1.0 };
        let truth: Vec<f64> = times().map(signal).collect();
        let noisy: Vec<f64> = truth.iter().enumerate().map(|(at, x)| x + noise(at)).collect();
        let recording = Recording { name: "", rate: 120.0, longest: 0.1, truth, noisy };
        let clean: Vec<f64> = times().map(|t| signal(t - 0.037)).collect();
        let output: Vec<f64> =
            clean.iter().enumerate().map(|(at, x)| x + 0.25 * noise(at)).collect();
        let measures = recording.measure(&clean, &output);
        assert!((measures.lag_ms - 37.0).abs() < 0.2, "{measures:?}");
        assert!((measures.noise - 0.25).abs() < 1e-9 && (measures.jitter - 0.25).abs() < 1e-9);
        assert!(measures.distortion < 0.1, "{measures:?}");
    }
}
