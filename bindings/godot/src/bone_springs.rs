//! The state of the bones of a skeleton: rotations that follow those of the animation.

use sprung::motion::RotationState;
use sprung::{Rotation, Spring};

/// A quaternion as Godot has it: x, y, z, w.
pub type Quaternion = [f32; 4];

/// The rotations of some bones, each pulled by a spring towards its pose in the animation.
///
/// Rotations are relative to the skeleton, not to the parent: a bone lags behind the motion of the body.
#[derive(Debug, Default)]
pub struct BoneSprings {
    states: Vec<Option<RotationState<f32>>>,
}

impl BoneSprings {
    /// Forgets all motion: the next update begins at the poses.
    pub fn reset(&mut self) {
        self.states.clear();
    }

    /// The rotation of a bone one step later. A bone that was not seen before begins at its pose; a pose that is not a number
    /// leaves it as it was.
    pub fn update(
        &mut self,
        bone: usize,
        pose: Quaternion,
        spring: &Spring<f32>,
        dt: f32,
    ) -> Quaternion {
        if self.states.len() <= bone {
            self.states.resize(bone + 1, None);
        }
        let goal = Rotation::from_xyzw(pose);
        let is_number = goal.xyzw().iter().all(|component| component.is_finite());
        let state = &mut self.states[bone];
        if !is_number {
            return state.map_or([0.0, 0.0, 0.0, 1.0], |state| state.rotation.xyzw());
        }
        let before = state.unwrap_or(RotationState::at_rest(goal));
        let after = spring.step(dt).apply_rotation(before, goal);
        *state = Some(after);
        after.rotation.xyzw()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::spring;

    fn about_y(angle: f32) -> Quaternion {
        Rotation::from_rotation_vector([0.0, angle, 0.0]).xyzw()
    }

    fn angle(rotation: Quaternion) -> f32 {
        Rotation::from_xyzw(rotation).to_rotation_vector()[1]
    }

    #[test]
    fn a_bone_begins_at_its_pose_and_follows_it_at_every_frame_rate() {
        let spring = spring(0.1, 0.7);
        let after = |frames: u16| {
            let mut bones = BoneSprings::default();
            let begun = angle(bones.update(3, about_y(0.25), &spring, 0.1));
            assert!((begun - 0.25).abs() < 1e-6, "{begun}");
            let dt = 0.3 / f32::from(frames);
            (0..frames).map(|_| angle(bones.update(3, about_y(1.0), &spring, dt))).last()
        };
        let (few, many) = (after(6).expect("frames"), after(96).expect("frames"));
        assert!((few - many).abs() < 1e-5 && few > 0.6, "{few} {many}");
    }

    #[test]
    fn a_pose_that_is_no_number_changes_nothing_and_a_reset_forgets() {
        let spring = spring(0.1, 0.7);
        let mut bones = BoneSprings::default();
        assert_eq!(bones.update(0, [f32::NAN; 4], &spring, 0.1), [0.0, 0.0, 0.0, 1.0]);
        bones.update(0, about_y(0.5), &spring, 0.1);
        let moved = bones.update(0, about_y(1.0), &spring, 0.1);
        assert_eq!(bones.update(0, [f32::NAN; 4], &spring, 0.1), moved);
        bones.reset();
        let begun = angle(bones.update(0, about_y(-0.5), &spring, 0.1));
        assert!((begun + 0.5).abs() < 1e-6, "{begun}");
    }
}
