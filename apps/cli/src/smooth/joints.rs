//! The joints of motion capture: Euler angles of a frame as rotations, and back.

use sprung::Rotation;
use sprung_signal::EulerOrder;

/// The rotation channels of a joint.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Joint {
    /// The order of the file; axes that it has no channel for are last.
    order: EulerOrder,
    /// The places of the channels among the columns that are taken, one to three.
    places: Vec<usize>,
}

/// A frame of motion capture.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pose {
    /// The values of the columns that are taken; NaN where one is missing.
    pub(super) values: Vec<f64>,
    /// The rotation of each joint, which counts instead of its angles if it is whole; `None` where one is missing.
    pub(super) rotations: Vec<Option<Rotation<f64>>>,
}

impl Pose {
    /// A frame as it was recorded.
    pub(super) fn new(joints: &[Joint], values: Vec<f64>) -> Self {
        let rotations = joints.iter().map(|joint| joint.rotation(&values)).collect();
        Pose { values, rotations }
    }
}

impl Joint {
    /// The joints with rotation channels among columns that are called like `Hips.Zrotation`.
    ///
    /// A joint with two channels about one axis has none: its angles are numbers.
    pub(super) fn all<'a>(names: impl Iterator<Item = &'a str>) -> Vec<Joint> {
        let (mut joints, mut last): (Vec<Vec<(usize, usize)>>, _) = (Vec::new(), Vec::new());
        for (place, name) in names.enumerate() {
            // Joints of the same name follow each other where a channel comes again.
            let joint = name.rsplit_once('.').map(|(joint, _)| joint);
            let goes_on = last.iter().all(|last: &&str| {
                *last != name && last.rsplit_once('.').map(|(joint, _)| joint) == joint
            });
            if !goes_on || joints.is_empty() {
                last.clear();
                joints.push(Vec::new());
            }
            last.push(name);
            if let (Some(joint), Some(axis)) = (joints.last_mut(), axis(name)) {
                joint.push((axis, place));
            }
        }
        joints.iter().filter_map(|channels| Joint::of(channels)).collect()
    }

    /// The joint with these axes and places.
    fn of(channels: &[(usize, usize)]) -> Option<Joint> {
        let missing = (0..3).filter(|axis| channels.iter().all(|channel| channel.0 != *axis));
        let axes: Vec<usize> = channels.iter().map(|channel| channel.0).chain(missing).collect();
        let order = EulerOrder::from_axes(axes.try_into().ok()?)?;
        let places: Vec<usize> = channels.iter().map(|channel| channel.1).collect();
        (!places.is_empty()).then_some(Joint { order, places })
    }

    /// Returns the places of its channels.
    pub(super) fn places(&self) -> &[usize] {
        &self.places
    }

    /// Returns whether it turns about all three axes; the angles of others know no gimbal lock.
    pub(super) fn is_whole(&self) -> bool {
        self.places.len() == 3
    }

    /// The rotation in a frame; none if a value is missing.
    pub(super) fn rotation(&self, frame: &[f64]) -> Option<Rotation<f64>> {
        let mut angles = [0.0; 3];
        for (angle, &place) in angles.iter_mut().zip(&self.places) {
            *angle = frame[place].to_radians();
        }
        angles.iter().all(|angle| angle.is_finite()).then(|| self.order.rotation(angles))
    }

    /// Writes a rotation into a frame, by the angles nearest to those of another frame; a missing one as NaN.
    pub(super) fn write(&self, rotation: Option<Rotation<f64>>, near: &[f64], frame: &mut [f64]) {
        let mut others = [0.0; 3];
        for (other, &place) in others.iter_mut().zip(&self.places) {
            *other = near[place].to_radians();
        }
        let angles = rotation.map(|rotation| self.order.angles_near(&rotation, others));
        for (place, angle) in self.places.iter().zip(angles.unwrap_or([f64::NAN; 3])) {
            frame[*place] = angle.to_degrees();
        }
    }
}

/// The axis of a rotation channel.
fn axis(name: &str) -> Option<usize> {
    let channel = name.rsplit_once('.').map_or(name, |(_, channel)| channel).to_lowercase();
    ["xrotation", "yrotation", "zrotation"].iter().position(|rotation| *rotation == channel)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joints(names: &[&str]) -> Vec<(EulerOrder, Vec<usize>)> {
        Joint::all(names.iter().copied()).into_iter().map(|j| (j.order, j.places)).collect()
    }

    #[test]
    fn channels_of_a_joint_are_a_rotation_in_the_order_of_the_file() {
        let names = [
            "Hips.Xposition",
            "Hips.Zrotation",
            "Hips.Yposition",
            "Hips.Xrotation",
            "Hips.Yrotation",
            "L.Knee.xrotation",
            "Wrist.Yrotation",
            "Wrist.Zrotation",
            "Tail.Yposition",
        ];
        let expected = [
            (EulerOrder::Zxy, vec![1, 3, 4]),
            (EulerOrder::Xyz, vec![5]),
            (EulerOrder::Yzx, vec![6, 7]),
        ];
        assert_eq!(joints(&names), expected);
    }

    #[test]
    fn joints_of_one_name_are_two_and_a_repeated_axis_is_no_rotation() {
        let twice = ["A.Xrotation", "A.Yrotation", "A.Zrotation"].repeat(2);
        let expected = [(EulerOrder::Xyz, vec![0, 1, 2]), (EulerOrder::Xyz, vec![3, 4, 5])];
        assert_eq!(joints(&twice), expected);
        // The second is the next joint.
        let repeated = joints(&["A.Zrotation", "A.Xrotation", "A.Zrotation"]);
        assert_eq!(repeated, [(EulerOrder::Zxy, vec![0, 1]), (EulerOrder::Zxy, vec![2])]);
    }

    #[test]
    fn a_frame_is_read_and_written_near_to_another() {
        let joint = &Joint::all(["a.Yrotation", "a.Xrotation", "a.Zrotation"].into_iter())[0];
        let frame = [350.0, 20.0, -30.0];
        let rotation = joint.rotation(&frame);
        let mut written = [0.0; 3];
        joint.write(rotation, &[-9.0, 21.0, -29.0], &mut written);
        let expected = [-10.0, 20.0, -30.0];
        assert!(written.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{written:?}");
        assert_eq!(joint.rotation(&[0.0, f64::NAN, 0.0]), None);
        joint.write(None, &frame, &mut written);
        assert!(written.iter().all(|angle| angle.is_nan()));
    }
}
