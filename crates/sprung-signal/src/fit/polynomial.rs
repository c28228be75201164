//! Polynomials of the time: what a series may be instead of a spring.

use super::series::Series;

/// The sums of squares that polynomials of the degrees 0 to `N − 1` leave, by orthogonal polynomials (Forsythe).
pub(super) fn squares_left<const N: usize>(series: &Series) -> [f64; N] {
    let mut left = series.values.clone();
    let mut before = vec![0.0; series.len()];
    let mut current = vec![1.0; series.len()];
    let mut norm_before = 1.0;
    let mut squares = [0.0; N];
    for degree in &mut squares {
        let norm: f64 = current.iter().map(|p| p * p).sum();
        if norm > 0.0 {
            let along = current.iter().zip(&left).map(|(p, x)| p * x).sum::<f64>() / norm;
            left.iter_mut().zip(&current).for_each(|(x, p)| *x -= along * p);
            let times = series.times.iter().zip(&current);
            let middle = times.map(|(t, p)| t * p * p).sum::<f64>() / norm;
            let back = norm / norm_before;
            let next: Vec<f64> = (0..series.len())
                .map(|at| (series.times[at] - middle) * current[at] - back * before[at])
                .collect();
            norm_before = norm;
            before = std::mem::replace(&mut current, next);
        }
        *degree = left.iter().map(|x| x * x).sum();
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_polynomial_is_left_by_those_of_a_lower_degree_alone() {
        let times: Vec<f64> = (0..40).map(|i| (f64::from(i) / 39.0).powi(2)).collect();
        let cubic: Vec<f64> =
            times.iter().map(|t| 1.0 + t - 3.0 * t * t + 2.0 * t * t * t).collect();
        let series = Series::new(&times, &cubic).expect("not constant");
        let left: [f64; 5] = squares_left(&series);
        assert!(left[..3].iter().all(|&squares| squares > 1e-3), "{left:?}");
        assert!(left[3..].iter().all(|&squares| squares < 1e-24), "{left:?}");
        assert!(left.is_sorted_by(|a, b| a >= b));
    }
}
