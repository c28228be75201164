//! One of the Kalman filters of a pointer, and the evidence for it.
//!
//! Times are in units of the tracker's `1/λ`. A filter has a bandwidth of its own, a share of `λ`; its estimate and covariance
//! are in units of that, and of the variance of one event.

use crate::coefficients::Likelihood;
use crate::real::{Real, polynomials::Polynomials};
use crate::vector::Vector;

/// The bandwidth over those of the filters, the ones with an acceleration first; the last has a velocity only.
const SLOWER: [u32; 4] = [1, 3, 7, 15];
/// The variance of the velocity at the start, at the full bandwidth: it is not known.
const UNKNOWN_VELOCITY: f64 = 1e5;
/// The variance of the acceleration at the start, at the full bandwidth: it is hardly known.
const VAGUE_ACCELERATION: f64 = 10.0;
/// The time in which events lose their weight as evidence.
const MEMORY: f64 = 12.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PointerFilter<V: Vector> {
    pace: V::Scalar,
    has_acceleration: bool,
    /// Position, velocity and acceleration.
    estimate: [V; 3],
    /// The covariance of position, velocity and acceleration: xx, xv, xa, vv, va, aa.
    covariance: [V::Scalar; 6],
    likelihood: Likelihood<V::Scalar>,
}

impl<V: Vector> PointerFilter<V> {
    /// The filters at the first event: the position is known as well as an event tells it, the velocity not at all, the
    /// acceleration hardly.
    pub(crate) fn all(position: V) -> [Self; 4] {
        let [zero, one] = [V::Scalar::ZERO, V::Scalar::ONE];
        core::array::from_fn(|at| {
            let has_acceleration = at + 1 < SLOWER.len();
            let slower = V::Scalar::from_count(SLOWER[at]);
            let square = slower * slower;
            let velocity = V::Scalar::from_f64(UNKNOWN_VELOCITY) * square;
            let acceleration = V::Scalar::from_f64(VAGUE_ACCELERATION) * square * square;
            let acceleration = if has_acceleration { acceleration } else { zero };
            PointerFilter {
                pace: one / slower,
                has_acceleration,
                estimate: [position, V::ZERO, V::ZERO],
                covariance: [one, zero, zero, velocity, zero, acceleration],
                likelihood: Likelihood::NONE,
            }
        })
    }

    /// Takes in an event, a time after the one before.
    pub(crate) fn push(&mut self, since: V::Scalar, position: V) {
        self.predict(self.pace * since);
        let fading = V::Scalar::ONE / (V::Scalar::ONE + since / V::Scalar::from_f64(MEMORY));
        self.correct(position, fading);
    }

    /// The velocity a time after the last event, in units of the tracker's bandwidth.
    pub(crate) fn velocity(&self, since: V::Scalar) -> V {
        let [_, velocity, acceleration] = self.estimate;
        // The acceleration itself fades: half of it does better than all and than none.
        let ahead = self.pace * since * V::Scalar::HALF;
        velocity.plus(acceleration.times(ahead)).times(self.pace)
    }

    /// The weights of filters, in all 1.
    pub(crate) fn weights(filters: &[Self; 4]) -> [V::Scalar; 4] {
        Likelihood::weights(filters.map(|filter| filter.likelihood))
    }

    /// Goes on by a time in units of the bandwidth.
    fn predict(&mut self, t: V::Scalar) {
        let part = |n: u32| V::Scalar::ONE / V::Scalar::from_count(n);
        let [x, v, a] = self.estimate;
        let half = t * t * part(2);
        self.estimate = [x.plus(v.times(t)).plus(a.times(half)), v.plus(a.times(t)), a];
        let [xx, xv, xa, vv, va, aa] = self.covariance;
        let (two, cube) = (V::Scalar::TWO, t * t * t);
        let zero = V::Scalar::ZERO;
        let driven = if self.has_acceleration {
            [cube * t * t * part(20), cube * t * part(8), cube * part(6), cube * part(3), half, t]
        } else {
            [cube * part(3), half, zero, t, zero, zero]
        };
        self.covariance = [
            xx + two * (t * xv + half * xa) + t * t * (vv + t * va) + half * half * aa + driven[0],
            xv + t * (xa + vv) + (t * t + half) * va + half * t * aa + driven[1],
            xa + t * va + half * aa + driven[2],
            vv + t * (two * va + t * aa) + driven[3],
            va + t * aa + driven[4],
            aa + driven[5],
        ];
    }

