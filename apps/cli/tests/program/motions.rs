//! `sprung simulate --motion …`: each motion against an oracle or its closed form.

use testkit::reference_ode::solve;

use crate::run::{numbers, sprung, sprung_with_input};

const HEADER: &str = "time,position,velocity";

/// The header of motions that follow an intermediate goal.
const INTERMEDIATE: &str = "time,position,velocity,intermediate_goal";

fn rows(options: &str) -> Vec<Vec<f64>> {
    numbers(&sprung(&format!("simulate --format csv {options}")).answer(), HEADER)
}

fn rows_with_intermediate(options: &str) -> Vec<Vec<f64>> {
    numbers(&sprung(&format!("simulate --format csv {options}")).answer(), INTERMEDIATE)
}

#[test]
fn a_damper_halves_its_distance_and_its_velocity_is_the_rate_times_the_distance_left() {
    for spec in ["damper:halflife=0.1", "halflife=0.1 --motion damper"] {
        let rows = rows(&format!("--spring {spec} --from 4 --goal 0 --dt 0.1 --time 0.5"));
        for (step, row) in rows.iter().enumerate() {
            let left = 4.0 * 0.5f64.powi(step as i32);
            assert!((row[1] - left).abs() < 1e-14, "{row:?}");
            assert!((row[2] + left * 2f64.ln() / 0.1).abs() < 1e-12, "{row:?}");
        }
    }
}

#[test]
fn a_damper_follows_a_moving_goal_exactly_through_its_corners() {
    let goals = "time,goal\n0,0\n0.15,3\n0.4,3\n0.4,-1\n1,0\n";
    let rate = 2f64.ln() / 0.1;
    let decay = |goal: f64, slope: f64| move |t, [x]: [f64; 1]| [rate * (goal + slope * t - x)];
    let [x] = solve(decay(0.0, 20.0), [0.0], 0.0, 0.15);
    let [x] = solve(decay(3.0, 0.0), [x], 0.15, 0.4);
    let [x] = solve(decay(-1.0 - 0.4 / 0.6, 1.0 / 0.6), [x], 0.4, 0.7);
    for dt in ["0.1", "0.7", "0.07"] {
        let options = format!(
            "simulate --format csv --spring damper:halflife=0.1 --goals - --dt {dt} --time 0.7"
        );
        let rows = numbers(&sprung_with_input(&options, goals).answer(), HEADER);
        let last = rows.last().unwrap();
        assert!((last[1] - x).abs() < 1e-12, "{dt}: {last:?} {x}");
    }
}

#[test]
fn a_double_spring_is_two_critical_springs_in_series() {
    let options = "--spring halflife=0.2 --motion double --velocity 1 --dt 0.05 --time 0.4";
    let rows = rows_with_intermediate(options);
    // (1 + τ + τ²/2 + τ³/6)·e^(−τ) = 1/2 at the half-life of the whole.
    let y = 3.672_060_748_850_897 / 0.2;
    let accelerate = |_, [x, v, g, u]: [f64; 4]| {
        [v, y * y * (g - x) - 2.0 * y * v, u, y * y * (1.0 - g) - 2.0 * y * u]
    };
    for row in &rows[1..] {
        let [x, v, g, _] = solve(accelerate, [0.0, 1.0, 0.0, 0.0], 0.0, row[0]);
        assert!((row[1] - x).abs() < 1e-11 && (row[2] - v).abs() < 1e-10, "{row:?} {x} {v}");
        assert!((row[3] - g).abs() < 1e-11, "{row:?} {g}");
    }
}

