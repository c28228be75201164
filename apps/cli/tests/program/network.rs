//! `sprung network`: shapes in motion as animated glTF, and meshes that become networks.

use crate::film::{Film, lowest};
use crate::run::{folder, sprung};

#[test]
fn every_shape_becomes_an_animation_of_as_many_frames_as_asked_for() {
    let file = folder("network-shapes").join("shape.glb");
    // Tubes have six corners (hair has three) at every particle of a chain, and two tips if it is no loop; a cube has its
    // points of an edge twice, and its corners three times.
    for (shape, points, vertices) in [
        ("rope --links 12 --end-mass 50", 13, 13 * 6 + 2),
        ("cloth --size 6 --pin corners", 36, 36),
        ("flag --size 6 --length 0.5 --height 0.3", 24, 24),
        ("paper --size 5 --pin none", 25, 25),
        ("ball --rings 4", 26, 26),
        ("jelly --size 3 --hz 3", 27, 6 * 9),
        ("tree --levels 3 --forks 2 --links 2", 15, 7 * (3 * 6 + 2)),
        ("hair --hairs 9 --links 4", 45, 9 * (5 * 3 + 2)),
        ("bridge --cells 4 --hz 2 --floor -9", 10, 21 * (2 * 6 + 2)),
        ("ring --links 8", 8, 8 * 6),
        ("wheel --links 8 --pin none --floor -3", 9, 16 * (2 * 6 + 2)),
    ] {
        let line = format!("network {shape} --seconds 0.5 --frame-rate 10 -o {}", file.display());
        let run = sprung(&line);
        assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
        assert!(run.stderr.contains(&format!("{points} particles")), "{}", run.stderr);
        let film = Film::read(&file);
        film.validate();
        assert_eq!(film.times(), [0.0, 0.1, 0.2, 0.3, 0.4, 0.5], "{shape}");
        let frames = film.frames();
        assert_eq!(frames.len(), 6, "{shape}");
        assert_eq!(frames[0].len(), vertices, "{shape}");
        // "… 0.0012 % at most, 0.0005 % in the mean", and a size that is not rounded to nothing.
        let words: Vec<&str> = run.stderr.split_whitespace().collect();
        let number = |word: &str, back: usize| -> f64 {
            let at = words.iter().position(|w| *w == word).unwrap();
            words[at - back].parse().unwrap()
        };
        let [most, mean] = [number("most,", 3), number("mean", 4)];
        assert!(mean <= most, "{}", run.stderr);
        let size = words.iter().position(|word| word.ends_with("B;")).unwrap();
        assert!(words[size - 1].parse::<f64>().unwrap() > 0.0, "{}", run.stderr);
        let fell = lowest(&frames[0]) - lowest(&frames[5]);
        assert!(fell > 1e-4, "{shape}: {fell}");
    }
}

#[test]
fn a_cloth_on_two_corners_hangs_between_them() {
    let file = folder("network-cloth").join("cloth.glb");
    let run = sprung(&format!(
        "network cloth --size 16 --pin corners --seconds 10 --rate 15 -o {}",
        file.display()
    ));
    assert!(run.stderr.contains("256 particles, 480 springs, 151 frames"), "{}", run.stderr);
    let film = Film::read(&file);
    let (frames, indices) = (film.frames(), film.indices());
    assert_eq!((frames.len(), indices.len()), (151, 3 * 2 * 15 * 15));
    assert_eq!(film.times()[150], 10.0);
    for frame in &frames {
        // The pins stay, and no warp or weft of 2/15 m is ever longer by a tenth.
        assert_eq!((frame[0], frame[15]), (frames[0][0], frames[0][15]));
        for (a, b) in (0..256).flat_map(|i| [(i, i + 1), (i, i + 16)]) {
            if b < 256 && (b != a + 1 || b % 16 != 0) {
                let length =
                    (0..3).map(|c| (frame[a][c] - frame[b][c]).powi(2)).sum::<f32>().sqrt();
                assert!((length * 7.5 - 1.0).abs() < 0.1, "{a} {b}: {length}");
            }
        }
    }
    // 2 m of cloth below the pins, less what the middle sags: more than half of it is below 1 m.
    assert!(lowest(&frames[150]) < -1.5, "{}", lowest(&frames[150]));
}

#[test]
fn edges_take_any_spring_as_text() {
    let folder = folder("network-spring");
    let film = |options: &str, name: &str| {
        let file = folder.join(name);
        let line = format!("network cloth --size 6 --seconds 1 {options} -o {}", file.display());
        let run = sprung(&line);
        assert_eq!(run.code, 0, "{}", run.stderr);
        std::fs::read(file).unwrap()
    };
    let typed = film("--spring frequency=8,damping_ratio=0.3", "spring.glb");
    assert!(typed == film("--hz 8 --damping-ratio 0.3", "hz.glb"));
    assert!(typed != film("", "rigid.glb"));
    let file = folder.join("refused.glb");
    for (options, words) in [
        ("--spring frequency=8 --hz 3", ["--spring", "--hz"]),
        ("--spring frequency=soft", ["frequency", "soft"]),
    ] {
        let line = format!("network cloth {options} -o {}", file.display());
        sprung(&line).is_refused_with(&words);
    }
}

