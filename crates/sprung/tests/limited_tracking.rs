//! Limited tracking against Ruckig's time-optimal durations, and what follows from its promises.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::motion::LimitedTracker;
use sprung::{MotionLimits, Real, State};
use testkit::golden::limited_motions;
use testkit::in_both_precisions;
use testkit::precision::Precision;
use testkit::random::Random;

in_both_precisions! {
    it_arrives_as_soon_as_the_time_optimal_motion
    it_stops_exactly_on_a_held_goal_and_does_not_pass_it
    two_steps_equal_one_of_their_sum
}

fn r<R: Real>(value: f64) -> R {
    R::from_f64(value)
}

/// The goal is on a line, and where Ruckig ends when it does: it cannot be met earlier.
fn it_arrives_as_soon_as_the_time_optimal_motion<R: Real + Precision>() {
    let (mut rows, accuracy) = (0, 50.0 * <R as Precision>::EPSILON);
    for row in limited_motions::<R>() {
        let limits =
            MotionLimits::new(row.max_velocity, row.max_acceleration, row.max_jerk).unwrap();
        let start = State::new(row.position, row.velocity);
        let mut tracker = LimitedTracker::new(start, row.acceleration);
        // In twenty steps, the last of which ends 5 % later.
        let dt = row.duration * 1.05 / 20.0;
        for step in 1..=20 {
            let left = f64::from(step) * dt - row.duration;
            let [goal, speed] = [row.goal, row.goal_velocity].map(Real::to_f64);
            tracker.update(State::new(r(goal + speed * left), r(speed)), &limits.step(r(dt)));
            let arrival = Real::to_f64(tracker.time_left()) + f64::from(step) * dt;
            if left < 0.0 {
                let late = (arrival / row.duration - 1.0).abs();
                assert!(late < 40.0 * accuracy, "{row:?}: {arrival}");
            }
        }
        assert_eq!(tracker.state().velocity, row.goal_velocity, "{row:?}");
        assert_eq!(Real::to_f64(tracker.acceleration()), 0.0, "{row:?}");
        rows += 1;
    }
    assert!(rows >= 600);
}

/// Limits, and a start from rest.
fn random<R: Real>(random: &mut Random) -> (MotionLimits<R>, R) {
    let mut size = || r(random.log_uniform(0.1, 30.0));
    let limits = MotionLimits::new(size(), size(), size()).unwrap();
    (limits, r(random.uniform(-4.0, 4.0)))
}

fn it_stops_exactly_on_a_held_goal_and_does_not_pass_it<R: Real + Precision>() {
    let mut by = Random::new(3);
    for _ in 0..300 {
        let (limits, start) = random::<R>(&mut by);
        let goal = r::<R>(by.uniform(-4.0, 4.0));
        let mut tracker = LimitedTracker::at_rest(start);
        let (mut steps, dt) = (0, r(0.03));
        while tracker.state() != State::at_rest(goal) || tracker.acceleration() != R::ZERO {
            let before = tracker.state().position;
            tracker.update(State::at_rest(goal), &limits.step(dt));
            let now = tracker.state().position;
            let (way, left) = ((now - before) * (goal - start), (goal - now) * (goal - start));
            let slack = r::<R>(2.0) * <R as Real>::EPSILON * r(16.0);
            assert!(way >= -slack && left >= -slack, "{before} {now} {goal}");
            steps += 1;
            assert!(steps < 20_000, "{limits:?} from {start} to {goal}: {tracker:?}");
        }
    }
}

fn two_steps_equal_one_of_their_sum<R: Real + Precision>() {
    let mut by = Random::new(4);
    for _ in 0..500 {
        let (limits, start) = random::<R>(&mut by);
        let velocity = limits.velocity() * r(by.uniform(-0.7, 0.7));
        let goal = State::at_rest(r::<R>(by.uniform(-4.0, 4.0)));
        let mut whole = LimitedTracker::new(State::new(start, velocity), R::ZERO);
        let mut parts = whole;
        let dts = [(); 2].map(|()| r::<R>(by.log_uniform(0.01, 3.0)));
        whole.update(goal, &limits.step(dts[0] + dts[1]));
        for dt in dts {
            parts.update(goal, &limits.step(dt));
        }
        let apart = parts.state().position - whole.state().position;
        assert!(Real::to_f64(apart).abs() < 300.0 * <R as Precision>::EPSILON, "{apart}");
        let apart = (parts.acceleration() - whole.acceleration()) / limits.acceleration();
        // Where the braking begins two formulas meet.
        assert!(Real::to_f64(apart).abs() < 1e4 * <R as Precision>::EPSILON, "{apart}");
    }
}

