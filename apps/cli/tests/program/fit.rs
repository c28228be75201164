//! `sprung fit`: the spring of a recording, and recordings without one.

use std::fmt::Write;
use std::fs;

use serde_json::Value;

use crate::run::{folder, sprung, sprung_with_input};

/// A drawer of 9 rad/s and a damping ratio of 0.35, pushed after 0.3 s from 20 to 120, with 1 % of noise at uneven times.
fn drawer() -> String {
    let mut text = String::from("time,x,y\n");
    let (frequency, ratio) = (9.0f64, 0.35f64);
    let turn = frequency * (1.0 - ratio * ratio).sqrt();
    let mut noise = 0.7f64;
    for i in 0..180 {
        let time = f64::from(i) / 60.0 + 0.004 * f64::from(i % 3);
        let since = (time - 0.3).max(0.0);
        let left = (-ratio * frequency * since).exp()
            * ((turn * since).cos() + ratio * frequency / turn * (turn * since).sin());
        // Chaotic, of the same variance as the normal distribution.
        noise = 1.0 - 2.0 * noise * noise;
        let position = 120.0 - 100.0 * left + 1.4 * noise;
        writeln!(text, "{time},{position},{}", 3.0 * time).unwrap();
    }
    text
}

#[test]
fn a_noisy_motion_gives_its_spring_within_two_percent() {
    let run = sprung_with_input("fit - --column x --format json", &drawer());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let rows: Value = serde_json::from_str(&run.stdout).unwrap();
    let near = |key: &str, truth: f64, limit: f64| {
        let value = rows[0][key].as_f64().unwrap();
        assert!((value - truth).abs() < limit, "{key}: {value}");
        let error = rows[0][format!("{key}_error")].as_f64().unwrap();
        assert!((value - truth).abs() < 4.0 * error, "{key}: {value} ± {error}");
    };
    near("angular_frequency", 9.0, 0.18);
    near("damping_ratio", 0.35, 0.007);
    near("start", 20.0, 2.0);
    near("goal", 120.0, 2.0);
    near("delay", 0.3, 0.006);
    let residual = rows[0]["residual"].as_f64().unwrap();
    assert!((0.8..1.2).contains(&residual), "{residual}");
    assert_eq!(rows[0]["explained"], "yes");
    assert_eq!(rows[0]["undetermined"], "");
    // The spring is text for the other commands.
    let spring = rows[0]["spring"].as_str().unwrap();
    assert_eq!(sprung(&format!("inspect {spring} --format csv")).code, 0);
}

#[test]
fn a_line_is_no_spring_and_the_exit_code_says_so() {
    let run = sprung_with_input("fit - --column y", &drawer());
    assert_eq!(run.code, 1, "{}", run.stdout);
    assert!(run.stderr.contains("no spring explains this: a straight line fits"), "{}", run.stderr);
    assert!(run.stdout.contains("angular_frequency"));
}

#[test]
fn what_cannot_be_fitted_is_an_error_and_writes_nothing() {
    let run = sprung_with_input("fit -", &drawer());
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("which column? Type --column with one of: x, y"), "{}", run.stderr);
    let run = sprung_with_input("fit -", "t,x\n0,1\n1,2\n");
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(
        run.stderr.contains("samples must be at least 8 to fit a spring, got 2"),
        "{}",
        run.stderr
    );
}

#[test]
fn missing_values_are_left_out() {
    let file = folder("fit-gaps").join("gaps.csv");
    let mut lines: Vec<String> = drawer().lines().map(String::from).collect();
    lines[50] = "0.825,,1".into();
    fs::write(&file, lines.join("\n")).unwrap();
    let file = file.to_str().unwrap();
    assert!(sprung(&format!("fit {file} --column x")).stderr.contains("line 51, column x"));
    let run = sprung(&format!("fit {file} --column x --gaps skip --format csv"));
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains(",179,yes,"), "{}", run.stdout);
}