    /// Takes in the position of an event, and what it tells of the filter.
    fn correct(&mut self, position: V, fading: V::Scalar) {
        let [xx, xv, xa, vv, va, aa] = self.covariance;
        let variance = xx + V::Scalar::ONE;
        let share = V::Scalar::ONE / variance;
        let gains = [xx, xv, xa].map(|along| along * share);
        let miss = position.minus(self.estimate[0]);
        for (value, gain) in self.estimate.iter_mut().zip(gains) {
            *value = value.plus(miss.times(gain));
        }
        let [of_x, of_v, of_a] = gains;
        self.covariance = [of_x, of_v, of_a, vv - of_v * xv, va - of_v * xa, aa - of_a * xa];
        self.likelihood.push(fading, miss.dot(miss) * share, variance);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `∫ g gᵀ` from 0 to `t`, of what noise at a time before the end adds to position, velocity and acceleration, by
    /// Simpson's rule.
    fn noise(t: f64, effect: impl Fn(f64) -> [f64; 3]) -> [[f64; 3]; 3] {
        const PARTS: usize = 2000;
        let mut sums = [[0.0; 3]; 3];
        for k in 0..=PARTS {
            let weight = if k % PARTS == 0 { 1.0 } else { 2.0 + 2.0 * (k % 2) as f64 };
            let g = effect(t * k as f64 / PARTS as f64);
            for (row, a) in sums.iter_mut().zip(g) {
                for (sum, b) in row.iter_mut().zip(g) {
                    *sum += weight * a * b * t / (3 * PARTS) as f64;
                }
            }
        }
        sums
    }

    #[test]
    fn estimate_and_covariance_go_on_by_the_matrices_of_free_motion_and_its_noise() {
        let filters = PointerFilter::all([0.0f64; 2]);
        assert_eq!(filters.map(|filter| filter.has_acceleration), [true, true, true, false]);
        for (mut filter, t) in filters.into_iter().flat_map(|filter| [(filter, 0.3), (filter, 2.5)])
        {
            filter.estimate = [[1.0, 2.0], [-0.5, 0.7], [0.2, 0.4]];
            filter.covariance = [2.0, 0.3, 0.2, 1.5, 0.4, 0.9];
            let effect = |s: f64| [0.5 * s * s, s, 1.0];
            let drift = |s: f64| [s, 1.0, 0.0];
            let added = if filter.has_acceleration { noise(t, effect) } else { noise(t, drift) };
            let [xx, xv, xa, vv, va, aa] = filter.covariance;
            let covariance = [[xx, xv, xa], [xv, vv, va], [xa, va, aa]];
            let motion = [[1.0, t, 0.5 * t * t], [0.0, 1.0, t], [0.0, 0.0, 1.0]];
            let estimate = filter.estimate;
            filter.predict(t);
            let [xx, xv, xa, vv, va, aa] = filter.covariance;
            let after = [[xx, xv, xa], [xv, vv, va], [xa, va, aa]];
            for (i, j) in (0..9).map(|k| (k / 3, k % 3)) {
                let mut expected = added[i][j];
                for (k, l) in (0..9).map(|k| (k / 3, k % 3)) {
                    expected += motion[i][k] * covariance[k][l] * motion[j][l];
                }
                assert!((after[i][j] - expected).abs() < 1e-9 * (1.0 + expected), "{i} {j}");
            }
            for (i, moved) in filter.estimate.into_iter().enumerate() {
                for c in 0..2 {
                    let expected: f64 = (0..3).map(|k| motion[i][k] * estimate[k][c]).sum();
                    assert!((moved[c] - expected).abs() < 1e-12);
                }
            }
        }
    }
}