#[test]
fn a_start_outside_the_limits_returns_as_fast_as_they_allow() {
    let limits = MotionLimits::new(1.0f64, 2.0, 5.0).unwrap();
    for (velocity, acceleration) in
        [(1.3, 0.0), (4.0, 0.0), (0.9, 1.5), (0.0, 3.0), (-5.0, -4.0), (3.0, 7.0), (8.0, -6.0)]
    {
        for goal in [-200.0, 0.0, 200.0] {
            let mut tracker = LimitedTracker::new(State::new(0.0, velocity), acceleration);
            // The fastest way to the limit of velocity, held: by the jerk and then along the limit of acceleration.
            let (mut bound, mut slope) = (velocity, acceleration);
            let dt = 1e-3;
            let mut returned = false;
            for _ in 0..8000 {
                tracker.update(State::at_rest(goal), &limits.step(dt));
                let (v, a) = (tracker.state().velocity, tracker.acceleration());
                if slope.abs() > 2.0 {
                    assert!((slope.abs() - a.abs() - 5.0 * dt).abs() < 1e-9 || a.abs() <= 2.0);
                }
                assert!((a - slope).abs() <= 5.0 * dt + 1e-12, "{a} after {slope}");
                // Above the limit and braking as hard as it may, unless it has to end on the limit.
                if v.abs() > 1.0 + 1e-9 && bound.abs() > 1.0 {
                    let hard = (a - slope).abs() > 5.0 * dt - 1e-9 || (a.abs() - 2.0).abs() < 1e-9;
                    let ends = v.abs() - 1.0 <= a * a / 10.0 + 2.0 * dt * a.abs().max(1.0);
                    assert!(hard || ends, "{velocity} {acceleration}: v {v} a {a} after {slope}");
                }
                assert!(!returned || v.abs() <= 1.0, "{v} outside again");
                returned |=
                    v.abs() <= 1.0 && a.abs() <= 2.0 && (v + a * a.abs() / 10.0).abs() <= 1.0;
                (bound, slope) = (v, a);
            }
            assert!(returned);
        }
    }
}

#[test]
fn a_goal_beyond_the_limit_is_followed_at_the_limit() {
    let limits = MotionLimits::new(1.0f64, 4.0, 30.0).unwrap();
    let mut tracker = LimitedTracker::at_rest(0.0);
    for step in 1..=600 {
        let goal = State::new(f64::from(step) * 0.05, 3.0);
        tracker.update(goal, &limits.step(1.0 / 60.0));
        assert!(tracker.state().velocity <= 1.0);
    }
    assert_eq!((tracker.state().velocity, tracker.acceleration()), (1.0, 0.0));
    assert_eq!(tracker.time_left(), f64::INFINITY);
}

#[test]
fn goals_that_are_not_finite_are_ignored() {
    let step = MotionLimits::new(1.0f64, 4.0, 30.0).unwrap().step(0.01);
    let (mut plain, mut disturbed) = (LimitedTracker::at_rest(0.0), LimitedTracker::at_rest(0.0));
    disturbed.update(State::at_rest(f64::NAN), &step);
    assert_eq!(disturbed.state(), State::at_rest(0.0));
    for frame in 0..300 {
        let goal = State::at_rest(2.0);
        plain.update(goal, &step);
        let odd = [f64::NAN, f64::INFINITY, -f64::INFINITY][frame % 3];
        let bad = if frame % 2 == 0 { State::at_rest(odd) } else { State::new(2.0, odd) };
        disturbed.update(if frame == 0 { goal } else { bad }, &step);
        assert_eq!(disturbed.state(), plain.state(), "{frame}");
    }
    assert_eq!(plain.state(), State::at_rest(2.0));
}
