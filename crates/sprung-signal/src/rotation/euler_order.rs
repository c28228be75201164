//! Euler angles about three different axes, in any order, to rotations and back.
//!
//! With the half angles `a, b, c` about the axes `i, j, k` and the parity `e` of `ijk`, the quaternion of `Ri·Rj·Rk` has
//!
//! ```text
//! w − qj = (cos b − sin b)·cos(a − e·c)      w + qj = (cos b + sin b)·cos(a + e·c)
//! qi − e·qk = (cos b − sin b)·sin(a − e·c)   qi + e·qk = (cos b + sin b)·sin(a + e·c)
//! ```
//!
//! so that the sum and the difference of the outer angles are known each by itself, and in gimbal lock only one of them.
//! Derived from E. Bernardes and S. Viollet, *Quaternion to Euler angles conversion* (PLOS ONE 17, 2022).

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use sprung::shared::unit_rotation;
use sprung::{Real, Rotation};

/// The order of the axes of three Euler angles, all different (Tait–Bryan): as written, the first is turned by last.
///
/// The angles `α, β, γ` of `Zxy` are the rotation `Rz(α)·Rx(β)·Ry(γ)` of column vectors: about the axes as they are turned
/// along (intrinsic), in the order of writing; about fixed axes (extrinsic), in the opposite order. A joint of a BVH file
/// whose channels are `Zrotation Xrotation Yrotation` is `Zxy`.
///
/// Accuracy: 1e-15 rad of the rotation, everywhere; of the angles 1e-15 rad over the cosine of the middle one.
///
/// ```
/// use sprung_signal::EulerOrder;
///
/// let order = EulerOrder::Zxy;
/// let rotation = order.rotation([0.3, -0.2, 1.1]);
/// assert!(order.angles(&rotation).iter().zip([0.3, -0.2, 1.1]).all(|(a, b)| (a - b).abs() < 1e-14));
/// ```
#[doc(alias("Tait-Bryan", "gimbal lock", "from_euler", "to_euler", "yaw, pitch, roll"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum EulerOrder {
    /// `Rx·Ry·Rz`.
    Xyz,
    /// `Rx·Rz·Ry`.
    Xzy,
    /// `Ry·Rx·Rz`.
    Yxz,
    /// `Ry·Rz·Rx`.
    Yzx,
    /// `Rz·Rx·Ry`.
    Zxy,
    /// `Rz·Ry·Rx`.
    Zyx,
}

/// Below this sine of half the distance to gimbal lock only the sum or the difference of the outer angles is read.
const LOCKED: f64 = 1e-7;

impl EulerOrder {
    /// All orders.
    pub const ALL: [EulerOrder; 6] = {
        use EulerOrder::{Xyz, Xzy, Yxz, Yzx, Zxy, Zyx};
        [Xyz, Xzy, Yxz, Yzx, Zxy, Zyx]
    };

    /// The order of three axes, 0 for x to 2 for z; none if two are the same.
    pub fn from_axes(axes: [usize; 3]) -> Option<Self> {
        EulerOrder::ALL.into_iter().find(|order| order.axes() == axes)
    }

    /// Returns the axes in the order of the angles: 0 for x, 1 for y, 2 for z.
    pub const fn axes(self) -> [usize; 3] {
        match self {
            EulerOrder::Xyz => [0, 1, 2],
            EulerOrder::Xzy => [0, 2, 1],
            EulerOrder::Yxz => [1, 0, 2],
            EulerOrder::Yzx => [1, 2, 0],
            EulerOrder::Zxy => [2, 0, 1],
            EulerOrder::Zyx => [2, 1, 0],
        }
    }

    /// The rotation of three angles in radians. An angle that is NaN or infinite gives NaN.
    pub fn rotation(self, angles: [f64; 3]) -> Rotation<f64> {
        let half = |place: usize| Real::sin_cos(0.5 * angles[place]);
        let ((sa, ca), (sb, cb), (sc, cc)) = (half(0), half(1), half(2));
        let ([i, j, k], e) = (self.axes(), self.parity());
        let mut components = [0.0, 0.0, 0.0, ca * cb * cc - e * (sa * sb * sc)];
        components[i] = sa * cb * cc + e * (ca * sb * sc);
        components[j] = ca * sb * cc - e * (sa * cb * sc);
        components[k] = ca * cb * sc + e * (sa * sb * cc);
        unit_rotation(components)
    }

    /// 1 where the third axis is the vector product of the other two, else −1.
    const fn parity(self) -> f64 {
        let [i, j, _] = self.axes();
        if (j + 3 - i) % 3 == 1 { 1.0 } else { -1.0 }
    }

    /// The angles of a rotation, radians: the middle one in ±π/2, the outer ones in ±π.
    ///
    /// In gimbal lock, where the middle angle is ±π/2 and only the sum or the difference of the outer ones is given, both
    /// have the same share of it. NaN gives NaN.
    pub fn angles(self, rotation: &Rotation<f64>) -> [f64; 3] {
        Given::of(self, rotation).angles([0.0; 3]).map(|angle| near(angle, 0.0))
    }