#[test]
fn a_double_spring_in_holdens_convention_has_his_halflife() {
    // His `double_spring` gives each of two critical springs half of the half-life: y = 4 ln 2/h.
    let y = 4.0 * 2f64.ln() / 0.2;
    let accelerate = |_, [x, v, g, u]: [f64; 4]| {
        [v, y * y * (g - x) - 2.0 * y * v, u, y * y * (2.5 - g) - 2.0 * y * u]
    };
    for spec in ["holden:halflife=0.2", "holden:halflife=0.2,damping_ratio=1"] {
        for dt in [0.001, 0.05] {
            let options =
                format!("--spring {spec} --motion double --goal 2.5 --dt {dt} --time 0.4");
            let rows = rows_with_intermediate(&options);
            for row in rows.iter().skip(1).step_by((0.05 / dt) as usize) {
                let [x, v, g, _] = solve(accelerate, [0.0; 4], 0.0, row[0]);
                assert!(
                    (row[1] - x).abs() < 1e-11 && (row[2] - v).abs() < 1e-10,
                    "{row:?} {x} {v}"
                );
                assert!((row[3] - g).abs() < 1e-11, "{row:?} {g}");
            }
        }
    }
    sprung("simulate --dt 0.1 --time 1 --motion double --spring holden:halflife=1,damping_ratio=2")
        .is_refused_with(&["critical", "halflife=S"]);
    // Wherever the lines break.
    let help = sprung("simulate --help").answer();
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        help.contains("half-life of SPEC is that of the pair")
            && help.contains("holden:halflife=S")
    );
}

#[test]
fn timed_and_velocity_springs_are_the_same_at_every_frame_rate() {
    for motion in ["timed --arrive 0.55", "velocity --speed 1.7"] {
        let at_one = |dt: &str| {
            let options = format!("--spring frequency=3,damping_ratio=0.8 --motion {motion}");
            rows_with_intermediate(&format!("{options} --dt {dt} --time 1")).pop().unwrap()
        };
        let fine = at_one("1/1024");
        for dt in ["1/16", "1/4", "1"] {
            let coarse = at_one(dt);
            assert!((coarse[1] - fine[1]).abs() < 1e-12, "{motion} {dt}: {coarse:?} {fine:?}");
            assert!((coarse[2] - fine[2]).abs() < 1e-11, "{motion} {dt}: {coarse:?} {fine:?}");
        }
    }
}

#[test]
fn a_timed_spring_arrives_and_a_velocity_spring_travels_as_told() {
    let timed = "--spring frequency=5 --motion timed --arrive 2 --goal 10 --dt 0.1 --time 3";
    let timed = rows_with_intermediate(timed);
    assert!((timed[20][1] - 10.0).abs() < 0.4 && (timed[30][1] - 10.0).abs() < 1e-6, "{timed:?}");
    assert!((timed[10][2] - 5.0).abs() < 1e-3, "half of the time at the mean speed: {timed:?}");
    let velocity = "--spring frequency=5 --motion velocity --speed 3 --goal 10 --dt 0.1 --time 2";
    let velocity = rows_with_intermediate(velocity);
    assert!((velocity[20][2] - 3.0).abs() < 1e-9, "{velocity:?}");
}

#[test]
fn a_look_ahead_leads_the_intermediate_goal_by_its_time_and_the_spring_lags_behind_it() {
    // The intermediate goal covers 10 in 2 s; behind it the spring lags by 2ζ/ω.
    let lag = 2.0 / (10.0 * std::f64::consts::PI);
    for (motion, option) in
        [("timed --arrive 2", "--lookahead"), ("velocity --speed 5", "--apprehension")]
    {
        for lookahead in [0.0, 0.1, 0.25] {
            let options = format!("--spring frequency=5 --motion {motion} {option} {lookahead}");
            let rows = rows_with_intermediate(&format!("{options} --goal 10 --dt 0.1 --time 1"));
            let last = rows.last().unwrap();
            assert!((last[3] - 5.0).abs() < 1e-12, "{options}: {last:?}");
            let expected = 5.0 * (1.0 + lookahead - lag);
            assert!((last[1] - expected).abs() < 1e-9, "{options}: {last:?} {expected}");
        }
    }
}

