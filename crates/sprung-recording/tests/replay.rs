//! A recording is played again bit for bit, differences are named, and files that are not recordings are refused.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::collections::BTreeSet;

use sprung_network::shapes::{Cloth, rope, sphere};
use sprung_network::{
    Collider, Drag, Edge, Environment, Network, Particle, Settings, Shape, SkinConstraint,
    SkinTarget, Solver, Stiffness, Tether, VolumeContent,
};
use sprung_recording::network::Call;
use sprung_recording::{Recorder, RecordingError, Replay, Report, Simulation};
use testkit::random::Random;

const FRAME: f32 = 1.0 / 60.0;

/// A sheet, a rope and a ball of water.
fn scene() -> Solver {
    let mut net = Cloth::new(6, 5, 0.1, 0.2).build().unwrap();
    net.append(&rope([2.0, 1.0, 0.0], [3.0, 1.0, 0.0], 8, 0.4).unwrap());
    net.append(&sphere(0.3, 4, 0.5).unwrap());
    net.fix([0, 5, 30]);
    net.edges[3].tear_strain = 0.4;
    net.skin_constraints =
        vec![SkinConstraint::new(24, 0.05), SkinConstraint::new(22, 0.1).with_backstop(0.0, 0.3)];
    Solver::new(&net, Settings { substeps: 4, ..Settings::default() }).unwrap()
}

fn ball(height: f32) -> Shape {
    Shape::Sphere { center: [0.25, height, 0.2], radius: 0.1 }
}

/// The calls before the step of a frame: each method in one of the frames.
fn calls(frame: usize, solver: &Solver) -> Vec<Call> {
    let spring = Stiffness::from_frequency(8.0, 0.3).unwrap();
    let environment = Environment { wind: [1.0, 0.0, -0.5], drag: 0.3, ..Environment::default() };
    let mut calls = match frame {
        0 => {
            let spinning =
                Collider::new(ball(-0.3)).with_angular_velocity([0.0, 2.0, 0.0], [0.1; 3]);
            vec![Call::SetColliders { colliders: vec![spinning.with_friction(0.4)] }]
        }
        1 | 2 => {
            let target = |x: f32| SkinTarget { position: [x, -0.1, 0.4], normal: [0.1, 1.0, 0.0] };
            let targets = vec![target(0.0), target(0.4)];
            vec![match frame {
                1 => Call::ResetSkinTargets { targets },
                _ => Call::SetSkinTargets { targets },
            }]
        }
        3 => vec![Call::ApplyImpulse { particle: 12, impulse: [0.01, 0.1, -0.0] }],
        4 => vec![Call::SetEnvironment { environment }],
        5 => vec![Call::MoveCollider { collider: 0, goal: ball(-0.25) }],
        6 => {
            vec![Call::SetDrags { drags: vec![Drag::new(20, [0.1, 0.5, 0.3], 4.0, 0.2).unwrap()] }]
        }
        7 => vec![Call::SetContent {
            volume: 0,
            content: VolumeContent::Incompressible { volume: 0.1 },
        }],
        8 => vec![Call::SetPosition { particle: 36, position: [3.0, 0.1, 0.2] }],
        9 => vec![Call::SetVelocity { particle: 35, velocity: [0.1, -1.0, 1e-3] }],
        10 => vec![Call::SetMass { particle: 14, mass: 0.03 }],
        11 => vec![Call::Pin { particle: 33 }],
        12 => vec![Call::Release { particle: 5, mass: 0.01 }],
        13 => vec![Call::SetStiffness { edge: 40, stiffness: spring }],
        14 => vec![
            Call::SetTearForce { edge: 50, force: 0.2 },
            Call::SetTearForce { edge: 51, force: f32::INFINITY },
        ],
        15 => vec![Call::AddParticle { particle: Particle::new([0.2, 0.5, 0.1], 0.05) }],
        16 => vec![Call::AddEdge { edge: Edge::new(solver.len() - 1, 8, 0.4) }],
        17 => vec![Call::RemoveEdge { edge: 9 }],
        18 => vec![Call::RemoveParticle { particle: 34 }],
        19 => vec![Call::RemoveTethers],
        20 => vec![Call::Rebuild],
        25 => vec![Call::AddTether { tether: Tether { anchor: 0, particle: 13, length: 0.2 } }],
        30 => vec![Call::RemoveTether { anchor: 0, particle: 13 }],
        _ => vec![],
    };
    if frame % 4 == 1 && solver.is_fixed(0) {
        calls.push(Call::SetKinematicTarget { particle: 0, goal: [0.0, 0.01 * frame as f32, 0.0] });
    }
    calls.push(Call::Step { dt: if frame % 7 < 5 { FRAME } else { 0.3 * FRAME } });
    calls
}

