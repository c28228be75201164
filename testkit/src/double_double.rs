//! Numbers of twice the digits of `f64`: exponential, sine, cosine and arctangent to 1e-28, by their series.
//!
//! The oracle of oracles: the functions of `f64` that tests compare `f32` with are themselves compared with these. Sums and
//! products without an error (D. Knuth; T. Dekker).

use core::ops::{Add, Div, Mul, Neg, Sub};

/// The sum of two numbers of which the second is at most half a unit in the last place of the first.
#[derive(Clone, Copy, Debug)]
pub struct DoubleDouble {
    high: f64,
    low: f64,
}

/// π/2, and the natural logarithm of 2, to 32 digits.
const HALF_PI: DoubleDouble =
    DoubleDouble { high: core::f64::consts::FRAC_PI_2, low: 6.123_233_995_736_766e-17 };
const LN_2: DoubleDouble =
    DoubleDouble { high: core::f64::consts::LN_2, low: 2.319_046_813_846_299_6e-17 };

impl From<f64> for DoubleDouble {
    fn from(high: f64) -> Self {
        DoubleDouble { high, low: 0.0 }
    }
}

fn sum(a: f64, b: f64) -> DoubleDouble {
    let high = a + b;
    let part = high - a;
    DoubleDouble { high, low: (a - (high - part)) + (b - part) }
}

impl Add for DoubleDouble {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (highs, lows) = (sum(self.high, other.high), sum(self.low, other.low));
        let first = sum(highs.high, highs.low + lows.high);
        sum(first.high, first.low + lows.low)
    }
}

impl Neg for DoubleDouble {
    type Output = Self;
    fn neg(self) -> Self {
        DoubleDouble { high: -self.high, low: -self.low }
    }
}

impl Sub for DoubleDouble {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for DoubleDouble {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let high = self.high * other.high;
        let low = self.high.mul_add(other.high, -high);
        sum(high, low + (self.high * other.low + self.low * other.high))
    }
}

impl Div for DoubleDouble {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let first = self.high / other.high;
        let rest = self - other * first.into();
        let second = rest.high / other.high;
        let rest = rest - other * second.into();
        sum(first, second) + (rest.high / other.high).into()
    }
}

impl DoubleDouble {
    /// Returns the difference from a number of single length, relative to this one.
    ///
    /// ```
    /// use testkit::double_double::DoubleDouble;
    /// assert!(DoubleDouble::from(1.0).exp().relative_error(1f64.exp()) < 2e-16);
    /// assert!(DoubleDouble::from(1.0).exp().relative_error(2.718) > 1e-4);
    /// ```
    pub fn relative_error(self, other: f64) -> f64 {
        ((self - other.into()).high / self.high).abs()
    }

    /// The nearest number of single length.
    pub fn nearest(self) -> f64 {
        self.high
    }

    fn scaled(self, factor: f64) -> Self {
        // Exact: a power of two.
        DoubleDouble { high: self.high * factor, low: self.low * factor }
    }

    /// e to the power of `self`, for results that are normal numbers.
    pub fn exp(self) -> Self {
        let k = (self.high / LN_2.high).round();
        let rest = (self - LN_2 * k.into()).scaled(1.0 / 256.0);
        // e^r − 1, squared eight times as (1 + p)² − 1 = 2p + p².
        let mut power = rest * series(rest, 14, 1.0, |n| n + 1.0);
        for _ in 0..8 {
            power = power.scaled(2.0) + power * power;
        }
        (power + 1.0.into()).scaled((k * 0.5).floor().exp2()).scaled((k - (k * 0.5).floor()).exp2())
    }

    /// Sine and cosine of angles up to 1e6, to 1e-34 times the angle or 1e-30.
    pub fn sin_cos(self) -> (Self, Self) {
        let quarters = (self.high / HALF_PI.high).round();
        let rest = self - HALF_PI * quarters.into();
        let square = rest * rest;
        let sin = rest * series(square, 16, -1.0, |n| (2.0 * n) * (2.0 * n + 1.0));
        let cos = series(square, 16, -1.0, |n| (2.0 * n - 1.0) * (2.0 * n));
        match quarters.rem_euclid(4.0) as u32 {
            0 => (sin, cos),
            1 => (cos, -sin),
            2 => (-sin, -cos),
            _ => (-cos, sin),
        }
    }

    /// The angle whose tangent is `self`: Newton's step from the nearest `f64`.
    pub fn atan(self) -> Self {
        let start = DoubleDouble::from(self.high.atan());
        let (sin, cos) = start.sin_cos();
        // tan(a − start) = (t·cos − sin)/(cos + t·sin), whose angle it equals but for a third of its cube.
        start + (self * cos - sin) / (cos + self * sin)
    }
}

/// `1 + x/d(1) + x²/(d(1)·d(2)) + …`, its signs alternating if `sign` is −1.
fn series(x: DoubleDouble, terms: u32, sign: f64, divisor: impl Fn(f64) -> f64) -> DoubleDouble {
    let mut total = DoubleDouble::from(1.0);
    for n in (1..=terms).rev() {
        total = DoubleDouble::from(1.0) + x.scaled(sign) * total / divisor(f64::from(n)).into();
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn assert_digits(got: DoubleDouble, high: f64, low: f64) {
        let error = ((got.high - high) + (got.low - low)).abs();
        assert!(error < 1e-30 * got.high.abs().max(1.0), "{got:?} beside {high} + {low}: {error}");
    }

    #[test]
    fn known_constants_come_out_to_thirty_digits() {
        assert_digits(
            DoubleDouble::from(1.0).exp(),
            core::f64::consts::E,
            1.445_646_891_729_250_2e-16,
        );
        assert_digits(
            DoubleDouble::from(1.0).atan(),
            core::f64::consts::FRAC_PI_4,
            3.061_616_997_868_383e-17,
        );
        let (sin, cos) = HALF_PI.scaled(2.0).sin_cos();
        assert!(sin.high.abs() < 1e-31 && (cos.high + 1.0).abs() < 1e-31, "{sin:?} {cos:?}");
    }

    #[test]
    fn the_functions_obey_their_laws_to_twenty_eight_digits() {
        let mut random = Random::new(5);
        for _ in 0..3000 {
            let [a, b] = [0, 1].map(|_| DoubleDouble::from(random.uniform(-20.0, 20.0)));
            let product = a.exp() * b.exp();
            assert!(((a + b).exp() - product).high.abs() < 1e-28 * product.high, "{a:?} {b:?}");
            let ((sin_a, cos_a), (sin_b, cos_b)) = (a.sin_cos(), b.sin_cos());
            let (sin, cos) = (a + b).sin_cos();
            let errors = [
                sin - (sin_a * cos_b + cos_a * sin_b),
                cos - (cos_a * cos_b - sin_a * sin_b),
                sin * sin + cos * cos - 1.0.into(),
            ];
            assert!(errors.iter().all(|error| error.high.abs() < 1e-28), "{a:?} {b:?} {errors:?}");
            let (sin, cos) = a.atan().sin_cos();
            assert!((sin - a * cos).high.abs() < 1e-28 * a.high.abs().max(1.0), "{a:?}");
        }
    }
}
