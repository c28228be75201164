//! Every motion of `sprung simulate`: the same at every frame rate, and as its closed form says.

use std::f64::consts::TAU;

use testkit::reference_ode::solve;

use crate::run::{folder, sprung, sprung_with_input};

/// A path with a corner, a jump and a rest, at times that no frame rate of the tests has.
const GOALS: &str = "time,goal\n0,0\n0.37,2\n0.37,5\n1.03,5\n2,3\n";
/// Chunks of motion with small jumps between them.
const CHUNKS: &str = "time,goal\n0,0\n0.4,2\n0.4,1.9\n1.03,3\n1.03,3.2\n2,1\n";
const PATH: &str = "time,x,y,z\n0,1,0,0\n0.4,2,1,0\n0.7,2,1,3\n1.1,2,1,3\n2,0,0.5,1\n";
const TURNS: &str = "time,x,y,z\n0,0,0,0\n0.4,1,0.5,0\n0.7,1,0.5,1\n0.7,-1,0.2,0\n2,0.2,0,2\n";
const POINTS: &str = "time,x,y\n0,0,0\n0.5,1,2\n1,3,2\n1.5,4,0\n2,5,1\n";

/// The rows of a motion below their header.
#[track_caller]
pub(crate) fn rows(options: &str, goals: &str) -> Vec<Vec<f64>> {
    let goals_option = if goals.is_empty() { "" } else { "--goals -" };
    let command = format!("simulate --format csv {goals_option} {options}");
    let csv = sprung_with_input(&command, goals).answer();
    let mut lines = csv.lines();
    let width = lines.next().unwrap().split(',').count();
    let rows: Vec<Vec<f64>> =
        lines.map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect()).collect();
    assert!(rows.iter().all(|row: &Vec<f64>| row.len() == width), "{csv}");
    rows
}

#[track_caller]
fn last(options: &str, goals: &str) -> Vec<f64> {
    rows(options, goals).pop().unwrap()
}

/// Each motion with its goals, and the greatest difference between 10 and 100 steps per second, relative to the motion.
const MOTIONS: &[(&str, &str, f64)] = &[
    ("spring --goal-mode follow", GOALS, 1e-12),
    ("spring --goal-mode track --from 1,2,3", PATH, 1e-12),
    ("damper", GOALS, 1e-12),
    ("double", "", 1e-12),
    ("timed --arrive 1", "", 1e-12),
    ("landing --arrive 1.5", "", 1e-11),
    ("velocity --speed 3", "", 1e-12),
    ("character", "time,goal\n0,1\n0.37,1\n0.37,-2\n2,-2\n", 1e-12),
    ("tracking --from 4", GOALS, 1e-12),
    ("inertialization --from 4", GOALS, 1e-12),
    // The first chunk is the fastest, so that no fade waits.
    ("stitching --velocity 5", CHUNKS, 1e-12),
    ("fade --fade 0.5 --from 4", GOALS, 1e-12),
    ("fade --curve smooth-step --from 4", GOALS, 1e-12),
    ("dead-blend --fade 0.4 --from 4", GOALS, 1e-12),
    ("pointer", "time,goal\n0,0\n0.01,1\n0.02,2.1\n0.03,3\n1.99,7\n2.001,9\n", 1e-12),
    ("spline", POINTS, 1e-11),
    ("spline --corners traced --closed", POINTS, 1e-11),
    // Cut once in a step.
    ("limited --max-speed 1", "", 0.1),
    ("limited --max-acceleration 3", "", 0.3),
    ("time-optimal --max-speed 9 --max-acceleration 60 --max-jerk 900", GOALS, 1e-11),
    ("time-optimal --max-acceleration 9 --max-jerk 80 --from 1,2,3 --velocity 1,0,-2", PATH, 1e-11),
    ("adaptive-smoothing --halving-speed 3", POINTS, 1e-12),
    ("clamped", "", 0.02),
    ("bounded --high 0.8 --restitution 0.5", "", 0.3),
    ("value", "", 1e-3),
    ("angle --from 3 --goal -3", "", 1e-12),
    ("scale --from 0.5 --goal 3", "", 1e-12),
    ("rotation --goal 0,1,2 --velocity 1,0,0", "", 1e-12),
    ("rotation", TURNS, 1e-11),
    ("rotation --goal-mode track", TURNS, 1e-11),
    ("joint --swing 0.7,0.5 --twist -1.4,1.2 --goal 0.4,1,3 --velocity 2,0,0", "", 1e-12),
    ("camera --from 1,0,0", PATH, 1e-11),
    ("fixed-camera --from 10,5,10", PATH, 2e-3),
    ("frame --spin 0.7 --from 1,0,2", PATH, 1e-11),
    // These have a step of their own, of at most 1/960 s.
    ("body --from 1,0,0", PATH, 2e-3),
    ("body --from 1,0,0 --lever 0.2,0.3,0", "", 2e-3),
    ("pose --from 1,0,0 --turned 0.2,0,1", PATH, 2e-3),
    ("distance --from 0,0,0 --velocity 0,1,0 --other 1,0,0.3 --rest-length 1.2", "", 2e-3),
    ("linear-motor --mass 2 --max-force 30", "", 2e-3),
    ("angular-motor --inertia 2 --max-torque 3", "", 2e-3),
    ("upright --from 0.2,0,1", "", 2e-3),
    ("contact", "", 2e-3),
    ("hover", "", 2e-3),
];

