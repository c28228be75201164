//! The angle of a point in the first quadrant: three sectors of an eighth of a turn and less, one polynomial.

use crate::float::Float;
use sprung::shared::polynomial;

/// The angle in 0 … π/2 of the point (`cos`, `sin`), both ≥ 0 and not both 0, within 2.7 (`f32`, `f64`) times the machine
/// precision, relative.
#[inline(always)]
pub(crate) fn angle_of<T: Float>(sin: T, cos: T) -> T {
    // tan(π/8) = √2 − 1.
    let tangent = T::from_f64(core::f64::consts::SQRT_2 - 1.0);
    let low = sin <= cos * tangent;
    let high = cos < sin * tangent;
    let numerator = if low {
        sin
    } else if high {
        -cos
    } else {
        sin - cos
    };
    let denominator = if low {
        cos
    } else if high {
        sin
    } else {
        sin + cos
    };
    let from = if low {
        T::ZERO
    } else if high {
        T::PI * T::HALF
    } else {
        T::PI * T::HALF * T::HALF
    };
    let t = numerator / denominator;
    let square = t * t;
    from + (t + t * square * polynomial(T::ATAN, square))
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::worst::Worst;

    #[test]
    fn angles_come_back_in_both_precisions() {
        let mut worst = Worst::new("angle of sine and cosine");
        for i in 0..=20_000 {
            let angle = std::f64::consts::FRAC_PI_2 * f64::from(i) / 20_000.0;
            let (sin, cos) = (libm::sin(angle), libm::cos(angle).max(0.0));
            let double = angle_of(sin, cos);
            worst.check(double - angle, 2.0 * f64::EPSILON * angle.max(1e-300), || angle);
            let single = f64::from(angle_of(sin as f32, cos as f32));
            let exact = libm::atan2(f64::from(sin as f32), f64::from(cos as f32));
            worst.check(single - exact, 2.0 * f64::from(f32::EPSILON) * exact, || angle);
        }
        worst.finish();
    }

    #[test]
    fn small_angles_keep_their_digits() {
        for exponent in 1..=37 {
            let sin = 10f32.powi(-exponent);
            assert!((angle_of(sin, 1.0) / sin - 1.0).abs() < 0.005 + f32::EPSILON);
        }
        assert_eq!(angle_of(0.0f64, 1.0), 0.0);
    }
}
