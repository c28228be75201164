//! `e^(−x)` and `e^(−x) − 1` together: `x` is reduced to `s = x + k·ln 2`, |s| ≤ ln 2/2, and `e^(−s) − 1` is a polynomial.

use crate::real::{Real, polynomials::polynomial};

/// A decay by `e^(−x)`.
#[derive(Clone, Copy, Debug)]
pub struct Decayed<R> {
    /// `e^(−x)`; exactly 0 beyond `MAX_DECAY`.
    pub left: R,
    /// `e^(−x) − 1`, to full relative precision near zero.
    pub change: R,
    reduced: Reduced<R>,
}

/// The intermediate results of a decay: `x = s + m`, `e^(−x) = scale·(1 + p)`, `p = b·s² − s`.
#[derive(Clone, Copy, Debug)]
struct Reduced<R> {
    s: R,
    m: R,
    scale: R,
    b: R,
    p: R,
}

/// The decay by `x ≥ 0`, within 1.5 (`f32`) and 2.5 (`f64`) times the machine precision, relative; NaN for NaN.
#[inline]
pub(crate) fn decayed<R: Real>(x: R) -> Decayed<R> {
    if x > R::MAX_DECAY {
        let reduced = Reduced { s: R::ZERO, m: x, scale: R::ZERO, b: R::ZERO, p: R::ZERO };
        return Decayed { left: R::ZERO, change: -R::ONE, reduced };
    }
    decayed_within(x)
}

/// The same for `x` in 0 … `MAX_DECAY`; beyond, the numbers mean nothing.
#[inline(always)]
pub fn decayed_within<R: Real>(x: R) -> Decayed<R> {
    let rounded = R::INTEGER_ROUNDER - x * R::INVERSE_LN_2;
    let k = rounded - R::INTEGER_ROUNDER;
    let s = (x + k * R::LN_2_SPLIT[0]) + k * R::LN_2_SPLIT[1];
    let b = polynomial(R::EXP_POLYNOMIAL, s);
    let p = s * s * b - s;
    let scale = R::integer_power_of_two(rounded);
    let h = scale - R::ONE;
    let grown = scale * p;
    Decayed {
        left: scale + grown,
        change: grown + h,
        reduced: Reduced { s, m: -k * R::LN_2, scale, b, p },
    }
}

impl<R: Real> Decayed<R> {
    /// `(1 + x)·e^(−x) − 1`, to full relative precision near zero.
    #[inline(always)]
    pub(crate) fn critical_change(&self) -> R {
        // The first powers cancel before anything is rounded.
        let Reduced { s, m, scale, b, p } = self.reduced;
        ((scale - R::ONE) + m * scale) + scale * (m * p + s * s * (b * (R::ONE + s) - R::ONE))
    }

    /// `e^(−x) − 1 + x·(1 + lost)`, to full relative precision near zero, for `lost` in −1 … 0.
    #[inline(always)]
    pub(crate) fn change_beside(&self, x: R, lost: R) -> R {
        let Reduced { s, m, scale, b, .. } = self.reduced;
        let h = scale - R::ONE;
        (h + (m - s * h)) + (x * lost + scale * (s * s * b))
    }

    /// Returns `1 − (1 − e^(−x))/x`: the response of a first-order decay of `x ≥ 0` to a unit of goal motion.
    #[inline(always)]
    pub(crate) fn missed_by_mean(&self, x: R) -> R {
        if self.is_short() { x * self.reduced.b } else { R::ONE + self.change / x }
    }

    /// `(1 − (1 − e^(−x))/x)/x`.
    #[inline(always)]
    pub(crate) fn area(&self, x: R) -> R {
        if self.is_short() { self.reduced.b } else { (R::ONE + self.change / x) / x }
    }

    /// Returns whether `x` is at most `ln 2/2`, so that nothing was reduced.
    #[inline(always)]
    fn is_short(&self) -> bool {
        self.reduced.scale == R::ONE
    }
}