#[test]
fn every_motion_is_the_same_at_every_frame_rate() {
    for &(motion, goals, tolerance) in MOTIONS {
        let spec = match motion.split(' ').next() {
            Some("damper" | "linear-motor" | "angular-motor") => "halflife=0.1",
            Some("time-optimal") => "",
            _ => "frequency=1.5",
        };
        let at = |dt| rows(&format!("{spec} --motion {motion} --dt {dt} --duration 2"), goals);
        let (coarse, fine) = (at("0.1"), at("0.01"));
        assert_eq!((coarse.len(), fine.len()), (21, 201), "{motion}");
        // The last columns are rates, which jump where a limit acts.
        let width = if tolerance < 0.01 { fine[0].len() } else { 2 };
        let size = fine.iter().flat_map(|row| &row[1..width]).fold(0.1f64, |a, b| a.max(b.abs()));
        for (step, row) in coarse.iter().enumerate() {
            for (now, then) in row[..width].iter().zip(&fine[10 * step][..width]) {
                let difference = (now - then).abs() / size;
                assert!(difference <= tolerance, "{motion} at {}: {now} {then}", row[0]);
            }
        }
    }
}

#[test]
fn every_motion_of_the_help_is_tested_here() {
    let help = sprung("simulate --help").answer();
    let start = help.find("--motion <MOTION>").unwrap();
    let list = &help[start..start + help[start..].find("--from <X>").unwrap()];
    let names: Vec<&str> =
        list.lines().filter_map(|line| line.trim().strip_prefix("- ")?.split(':').next()).collect();
    assert!(names.len() >= 30, "{names:?}");
    for name in names {
        let is_here = |(motion, ..): &(&str, &str, f64)| motion.split(' ').next() == Some(name);
        assert!(MOTIONS.iter().any(is_here), "{name}");
    }
}

#[test]
fn vectors_move_as_their_numbers_do() {
    for motion in [
        "spring",
        "spring --method rk4",
        "double",
        "landing --arrive 1",
        "tracking",
        "scale",
        "clamped",
    ] {
        let both = format!("frequency=2 --motion {motion} --duration 1");
        let vector = rows(&format!("{both} --from 1,2,-3 --goal 2,5,-1 --velocity 0,1,2"), "");
        let each =
            [("1", "2", "0"), ("2", "5", "1"), ("-3", "-1", "2")].map(|(from, goal, velocity)| {
                rows(&format!("{both} --from {from} --goal {goal} --velocity {velocity}"), "")
            });
        for (at, row) in vector.iter().enumerate() {
            for (axis, alone) in each.iter().enumerate() {
                assert_eq!(
                    (row[1 + axis], row[4 + axis]),
                    (alone[at][1], alone[at][2]),
                    "{motion}"
                );
            }
        }
    }
    let csv = sprung("simulate halflife=1 --from 0,0 --goal 1,1 --format csv").answer();
    assert!(csv.starts_with("time,position_x,position_y,velocity_x,velocity_y\n"), "{csv}");
}

