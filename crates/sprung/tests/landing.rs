//! Timed springs that are there at the goal's time, against their boundary-value problem.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::motion::{TimedGoal, TimedSpring};
use sprung::{Real, Spring, State};
use testkit::inputs::hostile;
use testkit::precision::Precision;
use testkit::random::Random;
use testkit::reference_ode::solve;
use testkit::{in_both_precisions, worst::Worst};

in_both_precisions! { hostile_times_never_panic it_lands_on_the_goal_bit_for_bit }

/// A target on a straight line has no second derivative, so the motion obeys `x⁗ + 2ζω x‴ + ω² x″ = 0`. Two solutions
/// with `x″` or `x‴` at the start, and the one between them that ends at rest.
fn by_shooting(spring: &Spring<f64>, [x, v]: [f64; 2], left: f64, time: f64) -> [f64; 2] {
    let (w, damping) = (spring.angular_frequency(), 2.0 * spring.decay_rate());
    let slope = |_: f64, [_, v, a, j]: [f64; 4]| [v, a, j, -damping * j - w * w * a];
    let to = |start, end| solve(slope, start, 0.0, end);
    let (bent, turned) = (to([0.0, 0.0, 1.0, 0.0], left), to([0.0, 0.0, 0.0, 1.0], left));
    let miss = [x + v * left, v];
    let determinant = bent[0] * turned[1] - bent[1] * turned[0];
    let a = (-miss[0] * turned[1] + miss[1] * turned[0]) / determinant;
    let j = (-miss[1] * bent[0] + miss[0] * bent[1]) / determinant;
    let [x, v, ..] = to([x, v, a, j], time);
    [x, v]
}

#[test]
fn landing_solves_its_boundary_value_problem() {
    let mut random = Random::new(1);
    let mut worst = Worst::new("landing beside its differential equation");
    for _ in 0..300 {
        let (w, z) = (random.log_uniform(0.01, 30.0), random.log_uniform(0.05, 3.0));
        let spring = Spring::new(w, z).unwrap();
        let half_swing = if z < 1.0 { 3.1 / (w * (1.0 - z * z).sqrt()) } else { 8.0 / w };
        let left = random.uniform(0.05, 1.0) * half_swing.min(8.0 / w);
        let start = [random.uniform(-1.0, 1.0), random.uniform(-2.0, 2.0) / left];
        let time = random.uniform(0.0, 1.0) * left;
        let want = by_shooting(&spring, start, left, time);
        let state = State::new(3.0 + start[0], start[1]);
        let got = spring.landing_step(left, time).apply(state, 3.0);
        let place = || format!("{w} {z} {left} {time}");
        worst.check(got.position - 3.0 - want[0], 2e-10, place);
        worst.check((got.velocity - want[1]) * left, 2e-9, place);
    }
    worst.finish();
}

/// The cubic through both ends is the limit of a slow spring.
#[test]
fn without_a_pull_it_lands_on_a_cubic() {
    for spring in [Spring::new(0.0, 0.0).unwrap(), Spring::new(1e-200, 0.7).unwrap()] {
        for s in [0.01, 0.3, 0.5, 0.99f64] {
            let state = spring.landing_step(2.0, 2.0 * s).apply(State::new(1.0, 0.5), 0.0);
            let (h00, h10) = (2.0 * s * s * s - 3.0 * s * s + 1.0, s * (1.0 - s) * (1.0 - s));
            assert!((state.position - (h00 + h10)).abs() < 1e-14, "{s}: {state:?}");
        }
    }
}

#[test]
fn for_a_long_time_it_is_the_plain_spring() {
    let start = State::new(1.0, -2.0);
    for ratio in [0.2, 1.0, 3.0] {
        let spring = Spring::new(9.0, ratio).unwrap();
        let plain = spring.step(0.1).apply(start, 5.0);
        for left in [100.0, 1e6, f64::INFINITY] {
            let landing = spring.landing_step(left, 0.1).apply(start, 5.0);
            assert!((landing.position - plain.position).abs() < 1e-13, "{ratio}, {left}");
        }
    }
}

fn it_lands_on_the_goal_bit_for_bit<R: Real + Precision>() {
    let mut random = Random::new(2);
    for _ in 0..200 {
        let r = |value: f64| <R as Real>::from_f64(value);
        let (w, z) = (random.log_uniform(0.1, 100.0), random.log_uniform(0.1, 5.0));
        let spring = Spring::new(r(w), r(z)).unwrap();
        let mut lift = TimedSpring {
            state: State::new(r(random.uniform(-9.0, 9.0)), r(random.uniform(-9.0, 9.0))),
            intermediate: r(random.uniform(-9.0, 9.0)),
        };
        let (frames, goal) = (1 + random.index(200), r(random.uniform(-9.0, 9.0)));
        let step = spring.arrival_step(r(0.01));
        for frame in 0..frames {
            let time_left = r(0.01) * r((frames - frame) as f64);
            lift.update(TimedGoal { position: goal, time_left }, &step);
        }
        assert_eq!(lift.state, State::at_rest(goal), "{w} {z} {frames}");
        lift.update(TimedGoal { position: goal, time_left: R::ZERO }, &step);
        assert_eq!(lift.state, State::at_rest(goal), "and stays");
    }
}