/// A ball of 2 m with its poles along y, with a hole if a triangle is left out.
fn ball() -> String {
    let mut obj = String::from("# a ball\nv 0 1 0\nv 0 -1 0\n");
    for ring in 1..8_u8 {
        let (r, y) = (f64::from(ring) * std::f64::consts::PI / 8.0).sin_cos();
        for i in 0..12_u8 {
            let (sin, cos) = (f64::from(i) * std::f64::consts::TAU / 12.0).sin_cos();
            obj += &format!("v {} {y} {}\n", r * cos, r * sin);
        }
    }
    let at = |ring: usize, i: usize| 3 + 12 * ring + i % 12;
    for i in 0..12 {
        obj += &format!("f 1 {} {}\n", at(0, i + 1), at(0, i));
        obj += &format!("f 2 {} {}\n", at(6, i), at(6, i + 1));
        for ring in 0..6 {
            let quad = [at(ring, i), at(ring, i + 1), at(ring + 1, i + 1), at(ring + 1, i)];
            obj += &format!("f {} {} {} {}\n", quad[0], quad[1], quad[2], quad[3]);
        }
    }
    obj
}

#[test]
fn a_closed_mesh_of_either_format_is_filled_with_jelly_and_follows_it() {
    let folder = folder("network-filled");
    let (obj, glb, again) = (folder.join("ball.obj"), folder.join("a.glb"), folder.join("b.glb"));
    std::fs::write(&obj, ball()).unwrap();
    for (from, to) in [(&obj, &glb), (&glb, &again)] {
        let line = "--size 10 --pin none --drag 0 --seconds 1 --rate 15";
        let run =
            sprung(&format!("network jelly --mesh {} {line} -o {}", from.display(), to.display()));
        assert_eq!(run.code, 0, "{}", run.stderr);
        let film = Film::read(to);
        let frames = film.frames();
        // As many cubes of 0.2 m as the surface holds, by the divergence theorem.
        let volume: f32 = (film.indices().chunks(3))
            .map(|corners| {
                let [a, b, c] = [0, 1, 2].map(|i| frames[0][corners[i] as usize]);
                let bc = [
                    b[1] * c[2] - b[2] * c[1],
                    b[2] * c[0] - b[0] * c[2],
                    b[0] * c[1] - b[1] * c[0],
                ];
                (0..3).map(|d| a[d] * bc[d]).sum::<f32>() / 6.0
            })
            .sum();
        let count = run.stderr.split(": ").nth(1).unwrap().split(' ').next().unwrap();
        let filled = count.parse::<f32>().unwrap() * 0.2_f32.powi(3);
        assert!((filled / volume - 1.0).abs() < 0.05, "{filled} of {volume}");
        assert_eq!((frames[0].len(), film.indices().len()), (2 + 7 * 12, 3 * (24 + 6 * 24)));
        for (place, [x, y, z]) in frames[0].iter().map(|p| (p, *p)) {
            assert!((x * x + y * y + z * z - 1.0).abs() < 1e-5, "{place:?}");
        }
        // Gravity alone: every vertex is in free fall, 9.81/2 m in the first second.
        for (start, end) in frames[0].iter().zip(&frames[15]) {
            let fell = start[1] - end[1];
            assert!((fell - 4.905).abs() < 0.005, "{fell}");
            assert!((start[0] - end[0]).abs() < 1e-4 && (start[2] - end[2]).abs() < 1e-4);
        }
    }
}

#[test]
fn a_jelly_that_falls_on_the_floor_is_squeezed_and_stays_above_it() {
    let folder = folder("network-floor");
    let (obj, glb) = (folder.join("ball.obj"), folder.join("ball.glb"));
    std::fs::write(&obj, ball()).unwrap();
    let line = "--size 8 --hz 8 --pin none --floor -1.5 --frame-rate 30 --seconds 1";
    let run =
        sprung(&format!("network jelly --mesh {} {line} -o {}", obj.display(), glb.display()));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let frames = Film::read(&glb).frames();
    let height = |frame: &[[f32; 3]]| {
        frame.iter().map(|p| p[1]).fold(f32::NEG_INFINITY, f32::max) - lowest(frame)
    };
    let squeezed = frames.iter().map(|frame| height(frame)).fold(f32::INFINITY, f32::min);
    assert!(squeezed < 0.95 * height(&frames[0]), "{squeezed}");
    // The particles stay above; the surface is half a spacing of 0.25 m outside of them.
    assert!(frames.iter().all(|frame| lowest(frame) > -1.5 - 0.2));
    assert!(lowest(&frames[30]) < -1.3);
}