/// The file of `frames` frames.
fn recorded(frames: usize, every: u64) -> String {
    let mut file = Vec::new();
    let mut recorder = Recorder::new(scene(), &mut file, every).unwrap();
    for frame in 0..frames {
        for call in calls(frame, recorder.simulation()) {
            recorder.call(&call).unwrap();
        }
    }
    assert_eq!(recorder.steps(), frames as u64);
    recorder.finish().unwrap();
    String::from_utf8(file).unwrap()
}

fn replayed(file: &str) -> Result<Report, RecordingError> {
    Replay::<Solver, _>::open(file.as_bytes())?.run()
}

#[test]
fn every_call_is_played_again_bit_for_bit() {
    let file = recorded(40, 1);
    let report = replayed(&file).unwrap();
    assert_eq!((report.steps, report.states, report.difference), (40, 41, None));
    assert!(!report.is_cut_off && report.calls > 60);
    // Each variant of the type was among them, as its derived text names it.
    let mut solver = scene();
    let mut used = BTreeSet::new();
    for frame in 0..40 {
        for call in calls(frame, &solver) {
            used.insert(format!("{call:?}").split([' ', '{']).next().unwrap().to_owned());
            solver.apply(&call).unwrap();
        }
    }
    let source = include_str!("../src/network.rs");
    let variants = source.matches("/// [`Solver::").count();
    assert_eq!(used.len(), variants, "{used:?}");
}

#[test]
fn a_player_ends_where_the_recorder_did() {
    let file = recorded(30, 0);
    let mut replay = Replay::<Solver, _>::open(file.as_bytes()).unwrap();
    let mut steps = 0;
    while replay.advance().unwrap() {
        steps += 1;
        assert_eq!(replay.report().steps, steps);
    }
    assert_eq!(steps, 30);
    let mut solver = scene();
    (0..30).for_each(|frame| {
        calls(frame, &solver).iter().for_each(|call| solver.apply(call).unwrap());
    });
    assert!(solver.particles().eq(replay.simulation().particles()));
}

/// Changes one number of the state after a step by one bit, in the file.
fn with_bit_turned(file: &str, step: usize, number: usize, bit: u32) -> String {
    let mut lines: Vec<String> = file.lines().map(str::to_owned).collect();
    let key = format!("{{\"state\":{{\"step\":{step},");
    let line = lines.iter_mut().find(|line| line.starts_with(&key)).unwrap();
    let at = line.find("\"bits\":\"").unwrap() + 8 + 8 * number;
    let bits = u32::from_str_radix(&line[at..at + 8], 16).unwrap() ^ (1 << bit);
    line.replace_range(at..at + 8, &format!("{bits:08x}"));
    // Any other hash.
    let at = line.find("\"hash\":\"").unwrap() + 8;
    line.replace_range(at..at + 16, "0123456789abcdef");
    lines.join("\n") + "\n"
}

