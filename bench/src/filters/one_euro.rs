//! The 1 € filter, from its published algorithm.
//!
//! G. Casiez, N. Roussel, D. Vogel, *1 € Filter: A Simple Speed-based Low-pass Filter for Noisy Input in Interactive
//! Systems*, CHI 2012, algorithms 1 to 4.

use std::f64::consts::TAU;

/// The cutoff frequency of the derivative in hertz, as the authors set it.
const DERIVATIVE_CUTOFF: f64 = 1.0;

/// Returns the filtered values: an exponential average whose cutoff frequency in hertz is `min_cutoff + beta·|speed|`.
pub(super) fn one_euro(values: &[f64], rate: f64, min_cutoff: f64, beta: f64) -> Vec<f64> {
    let part = |cutoff: f64| 1.0 / (1.0 + rate / (TAU * cutoff));
    let mut last: Option<(f64, f64)> = None;
    let step = |&value: &f64| {
        let (filtered, speed) = match last {
            None => (value, 0.0),
            Some((previous, speed)) => {
                // The authors' implementations differ on the value that the speed is taken from; this is the paper's.
                let raw = (value - previous) * rate;
                let speed = speed + part(DERIVATIVE_CUTOFF) * (raw - speed);
                let cutoff = min_cutoff + beta * speed.abs();
                (previous + part(cutoff) * (value - previous), speed)
            }
        };
        last = Some((filtered, speed));
        filtered
    };
    values.iter().map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_beta_it_is_an_exponential_average_and_with_it_it_hurries() {
        let step: Vec<f64> = (0..200).map(|at| if at == 0 { 0.0 } else { 1.0 }).collect();
        let plain = one_euro(&step, 100.0, 1.0, 0.0);
        let part = 1.0 / (1.0 + 100.0 / TAU);
        for (at, value) in plain.iter().enumerate() {
            assert!((value - (1.0 - (1.0 - part).powi(at as i32))).abs() < 1e-12, "{at}");
        }
        let quick = one_euro(&step, 100.0, 1.0, 1.0);
        assert!(quick[1..50].iter().zip(&plain[1..50]).all(|(quick, plain)| quick > plain));
        assert_eq!(one_euro(&[3.0; 9], 60.0, 1.0, 0.5), [3.0; 9]);
    }
}
