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

/// Double, timed and velocity springs of rotations, and the angle between the last two goals: they run on rotation
/// vectors, which are rounded in proportion to it.
pub(super) fn driven_rotations<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let by = a_spring(W, 0.75);
    struct Driven<R> {
        double: DoubleRotationSpring<R>,
        timed: TimedRotationSpring<R>,
        velocity: VelocityRotationSpring<R>,
        way: [R; 3],
    }
    let at = turned([0.5, 0.25, 0.0]);
    let start = Driven {
        double: DoubleRotationSpring::at_rest(at),
        timed: TimedRotationSpring::at_rest(at),
        velocity: VelocityRotationSpring::at_rest(at),
        way: [R::ZERO; 3],
    };
    let advance = |motions: &mut Driven<R>, frame: &Frame, dt| {
        let goal = turned_goal(frame);
        let arrival = [0.5, 0.8125, 1.0, 3.0][frame.second];
        if frame.starts_second {
            motions.way = motions.double.goal().relative_to(&goal).to_rotation_vector();
        }
        motions.double.update(goal, &DoubleStep::new(r(W), dt));
        motions.timed.update_timed(goal, r(arrival - frame.from), &by.timed_step(r(0.125), dt));
        motions.velocity.update(goal, &by.velocity_step(r(2.0), r(0.125), dt));
    };
    play(frames, start, advance, |Driven { double, timed, velocity, way }| {
        [turns(&double.state()), turns(&timed.state()), turns(&velocity.state()), way.to_vec()]
            .concat()
    })
}

/// Chunks of a turning motion, a new one each second. The first is the fastest, so that no fade waits.
pub(super) fn rotation_stitchers<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let by = a_spring(W, 1.0);
    let chunk = |second: usize, time: f64| {
        let (angle, speed) = [(0.0, 2.5), (2.6, -0.5), (2.0, 0.25), (2.3, 0.0)][second];
        let axis = [0.6, 0.8, 0.0].map(r::<R>);
        RotationState::new(
            Rotation::from_rotation_vector(axis.map(|x| x * r(angle + speed * time))),
            axis.map(|x| x * r(speed)),
        )
    };
    let advance = |stitcher: &mut RotationStitcher<R>, frame: &Frame, dt| {
        if frame.starts_second && frame.second > 0 {
            stitcher.switch(chunk(frame.second, 0.0));
        }
        let _ = stitcher.update(chunk(frame.second, frame.to), &by.step(dt));
    };
    play(frames, RotationStitcher::new(chunk(0, 0.0)), advance, |stitcher| turns(&stitcher.shown()))
}

/// A joint with goals within its limits and beyond, and an overshoot that is drawn back.
pub(super) fn joints<R: Real>(frames: &[Frame]) -> Vec<f64> {
    let by = a_spring(W, 0.5);
    let [up, side] = [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]].map(|axis| axis.map(r::<R>));
    let limits = JointLimits::new(up, side, [0.8, 0.6].map(r), [-1.0, 1.25].map(r)).unwrap();
    let start =
        JointSpring::new(RotationState::new(turned([0.25, 0.5, -0.25]), [r(1.0); 3]), limits);
    let advance = |joint: &mut JointSpring<R>, frame: &Frame, dt| {
        joint.update(turned_goal(frame), &by.step(dt));
    };
    play(frames, start, advance, |joint| turns(&joint.state()))
}
