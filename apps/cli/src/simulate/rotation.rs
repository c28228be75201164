//! A spring on a rotation.

use anyhow::{Result, ensure};
use sprung::motion::{JointLimits, JointSpring, RotationState};
use sprung::{Real, Rotation, Spring};

use super::choice::GoalMode;
use super::goals::Goals;
use super::motion::Motion;

const COLUMNS: [&str; 7] = [
    "rotation_x",
    "rotation_y",
    "rotation_z",
    "rotation_w",
    "velocity_x_rad_per_s",
    "velocity_y_rad_per_s",
    "velocity_z_rad_per_s",
];

/// Returns the rotation of a rotation vector in radians, or of a quaternion.
pub(super) fn rotation<R: Real>(numbers: &[f64]) -> Result<Rotation<R>> {
    let number = |at: usize| numbers.get(at).copied().map_or(R::ZERO, R::from_f64);
    let xyz = [number(0), number(1), number(2)];
    match numbers.len() {
        3 => Ok(Rotation::from_rotation_vector(xyz)),
        _ => {
            ensure!(numbers.iter().any(|x| *x != 0.0), "a quaternion of length 0 is no rotation");
            Ok(Rotation::from_xyzw([xyz[0], xyz[1], xyz[2], number(3)]))
        }
    }
}

/// Rotations over time: from one to the next it turns steadily, by the shorter arc.
struct Turning<'a, R> {
    times: &'a [f64],
    rotations: Vec<Rotation<R>>,
}

impl<R: Real> Turning<'_, R> {
    fn at(&self, time: f64) -> Rotation<R> {
        let next = self.times.partition_point(|other| *other <= time);
        let Some(last) = next.checked_sub(1) else { return self.rotations[0] };
        let Some(until) = self.times.get(next) else { return self.rotations[last] };
        let part = (time - self.times[last]) / (until - self.times[last]);
        self.between(last, R::from_f64(part))
    }

    fn between(&self, last: usize, part: R) -> Rotation<R> {
        let (from, to) = (self.rotations[last], self.rotations[last + 1]);
        let turn = to.relative_to(&from).to_rotation_vector().map(|angle| angle * part);
        from.then(&Rotation::from_rotation_vector(turn))
    }

    /// The rotations at the start and at the end of each piece of a step, and its duration.
    fn pieces(&self, from: f64, to: f64) -> impl Iterator<Item = ([Rotation<R>; 2], f64)> {
        let inside = self.times.iter().copied().filter(move |time| from < *time && *time < to);
        let mut cuts: Vec<f64> = [from].into_iter().chain(inside).chain([to]).collect();
        cuts.dedup();
        (1..cuts.len()).map(move |at| {
            let (begin, end) = (cuts[at - 1], cuts[at]);
            // At a jump a piece ends on the rotation before it.
            let before = self.times.partition_point(|other| *other < end);
            let is_knot = self.times.get(before) == Some(&end);
            let last = if is_knot { self.rotations[before] } else { self.at(end) };
            ([self.at(begin), last], end - begin)
        })
    }
}

/// A spring that turns to the goals.
pub(super) fn motion<R: Real>(
    spring: Spring<R>,
    goals: &Goals,
    start: RotationState<R>,
    goal_mode: GoalMode,
) -> Result<Motion<'_, R>> {
    ensure!(goal_mode != GoalMode::Holden, "--goal-mode holden is for --motion spring");
    let rotations: Result<Vec<Rotation<R>>> = goals.rows().map(rotation).collect();
    let goals = Turning { times: goals.times(), rotations: rotations? };
    let mut state = start;
    Ok(Motion::of_numbers(COLUMNS, 4, numbers(state), move |from, to| {
        if goal_mode == GoalMode::Held {
            state = spring.step(R::from_f64(to - from)).apply_rotation(state, goals.at(to));
            return numbers(state);
        }
        for ([begin, end], duration) in goals.pieces(from, to) {
            let dt = R::from_f64(duration);
            let step = match goal_mode {
                GoalMode::Track => spring.track_step(dt),
                _ => spring.follow_step(dt),
            };
            state = step.apply_rotation(state, begin, end);
        }
        numbers(state)
    }))
}

/// A spring within the limits of a joint, to goals that are held during a step.
pub(super) fn joint<R: Real>(
    spring: Spring<R>,
    goals: &Goals,
    start: RotationState<R>,
    limits: JointLimits<R>,
) -> Result<Motion<'_, R>> {
    let rotations: Result<Vec<Rotation<R>>> = goals.rows().map(rotation).collect();
    let goals = Turning { times: goals.times(), rotations: rotations? };
    let mut joint = JointSpring::new(start, limits);
    Ok(Motion::of_numbers(COLUMNS, 4, numbers(joint.state()), move |from, to| {
        joint.update(goals.at(to), &spring.step(R::from_f64(to - from)));
        numbers(joint.state())
    }))
}

fn numbers<R: Real>(state: RotationState<R>) -> [R; 7] {
    let ([x, y, z, w], [a, b, c]) = (state.rotation.xyzw(), state.angular_velocity);
    [x, y, z, w, a, b, c]
}
