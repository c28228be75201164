//! `sprung network rods`: rods in motion against the closed forms of hanging, standing and curled ones.

use std::f64::consts::TAU;

use crate::film::Film;
use crate::run::{folder, numbers, sprung};

type Frames = Vec<Vec<[f64; 3]>>;

/// The vertices of all rods, frame by frame.
fn frames(name: &str, options: &str, vertices: usize) -> Frames {
    let file = folder(name).join("rods.csv");
    let run = sprung(&format!("network rods {options} -o {}", file.display()));
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    let csv = std::fs::read_to_string(&file).unwrap();
    let rows = numbers(&csv, "time,rod,vertex,x_m,y_m,z_m");
    let points: Vec<[f64; 3]> = rows.iter().map(|row| [row[3], row[4], row[5]]).collect();
    points.chunks(vertices).map(<[_]>::to_vec).collect()
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    [0, 1, 2].map(|c| a[c] - b[c]).iter().map(|c| c * c).sum::<f64>().sqrt()
}

fn length(rod: &[[f64; 3]]) -> f64 {
    rod.windows(2).map(|pair| distance(pair[0], pair[1])).sum()
}

/// Halves an interval until it holds the zero of a function that rises through it.
fn zero(function: impl Fn(f64) -> f64, [mut low, mut high]: [f64; 2]) -> f64 {
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if function(middle) < 0.0 { low = middle } else { high = middle }
    }
    low
}

#[test]
fn a_soft_cable_hangs_as_a_catenary_and_keeps_its_length() {
    let options = "cable --count 1 --young 1e4 --sway 0,0,0 --length 3 --span 2.4 --duration 20";
    let frames = frames("rods-catenary", options, 41);
    assert_eq!(frames.len(), 601);
    for rod in &frames {
        assert!((length(rod) - 3.0).abs() < 1e-4, "{}", length(rod));
        assert!(distance(rod[0], [0.0; 3]) < 1e-5 && distance(rod[40], [2.4, 0.0, 0.0]) < 1e-4);
    }
    // L = 2 a sinh(s/2a): the larger a, the shorter the cable.
    let a = zero(|a| 3.0 - 2.0 * a * (1.2 / a).sinh(), [0.3, 30.0]);
    let sag = a * ((1.2 / a).cosh() - 1.0);
    let lowest = frames[600][20][1];
    assert!((lowest + sag).abs() < 0.005 * sag, "{lowest} {sag}");
}

#[test]
fn what_holds_the_rods_sways_as_asked_for() {
    let options = "cable --count 2 --sway 0,0.1,0.2 --hz 0.7 --rate 20 --duration 2";
    let frames = frames("rods-sway", options, 2 * 41);
    for (frame, points) in frames.iter().enumerate() {
        let sine = (TAU * 0.7 * frame as f64 / 20.0).sin();
        // The first vertex and the last of both cables.
        for vertex in [0, 40, 41, 81] {
            let [x, y, z] = frames[0][vertex];
            let expected = [x, y + 0.1 * sine, z + 0.2 * sine];
            assert!(distance(points[vertex], expected) < 1e-5, "{frame}: {:?}", points[vertex]);
        }
    }
}

/// A. G. Greenhill (1881): a column of a round wire stands up to the length `(7.8373 E I/(ρ g A))^(1/3)`.
#[test]
fn a_blade_stands_below_the_critical_length_and_falls_above_it() {
    let critical = (7.8373 * 1e6 * 1e-6 / (4.0 * 1000.0 * 9.81_f64)).cbrt();
    let height = |part: f64| {
        // The first blade has 0.8 of the length.
        let length = part * critical / 0.8;
        let options = format!(
            "grass --count 1 --segments 64 --taper 1 --gusts 0,1 --wind 0,0,0 --curvature 0.01 \
             --young 1e6 --radius 1e-3 --density 1000 --length {length} --duration 30"
        );
        let frames = frames("rods-greenhill", &options, 65);
        frames[900][64][1] / (part * critical)
    };
    let [below, above] = [0.93, 1.07].map(height);
    assert!(below > 0.98, "{below}");
    assert!(above < 0.8, "{above}");
}

#[test]
fn curls_without_gravity_are_helices() {
    let options = "curls --count 3 --gravity 0 --sway 0,0,0 --curvature 30 --twist 20 \
        --length 0.2 --radius 1e-3 --segments 80 --duration 10";
    let frames = frames("rods-helix", options, 3 * 81);
    let (turn, length) = (30.0_f64.hypot(20.0), 0.2);
    let radius = 30.0 / (turn * turn);
    let expected = (20.0 / turn * length).hypot(2.0 * radius * (0.5 * turn * length).sin());
    for rod in frames[300].chunks(81) {
        let chord = distance(rod[0], rod[80]);
        assert!((chord - expected).abs() < 0.01 * expected, "{chord} {expected}");
    }
}