    /// The angles of a rotation, radians, that are nearest to others: those of the frame before, for a series without jumps.
    ///
    /// Chooses between the two triples of angles, `α, β, γ` and `α + π, π − β, γ + π`, and whole turns of each, by the sum
    /// of the squares of the differences. Within 1e-7 of gimbal lock what is not given is taken from the other angles, so
    /// that angles stay where the rotation does. NaN in the rotation gives NaN; without finite angles to be near to, it is
    /// [`angles`](Self::angles).
    pub fn angles_near(self, rotation: &Rotation<f64>, others: [f64; 3]) -> [f64; 3] {
        if !others.iter().all(|angle| angle.is_finite()) {
            return self.angles(rotation);
        }
        let given = Given::of(self, rotation);
        let nearest = |others: [f64; 3]| {
            let ([a, b, c], [d, e, f]) = (given.angles(others), others);
            [near(a, d), near(b, e), near(c, f)]
        };
        // The second triple is the first one near to the others' second triple.
        let beyond = |[a, b, c]: [f64; 3]| [a + PI, PI - b, c + PI];
        let before = |[a, b, c]: [f64; 3]| [a - PI, PI - b, c - PI];
        let (first, second) = (nearest(others), beyond(nearest(before(others))));
        let distance = |angles: &[f64; 3]| {
            angles.iter().zip(others).map(|(a, b)| (a - b) * (a - b)).sum::<f64>()
        };
        if distance(&second) < distance(&first) { second } else { first }
    }
}

/// The angles that a quaternion gives.
struct Given {
    parity: f64,
    middle: f64,
    outer: Outer,
}

/// The difference and the sum of half of the outer angles, of which gimbal lock gives only one.
enum Outer {
    Both { difference: f64, sum: f64 },
    Difference(f64),
    Sum(f64),
}

impl Given {
    fn of(order: EulerOrder, rotation: &Rotation<f64>) -> Self {
        let ([i, j, k], parity) = (order.axes(), order.parity());
        let q = rotation.xyzw();
        let (minus, plus) =
            ([q[3] - q[j], q[i] - parity * q[k]], [q[3] + q[j], q[i] + parity * q[k]]);
        let length = |[x, y]: [f64; 2]| (x * x + y * y).sqrt();
        let (short, long) = (length(minus), length(plus));
        let angle = |[x, y]: [f64; 2]| Real::atan2(y, x);
        let outer = if short < LOCKED {
            Outer::Sum(angle(plus))
        } else if long < LOCKED {
            Outer::Difference(angle(minus))
        } else {
            Outer::Both { difference: angle(minus), sum: angle(plus) }
        };
        Given { parity, middle: 2.0 * Real::atan2(long, short) - FRAC_PI_2, outer }
    }

    /// The angles with the middle one in ±π/2, up to whole turns; in gimbal lock the outer ones near to others.
    fn angles(&self, others: [f64; 3]) -> [f64; 3] {
        let [first, _, third] = others.map(|other| 0.5 * other);
        let (wanted_difference, wanted_sum) =
            (first - self.parity * third, first + self.parity * third);
        // The quaternion and its negative are half a turn apart.
        let nearest = |half: f64, wanted: f64| half + ((wanted - half) / PI).round() * PI;
        let (difference, sum) = match self.outer {
            Outer::Both { difference, sum } => (difference, sum),
            Outer::Difference(known) => (nearest(known, wanted_difference), wanted_sum),
            Outer::Sum(known) => (wanted_difference, nearest(known, wanted_sum)),
        };
        [sum + difference, self.middle, self.parity * (sum - difference)]
    }
}

