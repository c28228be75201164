//! Normal equations of up to six unknowns, scaled to a unit diagonal.

/// The number of parameters of a motion: angular frequency, damping ratio, delay, start, goal, velocity.
pub(super) const PARAMETERS: usize = 6;

type Vector = [f64; PARAMETERS];

/// A direction whose part beside those before it is smaller than this is not determined.
const SINGULAR: f64 = 1e-13;
/// The standard error of what is not determined is this many times that of what is: finite, and seen at once.
const RIDGE: f64 = 1e-14;

/// The sums `Σ jᵀj` and `Σ j·r` over the samples, of rows `j` of derivatives and residuals `r`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Normal {
    matrix: [Vector; PARAMETERS],
    pub(super) right: Vector,
}

impl Normal {
    /// Adds a sample.
    pub(super) fn add(&mut self, row: &Vector, residual: f64) {
        for i in 0..PARAMETERS {
            for j in 0..=i {
                self.matrix[i][j] += row[i] * row[j];
            }
            self.right[i] += row[i] * residual;
        }
    }

    /// Solves for the parameters of the mask, the diagonal of each multiplied by `1 + damping`; 0 for the others and for a
    /// direction that the samples do not determine.
    pub(super) fn solve(&self, mask: [bool; PARAMETERS], damping: Vector) -> Vector {
        let scale = self.scales(mask);
        let factor = Factor::of(&self.scaled(&scale), &damping);
        let mut right = [0.0; PARAMETERS];
        for i in 0..PARAMETERS {
            right[i] = self.right[i] * scale[i];
        }
        let mut solution = factor.solve(right);
        for i in 0..PARAMETERS {
            solution[i] *= scale[i];
        }
        solution
    }

    /// The diagonal of the inverse for the parameters of the mask; 0 for the others.
    pub(super) fn inverse_diagonal(&self, mask: [bool; PARAMETERS]) -> Vector {
        let scale = self.scales(mask);
        let factor = Factor::of(&self.scaled(&scale), &[RIDGE; PARAMETERS]);
        let mut diagonal = [0.0; PARAMETERS];
        for i in (0..PARAMETERS).filter(|&i| mask[i]) {
            let mut unit = [0.0; PARAMETERS];
            unit[i] = 1.0;
            // A parameter that moves no sample: its scale is 0.
            let inverse = factor.solve(unit)[i] * scale[i] * scale[i];
            diagonal[i] = if inverse > 0.0 { inverse } else { f64::INFINITY };
        }
        diagonal
    }

    /// `1/√` of the diagonal; 0 for what is not in the mask.
    fn scales(&self, mask: [bool; PARAMETERS]) -> Vector {
        let mut scale = [0.0; PARAMETERS];
        for i in (0..PARAMETERS).filter(|&i| mask[i] && self.matrix[i][i] > 0.0) {
            scale[i] = 1.0 / self.matrix[i][i].sqrt();
        }
        scale
    }

    fn scaled(&self, scale: &Vector) -> [Vector; PARAMETERS] {
        let mut matrix = self.matrix;
        for i in 0..PARAMETERS {
            for j in 0..=i {
                matrix[i][j] *= scale[i] * scale[j];
            }
        }
        matrix
    }
}

/// `L D Lᵀ` of a symmetric positive matrix; `D` is 0 in a direction that is not determined.
struct Factor {
    lower: [Vector; PARAMETERS],
    diagonal: Vector,
}

impl Factor {
    fn of(matrix: &[Vector; PARAMETERS], damping: &Vector) -> Self {
        let (mut lower, mut diagonal) = ([[0.0; PARAMETERS]; PARAMETERS], [0.0; PARAMETERS]);
        for i in 0..PARAMETERS {
            for j in 0..i {
                let known: f64 = (0..j).map(|k| lower[i][k] * lower[j][k] * diagonal[k]).sum();
                let rest = matrix[i][j] - known;
                lower[i][j] = if diagonal[j] > 0.0 { rest / diagonal[j] } else { 0.0 };
            }
            let known: f64 = (0..i).map(|k| lower[i][k] * lower[i][k] * diagonal[k]).sum();
            let damped = matrix[i][i] * (1.0 + damping[i]);
            let rest = damped - known;
            let least = if damping[i] > 0.0 { 0.1 * damping[i].min(SINGULAR) } else { SINGULAR };
            diagonal[i] = if rest > least * damped { rest } else { 0.0 };
        }
        Factor { lower, diagonal }
    }

