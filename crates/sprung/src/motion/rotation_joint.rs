//! The joint spring: a rotation spring within the limits of a joint.

use crate::coefficients::SpringStep;
use crate::math::rotation::{angular_velocity, rotation_vector_rate};
use crate::motion::rotation_limits::JointLimits;
use crate::motion::rotation_state::RotationState;
use crate::real::Real;
use crate::rotation::Rotation;
use crate::state::State;
use crate::vector::Vector;

/// A rotation that moves to its goal by a spring and stays within the limits of a joint.
///
/// The spring is linear in the coordinates of the joint, swing vector and twist angle: exact, two steps equal one, the
/// same at every frame rate. The way to a goal is straight there and so within the limits, where the shortest rotation
/// might go through what is forbidden. A goal beyond the limits is replaced by the nearest one inside of the margin. What
/// carries the spring beyond that, its velocity or its overshoot, is shown drawn back, see [`JointLimits`]: what is shown
/// never leaves the limits, and is continuous with its velocity.
///
/// A goal that turns on past half a turn leaves the joint on its side, up to half a turn from where the joint is: of the
/// ways to describe the goal, the nearest to the present coordinates counts.
///
/// ```
/// use sprung::motion::{JointLimits, JointSpring, RotationState};
/// use sprung::{Rotation, Spring};
///
/// // A neck that twists by ±1.4 rad and is told to look behind.
/// let limits = JointLimits::new([0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.7, 0.5], [-1.4, 1.4])?;
/// let mut neck = JointSpring::new(RotationState::default(), limits);
/// let step = Spring::from_halflife(0.1, 0.6)?.step(1.0 / 60.0);
/// for _ in 0..240 {
///     neck.update(Rotation::from_rotation_vector([0.0, 3.0f64, 0.0]), &step);
///     assert!(limits.contains(&neck.state().rotation));
/// }
/// let twist = neck.state().rotation.to_rotation_vector()[1];
/// assert!((twist - 0.9 * 1.4).abs() < 1e-9);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("joint limits", "soft limits", "ragdoll", "look-at"))]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(deny_unknown_fields, bound(serialize = "R: Real + serde::Serialize"))
)]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "R: Real + serde::Deserialize<'de>")))]
pub struct JointSpring<R> {
    limits: JointLimits<R>,
    /// Swing and twist before they are drawn back.
    free: State<[R; 3]>,
}

impl<R: Real> JointSpring<R> {
    /// A joint from its state. One outside of the limits is shown drawn back.
    pub fn new(state: RotationState<R>, limits: JointLimits<R>) -> Self {
        let [t, first, second] = limits.axes;
        let position = limits.coordinates(&state.rotation);
        let swing = first.times(position[0]).plus(second.times(position[1]));
        // w = J(s)·s′ + exp(s)·t·φ′, and s′ has no part along t.
        let rate = rotation_vector_rate(swing, state.angular_velocity);
        let turned = Rotation::from_rotation_vector(swing).rotate(t);
        let by_twist = rotation_vector_rate(swing, turned);
        // 0 at half a turn of swing, where a twist is no other motion than a swing.
        let part = by_twist.dot(t);
        let twist = if part.abs() > R::EPSILON { rate.dot(t) / part } else { R::ZERO };
        let rate = rate.minus(by_twist.times(twist));
        let velocity = [rate.dot(first), rate.dot(second), twist];
        JointSpring { limits, free: State::new(position, velocity) }
    }

    /// Returns the limits.
    pub const fn limits(&self) -> &JointLimits<R> {
        &self.limits
    }

    /// Returns the rotation that is shown, and its angular velocity.
    pub fn state(&self) -> RotationState<R> {
        let State { position, velocity } = self.limits.softened(self.free);
        let [t, first, second] = self.limits.axes;
        let across = |[x, y, _]: [R; 3]| first.times(x).plus(second.times(y));
        let swing = across(position);
        let turned = Rotation::from_rotation_vector(swing).rotate(t);
        RotationState::new(
            self.limits.rotation(position),
            angular_velocity(swing, across(velocity)).plus(turned.times(velocity[2])),
        )
    }

    /// Moves on by one step towards a held goal.
    ///
    /// A step of no time changes nothing; an infinite one ends at rest on the goal, or next to it within the limits.
    pub fn update(&mut self, goal: Rotation<R>, step: &SpringStep<R>) {
        let goal = self.limits.kept(self.nearest(self.limits.coordinates(&goal)));
        self.free = step.apply(self.free, goal);
    }

    /// The coordinates of the same rotation that are nearest to the present ones: each a full turn on or not.
    fn nearest(&self, [x, y, twist]: [R; 3]) -> [R; 3] {
        let [now_x, now_y, now_twist] = self.free.position;
        let turn = R::TWO * R::PI;
        let angle = [x, y].length();
        let mut swing = [x, y];
        if angle > R::ZERO {
            let other = swing.times(R::ONE - turn / angle);
            let now = self.limits.kept([now_x, now_y, now_twist]);
            let apart = |swing: [R; 2]| swing.minus([now[0], now[1]]).length();
            if apart(other) < apart(swing) {
                swing = other;
            }
        }
        let twist = twist + turn * ((now_twist - twist) / turn + R::HALF).floor();
        [swing[0], swing[1], twist]
    }
}
