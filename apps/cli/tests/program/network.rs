//! `sprung network`: shapes in motion as animated glTF, and meshes that become networks.

use crate::run::{folder, sprung};

/// The JSON of a binary glTF file.
fn document(file: &std::path::Path) -> serde_json::Value {
    let bytes = std::fs::read(file).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&bytes[20..20 + length]).unwrap()
}

#[test]
fn every_shape_becomes_an_animation_of_as_many_frames_as_asked_for() {
    let file = folder("network-shapes").join("shape.glb");
    for (shape, points) in [
        ("rope --links 12 --end-mass 50", 13),
        ("cloth --size 6 --pin corners", 36),
        ("jelly --size 3 --hz 3", 27),
        ("bridge --cells 4 --hz 2", 10),
    ] {
        let line = format!("network {shape} --seconds 0.5 --frame-rate 10 -o {}", file.display());
        let run = sprung(&line);
        assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
        assert!(run.stderr.contains(&format!("{points} particles")), "{}", run.stderr);
        let document = document(&file);
        assert_eq!(document["accessors"][0]["count"], points);
        assert_eq!(document["meshes"][0]["weights"].as_array().unwrap().len(), 5, "{shape}");
        // Something fell: the last frame has points below where they were.
        let targets = document["meshes"][0]["primitives"][0]["targets"].as_array().unwrap();
        let last = targets[4]["POSITION"].as_u64().unwrap() as usize;
        assert!(document["accessors"][last]["min"][1].as_f64().unwrap() < -1e-4, "{shape}");
    }
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
        assert_eq!(document(to)["accessors"][0]["max"], serde_json::json!([1.0, 1.0, 0.0]));
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
    refused("cloth --seconds 1e9", &["10000 are the most"]);
    refused("mesh nowhere.obj", &["nowhere.obj"]);
    refused("mesh Cargo.toml", &["Cargo.toml", ".obj, .glb or .gltf"]);
    sprung("network cloth").is_refused_with(&["--output"]);
}
