//! Timed and velocity springs against their differential equations, with goals that change during the motion.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::motion::{TimedGoal, TimedSpring, VelocitySpring};
use sprung::{Spring, State};
use testkit::reference_ode::solve;
use testkit::tolerance::{FRAME_RATES, REFERENCE_ODE};

/// From this time on (seconds), towards this goal, which is to be reached at that time.
const PLAN: [(f64, [f64; 2], f64); 4] = [
    (0.0, [4.0, -1.0], 1.5),
    (0.75, [-2.0, 3.0], 1.25),
    (1.5, [1.0, 1.0], 4.0),
    (2.0, [1.5, -2.0], 3.0),
];
const END: f64 = 3.25;
const SPEED: f64 = 2.5;
const LOOKAHEAD: f64 = 0.2;

/// The motion of one axis: position, velocity and the intermediate point.
type Axis = [f64; 3];

/// Moves an axis over the time from `from` to `to`, towards a target that is at `at` first and moves at `rate`.
fn chase(spring: &Spring<f64>, axis: Axis, from: f64, to: f64, at: f64, rate: f64) -> Axis {
    let (w, z) = (spring.angular_frequency(), spring.damping_ratio());
    let slope = |time: f64, [x, v]: [f64; 2]| {
        [v, w * w * (at + rate * (time - from) - x) - 2.0 * z * w * v]
    };
    let [x, v] =
        if to > from { solve(slope, [axis[0], axis[1]], from, to) } else { [axis[0], axis[1]] };
    [x, v, axis[2]]
}

/// All axes from one moment to another, the intermediate point being `left` seconds from the goal.
fn advance(
    spring: &Spring<f64>,
    axes: [Axis; 2],
    goal: [f64; 2],
    [from, to]: [f64; 2],
    left: f64,
    lookahead: f64,
) -> [Axis; 2] {
    let place = [axes[0][2], axes[1][2]];
    // The target is on the line until `lookahead` before the intermediate point arrives.
    let turn = (from + left - lookahead).clamp(from, to);
    core::array::from_fn(|i| {
        let rate = if left > 0.0 { (goal[i] - place[i]) / left } else { 0.0 };
        let chased = chase(spring, axes[i], from, turn, place[i] + rate * lookahead, rate);
        let mut after = chase(spring, chased, turn, to, goal[i], 0.0);
        after[2] = if to - from < left { place[i] + rate * (to - from) } else { goal[i] };
        after
    })
}

fn plan() -> impl Iterator<Item = ([f64; 2], [f64; 2], f64)> {
    let ends = PLAN.iter().skip(1).map(|(start, ..)| *start).chain([END]);
    PLAN.into_iter().zip(ends).map(|((start, goal, arrival), end)| ([start, end], goal, arrival))
}

/// Frames of uneven length from one moment to another.
fn frames([from, to]: [f64; 2]) -> impl Iterator<Item = (f64, f64)> {
    let count = ((to - from) * 48.0) as u32;
    let at = move |frame: u32| {
        let part = f64::from(frame) / f64::from(count);
        from + (to - from) * (0.7 * part + 0.3 * part * part)
    };
    (0..count).map(move |frame| (at(frame), at(frame + 1) - at(frame)))
}

fn apart(axes: [Axis; 2], state: State<[f64; 2]>, intermediate: [f64; 2], w: f64) -> f64 {
    (0..2).fold(0.0, |most: f64, i| {
        let [x, v, place] = axes[i];
        let off = [state.position[i] - x, (state.velocity[i] - v) / w, intermediate[i] - place];
        off.into_iter().fold(most, |most, off| most.max(off.abs()))
    })
}

/// The maximum difference at the end of each part of the plan.
fn timed(spring: &Spring<f64>, lookahead: f64, reference_lookahead: f64) -> f64 {
    let mut motion =
        TimedSpring { state: State::new([0.5, 0.0], [3.0, -1.0]), intermediate: [0.5, 0.0] };
    let mut axes = [[0.5, 3.0, 0.5], [0.0, -1.0, 0.0]];
    let mut worst: f64 = 0.0;
    for (span, goal, arrival) in plan() {
        for (time, dt) in frames(span) {
            motion.update(
                TimedGoal { position: goal, time_left: arrival - time },
                &spring.timed_step(lookahead, dt),
            );
        }
        let left = f64::max(arrival - span[0], 0.0);
        axes = advance(spring, axes, goal, span, left, reference_lookahead);
        worst =
            worst.max(apart(axes, motion.state, motion.intermediate, spring.angular_frequency()));
    }
    worst
}

fn at_speed(spring: &Spring<f64>, lookahead: f64, reference_lookahead: f64) -> f64 {
    let mut motion =
        VelocitySpring { state: State::new([0.5, 0.0], [3.0, -1.0]), intermediate: [0.5, 0.0] };
    let mut axes = [[0.5, 3.0, 0.5], [0.0, -1.0, 0.0]];
    let mut worst: f64 = 0.0;
    for (span, goal, _) in plan() {
        for (_, dt) in frames(span) {
            motion.update(goal, &spring.velocity_step(SPEED, lookahead, dt));
        }
        let way = [goal[0] - axes[0][2], goal[1] - axes[1][2]];
        let left = way[0].hypot(way[1]) / SPEED;
        axes = advance(spring, axes, goal, span, left, reference_lookahead);
        worst =
            worst.max(apart(axes, motion.state, motion.intermediate, spring.angular_frequency()));
    }
    worst
}

#[test]
fn timed_and_velocity_springs_solve_their_equation_while_goals_change() {
    let bar = 10.0 * (FRAME_RATES.f64_bar + REFERENCE_ODE.f64_bar);
    for ratio in [0.3, 1.0, 1.7] {
        let spring = Spring::new(9.0, ratio).unwrap();
        for (name, off) in [
            ("timed", timed(&spring, LOOKAHEAD, LOOKAHEAD)),
            ("velocity", at_speed(&spring, LOOKAHEAD, LOOKAHEAD)),
        ] {
            assert!(off <= bar, "{name}, ζ {ratio}: {off:e}");
        }
        // And the comparison sees the look-ahead.
        assert!(timed(&spring, 0.0, LOOKAHEAD) > 0.01);
        assert!(at_speed(&spring, 0.0, LOOKAHEAD) > 0.01);
    }
}

#[test]
fn what_a_timed_spring_has_left_at_the_goals_time_is_as_documented() {
    for w in [8.0, 16.0, 32.0] {
        let spring = Spring::critical(w).unwrap();
        let lookahead: f64 = spring.default_lookahead();
        // Long enough that the start has faded.
        let mut lift = TimedSpring::at_rest(0.0);
        for frame in 0..600 {
            let time = f64::from(frame) / 60.0;
            lift.update(
                TimedGoal { position: 10.0, time_left: 10.0 - time },
                &spring.timed_step(lookahead, 1.0 / 60.0),
            );
        }
        let phase = w * lookahead;
        let left = (2.0 + phase) * (-phase).exp() / w;
        assert!(
            (10.0 - lift.state.position - left).abs() < 1e-9 && (left * w - 0.298).abs() < 5e-4
        );
    }
}
