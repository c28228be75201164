//! The normal equations of one sinusoid and a line.

use super::series::Series;
use super::sums::{ResidualSums, WindowSums};

/// The sums of the window that the normal matrix of a sinusoid needs: at the frequencies 0, ω and 2ω.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Normal {
    /// The frequency of the sums, radians per step.
    pub(super) omega: f64,
    weight: [f64; 3],
    wave: WindowSums,
    cos_cos: [f64; 3],
    cos_sin: [f64; 3],
}

impl Normal {
    /// Returns the sums for a frequency in radians per step; `weight` are the sums at the frequency 0.
    pub(super) fn new(series: &Series, weight: [f64; 3], omega: f64) -> Self {
        let twice = WindowSums::new(series, 2.0 * omega);
        let cos_cos = [0, 1, 2].map(|power| 0.5 * (weight[power] + twice.cos[power]));
        let cos_sin = twice.sin.map(|sum| 0.5 * sum);
        Normal { omega, weight, wave: WindowSums::new(series, omega), cos_cos, cos_sin }
    }

    /// Returns the sums that a frequency far from 0 and from half of the sampling rate approaches.
    pub(super) fn far_from_image(weight: [f64; 3], omega: f64) -> Self {
        let cos_cos = weight.map(|weight| 0.5 * weight);
        Normal { omega, weight, wave: WindowSums::default(), cos_cos, cos_sin: [0.0; 3] }
    }

    /// Returns the matrix of cosine, sine, frequency, mean and slope for a sinusoid of amplitudes `a` and `b`.
    pub(super) fn matrix(&self, a: f64, b: f64, moves_frequency: bool) -> [[f64; 5]; 5] {
        let (c, s, cc, cs) = (self.wave.cos, self.wave.sin, self.cos_cos, self.cos_sin);
        let ss = [0, 1, 2].map(|power| self.weight[power] - cc[power]);
        let cos_turn = b * cc[1] - a * cs[1];
        let sin_turn = b * cs[1] - a * ss[1];
        let turn_turn = a * a * ss[2] + b * b * cc[2] - 2.0 * a * b * cs[2];
        let turn_mean = b * c[1] - a * s[1];
        let turn_slope = b * c[2] - a * s[2];
        let [w0, w1, w2] = self.weight;
        let mut matrix = [
            [cc[0], cs[0], cos_turn, c[0], c[1]],
            [cs[0], ss[0], sin_turn, s[0], s[1]],
            [cos_turn, sin_turn, turn_turn, turn_mean, turn_slope],
            [c[0], s[0], turn_mean, w0, w1],
            [c[1], s[1], turn_slope, w1, w2],
        ];
        if !moves_frequency {
            for row in &mut matrix {
                row[2] = 0.0;
            }
            matrix[2] = [0.0, 0.0, 1.0, 0.0, 0.0];
        }
        matrix
    }
}

impl ResidualSums {
    /// Returns the right side of the equations.
    pub(super) fn right(&self, a: f64, b: f64) -> [f64; 5] {
        let turn = b * self.cos[1] - a * self.sin[1];
        [self.cos[0], self.sin[0], turn, self.plain[0], self.plain[1]]
    }
}

