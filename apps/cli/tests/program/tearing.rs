//! `sprung network --tear-strain` and `--tear-force`, and jelly whose cells keep their volume.

use crate::film::Film;
use crate::run::{folder, numbers, sprung};

/// The count in "… 3 springs have torn", and the film.
fn torn(name: &str, shape: &str) -> (usize, Film) {
    let file = folder(name).join("torn.glb");
    let run = sprung(&format!("network {shape} -o {}", file.display()));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let (before, _) = run.stderr.split_once(" springs have torn").unwrap();
    let film = Film::read(&file);
    film.validate();
    (before.rsplit(' ').next().unwrap().parse().unwrap(), film)
}

/// A pendulum that starts level pulls with three times its weight at the bottom.
#[test]
fn a_pendulum_tears_its_rope_below_three_times_its_weight() {
    let weight = 5.0 * 9.81;
    let rope = "rope --links 1 --end-mass 5 --length 1 --drag 0 --duration 1 --hz 200";
    for (part, count) in [(2.9, 1), (3.1, 0)] {
        let (torn, _) = torn("tear-force", &format!("{rope} --tear-force {}", part * weight));
        assert_eq!(torn, count, "{part}");
    }
    let file = folder("tear-csv").join("torn.csv");
    let run =
        sprung(&format!("network {rope} --tear-force {} -o {}", 2.0 * weight, file.display()));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let header = "time,particle,x_m,y_m,z_m,\
        velocity_x_m_per_s,velocity_y_m_per_s,velocity_z_m_per_s,torn_springs";
    let rows = numbers(&std::fs::read_to_string(&file).unwrap(), header);
    let last = &rows[rows.len() - 1];
    assert!(last[3] < -1.2, "it is gone: {last:?}");
    // Twice its weight pulls where it has swung down by asin(2/3): before, the rope is whole, from then on torn.
    for row in rows.iter().filter(|row| row[1] == 1.0) {
        let (has_torn, depth) = (row[8] == 1.0, -row[3]);
        assert!(has_torn || row[8] == 0.0, "one spring: {row:?}");
        assert!(if has_torn { depth > 0.6 } else { depth < 0.73 }, "{row:?}");
    }
    assert_eq!((rows[1][8], last[8]), (0.0, 1.0));
}

#[test]
fn a_spring_tears_at_its_strain() {
    // From twice its length at rest the spring swings back.
    for (strain, count) in [(0.95, 1), (1.05, 0)] {
        let (torn, _) =
            torn("tear-strain", &format!("pair --hz 1 --duration 1 --tear-strain {strain}"));
        assert_eq!(torn, count, "{strain}");
    }
}

#[test]
fn torn_cloth_is_open_where_springs_have_torn_and_whole_before() {
    let area = |frame: &[[f32; 3]], corners: &[u32]| -> f32 {
        let [a, b, c] = [0, 1, 2].map(|corner| frame[corners[corner] as usize]);
        let (u, v) = ([0, 1, 2].map(|i| b[i] - a[i]), [0, 1, 2].map(|i| c[i] - a[i]));
        let cross = [0, 1, 2].map(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            u[j] * v[k] - u[k] * v[j]
        });
        cross.iter().map(|c| c * c).sum::<f32>().sqrt()
    };
    let cloth = "cloth --size 12 --pin corners --duration 3 --tear-force";
    let (count, film) = torn("tear-cloth", &format!("{cloth} 10"));
    let (frames, indices) = (film.frames(), film.indices());
    let gone = |frame: &[[f32; 3]]| {
        indices.chunks(3).filter(|corners| area(frame, corners) == 0.0).count()
    };
    assert_eq!((indices.len(), gone(&frames[0])), (3 * 2 * 11 * 11, 0));
    // A spring is a side of one triangle or two.
    let end = gone(&frames[frames.len() - 1]);
    assert!(count > 0 && (1..=2 * count).contains(&end), "{count} {end}");
    let (count, film) = torn("tear-cloth", &format!("{cloth} 1e6"));
    assert_eq!((count, film.frames()[0].len()), (0, 144));
}

#[test]
fn the_stretch_is_that_of_springs_that_are_whole() {
    let file = folder("tear-stretch").join("torn.glb");
    let cloth = "cloth --size 12 --pin corners --tear-force 10";
    let run = sprung(&format!("network {cloth} -o {}", file.display()));
    let (before, _) = run.stderr.split_once(" % at most").unwrap();
    assert!(!run.stderr.contains("; 0 springs"), "{}", run.stderr);
    let most: f64 = before.rsplit(' ').next().unwrap().parse().unwrap();
    assert!(run.stderr.contains(" springs have torn") && most < 20.0, "{}", run.stderr);
}

#[test]
fn what_cannot_tear_is_refused() {
    let file = folder("tear-refused").join("torn.glb");
    for (options, words) in [
        ("cloth --tear-force 0", &["--tear-force", "must be finite and > 0, got 0"][..]),
        ("cloth --tear-strain nan", &["--tear-strain", "nan"]),
        ("rope --scheme jacobi --tear-strain 1", &["published --scheme do not tear"]),
        ("jelly --keep-volume --scheme jacobi", &["published --scheme has springs alone"]),
    ] {
        let run = sprung(&format!("network {options} -o {}", file.display()));
        run.is_refused_with(words);
        assert!(!file.exists(), "{options}");
    }
}

#[test]
fn jelly_keeps_its_volume_if_asked_to() {
    let file = folder("jelly-volume").join("jelly.glb");
    // By the divergence theorem, from the triangles of the film.
    let volume = |frame: &[[f32; 3]], indices: &[u32]| -> f64 {
        let six = |corners: &[u32]| {
            let [a, b, c] = [0, 1, 2].map(|corner| frame[corners[corner] as usize].map(f64::from));
            a[0] * (b[1] * c[2] - b[2] * c[1])
                + a[1] * (b[2] * c[0] - b[0] * c[2])
                + a[2] * (b[0] * c[1] - b[1] * c[0])
        };
        indices.chunks(3).map(six).sum::<f64>() / 6.0
    };
    let worst = |options: &str| {
        let jelly = "jelly --hz 3 --pin none --floor -2 --duration 3";
        let run = sprung(&format!("network {jelly} {options} -o {}", file.display()));
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert_eq!(run.stderr.contains("volume of a cell"), options.contains("--keep-volume"));
        let film = Film::read(&file);
        let frames = film.frames();
        // The floor is another mesh.
        let indices = film.indices();
        let off = |frame: &Vec<[f32; 3]>| (volume(frame, &indices) - 1.0).abs();
        frames.iter().map(off).fold(0.0, f64::max)
    };
    let (kept, lost) = (worst("--keep-volume"), worst(""));
    assert!(kept < 0.02, "{kept}");
    assert!(lost > 0.2, "{lost}");
}
