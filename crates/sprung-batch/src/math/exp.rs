//! `e^(−x)` and `e^(−x) − 1` together, without a branch.

use crate::float::Float;
use sprung::shared::{Decayed, decayed_within, polynomial};

/// `e^(−x)` for `x ≥ 0`, within 1.5 (`f32`) and 2.5 (`f64`) times the machine precision, relative; exactly 0 beyond
/// [`LONGEST_DECAY`](crate::float::Lane::LONGEST_DECAY).
#[inline(always)]
pub(crate) fn decayed<T: Float>(x: T) -> Decayed<T> {
    let mut decayed = decayed_within(x.at_most(T::LONGEST_DECAY));
    let gone = x > T::LONGEST_DECAY;
    decayed.left = if gone { T::ZERO } else { decayed.left };
    decayed.change = if gone { -T::ONE } else { decayed.change };
    decayed
}

/// `e^(−x)` and `e^(−x) − 1` with the bits of [`decayed_within`], by a branch: small decays, as frames have them, need no
/// reduction.
#[inline(always)]
pub(crate) fn left_and_change<T: Float>(x: T) -> [T; 2] {
    if x <= T::UNREDUCED_DECAY {
        let change = x * x * polynomial(T::EXP_POLYNOMIAL, x) - x;
        return [T::ONE + change, change];
    }
    let decayed = decayed_within(x);
    [decayed.left, decayed.change]
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::random::Random;
    use testkit::worst::Worst;

    #[test]
    fn single_precision_is_exact_to_one_and_a_half_times_its_precision() {
        let mut random = Random::new(1);
        let mut worst = Worst::new("e^-x in f32");
        for _ in 0..200_000 {
            let x = random.log_uniform(1e-9, 80.0) as f32;
            let Decayed { left, change, .. } = decayed(x);
            let (exact, exact_change) = ((-f64::from(x)).exp(), (-f64::from(x)).exp_m1());
            let unit = f64::from(f32::EPSILON);
            worst.check(f64::from(left) - exact, 1.5 * exact * unit, || x);
            worst.check(f64::from(change) - exact_change, -1.5 * exact_change * unit, || x);
        }
        worst.finish();
    }

    #[test]
    fn double_precision_agrees_with_libm_to_two_and_a_half_times_its_precision() {
        let mut random = Random::new(2);
        let mut worst = Worst::new("e^-x in f64");
        for _ in 0..200_000 {
            let x = random.log_uniform(1e-18, 690.0);
            let Decayed { left, change, .. } = decayed(x);
            let (exact, exact_change) = (libm::exp(-x), libm::expm1(-x));
            worst.check(left - exact, 2.5 * exact * f64::EPSILON, || x);
            worst.check(change - exact_change, -2.5 * exact_change * f64::EPSILON, || x);
        }
        worst.finish();
    }

    fn same_bits_by_branch<T: Float>(seed: u64) {
        let mut random = Random::new(seed);
        for _ in 0..200_000 {
            let x = T::from_f64(random.log_uniform(1e-30, 80.0));
            let lane = decayed_within(x);
            assert_eq!([lane.left, lane.change], left_and_change(x), "{x}");
        }
        let [left, _] = left_and_change(T::UNREDUCED_DECAY);
        assert_eq!(left, decayed_within(T::UNREDUCED_DECAY).left);
        assert_eq!(left_and_change(T::ZERO), [T::ONE, T::ZERO]);
    }

    #[test]
    fn the_branch_changes_no_bit() {
        same_bits_by_branch::<f32>(3);
        same_bits_by_branch::<f64>(4);
    }

    #[test]
    fn nothing_decays_at_zero_and_all_at_infinity() {
        assert_eq!((decayed(0.0f32).left, decayed(0.0f32).change), (1.0, 0.0));
        assert_eq!((decayed(f64::INFINITY).left, decayed(f64::INFINITY).change), (0.0, -1.0));
        assert!(decayed(f32::NAN).left.is_nan() && decayed(f64::NAN).change.is_nan());
    }
}
