//! The facing of a character: the rotation to its direction of motion, as a goal for a rotation spring.

use crate::real::Real;
use crate::rotation::Rotation;
use crate::vector::Vector;

/// The rotation about `up` (of length 1) that turns `forward`, where a model looks unrotated, to `direction`.
///
/// The direction may have any finite length, and counts as seen from above; one that is 0 or straight up or down gives
/// no rotation, NaN and ∞ give NaN. Half angles are taken from sine and cosine without cancellation.
/// Accuracy: the direction looked at is within 1e-15 (`f64`) and 5e-7 (`f32`) of the one asked for.
///
/// Spring the facing with [`rotation_spring`](crate::motion::rotation_spring), and tell it ahead with
/// [`RotationState::predict`](crate::motion::RotationState::predict).
/// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (controllers, quaternion spring).
///
/// ```
/// use sprung::motion::{RotationState, facing, rotation_spring};
/// use sprung::{Rotation, Spring};
///
/// let (forward, up) = ([0.0, 0.0, 1.0], [0.0, 1.0, 0.0]);
/// let goal = facing([5.0, 2.0, 0.0], forward, up);
/// assert!((goal.rotate(forward)[0] - 1.0f64).abs() < 1e-15);
///
/// let spring = Spring::from_halflife(0.2, 1.0)?;
/// let mut hero = RotationState::at_rest(Rotation::IDENTITY);
/// let mut ahead = [hero; 3];
/// hero.predict(goal, &spring, &[0.2, 0.4, 0.6], &mut ahead);
/// hero = rotation_spring(hero, goal, &spring, 0.4);
/// assert_eq!(hero, ahead[1]);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
pub fn facing<R: Real>(direction: [R; 3], forward: [R; 3], up: [R; 3]) -> Rotation<R> {
    let greatest = direction[0].abs().max(direction[1].abs()).max(direction[2].abs());
    let squares_fit = greatest < R::HUGE && greatest > R::ONE / R::HUGE;
    let direction = if squares_fit || greatest == R::ZERO {
        direction
    } else {
        direction.map(|component| component / greatest)
    };
    // Sine and cosine of the angle about `up`, both times one length.
    let sine = up[0] * (forward[1] * direction[2] - forward[2] * direction[1])
        + up[1] * (forward[2] * direction[0] - forward[0] * direction[2])
        + up[2] * (forward[0] * direction[1] - forward[1] * direction[0]);
    let cosine = forward.dot(direction) - forward.dot(up) * direction.dot(up);
    let length = [sine, cosine].length();
    // tan of the half angle is sine/(length + cosine) = (length − cosine)/sine: the one that adds.
    let (half_sine, half_cosine) =
        if cosine >= R::ZERO { (sine, length + cosine) } else { (length - cosine, sine) };
    let [x, y, z] = up.times(half_sine);
    Rotation::from_xyzw([x, y, z, half_cosine])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_direction_is_faced_as_seen_from_above() {
        let (forward, up) = ([0.0f64, 0.0, -1.0], [0.0, 1.0, 0.0]);
        for degree in 0..720 {
            let (sin, cos) = (f64::from(degree) * 0.5).to_radians().sin_cos();
            let looked = facing([3.0 * sin, 7.0, 3.0 * cos], forward, up).rotate(forward);
            assert!(looked.minus([sin, 0.0, cos]).length() < 1e-15, "{degree}: {looked:?}");
            let (sin, cos) = (sin as f32, cos as f32);
            let looked =
                facing([sin, 7.0, cos], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]).rotate([0.0, 0.0, -1.0]);
            assert!(looked.minus([sin, 0.0, cos]).length() < 5e-7, "{degree}: {looked:?}");
        }
    }

    fn faces_whatever_its_length<R: Real>() {
        let (forward, up) = ([R::ZERO, R::ZERO, R::ONE], [R::ZERO, R::ONE, R::ZERO]);
        let tiny = R::MIN_POSITIVE * R::EPSILON;
        for size in [tiny, R::MIN_POSITIVE, R::from_f64(1e-30), R::HUGE, R::MAX * R::HALF] {
            let looked = facing([size, size, size], forward, up).rotate(forward);
            let side = R::from_f64(0.5).sqrt();
            let apart = looked.minus([side, R::ZERO, side]).length();
            assert!(apart < R::from_f64(8.0) * R::EPSILON, "{size:?}: {looked:?}");
        }
        for bad in [R::INFINITY, R::from_f64(f64::NAN)] {
            let faced = facing([bad, R::ZERO, R::ONE], forward, up);
            assert!(faced.xyzw().iter().all(|x| x.is_nan()), "{bad:?}: {faced:?}");
        }
    }

    #[test]
    fn a_direction_of_any_length_is_faced() {
        faces_whatever_its_length::<f32>();
        faces_whatever_its_length::<f64>();
    }

    #[test]
    fn a_direction_without_a_horizontal_part_gives_the_identity() {
        let (forward, up) = ([1.0f32, 0.0, 0.0], [0.0, 0.0, 1.0]);
        assert_eq!(facing([0.0; 3], forward, up), Rotation::IDENTITY);
        assert_eq!(facing([0.0, 0.0, 4.0], forward, up), Rotation::IDENTITY);
        assert_eq!(facing([2.0, 0.0, 1.0], forward, up), Rotation::IDENTITY);
    }
}
