//! `sprung network --release`: fixed particles that are let go.

use crate::run::{folder, sprung};

/// The heights of the center of mass in each frame of a .csv file, all particles being as heavy.
fn heights(text: &str) -> Vec<(f64, f64)> {
    let mut frames: Vec<(f64, f64, f64)> = Vec::new();
    for row in text.lines().skip(1) {
        let numbers: Vec<f64> = row.split(',').map(|cell| cell.parse().unwrap()).collect();
        let (time, y) = (numbers[0], numbers[3]);
        match frames.last_mut() {
            Some((last, sum, count)) if *last == time => {
                (*sum, *count) = (*sum + y, *count + 1.0);
            }
            _ => frames.push((time, y, 1.0)),
        }
    }
    frames.into_iter().map(|(time, sum, count)| (time, sum / count)).collect()
}

#[test]
fn a_cloth_that_is_let_go_falls_freely_and_a_recording_replays_it() {
    let folder = folder("release");
    let [numbers, recording] = ["cloth.csv", "cloth.jsonl"].map(|name| folder.join(name));
    let run = sprung(&format!(
        "network cloth --size 9 --pin all --release 1 --drag 0 --duration 2 --rate 60 -o {} --record {}",
        numbers.display(),
        recording.display()
    ));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let heights = heights(&std::fs::read_to_string(&numbers).unwrap());
    assert_eq!(heights.len(), 121);
    let acceleration = |frame: usize| {
        let at = |frame: usize| heights[frame].1;
        (at(frame - 1) - 2.0 * at(frame) + at(frame + 1)) * 3600.0
    };
    // The step from frame 60 on is the first in which nothing holds the cloth.
    for frame in 62..119 {
        let found = acceleration(frame);
        assert!((found + 9.81).abs() < 0.05, "{frame}: {found}");
    }
    let before: f64 = (30..59).map(acceleration).sum::<f64>() / 29.0;
    assert!(before.abs() < 3.0, "held: {before}");
    let run = sprung(&format!("replay {}", recording.display()));
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    // Four corners are let go by a call each.
    assert!(run.stdout.starts_with("120 steps, 124 calls, 121 states\n"), "{}", run.stdout);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_cannot_be_let_go_is_refused() {
    let folder = folder("release-refused");
    let file = folder.join("a.glb");
    let refused = |options: &str, words: &[&str]| {
        let run = sprung(&format!("network {options} -o {}", file.display()));
        run.is_refused_with(words);
        assert!(!file.exists());
    };
    refused("cloth --release nan", &["--release", "got nan"]);
    refused("cloth --release -1", &["--release", "got -1"]);
    refused("cloth --pin none --release 1", &["--release 1: no particle is fixed"]);
    refused("cloth --release 1 --scheme jacobi", &["--release is for --scheme small-steps"]);
    refused("cape --release 1", &["--release is not for capes"]);
}
