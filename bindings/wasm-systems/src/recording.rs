//! Dropped motion capture: the rotations of a joint smoothed, as Euler angles.

use sprung::{Rotation, Spring};
use sprung_signal::{EulerOrder, Filter, Gaps, RotationSmoother, smooth_rotations_zero_phase};

use crate::picture::{Entry, Picture, Points, Result};

pub(crate) const SYSTEMS: &[Entry] = &[("recording-rotations", smoothed)];

/// Half-life (s), damping ratio, the axes of the three angles (0 x, 1 y, 2 z), then four columns: times (s) and the angles
/// in degrees. Six curves: each angle smoothed in one pass, then each smoothed forward and backward. The angles of a frame
/// are those nearest to the recorded ones.
fn smoothed(p: &[f64]) -> Result<Picture> {
    let [halflife, ratio, axes @ ..] = crate::picture::sliders::<5>(p)?;
    let order = EulerOrder::from_axes(axes.map(|axis| axis as usize));
    let order = order.ok_or("a joint turns about three different axes")?;
    let rest = &p[5..];
    let rows = rest.len() / 4;
    if rows < 2 || rest.len() != 4 * rows {
        return Err("a recording needs as many times as angles, at least 2".into());
    }
    let times = &rest[..rows];
    let angles: Vec<[f64; 3]> = (0..rows)
        .map(|row| [1, 2, 3].map(|column| rest[column * rows + row].to_radians()))
        .collect();
    let filter = Filter::Follow(Spring::from_halflife(halflife, ratio)?);
    let mut both: Vec<Option<Rotation<f64>>> =
        angles.iter().map(|angles| Some(order.rotation(*angles))).collect();
    let mut smoother = RotationSmoother::new(filter, Gaps::Hold);
    let mut once = Vec::with_capacity(rows);
    for (time, rotation) in times.iter().zip(&both) {
        once.push(smoother.advance(*time, *rotation)?);
    }
    smooth_rotations_zero_phase(&filter, Gaps::Hold, times, &mut both)?;
    let mut curves = vec![Points::new(); 6];
    for (which, rotations) in [&once, &both].into_iter().enumerate() {
        for ((time, rotation), angles) in times.iter().zip(rotations).zip(&angles) {
            let near = |rotation: &Rotation<f64>| order.angles_near(rotation, *angles);
            let smooth = rotation.as_ref().map_or([f64::NAN; 3], near);
            for (place, angle) in smooth.iter().enumerate() {
                curves[3 * which + place].push((*time, angle.to_degrees()));
            }
        }
    }
    Ok(Picture::new(curves))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half-life 0.05 s, and angles in the order of a file that turns about z, x, y.
    fn request(times: &[f64], angles: [&[f64]; 3]) -> Vec<f64> {
        let head = [0.05, 1.0, 2.0, 0.0, 1.0];
        head.iter().chain(times).chain(angles.into_iter().flatten()).copied().collect()
    }

    #[test]
    fn turning_about_one_axis_is_smoothed_as_the_angle_is() {
        let times: Vec<f64> = (0..200).map(|row| f64::from(row) / 30.0).collect();
        let angle: Vec<f64> = times.iter().map(|time| 40.0 * (3.0 * time).sin()).collect();
        let still = vec![0.0; times.len()];
        let picture = smoothed(&request(&times, [&still, &angle, &still])).unwrap();
        let filter = Filter::Follow(Spring::from_halflife(0.05, 1.0).unwrap());
        let (mut once, mut both) = (angle.clone(), angle);
        sprung_signal::smooth(&filter, Gaps::Hold, &times, &mut once).unwrap();
        sprung_signal::smooth_zero_phase(&filter, Gaps::Hold, &times, &mut both).unwrap();
        // Both ways, the continuations beyond the ends are not of the same length.
        for (curve, expected, tolerance) in [(1, once, 1e-9), (4, both, 1e-4)] {
            for ((_, degrees), expected) in picture.curves[curve].iter().zip(expected) {
                assert!((degrees - expected).abs() < tolerance, "{degrees} is not {expected}");
            }
        }
        assert!([0, 2, 3, 5].iter().all(|i| picture.curves[*i].iter().all(|p| p.1.abs() < 1e-9)));
    }

    #[test]
    fn what_is_no_recording_is_refused() {
        let (times, angles) = ([0.0, 0.1], [0.0, 1.0]);
        assert!(smoothed(&request(&times, [&angles, &angles, &angles])).is_ok());
        assert!(smoothed(&request(&times, [&angles, &angles, &angles[..1]])).is_err());
        assert!(smoothed(&request(&[0.1, 0.0], [&angles, &angles, &angles])).is_err());
        let mut twice = request(&times, [&angles, &angles, &angles]);
        twice[3] = 2.0;
        assert!(smoothed(&twice).is_err());
    }
}