/// Solves a symmetric positive system by Cholesky's `L D Lᵀ`; a direction that the data do not determine stays 0.
pub(super) fn solve(matrix: [[f64; 5]; 5], right: [f64; 5]) -> [f64; 5] {
    const SINGULAR: f64 = 1e-10;
    let mut lower = [[0.0; 5]; 5];
    let mut diagonal = [0.0; 5];
    for i in 0..5 {
        for j in 0..i {
            let known: f64 = (0..j).map(|k| lower[i][k] * lower[j][k] * diagonal[k]).sum();
            let rest = matrix[i][j] - known;
            lower[i][j] = if diagonal[j] > 0.0 { rest / diagonal[j] } else { 0.0 };
        }
        let known: f64 = (0..i).map(|k| lower[i][k] * lower[i][k] * diagonal[k]).sum();
        let rest = matrix[i][i] - known;
        diagonal[i] = if rest > SINGULAR * matrix[i][i] { rest } else { 0.0 };
    }
    let mut solution = right;
    for i in 0..5 {
        let known: f64 = (0..i).map(|k| lower[i][k] * solution[k]).sum();
        solution[i] -= known;
    }
    for i in 0..5 {
        solution[i] = if diagonal[i] > 0.0 { solution[i] / diagonal[i] } else { 0.0 };
    }
    for i in (0..5).rev() {
        let known: f64 = (i + 1..5).map(|k| lower[k][i] * solution[k]).sum();
        solution[i] -= known;
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_singular_system_leaves_what_is_undetermined_at_zero() {
        let mut matrix = [[0.0; 5]; 5];
        (matrix[0][0], matrix[4][4]) = (2.0, 4.0);
        assert_eq!(solve(matrix, [2.0, 0.0, 0.0, 0.0, 2.0]), [1.0, 0.0, 0.0, 0.0, 0.5]);
    }

    #[test]
    fn a_positive_system_is_solved() {
        let mut random = testkit::random::Random::new(4);
        for _ in 0..200 {
            let rows: [[f64; 5]; 8] =
                core::array::from_fn(|_| core::array::from_fn(|_| random.uniform(-1.0, 1.0)));
            let expected: [f64; 5] = core::array::from_fn(|_| random.uniform(-1.0, 1.0));
            let sum = |i: usize, j: usize| rows.iter().map(|row| row[i] * row[j]).sum::<f64>();
            let mut matrix: [[f64; 5]; 5] =
                core::array::from_fn(|i| core::array::from_fn(|j| sum(i, j)));
            (0..5).for_each(|i| matrix[i][i] += 0.1);
            let right = matrix.map(|row| row.iter().zip(expected).map(|(a, x)| a * x).sum());
            for (found, expected) in solve(matrix, right).into_iter().zip(expected) {
                assert!((found - expected).abs() < 1e-11, "{found} {expected}");
            }
        }
        // One unknown is the double of another: the second adds nothing.
        let mut matrix = [[0.0; 5]; 5];
        (0..5).for_each(|i| matrix[i][i] = 1.0);
        (matrix[0][1], matrix[1][0], matrix[1][1]) = (2.0, 2.0, 4.0 + 1e-11);
        assert_eq!(solve(matrix, [3.0, 6.0, 1.0, 1.0, 1.0]), [3.0, 0.0, 1.0, 1.0, 1.0]);
    }

    #[test]
    fn the_matrix_is_the_sum_over_the_derivatives_of_the_sinusoid() {
        let mut random = testkit::random::Random::new(6);
        let values: Vec<f64> = (0..60).map(|_| random.uniform(-1.0, 1.0)).collect();
        let series = Series::even(&values, 0.5);
        let weight = WindowSums::new(&series, 0.0).cos;
        for (omega, a, b) in [(0.3, 1.0, 0.5), (1.7, -0.6, 2.0), (0.02, 0.1, -0.9)] {
            let mut expected = [[0.0; 5]; 5];
            for (at, window) in series.at.iter().zip(&series.window) {
                let (sin, cos) = (omega * at).sin_cos();
                // Half of the span is the unit of time.
                let time = at / 30.0;
                let row = [cos, sin, time * (b * cos - a * sin), 1.0, time];
                for i in 0..5 {
                    (0..5).for_each(|j| expected[i][j] += window * row[i] * row[j]);
                }
            }
            let found = Normal::new(&series, weight, omega);
            for (i, row) in found.matrix(a, b, true).iter().enumerate() {
                for (j, number) in row.iter().enumerate() {
                    let size = (expected[i][i] * expected[j][j]).sqrt();
                    assert!((number - expected[i][j]).abs() < 1e-11 * size, "{omega} {i} {j}");
                }
            }
            let held = found.matrix(a, b, false);
            let unit = [0.0, 0.0, 1.0, 0.0, 0.0];
            assert_eq!((held[2], held.map(|row| row[2])), (unit, unit));
        }
    }
}
