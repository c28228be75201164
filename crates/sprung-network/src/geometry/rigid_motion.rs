//! Constant linear and angular velocity, and the pose that it leads to.

use core::array::from_fn;

use sprung::Real;

use super::vector::{add, cross, dot, sub};

type V3 = [f64; 3];

const IDENTITY: [V3; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// Moves with a velocity while it turns about a point that moves with it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct RigidMotion {
    /// m/s.
    pub(crate) velocity: V3,
    /// rad/s, along the axis.
    pub(crate) angular_velocity: V3,
    /// The point at time 0.
    pub(crate) pivot: V3,
}

/// A rotation about a point, then a translation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pose {
    rows: [V3; 3],
    pivot: V3,
    /// The position of the pivot now.
    moved_pivot: V3,
}

impl RigidMotion {
    /// True if nothing ever moves.
    pub(crate) fn is_rest(&self) -> bool {
        self.velocity == [0.0; 3] && self.angular_velocity == [0.0; 3]
    }

    /// The pose after `seconds`, measured from the start: it does not accumulate rounding errors.
    pub(crate) fn after(&self, seconds: f64) -> Pose {
        Pose {
            rows: rotation(self.angular_velocity.map(|w| w * seconds)),
            pivot: self.pivot,
            moved_pivot: add(self.pivot, self.velocity.map(|v| v * seconds)),
        }
    }
}

impl Default for Pose {
    fn default() -> Self {
        Self { rows: IDENTITY, pivot: [0.0; 3], moved_pivot: [0.0; 3] }
    }
}

impl Pose {
    /// The place of a point that was at `at` at time 0.
    pub(crate) fn apply(&self, at: [f32; 3]) -> [f32; 3] {
        let from_pivot = sub(at.map(f64::from), self.pivot);
        add(self.rows.map(|row| dot(row, from_pivot)), self.moved_pivot).map(|c| c as f32)
    }

    /// The inverse of [`apply`](Self::apply).
    pub(crate) fn undo(&self, at: [f32; 3]) -> [f32; 3] {
        let from_pivot = sub(at.map(f64::from), self.moved_pivot);
        let columns: [V3; 3] = from_fn(|j| from_fn(|i| self.rows[i][j]));
        add(columns.map(|column| dot(column, from_pivot)), self.pivot).map(|c| c as f32)
    }

    /// A direction, turned.
    pub(crate) fn turn(&self, direction: [f32; 3]) -> [f32; 3] {
        self.rows.map(|row| dot(row, direction.map(f64::from)) as f32)
    }
}

/// The matrix of a rotation vector, by Rodrigues' formula.
fn rotation(vector: V3) -> [V3; 3] {
    let angle = Real::sqrt(dot(vector, vector));
    if angle == 0.0 {
        return IDENTITY;
    }
    let n = vector.map(|c| c / angle);
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    // 1 − cos without cancellation.
    let half = libm::sin(0.5 * angle);
    let rest = 2.0 * half * half;
    from_fn(|i| {
        let turned = cross(n, IDENTITY[i]);
        from_fn(|j| rest * n[i] * n[j] + cos * IDENTITY[i][j] - sin * turned[j])
    })
}

/// The shortest rotation vector that turns the direction `from` to the direction `to`.
pub(crate) fn rotation_between(from: V3, to: V3) -> V3 {
    let (across, along) = (cross(from, to), dot(from, to));
    let sine = Real::sqrt(dot(across, across));
    if sine > 0.0 {
        let angle = libm::atan2(sine, along);
        return across.map(|c| c * (angle / sine));
    }
    if along >= 0.0 {
        return [0.0; 3];
    }
    // Half a turn about any axis across: the one farthest from the direction is safe to take.
    let least = (0..3).fold(0, |best, c| if from[c].abs() < from[best].abs() { c } else { best });
    let axis = cross(from, IDENTITY[least]);
    let length = Real::sqrt(dot(axis, axis));
    axis.map(|c| c * (core::f64::consts::PI / length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::{FRAC_PI_2, PI};

    fn near(a: [f32; 3], b: [f32; 3]) -> bool {
        (0..3).all(|c| (a[c] - b[c]).abs() < 1e-6)
    }

    #[test]
    fn a_quarter_turn_about_z_takes_x_to_y() {
        let motion = RigidMotion {
            velocity: [0.0, 0.0, 1.0],
            angular_velocity: [0.0, 0.0, FRAC_PI_2],
            pivot: [1.0, 0.0, 0.0],
        };
        let pose = motion.after(1.0);
        assert!(near(pose.apply([2.0, 0.0, 0.0]), [1.0, 1.0, 1.0]));
        assert!(near(pose.undo([1.0, 1.0, 1.0]), [2.0, 0.0, 0.0]));
        assert!(near(pose.turn([1.0, 0.0, 0.0]), [0.0, 1.0, 0.0]));
    }

    #[test]
    fn the_rotation_between_two_directions_leads_from_one_to_the_other() {
        let directions = [
            [1.0, 0.0, 0.0],
            [0.0, -2.0, 0.0],
            [-3.0, 1e-9, 0.0],
            [-1.0, 0.0, 0.0],
            [0.3, 0.4, 5.0],
            [-0.6, -0.8, -10.0],
        ];
        for from in directions {
            for to in directions {
                let vector = rotation_between(from, to);
                assert!(dot(vector, vector).sqrt() <= PI + 1e-12);
                let rows = rotation(vector);
                let turned = rows.map(|row| dot(row, from));
                let [a, b] = [turned, to].map(|v| v.map(|c| c / dot(v, v).sqrt()));
                assert!((0..3).all(|c| (a[c] - b[c]).abs() < 1e-9), "{from:?} {to:?} {a:?}");
            }
        }
    }
}