#[test]
fn a_difference_is_named_by_step_particle_and_bit() {
    let file = recorded(12, 1);
    for (step, particle, component, bit) in [(0, 0, 1, 31), (5, 17, 4, 0), (12, 36, 5, 22)] {
        let report =
            replayed(&with_bit_turned(&file, step, 6 * particle + component, bit)).unwrap();
        let difference = report.difference.unwrap();
        let number = difference.number.unwrap();
        assert_eq!((difference.step, report.steps), (step as u64, step as u64));
        assert_eq!((number.row, number.count), (("particle", particle), 1));
        assert_eq!(number.component, Solver::COMPONENTS[component]);
        let [recorded, computed] = [number.recorded, number.computed].map(Option::unwrap);
        assert_eq!(recorded.to_bits() ^ computed.to_bits(), 1 << bit);
        let text = difference.to_string();
        let named = format!("after step {step} differs: particle {particle}, ");
        assert!(text.contains(&named) && text.contains(&format!("bit {bit}: recorded")), "{text}");
    }
}

#[test]
fn another_call_is_found_in_its_step() {
    let file = recorded(12, 1);
    let changed = file.replace("\"impulse\":[0.01,0.1,-0.0]", "\"impulse\":[0.01,0.10000001,-0.0]");
    assert_ne!(file, changed);
    let difference = replayed(&changed).unwrap().difference.unwrap();
    assert_eq!((difference.step, difference.number.unwrap().row.0), (4, "particle"));
    // Where the file has hashes alone, the step is all that is known.
    let file =
        recorded(12, 5).replace("\"impulse\":[0.01,0.1,-0.0]", "\"impulse\":[0.01,0.2,-0.0]");
    let difference = replayed(&file).unwrap().difference.unwrap();
    assert_eq!((difference.step, difference.number), (4, None));
    assert!(difference.to_string().contains("hash alone"), "{difference}");
}

