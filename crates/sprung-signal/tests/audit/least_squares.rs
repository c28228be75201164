//! All tones and a line fitted at once by weighted least squares, from the true tones on, and the error of that fit.
//!
//! With the rows `x` of derivatives, the weights `w` (Hann) and white noise of standard deviation `σ` the parameters have
//! the covariance `σ² A⁻¹ B A⁻¹`, `A = Σ w x xᵀ`, `B = Σ w² x xᵀ`.

use std::f64::consts::{PI, TAU};

/// Steps from the true tones to the fit (Gauss and Newton).
const STEPS: usize = 8;

/// A tone as fitted, and the standard deviation of what was fitted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fit {
    pub(crate) strength: f64,
    pub(crate) strength_deviation: f64,
    pub(crate) frequency_deviation: f64,
}

impl Fit {
    /// Fits tones that are given as frequency in hertz, factor of the cosine and factor of the sine at the time 0.
    pub(crate) fn all(
        times: &[f64],
        values: &[f64],
        tones: &[[f64; 3]],
        deviation: f64,
    ) -> Vec<Fit> {
        let (first, last) = (times[0], times[times.len() - 1]);
        let middle = 0.5 * (first + last);
        let span = (last - first) * times.len() as f64 / (times.len() - 1) as f64;
        let mut parameters: Vec<f64> = tones.iter().flatten().copied().collect();
        parameters.extend([0.0, 0.0]);
        let mut covariance = Vec::new();
        for step in 0..=STEPS {
            let size = parameters.len();
            let mut a = vec![vec![0.0; size]; size];
            let mut b = a.clone();
            let mut right = vec![0.0; size];
            for (t, value) in times.iter().zip(values) {
                let weight = (PI * (t - middle) / span).cos().powi(2);
                let at = 2.0 * (t - middle) / span;
                let mut row = Vec::with_capacity(size);
                let mut rest = value - parameters[size - 2] - parameters[size - 1] * at;
                for tone in parameters[..size - 2].chunks(3) {
                    let (sin, cos) = (TAU * tone[0] * t).sin_cos();
                    rest -= tone[1] * cos + tone[2] * sin;
                    row.extend([TAU * t * (tone[2] * cos - tone[1] * sin), cos, sin]);
                }
                row.extend([1.0, at]);
                for i in 0..size {
                    right[i] += weight * row[i] * rest;
                    for j in 0..size {
                        a[i][j] += weight * row[i] * row[j];
                        b[i][j] += weight * weight * row[i] * row[j];
                    }
                }
            }
            let inverse = inverted(a);
            if step < STEPS {
                for (parameter, row) in parameters.iter_mut().zip(&inverse) {
                    *parameter += row.iter().zip(&right).map(|(x, y)| x * y).sum::<f64>();
                }
            } else {
                covariance = product(&product(&inverse, &b), &inverse);
            }
        }
        let variance = |i: usize, j: usize| covariance[i][j] * deviation * deviation;
        let fit = |tone: usize| {
            let at = 3 * tone;
            let (cos, sin) = (parameters[at + 1], parameters[at + 2]);
            let strength = cos.hypot(sin);
            let (c, s) = (cos / strength, sin / strength);
            let cross = 2.0 * c * s * variance(at + 1, at + 2);
            let of_strength =
                c * c * variance(at + 1, at + 1) + s * s * variance(at + 2, at + 2) + cross;
            Fit {
                strength,
                strength_deviation: of_strength.sqrt(),
                frequency_deviation: variance(at, at).sqrt(),
            }
        };
        (0..tones.len()).map(fit).collect()
    }
}

fn product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let element = |row: &Vec<f64>, j: usize| row.iter().zip(b).map(|(x, other)| x * other[j]).sum();
    a.iter().map(|row| (0..b.len()).map(|j| element(row, j)).collect()).collect()
}

/// The inverse by elimination with the largest pivot.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|j| if i == j { 1.0 } else { 0.0 }));
    }
    for column in 0..size {
        let greatest =
            |a: &usize, b: &usize| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs());
        let pivot = (column..size).max_by(greatest).unwrap();
        matrix.swap(column, pivot);
        let divisor = matrix[column][column];
        matrix[column].iter_mut().for_each(|value| *value /= divisor);
        let used = matrix[column].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(index, _)| *index != column) {
            let factor = row[column];
            row.iter_mut().zip(&used).for_each(|(value, used)| *value -= factor * used);
        }
    }
    matrix.iter().map(|row| row[size..].to_vec()).collect()
}
