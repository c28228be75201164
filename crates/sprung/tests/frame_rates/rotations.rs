//! Rotations at every frame rate.

use super::*;

pub(super) fn turned<R: Real>(vector: [f64; 3]) -> Rotation<R> {
    Rotation::from_rotation_vector(vector.map(r))
}

/// Goals that stay within half a turn of the motion.
pub(super) fn turned_goal<R: Real>(frame: &Frame) -> Rotation<R> {
    turned([[0.5, 1.0, -0.75], [-0.5, 0.25, 1.0], [1.5, 0.0, 0.5], [0.0, -1.0, 0.0]][frame.second])
}

/// A rotation as two directions that it turns to, the same for `q` and `−q`, and its spin.
pub(super) fn turns<R: Real>(state: &RotationState<R>) -> Vec<R> {
    let [zero, one] = [R::ZERO, R::ONE];
    let axes = [[one, zero, zero], [zero, one, zero]].map(|axis| state.rotation.rotate(axis));
    [axes[0], axes[1], state.angular_velocity.map(|w| w / r(W))].concat()
}

pub(super) fn spinning<R: Real>() -> RotationState<R> {
    RotationState::new(turned([1.0, -0.5, 0.25]), [1.0, 2.0, -3.0].map(r))
}

pub(super) fn rotation_springs<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let springs = RATIOS[1..].iter().map(|&z| a_spring(W, z)).collect::<Vec<Spring<R>>>();
    let advance = |states: &mut Vec<RotationState<R>>, frame: &Frame, dt| {
        for (state, spring) in states.iter_mut().zip(&springs) {
            *state = spring.step(dt).apply_rotation(*state, turned_goal(frame));
        }
    };
    let start = vec![spinning(); springs.len()];
    play(frames, start, advance, |states| states.iter().flat_map(turns).collect())
}

pub(super) fn rotation_dampers<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let by = Damper::from_rate(r(3.0)).unwrap();
    let advance = |rotation: &mut Rotation<R>, frame: &Frame, dt| {
        *rotation = by.step(dt).apply_rotation(*rotation, turned_goal(frame));
    };
    play(frames, turned([1.0, -0.5, 0.25]), advance, |&rotation| {
        turns(&RotationState::at_rest(rotation))
    })
}

/// Starts on the longest path, and turns to a new goal each second.
pub(super) fn unwrapped_rotations<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let by = a_spring(W, 0.5);
    let goal = turned([0.5, 1.0, -0.75]);
    let start = UnwrappedRotation::new(
        RotationState::at_rest(turned([1.0, -0.5, 0.25])),
        goal,
        RotationPath::Longest,
    );
    let advance = |motion: &mut UnwrappedRotation<R>, frame: &Frame, dt| {
        let goal = if frame.second > 0 { turned_goal(frame) } else { goal };
        motion.update(goal, &by.step(dt));
    };
    play(frames, start, advance, |motion| {
        [turns(&motion.state()), motion.offset().to_vec()].concat()
    })
}

/// A goal that turns about one axis as the walk goes.
pub(super) fn walking_goals<R: Real>(frame: &Frame) -> (Rotation<R>, Rotation<R>) {
    let turned_by = |walk: f64| turned([0.3 * walk, 0.5 * walk, -0.2 * walk]);
    (turned_by(frame.walk.0), turned_by(frame.walk.1))
}

pub(super) fn following_rotations<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let by = a_spring(W, 0.5);
    let advance = |state: &mut RotationState<R>, frame: &Frame, dt| {
        let (from, to) = walking_goals(frame);
        *state = by.follow_step(dt).apply_rotation(*state, from, to);
    };
    play(frames, spinning(), advance, turns)
}

pub(super) fn tracking_rotations<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let by = a_spring(W, 0.5);
    let advance = |state: &mut RotationState<R>, frame: &Frame, dt| {
        let (from, to) = walking_goals(frame);
        *state = by.track_step(dt).apply_rotation(*state, from, to);
    };
    play(frames, spinning(), advance, turns)
}

/// Double, timed and velocity springs of rotations.
pub(super) fn driven_rotations<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let by = a_spring(W, 0.75);
    let start = (
        DoubleRotationSpring::at_rest(turned([0.5, 0.25, 0.0])),
        TimedRotationSpring::at_rest(turned([0.5, 0.25, 0.0])),
        VelocityRotationSpring::at_rest(turned([0.5, 0.25, 0.0])),
    );
    let advance = |(double, timed, velocity): &mut (
        DoubleRotationSpring<R>,
        TimedRotationSpring<R>,
        VelocityRotationSpring<R>,
    ),
                   frame: &Frame,
                   dt| {
        let goal = turned_goal(frame);
        let arrival = [0.5, 0.8125, 1.0, 3.0][frame.second];
        double.update(goal, &DoubleStep::new(r(W), dt));
        timed.update_timed(goal, r(arrival - frame.from), &by.timed_step(r(0.125), dt));
        velocity.update(goal, &by.velocity_step(r(2.0), r(0.125), dt));
    };
    play(frames, start, advance, |(double, timed, velocity)| {
        [turns(&double.state()), turns(&timed.state()), turns(&velocity.state())].concat()
    })
}
