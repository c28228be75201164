//! `sprung network cape`: what holds of each particle, by the skin computed here.

use std::f64::consts::TAU;

use crate::film::Film;
use crate::run::{folder, numbers, sprung};

const HEADER: &str =
    "time,particle,x_m,y_m,z_m,velocity_x_m_per_s,velocity_y_m_per_s,velocity_z_m_per_s";

/// The farthest from the skin, as a part of what is allowed, and the deepest in the back, m.
fn worst(name: &str, options: &str) -> [f64; 2] {
    let file = folder(name).join("cape.csv");
    let cape = "cape --size 6 --width 0.5 --length 0.8 --turn 60 --period 2 --duration 4";
    let run = sprung(&format!("network {cape} {options} -o {}", file.display()));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let rows = numbers(&std::fs::read_to_string(&file).unwrap(), HEADER);
    let start: Vec<[f64; 3]> =
        rows.iter().take_while(|row| row[0] == 0.0).map(|row| [row[2], row[3], row[4]]).collect();
    assert_eq!(start.len(), 6 * 9);
    let (mut away, mut deep) = (0.0_f64, 0.0_f64);
    for row in &rows {
        let angle = 60f64.to_radians() * (TAU * row[0] / 2.0).sin();
        let (sin, cos) = angle.sin_cos();
        let [x, y, z] = start[row[1] as usize];
        let skin = [cos * x + sin * z, y, cos * z - sin * x];
        let normal = [-sin, 0.0, -cos];
        let offset = [0, 1, 2].map(|c| row[2 + c] - skin[c]);
        let length = |v: [f64; 3]| v.iter().map(|c| c * c).sum::<f64>().sqrt();
        let part = (row[1] / 6.0).floor() / 8.0;
        let allowed = 0.4 * part;
        assert!(length(offset) < allowed + 1e-3, "{row:?}: {} {allowed}", length(offset));
        if part > 0.0 {
            away = away.max(length(offset) / allowed);
        }
        let from_center = [0, 1, 2].map(|c| offset[c] + 0.505 * normal[c]);
        deep = deep.max(0.5 - length(from_center));
    }
    [away, deep]
}

#[test]
fn a_cape_stays_near_the_skin_and_out_of_the_back() {
    let [away, deep] = worst("cape", "");
    assert!(away > 0.5 && deep < 1e-3, "{away} {deep}");
    let [_, deep] = worst("cape-through", "--no-backstop");
    assert!(deep > 0.02, "without a backstop it goes through: {deep}");
}

/// The least distance of two particles of the hem, as a part of that at the start.
fn hem(name: &str, options: &str) -> f64 {
    let file = folder(name).join("cape.csv");
    let run = sprung(&format!("network cape --duration 6 {options} -o {}", file.display()));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let rows = numbers(&std::fs::read_to_string(&file).unwrap(), HEADER);
    let of = |particle: usize| rows.iter().filter(move |row| row[1] as usize == particle);
    let distances: Vec<f64> = of(25 * 16 - 12)
        .zip(of(25 * 16 - 5))
        .map(|(a, b)| [2, 3, 4].map(|c| (a[c] - b[c]).powi(2)).iter().sum::<f64>().sqrt())
        .collect();
    assert!(distances.len() > 100 && (distances[0] - 7.0 / 30.0).abs() < 1e-6, "{distances:?}");
    distances.iter().fold(f64::INFINITY, |least, &d| least.min(d)) / distances[0]
}

#[test]
fn a_cape_hangs_wide_because_it_resists_bending_and_the_air_resists_it() {
    let wide = hem("cape-wide", "");
    let limp = hem("cape-limp", "--bend 0.01");
    assert!(wide > 0.77 && limp < 0.73, "{wide} {limp}");
}

#[test]
fn the_wearer_turns_in_the_film() {
    let file = folder("cape-film").join("cape.glb");
    let cape = "cape --size 6 --turn 60 --period 2 --duration 1 --rate 8";
    let run = sprung(&format!("network {cape} -o {}", file.display()));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let film = Film::read(&file);
    film.validate();
    let node = film.json["nodes"].as_array().unwrap().iter().position(|n| n["name"] == "wearer");
    let animation = &film.json["animations"][0];
    let channels = animation["channels"].as_array().unwrap();
    let channel = channels.iter().find(|c| c["target"]["node"] == node.unwrap()).unwrap();
    assert_eq!(channel["target"]["path"], "rotation");
    let sampler = &animation["samplers"][channel["sampler"].as_u64().unwrap() as usize];
    let turns = film.words(&sampler["output"], 4);
    let turns: Vec<f64> = turns.into_iter().map(|w| f32::from_le_bytes(w).into()).collect();
    assert_eq!(turns.len(), 4 * film.frames().len());
    for (k, turn) in turns.as_chunks::<4>().0.iter().enumerate() {
        let angle = 60f64.to_radians() * (TAU * k as f64 / 8.0 / 2.0).sin();
        let [x, y, z, w] = *turn;
        let off = [x, y - (0.5 * angle).sin(), z, w - (0.5 * angle).cos()];
        assert!(off.iter().all(|c| c.abs() < 1e-6), "{k}: {turn:?}");
    }
}

#[test]
fn what_a_cape_cannot_be_is_refused() {
    let file = folder("cape-refused").join("cape.glb");
    for (options, words) in [
        ("--loose -1", &["--loose", "-1"][..]),
        ("--period 0", &["--period", "must be finite and > 0, got 0"]),
        ("--turn nan", &["--turn", "nan"]),
        ("--scheme jacobi", &["published --scheme has springs alone"]),
        ("--record cape.jsonl", &["--record is not for capes"]),
    ] {
        let run = sprung(&format!("network cape {options} -o {}", file.display()));
        assert_ne!(run.code, 0, "{options}");
        assert!(words.iter().all(|word| run.stderr.contains(word)), "{options}: {}", run.stderr);
        assert!(!file.exists());
    }
}