#[test]
fn a_landing_is_at_rest_on_its_goal_at_its_time() {
    for dt in ["1/60", "0.25", "0.1"] {
        let rows = rows(
            &format!("halflife=0.2 --motion landing --arrive 1 --goal 7 --velocity 5 --dt {dt}"),
            "",
        );
        let landed = rows.iter().filter(|row| row[0] >= 1.0);
        assert!(landed.clone().count() >= 3);
        for row in landed {
            assert!((row[1] - 7.0).abs() < 1e-11 && row[2].abs() < 1e-10, "{dt}: {row:?}");
        }
    }
}

#[test]
fn an_inertialization_adds_the_decaying_offset_of_each_jump() {
    let rows =
        rows("frequency=1.5 --motion inertialization --dt 0.05 --duration 1 --from 4", GOALS);
    let omega = 1.5 * TAU;
    // Critical: (x + (v + ωx)·t)·e^(−ωt).
    let decays = |x: f64, v: f64, t: f64| (x + (v + omega * x) * t) * (-omega * t).exp();
    let first = |t: f64| decays(4.0, -2.0 / 0.37, t);
    for row in &rows[1..] {
        let t = row[0];
        let expected = if t < 0.37 {
            2.0 / 0.37 * t + first(t)
        } else {
            // The jump adds −3, and the slope that ends there; offsets add.
            5.0 + first(t) + decays(-3.0, 2.0 / 0.37, t - 0.37)
        };
        assert!((row[1] - expected).abs() < 1e-11, "{row:?} {expected}");
    }
}

#[test]
fn stitched_chunks_are_never_faster_than_the_chunks_and_end_on_the_last() {
    // The second chunk begins 2 ahead of the end of the first, the third 3 behind.
    let chunks = "time,x,y\n0,0,0\n0.5,1,0\n0.5,3,0\n1,3.5,0.5\n1,0.5,0.5\n6,1,0\n";
    for dt in ["0.01", "1/60", "0.1", "0.13"] {
        let rows = rows(&format!("halflife=0.1 --motion stitching --dt {dt} --duration 6"), chunks);
        for pair in rows.windows(2) {
            let [before, after] = pair else { unreachable!() };
            let way = (after[1] - before[1]).hypot(after[2] - before[2]);
            // 2 units per second, in the first chunk.
            assert!(way <= 2.0 * (after[0] - before[0]) + 1e-9, "{dt}: {before:?} {after:?}");
        }
        let end = rows.last().unwrap();
        let way = 0.1 * (end[0] - 1.0);
        assert!((end[1] - 0.5 - way).hypot(end[2] - 0.5 + way) < 1e-6, "{dt}: {end:?}");
    }
    sprung("simulate halflife=0.1 --motion stitching").is_refused_with(&["stitching", "--goals"]);
}

#[test]
fn fades_begin_on_the_old_motion_and_end_on_the_new_one_in_time() {
    for motion in
        ["fade --fade 0.4", "fade --fade 0.4 --curve smooth-step", "dead-blend --fade 0.4"]
    {
        let rows = rows(
            &format!(
                "halflife=0.1 --motion {motion} --from 3 --velocity 2 --goal 1 --dt 0.001 --duration 1"
            ),
            "",
        );
        assert!((rows[1][1] - 3.002).abs() < 1e-4, "{motion}: {:?}", rows[1]);
        assert!((rows[200][1] - 2.0).abs() < 0.35, "{motion}: {:?}", rows[200]);
        assert!(rows[400..].iter().all(|row| row[1..] == [1.0, 0.0]), "{motion}");
    }
    // The cubic: x·(1 − s)²(1 + 2s) + v·t·(1 − s)².
    let row = last(
        "halflife=0.1 --motion fade --fade 0.4 --from 3 --velocity 2 --goal 0 --dt 0.1 --duration 0.1",
        "",
    );
    assert!((row[1] - (3.0 * 0.75 * 0.75 * 1.5 + 2.0 * 0.1 * 0.5625)).abs() < 1e-14, "{row:?}");
}