#[test]
fn default_jelly_is_seen_to_wobble_and_does_not_fold() {
    let file = folder("network-wobble").join("jelly.glb");
    let heights = |options: &str| -> Vec<f32> {
        let run = sprung(&format!("network jelly {options} -o {}", file.display()));
        assert_eq!(run.code, 0, "{}", run.stderr);
        let height = |frame: Vec<[f32; 3]>| {
            frame.iter().map(|p| p[1]).fold(f32::NEG_INFINITY, f32::max) - lowest(&frame)
        };
        Film::read(&file).frames().into_iter().map(height).collect()
    };
    for (options, squeezed) in [("--size 6 --floor -2", 0.9), ("--size 4 --floor -4", 0.8)] {
        let heights = heights(&format!("{options} --pin none --duration 4"));
        let least = heights.iter().copied().fold(f32::INFINITY, f32::min);
        assert!(least < squeezed && least > 0.5, "{options}: {least}");
        assert!(heights[120] > 0.95, "{options}: {}", heights[120]);
    }
    let heights = heights("--duration 2");
    let most = heights.iter().copied().fold(0.0, f32::max);
    assert!((1.08..1.25).contains(&most), "{most}");
    assert!(heights[60] < most - 0.02, "it swings: {}", heights[60]);
}

#[test]
fn every_example_of_the_help_that_reads_no_file_runs() {
    let folder = folder("network-examples");
    let help = sprung("network --help").answer();
    let examples = help.lines().map(str::trim).filter(|line| line.starts_with("sprung network"));
    let mut run = 0;
    let reads = |example: &&str| [".obj", ".vrm"].iter().any(|ending| example.contains(ending));
    for example in examples.filter(|example| !reads(example)) {
        let (line, name) = example["sprung ".len()..].split_once("-o ").unwrap();
        let (words, file) = (line.replace("--duration 10", ""), folder.join(name));
        let done = sprung(&format!("{words} --duration 0.1 -o {}", file.display()));
        assert_eq!(done.code, 0, "{example}: {}", done.stderr);
        // 30 frames a second.
        if name.ends_with(".csv") {
            let rows = std::fs::read_to_string(&file).unwrap().lines().count();
            assert_eq!(rows, 1 + 4 * 61, "{example}");
        } else {
            assert_eq!(Film::read(&file).frames().len(), 4, "{example}");
        }
        run += 1;
    }
    assert!(run >= 10, "{run}");
}

#[test]
fn a_mesh_goes_in_as_obj_and_comes_back_in_as_gltf() {
    let folder = folder("network-mesh");
    let (flag, first, second) =
        (folder.join("flag.obj"), folder.join("first.glb"), folder.join("second.glb"));
    std::fs::write(&flag, "v 0 1 0\nv 1 1 0\nv 1 0 0\nv 0 0 0\nf 1 2 3 4\n").unwrap();
    for (from, to) in [(&flag, &first), (&first, &second)] {
        let run =
            sprung(&format!("network mesh {} --seconds 1 -o {}", from.display(), to.display()));
        assert!(run.stderr.contains("4 particles, 5 springs"), "{}", run.stderr);
        assert_eq!(
            Film::read(to).frames()[0],
            [[0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0; 3]]
        );
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let file = folder("network-refused").join("a.glb");
    let refused = |shape: &str, words: &[&str]| {
        sprung(&format!("network {shape} -o {}", file.display())).is_refused_with(words);
        assert!(!file.exists());
    };
    refused("cloth --size 1", &["--size", "1"]);
    refused("cloth --hz 0", &["--hz", "must be finite and > 0"]);
    refused("cloth --seconds 1e9", &["the maximum is 10000"]);
    refused("cloth --size 2000", &["--size", "2..=1000"]);
    refused("jelly --pin corners", &["--pin", "none, top", "got corners"]);
    refused("jelly --floor up", &["--floor", "must be a number, got up"]);
    refused("jelly --mesh a.obj --side 2", &["--mesh", "--side"]);
    refused("tree --levels 20 --forks 10", &["20 levels of 10 forks", "the maximum is 1000000"]);
    refused("rope --links 1000000 --seconds 300", &["9000 frames of 6000008 vertices", "4 GB"]);
    let obj = file.with_extension("obj");
    let whole = ball();
    let (open, _) = whole.trim_end().rsplit_once('\n').unwrap();
    std::fs::write(&obj, open).unwrap();
    let open = format!("jelly --mesh {}", obj.display());
    refused(&open, &["cannot fill", "edge from point", "forward", "the edge is from ["]);
    let octahedron = "v 1 0 0\nv 0 1 0\nv -1 0 0\nv 0 -1 0\nv 0 0 1\nv 0 0 -1\n\
        f 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\nf 2 1 6\nf 3 2 6\nf 4 3 6\nf 1 4 6\n";
    std::fs::write(&obj, octahedron).unwrap();
    refused(
        &format!("jelly --mesh {} --size 2", obj.display()),
        &["--size 2", "spacing must be so fine", "got 1"],
    );
    refused("mesh nowhere.obj", &["nowhere.obj"]);
    refused("mesh Cargo.toml", &["Cargo.toml", ".obj, .glb or .gltf"]);
    sprung("network cloth").is_refused_with(&["--output"]);
}
