//! The mean angular jerk of joints: how much their angular accelerations change, the roughness of a motion.

use sprung::{Rotation, Vector};

/// Sums up the angular jerk of joints, frame by frame: the second difference of the angular velocity over the time squared.
#[derive(Clone, Debug)]
pub(super) struct AngularJerk {
    interval: f64,
    joints: Vec<History>,
    sum: f64,
    count: usize,
}

/// The last rotations of a joint.
#[derive(Clone, Copy, Debug, Default)]
struct History {
    /// Those known in a row, up to three.
    known: usize,
    last: Rotation<f64>,
    /// The rotation vectors from frame to frame before it, the last one first.
    turns: [[f64; 3]; 2],
}

impl AngularJerk {
    /// Of frames at even intervals, in seconds.
    pub(super) fn new(interval: f64) -> Self {
        AngularJerk { interval, joints: Vec::new(), sum: 0.0, count: 0 }
    }

    /// Adds the next frame: a rotation for each joint, `None` where it is missing.
    pub(super) fn add(&mut self, rotations: &[Option<Rotation<f64>>]) {
        self.joints.resize(rotations.len(), History::default());
        for (rotation, history) in rotations.iter().zip(&mut self.joints) {
            let Some(rotation) = rotation else {
                history.known = 0;
                continue;
            };
            let [before, first] = history.turns;
            let turn = rotation.relative_to(&history.last).to_rotation_vector();
            if history.known == 3 {
                self.sum += turn.minus(before.times(2.0)).plus(first).length();
                self.count += 1;
            }
            (history.last, history.turns) = (*rotation, [turn, before]);
            history.known = (history.known + 1).min(3);
        }
    }

    /// Returns the mean over all joints and frames, in degrees per second cubed; none of fewer than four frames.
    pub(super) fn mean(&self) -> Option<f64> {
        let mean = self.sum / self.count as f64 / (self.interval * self.interval * self.interval);
        (self.count > 0).then(|| mean.to_degrees())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_third_derivative_of_an_angle() {
        let turned = |axis: usize, degrees: f64| {
            let mut vector = [0.0; 3];
            vector[axis] = degrees.to_radians();
            Some(Rotation::from_rotation_vector(vector))
        };
        let mut jerk = AngularJerk::new(0.01);
        for frame in 0..200 {
            let time = f64::from(frame) * 0.01;
            // 6·4 degrees per second cubed, and none: over two joints 12.
            jerk.add(&[turned(0, 4.0 * time * time * time), turned(2, 50.0 * time * time)]);
        }
        assert!((jerk.mean().unwrap() - 12.0).abs() < 1e-6, "{:?}", jerk.mean());
        assert_eq!(AngularJerk::new(0.1).mean(), None);
    }
}
