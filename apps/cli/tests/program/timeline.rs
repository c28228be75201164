//! `sprung timeline`: a table of goals as CSS, web keyframes, glTF and rows.

use serde_json::Value;

use crate::run::{folder, numbers, sprung, sprung_with_input};

const MOTION: &str =
    "time,goal,spring,kick\n0,100,,\n0.2,0,\"frequency=3,damping_ratio=0.5\",\n0.5,50,,-300\n";

#[test]
fn all_formats_tell_of_one_motion() {
    let ask = |to: &str| sprung_with_input(&format!("timeline - --to {to}"), MOTION).answer();
    let rows = numbers(&ask("csv"), "time,position,velocity");
    let at = |time: f64| rows[(time * 60.0).round() as usize][1];
    assert_eq!(rows[0], [0.0, 0.0, 0.0]);
    assert!(rows[rows.len() - 1][1] > 49.9 && rows[rows.len() - 1][1] < 50.1);
    let web: Value = serde_json::from_str(&ask("waapi")).unwrap();
    let duration = web["options"]["duration"].as_f64().unwrap() / 1000.0;
    let frames = web["keyframes"].as_array().unwrap();
    let mut checked = 0;
    for pair in frames.windows(2) {
        let point = |frame: &Value| {
            let value: f64 = frame["--position"].as_str().unwrap().parse().unwrap();
            (frame["offset"].as_f64().unwrap() * duration, value)
        };
        let ((a, from), (b, to)) = (point(&pair[0]), point(&pair[1]));
        for row in rows.iter().filter(|row| row[0] >= a && row[0] < b) {
            let value = from + (row[0] - a) / (b - a) * (to - from);
            assert!((value - row[1]).abs() <= 0.1, "{row:?}: {value}");
            checked += 1;
        }
    }
    assert!(checked > 60);
    let css = ask("css");
    assert!(
        css.contains("animation-timing-function: linear(0, ")
            && css.contains("@property --position")
    );
    assert!(css.starts_with("/* sprung timeline: at most 0.1 off the springs */"), "{css}");
    let gltf: Value = serde_json::from_str(&ask("gltf")).unwrap();
    assert_eq!(gltf["animations"][0]["samplers"][0]["interpolation"], "CUBICSPLINE");
    let keys = gltf["accessors"][0]["count"].as_u64().unwrap();
    assert_eq!(gltf["accessors"][1]["count"].as_u64().unwrap(), 3 * keys);
    assert!((4..60).contains(&keys));
    assert!(at(0.2) > 40.0);
}

#[test]
fn keys_as_the_library_saves_them_are_read() {
    let file = folder("timeline-json").join("a.json");
    let json =
        r#"[{"time":1.0,"state":{"position":2.0,"velocity":0.0},"goal":3.0,"spring":SPRING}]"#;
    let spring = serde_json::to_string(&sprung::Spring::critical(8.0f64).unwrap()).unwrap();
    std::fs::write(&file, json.replace("SPRING", &spring)).unwrap();
    let text = sprung(&format!("timeline {} --to csv", file.display())).answer();
    let rows = numbers(&text, "time,position,velocity");
    assert_eq!(rows[0], [1.0, 2.0, 0.0]);
}

#[test]
fn bad_tables_are_refused_with_their_place() {
    let refused = |text: &str, words: &[&str]| {
        sprung_with_input("timeline - --to css", text).is_refused_with(words);
    };
    refused("time,x\n0,1\n", &["line 1: the header must be time,goal"]);
    refused("time,goal\n0,one\n", &["line 2, column goal: must be a number, got `one`"]);
    refused("time,goal\n0,\n", &["line 2, column goal: the value is missing"]);
    refused("time,goal\n1,1\n0.5,1\n", &["line 3, column time: must not go back, got 0.5 after 1"]);
    refused("time,goal,spring\n0,1,frequency=-1\n", &["line 2, column spring"]);
    refused("time,goal\n", &["there are no rows"]);
    refused(
        "time,goal,spring\n0,1,\"frequency=1,damping_ratio=0\"\n",
        &["never settles", "--after"],
    );
    sprung_with_input("timeline - --to gltf --error nan", MOTION)
        .is_refused_with(&["--error must be finite and > 0, got NaN"]);
    sprung_with_input("timeline - --to gltf", "time,goal\n-1,1\n")
        .is_refused_with(&["cannot be below 0"]);
}
