//! A camera that stays where it is and turns to track a player: springs on its yaw and pitch.

use crate::motion::angle_spring::{unwrap_angle, wrap_angle};
use crate::motion::camera_step::CameraStep;
use crate::motion::facing::facing;
use crate::real::Real;
use crate::rotation::Rotation;
use crate::state::State;
use crate::vector::Vector;

/// A camera at a fixed place that turns to track a player: smooth, on the shortest path, and without a jump.
///
/// Two springs, on the yaw and on the pitch of the direction to the player plus `lookahead` times his velocity, which is given
/// as for a [`CameraRig`](crate::motion::CameraRig); of the [`CameraSprings`](crate::motion::CameraSprings) only `angles` and
/// `lookahead` are used. Straight above and below, where there is no yaw, the yaw is kept.
/// Source: R. Juckett, *Damped Springs* (camera).
///
/// Accuracy: the player moves on a straight line during a step. A step in which the direction turns by more than 1/32 rad is taken
/// in equal parts, at most 256, in which the angles move steadily: at every frame rate and across a hitch of a second the
/// angles are within 1e-4 rad of the motion in small steps, while the player stays so far from the vertical through the
/// camera that the parts suffice.
///
/// ```
/// use sprung::motion::{CameraSprings, FixedCamera};
/// use sprung::{Spring, State};
///
/// let spring = Spring::from_halflife(0.1, 1.0)?;
/// let springs = CameraSprings { focus: spring, angles: spring, radius: spring, lookahead: 0.0 };
/// let step = springs.step(1.0 / 60.0);
/// let mut camera = FixedCamera::new([0.0f64, 3.0, 10.0], [0.0, 0.0, 0.0]);
/// for _ in 0..240 {
///     camera.update(State::at_rest([-10.0, 3.0, 0.0]), &step);
/// }
/// // The player is to the left, a turn about the vertical by an eighth.
/// assert!((camera.yaw.position.to_degrees() - 45.0).abs() < 1e-4);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("look at", "security camera", "aim constraint", "CinemachineComposer"))]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct FixedCamera<R> {
    /// The position of the camera, which may be changed at any time.
    pub position: [R; 3],
    /// The angle about the vertical, rad; not wrapped.
    pub yaw: State<R>,
    /// The angle by which it looks down, rad.
    pub pitch: State<R>,
    player: [R; 3],
}

impl<R: Real> FixedCamera<R> {
    /// At rest, looking at a player.
    pub fn new(position: [R; 3], player: [R; 3]) -> Self {
        let (yaw, pitch) = angles(player.minus(position));
        let [yaw, pitch] = [yaw.unwrap_or(R::ZERO), pitch].map(State::at_rest);
        FixedCamera { position, yaw, pitch, player }
    }

    /// Turns the camera by one step, in which the player moved steadily to `player`; his velocity is for the look-ahead.
    ///
    /// A step of no time changes nothing; an infinite one ends at rest, looking at the player.
    pub fn update(&mut self, player: State<[R; 3]>, step: &CameraStep<R>) {
        if !(step.dt > R::ZERO) {
            return;
        }
        let ahead = player.velocity.times(step.lookahead).minus(self.position);
        let (from, to) = (self.player.plus(ahead), player.position.plus(ahead));
        let parts = parts(from, to, step.dt);
        let count = R::from_index(parts);
        let whole =
            if parts > 1 { step.angle_spring.follow_step(step.dt / count) } else { step.angles };
        let way = to.minus(from);
        let mut before = angles(from);
        for part in 1..=parts {
            let place =
                if part < parts { from.plus(way.times(R::from_index(part) / count)) } else { to };
            let after = angles(place);
            self.turn(before, after, |state, from, to| whole.apply(state, from, to));
            before = after;
        }
        self.player = player.position;
    }

    /// Moves camera and player by the same vector at once: a floating origin.
    pub fn teleport(&mut self, by: [R; 3]) {
        self.position = self.position.plus(by);
        self.player = self.player.plus(by);
    }

    /// The rotation of the camera, which looks along its −z, with y up.
    pub fn rotation(&self) -> Rotation<R> {
        let pitch = Rotation::from_rotation_vector([-self.pitch.position, R::ZERO, R::ZERO]);
        pitch.then(&Rotation::from_rotation_vector([R::ZERO, self.yaw.position, R::ZERO]))
    }

    /// Turns yaw and pitch while the direction moves steadily in both.
    fn turn(
        &mut self,
        (yaw_before, pitch_before): Angles<R>,
        (yaw_after, pitch_after): Angles<R>,
        follow: impl Fn(State<R>, R, R) -> State<R>,
    ) {
        let kept = self.yaw.position;
        let before = yaw_before.or(yaw_after).unwrap_or(kept);
        let after = yaw_after.unwrap_or(before);
        let from = unwrap_angle(before, kept);
        self.yaw = follow(self.yaw, from, from + wrap_angle(after - before));
        self.pitch = follow(self.pitch, pitch_before, pitch_after);
    }
}

/// The yaw, where there is one, and the pitch.
type Angles<R> = (Option<R>, R);

/// The angles of a camera that looks in a direction.
fn angles<R: Real>(direction: [R; 3]) -> Angles<R> {
    let [zero, one] = [R::ZERO, R::ONE];
    let (forward, [x, y, z]) = ([zero, zero, -one], direction);
    let flat = [x, z].length();
    let yaw = || facing(direction, forward, [zero, one, zero]).to_rotation_vector()[1];
    let up = facing([zero, y, -flat], forward, [one, zero, zero]).to_rotation_vector()[0];
    (if flat == zero { None } else { Some(yaw()) }, -up)
}

/// The number of parts of a step in which the direction from the origin turns by about 1/32 rad at most.
fn parts<R: Real>(from: [R; 3], to: [R; 3], dt: R) -> usize {
    let flat = |[x, _, z]: [R; 3]| [x, z];
    let (start, way) = (flat(from), to.minus(from));
    let along = flat(way);
    // The place on the way that is nearest to the vertical.
    let nearest = (-start.dot(along) / along.dot(along)).max(R::ZERO).min(R::ONE);
    let distance = start.plus(along.times(nearest)).length();
    let turned = way.length() / distance * R::from_index(32);
    if dt < R::INFINITY { turned.min(R::from_index(255)).to_index() + 1 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_has_a_part_for_each_thirty_second_of_a_radian_as_seen_where_it_passes_nearest() {
        // Past the camera at a distance of 2 m by 1 m, above it by 5 m: half a radian there.
        let parts_of = |from, to| parts::<f64>(from, to, 0.1);
        assert_eq!(parts_of([0.0, 5.0, -2.0], [1.0, 5.0, -2.0]), 17);
        assert_eq!(parts_of([-0.5, 5.0, -2.0], [0.5, 5.0, -2.0]), 17);
        // Toward it by 1 m, from 3 m to 2 m, and away.
        assert_eq!(parts_of([3.0, 0.0, 0.0], [2.0, 0.0, 0.0]), 17);
        assert_eq!(parts_of([2.0, 0.0, 0.0], [4.0, 0.0, 0.0]), 33);
        // Through the vertical above it, and not at all.
        assert_eq!(parts_of([-1.0, 1.0, 0.0], [1.0, 1.0, 0.0]), 256);
        assert_eq!(parts_of([0.0, 5.0, -2.0], [0.0, 5.0, -2.0]), 1);
        assert_eq!(parts::<f64>([-1.0, 1.0, 0.0], [1.0, 1.0, 0.0], f64::INFINITY), 1);
    }
}
