//! Inertialization of whole poses: translations, rotations and scales of many bones, structure of arrays.

use crate::coefficients::SpringStep;
use crate::motion::critical_spring::critical_frequency;
use crate::motion::inertialize::Inertialization;
use crate::motion::rotation_inertialize::RotationInertialization;
use crate::motion::rotation_state::RotationState;
use crate::motion::scale_inertialize::ScaleInertialization;
use crate::real::Real;
use crate::state::State;

/// The bones of an animation, one slice per channel: transforms and velocities.
///
/// A channel that an animation lacks is an empty slice, in every pose alike.
///
/// ```
/// use sprung::{State, motion::Pose};
///
/// // Two bones that have translations only.
/// let bones = [State::at_rest([0.0f32; 3]), State::at_rest([0.0, 1.0, 0.0])];
/// let pose = Pose { translations: &bones, rotations: &[], scales: &[] };
/// assert_eq!(pose.translations[1].position[1], 1.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pose<'a, R> {
    /// Translation and velocity of each bone.
    pub translations: &'a [State<[R; 3]>],
    /// Rotation and angular velocity (rad/s, in the parent's frame) of each bone.
    pub rotations: &'a [RotationState<R>],
    /// Scale per axis (> 0) and its rate of each bone.
    pub scales: &'a [State<[R; 3]>],
}

/// The mutable slices that a pose is written to; see [`Pose`].
///
/// ```
/// use sprung::{State, motion::PoseMut};
///
/// let mut bones = [State::at_rest([0.0f32; 3])];
/// let pose = PoseMut { translations: &mut bones, rotations: &mut [], scales: &mut [] };
/// pose.translations[0].position[1] = 1.0;
/// assert_eq!(bones[0].position, [0.0, 1.0, 0.0]);
/// ```
#[derive(Debug)]
pub struct PoseMut<'a, R> {
    /// Translation and velocity of each bone.
    pub translations: &'a mut [State<[R; 3]>],
    /// Rotation and angular velocity of each bone.
    pub rotations: &'a mut [RotationState<R>],
    /// Scale per axis and its rate of each bone.
    pub scales: &'a mut [State<[R; 3]>],
}

/// The offset of each bone between two animations, fading by a spring: [`Inertialization`] for a whole pose.
///
/// Borrows its memory: one slice per channel, as long as the poses'. Translations fade as vectors, rotations along their
/// rotation vector, scales in log space. Bones may fade at different speeds; those that fade alike share coefficients.
/// Source: D. Bollo, *Inertialization: High-Performance Animation Transitions*; D. Holden, *Spring-It-On: The Game
/// Developer's Spring-Roll-Call*. Accuracy: the motion of a transition is the same at every frame rate to 1e-12 (`f64`).
///
/// ```
/// use sprung::motion::{Inertialization, Pose, PoseInertialization, PoseMut, RotationInertialization, RotationState};
/// use sprung::{Rotation, State};
///
/// let turned = |angle| RotationState::at_rest(Rotation::from_rotation_vector([0.0f64, 0.0, angle]));
/// let walk = Pose { translations: &[State::at_rest([1.0, 0.0, 0.0])], rotations: &[turned(0.4)], scales: &[] };
/// let run = Pose { translations: &[State::at_rest([3.0, 0.0, 0.0])], rotations: &[turned(1.0)], scales: &[] };
///
/// let mut fade = PoseInertialization {
///     translations: &mut [Inertialization::default()],
///     rotations: &mut [RotationInertialization::default()],
///     scales: &mut [],
/// };
/// fade.transition(walk, run);
/// fade.update_each(&[0.1], 0.1);
///
/// let (mut translations, mut rotations) = ([State::at_rest([0.0; 3])], [turned(0.0)]);
/// fade.apply(run, PoseMut { translations: &mut translations, rotations: &mut rotations, scales: &mut [] });
/// assert!((translations[0].position[0] - 2.0).abs() < 1e-14);
/// assert!((rotations[0].rotation.to_rotation_vector()[2] - 0.7).abs() < 1e-14);
/// ```
#[derive(Debug)]
pub struct PoseInertialization<'a, R> {
    /// The offset that is added to each bone's translation.
    pub translations: &'a mut [Inertialization<[R; 3]>],
    /// The rotation that follows each bone's rotation.
    pub rotations: &'a mut [RotationInertialization<R>],
    /// The factor of each bone's scale.
    pub scales: &'a mut [ScaleInertialization<R, 3>],
}

