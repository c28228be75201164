//! Vectors and symmetric 3×3 matrices, for effective masses.

use sprung::{Real, Vector};

/// A 3×3 matrix by rows.
///
/// ```
/// use sprung_body::Matrix3;
///
/// let matrix = Matrix3::diagonal([1.0f64, 2.0, 3.0]);
/// assert_eq!(matrix.apply([1.0, 1.0, 1.0]), [1.0, 2.0, 3.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matrix3<R> {
    /// The rows.
    pub rows: [[R; 3]; 3],
}

impl<R: Real> Matrix3<R> {
    /// All zero.
    pub const ZERO: Self = Matrix3 { rows: [[R::ZERO; 3]; 3] };

    /// A matrix with this diagonal and nothing else.
    pub fn diagonal(diagonal: [R; 3]) -> Self {
        let mut matrix = Matrix3::ZERO;
        for (i, value) in diagonal.into_iter().enumerate() {
            matrix.rows[i][i] = value;
        }
        matrix
    }

    /// The product with a vector.
    pub fn apply(&self, vector: [R; 3]) -> [R; 3] {
        self.rows.map(|row| row.dot(vector))
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Matrix3 { rows: self.rows.plus(other.rows) }
    }

    /// The product with the transpose of `columns` given as three columns: `columns · self · columnsᵀ`.
    pub(crate) fn conjugated(&self, columns: [[R; 3]; 3]) -> Self {
        let mut sum = Matrix3::ZERO;
        for (i, a) in columns.into_iter().enumerate() {
            for (j, b) in columns.into_iter().enumerate() {
                sum.rows = sum.rows.plus(a.map(|a| b.times(a * self.rows[i][j])));
            }
        }
        sum
    }

    /// The least eigenvalue of a symmetric matrix that is not negative, of those that are not 0.
    pub(crate) fn least_eigenvalue(&self) -> R {
        let mean = self.trace() / R::from_f64(3.0);
        let rest = self.plus(&Matrix3::diagonal([-mean; 3])).rows;
        let [x, y, z] = rest;
        let spread = ((x.dot(x) + y.dot(y) + z.dot(z)) / R::from_f64(6.0)).sqrt();
        if !(spread > mean * R::EPSILON) {
            return mean;
        }
        let [x, y, z] = [x, y, z].map(|row| row.times(R::ONE / spread));
        let half = (R::HALF * x.dot(cross(y, z))).max(-R::ONE).min(R::ONE);
        let angle = half.acos() / R::from_f64(3.0);
        let third = R::TWO * R::PI / R::from_f64(3.0);
        let values = [third, -third, R::ZERO]
            .map(|turn| mean + R::TWO * spread * (angle + turn).sin_cos().1);
        let none = R::from_f64(32.0) * R::EPSILON * mean;
        values.into_iter().find(|value| *value > none).unwrap_or(R::ZERO)
    }

    /// The sum of the diagonal.
    pub(crate) fn trace(&self) -> R {
        self.rows[0][0] + self.rows[1][1] + self.rows[2][2]
    }

    /// The solution `x` of `self · x = vector`; where the matrix is singular, zero along what it cannot reach.
    ///
    /// For symmetric matrices that are not negative: Gaussian elimination, the largest pivot first, so that small
    /// entries next to large ones count. A pivot that is only rounding counts as zero.
    pub(crate) fn solve(&self, vector: [R; 3]) -> [R; 3] {
        let (mut rows, mut right) = (self.rows, vector);
        let mut used = [false; 3];
        for _ in 0..3 {
            let candidates = (0..3).filter(|&i| !used[i]);
            let held = |i: usize| self.rows[i][i] * R::EPSILON * R::from_f64(8.0);
            let free = candidates.filter(|&i| rows[i][i] > held(i));
            let pivot = free.fold(None, |best: Option<usize>, i| match best {
                Some(b) if rows[b][b] >= rows[i][i] => best,
                _ => Some(i),
            });
            let Some(p) = pivot else { break };
            used[p] = true;
            for i in 0..3 {
                if i != p {
                    let factor = rows[i][p] / rows[p][p];
                    rows[i] = rows[i].minus(rows[p].times(factor));
                    right[i] -= right[p] * factor;
                }
            }
        }
        core::array::from_fn(|i| if used[i] { right[i] / rows[i][i] } else { R::ZERO })
    }
}