    fn solve(&self, right: Vector) -> Vector {
        let mut solution = right;
        for i in 0..PARAMETERS {
            let known: f64 = (0..i).map(|k| self.lower[i][k] * solution[k]).sum();
            solution[i] -= known;
        }
        for (part, pivot) in solution.iter_mut().zip(self.diagonal) {
            *part = if pivot > 0.0 { *part / pivot } else { 0.0 };
        }
        for i in (0..PARAMETERS).rev() {
            let known: f64 = (i + 1..PARAMETERS).map(|k| self.lower[k][i] * solution[k]).sum();
            solution[i] -= known;
        }
        solution
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `1`, `t` and `t²` at five times, in the slots 0, 2 and 5.
    fn parabola() -> Normal {
        let mut normal = Normal::default();
        for time in [-1.0, -0.5, 0.0, 0.5, 1.0] {
            normal.add(
                &[1.0, 0.0, time, 0.0, 0.0, time * time],
                3.0 - 2.0 * time + 7.0 * time * time,
            );
        }
        normal
    }

    const MASK: [bool; 6] = [true, false, true, false, false, true];

    #[test]
    fn a_parabola_is_found() {
        let found = parabola().solve(MASK, [0.0; 6]);
        for (value, expected) in found.iter().zip([3.0, 0.0, -2.0, 0.0, 0.0, 7.0]) {
            assert!((value - expected).abs() < 1e-14, "{found:?}");
        }
    }

    #[test]
    fn the_inverse_is_that_of_the_closed_form() {
        // Sums of 1, t² and t⁴ are 5, 2.5 and 2.125: det(1, t²) = 4.375.
        let found = parabola().inverse_diagonal(MASK);
        let expected = [2.125 / 4.375, 0.0, 0.4, 0.0, 0.0, 5.0 / 4.375];
        for (value, expected) in found.iter().zip(expected) {
            assert!((value - expected).abs() < 1e-12, "{found:?}");
        }
    }

    #[test]
    fn two_equal_columns_are_not_determined() {
        let mut normal = Normal::default();
        for time in [0.0, 1.0, 2.0] {
            normal.add(&[1.0, time, time, 0.0, 0.0, 0.0], time);
        }
        let mask = [true, true, true, false, false, false];
        assert_eq!(normal.solve(mask, [0.0; 6])[2], 0.0);
        assert!(normal.inverse_diagonal(mask)[1] > 1e10);
    }

    #[test]
    fn a_column_of_zeros_leaves_the_others_determined() {
        let mut normal = Normal::default();
        for time in [-1.0, 0.0, 1.0] {
            normal.add(&[1.0, time, 0.0, 0.0, 0.0, 0.0], time);
        }
        let mask = [true, true, true, false, false, false];
        let found = normal.inverse_diagonal(mask);
        assert!(
            (found[0] - 1.0 / 3.0).abs() < 1e-12 && (found[1] - 0.5).abs() < 1e-12,
            "{found:?}"
        );
        assert_eq!(found[2], f64::INFINITY);
    }

    #[test]
    fn what_rounding_leaves_of_a_pivot_is_zero() {
        let mut matrix = [[0.0; PARAMETERS]; PARAMETERS];
        for (at, row) in matrix.iter_mut().enumerate() {
            row[at] = 1e6;
        }
        matrix[1][0] = 1e6;
        matrix[1][1] = 1e6 * (1.0 + 1e-14);
        assert_eq!(Factor::of(&matrix, &[0.0; PARAMETERS]).diagonal[1], 0.0);
        matrix[1][1] = 1e6 * (1.0 + 1e-12);
        assert!(Factor::of(&matrix, &[0.0; PARAMETERS]).diagonal[1] > 0.0);
    }
}
