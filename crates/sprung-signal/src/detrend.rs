//! Linear detrending of a series: removes the mean and the drift.

/// Subtracts the line of least squares from samples of even steps.
pub(crate) fn detrend(values: &mut [f64]) {
    let count = values.len() as f64;
    let middle = (count - 1.0) / 2.0;
    let (mut sum, mut moment, mut spread) = (0.0, 0.0, 0.0);
    for (index, value) in values.iter().enumerate() {
        let at = index as f64 - middle;
        sum += value;
        moment += at * value;
        spread += at * at;
    }
    let mean = sum / count;
    let slope = if spread > 0.0 { moment / spread } else { 0.0 };
    for (index, value) in values.iter_mut().enumerate() {
        *value -= mean + slope * (index as f64 - middle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_leaves_nothing_and_a_wave_stays() {
        let mut line: Vec<f64> = (0..100).map(|i| 5.0 - 0.3 * f64::from(i)).collect();
        detrend(&mut line);
        assert!(line.iter().all(|x| x.abs() < 1e-12));
        let wave = |i: i32| (f64::from(i) * 0.7).sin();
        let mut values: Vec<f64> = (0..1000).map(|i| wave(i) + 4.0 + 0.1 * f64::from(i)).collect();
        detrend(&mut values);
        assert!(values.iter().zip(0..).all(|(x, i)| (x - wave(i)).abs() < 0.02));
        detrend(&mut []);
        let mut one = [3.0];
        detrend(&mut one);
        assert_eq!(one, [0.0]);
    }
}
