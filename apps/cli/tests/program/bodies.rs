//! Rigid bodies of `sprung simulate` against the closed forms of their springs and motors.

use crate::every_motion::rows;
use crate::run::sprung;

/// The offset left of a spring from rest, by its step response.
fn left(frequency: f64, ratio: f64, time: f64) -> f64 {
    let spring = sprung::Spring::from_frequency(frequency, ratio).unwrap();
    spring.step(time).apply(sprung::State::at_rest(1.0), 0.0).position
}

#[test]
fn a_pose_spring_brings_any_mass_to_its_place_and_upright() {
    for mass in ["0.01", "1", "1000"] {
        let options = format!("frequency=1.5,damping_ratio=0.3 --motion pose --mass {mass}");
        let turned = "--from 0,0,0 --goal 0,2,0 --turned 0,0,0.9 --gravity 0 --duration 2";
        for row in rows(&format!("{options} {turned}"), "") {
            let expected = left(1.5, 0.3, row[0]);
            assert!((row[2] - 2.0 * (1.0 - expected)).abs() < 0.02, "{mass}: {row:?}");
            assert!((row[6] - 0.9 * expected).abs() < 0.02, "{mass}: {row:?}");
        }
    }
}

#[test]
fn two_bodies_swing_about_their_center_of_mass_at_the_frequency_of_the_spring() {
    let options = "frequency=1,damping_ratio=0.2 --motion distance --mass 1 --other-mass 3 \
                   --from 0,0,0 --other 1,0,0 --rest-length 2 --gravity 0 --duration 3";
    for row in rows(options, "") {
        let center = (row[1] + 3.0 * row[4]) / 4.0;
        assert!((center - 0.75).abs() < 1e-12, "{row:?}");
        let length = row[4] - row[1];
        assert!((length - (2.0 - left(1.0, 0.2, row[0]))).abs() < 0.01, "{row:?}");
    }
}

#[test]
fn motors_follow_their_damper_exactly_within_their_limits() {
    let motor = "damper:halflife=0.5 --motion linear-motor --goal 2,0,0 --gravity 0";
    for row in rows(&format!("{motor} --mass 10 --duration 2"), "") {
        assert!((row[4] - 2.0 * (1.0 - 0.5f64.powf(row[0] / 0.5))).abs() < 1e-9, "{row:?}");
    }
    for row in rows(&format!("{motor} --mass 10 --max-force 8 --duration 0.9"), "") {
        assert!((row[4] - 0.8 * row[0]).abs() < 1e-9, "{row:?}");
    }
    let fan = "damper:halflife=0.4 --motion angular-motor --goal 0,0,3";
    for row in rows(&format!("{fan} --inertia 7 --duration 2"), "") {
        assert!((row[3] - 3.0 * (1.0 - 0.5f64.powf(row[0] / 0.4))).abs() < 1e-9, "{row:?}");
    }
    for row in rows(&format!("{fan} --inertia 0.5 --max-torque 0.6 --duration 0.4"), "") {
        assert!((row[3] - 1.2 * row[0]).abs() < 1e-9, "{row:?}");
    }
}

#[test]
fn a_body_is_turned_upright_and_keeps_its_turn_about_the_vertical() {
    let options = "frequency=1,damping_ratio=0.4 --motion upright --duration 2";
    for row in rows(&format!("{options} --from 0,0,0.8"), "") {
        assert!((row[1] - 0.8 * left(1.0, 0.4, row[0]).abs()).abs() < 0.01, "{row:?}");
    }
    let turned = rows(&format!("{options} --from 0,1.2,0 --velocity 0,0.5,0"), "").pop().unwrap();
    assert!(turned[1] < 1e-9 && (turned[3] - 2.2).abs() < 1e-6, "{turned:?}");
}

#[test]
fn the_engine_step_is_the_longest_that_a_body_takes() {
    let at = |step: &str| {
        let options = format!("frequency=2 --motion contact --engine-step {step} --duration 3");
        rows(&options, "")
    };
    assert_eq!(at("1/960"), rows("frequency=2 --motion contact --duration 3", ""));
    assert_ne!(at("1/60"), at("1/960"));
    sprung("simulate frequency=2 --engine-step 0.01").is_refused_with(&["--engine-step is for"]);
}

#[test]
fn euler_on_a_damper_takes_a_part_of_the_way_in_each_step() {
    let options = "damper:rate=14 --motion damper --method explicit --from 1 --goal 0 --dt 0.1";
    for (step, row) in rows(&format!("{options} --duration 2"), "").iter().enumerate() {
        assert!((row[1] - (-0.4f64).powi(step as i32)).abs() < 1e-12, "{row:?}");
    }
    sprung("simulate damper:rate=14 --method rk4").is_refused_with(&["exact or explicit"]);
}

#[test]
fn substeps_are_shorter_steps_of_uneven_frames() {
    let spring = "frequency=1,damping_ratio=0.2 --goal-mode held --method semi-implicit";
    let fine = rows(&format!("{spring} --dt 0.0625 --duration 2"), "");
    let uniform = "--substep uniform --max-step 0.0625 --frames 0.125,0.375";
    let coarse = rows(&format!("{spring} {uniform} --duration 2"), "");
    assert_eq!(coarse.len(), 9);
    for row in coarse {
        let same = &fine[(row[0] / 0.0625) as usize];
        assert!((row[1] - same[1]).abs() < 1e-12, "{row:?} {same:?}");
    }
    // Time beyond the limit is dropped by capped steps, and owed by fixed ones.
    for rule in ["capped", "fixed"] {
        let capped = format!("--substep {rule} --max-step 0.0625 --max-substeps 2 --dt 0.5");
        let end = rows(&format!("{spring} {capped} --duration 2"), "").pop().unwrap();
        assert!((end[1] - fine[8][1]).abs() < 1e-12, "{rule}: {end:?}");
    }
    let refused = |options: &str, words: &[&str]| {
        sprung(&format!("simulate frequency=1 {options}")).is_refused_with(words);
    };
    refused("--frames 0.1,0.2", &["--substep"]);
    refused("--substep uniform", &["--max-step"]);
    refused("--substep uniform --max-step 0.1 --goal-mode track", &["held or holden"]);
    refused("--substep uniform --max-step 0.1 --frames 0,1", &["--frames must be above 0"]);
}
