//! `sprung network --crate`: a rigid body that a network bears.

use crate::film::{Film, channel, lowest, turned};
use crate::run::{folder, sprung};

/// The poses of the crate in each frame: its place and its rotation as a quaternion.
fn poses(film: &Film) -> Vec<([f32; 3], Vec<f32>)> {
    let nodes = film.json["nodes"].as_array().unwrap();
    let node = nodes.iter().position(|node| node["name"] == "crate").unwrap();
    let places = channel(film, node, "translation", 3);
    let rotations = channel(film, node, "rotation", 4);
    places.iter().map(|at| [at[0], at[1], at[2]]).zip(rotations).collect()
}

#[test]
fn a_crate_falls_freely_then_lies_on_the_cloth_and_presses_it_down() {
    let folder = folder("falling-crate");
    let film = |name: &str, options: &str| {
        let file = folder.join(name);
        // Without air it swings for half a minute.
        let cloth = "network cloth --size 21 --pin all --drag 20 --duration 8";
        let run = sprung(&format!("{cloth} {options} -o {}", file.display()));
        assert_eq!(run.code, 0, "{}", run.stderr);
        Film::read(&file)
    };
    let (with, without) = (film("with.glb", "--crate 5"), film("without.glb", ""));
    with.validate();
    let (frames, poses) = (with.frames(), poses(&with));
    assert_eq!(poses.len(), frames.len());
    // A fifth of the cloth's side, and half of that above its highest pleats.
    let half = 0.2;
    let start = poses[0].0;
    let bottom = start[1] - half;
    assert!((bottom - 0.2).abs() < 0.06 && (start[0] - 1.0).abs() < 0.15, "{start:?}");
    for (frame, (at, _)) in poses.iter().enumerate().take(5) {
        let fallen = 0.5 * 9.81 * (frame as f32 / 30.0).powi(2);
        // A sub-step of 1/1920 s falls by half a sub-step more.
        assert!((start[1] - at[1] - fallen).abs() < 0.001, "{frame}: {at:?}");
    }
    let mut deepest = 0.0_f32;
    for (points, (at, turn)) in frames.iter().zip(&poses) {
        let back = [-turn[0], -turn[1], -turn[2], turn[3]];
        for point in points {
            let from_center = turned(&back, [0, 1, 2].map(|c| point[c] - at[c]));
            let depth = from_center.map(|c| half - c.abs()).into_iter().fold(half, f32::min);
            deepest = deepest.max(depth);
        }
    }
    assert!(deepest < 0.02, "the cloth is {deepest} m deep in the crate");
    let [before, last] = [poses.len() - 31, poses.len() - 1].map(|frame| poses[frame].0);
    let moved = (0..3).map(|c| (last[c] - before[c]).powi(2)).sum::<f32>().sqrt();
    assert!(moved < 0.05, "it lies still: {moved} m in the last second");
    let sag = |film: &Film| -lowest(film.frames().last().unwrap());
    assert!(sag(&with) > sag(&without) + 0.02, "{} {}", sag(&with), sag(&without));
    assert!(last[1] > -1.2, "it does not fall through: {last:?}");
}

#[test]
fn a_crate_that_cannot_be_is_refused() {
    let folder = folder("crate-refused");
    let file = folder.join("a.glb");
    let refused = |options: &str, words: &[&str]| {
        let run = sprung(&format!("network cloth {options} -o {}", file.display()));
        run.is_refused_with(words);
        assert!(!file.exists());
    };
    refused("--crate 0", &["--crate", "must be finite and > 0, got 0"]);
    refused("--crate nan", &["--crate", "got nan"]);
    refused("--crate 5 --floor -1", &["--crate", "--floor"]);
    refused("--crate 5 --tear-force 10", &["--crate", "--tear-force"]);
    refused("--crate 5 --scheme jacobi", &["--crate is for --scheme small-steps"]);
    let recording = folder.join("a.jsonl");
    let record = format!("--crate 5 --record {}", recording.display());
    refused(&record, &["--record is not for --crate"]);
    let numbers = folder.join("a.csv");
    let run = sprung(&format!("network cloth --crate 5 -o {}", numbers.display()));
    run.is_refused_with(&["--crate is for a .glb file"]);
    assert!(!numbers.exists());
}
