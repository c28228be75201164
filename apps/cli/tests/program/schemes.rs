//! The schemes of `sprung network`, as numbers.

use crate::run::{folder, sprung};

/// The particles in each frame: position and velocity.
#[track_caller]
fn frames(arguments: &str) -> Vec<Vec<[f64; 6]>> {
    let file = folder("schemes").join(format!("{:x}.csv", arguments.len()));
    let run = sprung(&format!("network {arguments} -o {}", file.display()));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let csv = std::fs::read_to_string(file).unwrap();
    let mut frames: Vec<Vec<[f64; 6]>> = vec![];
    for line in csv.lines().skip(1) {
        let numbers: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
        if numbers[1] == 0.0 {
            frames.push(vec![]);
        }
        frames.last_mut().unwrap().push(numbers[2..].try_into().unwrap());
    }
    frames
}

const ALONE: &str = "--gravity 0 --drag 0 --substeps 1 --rate 60";

#[test]
fn the_stiffest_spring_of_a_pair_has_its_length_after_one_step() {
    for scheme in ["jacobi", "force", "published", "passive"] {
        let pair = format!(
            "pair --masses 1,3 --distance 3 --scheme {scheme} --limit off {ALONE} --duration 0.5"
        );
        let frames = frames(&pair);
        assert_eq!((frames.len(), frames[0][1][0]), (31, 3.0));
        let length = frames[1][1][0] - frames[1][0][0];
        assert!((length - 1.0).abs() < 1e-6, "{scheme}: {length}");
        let center = |frame: &Vec<[f64; 6]>| (frame[0][0] + 3.0 * frame[1][0]) / 4.0;
        assert!((center(&frames[30]) - 2.25).abs() < 1e-5, "{scheme}");
    }
}

#[test]
fn coefficients_per_step_take_a_part_of_the_offset() {
    let frames = frames(&format!(
        "pair --per-step 0.2,0 --scheme jacobi --limit off {ALONE} --duration 0.5"
    ));
    let length = frames[1][1][0] - frames[1][0][0];
    assert!((length - 1.8).abs() < 1e-6, "{length}");
}

#[test]
fn a_star_beyond_its_limit_diverges_and_within_it_rests() {
    let star = |c: f64| {
        let file = folder("star").join("star.csv");
        let scheme = format!("--per-step {c},{c} --scheme jacobi --limit off {ALONE}");
        sprung(&format!("network star --arms 8 {scheme} --duration 9 -o {}", file.display()))
    };
    assert_eq!(star(0.15).code, 0);
    star(0.25).is_refused_with(&["diverged"]);
}

#[test]
fn a_cloth_is_flat_upright_and_hangs_by_one_corner() {
    let cloth = "cloth --size 5 --rows 3 --side 1 --flat --upright --diagonals --pin corner";
    let frames = frames(&format!("{cloth} --rate 10 --duration 1"));
    assert_eq!(frames[0].len(), 15);
    assert_eq!(frames[0][14][..3], [1.0, -0.5, 0.0]);
    assert_eq!(frames[10][0], frames[0][0]);
    assert!(frames[10][4][1] < -0.2);
}

#[test]
fn what_schemes_do_not_have_is_refused() {
    let refused = |arguments: &str, words: &[&str]| {
        let file = folder("refused").join("never.csv");
        let run = sprung(&format!("network {arguments} -o {}", file.display()));
        run.is_refused_with(words);
        assert!(!file.exists());
    };
    refused("rope --scheme jacobi --floor -1", &["no floor"]);
    refused("rope --scheme passive --warm-start 2", &["warm_start"]);
    refused("rope --scheme passive --sweeps 0", &["sweeps"]);
    refused("pair --masses 1,0", &["--masses must be above 0"]);
    refused("pair --per-step 1,1 --hz 3", &["cannot be used with"]);
    refused("cloth --rows 1", &["from 2 to 1000"]);
}
