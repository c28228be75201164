//! The inverse of the left Jacobian of SO(3): the rate of a rotation vector that an angular velocity means.

use sprung::shared::{INVERSE_JACOBIAN_SERIES, polynomial};
use sprung::{Real, Vector};

/// Below this square of the angle the first terms of the series are exact to the last digit.
const SHORT: f64 = 0.16;
const TERMS: usize = 6;

/// The rate of a rotation vector that turns with an angular velocity: finite short of a full turn.
#[inline(always)]
pub(super) fn rate(vector: [f64; 3], angular_velocity: [f64; 3]) -> [f64; 3] {
    let square = vector.dot(vector);
    let bend = if square < SHORT {
        polynomial(&INVERSE_JACOBIAN_SERIES[..TERMS], square)
    } else {
        let half = 0.5 * square.sqrt();
        let (sin, cos) = Real::sin_cos(half);
        (1.0 - half * cos / sin) / square
    };
    let across = cross(vector, angular_velocity);
    angular_velocity.minus(across.times(0.5)).plus(cross(vector, across).times(bend))
}

#[inline]
fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprung::Rotation;

    #[test]
    fn a_rate_is_the_difference_of_rotation_vectors() {
        for angle in [1e-3, 0.1, 0.399, 0.401, 1.0, 3.0] {
            let (vector, velocity) = ([0.48, -0.6, 0.64].map(|c| c * angle), [0.3, -0.2, 1.0]);
            let turned = |time: f64| {
                let rotation = Rotation::from_rotation_vector(vector);
                let by = Rotation::from_rotation_vector(velocity.times(time));
                rotation.then(&by).to_rotation_vector()
            };
            let difference = turned(1e-5).minus(turned(-1e-5)).times(0.5e5);
            let off = rate(vector, velocity).minus(difference).length();
            assert!(off < 1e-9, "{angle}: {off}");
        }
        let [short, long] = [1.0 - 1e-9, 1.0 + 1e-9].map(|part| {
            let vector = [0.0, 0.0, (SHORT * part).sqrt()];
            rate(vector, [1.0, 0.0, 0.0])
        });
        assert!(short.minus(long).length() < 1e-9 * 0.4);
    }
}
