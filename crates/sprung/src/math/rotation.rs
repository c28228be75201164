//! Logarithm and exponential of rotations, and the Jacobian between angular velocity and the rotation vector's rate.
//!
//! A rotation vector `r` points along the axis and is as long as the angle `θ`, in radians. With `R = exp(r)` and the
//! angular velocity `w` in the world frame (`R′ = [w]× R`), `w = J(r) r′` where `J` is the left Jacobian of SO(3),
//!
//! ```text
//! J(r)    = 1 + (1 − cos θ)/θ² [r]× + (θ − sin θ)/θ³ [r]×²
//! J(r)⁻¹  = 1 − 1/2 [r]×           + (1 − (θ/2)·cot(θ/2))/θ² [r]×²
//! ```
//!
//! Source: T. Barfoot, *State Estimation for Robotics*. All have a removable singularity at 0, where the series is used;
//! the inverse is singular at a full turn, where no rate of the rotation vector gives every angular velocity.

use crate::real::Real;
use crate::real::polynomials::polynomial;
use crate::vector::Vector;

pub(crate) type Vector3<R> = [R; 3];

/// The vector product.
#[inline]
pub(crate) fn cross<R: Real>(a: Vector3<R>, b: Vector3<R>) -> Vector3<R> {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The length, safe from overflow and underflow: the smallest offset still has a direction. NaN gives NaN.
pub(crate) fn length<R: Real>(v: Vector3<R>) -> R {
    let (scaled, greatest) = scaled(v);
    if greatest == R::INFINITY { greatest } else { greatest * scaled.length() }
}

/// The unit vector in the direction of a vector, and the vector's length; no direction for length 0, ∞ or NaN.
pub(crate) fn direction<R: Real>(v: Vector3<R>) -> Option<(Vector3<R>, R)> {
    let (scaled, greatest) = scaled(v);
    let length = scaled.length();
    let has_direction = length > R::ZERO && greatest.is_finite();
    has_direction.then(|| (scaled.times(R::ONE / length), greatest * length))
}

/// A vector divided by its largest component, and that component's magnitude; 0 stays 0, NaN stays NaN.
pub(crate) fn scaled<R: Real, const N: usize>(v: [R; N]) -> ([R; N], R) {
    let greatest = v[1..].iter().fold(v[0].abs(), |greatest, c| greatest.max(c.abs()));
    if greatest < R::MIN_POSITIVE {
        // The inverse of a subnormal number may be infinite; quotients of two are at most 1.
        let divided = if greatest > R::ZERO { v.map(|component| component / greatest) } else { v };
        return (divided, greatest);
    }
    (v.times(R::ONE / greatest), greatest)
}

/// The rotation vector of a unit quaternion `(v, w)`, with an angle in 0 … 2π (0 … π where `w ≥ 0`).
#[inline(always)]
pub(crate) fn log<R: Real>(v: Vector3<R>, w: R) -> Vector3<R> {
    let square = v.dot(v);
    if square < R::SHORT_SINE_SQUARE && w > R::ZERO {
        return v.times(R::TWO + R::TWO * square * polynomial(R::ARCSINE_SERIES, square));
    }
    far_log(v, w)
}

/// The same, of any angle.
#[inline(never)]
fn far_log<R: Real>(v: Vector3<R>, w: R) -> Vector3<R> {
    let sine = length(v);
    if sine == R::ZERO {
        return v.times(R::TWO);
    }
    let angle = R::TWO * sine.atan2(w);
    let factor = angle / sine;
    match direction(v) {
        // Just short of a full turn the sine may be too small to divide by.
        Some((axis, _)) if !factor.is_finite() => axis.times(angle),
        _ => v.times(factor),
    }
}

/// The unit quaternion `(v, w)` of a rotation vector.
#[inline(always)]
pub(crate) fn exp<R: Real>(r: Vector3<R>) -> (Vector3<R>, R) {
    let square = r.dot(r) * (R::HALF * R::HALF);
    if square < R::from_f64(EIGHTH_TURN_SQUARE) {
        let sine = R::HALF + R::HALF * square * polynomial(R::SIN_POLYNOMIAL, square);
        let cosine = square * square * polynomial(R::COS_POLYNOMIAL, square);
        return (r.times(sine), R::ONE - (square * R::HALF - cosine));
    }
    far_exp(r)
}

/// The same, of any angle but 0.
#[inline(never)]
fn far_exp<R: Real>(r: Vector3<R>) -> (Vector3<R>, R) {
    let angle = length(r);
    let (sin, cos) = (angle * R::HALF).sin_cos();
    (r.times(sin / angle), cos)
}

/// The square of the largest half angle of the polynomials of sine and cosine, `(π/4)²`.
const EIGHTH_TURN_SQUARE: f64 = 0.616;

/// The vector part of the quaternion `exp(r + change)·exp(−r)`: to the last digit however small the change is.
///
/// Differences of sine and cosine are taken as products. For a change of at most half of `r`, and `r` short of a full turn.
pub(crate) fn turn_by_change<R: Real>(r: Vector3<R>, change: Vector3<R>) -> Vector3<R> {
    let next = r.plus(change);
    let (angle, next_angle) = (length(r), length(next));
    let sum = angle + next_angle;
    // Turns this small commute to the last digit, and their inverses may be infinite.
    if angle == R::ZERO || next_angle == R::ZERO || sum < R::MIN_POSITIVE / R::EPSILON {
        return exp(change).0;
    }
    let rise = change.dot(r.plus(next).times(R::ONE / sum));
    let quarter = R::HALF * R::HALF;
    let ((middle_sin, middle_cos), (rise_sin, _)) =
        ((sum * quarter).sin_cos(), (rise * quarter).sin_cos());
    let (sin, cos) = (angle * R::HALF).sin_cos();
    let cos_change = -R::TWO * middle_sin * rise_sin;
    let sin_change = R::TWO * middle_cos * rise_sin;
    // The vector part of exp(r) is factor·r.
    let next_factor = (sin + sin_change) / next_angle;
    let factor_change = (sin_change - sin / angle * rise) / next_angle;
    let vector = r.times(sin / angle);
    let vector_change = change.times(next_factor).plus(r.times(factor_change));
    vector_change.times(cos).minus(vector.times(cos_change)).minus(cross(vector_change, vector))
}

/// The angular velocity that the rate of a rotation vector means: `J(r)·rate`.
pub(crate) fn angular_velocity<R: Real>(r: Vector3<R>, rate: Vector3<R>) -> Vector3<R> {
    let square = r.dot(r);
    if square == R::INFINITY {
        // So far round, only a rate along the axis still turns.
        return direction(r).map_or(rate, |(axis, _)| axis.times(axis.dot(rate)));
    }
    let (turn, bend) = if square < R::from_f64(SERIES_BELOW) {
        let term = |n: u32| square / R::from_count(n);
        (
            R::HALF * (R::ONE - term(12) * (R::ONE - term(30) * (R::ONE - term(56)))),
            (R::ONE - term(20) * (R::ONE - term(42) * (R::ONE - term(72)))) / R::from_f64(6.0),
        )
    } else {
        let angle = square.sqrt();
        let (half_sin, _) = (angle * R::HALF).sin_cos();
        let (sin, _) = angle.sin_cos();
        (R::TWO * half_sin * half_sin / square, (angle - sin) / (angle * square))
    };
    let turned = cross(r, rate);
    rate.plus(turned.times(turn)).plus(cross(r, turned).times(bend))
}

/// The rate of a rotation vector that an angular velocity means: `J(r)⁻¹·velocity`; finite up to just below a full turn.
pub(crate) fn rotation_vector_rate<R: Real>(r: Vector3<R>, velocity: Vector3<R>) -> Vector3<R> {
    let square = r.dot(r);
    let bend = if square < R::from_f64(SERIES_BELOW) {
        let term = |n: u32| square / R::from_count(n);
        (R::ONE + term(60) * (R::ONE + term(42) * (R::ONE + term(40)))) / R::from_f64(12.0)
    } else {
        let half = square.sqrt() * R::HALF;
        let (sin, cos) = half.sin_cos();
        // At a full turn the sine is 0: keep the rate finite there.
        let sin = if sin.abs() < R::EPSILON { R::EPSILON.copysign(sin) } else { sin };
        (R::ONE - half * cos / sin) / square
    };
    let turned = cross(r, velocity);
    velocity.plus(turned.times(-R::HALF)).plus(cross(r, turned).times(bend))
}

/// `(1 − (θ/2)·cot(θ/2))/θ²` in `θ²`, by Bernoulli's numbers: what `J(r)⁻¹` multiplies `[r]×²` with. Six terms are exact to
/// the last digit of a double up to 0.4 rad.
pub const INVERSE_JACOBIAN_SERIES: [f64; 8] = [
    1.0 / 12.0,
    1.0 / 720.0,
    1.0 / 30_240.0,
    1.0 / 1_209_600.0,
    1.0 / 47_900_160.0,
    691.0 / 1_307_674_368_000.0,
    1.0 / 74_724_249_600.0,
    3617.0 / 10_670_622_842_880_000.0,
];

/// Squared angle below which four terms of the series are exact to the last digit of a double.
const SERIES_BELOW: f64 = 1e-4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_and_log_are_inverse_up_to_half_a_turn() {
        for angle in [1e-300, 1e-9, 0.005, 0.02, 1.0, 3.0, 3.1] {
            let r = [0.6 * angle, 0.0, -0.8 * angle];
            let (v, w) = exp(r);
            let back = log(v, w);
            assert!(
                (back[0] - r[0]).abs() <= 1e-15 * angle && (back[2] - r[2]).abs() <= 1e-15 * angle
            );
        }
    }

    #[test]
    fn a_turn_from_or_to_nothing_is_the_change_itself() {
        let change = [0.1, -0.2, 0.05];
        assert_eq!(turn_by_change([0.0; 3], change), exp(change).0);
        assert_eq!(turn_by_change(change, change.times(-1.0)), exp(change.times(-1.0)).0);
    }

    fn survives_subnormal_vectors<R: Real>() {
        let tiny = R::MIN_POSITIVE * R::EPSILON;
        for scale in [R::ONE, R::TWO, R::ONE / R::EPSILON, R::from_f64(3.0) / R::EPSILON] {
            for shape in [[1.0, 0.0, 0.0], [1.0, -2.0, 2.0], [0.0, 3.0, -1.0]] {
                let v = shape.map(|x| R::from_f64(x) * scale * tiny);
                let size = length(v) / (scale * tiny);
                let exact = shape.map(R::from_f64).length();
                assert!((size - exact).abs() <= R::HALF, "{v:?}: {size} {exact}");
                let (axis, _) = direction(v).unwrap();
                assert!((axis.length() - R::ONE).abs() <= R::TWO * R::EPSILON, "{v:?}: {axis:?}");
                let (vector, scalar) = exp(v);
                assert!(scalar == R::ONE && vector.iter().all(|x| x.is_finite()));
                assert!(log(v, R::ONE).iter().all(|x| x.is_finite()));
                let full = length(log(v, -R::ONE));
                assert!((full / (R::TWO * R::PI) - R::ONE).abs() < R::from_f64(4.0) * R::EPSILON);
                for change in [v, v.times(-R::HALF), v.times(R::TWO)] {
                    assert!(turn_by_change(v, change).iter().all(|x| x.is_finite()));
                }
            }
        }
        let nan = R::from_f64(f64::NAN);
        assert!(
            length([nan, R::ZERO, R::ZERO]).is_nan() && length([R::ONE, nan, R::ZERO]).is_nan()
        );
        assert!(direction([nan, R::ZERO, R::ZERO]).is_none());
        assert_eq!(length([R::ZERO; 3]), R::ZERO);
        assert_eq!(length([R::ONE, -R::INFINITY, R::ZERO]), R::INFINITY);
    }

    #[test]
    fn a_direction_has_the_length_of_its_vector() {
        for size in [1e-300, 1e-3, 1.0, 1e300] {
            let (axis, length) = direction([3.0 * size, -4.0 * size, 12.0 * size]).unwrap();
            assert!((length / (13.0 * size) - 1.0).abs() < 1e-15, "{length:e}");
            assert!(axis.minus([3.0, -4.0, 12.0].times(1.0 / 13.0)).length() < 1e-15);
        }
    }

    #[test]
    fn the_smallest_vectors_have_a_length_and_a_direction() {
        survives_subnormal_vectors::<f32>();
        survives_subnormal_vectors::<f64>();
    }

    #[test]
    fn a_small_turn_is_the_product_of_both_rotations() {
        let product = |(a, s): (Vector3<f64>, f64), (b, t): (Vector3<f64>, f64)| {
            a.times(t).plus(b.times(s)).plus(cross(a, b))
        };
        for angle in [1e-7, 1e-3, 0.5, 2.0, 3.1, 6.0] {
            let r = [0.6 * angle, 0.0, -0.8 * angle];
            for share in [0.5, 0.1, 1e-3, 1e-6] {
                let change = [0.3, -0.8, 0.5].times(share * angle);
                let whole = product(exp(r.plus(change)), exp(r.times(-1.0)));
                let apart = turn_by_change(r, change).minus(whole).length();
                assert!(apart < 4e-16 * angle.max(1e-9), "{angle} {share}: {apart:e}");
            }
            // Too small for the product: to first order it is half of J·change.
            let tiny = [3e-20, -8e-20, 5e-20].times(angle);
            let first_order = angular_velocity(r, tiny).times(0.5);
            let apart = turn_by_change(r, tiny).minus(first_order).length();
            assert!(apart < 1e-14 * tiny.length(), "{angle}: {apart:e}");
        }
    }

    #[test]
    fn the_jacobian_is_the_derivative_of_the_exponential() {
        // (exp(r + h·rate) exp(−r)) ≈ exp(h·w), by central difference.
        for scale in [1e-3f64, 9e-3, 0.011, 0.5, 2.0, 3.0, 5.0] {
            let r = [0.3 * scale, -0.8 * scale, 0.5 * scale];
            let (rate, h) = ([0.7, 0.2, -0.4], 1e-5);
            let quaternion = |s: f64| {
                let (v, w) = exp(r.plus(rate.times(s)));
                [v[0], v[1], v[2], w]
            };
            let (ahead, behind) = (quaternion(h), quaternion(-h));
            // w = 2 q′ q⁻¹, vector part.
            let q = quaternion(0.0);
            let d: [f64; 4] = core::array::from_fn(|i| (ahead[i] - behind[i]) / h);
            let v = cross([q[0], q[1], q[2]], [d[0], d[1], d[2]]);
            let expected: [f64; 3] = core::array::from_fn(|i| q[3] * d[i] - d[3] * q[i] + v[i]);
            let velocity = angular_velocity(r, rate);
            assert!(velocity.minus(expected).length() < 1e-9, "{scale}: {velocity:?} {expected:?}");
            let back = rotation_vector_rate(r, velocity);
            assert!(back.minus(rate).length() < 1e-13, "{scale}: {back:?}");
        }
    }
}