#[test]
fn a_steady_pursuit_lands_without_passing_the_goal_or_turning_back() {
    for ratio in [0.05, 0.3, 0.7, 1.0, 1.5, 5.0] {
        let spring = Spring::new(10.0, ratio).unwrap();
        let (lag, lookahead): (f64, f64) = (spring.lag(), spring.default_lookahead());
        let step = spring.arrival_step(1e-3);
        // It lags behind a target that looks ahead, and moves as fast.
        let mut train = TimedSpring { state: State::new(lookahead - lag, 1.0), intermediate: 0.0 };
        for frame in 0..4000 {
            let time_left = 4.0 - f64::from(frame) * 1e-3;
            let before = train.state;
            train.update(TimedGoal { position: 4.0, time_left }, &step);
            assert!(train.state.position <= 4.0 + 1e-14, "{ratio}, {frame}: {train:?}");
            assert!(
                train.state.velocity >= -1e-12 && train.state.velocity <= 1.0 + 0.8,
                "{train:?}"
            );
            assert!(train.state.position >= before.position, "{ratio}, {frame}");
        }
        assert!((train.state.position - 4.0).abs() < 1e-13);
    }
}

#[test]
fn a_goal_that_changes_during_the_landing_is_reached_in_time() {
    let step = Spring::new(12.0, 0.6).unwrap().arrival_step(0.01);
    let mut lift = TimedSpring::at_rest([0.0f64, 0.0]);
    for frame in 0..100 {
        let position = if frame < 97 { [4.0, -1.0] } else { [4.5, 2.0] };
        lift.update(TimedGoal { position, time_left: 1.0 - f64::from(frame) * 0.01 }, &step);
    }
    for (x, goal) in lift.state.position.into_iter().zip([4.5, 2.0]) {
        assert!((x - goal).abs() < 1e-12, "{lift:?}");
    }
}

#[test]
fn the_look_ahead_leaves_the_chosen_fraction() {
    let mut worst = Worst::new("the fraction left by a look-ahead");
    for ratio in [0.3, 0.8, 1.0, 1.7] {
        for w in [4.0, 9.0, 40.0] {
            let spring = Spring::new(w, ratio).unwrap();
            for left in [0.2, 0.05, 0.01, 1e-3] {
                let Ok(lookahead) = spring.lookahead_leaving(left, 1.5) else { continue };
                let mut lift = TimedSpring::at_rest(0.0);
                for frame in 0..90 {
                    let time_left = 1.5 - f64::from(frame) / 60.0;
                    let goal = TimedGoal { position: 7.0, time_left };
                    lift.update(goal, &spring.timed_step(lookahead, 1.0 / 60.0));
                }
                let got = 1.0 - lift.state.position / 7.0;
                if lookahead > 0.0 {
                    worst.check(got - left, 1e-12, || format!("{w} {ratio} {left}"));
                } else {
                    assert!(got <= left);
                }
            }
        }
    }
    worst.finish();
    let refused = |left: f64, time| Spring::critical(4.0).unwrap().lookahead_leaving(left, time);
    assert_eq!(refused(0.01, 0.1).unwrap_err().field, "time");
    assert_eq!(refused(-0.1, 1.0).unwrap_err().field, "left");
    assert_eq!(refused(f64::NAN, 1.0).unwrap_err().field, "left");
}

fn hostile_times_never_panic<R: Real + Precision>() {
    let r = |value: f64| <R as Real>::from_f64(value);
    let spring = Spring::new(r(7.0), r(0.6)).unwrap();
    let (state, goal) = (State::new(r(1.0), r(2.0)), r(4.0));
    for time_left in hostile::<R>() {
        for dt in hostile::<R>() {
            let after = spring.landing_step(time_left, dt).apply(state, goal);
            assert!(!Real::is_nan(after.position), "{time_left:?} {dt:?}");
            if !(dt > R::ZERO) {
                assert_eq!(after, state, "{time_left:?} {dt:?}");
            } else if time_left > R::ZERO && dt >= time_left {
                assert_eq!(after, State::at_rest(goal), "{time_left:?} {dt:?}");
            }
        }
    }
}

/// Rounding makes its determinant negative.
#[test]
fn a_spring_that_is_frozen_is_not_pulled() {
    for (w, z, left) in [
        (3.187597650413159e70, 3.5926674063067225e236, 5.760528156285098e-158),
        (9.362160874330885e-75, 2.544963072335477e178, 1.3889540542160927e-71),
        (7.239405659832845e-129, 5.252179620331122e235, 6.145501300433728e40),
    ] {
        for part in [0.1, 0.5, 0.9] {
            let step = Spring::new(w, z).unwrap().landing_step(left, part * left);
            let state = step.apply(State::at_rest(1.0), 0.0);
            assert_eq!(state.position, 1.0, "{w:e} {z:e} {left:e}: {state:?}");
            assert!((state.velocity * left).abs() < 1e-15, "{w:e} {z:e} {left:e}: {state:?}");
        }
    }
}
