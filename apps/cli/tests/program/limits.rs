//! The motions of `sprung simulate` within limits: time-optimal, adaptive smoothing and joints.

use std::f64::consts::LN_2;

use testkit::reference_ode::solve;

use crate::every_motion::rows;
use crate::run::{sprung, sprung_with_input};

const LIMITS: &str = "--motion time-optimal --max-speed 2 --max-acceleration 5 --max-jerk 40";

#[test]
fn a_time_optimal_motion_is_the_profile_of_seven_phases() {
    // Greatest jerk until A/J, greatest speed from V/A + A/J on, the mirror image from the middle on.
    let rows = rows(&format!("{LIMITS} --goal 10 --dt 0.0125"), "");
    for (time, position, velocity, acceleration) in [
        (0.125, 125.0 / 9600.0, 0.3125, 5.0),
        (0.525, 0.525, 2.0, 0.0),
        (2.7625, 5.0, 2.0, 0.0),
        (5.0, 9.475, 2.0, 0.0),
        (5.4, 10.0 - 125.0 / 9600.0, 0.3125, -5.0),
        (5.525, 10.0, 0.0, 0.0),
    ] {
        let row = rows.iter().find(|row| row[0] == time).unwrap();
        for (seen, expected) in row[1..].iter().zip([position, velocity, acceleration]) {
            assert!((seen - expected).abs() < 1e-11, "{time}: {row:?}");
        }
    }
    assert!(rows.iter().all(|row| (row[1] < 10.0) == (row[0] < 5.5249)), "not sooner, not later");
    assert!(rows.last().unwrap()[0] > 6.0, "by itself it goes on a quarter longer");
}

#[test]
fn a_time_optimal_motion_keeps_its_limits_and_ends_on_the_line_of_the_goal() {
    let goals = "time,goal\n0,3\n0.37,3\n0.37,-1\n1.1,-2\n4,-0.5\n6,2\n";
    for dt in [0.1, 1.0 / 60.0, 0.003] {
        let rows = rows(&format!("{LIMITS} --dt {dt} --duration 6"), goals);
        for two in rows.windows(2) {
            let (then, now) = (&two[0], &two[1]);
            assert!(now[2].abs() <= 2.0 && now[3].abs() <= 5.0, "{now:?}");
            let jerk = (now[3] - then[3]).abs() / (now[0] - then[0]);
            assert!(jerk < 40.0 * (1.0 + 1e-9), "{jerk} at {now:?}");
        }
        let last = &rows[rows.len() - 1];
        assert!((last[1] - (2.0 - (6.0 - last[0]) * 1.25)).abs() < 1e-9, "{last:?}");
        assert!((last[2] - 1.25).abs() < 1e-9, "{last:?}");
    }
    let plane = rows(&format!("{LIMITS} --from 1,2 --goal 4,0 --velocity 0.5,0"), "");
    let first = rows(&format!("{LIMITS} --from 1 --goal 4 --velocity 0.5"), "");
    assert!(plane.iter().zip(&first).all(|(both, one)| both[1] == one[1] && both[5] == one[3]));
}

#[test]
fn adaptive_smoothing_solves_its_equations_between_samples() {
    let samples =
        [(0.0, 1.0, 0.0), (0.1, 1.3, -0.2), (0.15, 3.0, 0.0), (0.4, 3.1, 0.4), (0.5, 9.0, 2.0)];
    let text: String = samples.iter().map(|(time, x, y)| format!("{time},{x},{y}\n")).collect();
    let options = "halflife=0.3 --motion adaptive-smoothing --halving-speed 7 --dt 0.05";
    let shown = rows(options, &format!("time,x,y\n{text}"));
    let (mut value, mut velocity) = ([1.0, 0.0], [0.0, 0.0]);
    for two in samples.windows(2) {
        let ((from, x, y), (to, next_x, next_y)) = (two[0], two[1]);
        let slope = [next_x - x, next_y - y].map(|way| way / (to - from));
        let kept = (-LN_2 * (to - from) / 0.05f64).exp();
        velocity = [0, 1].map(|axis| slope[axis] + (velocity[axis] - slope[axis]) * kept);
        let ratio = velocity[0].hypot(velocity[1]) / 7.0;
        let rate = (1.0 + ratio * ratio) * LN_2 / 0.3;
        let pull = |t: f64, [a, b]: [f64; 2]| {
            let input = [x + slope[0] * (t - from), y + slope[1] * (t - from)];
            [rate * (input[0] - a), rate * (input[1] - b)]
        };
        value = solve(pull, value, from, to);
        let row = shown.iter().find(|row| (row[0] - to).abs() < 1e-9).unwrap();
        let expected = [value[0], value[1], velocity[0], velocity[1]];
        for (seen, expected) in row[1..].iter().zip(expected) {
            assert!((seen - expected).abs() < 1e-9, "{row:?} {expected}");
        }
    }
    // It is shown as it was after the last sample.
    assert_eq!(shown[4][1..], shown[7][1..]);
}

