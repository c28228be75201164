//! `sprung network` on triangles: what they enclose, the air on them, their bending, their fabric.

use crate::film::{Film, lowest};
use crate::run::{folder, sprung};

/// Runs a shape; returns its film.
#[track_caller]
fn film(name: &str, arguments: &str) -> Film {
    let file = folder(name).join("film.glb");
    let run = sprung(&format!("network {arguments} -o {}", file.display()));
    assert_eq!(run.code, 0, "{}", run.stderr);
    Film::read(&file)
}

fn highest(points: &[[f32; 3]]) -> f32 {
    points.iter().map(|point| point[1]).fold(f32::NEG_INFINITY, f32::max)
}

/// The volume that the triangles of a film enclose in each frame, by the divergence theorem.
fn volumes(film: &Film) -> Vec<f64> {
    let indices = film.indices();
    let of = |frame: &Vec<[f32; 3]>| {
        let spans = |corners: &[u32]| {
            let [a, b, c] = [0, 1, 2].map(|i| frame[corners[i] as usize].map(f64::from));
            let cross =
                [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
            (0..3).map(|d| a[d] * cross[d]).sum::<f64>() / 6.0
        };
        indices.chunks(3).map(spans).sum()
    };
    film.frames().iter().map(of).collect()
}

#[test]
fn a_ball_that_falls_on_the_floor_is_squeezed_and_keeps_its_volume() {
    let film = film("surfaces-ball", "ball --rings 10 --floor -1 --duration 1");
    film.validate();
    let (volumes, frames) = (volumes(&film), film.frames());
    let whole = 4.0 / 3.0 * std::f64::consts::PI * 0.125;
    assert!((0.95..1.0).contains(&(volumes[0] / whole)), "{}", volumes[0]);
    for volume in &volumes {
        assert!((volume / volumes[0] - 1.0).abs() < 0.005, "{volume} {}", volumes[0]);
    }
    let height = |frame: &[[f32; 3]]| highest(frame) - lowest(frame);
    let squeezed = frames.iter().map(|frame| height(frame)).fold(f32::INFINITY, f32::min);
    assert!((0.5..0.95).contains(&squeezed), "{squeezed}");
    assert!(frames.iter().all(|frame| lowest(frame) > -1.001));
}

#[test]
fn the_gas_of_a_balloon_expands_by_boyles_law() {
    let floats = "balloon --rings 8 --gravity 0 --drag 5 --hz 5 --duration 3 --rate 10";
    for pressure in [0.0, 20_000.0, 60_000.0] {
        let film = film("surfaces-balloon", &format!("{floats} --pressure {pressure}"));
        let volumes = volumes(&film);
        // So soft a skin holds next to nothing of the pressure.
        let (grown, expected) = (volumes[30] / volumes[0], 1.0 + pressure / 101_325.0);
        assert!((grown - expected).abs() < 0.003, "{pressure}: {grown} {expected}");
    }
}

#[test]
fn a_closed_mesh_keeps_its_volume_and_an_open_one_has_none() {
    let folder = folder("surfaces-mesh");
    let (obj, glb) = (folder.join("cube.obj"), folder.join("cube.glb"));
    let mut cube = String::new();
    for i in 0..8 {
        cube += &format!("v {} {} {}\n", i & 1, i >> 1 & 1, i >> 2);
    }
    cube += "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\n";
    std::fs::write(&obj, format!("{cube}f 2 4 8 6\n")).unwrap();
    let line = format!("network mesh {} --pin none --floor -0.5 --hz 4", obj.display());
    let ratio = |options: &str| {
        let run = sprung(&format!("{line} --duration 1 {options} -o {}", glb.display()));
        assert_eq!(run.code, 0, "{}", run.stderr);
        let volumes = volumes(&Film::read(&glb));
        volumes.iter().map(|volume| volume / volumes[0]).fold(1.0, f64::min)
    };
    let (kept, loose) = (ratio("--keep-volume"), ratio(""));
    assert!(kept > 0.99 && loose < 0.9, "{kept} {loose}");
    std::fs::write(&obj, cube).unwrap();
    sprung(&format!("{line} --keep-volume -o {}", glb.display()))
        .is_refused_with(&["only a closed mesh has a volume", "edge from point"]);
}

#[test]
fn a_flag_flies_in_the_wind_and_hangs_in_still_air() {
    let flag = "flag --size 12 --duration 4 --rate 10";
    // The mean place of the free end in the last second.
    let end = |film: &Film| {
        let frames = film.frames();
        let points: Vec<[f32; 3]> = frames[30..]
            .iter()
            .flat_map(|frame| frame.iter().skip(11).step_by(12))
            .copied()
            .collect();
        [0, 1, 2].map(|c| points.iter().map(|point| point[c]).sum::<f32>() / points.len() as f32)
    };
    let windy = film("surfaces-flag", flag);
    let [x, y, _] = end(&windy);
    assert!(x > 1.1 && y > -0.9, "{x} {y}");
    let [x, y, _] = end(&film("surfaces-flag", &format!("{flag} --wind 0,0,0 --gusts 0,1")));
    assert!(x < 0.9 && y < -0.9, "{x} {y}");
    let [x, _, z] = end(&film("surfaces-flag", &format!("{flag} --wind 0,0,-8 --gusts 0,1")));
    assert!(x < 0.5 && z < -1.0, "{x} {z}");
    let even = film("surfaces-flag", &format!("{flag} --gusts 0,1"));
    assert!(even.binary != windy.binary, "gusts move it");
}

#[test]
fn paper_folds_to_the_angle_of_its_crease() {
    for crease in [60.0_f32, -100.0, 0.0] {
        let line = format!("paper --size 7 --crease {crease} --pin none --gravity 0 --drag 2");
        let film = film("surfaces-paper", &format!("{line} --duration 4 --rate 10"));
        let frames = film.frames();
        // Vertices are in the order of the particles where there are no creases at the start: it is flat.
        let at = |column: usize, row: usize| frames[40][7 * row + column];
        let along = |from: [f32; 3], to: [f32; 3]| [0, 1, 2].map(|c| to[c] - from[c]);
        let [a, b] = [along(at(3, 0), at(3, 3)), along(at(3, 3), at(3, 6))];
        let dot = |a: [f32; 3], b: [f32; 3]| (0..3).map(|c| a[c] * b[c]).sum::<f32>();
        let angle = (dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()).min(1.0).acos().to_degrees();
        assert!((angle - crease.abs()).abs() < 3.0, "{crease}: {angle}");
        // Up is where the middle is below the ends.
        let middle = at(3, 3)[1] - 0.5 * (at(3, 0)[1] + at(3, 6)[1]);
        assert!(middle * crease <= 0.0, "{crease}: {middle}");
    }
}

#[test]
fn paper_that_is_held_at_an_edge_sinks_alike_at_every_size() {
    for options in ["--size 9", "--size 17", "--size 9 --side 1"] {
        let line = format!("paper {options} --crease 0 --duration 2 --rate 10");
        let side = if options.contains("side") { 1.0 } else { 0.3 };
        let film = film("surfaces-held", &line);
        let sunk = -lowest(&film.frames()[20]) / side;
        assert!((0.03..0.4).contains(&sunk), "{options}: {sunk}");
    }
}

#[test]
fn bending_unfolds_the_pleats_of_a_cloth() {
    let width = |options: &str| {
        let line = "cloth --size 8 --pin none --gravity 0 --drag 2 --duration 3 --rate 10";
        let frames = film("surfaces-bend", &format!("{line} {options}")).frames();
        let along = |point: &[f32; 3]| point[0];
        let most = frames[30].iter().map(along).fold(f32::NEG_INFINITY, f32::max);
        most - frames[30].iter().map(along).fold(f32::INFINITY, f32::min)
    };
    let (pleated, flat) = (width(""), width("--bend 5"));
    assert!((pleated - 1.8).abs() < 1e-3 && flat > 1.97, "{pleated} {flat}");
}

#[test]
fn a_fabric_stretches_by_its_own_weight_as_computed() {
    let grown = |options: &str| {
        let line = "cloth --size 5 --flat --upright --pin edge --drag 4 --duration 8 --rate 2";
        let film = film("surfaces-fabric", &format!("{line} {options}"));
        let row: Vec<f32> = film.frames()[16][20..25].iter().map(|point| point[1]).collect();
        -row.iter().sum::<f32>() / 5.0 - 2.0
    };
    for weft in [150.0, 300.0] {
        // Below the top row, (4 + 3 + 2 + 1)/5 kg in sum over 4 cells of 0.5 m, 2 m wide.
        let expected = 0.5 * 2.0 * 9.81 / (2.0 * weft);
        let grown = grown(&format!("--fabric 300,{weft},50"));
        assert!((grown / expected - 1.0).abs() < 0.1, "{weft}: {grown} {expected}");
    }
    let limited = grown("--fabric 300,20,50 --thread-limits 0.5,1.02");
    assert!((0.03..0.045).contains(&limited), "{limited}");
}

#[test]
fn bad_surfaces_are_refused_with_their_field_and_rule() {
    let folder = folder("surfaces-refused");
    let file = folder.join("a.glb");
    let refused = |shape: &str, words: &[&str]| {
        sprung(&format!("network {shape} -o {}", file.display())).is_refused_with(words);
        assert!(!file.exists());
    };
    refused("ball --pressure=-5", &["--pressure", "must be finite and >= 0, got -5"]);
    refused("ball --rings 1", &["--rings", "2..=300"]);
    refused("ball --pin edge", &["--pin of this shape must be one of none, top", "got edge"]);
    refused("rope --wind 1,0,0", &["unexpected argument '--wind'"]);
    refused("cloth --wind 1,2", &["--wind", "must be 3 numbers joined by commas, got 1,2"]);
    refused("cloth --wind 1,2,inf", &["--wind", "must be a finite number, got inf"]);
    refused("flag --gusts 2,0", &["--gusts", "size must be finite and > 0, got 0"]);
    refused("flag --gusts -2,1", &["--gusts", "speed must be finite and >= 0, got -2"]);
    refused("flag --height 0", &["--height", "must be finite and > 0, got 0"]);
    refused("paper --crease 200", &["--crease", "must be within -180 and 180, got 200"]);
    refused("paper --bend 0", &["--bend", "must be finite and > 0, got 0"]);
    refused("cloth --fabric 300,-1,5", &["--fabric", "weft of fabric 0", "got -1"]);
    refused("cloth --thread-limits 0.9,1.1", &["--fabric"]);
    let limits = "cloth --fabric 1,1,1 --thread-limits 2,3";
    refused(limits, &["warp_limits.min must be within 0 and 1, got 2"]);
    refused("cloth --fabric 1,1,1 --bend 3", &["--fabric", "--bend"]);
    refused("flag --scheme jacobi", &["a published --scheme has springs alone"]);
    let recording = folder.join("a.jsonl");
    refused(&format!("flag --record {}", recording.display()), &["--gusts 0,1"]);
    let obj = folder.join("line.obj");
    std::fs::write(&obj, "v 0 0 0\nv 1 0 0\nl 1 2\n").unwrap();
    let line = format!("mesh {} --wind 1,0,0", obj.display());
    refused(&line, &["--wind presses on triangles, and there are none"]);
}
