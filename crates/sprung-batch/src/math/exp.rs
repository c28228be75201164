//! `e^(−x)` and `e^(−x) − 1` together: `x` is reduced to `s = x + k·ln 2`, |s| ≤ ln 2/2, and `e^(−s) − 1` is a polynomial.

use crate::float::{Float, polynomial};

/// The factor `e^(−x)` of a decay, and its difference from one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decayed<T> {
    /// `e^(−x)`; exactly 0 beyond [`LONGEST_DECAY`](crate::float::Coefficients::LONGEST_DECAY).
    pub(crate) left: T,
    /// `e^(−x) − 1`, to full relative precision near zero.
    pub(crate) change: T,
}

/// `e^(−x)` for `x ≥ 0`, within 1.5 (`f32`) and 2.5 (`f64`) times the machine precision, relative.
#[inline(always)]
pub(crate) fn decayed<T: Float>(x: T) -> Decayed<T> {
    let within = decayed_within(x.at_most(T::LONGEST_DECAY));
    let gone = x > T::LONGEST_DECAY;
    Decayed {
        left: if gone { T::ZERO } else { within.left },
        change: if gone { -T::ONE } else { within.change },
    }
}

/// The same for `x` in 0 … [`LONGEST_DECAY`](crate::float::Coefficients::LONGEST_DECAY); beyond, the numbers mean nothing.
#[inline(always)]
pub(crate) fn decayed_within<T: Float>(x: T) -> Decayed<T> {
    let rounded = T::INTEGER_ROUNDER - x * T::INVERSE_LN_2;
    let k = rounded - T::INTEGER_ROUNDER;
    let s = (x + k * T::LN_2_SPLIT[0]) + k * T::LN_2_SPLIT[1];
    let p = s * s * polynomial(T::EXP_POLYNOMIAL, s) - s;
    let scale = T::integer_power_of_two(rounded);
    let grown = scale * p;
    Decayed { left: scale + grown, change: grown + (scale - T::ONE) }
}

/// The bits of [`decayed_within`], with a branch: small decays, as frames have them, need no reduction.
#[inline(always)]
pub(crate) fn decayed_within_by_branch<T: Float>(x: T) -> Decayed<T> {
    if x <= T::UNREDUCED_DECAY {
        let change = x * x * polynomial(T::EXP_POLYNOMIAL, x) - x;
        return Decayed { left: T::ONE + change, change };
    }
    decayed_within(x)
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
            let Decayed { left, change } = decayed(x);
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
            let Decayed { left, change } = decayed(x);
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
            let (lane, branch) = (decayed_within(x), decayed_within_by_branch(x));
            assert_eq!([lane.left, lane.change], [branch.left, branch.change], "{x}");
        }
        let limit = decayed_within_by_branch(T::UNREDUCED_DECAY);
        assert_eq!(limit.left, decayed_within(T::UNREDUCED_DECAY).left);
        let zero = decayed_within_by_branch(T::ZERO);
        assert_eq!([zero.left, zero.change], [T::ONE, T::ZERO]);
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