#[test]
fn a_character_is_a_spring_on_its_velocity() {
    let spring = "frequency=1,damping_ratio=0.7";
    let rows = rows(
        &format!("{spring} --motion character --goal 3 --velocity -1 --dt 0.2 --duration 1"),
        "",
    );
    let omega = TAU;
    let accelerate = |_, [_, v, a]: [f64; 3]| [v, a, omega * omega * (3.0 - v) - 1.4 * omega * a];
    for row in &rows[1..] {
        let [x, v, a] = solve(accelerate, [0.0, -1.0, 0.0], 0.0, row[0]);
        assert!((row[1] - x).abs() < 1e-10 && (row[2] - v).abs() < 1e-10, "{row:?}");
        assert!((row[3] - a).abs() < 1e-9, "{row:?}");
    }
    let limited =
        last("frequency=5 --motion character --goal 30 --max-acceleration 2 --duration 3", "");
    assert!((limited[2] - 6.0).abs() < 1e-9 && (limited[1] - 9.0).abs() < 1e-9, "{limited:?}");
}

#[test]
fn limits_bounds_and_grids_are_kept() {
    let of = |options: &str| rows(&format!("frequency=2,damping_ratio=0.1 --motion {options}"), "");
    assert!(of("limited --max-speed 2").iter().all(|row| row[2].abs() <= 2.0 + 1e-12));
    let slow = of("limited --max-acceleration 5");
    assert!(slow.windows(2).all(|two| (two[1][2] - two[0][2]).abs() <= 5.0 / 60.0 + 1e-12));
    assert!(of("clamped").iter().all(|row| row[1] <= 1.0));
    let bounded = of("bounded --low 0.2 --high 1.1 --from 0.5 --restitution 0.6");
    assert!(bounded.iter().all(|row| (0.2..=1.1).contains(&row[1])));
    assert!(bounded.windows(2).any(|two| two[0][2] > 1.0 && two[1][2] < 0.0), "it bounces");
    assert_eq!(of("value --goal 3.4 --grid 0.5 --duration 60").pop().unwrap()[1..], [3.5, 0.0]);
}

#[test]
fn a_scale_has_a_spring_on_its_logarithm() {
    let rows = rows("frequency=1 --motion scale --from 0.1 --goal 10 --dt 0.1", "");
    for row in rows {
        let left = (1.0 + TAU * row[0]) * (-TAU * row[0]).exp();
        let expected = 10.0 * (0.01f64.ln() * left).exp();
        assert!((row[1] / expected - 1.0).abs() < 1e-12, "{row:?} {expected}");
    }
}

#[test]
fn a_spline_goes_through_traced_points_and_rounds_the_others() {
    let through =
        rows("frequency=6 --motion spline --corners traced --dt 0.5 --duration 2", POINTS);
    for (row, point) in
        through.iter().zip([[0.0, 0.0], [1.0, 2.0], [3.0, 2.0], [4.0, 0.0], [5.0, 1.0]])
    {
        assert!((row[1] - point[0]).hypot(row[2] - point[1]) < 1e-3, "{row:?}");
    }
    let rounded = rows("frequency=6 --motion spline --dt 0.5 --duration 2", POINTS);
    assert!(rounded[1][2] < 2.0 - 0.01, "{rounded:?}");
    // Velocities are per second.
    let fine = rows("frequency=6 --motion spline --dt 0.001 --duration 2", POINTS);
    let way: f64 = fine.windows(2).map(|two| 0.0005 * (two[0][3] + two[1][3])).sum();
    assert!((way - (fine[2000][1] - fine[0][1])).abs() < 1e-5, "{way}");
    sprung_with_input(
        "simulate halflife=1 --motion spline --goals -",
        "time,goal\n0,0\n1,1\n3,2\n",
    )
    .is_refused_with(&["equal intervals"]);
}

