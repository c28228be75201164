//! `sprung convert`: other conventions, and springs that they cannot express.

use crate::run::sprung;

/// The rows of a conversion: convention, spec, difference, note.
fn rows(arguments: &str) -> Vec<Vec<String>> {
    let text = sprung(&format!("convert --format csv {arguments}")).answer();
    let mut csv = csv::Reader::from_reader(text.as_bytes());
    assert_eq!(csv.headers().unwrap(), vec!["convention", "spec", "difference", "note"]);
    csv.records().map(|row| row.unwrap().iter().map(String::from).collect()).collect()
}

fn number_of(words: &str, key: &str) -> f64 {
    let after = words.split_once(&format!("{key}=")).unwrap().1;
    after.split(',').next().unwrap().parse().unwrap()
}

#[test]
fn published_pairs_of_duration_and_bounce_come_out() {
    // Apple's: duration 0.5 and bounce 0.3 are stiffness 157.9 and damping 17.6 at mass 1.
    let row = &rows("swiftui:duration=0.5,bounce=0.3 --to react-spring")[0];
    assert!((number_of(&row[1], "tension") - 157.9).abs() < 0.05, "{row:?}");
    assert!((number_of(&row[1], "friction") - 17.6).abs() < 0.05, "{row:?}");
    assert_eq!(row[2], "0");
}

#[test]
fn an_exact_spec_reads_back_as_the_same_spring() {
    let words = &rows("stiffness=210,damping=13 --to flutter")[0][1];
    let back = &rows(&format!("{words} --to compose"))[0][1];
    assert!((number_of(back, "stiffness") - 210.0).abs() < 1e-10, "{back}");
    let ratio = 13.0 / (2.0 * 210f64.sqrt());
    assert!((number_of(back, "damping_ratio") - ratio).abs() < 1e-13, "{back}");
}

#[test]
fn a_convention_without_a_parameter_states_the_difference() {
    let row = &rows("frequency=2,damping_ratio=0.3 --to unity")[0];
    let difference: f64 = row[2].parse().unwrap();
    assert!(difference > 0.05 && difference < 0.6, "{row:?}");
    assert!(row[3].contains("damping ratio 1 only"), "{row:?}");
    let critical = &rows("frequency=2 --to unity")[0];
    assert_eq!(critical[2], "0", "{critical:?}");
    assert!(!critical[3].contains("only"), "{critical:?}");
}

#[test]
fn every_convention_gives_a_spec_that_can_be_typed() {
    let all = rows("swiftui:bouncy --to all");
    assert!(all.len() >= 15, "{all:?}");
    for row in &all {
        sprung(&format!("inspect --format csv {}", row[1])).answer();
    }
    assert!(all.iter().any(|row| row[0] == "swiftui" && row[2] == "0"));
}

#[test]
fn people_read_short_numbers_and_the_notes_below() {
    let shown = sprung("convert swiftui:bouncy --to all").answer();
    assert!(shown.contains("compose:stiffness=157.91367,damping_ratio=0.7"), "{shown}");
    assert!(shown.contains("\nunity: damping ratio 1 only"), "{shown}");
}

#[test]
fn an_unknown_convention_is_refused_with_the_known_ones() {
    sprung("convert frequency=2 --to godot").is_refused_with(&[
        "godot",
        "all",
        "react-spring",
        "swiftui",
    ]);
    sprung("convert frequency=2").is_refused_with(&["--to"]);
    sprung("convert tension=2,friction=3 --to all").is_refused_with(&["react-spring:tension"]);
}

#[test]
fn css_is_a_target_with_its_error_and_the_output_of_export() {
    for form in ["css", "css-calc"] {
        let exported = sprung(&format!("export swiftui:bouncy --to {form}")).answer();
        assert_eq!(sprung(&format!("convert swiftui:bouncy --to {form}")).answer(), exported);
    }
    let css = sprung("convert framer:visual_duration=0.4,bounce=0.2 --to css").answer();
    assert!(css.contains("linear(0, ") && css.contains("at most 0.1 % of the way off"), "{css}");
    sprung("convert damper:halflife=1 --to css").is_refused_with(&["damper"]);
}

#[test]
fn names_of_products_are_conventions() {
    for (alias, name) in [("framer", "motion"), ("ios", "swiftui"), ("UE", "unreal")] {
        let converted = |to: &str| sprung(&format!("convert halflife=0.2 --to {to}")).answer();
        assert_eq!(converted(alias), converted(name));
    }
    let typed = sprung("inspect ios:bouncy --format csv").answer();
    assert_eq!(typed, sprung("inspect swiftui:bouncy --format csv").answer());
}

#[test]
fn what_inspect_prints_can_be_typed() {
    let value = |csv: &str, reading: &str| -> f64 {
        let line = csv.lines().find(|line| line.starts_with(&format!("{reading},"))).unwrap();
        line.split(',').nth(1).unwrap().parse().unwrap()
    };
    for (key, typed) in [("rise_time", 0.2), ("bandwidth", 3.0)] {
        for ratio in [0.3, 1.0, 2.0] {
            let spec = format!("inspect {key}={typed},damping_ratio={ratio} --format csv");
            let read = value(&sprung(&spec).answer(), key);
            assert!((read / typed - 1.0).abs() < 1e-12, "{spec}: {read}");
        }
    }
    let with_dt = sprung("inspect halflife=1 --dt 1/50 --format csv").answer();
    assert_eq!(sprung("inspect halflife=1 --rate 50fps --format csv").answer(), with_dt);
    let by_rate = sprung("compare halflife=1 --rate 15,60 --format csv").answer();
    assert_eq!(by_rate, sprung("compare halflife=1 --dt 1/15,1/60 --format csv").answer());
}
