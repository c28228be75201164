//! Polynomials beside a motion without noise: the evidence that a recording of it can have against them.

/// The squares of what polynomials of degrees 0 to 4 leave of the values, over the variance of the noise.
pub(crate) fn left(times: &[f64], values: &[f64], deviation: f64) -> [f64; 5] {
    let (first, last) = (times[0], times[times.len() - 1]);
    let at: Vec<f64> = times.iter().map(|t| 2.0 * (t - first) / (last - first) - 1.0).collect();
    let mut rest = values.to_vec();
    let mut basis: Vec<Vec<f64>> = Vec::new();
    std::array::from_fn(|degree| {
        let mut next: Vec<f64> = at.iter().map(|x| x.powi(degree as i32)).collect();
        // Twice, against rounding.
        for _ in 0..2 {
            basis.iter().for_each(|known| remove(&mut next, known));
        }
        let length = dot(&next, &next).sqrt();
        next.iter_mut().for_each(|x| *x /= length);
        remove(&mut rest, &next);
        basis.push(next);
        dot(&rest, &rest) / (deviation * deviation)
    })
}

fn remove(from: &mut [f64], direction: &[f64]) {
    let along = dot(from, direction);
    from.iter_mut().zip(direction).for_each(|(x, part)| *x -= along * part);
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}