#[test]
fn a_rotation_about_one_axis_is_an_angle() {
    let both = "frequency=2,damping_ratio=0.3 --dt 0.05 --duration 1";
    let angle = rows(&format!("{both} --motion angle --goal 1.5 --velocity 2"), "");
    for goal in ["0,0,1.5", "0,0,0.6816387600233341,0.7316888688738209"] {
        let turned = rows(&format!("{both} --motion rotation --goal {goal} --velocity 0,0,2"), "");
        for (angle, row) in angle.iter().zip(turned) {
            assert!((2.0 * row[3].atan2(row[4]) - angle[1]).abs() < 1e-13, "{row:?} {angle:?}");
            assert!((row[7] - angle[2]).abs() < 1e-12, "{row:?} {angle:?}");
        }
    }
    // A goal that turns steadily is lagged behind by 2ζ/ω, or not at all.
    let goals = "time,x,y,z\n0,0,0,0\n1,0,0,1\n2,0,0,2\n3,0,0,3\n";
    for (mode, lag) in [("follow", 2.0 / (2.0 * TAU)), ("track", 0.0)] {
        let row = last(
            &format!("frequency=2 --motion rotation --goal-mode {mode} --dt 0.3 --duration 3"),
            goals,
        );
        assert!((2.0 * row[3].atan2(row[4]) - (3.0 - lag)).abs() < 1e-9, "{mode}: {row:?}");
    }
    sprung("simulate halflife=1 --motion rotation --goal 1")
        .is_refused_with(&["rotation vector", "quaternion"]);
    sprung("simulate halflife=1 --motion rotation --goal 0,0,0,0").is_refused_with(&["length 0"]);
}

#[test]
fn cameras_keep_their_distance_and_look_at_the_player() {
    let path = "time,x,y,z\n0,0,0,0\n10,50,0,0\n";
    let row = last("halflife=0.2 --motion camera --view 6,0,0 --dt 0.1 --duration 10", path);
    // The look-ahead is the lag of the spring: a steady player is in the center.
    assert!((row[1] - 50.0).abs() < 1e-9, "{row:?}");
    assert!((row[4] - row[1]).abs() < 1e-9 && (row[6] - row[3] - 6.0).abs() < 1e-9, "{row:?}");
    let still = last("halflife=0.2 --motion camera --lookahead 0 --dt 0.1 --duration 10", path);
    assert!(still[1] < 50.0 - 1.0, "{still:?}");
    let path = "time,x,y,z\n0,0,0,10\n0.5,-10,0,10\n9,-10,0,10\n";
    let row = last("halflife=0.2 --motion fixed-camera --dt 0.1 --duration 9", path);
    // It looks along −z, turned about y to (−10, 0, 10).
    let direction = [-row[1].sin(), -row[1].cos()];
    assert!(
        (direction[0] + 0.5f64.sqrt()).abs() < 1e-9 && (direction[1] - 0.5f64.sqrt()).abs() < 1e-9,
        "{row:?}"
    );
}

#[test]
fn a_spring_in_a_frame_is_the_spring_as_seen_from_there() {
    // Circling about the origin at the rate of the frame, it is at rest in it.
    let rows = rows(
        "frequency=1 --motion frame --spin 3 --goal 0,0,0 --from 2,0,0 --velocity 0,6,0 --dt 0.1 --duration 1",
        "",
    );
    for row in rows {
        let left = 2.0 * (1.0 + TAU * row[0]) * (-TAU * row[0]).exp();
        assert!((row[1].hypot(row[2]) - left).abs() < 1e-12, "{row:?} {left}");
        let angle = (3.0 * row[0]).sin_cos();
        assert!((row[1] - left * angle.1).abs() < 1e-12 && (row[2] - left * angle.0).abs() < 1e-12);
    }
}

#[test]
fn a_body_is_held_by_its_spring_and_hangs_by_its_weight() {
    let omega: f64 = TAU * 2.0;
    for dt in ["1/30", "1/240"] {
        let options = format!("frequency=2 --motion body --goal 0,3,0 --from 0,3,0 --dt {dt}");
        for mass in ["0.1", "1", "500"] {
            let row = last(&format!("{options} --mass {mass} --duration 8"), "");
            assert!((row[2] - (3.0 - 9.81 / omega.powi(2))).abs() < 1e-9, "{mass}: {row:?}");
            let weight = 9.81 * mass.parse::<f64>().unwrap();
            assert!((row[8] / weight - 1.0).abs() < 1e-6, "{mass}: {row:?}");
        }
        // Pulled at a corner it turns.
        let turned = rows(&format!("{options} --lever 0.5,0.5,0 --duration 1"), "");
        assert!(turned.iter().any(|row| row[7] > 0.5), "{dt}");
    }
}

