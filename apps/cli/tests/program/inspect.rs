//! `sprung inspect`: every reading against its closed form.

use std::collections::BTreeMap;
use std::f64::consts::{PI, TAU};

use crate::run::sprung;

/// The readings by name, from the CSV form.
fn readings(arguments: &str) -> BTreeMap<String, String> {
    let text = sprung(&format!("inspect --format csv {arguments}")).answer();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("reading,value,unit,meaning"));
    let row = |line: &str| {
        let mut cells = line.split(',');
        (cells.next().unwrap().to_string(), cells.next().unwrap().to_string())
    };
    lines.map(row).collect()
}

#[track_caller]
fn is_near(readings: &BTreeMap<String, String>, name: &str, expected: f64) {
    let value: f64 = readings[name].parse().unwrap();
    assert!((value - expected).abs() <= 1e-12 * expected.abs(), "{name}: {value}, not {expected}");
}

#[test]
fn an_under_damped_spring_has_the_readings_of_the_textbook() {
    let readings = readings("frequency=2,damping_ratio=0.3");
    let (omega, ratio) = (4.0 * PI, 0.3f64);
    let turn = (1.0 - ratio * ratio).sqrt();
    assert_eq!(readings["regime"], "under-damped");
    is_near(&readings, "frequency", 2.0);
    is_near(&readings, "angular_frequency", omega);
    is_near(&readings, "stiffness", omega * omega);
    is_near(&readings, "damping", 2.0 * ratio * omega);
    is_near(&readings, "duration", 0.5);
    is_near(&readings, "bounce", 0.7);
    is_near(&readings, "overshoot", (-PI * ratio / turn).exp());
    is_near(&readings, "peak_time", PI / (omega * turn));
    is_near(&readings, "lag", 2.0 * ratio / omega);
    is_near(&readings, "decay_rate", ratio * omega);
    is_near(&readings, "damped_frequency", 2.0 * turn);
    let flat = 1.0 - 2.0 * ratio * ratio;
    is_near(&readings, "bandwidth", 2.0 * (flat + (flat * flat + 1.0).sqrt()).sqrt());
    is_near(&readings, "resonance", 2.0 * flat.sqrt());
    is_near(&readings, "resonance_gain", 1.0 / (2.0 * ratio * turn));
    // The implicit step's fractions, with θ = ωh.
    let theta = omega / 60.0;
    let whole = 1.0 + 2.0 * ratio * theta + theta * theta;
    is_near(&readings, "implicit_stiffness_fraction", theta * theta / whole);
    is_near(&readings, "implicit_damping_fraction", 1.0 - 1.0 / whole);
}

#[test]
fn times_of_a_critical_spring_solve_their_equations() {
    let readings = readings("angular_frequency=5");
    let left = |name: &str| {
        let phase = 5.0 * readings[name].parse::<f64>().unwrap();
        (1.0 + phase) * (-phase).exp()
    };
    for (name, expected) in
        [("halflife", 0.5), ("settling_time_2_percent", 0.02), ("settling_time_0.1_percent", 0.001)]
    {
        assert!((left(name) - expected).abs() < 1e-12, "{name}: {} is left", left(name));
    }
    assert_eq!((readings["regime"].as_str(), readings["overshoot"].as_str()), ("critical", "0"));
    assert_eq!((readings["peak_time"].as_str(), readings["resonance"].as_str()), ("inf", ""));
}

#[test]
fn a_damper_has_readings_of_its_own() {
    let readings = readings("damper:halflife=0.1 --dt 0.2");
    is_near(&readings, "rate", 2f64.ln() / 0.1);
    is_near(&readings, "time_constant", 0.1 / 2f64.ln());
    is_near(&readings, "settling_time_2_percent", 0.1 * 50f64.log2());
    is_near(&readings, "factor", 0.75);
    assert!(!readings.contains_key("overshoot"));
}

#[test]
fn springs_at_their_limits_can_be_inspected() {
    for (spec, regime) in [
        ("frequency=3,damping_ratio=0", "undamped"),
        ("stiffness=0,damping=3", "drag"),
        ("halflife=0", "critical"),
        ("frequency=1,damping_ratio=500", "over-damped"),
    ] {
        assert_eq!(readings(spec)["regime"], regime, "{spec}");
        let shown = sprung(&format!("inspect {spec}")).answer();
        assert!(shown.contains(regime), "{shown}");
    }
}

#[test]
fn people_see_a_table_and_a_plot_and_programs_the_table_alone() {
    let shown = sprung("inspect frequency=2").answer();
    let is_dots = |c: char| ('\u{2801}'..='\u{28ff}').contains(&c);
    assert!(shown.contains("damping_ratio") && shown.chars().any(is_dots), "{shown}");
    assert!(!shown.contains('\u{1b}'), "a pipe takes no colors");
    for format in ["csv", "json"] {
        let text = sprung(&format!("inspect frequency=2 --format {format}")).answer();
        assert!(!text.chars().any(is_dots), "{text}");
    }
    let json = sprung("inspect frequency=2 --format json").answer();
    let rows: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
    let frequency = rows.iter().find(|row| row["reading"] == "angular_frequency").unwrap();
    assert!((frequency["value"].as_f64().unwrap() - 2.0 * TAU).abs() < 1e-14);
    assert_eq!(frequency["unit"], "rad/s");
}

#[test]
fn an_invalid_spring_is_refused_with_a_valid_form() {
    sprung("inspect halflive=0.2").is_refused_with(&["halflive", "halflife"]);
    sprung("inspect swiftui:bounzy").is_refused_with(&["bounzy", "bouncy"]);
    sprung("inspect frequency=2,damping_ratio=-1")
        .is_refused_with(&["damping_ratio must be >= 0, got -1"]);
    sprung("inspect frequency=2 --dt 0").is_refused_with(&["--dt", "above 0"]);
    sprung("inspect").is_refused_with(&["SPEC"]);
}
