//! Motion capture at another frame rate.

use std::collections::VecDeque;

use sprung_signal::rotation_between;

use super::joints::{Joint, Pose};
use crate::recording::Row;

/// Part of a frame by which a time may miss a frame: rounding.
const ROUNDED: f64 = 1e-6;

/// A frame, and the lines that follow its row.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) row: Row,
    pub(super) pose: Pose,
    pub(super) after: Vec<Row>,
}

/// Frames at one rate, read one by one, and out of them frames at another.
///
/// Whole joints turn by a cubic in the rotation vector ([`rotation_between`]), numbers by that of Catmull and Rom, which is
/// the same for one of them. Keeps four frames.
#[derive(Clone, Debug)]
pub(super) struct FrameRate {
    /// Frames of the recording per frame of the result.
    step: f64,
    joints: Vec<Joint>,
    /// The frames that are still needed, and the number of the first.
    frames: VecDeque<Frame>,
    first: usize,
    /// The number of the next frame of the result.
    next: usize,
}

/// A frame of the result.
pub(super) struct Resampled<'a> {
    pub(super) number: usize,
    /// The lines between the row before and this one.
    pub(super) passed: Vec<Row>,
    /// The row of the recording at or before it.
    pub(super) row: &'a Row,
    pub(super) pose: Pose,
}

impl FrameRate {
    pub(super) fn new(step: f64, joints: Vec<Joint>) -> Self {
        FrameRate { step, joints, frames: VecDeque::new(), first: 0, next: 0 }
    }

    /// Adds the next frame of the recording.
    pub(super) fn push(&mut self, frame: Frame) {
        self.frames.push_back(frame);
    }

    /// Adds a line after the last frame.
    pub(super) fn push_line(&mut self, line: Row) {
        if let Some(frame) = self.frames.back_mut() {
            frame.after.push(line);
        }
    }

    /// The next frame of the result; none until more frames are known, and none after the last.
    pub(super) fn next(&mut self, is_complete: bool) -> Option<Resampled<'_>> {
        let place = self.next as f64 * self.step;
        let near = place.round();
        let (start, part) = match place - place.floor() {
            _ if (place - near).abs() < ROUNDED => (near as usize, 0.0),
            part => (place as usize, part),
        };
        let known = self.first + self.frames.len();
        let needed = start + if part > 0.0 { 1 } else { 0 };
        if needed >= known || (!is_complete && start + 2 >= known) {
            return None;
        }
        let mut passed = Vec::new();
        for frame in self.frames.iter_mut().take(start - self.first) {
            passed.append(&mut frame.after);
        }
        while self.first + 1 < start {
            self.frames.pop_front();
            self.first += 1;
        }
        let pose = self.between(start - self.first, part);
        let number = self.next;
        self.next += 1;
        let row = &self.frames[start - self.first].row;
        Some(Resampled { number, passed, row, pose })
    }

    /// The lines after the last frame.
    pub(super) fn rest(self) -> impl Iterator<Item = Row> {
        self.frames.into_iter().flat_map(|frame| frame.after)
    }

    /// The pose a part of a frame after one of those that are kept.
    fn between(&self, start: usize, part: f64) -> Pose {
        let pose = |index: usize| &self.frames[index].pose;
        let from = pose(start);
        if part == 0.0 {
            return from.clone();
        }
        let to = pose((start + 1).min(self.frames.len() - 1));
        let before = start.checked_sub(1).map(pose);
        let after = self.frames.get(start + 2).map(|frame| &frame.pose);
        let channel = |at: usize| {
            // Beyond an end the line through the last two.
            let (from, to) = (from.values[at], to.values[at]);
            let before = before.map_or(2.0 * from - to, |before| before.values[at]);
            let after = after.map_or(2.0 * to - from, |after| after.values[at]);
            cubic([before, from, to, after], part)
        };
        let values: Vec<f64> = (0..from.values.len()).map(channel).collect();
        let turned = |at: usize| {
            let (from, to) = (from.rotations[at]?, to.rotations[at]?);
            let before = match before {
                Some(before) => before.rotations[at]?,
                None => from.then(&to.inverse()).then(&from),
            };
            let after = match after {
                Some(after) => after.rotations[at]?,
                None => to.then(&from.inverse()).then(&to),
            };
            Some(rotation_between([before, from, to, after], part))
        };
        let rotation = |(at, joint): (usize, &Joint)| {
            if joint.is_whole() { turned(at) } else { joint.rotation(&values) }
        };
        let rotations = self.joints.iter().enumerate().map(rotation).collect();
        Pose { values, rotations }
    }
}

