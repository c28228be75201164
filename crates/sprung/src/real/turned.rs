//! Sine and cosine: the angle is reduced by quarter turns, the rest is a polynomial.
//!
//! Up to [`NEAR_ANGLE`](super::polynomials::Polynomials::NEAR_ANGLE) by π/2 in three parts (W. Cody and W. Waite), beyond in
//! single precision by integers and the digits of 2/π (M. Payne and R. Hanek): `f32` never needs `f64`.

use crate::real::{Real, polynomials::polynomial};

/// Sine and cosine of `angle + rest`, `angle` ≥ 0 and `rest` what its rounding lost; both to 1 unit in the last place of one.
#[inline]
pub(crate) fn turned<R: Real>(angle: R, rest: R) -> (R, R) {
    if !(angle <= R::NEAR_ANGLE) {
        return turned_far(angle, rest);
    }
    let rounded = angle * R::QUARTERS_PER_RADIAN + R::INTEGER_ROUNDER;
    let quarters = rounded - R::INTEGER_ROUNDER;
    let [a, b, c] = R::HALF_PI_SPLIT;
    let r = (((angle - quarters * a) - quarters * b) - quarters * c) + rest;
    by_quarters(r, R::has_integer_bit(rounded, 0), R::has_integer_bit(rounded, 1))
}

/// Sine and cosine of `r` within ±π/4 turned by one and by two quarters.
#[inline(always)]
fn by_quarters<R: Real>(r: R, one: bool, two: bool) -> (R, R) {
    let square = r * r;
    let sin = r + r * square * polynomial(R::SIN_POLYNOMIAL, square);
    let cos = R::ONE + square * (square * polynomial(R::COS_POLYNOMIAL, square) - R::HALF);
    let (turned_sin, turned_cos) = if one { (cos, sin) } else { (sin, cos) };
    (if two { -turned_sin } else { turned_sin }, if one != two { -turned_cos } else { turned_cos })
}

/// The same beyond [`NEAR_ANGLE`](super::polynomials::Polynomials::NEAR_ANGLE), where what rounding lost may be a whole turn.
#[cold]
fn turned_far<R: Real>(angle: R, rest: R) -> (R, R) {
    let ((sin, cos), (rest_sin, rest_cos)) = (angle.far_sine_and_cosine(), rest.sin_cos());
    (sin * rest_cos + cos * rest_sin, cos * rest_cos - sin * rest_sin)
}

/// Sine and cosine of an angle of any sign; NaN for an infinite one.
#[inline]
pub(super) fn sine_and_cosine<R: Real>(angle: R) -> (R, R) {
    let magnitude = angle.abs();
    let (sin, cos) = if magnitude <= R::NEAR_ANGLE {
        turned(magnitude, R::ZERO)
    } else {
        magnitude.far_sine_and_cosine()
    };
    (sin * R::ONE.copysign(angle), cos)
}

/// The binary digits of `2/π`, after 32 zeros: enough for the largest angle of single precision.
const TWO_OVER_PI_DIGITS: [u32; 8] =
    [0, 0xA2F9_836E, 0x4E44_1529, 0xFC27_57D1, 0xF534_DDC0, 0xDB62_9599, 0x3C43_9041, 0xFE51_63AB];

