//! Logarithm and exponential of rotations and the left Jacobian of SO(3), without a branch.
//!
//! With the rotation vector `r` of angle `φ`, and the angular velocity `w = J(r) r′` in the world frame:
//!
//! ```text
//! J(r)    = 1 + (1 − cos φ)/φ² [r]× + (φ − sin φ)/φ³ [r]×²
//! J(r)⁻¹  = 1 − 1/2 [r]×           + (1 − (φ/2)·cot(φ/2))/φ² [r]×²
//! ```
//!
//! Source: T. Barfoot, *State Estimation for Robotics*. Where a quotient cancels near `φ = 0`, its series is taken.

use sprung::shared::INVERSE_JACOBIAN_SERIES;

use crate::float::Float;
use crate::math::arctangent::angle_of;
use crate::math::sin_cos::turned;
use sprung::shared::polynomial;

/// The product of two quaternions `[x, y, z, w]`: first `b`, then `a`.
#[inline(always)]
pub(crate) fn product<T: Float>([ax, ay, az, aw]: [T; 4], [bx, by, bz, bw]: [T; 4]) -> [T; 4] {
    [
        aw * bx + ax * bw + (ay * bz - az * by),
        aw * by + ay * bw + (az * bx - ax * bz),
        aw * bz + az * bw + (ax * by - ay * bx),
        aw * bw - (ax * bx + ay * by + az * bz),
    ]
}

/// Returns the inverse of a unit quaternion.
#[inline(always)]
pub(crate) fn inverse<T: Float>([x, y, z, w]: [T; 4]) -> [T; 4] {
    [-x, -y, -z, w]
}

/// The shorter rotation vector of a unit quaternion, at most half a turn.
#[inline(always)]
pub(crate) fn log<T: Float>([x, y, z, w]: [T; 4]) -> [T; 3] {
    let sin = length([x, y, z]);
    let angle = T::TWO * angle_of(sin, w.abs());
    let scale = if sin > T::ZERO { angle / sin } else { T::TWO };
    let scale = if w < T::ZERO { -scale } else { scale };
    [x * scale, y * scale, z * scale]
}

/// The unit quaternion of a rotation vector of any length.
#[inline(always)]
pub(crate) fn exp<T: Float>(r: [T; 3]) -> [T; 4] {
    let angle = length(r);
    let half = turned(angle * T::HALF);
    let scale = if angle > T::ZERO { half.sin / angle } else { T::HALF };
    [r[0] * scale, r[1] * scale, r[2] * scale, half.cos]
}

/// The angular velocity that the rate of a rotation vector means, `J(r)·rate`.
#[inline(always)]
pub(crate) fn angular_velocity<T: Float>(r: [T; 3], rate: [T; 3]) -> [T; 3] {
    let angle = length(r);
    let square = angle * angle;
    let half = turned(angle * T::HALF);
    let sinc = if angle > T::ZERO { half.sin / angle } else { T::HALF };
    let turn = T::TWO * sinc * sinc;
    // (φ − sin φ)/φ³, by its series up to one radian.
    let factorials =
        [6.0, 120.0, 5040.0, 362_880.0, 39_916_800.0, 6_227_020_800.0, 1.307_674_368e12];
    let mut series = T::ZERO;
    for factorial in factorials.into_iter().rev() {
        series = T::from_f64(1.0 / factorial) - square * series;
    }
    let sin = T::TWO * half.sin * half.cos;
    let bend = if angle < T::ONE { series } else { (angle - sin) / (angle * square) };
    combine(r, rate, turn, bend)
}

/// The rate of a rotation vector of at most half a turn that an angular velocity means, `J(r)⁻¹·velocity`; `offset` is the
/// unit quaternion of `r`.
#[inline(always)]
pub(crate) fn rotation_vector_rate<T: Float>(
    r: [T; 3],
    [x, y, z, w]: [T; 4],
    velocity: [T; 3],
) -> [T; 3] {
    let angle = length(r);
    let square = angle * angle;
    // (1 − (φ/2)·cot(φ/2))/φ², by its series (Bernoulli's numbers) up to half a radian.
    let series = INVERSE_JACOBIAN_SERIES.map(T::from_f64);
    let cot = w.abs() / length([x, y, z]);
    let direct = (T::ONE - angle * T::HALF * cot) / square;
    let bend = if angle < T::HALF { polynomial(&series, square) } else { direct };
    combine(r, velocity, -T::HALF, bend)
}

/// `v + turn·(r × v) + bend·(r × (r × v))`.
#[inline(always)]
fn combine<T: Float>(r: [T; 3], v: [T; 3], turn: T, bend: T) -> [T; 3] {
    let once = cross(r, v);
    let twice = cross(r, once);
    core::array::from_fn(|i| v[i] + (once[i] * turn + twice[i] * bend))
}

#[inline(always)]
fn cross<T: Float>(a: [T; 3], b: [T; 3]) -> [T; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[inline(always)]
fn length<T: Float>([x, y, z]: [T; 3]) -> T {
    (x * x + y * y + z * z).root()
}