/// The cubic of Catmull and Rom between the middle two of four numbers.
fn cubic([before, from, to, after]: [f64; 4], part: f64) -> f64 {
    let (start, end) = (0.5 * (to - before), 0.5 * (after - from));
    let (square, cube) = (part * part, part * part * part);
    let along = 3.0 * square - 2.0 * cube;
    from + start * (cube - 2.0 * square + part) + (to - from) * along + end * (cube - square)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resampled(step: f64, frames: &[Vec<f64>], joints: &[Joint]) -> Vec<Pose> {
        let mut rate = FrameRate::new(step, joints.to_vec());
        let mut result = Vec::new();
        for values in frames {
            let (row, pose) = (Row::default(), Pose::new(joints, values.clone()));
            rate.push(Frame { row, pose, after: Vec::new() });
            while let Some(Resampled { pose, .. }) = rate.next(false) {
                result.push(pose);
            }
            assert!(rate.frames.len() <= 4 + step as usize);
        }
        while let Some(Resampled { pose, .. }) = rate.next(true) {
            result.push(pose);
        }
        result
    }

    #[test]
    fn lines_stay_straight_and_frames_are_kept() {
        let frames: Vec<Vec<f64>> = (0..20).map(|i| vec![3.0 * f64::from(i), 7.0]).collect();
        for step in [0.5, 1.0, 0.25, 2.0, 3.0, 0.3, 1.7] {
            let result = resampled(step, &frames, &[]);
            assert_eq!(result.len(), (19.0 / step + 1e-9) as usize + 1, "{step}");
            for (index, pose) in result.iter().enumerate() {
                assert!(
                    (pose.values[0] - 3.0 * step * index as f64).abs() < 1e-12,
                    "{step} {index}"
                );
            }
        }
        let values = |poses: Vec<Pose>| poses.into_iter().map(|pose| pose.values);
        assert!(values(resampled(1.0, &frames, &[])).eq(frames.clone()));
        assert!(values(resampled(0.5, &frames[..1], &[])).eq(frames[..1].to_vec()));
    }

    #[test]
    fn a_joint_turns_steadily_where_its_angles_do_not() {
        let names = ["a.Xrotation", "a.Yrotation", "a.Zrotation"];
        let joints = Joint::all(names.into_iter());
        // Past gimbal lock, a degree beside it, by six degrees a frame.
        let path = |time: f64| {
            let about = |vector| sprung::Rotation::from_rotation_vector(vector);
            about([0.02, 0.0, 0.0]).then(&about([0.0, 1.0 + 0.1 * time, 0.0]))
        };
        let (mut frames, mut near) = (Vec::new(), vec![0.0; 3]);
        for frame in 0..12 {
            let mut values = vec![0.0; 3];
            joints[0].write(Some(path(f64::from(frame))), &near, &mut values);
            near.clone_from(&values);
            frames.push(values);
        }
        for (index, pose) in resampled(0.25, &frames, &joints).iter().enumerate() {
            let turned = pose.rotations[0].unwrap();
            let off = turned.relative_to(&path(0.25 * index as f64)).to_rotation_vector();
            assert!(off.iter().all(|c| c.abs() < 1e-12), "{index}: {off:?}");
        }
    }
}