/// Sine and cosine of an angle above 2¹², by integers.
pub(super) fn far_sine_and_cosine_single(angle: f32) -> (f32, f32) {
    if !angle.is_finite() {
        return (f32::NAN, f32::NAN);
    }
    let bits = angle.to_bits();
    let significand = (bits & 0x007F_FFFF) | 0x0080_0000;
    // The angle is significand·2^(exponent − 150). Digits that only add whole turns are left out: the first that counts
    // adds two quarters.
    let first = (bits >> 23) - 120;
    let (word, shift) = ((first / 32) as usize, first % 32);
    let digits = |i: usize| {
        let pair = |i: usize| u64::from(TWO_OVER_PI_DIGITS[i]);
        ((((pair(word + i) << 32) | pair(word + i + 1)) << shift) >> 32) as u32
    };
    let [high, middle, low] = [0, 1, 2].map(digits);
    let product = (u64::from(significand.wrapping_mul(high)) << 32)
        .wrapping_add(u64::from(significand) * u64::from(middle))
        .wrapping_add((u64::from(significand) * u64::from(low)) >> 32);
    // Two digits of quarters before the point, 62 behind it; the nearest quarter is taken out.
    let quarters = product.wrapping_add(1 << 61) >> 62;
    let rest = product.wrapping_sub(quarters << 62) as i64;
    const RADIANS: f32 = core::f32::consts::FRAC_PI_2 / (1u64 << 62) as f32;
    by_quarters(rest as f32 * RADIANS, quarters & 1 != 0, quarters & 2 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::random::Random;
    use testkit::worst::Worst;

    /// The exact values by `libm` in double precision, whose last digit is far below single precision.
    #[test]
    fn single_precision_is_within_a_unit_of_one_at_every_angle() {
        let mut random = Random::new(1);
        let mut worst = Worst::new("sin and cos in f32");
        for i in 0..400_000 {
            let angle = match i % 3 {
                0 => random.log_uniform(1e-9, 8192.0) as f32,
                1 => random.log_uniform(4096.0, 1e9) as f32,
                _ => random.log_uniform(1e9, 3.4e38) as f32,
            };
            let (exact_sin, exact_cos) = libm::sincos(f64::from(angle));
            let unit = f64::from(f32::EPSILON);
            for (sign, x) in [(1.0, angle), (-1.0, -angle)] {
                let (sin, cos) = sine_and_cosine(x);
                let allowed = 2.0 * exact_sin.abs().max(0.1) * unit;
                worst.check(f64::from(sin) - sign * exact_sin, allowed, || x);
                worst.check(f64::from(cos) - exact_cos, unit, || x);
            }
            if angle > 4096.0 {
                let (sin, cos) = far_sine_and_cosine_single(angle);
                worst.check(f64::from(sin) - exact_sin, unit, || angle);
                worst.check(f64::from(cos) - exact_cos, unit, || angle);
            }
        }
        worst.finish();
    }

    #[test]
    fn single_precision_keeps_small_sines() {
        let mut worst = Worst::new("sin in f32 beside multiples of pi");
        for turns in 1..200_000 {
            let angle = (f64::from(turns) * core::f64::consts::PI) as f32;
            let (sin, _) = sine_and_cosine(angle);
            let (exact, _) = libm::sincos(f64::from(angle));
            let allowed = 2.0 * f64::from(f32::EPSILON) * exact.abs().max(1e-3);
            worst.check(f64::from(sin) - exact, allowed, || turns);
        }
        worst.finish();
    }

    #[test]
    fn double_precision_with_its_rest_agrees_with_libm() {
        let mut random = Random::new(2);
        let mut worst = Worst::new("sin and cos in f64");
        for i in 0..200_000 {
            let greatest = if i % 2 == 0 { 1e6 } else { 1e15 };
            let angle = random.log_uniform(1e-18, greatest);
            let rest = angle * f64::EPSILON * random.uniform(-0.5, 0.5);
            let (sin, cos) = turned(angle, rest);
            let (exact_sin, exact_cos) = libm::sincos(angle);
            let (turned_sin, turned_cos) = libm::sincos(rest);
            let want = exact_sin * turned_cos + exact_cos * turned_sin;
            worst.check(sin - want, 2.0 * want.abs().max(0.1) * f64::EPSILON, || angle);
            worst.check(
                cos - (exact_cos * turned_cos - exact_sin * turned_sin),
                2.0 * f64::EPSILON,
                || angle,
            );
        }
        worst.finish();
    }

    #[test]
    fn sine_and_cosine_of_infinite_and_nan_angles_are_nan() {
        for angle in [f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
            let (sin, cos) = sine_and_cosine(angle);
            assert!(sin.is_nan() && cos.is_nan(), "{angle}");
        }
        assert_eq!(sine_and_cosine(0.0f32), (0.0, 1.0));
        assert!(sine_and_cosine(-0.0f32).0.is_sign_negative());
        assert_eq!(sine_and_cosine(1e-45f32).0, 1e-45);
    }
}
