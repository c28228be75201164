//! Inertialization of a rotation: switch to the new animation at once, and fade out the rotation to the old one.

use crate::coefficients::SpringStep;
use crate::motion::rotation_state::RotationState;
use crate::real::Real;
use crate::state::State;

/// The rotation between two animations, fading by a spring.
///
/// The offset is a rotation vector `r` and its rate; what is seen is `exp(r)` after the animation's rotation `x`, and
/// turns with `J(r)·r′ + exp(r)·w` where the animation turns with `w` and `J` is the left Jacobian of SO(3). So both
/// rotation and angular velocity go on unbroken through a switch, however far apart the animations are.
/// The offset fades on the shortest path, at most half a turn.
///
/// Accuracy: rotation and angular velocity before and after a switch agree to 1e-14 (`f64`).
/// Source: D. Bollo, *Inertialization: High-Performance Animation Transitions*; D. Holden, *Spring-It-On: The Game
/// Developer's Spring-Roll-Call*, who subtracts the angular velocities themselves.
///
/// ```
/// use sprung::motion::{RotationInertialization, RotationState};
/// use sprung::{Rotation, SpringStep};
///
/// let about_y = |angle: f64| RotationState::at_rest(Rotation::from_rotation_vector([0.0, angle, 0.0]));
/// let mut fade = RotationInertialization::default();
/// fade.transition(about_y(0.2), about_y(1.2));
/// assert!((fade.apply(about_y(1.2)).rotation.to_rotation_vector()[1] - 0.2).abs() < 1e-15);
/// fade.update(&SpringStep::critical(10.0, 3.0));
/// assert!((fade.apply(about_y(1.2)).rotation.to_rotation_vector()[1] - 1.2).abs() < 1e-9);
/// ```
#[doc(alias = "inertialize_quat")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[doc(alias("SpringInertializeApplyQuat", "SpringInertializeTransitionQuat"))]
pub struct RotationInertialization<R> {
    /// The rotation that follows the animation's: rotation vector (rad) and its rate (rad/s).
    pub offset: State<[R; 3]>,
}

impl<R: Real> RotationInertialization<R> {
    /// Starts a transition from one animation to another: the output stays continuous.
    pub fn transition(&mut self, from: RotationState<R>, to: RotationState<R>) {
        (self.offset, _) = self.apply(from).offset_from(&to);
    }

    /// Fades the offset by one step; share the step among all offsets with the same spring.
    #[inline]
    pub fn update(&mut self, step: &SpringStep<R>) {
        self.offset = step.apply(self.offset, [R::ZERO; 3]);
    }

    /// Returns the animation plus the offset; without an offset the animation, bit for bit.
    pub fn apply(&self, animation: RotationState<R>) -> RotationState<R> {
        animation.with_offset(self.offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rotation::Rotation;
    use crate::vector::Vector;

    fn state(rotation: [f64; 3], spin: [f64; 3]) -> RotationState<f64> {
        RotationState::new(Rotation::from_rotation_vector(rotation), spin)
    }

    fn assert_same(a: RotationState<f64>, b: RotationState<f64>) {
        let apart = a.rotation.relative_to(&b.rotation).to_rotation_vector();
        assert!(apart.length() < 1e-14, "{a:?} {b:?}");
        assert!(a.angular_velocity.minus(b.angular_velocity).length() < 1e-13, "{a:?} {b:?}");
    }

    #[test]
    fn an_interrupted_turn_goes_on_with_its_rotation_and_its_spin() {
        let step = SpringStep::critical(12.0, 1.0 / 30.0);
        let walk = state([0.3, -0.8, 0.5], [1.0, 2.0, -3.0]);
        let run = state([-1.3, 0.4, 1.1], [-4.0, 0.5, 2.0]);
        let mut fade = RotationInertialization::default();
        fade.transition(walk, run);
        assert_same(fade.apply(run), walk);
        fade.update(&step);
        let seen = fade.apply(run);
        fade.transition(run, walk);
        assert_same(fade.apply(walk), seen);
    }

    #[test]
    fn the_spin_that_is_seen_is_how_the_rotation_that_is_seen_turns() {
        let (rate, spin) = ([0.2, -0.5, 0.4], [1.5, 0.3, -0.7]);
        let offset = |s: f64| State::new([0.9, 0.3, -0.4].plus(rate.times(s)), rate);
        let start = Rotation::from_rotation_vector([0.1, 1.2, -0.3]);
        let seen = |s: f64| {
            let turned = start.then(&Rotation::from_rotation_vector(spin.times(s)));
            RotationInertialization { offset: offset(s) }.apply(RotationState::new(turned, spin))
        };
        let h = 1e-5;
        let turn = seen(h).rotation.relative_to(&seen(-h).rotation).to_rotation_vector();
        let expected = seen(0.0).angular_velocity;
        assert!(turn.times(0.5 / h).minus(expected).length() < 1e-9);
    }
}