#[test]
fn numbers_that_are_not_finite_are_refused_before_the_call() {
    let mut file = Vec::new();
    let mut recorder = Recorder::new(scene(), &mut file, 1).unwrap();
    let before: Vec<Particle> = recorder.simulation().particles().collect();
    for call in [
        Call::Step { dt: f32::NAN },
        Call::ApplyImpulse { particle: 1, impulse: [0.0, f32::INFINITY, 0.0] },
        Call::SetPosition { particle: 1, position: [f32::NAN; 3] },
    ] {
        let error = recorder.call(&call).unwrap_err();
        assert!(matches!(error, RecordingError::NotFinite), "{error}");
        assert_eq!(error.to_string(), "the numbers of a recorded call must be finite");
    }
    for (call, reason) in [
        (Call::Pin { particle: 900 }, "particle must be < "),
        (Call::RemoveEdge { edge: 9000 }, "edge must be < "),
        (
            Call::SetContent { volume: 1, content: VolumeContent::Incompressible { volume: 1.0 } },
            "volume must be < 1, got 1",
        ),
        (Call::SetMass { particle: 0, mass: 1.0 }, "particle 0 must be dynamic"),
        (Call::SetMass { particle: 1, mass: -1.0 }, "mass"),
        (Call::SetKinematicTarget { particle: 1, goal: [0.0; 3] }, "particle 1 must be fixed"),
        (Call::MoveCollider { collider: 0, goal: ball(0.0) }, "there is no collider 0"),
        (Call::SetTearForce { edge: 1, force: 0.0 }, "tear_force"),
    ] {
        let error = recorder.call(&call).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    assert!(before.into_iter().eq(recorder.simulation().particles()));
    recorder.call(&Call::Step { dt: FRAME }).unwrap();
    recorder.finish().unwrap();
    let report = replayed(core::str::from_utf8(&file).unwrap()).unwrap();
    assert_eq!((report.calls, report.difference), (1, None));
}

#[test]
fn a_file_that_was_cut_off_is_played_to_its_last_line() {
    let file = recorded(6, 1);
    let whole = replayed(&file).unwrap();
    let start = file.match_indices('\n').nth(1).unwrap().0 + 1;
    let mut cuts = 0;
    for end in (start..file.len()).step_by(97) {
        let report = replayed(&file[..end]).unwrap();
        assert_eq!(report.is_cut_off, !file[..end].ends_with('\n'), "{end}");
        assert!(report.difference.is_none() && report.steps <= whole.steps);
        cuts += u32::from(report.is_cut_off);
    }
    assert!(cuts > 100);
}

#[test]
fn what_is_no_recording_is_refused_with_its_line() {
    let file = recorded(3, 1);
    for (from, to, expected) in [
        ("\"version\":1", "\"version\":2", "line 1: version must be 1, got 2"),
        (
            "\"kind\":\"network\"",
            "\"kind\":\"rods\"",
            "line 1: kind must be \"network\", got \"rods\"",
        ),
        ("{\"recording\":", "{\"record\":", "line 1: unknown variant `record`"),
        ("{\"start\":", "{\"call\":", "line 2: "),
        ("\"step\":{\"dt\"", "\"step\":{\"by\"", "line 5: unknown field `by`"),
        ("\"step\":1,", "\"step\":2,", "line 6: step must be 1, got 2"),
        ("\"bits\":\"", "\"bits\":\"0", "line 3: bits must be 8 hexadecimal digits per number"),
        ("\"dt\":0.016666668", "\"dt\":null", "line 5: "),
    ] {
        let changed = file.replacen(from, to, 1);
        assert_ne!(changed, file, "{from}");
        let error = replayed(&changed).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    for text in ["", "\n", "{}\n", "[1,2]\n", "\u{feff}\n"] {
        let error = replayed(text).unwrap_err().to_string();
        assert!(error.starts_with("line 1: "), "{error}");
    }
}

/// Bytes changed, lines left out, doubled and exchanged: a result or an error, never a panic.
#[test]
fn damaged_files_end_in_an_error_or_a_difference() {
    let file = recorded(3, 1);
    let lines: Vec<&str> = file.lines().collect();
    let (mut errors, mut differences) = (0, 0);
    for seed in 0..2000 {
        let random = &mut Random::new(seed);
        let mut bytes = if seed % 2 == 0 {
            file.clone().into_bytes()
        } else {
            let mut mixed = lines.clone();
            let [a, b] = [0; 2].map(|_| random.index(lines.len()));
            match random.index(3) {
                0 => mixed.swap(a, b),
                1 => drop(mixed.remove(a)),
                _ => mixed.insert(a, lines[b]),
            }
            (mixed.join("\n") + "\n").into_bytes()
        };
        if seed % 2 == 0 {
            for _ in 0..1 + random.index(3) {
                let at = random.index(bytes.len());
                bytes[at] = b"0123456789-e.,:[]{}\"null\n"[random.index(25)];
            }
        }
        match Replay::<Solver, _>::open(&bytes[..]).and_then(Replay::run) {
            Ok(report) => differences += u32::from(report.difference.is_some()),
            Err(_) => errors += 1,
        }
    }
    assert!(errors > 500 && differences > 20, "{errors} {differences}");
}

/// Version 1 of the format stays readable, and every machine writes the same file. Where the bits of the solver change, it
/// is written anew: `SPRUNG_WRITE_RECORDING=1 cargo test -p sprung-recording`.
#[test]
fn the_file_of_version_1_is_read_and_written_by_every_machine() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/version-1.jsonl");
    if std::env::var_os("SPRUNG_WRITE_RECORDING").is_some() {
        std::fs::write(path, recorded(25, 25)).unwrap();
    }
    let file = std::fs::read_to_string(path).unwrap();
    let report = replayed(&file).unwrap();
    assert_eq!((report.steps, report.difference), (25, None));
    let (old, new) = (file.lines(), recorded(25, 25));
    for (line, (old, new)) in old.zip(new.lines()).enumerate() {
        assert!(old == new, "line {}", line + 1);
    }
    assert!(file == new);
}

#[test]
fn a_network_without_particles_is_recorded() {
    let mut file = Vec::new();
    let solver = Solver::new(&Network::default(), Settings::default()).unwrap();
    let mut recorder = Recorder::new(solver, &mut file, 1).unwrap();
    recorder.call(&Call::Step { dt: 0.1 }).unwrap();
    recorder.finish().unwrap();
    assert_eq!(replayed(core::str::from_utf8(&file).unwrap()).unwrap().steps, 1);
}