#[test]
fn gusts_move_grass_to_leeward_and_unlike_its_neighbors() {
    let options = "grass --count 6 --wind 3,0,0 --gusts 1,0.2 --curvature 0 --duration 3";
    let frames = frames("rods-gusts", options, 6 * 17);
    let lean = |rod: &[[f64; 3]]| rod[16][0] - rod[0][0];
    let leans: Vec<f64> = frames[90].chunks(17).map(lean).collect();
    assert!(leans.iter().all(|lean| *lean > 0.005), "{leans:?}");
    let still = "grass --count 6 --wind 0,0,0 --gusts 0,1 --curvature 0 --duration 3";
    let still = self::frames("rods-still", still, 6 * 17);
    assert!(still[90].chunks(17).all(|rod| lean(rod).abs() < 1e-4));
}

#[test]
fn hair_falls_over_a_head_that_sways_and_does_not_enter_it() {
    // Thin and soft hair, which lies on the head instead of standing off.
    let options = "hair --head 0.1 --count 40 --segments 24 --sway 0.05,0,0.02 --duration 4 \
                   --radius 2e-5 --young 1e9";
    let frames = frames("rods-head", options, 40 * 25);
    let inside = |frame: usize, point: &[f64; 3]| {
        let sine = (TAU * 0.8 * frame as f64 / 30.0).sin();
        0.1 - distance(*point, [0.05 * sine, 0.0, 0.02 * sine])
    };
    for (frame, points) in frames.iter().enumerate() {
        let deepest = points.iter().map(|point| inside(frame, point)).fold(0.0, f64::max);
        assert!(deepest < 1e-3, "{frame}: {deepest}");
    }
    let last = &frames[120];
    assert!(last.chunks(25).all(|rod| rod[24][1] < rod[0][1]), "{last:?}");
    let vertices = last.chunks(25).flat_map(|rod| &rod[1..]);
    let lies = vertices.filter(|point| inside(120, point) > -1e-3).count();
    assert!(lies > 80, "{lies}");
}

#[test]
fn a_head_moves_in_the_film() {
    let file = folder("rods-head-film").join("head.glb");
    let line = "--head 0.1 --count 4 --segments 6 --sway 0.05,0,0 --hz 1 --duration 1 --rate 8";
    let run = sprung(&format!("network rods hair {line} -o {}", file.display()));
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    let film = Film::read(&file);
    film.validate();
    let node = film.json["nodes"].as_array().unwrap().iter().position(|n| n["name"] == "ball");
    let animation = &film.json["animations"][0];
    let channels = animation["channels"].as_array().unwrap();
    let channel = channels.iter().find(|c| c["target"]["node"] == node.unwrap()).unwrap();
    assert_eq!(channel["target"]["path"], "translation");
    let sampler = &animation["samplers"][channel["sampler"].as_u64().unwrap() as usize];
    let places = film.words(&sampler["output"], 3);
    let places: Vec<f64> = places.into_iter().map(|w| f32::from_le_bytes(w).into()).collect();
    assert_eq!(places.len(), 3 * 9);
    for (k, place) in places.as_chunks::<3>().0.iter().enumerate() {
        let expected = [0.05 * (TAU * k as f64 / 8.0).sin(), 0.0, 0.0];
        assert!(distance(*place, expected) < 1e-6, "{k}: {place:?}");
    }
}

#[test]
fn every_kind_becomes_a_film() {
    let file = folder("rods-films").join("rods.glb");
    for (kind, sides) in [("hair", 3), ("curls", 3), ("grass", 3), ("cable", 8)] {
        let line = "--count 4 --segments 6 --duration 0.5 --rate 10";
        let run = sprung(&format!("network rods {kind} {line} -o {}", file.display()));
        assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
        assert!(run.stderr.contains("4 rods of 6 segments, 6 frames"), "{}", run.stderr);
        let film = Film::read(&file);
        film.validate();
        let frames = film.frames();
        assert_eq!((frames.len(), frames[0].len()), (6, 4 * (7 * sides + 2)), "{kind}");
        assert_ne!(frames[0], frames[5], "{kind}");
    }
}

#[test]
fn rods_that_cannot_be_are_refused() {
    let file = folder("rods-refused").join("rods.glb");
    for (options, words) in [
        ("hair --span 1", &["--span must be of cable", "got 1 of hair"][..]),
        ("cable --length 3 --span 3", &["--span must be below --length 3", "got 3"]),
        ("hair --count 100000 --segments 99", &["are 10000000 vertices", "maximum is 1000000"]),
        ("hair --radius 0", &["--radius", "must be finite and > 0, got 0"]),
        ("grass --head 0.1", &["--head must be of hair or curls, got 0.1 of grass"]),
        ("hair --head 1e9", &["--head must be at most 1000 times --length 0.25, got 1000000000"]),
        ("hair --taper 1e9", &["taper must be in 0.01 to 100, got 1000000000"]),
        ("hair --young 1e30", &["bending_stiffness must be in 1e-12 to 1e12 N·m²"]),
        ("hair --sway 1e30,0,0", &["position must be finite and at most 1e15"]),
        ("grass --gusts 1,0", &["--gusts", "size must be finite and > 0, got 0"]),
        ("grass --gusts -1,1", &["--gusts", "speed must be finite and >= 0, got -1"]),
        ("hair --segments 1", &["--segments", "2..=10000"]),
        ("moss", &["moss", "hair, curls, grass, cable"]),
    ] {
        let run = sprung(&format!("network rods {options} -o {}", file.display()));
        run.is_refused_with(words);
        assert!(!file.exists(), "{options}");
    }
}