#[test]
fn a_goal_velocity_moves_the_rest_position_by_the_lag_of_the_spring() {
    let options =
        "--spring frequency=1,damping_ratio=0.7 --goal-mode holden --goal-velocity -2 --goal 3";
    let rows = rows(&format!("{options} --dt 0.1 --time 20"));
    let lag = 1.4 / std::f64::consts::TAU;
    assert!((rows.last().unwrap()[1] - (3.0 - 2.0 * lag)).abs() < 1e-12, "{rows:?}");
}

#[test]
fn a_tracking_spring_has_no_lag_and_smooths_a_jump() {
    let goals = "time,goal\n0,0\n1,2\n1,5\n4,11\n";
    let options =
        "simulate --format csv --spring frequency=4 --motion tracking --goals - --dt 0.25 --time 4";
    let rows = numbers(&sprung_with_input(options, goals).answer(), HEADER);
    // From rest at 0, the offset is a velocity of −2 that fades; from the jump on, a further −3.
    let omega = 8.0 * std::f64::consts::PI;
    let offset = |t: f64| -2.0 * t * (-omega * t).exp();
    let jump = |t: f64| -3.0 * (1.0 + omega * t) * (-omega * t).exp();
    for row in &rows {
        let t = row[0];
        let expected =
            if t < 1.0 { 2.0 * t + offset(t) } else { 5.0 + 2.0 * (t - 1.0) + offset(t) };
        let jump = if t > 1.0 {
            jump(t - 1.0)
        } else if t == 1.0 {
            -3.0
        } else {
            0.0
        };
        assert!((row[1] - expected - jump).abs() < 1e-12, "{row:?} {expected} {jump}");
    }
}

#[test]
fn an_angle_takes_the_shorter_arc() {
    let options = "--spring frequency=3 --motion angle --from 3 --goal -3 --dt 0.1 --time 2";
    let csv = sprung(&format!("simulate --format csv {options}")).answer();
    let rows = numbers(&csv, "time,angle_rad,velocity_rad_per_s");
    let turn = std::f64::consts::TAU;
    assert!(rows.iter().all(|row| row[1] >= 3.0 - 1e-12), "{rows:?}");
    assert!((rows.last().unwrap()[1] - (turn - 3.0)).abs() < 1e-9);
}

#[test]
fn options_that_a_motion_does_not_know_are_refused() {
    let refused = |options: &str, words: &[&str]| {
        sprung(&format!("simulate --dt 0.1 --time 1 {options}")).is_refused_with(words);
    };
    refused("--spring halflife=1 --motion timed", &["--arrive"]);
    refused("--spring halflife=1 --motion velocity", &["--speed"]);
    refused("--spring halflife=1 --arrive 2", &["--arrive is for --motion timed"]);
    refused("--spring halflife=1 --speed 2", &["--speed is for --motion velocity"]);
    refused("--spring halflife=1 --motion triple", &["triple", "double"]);
    refused("--spring halflife=1,damping_ratio=2 --motion double", &["critical", "halflife=S"]);
    refused("--spring damper:halflife=1 --motion spring", &["damper, not a spring"]);
    refused("--spring spring:halflife=1 --motion damper", &["spring, not a first-order damper"]);
    refused("--spring damper:halflife=1 --velocity 2", &["no velocity state"]);
    refused("--spring damper:halflife=1 --method rk4", &["--method", "damper"]);
    refused("--spring damper:halflife=1 --goal-mode track", &["--goal-mode follow"]);
    refused("--spring halflife=1 --lookahead 1", &["--lookahead is for --motion timed"]);
    refused("--spring halflife=1 --goal-velocity 1", &["--goal-mode holden"]);
    refused("--spring halflife=1 --goal-mode track --goal-velocity 1", &["--goal-mode holden"]);
    let with_goals = |options: &str| {
        let all = format!("simulate --dt 0.1 --time 1 --spring halflife=1 --goals - {options}");
        sprung_with_input(&all, "time,goal\n0,0\n")
    };
    with_goals("--motion double --goal-mode follow").is_refused_with(&["--goal-mode is for"]);
    with_goals("--motion double").answer();
}