/// The vector product.
pub(crate) fn cross<R: Real>(a: [R; 3], b: [R; 3]) -> [R; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The length, safe from underflow and overflow of the squares.
pub(crate) fn length<R: Real, const N: usize>(vector: [R; N]) -> R
where
    [R; N]: Vector<Scalar = R>,
{
    let greatest = vector.into_iter().fold(R::ZERO, |most, x| most.max(x.abs()));
    if greatest == R::ZERO || !greatest.is_finite() {
        return greatest;
    }
    // A quotient, not a product: one over a subnormal number is infinite.
    greatest * vector.map(|x| x / greatest).length()
}

/// A vector of length 1 in the direction of `vector`, and the length; none for length 0.
pub(crate) fn direction<R: Real>(vector: [R; 3]) -> Option<([R; 3], R)> {
    let greatest = vector[0].abs().max(vector[1].abs()).max(vector[2].abs());
    if !(greatest > R::ZERO && vector.into_iter().all(R::is_finite)) {
        return None;
    }
    let scaled = vector.map(|x| x / greatest);
    let length = scaled.length();
    Some((scaled.times(R::ONE / length), (greatest * length).min(R::MAX)))
}

/// The part of a vector across a direction of length 1.
pub(crate) fn across<R: Real>(vector: [R; 3], unit: [R; 3]) -> [R; 3] {
    vector.minus(unit.times(vector.dot(unit)))
}

/// Some unit vector at right angles to a unit vector, always the same for the same one.
pub(crate) fn perpendicular<R: Real>(unit: [R; 3]) -> [R; 3] {
    let axis = if unit[0].abs() < R::from_f64(0.6) {
        [R::ONE, R::ZERO, R::ZERO]
    } else {
        [R::ZERO, R::ONE, R::ZERO]
    };
    let across = cross(unit, axis);
    across.times(R::ONE / across.length())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprung::Rotation;

    #[test]
    fn a_solution_solves() {
        let m = Matrix3 { rows: [[4.0f64, 1.0, -0.5], [1.0, 3.0, 0.25], [-0.5, 0.25, 2.0]] };
        let x = m.solve([1.0, -2.0, 3.0]);
        assert!(m.apply(x).minus([1.0, -2.0, 3.0]).length() < 1e-14);
    }

    #[test]
    fn the_smallest_vectors_and_the_largest_have_a_direction() {
        let tiny = f32::from_bits(3);
        for size in [tiny, f32::MIN_POSITIVE / 2.0, 1e-30, 1.0, 1e30, f32::MAX] {
            let (unit, long) = direction([0.0, -size, 0.0]).unwrap();
            assert_eq!((unit, long), ([0.0, -1.0, 0.0], size));
            assert_eq!(length([0.0, -size]), size);
        }
        assert!(direction([0.0f32, f32::NAN, 1.0]).is_none() && direction([0.0f64; 3]).is_none());
    }

    #[test]
    fn what_a_singular_matrix_cannot_reach_stays_zero() {
        let planar = Matrix3 { rows: [[2.0f64, 0.5, 0.0], [0.5, 1.0, 0.0], [0.0, 0.0, 0.0]] };
        let x = planar.solve([1.0, 2.0, 5.0]);
        assert!(
            x[2] == 0.0
                && (planar.apply(x)[0] - 1.0).abs() < 1e-14
                && (planar.apply(x)[1] - 2.0).abs() < 1e-14
        );
        assert_eq!(Matrix3::<f32>::ZERO.solve([1.0, 2.0, 3.0]), [0.0; 3]);
        // The largest pivot is the first: the others are zero.
        let line = Matrix3 { rows: [[1.0f64, 2.0, 0.0], [2.0, 4.0, 0.0], [0.0; 3]] };
        assert_eq!(line.solve([2.0, 4.0, 0.0]), [0.0, 1.0, 0.0]);
    }

    #[test]
    fn the_least_eigenvalue_is_the_smallest_that_is_not_zero() {
        let turn = Rotation::from_rotation_vector([0.3, -0.8, 0.4]);
        let columns = Matrix3::diagonal([1.0; 3]).rows.map(|unit| turn.rotate(unit));
        for (values, least) in [
            ([1.0f64, 2.0, 5.0], 1.0),
            ([5.0, 1e-3, 4.0], 1e-3),
            ([0.0, 2.0, 5.0], 2.0),
            ([0.0, 7.0, 0.0], 7.0),
            ([3.0, 3.0, 3.0], 3.0),
            ([0.0, 0.0, 0.0], 0.0),
        ] {
            for matrix in [Matrix3::diagonal(values), Matrix3::diagonal(values).conjugated(columns)]
            {
                let found = matrix.least_eigenvalue();
                assert!((found - least).abs() < 1e-13, "{values:?}: {found}");
            }
        }
    }

    #[test]
    fn a_singular_matrix_answers_what_it_cannot_reach_by_its_largest_pivot_alone() {
        let line = Matrix3 { rows: [[4.0f64, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0; 3]] };
        assert_eq!(line.solve([4.0, 2.0, 0.0]), [1.0, 0.0, 0.0]);
        let mut random = testkit::random::Random::new(5);
        for _ in 0..2000 {
            let unit = [0; 3].map(|_| random.uniform(-1.0, 1.0));
            let (unit, _) = direction(unit).expect("not 0");
            // One direction only; the rest is rounding.
            let rows = unit.map(|along| unit.times(along));
            let right = [0; 3].map(|_| random.uniform(-1.0, 1.0));
            let x = Matrix3 { rows }.solve(right);
            assert!(length(x) <= 3.0 * length(right), "{unit:?}: {x:?} for {right:?}");
        }
    }

    #[test]
    fn the_least_eigenvalue_is_found_at_every_scale() {
        for scale in [1e-30, 1e-12, 1e12, 1e30] {
            let found = Matrix3::diagonal([5.0f64, 1.0, 2.0].map(|v| v * scale)).least_eigenvalue();
            assert!((found / scale - 1.0).abs() < 1e-13, "{scale}: {found}");
        }
    }
}