/// A decay by `e^(−x)` of a small `x`, which is cheaper.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShortDecay<R> {
    /// `e^(−x)`.
    pub(crate) left: R,
    x: R,
    square: R,
    b: R,
}

/// The decay by `x` in 0 … [`SHORT_DECAY`](super::polynomials::Polynomials::SHORT_DECAY), within 3.2 times the machine precision;
/// beyond, the numbers mean nothing.
#[inline(always)]
pub(crate) fn short_decay<R: Real>(x: R) -> ShortDecay<R> {
    let (square, b) = (x * x, polynomial(R::SHORT_EXP_POLYNOMIAL, x));
    ShortDecay { left: R::ONE + (square * b - x), x, square, b }
}

impl<R: Real> ShortDecay<R> {
    /// `(1 + x)·e^(−x) − 1`, to full relative precision near zero.
    #[inline(always)]
    pub(crate) fn critical_change(&self) -> R {
        self.square * (self.b * (R::ONE + self.x) - R::ONE)
    }

    /// `e^(−x) − 1 + x·(1 + lost)`, to full relative precision near zero, for `lost` in −1 … 0.
    #[inline(always)]
    pub(crate) fn change_beside(&self, lost: R) -> R {
        self.square * self.b + self.x * lost
    }
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
            let x = random.log_uniform(1e-9, 86.0) as f32;
            let decay = decayed(x);
            let (exact, exact_change) = ((-f64::from(x)).exp(), (-f64::from(x)).exp_m1());
            let unit = f64::from(f32::EPSILON);
            worst.check(f64::from(decay.left) - exact, 1.5 * exact * unit, || x);
            worst.check(f64::from(decay.change) - exact_change, -1.5 * exact_change * unit, || x);
        }
        worst.finish();
    }

    #[test]
    fn double_precision_agrees_with_libm_to_two_and_a_half_times_its_precision() {
        let mut random = Random::new(2);
        let mut worst = Worst::new("e^-x in f64");
        for _ in 0..200_000 {
            let x = random.log_uniform(1e-18, 707.0);
            let Decayed { left, change, .. } = decayed(x);
            let (exact, exact_change) = (libm::exp(-x), libm::expm1(-x));
            worst.check(left - exact, 2.5 * exact * f64::EPSILON, || x);
            worst.check(change - exact_change, -2.5 * exact_change * f64::EPSILON, || x);
        }
        worst.finish();
    }

    #[test]
    fn small_differences_keep_their_digits() {
        let mut random = Random::new(3);
        let mut worst = Worst::new("differences of decays in f32");
        for _ in 0..200_000 {
            let x = random.log_uniform(1e-6, 80.0) as f32;
            let (single, double) = (decayed(x), decayed(f64::from(x)));
            let unit = f64::from(f32::EPSILON);
            for (got, want) in [
                (single.critical_change(), double.critical_change()),
                (single.missed_by_mean(x), double.missed_by_mean(f64::from(x))),
            ] {
                worst.check(f64::from(got) - want, 6.0 * want.abs() * unit, || x);
            }
        }
        worst.finish();
        // x²/2 and x/2 to first order.
        assert!((decayed(1e-9f64).critical_change() / -5e-19 - 1.0).abs() < 1e-8);
        assert!((decayed(1e-9f64).missed_by_mean(1e-9) / 5e-10 - 1.0).abs() < 1e-8);
    }

    #[test]
    fn nothing_decays_at_zero_and_all_at_infinity() {
        assert_eq!((decayed(0.0f32).left, decayed(0.0f32).change), (1.0, 0.0));
        assert_eq!((decayed(f64::INFINITY).left, decayed(f64::INFINITY).change), (0.0, -1.0));
        assert!(decayed(f32::NAN).left.is_nan() && decayed(f64::NAN).change.is_nan());
    }
}