#[test]
fn a_ball_bounces_by_the_restitution_of_its_ground() {
    for ratio in [0.05, 0.2, 0.6] {
        for dt in ["1/60", "1/240"] {
            let options =
                format!("frequency=8,damping_ratio={ratio} --motion contact --from 2 --dt {dt}");
            let rows = rows(&format!("{options} --duration 1.5"), "");
            let hit = rows.iter().position(|row| row[3] > 0.0).unwrap();
            let up = rows[hit..].iter().position(|row| row[3] == 0.0 && row[2] > 0.0).unwrap();
            let speed = |row: &Vec<f64>| (row[2] * row[2] + 2.0 * 9.81 * row[1]).sqrt();
            let kept = speed(&rows[hit + up]) / speed(&rows[0]);
            let expected = bounced(TAU * 8.0, ratio, 2.0) / speed(&rows[0]);
            assert!((kept - expected).abs() < 0.03, "{ratio} {dt}: {kept} {expected}");
        }
    }
}

/// The speed at the height of a ground that a ball has after its bounce, by very small steps.
fn bounced(omega: f64, ratio: f64, height: f64) -> f64 {
    let (dt, mut x, mut v) = (1e-6, 0.0, -(2.0 * 9.81 * height).sqrt());
    loop {
        let push = -(omega * omega * x) - 2.0 * ratio * omega * v;
        if push < 0.0 && v > 0.0 {
            return f64::max(v * v + 2.0 * 9.81 * x, 0.0).sqrt();
        }
        v += (push.max(0.0) - 9.81) * dt;
        x += v * dt;
    }
}

#[test]
fn a_car_hovers_by_its_weight_and_follows_its_road() {
    for (dt, mass) in [("1/60", 1200.0), ("1/200", 90.0)] {
        let options =
            format!("frequency=1.5,damping_ratio=0.7 --motion hover --dt {dt} --mass {mass}");
        let row = last(&format!("{options} --duration 3"), "");
        assert!((row[3] / (9.81 * mass) - 1.0).abs() < 1e-3, "{row:?}");
        assert!((0.9..1.2).contains(&row[1]), "{row:?}");
        let hill = "time,goal\n0,0\n0.5,0\n1.5,0.5\n3,0.5\n";
        let over = last(&format!("{options} --duration 3"), hill);
        assert!((over[1] - row[1] - 0.5).abs() < 1e-3, "{over:?} {row:?}");
    }
}

#[test]
fn what_a_motion_does_not_take_is_refused_with_the_motions_that_do() {
    let refused = |options: &str, words: &[&str]| {
        sprung(&format!("simulate halflife=1 {options}")).is_refused_with(words);
    };
    refused(
        "--mass 2",
        &[
            "--mass is for --motion body, pose, distance, linear-motor, contact and hover, not for spring",
        ],
    );
    refused("--motion landing", &["--motion landing needs --arrive"]);
    refused("--motion pointer", &["--motion pointer needs --goals"]);
    refused("--motion dead-blend", &["needs --fade"]);
    refused("--motion limited", &["--max-speed or --max-acceleration"]);
    refused("--motion bounded", &["--low or --high"]);
    refused("--motion bounded --low 2 --high 1", &["--low must be at most --high"]);
    refused("--motion bounded --low 0 --restitution 2", &["from 0 to 1"]);
    refused("--motion contact --goal 2", &["has no goal"]);
    refused("--motion body --goal 2", &["3 numbers", "not 1"]);
    refused("--motion angle --goal 1,2", &["one number", "not 2"]);
    refused("--from 1,2,3 --goal 1,2", &["--from", "goal, 2, and has 3"]);
    refused("--from 0,5", &["2 numbers", "point"]);
    refused("--goal 1 --velocity 0,5", &["decimal comma"]);
    refused("--goal 1,2,3,4,5", &["1 to 4 numbers"]);
    refused("--from x", &["must be a number, got x"]);
    refused("--motion rotation --goal-mode holden --goal 0,0,1", &["--goal-mode holden is for"]);
    refused("--arrive -1", &["must be above 0"]);
    let folder = folder("goals");
    let path = folder.join("a.csv");
    std::fs::write(&path, "Time;Goal;note\n0;0,5;a\n1;1,5;b\n").unwrap();
    let row = last(&format!("frequency=30 --goal-mode track --goals {}", path.display()), "");
    assert!((row[1] - 1.5).abs() < 1e-9, "{row:?}");
}