impl<R: Real> PoseInertialization<'_, R> {
    /// Starts a transition from one animation to another: the output stays continuous.
    ///
    /// # Panics
    /// If a channel differs in length between the poses and this.
    pub fn transition(&mut self, from: Pose<'_, R>, to: Pose<'_, R>) {
        self.assert_fits(from);
        self.assert_fits(to);
        for (bone, fade) in self.translations.iter_mut().enumerate() {
            fade.transition(from.translations[bone], to.translations[bone]);
        }
        for (bone, fade) in self.rotations.iter_mut().enumerate() {
            fade.transition(from.rotations[bone], to.rotations[bone]);
        }
        for (bone, fade) in self.scales.iter_mut().enumerate() {
            fade.transition(from.scales[bone], to.scales[bone]);
        }
    }

    /// Fades all bones by one step.
    pub fn update(&mut self, step: &SpringStep<R>) {
        self.update_by(|_| *step);
    }

    /// Fades each bone critically damped by its own true half-life, over `dt` seconds.
    ///
    /// Neighboring bones of one half-life share their coefficients, so that a half-life per limb costs an exponential per
    /// limb. A half-life of 0 or below drops the offset at once.
    ///
    /// # Panics
    /// If a channel has bones that `halflives` has not.
    pub fn update_each(&mut self, halflives: &[R], dt: R) {
        let mut shared = None;
        self.update_by(|bone| {
            let halflife = halflives[bone];
            match shared {
                Some((of, step)) if of == halflife => step,
                _ => {
                    let step = SpringStep::critical(critical_frequency(halflife), dt);
                    shared = Some((halflife, step));
                    step
                }
            }
        });
    }

    /// Fades each bone by the step that `step_of` returns for its index.
    pub fn update_by(&mut self, mut step_of: impl FnMut(usize) -> SpringStep<R>) {
        let bones = self.translations.len().max(self.rotations.len()).max(self.scales.len());
        for bone in 0..bones {
            let step = step_of(bone);
            if let Some(fade) = self.translations.get_mut(bone) {
                fade.update(&step);
            }
            if let Some(fade) = self.rotations.get_mut(bone) {
                fade.update(&step);
            }
            if let Some(fade) = self.scales.get_mut(bone) {
                fade.update(&step);
            }
        }
    }

    /// Writes the animation plus the offsets to `seen`.
    ///
    /// # Panics
    /// If a channel differs in length between the poses and this.
    pub fn apply(&self, animation: Pose<'_, R>, seen: PoseMut<'_, R>) {
        self.assert_fits(animation);
        self.assert_fits(Pose {
            translations: seen.translations,
            rotations: seen.rotations,
            scales: seen.scales,
        });
        for (bone, fade) in self.translations.iter().enumerate() {
            seen.translations[bone] = fade.apply(animation.translations[bone]);
        }
        for (bone, fade) in self.rotations.iter().enumerate() {
            seen.rotations[bone] = fade.apply(animation.rotations[bone]);
        }
        for (bone, fade) in self.scales.iter().enumerate() {
            seen.scales[bone] = fade.apply(animation.scales[bone]);
        }
    }

    fn assert_fits(&self, pose: Pose<'_, R>) {
        let here = [self.translations.len(), self.rotations.len(), self.scales.len()];
        let there = [pose.translations.len(), pose.rotations.len(), pose.scales.len()];
        assert!(
            here == there,
            "translations, rotations and scales have {here:?} bones here and {there:?} in a pose"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rotation::Rotation;

    type Fades = (
        [Inertialization<[f64; 3]>; 3],
        [RotationInertialization<f64>; 3],
        [ScaleInertialization<f64, 3>; 3],
    );

    fn switched() -> Fades {
        let mut fades = Fades::default();
        let (mut walk, mut run) = (bones(0.0), bones(1.0));
        pose(&mut fades).transition(as_pose(&mut walk), as_pose(&mut run));
        fades
    }

    type Bones = ([State<[f64; 3]>; 3], [RotationState<f64>; 3], [State<[f64; 3]>; 3]);

    fn bones(which: f64) -> Bones {
        let number = |bone: usize| bone as f64 + 3.0 * which;
        (
            core::array::from_fn(|b| State::new([number(b), 1.0, -2.0], [0.5, number(b), which])),
            core::array::from_fn(|b| {
                let turn = [0.2 * number(b), 0.3 * which - 0.5, 0.4];
                RotationState::new(Rotation::from_rotation_vector(turn), [which, 0.3, number(b)])
            }),
            core::array::from_fn(|b| State::new([1.0 + number(b), 2.0, 0.5], [0.1, which, 0.0])),
        )
    }

    fn as_pose(bones: &mut Bones) -> Pose<'_, f64> {
        Pose { translations: &bones.0, rotations: &bones.1, scales: &bones.2 }
    }

    fn pose(fades: &mut Fades) -> PoseInertialization<'_, f64> {
        let (translations, rotations, scales) = fades;
        PoseInertialization { translations, rotations, scales }
    }

    #[test]
    fn a_pose_fades_as_its_bones_would_one_by_one() {
        let (mut together, mut apart) = (switched(), switched());
        pose(&mut together).update_each(&[0.1, 0.1, 0.25], 0.04);
        for (bone, halflife) in [0.1, 0.1, 0.25].into_iter().enumerate() {
            let step = SpringStep::critical(critical_frequency(halflife), 0.04);
            apart.0[bone].update(&step);
            apart.1[bone].update(&step);
            apart.2[bone].update(&step);
        }
        assert_eq!(together, apart);
    }

    #[test]
    fn nothing_jumps_when_a_transition_is_interrupted() {
        let mut fades = switched();
        pose(&mut fades).update(&SpringStep::critical(8.0, 0.1));
        let (mut walk, mut run) = (bones(0.0), bones(1.0));
        let (mut before, mut after) = (bones(0.0), bones(0.0));
        let see = |fades: &mut Fades, animation: &mut Bones, seen: &mut Bones| {
            let (translations, rotations, scales) = seen;
            pose(fades).apply(as_pose(animation), PoseMut { translations, rotations, scales });
        };
        see(&mut fades, &mut run, &mut before);
        pose(&mut fades).transition(as_pose(&mut run), as_pose(&mut walk));
        see(&mut fades, &mut walk, &mut after);
        for bone in 0..3 {
            for axis in 0..3 {
                for (seen, later) in [
                    (before.0[bone].position[axis], after.0[bone].position[axis]),
                    (before.0[bone].velocity[axis], after.0[bone].velocity[axis]),
                    (before.1[bone].rotation.xyzw()[axis], after.1[bone].rotation.xyzw()[axis]),
                    (before.1[bone].angular_velocity[axis], after.1[bone].angular_velocity[axis]),
                    (before.2[bone].position[axis], after.2[bone].position[axis]),
                    (before.2[bone].velocity[axis], after.2[bone].velocity[axis]),
                ] {
                    assert!((seen - later).abs() < 1e-13, "{bone} {axis}: {seen} {later}");
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "[3, 3, 3] bones here and [0, 3, 3] in a pose")]
    fn a_pose_of_another_skeleton_is_refused() {
        let mut walk = bones(0.0);
        let without = Pose { translations: &[], ..as_pose(&mut walk) };
        pose(&mut switched()).transition(without, without);
    }
}
