//! The fast Fourier transform: the final state of all undamped springs that a series shakes.

use std::f64::consts::TAU;

use sprung::Real;

/// Numbers of which all stages are done before the next ones are touched.
const NEAR: usize = 8192;

/// A transform of a power of two of complex numbers (Cooley and Tukey).
#[derive(Clone, Debug)]
pub(super) struct Fourier {
    size: usize,
    cos: Vec<f64>,
    sin: Vec<f64>,
}

impl Fourier {
    /// Returns a transform of `size` numbers, a power of two.
    pub(super) fn new(size: usize) -> Self {
        let turn = |index: usize| Real::sin_cos(TAU * index as f64 / size as f64);
        let (sin, cos) = (0..size / 2).map(turn).unzip();
        Fourier { size, cos, sin }
    }

    /// Replaces real and imaginary parts by `Σ z e^(−i2πjk/size)`.
    pub(super) fn transform(&self, re: &mut [f64], im: &mut [f64]) {
        reverse_bits(re);
        reverse_bits(im);
        self.stages(re, im);
    }

    /// The stages of a part whose numbers are in the opposite order of bits.
    fn stages(&self, re: &mut [f64], im: &mut [f64]) {
        let mut half = 1;
        if re.len() > NEAR {
            // Each half by itself: it stays near the processor through all of its stages.
            half = re.len() / 2;
            let ((low_re, high_re), (low_im, high_im)) =
                (re.split_at_mut(half), im.split_at_mut(half));
            self.stages(low_re, low_im);
            self.stages(high_re, high_im);
        }
        while half < re.len() {
            let stride = self.size / (2 * half);
            for (re, im) in re.chunks_exact_mut(2 * half).zip(im.chunks_exact_mut(2 * half)) {
                let (low_re, high_re) = re.split_at_mut(half);
                let (low_im, high_im) = im.split_at_mut(half);
                for index in 0..half {
                    let (cos, sin) = (self.cos[index * stride], self.sin[index * stride]);
                    let turned_re = high_re[index] * cos + high_im[index] * sin;
                    let turned_im = high_im[index] * cos - high_re[index] * sin;
                    high_re[index] = low_re[index] - turned_re;
                    high_im[index] = low_im[index] - turned_im;
                    low_re[index] += turned_re;
                    low_im[index] += turned_im;
                }
            }
            half *= 2;
        }
    }
}

/// Moves each number to the place whose index has its bits in the opposite order.
fn reverse_bits(values: &mut [f64]) {
    let size = values.len();
    if size < 2 {
        return;
    }
    let shift = usize::BITS - size.trailing_zeros();
    for index in 0..size {
        let other = index.reverse_bits() >> shift;
        if index < other {
            values.swap(index, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::random::Random;

    #[test]
    fn the_transform_equals_the_direct_sum() {
        let mut random = Random::new(3);
        for size in [1, 2, 8, 64] {
            let re: Vec<f64> = (0..size).map(|_| random.uniform(-1.0, 1.0)).collect();
            let im: Vec<f64> = (0..size).map(|_| random.uniform(-1.0, 1.0)).collect();
            let (mut fast_re, mut fast_im) = (re.clone(), im.clone());
            Fourier::new(size).transform(&mut fast_re, &mut fast_im);
            for k in 0..size {
                let (mut sum_re, mut sum_im) = (0.0, 0.0);
                for j in 0..size {
                    let (sin, cos) = (TAU * (j * k) as f64 / size as f64).sin_cos();
                    sum_re += re[j] * cos + im[j] * sin;
                    sum_im += im[j] * cos - re[j] * sin;
                }
                assert!((fast_re[k] - sum_re).abs() < 1e-12 && (fast_im[k] - sum_im).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn an_impulse_becomes_a_turning_phase_in_transforms_that_are_halved_too() {
        for size in [4096, 8192, 16_384, 65_536] {
            for at in [0, 1, size / 2 + 3, size - 1] {
                let (mut re, mut im) = (vec![0.0; size], vec![0.0; size]);
                (re[at], im[at]) = (0.6, 0.8);
                Fourier::new(size).transform(&mut re, &mut im);
                for k in [0, 1, 2, 77, size / 2, size / 2 + 1, size - 1] {
                    let (sin, cos) = (TAU * (at * k % size) as f64 / size as f64).sin_cos();
                    let expected = [0.6 * cos + 0.8 * sin, 0.8 * cos - 0.6 * sin];
                    let error = (re[k] - expected[0]).abs().max((im[k] - expected[1]).abs());
                    assert!(error < 1e-12, "{size} {at} {k}: {error}");
                }
            }
        }
    }
}