/// The angle with the whole turns that bring it nearest to another.
fn near(angle: f64, other: f64) -> f64 {
    let turns = (other - angle) / TAU;
    if turns.abs() < 0.5 { angle } else { angle + turns.round() * TAU }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::random::Random;

    type Matrix = [[f64; 3]; 3];

    /// The matrix of a turn about one axis, as in any textbook.
    fn about(axis: usize, angle: f64) -> Matrix {
        let (s, c) = angle.sin_cos();
        match axis {
            0 => [[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]],
            1 => [[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]],
            _ => [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]],
        }
    }

    fn product(a: Matrix, b: Matrix) -> Matrix {
        [0, 1, 2].map(|row| [0, 1, 2].map(|col| (0..3).map(|n| a[row][n] * b[n][col]).sum()))
    }

    fn matrix(order: EulerOrder, angles: [f64; 3]) -> Matrix {
        let [a, b, c] = [0, 1, 2].map(|place| about(order.axes()[place], angles[place]));
        product(product(a, b), c)
    }

    /// The largest difference of a rotation from a matrix.
    fn error(rotation: &Rotation<f64>, matrix: &Matrix) -> f64 {
        let mut worst = 0.0f64;
        for column in 0..3 {
            let mut unit = [0.0; 3];
            unit[column] = 1.0;
            let turned = rotation.rotate(unit);
            for row in 0..3 {
                worst = worst.max((turned[row] - matrix[row][column]).abs());
            }
        }
        worst
    }

    /// Angles anywhere, with the middle one at and around gimbal lock in every second triple.
    fn triples(count: usize) -> Vec<[f64; 3]> {
        let mut random = Random::new(12);
        let triple = |index: usize| {
            let mut angles = [0; 3].map(|_| random.uniform(-10.0, 10.0));
            if index.is_multiple_of(2) {
                let off = [0.0, 1e-300, 1e-16, 1e-12, 1e-8, 3e-7, 1e-4][random.index(7)];
                angles[1] = [1.0, -1.0][random.index(2)] * (FRAC_PI_2 - off);
            }
            angles
        };
        (0..count).map(triple).collect()
    }

    #[test]
    fn every_order_is_the_product_of_its_three_matrices() {
        for order in EulerOrder::ALL {
            for angles in triples(2000) {
                let worst = error(&order.rotation(angles), &matrix(order, angles));
                assert!(worst < 3e-15, "{order:?} {angles:?}: {worst}");
            }
        }
    }

    #[test]
    fn the_angles_of_a_rotation_give_it_back_everywhere() {
        for order in EulerOrder::ALL {
            for angles in triples(4000) {
                let expected = matrix(order, angles);
                let rotation = order.rotation(angles);
                let found = order.angles(&rotation);
                assert!(found[1].abs() <= FRAC_PI_2 && found[0].abs() <= PI + 1e-15);
                let near = order.angles_near(&rotation, [3.0, -50.0, 7.0]);
                let negated = Rotation::from_xyzw(rotation.xyzw().map(|c| -c));
                let same = order.angles_near(&negated, [3.0, -50.0, 7.0]);
                for found in [found, near, same, order.angles(&negated)] {
                    // Gimbal lock is taken for exact within 1e-7.
                    let worst = error(&order.rotation(found), &expected);
                    assert!(worst < 3e-7, "{order:?} {angles:?} {found:?}: {worst}");
                    if angles[1].cos().abs() > 1e-6 {
                        assert!(worst < 1e-14, "{order:?} {angles:?} {found:?}: {worst}");
                    }
                }
            }
        }
    }

    #[test]
    fn angles_near_themselves_are_themselves() {
        for order in EulerOrder::ALL {
            for angles in triples(4000) {
                let rotation = order.rotation(angles);
                let found = order.angles_near(&rotation, angles);
                let lock = angles[1].cos().abs();
                let bound = 1e-14 / lock.max(1e-7) + if lock < 1e-6 { 1e-6 } else { 0.0 };
                for (found, angle) in found.iter().zip(angles) {
                    assert!((found - angle).abs() < bound, "{order:?} {angles:?} {found:?}");
                }
            }
        }
    }

    #[test]
    fn no_triple_of_the_same_rotation_is_nearer() {
        let mut random = Random::new(3);
        for order in EulerOrder::ALL {
            for _ in 0..200 {
                let [angles, others] = [0; 2].map(|_| [0; 3].map(|_| random.uniform(-9.0, 9.0)));
                let found = order.angles_near(&order.rotation(angles), others);
                let distance = |angles: [f64; 3]| -> f64 {
                    angles.iter().zip(others).map(|(a, b)| (a - b).powi(2)).sum()
                };
                let turns = || (-4..=4).map(|turns| f64::from(turns) * TAU);
                for [a, b, c] in [angles, [angles[0] + PI, PI - angles[1], angles[2] + PI]] {
                    for (x, y) in turns().flat_map(|x| turns().map(move |y| (x, y))) {
                        for z in turns() {
                            let triple = [a + x, b + y, c + z];
                            assert!(distance(found) <= distance(triple) + 1e-9, "{order:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_path_through_gimbal_lock_has_no_jump() {
        // Straight through: the middle angle goes on beyond a quarter turn, and the outer ones stay.
        for order in EulerOrder::ALL {
            let mut angles = [0.4, 1.0, -0.7];
            for step in 0..=1000 {
                let middle = 1.0 + f64::from(step) * 1e-3 * (PI - 2.0);
                let next = order.angles_near(&order.rotation([0.4, middle, -0.7]), angles);
                let moved = (0..3).map(|i| (next[i] - angles[i]).abs()).fold(0.0, f64::max);
                assert!(moved < 2e-3, "{order:?} {middle}: {angles:?} {next:?}");
                angles = next;
            }
            assert!((angles[1] - (PI - 1.0)).abs() < 1e-9);
        }
    }

    #[test]
    fn an_order_is_known_by_its_axes() {
        for order in EulerOrder::ALL {
            assert_eq!(EulerOrder::from_axes(order.axes()), Some(order));
        }
        for axes in [[0, 0, 1], [2, 1, 2], [0, 1, 3]] {
            assert_eq!(EulerOrder::from_axes(axes), None);
        }
    }
}
