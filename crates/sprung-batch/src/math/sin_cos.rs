//! Sine and cosine: the angle is reduced by quarter turns in three parts (Cody and Waite), the rest is a polynomial.

use crate::float::Float;
use sprung::shared::polynomial;

/// Sine and cosine of one angle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turned<T> {
    pub(crate) sin: T,
    pub(crate) cos: T,
    /// `cos − 1`, to full relative precision near zero.
    pub(crate) cos_change: T,
}

impl<T: Float> Turned<T> {
    /// An angle of 0.
    pub(crate) const NONE: Self = Turned { sin: T::ZERO, cos: T::ONE, cos_change: T::ZERO };

    /// The same after a further turn by an angle whose square is negligible.
    #[inline(always)]
    pub(crate) fn by_little(self, angle: T) -> Self {
        let change = angle * self.sin;
        Turned {
            sin: self.sin + angle * self.cos,
            cos: self.cos - change,
            cos_change: self.cos_change - change,
        }
    }
}

/// Sine and cosine of an angle ≥ 0 in radians, to 1 unit in the last place of one, for angles up to 8192 (`f32`) and
/// 10⁶ (`f64`). Beyond, the error grows to that of the angle itself; from 2²² and 2³⁰ on, the angle is held.
#[inline(always)]
pub(crate) fn turned<T: Float>(angle: T) -> Turned<T> {
    let angle = angle.at_most(T::LARGEST_ANGLE);
    let rounded = angle * T::QUARTERS_PER_RADIAN + T::INTEGER_ROUNDER;
    let quarters = rounded - T::INTEGER_ROUNDER;
    let [a, b, c] = T::HALF_PI_SPLIT;
    let r = ((angle - quarters * a) - quarters * b) - quarters * c;
    let square = r * r;
    let sin = r + r * square * polynomial(T::SIN_POLYNOMIAL, square);
    let cos_change = square * (square * polynomial(T::COS_POLYNOMIAL, square) - T::HALF);
    let cos = T::ONE + cos_change;

    let odd = T::has_integer_bit(rounded, 0);
    let sin_falls = T::has_integer_bit(rounded, 1);
    let turned_sin = if odd { cos } else { sin };
    let turned_cos = if odd { sin } else { cos };
    let cos = if odd != sin_falls { -turned_cos } else { turned_cos };
    Turned {
        sin: if sin_falls { -turned_sin } else { turned_sin },
        cos,
        cos_change: if quarters == T::ZERO { cos_change } else { cos - T::ONE },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::random::Random;
    use testkit::worst::Worst;

    #[test]
    fn single_precision_is_within_a_unit_of_one() {
        let mut random = Random::new(1);
        let mut worst = Worst::new("sin and cos in f32");
        for _ in 0..200_000 {
            let angle = random.log_uniform(1e-9, 8192.0) as f32;
            let Turned { sin, cos, cos_change } = turned(angle);
            let (exact_sin, exact_cos) = f64::from(angle).sin_cos();
            let half = (f64::from(angle) / 2.0).sin();
            let unit = f64::from(f32::EPSILON);
            worst.check(f64::from(sin) - exact_sin, exact_sin.abs().max(0.1) * unit, || angle);
            worst.check(f64::from(cos) - exact_cos, unit, || angle);
            worst.check(f64::from(cos_change) + 2.0 * half * half, 2.0 * unit, || angle);
        }
        worst.finish();
    }

    #[test]
    fn double_precision_is_within_a_unit_of_one_of_libm() {
        let mut random = Random::new(2);
        let mut worst = Worst::new("sin and cos in f64");
        for _ in 0..200_000 {
            let angle = random.log_uniform(1e-18, 1e6);
            let Turned { sin, cos, .. } = turned(angle);
            let (exact_sin, exact_cos) = libm::sincos(angle);
            worst.check(sin - exact_sin, 2.0 * exact_sin.abs().max(0.1) * f64::EPSILON, || angle);
            worst.check(cos - exact_cos, f64::EPSILON, || angle);
        }
        worst.finish();
    }

    #[test]
    fn sine_and_cosine_stay_on_the_circle_at_every_angle() {
        for angle in [1e4f32, 1e6, 4e6, 1e9, f32::MAX, f32::INFINITY] {
            let Turned { sin, cos, .. } = turned(angle);
            assert!((sin * sin + cos * cos - 1.0).abs() < 1e-4, "{angle}: {sin} {cos}");
        }
        assert!(turned(f64::NAN).sin.is_nan());
    }

    #[test]
    fn nothing_turns_at_zero() {
        let Turned { sin, cos, cos_change } = turned(0.0f32);
        assert_eq!((sin, cos, cos_change), (0.0, 1.0, 0.0));
    }
}