#[test]
fn a_joint_twists_as_a_spring_and_stays_within_its_limits() {
    let both = "frequency=2,damping_ratio=0.3 --dt 0.02 --duration 3";
    let joint = format!("{both} --motion joint --swing 0.7,0.5 --twist -1.4,1.4");
    let angle = |row: &[f64]| 2.0 * row[3].atan2(row[4]);
    let inside = rows(&format!("{joint} --goal 0,0,0.8"), "");
    for (row, free) in inside.iter().zip(rows(&format!("{both} --motion angle --goal 0.8"), "")) {
        assert!((angle(row) - free[1]).abs() < 1e-12 && (row[7] - free[2]).abs() < 1e-11);
    }
    let beyond = rows(&format!("{joint} --goal 0,0,3"), "");
    assert!(beyond.iter().all(|row| angle(row) <= 1.4));
    assert!((angle(&beyond[150]) - 0.9 * 1.4).abs() < 1e-3, "{:?}", beyond[150]);
    let hard = rows(&format!("{joint} --goal 0,0,3 --softness 0"), "");
    assert!((angle(&hard[150]) - 1.4).abs() < 1e-3, "{:?}", hard[150]);
    // A swing about x is at most 0.7, about y 0.5; both the same as a cone.
    for (options, axis, most) in [("", 1, 0.7), ("", 2, 0.5), ("--swing 0.6", 2, 0.6)] {
        let goal = if axis == 1 { "2,0,0" } else { "0,2,0" };
        let limits = if options.is_empty() { "--swing 0.7,0.5" } else { options };
        let swung = rows(
            &format!("{both} --motion joint {limits} --twist 0,0 --softness 0 --goal {goal}"),
            "",
        );
        let swing = |row: &Vec<f64>| 2.0 * row[axis].atan2(row[4]);
        assert!(swung.iter().all(|row| swing(row) <= most + 1e-12), "{goal}");
        assert!((swing(&swung[150]) - most).abs() < 1e-3, "{goal}: {:?}", swung[150]);
    }
}

#[test]
fn limits_that_are_none_are_refused() {
    let refused = |options: &str, words: &[&str]| {
        sprung(&format!("simulate {options}")).is_refused_with(words);
    };
    refused("--motion time-optimal --max-jerk 40", &["needs --max-acceleration"]);
    refused(
        "--motion time-optimal --max-jerk 40 --max-acceleration 0",
        &["--max-acceleration must be finite and > 0, got 0"],
    );
    refused(&format!("{LIMITS} --max-speed 0"), &["cannot be used multiple times"]);
    refused(
        "--motion time-optimal --max-jerk 1 --max-acceleration 1 --max-speed 0",
        &["--max-speed must be > 0, got 0"],
    );
    refused(&format!("halflife=1 {LIMITS}"), &["has limits and no spring; omit SPEC"]);
    refused("--motion landing --arrive 1", &["there is no spring", "halflife=0.2"]);
    refused("halflife=1 --max-jerk 3", &["--max-jerk is for --motion time-optimal, not for"]);
    let joint = "halflife=1 --motion joint";
    refused(joint, &["needs --swing"]);
    refused(&format!("{joint} --swing 4 --twist 0,0"), &["--swing must be", "got 4"]);
    refused(&format!("{joint} --swing 1 --twist 0"), &["--twist is 2 numbers"]);
    refused(&format!("{joint} --swing 1 --twist 1,0"), &["--twist must be", "got 0"]);
    refused(&format!("{joint} --swing 1,2,3 --twist 0,0"), &["--swing is one number or 2"]);
    refused(
        &format!("{joint} --swing 1 --twist 0,0 --swing-axis 0,0,1"),
        &["--swing-axis must be a direction across twist-axis"],
    );
    refused(&format!("{joint} --swing 1 --twist 0,0 --twist-axis 1,0"), &["3 numbers, x,y,z"]);
    let smoothing = "simulate halflife=1 --motion adaptive-smoothing --goals -";
    let with =
        |options| sprung_with_input(&format!("{smoothing} {options}"), "time,goal\n0,1\n1,2\n");
    with("").is_refused_with(&["needs --halving-speed"]);
    with("--halving-speed 0").is_refused_with(&["> 0"]);
    with("--halving-speed 1 --from 2").is_refused_with(&["begins as its --goals do"]);
}
