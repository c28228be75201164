//! Interpolation between rotations, for another frame rate.

use sprung::{Rotation, Vector};

use super::jacobian::rate;

/// The rotation between the second and the third of four rotations at even times, by a cubic in the rotation vector.
///
/// `part` runs from 0, the second rotation bit for bit, to 1, the third. The angular velocity at each is the mean of those
/// of the steady turns before and after it, so it does not jump from frame to frame as with spherical linear interpolation
/// (slerp): the cubic Hermite spline of Catmull and Rom, on the rotation vector from the second rotation. A steady turn is
/// kept to rounding, a smooth one to the cube of the distance of the frames. It has no preferred frame. At an end of a
/// series repeat its last rotation.
///
/// ```
/// use sprung::Rotation;
/// use sprung_signal::rotation_between;
///
/// let about_x = |angle| Rotation::from_rotation_vector([angle, 0.0, 0.0]);
/// let turned = rotation_between([0.0, 0.1, 0.2, 0.3].map(about_x), 0.25);
/// assert!((turned.to_rotation_vector()[0] - 0.125f64).abs() < 1e-15);
/// ```
#[doc(alias("slerp", "squad", "Catmull-Rom"))]
pub fn rotation_between(rotations: [Rotation<f64>; 4], part: f64) -> Rotation<f64> {
    let [before, from, to, after] = rotations;
    if part == 0.0 {
        return from;
    }
    if part == 1.0 {
        return to;
    }
    let turn = |from: &Rotation<f64>, to: &Rotation<f64>| to.relative_to(from).to_rotation_vector();
    let (first, middle, last) = (turn(&before, &from), turn(&from, &to), turn(&to, &after));
    let start = first.plus(middle).times(0.5);
    let end = rate(middle, middle.plus(last).times(0.5));
    let (square, cube) = (part * part, part * part * part);
    let vector = start
        .times(cube - 2.0 * square + part)
        .plus(middle.times(3.0 * square - 2.0 * cube))
        .plus(end.times(cube - square));
    from.then(&Rotation::from_rotation_vector(vector)).normalized()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A smooth rotation that turns about changing axes.
    fn path(time: f64) -> Rotation<f64> {
        let about = |vector| Rotation::from_rotation_vector(vector);
        about([2.0 * time.sin(), 0.0, 0.5]).then(&about([0.0, time, (1.3 * time).cos()]))
    }

    fn distance(a: &Rotation<f64>, b: &Rotation<f64>) -> f64 {
        a.relative_to(b).to_rotation_vector().length()
    }

    fn at(frame: f64, step: f64) -> Rotation<f64> {
        let start = frame.floor();
        let frames = [-1.0, 0.0, 1.0, 2.0].map(|offset| path((start + offset) * step));
        rotation_between(frames, frame - start)
    }

    #[test]
    fn frames_are_kept_and_the_path_between_them_is_met_to_the_cube_of_the_step() {
        let worst = |step: f64| {
            let frames = (0..400).map(|i| f64::from(i) * 0.05 + 3.0);
            frames.map(|frame| distance(&at(frame, step), &path(frame * step))).fold(0.0, f64::max)
        };
        assert_eq!(at(7.0, 0.1), path(7.0 * 0.1));
        let (coarse, fine) = (worst(0.1), worst(0.05));
        assert!(coarse < 2e-3 && coarse / fine > 6.0, "{coarse} {fine}");
    }

    #[test]
    fn the_angular_velocity_does_not_jump_at_a_frame() {
        let small = 1e-5;
        for frame in 3..30 {
            let frame = f64::from(frame);
            let [before, here, after] = [-small, 0.0, small].map(|offset| at(frame + offset, 0.3));
            let arriving = here.relative_to(&before).to_rotation_vector();
            let leaving = after.relative_to(&here).to_rotation_vector();
            assert!(arriving.minus(leaving).length() < 1e-4 * arriving.length());
        }
    }

    #[test]
    fn it_commutes_with_a_rotation_of_the_frame_and_of_the_joint() {
        let turn = Rotation::from_rotation_vector([0.7, -1.9, 0.4]);
        let frames = [0.0, 0.4, 0.9, 1.1].map(path);
        let between = rotation_between(frames, 0.3);
        let parent = rotation_between(frames.map(|frame| frame.then(&turn)), 0.3);
        let child = rotation_between(frames.map(|frame| turn.then(&frame)), 0.3);
        assert!(distance(&parent, &between.then(&turn)) < 1e-15);
        assert!(distance(&child, &turn.then(&between)) < 1e-15);
    }
}
