//! Rods at rest against analysis: cantilever, elastica, Euler's column, Michell's ring, catenary, twist.
#![allow(clippy::unwrap_used, reason = "a test")]

use core::f64::consts::{PI, TAU};

use sprung::Rotation;
use sprung_rods::{Pose, RestShape, Rod, RodEnd, RodMaterial, RodSettings, Rods};

const SEGMENTS: usize = 32;

fn still(gravity: f32) -> RodSettings {
    RodSettings { gravity: [0.0, -gravity, 0.0], spectral_radius: 0.0, ..RodSettings::default() }
}

fn material(bending: f64, twisting: f64) -> RodMaterial {
    RodMaterial::new(bending as f32, twisting as f32, 0.1, 0.01)
}

fn position(rods: &Rods, rod: usize, vertex: usize) -> [f64; 3] {
    rods.position(rod, vertex).map(f64::from)
}

/// The tip of a clamped rod of unit length and stiffness under a load across it: `θ″ = −P cos θ`, by shooting for the curvature
/// at the clamp.
fn elastica(load: f64) -> [f64; 2] {
    let shoot = |curvature: f64| {
        let rate = |[angle, curvature, ..]: [f64; 4]| {
            [curvature, -load * angle.cos(), angle.cos(), angle.sin()]
        };
        let mut state = [0.0, curvature, 0.0, 0.0];
        let h = 1e-4;
        for _ in 0..10_000 {
            let k1 = rate(state);
            let k2 = rate(core::array::from_fn(|i| state[i] + 0.5 * h * k1[i]));
            let k3 = rate(core::array::from_fn(|i| state[i] + 0.5 * h * k2[i]));
            let k4 = rate(core::array::from_fn(|i| state[i] + h * k3[i]));
            state = core::array::from_fn(|i| {
                state[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i])
            });
        }
        state
    };
    // The moment at the tip is 0.
    let (mut low, mut high) = (0.0, load);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if shoot(middle)[1] > 0.0 {
            high = middle;
        } else {
            low = middle;
        }
    }
    let [_, _, x, y] = shoot(low);
    [x, y]
}

#[test]
fn the_tip_of_a_cantilever_is_where_theory_has_it() {
    let loads = [0.003, 0.3, 1.0, 3.0, 10.0];
    let rod = Rod::straight([0.0; 3], [1.0, 0.0, 0.0], SEGMENTS, material(1.0, 0.8));
    let mut rods = Rods::new(&vec![rod; loads.len()], still(0.0)).unwrap();
    for (at, load) in loads.into_iter().enumerate() {
        rods.set_load(at, SEGMENTS, [0.0, load as f32, 0.0]).unwrap();
    }
    for _ in 0..300 {
        rods.step(0.5).unwrap();
    }
    for (at, load) in loads.into_iter().enumerate() {
        let [x, y, z] = position(&rods, at, SEGMENTS);
        let [right, up] = elastica(load);
        assert!((y / up - 1.0).abs() < 2e-3, "{load}: {y} {up}");
        assert!((x - right).abs() < 2e-3 && z.abs() < 1e-5, "{load}: {x} {right} {z}");
    }
    let [_, small, _] = position(&rods, 0, SEGMENTS);
    assert!((small / (0.003 / 3.0) - 1.0).abs() < 2e-3, "P L³/3B: {small}");
}

#[test]
fn a_cantilever_sags_by_its_own_weight() {
    let (bending, gravity) = (1.0, 0.1);
    let rod = Rod::straight([0.0; 3], [1.0, 0.0, 0.0], SEGMENTS, material(bending, 0.8));
    let mut rods = Rods::new(&[rod], still(gravity as f32)).unwrap();
    for _ in 0..300 {
        rods.step(0.5).unwrap();
    }
    let exact = -0.1 * gravity / (8.0 * bending);
    let sag = position(&rods, 0, SEGMENTS)[1];
    assert!((sag / exact - 1.0).abs() < 3e-3, "q L⁴/8B: {sag} {exact}");
}

/// The first of some parts of a critical value at which a rod buckles.
fn first_buckled(parts: &[f64], is_buckled: impl Fn(usize) -> bool) -> f64 {
    let first = (0..parts.len()).find(|&at| is_buckled(at)).unwrap();
    assert!(first > 0 && (first..parts.len()).all(is_buckled));
    0.5 * (parts[first - 1] + parts[first])
}

#[test]
fn a_column_buckles_at_the_load_of_euler() {
    let parts: Vec<f64> = (0..32).map(|at| 0.969 + 0.002 * f64::from(at)).collect();
    let critical = PI * PI / 4.0;
    let rod = Rod::straight([0.0; 3], [1.0, 0.0, 0.0], SEGMENTS, material(1.0, 0.8));
    let mut rods = Rods::new(&vec![rod; parts.len()], still(0.0)).unwrap();
    for (at, part) in parts.iter().enumerate() {
        let load = [-part * critical, 1e-6 * critical, 0.0];
        rods.set_load(at, SEGMENTS, load.map(|c| c as f32)).unwrap();
    }
    for _ in 0..4000 {
        rods.step(0.5).unwrap();
    }
    let found = first_buckled(&parts, |at| position(&rods, at, SEGMENTS)[1] > 0.02);
    assert!((found - 1.0).abs() < 5e-3, "{found}");
}

/// The twist at which a ring turns inside out and loses two turns, and with them most of its energy, over that of Michell.
fn twist_of_buckling(segments: usize) -> f64 {
    let (bending, twisting) = (1.0, 0.8);
    let critical = TAU * 3.0_f64.sqrt() * bending / twisting;
    let parts: Vec<f64> = (0..32).map(|at| 0.961 + 0.0025 * f64::from(at)).collect();
    let point = |at: usize| {
        let angle = TAU * at as f64 / segments as f64;
        [angle.sin() / TAU, (1.0 - angle.cos()) / TAU, 0.0].map(|c| c as f32)
    };
    let ring = Rod::new((0..=segments).map(point).collect(), material(bending, twisting))
        .with_rest(RestShape::Straight)
        .with_ends(RodEnd::Clamped, RodEnd::Clamped)
        .with_damping_ratio(1.0);
    let mut rods = Rods::new(&vec![ring; parts.len()], still(0.0)).unwrap();
    for turn in 1..=6000 {
        for (at, part) in parts.iter().enumerate() {
            let angle = part * critical * f64::from(turn.min(4000)) / 4000.0;
            let rotation = Rotation::from_rotation_vector([angle as f32, 0.0, 0.0]);
            rods.set_end(at, Pose { rotation, ..Pose::IDENTITY }).unwrap();
        }
        rods.step(0.05).unwrap();
    }
    first_buckled(&parts, |at| {
        let twist = parts[at] * critical;
        let plane = 0.5 * (bending * TAU * TAU + twisting * twist * twist);
        rods.energy(at).elastic < 0.8 * plane
    })
}

#[test]
fn a_ring_buckles_at_the_twist_of_michell() {
    for (segments, bound) in [(32, 1e-2), (64, 5e-3)] {
        let found = twist_of_buckling(segments);
        assert!((found - 1.0).abs() < bound, "{segments}: {found}");
    }
}

#[test]
fn a_cable_hangs_in_a_catenary() {
    let span = 0.8;
    // Half of the span over the parameter, of a cable of length 1.
    let (mut low, mut high) = (1e-3, 10.0_f64);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if middle.sinh() / middle < 1.0 / span {
            low = middle;
        } else {
            high = middle;
        }
    }
    let a = span / (2.0 * low);
    let segments = 64;
    let point = |at: usize| {
        let angle = PI * at as f64 / segments as f64;
        [-angle.cos(), -angle.sin(), 0.0]
    };
    // From a half circle, scaled to the length 1.
    let chord = 2.0 * (PI / (2.0 * segments as f64)).sin() * segments as f64;
    let points = (0..=segments).map(|at| point(at).map(|c| (c / chord) as f32)).collect();
    let cable = Rod::new(points, material(1e-6, 1e-6))
        .with_rest(RestShape::Straight)
        .with_ends(RodEnd::Pinned, RodEnd::Pinned)
        .with_drag_halflife(0.1);
    let mut rods =
        Rods::new(&[cable], RodSettings { spectral_radius: 0.0, ..RodSettings::default() });
    let rods = rods.as_mut().unwrap();
    let end = |sign: f64| Pose::at([(sign * (0.5 * span - 1.0 / chord)) as f32, 0.0, 0.0]);
    rods.set_start(0, end(-1.0)).unwrap();
    rods.set_end(0, end(1.0)).unwrap();
    for _ in 0..2000 {
        rods.step(1.0 / 60.0).unwrap();
    }
    let sag = a * (span / (2.0 * a)).cosh() - a;
    let mut worst = 0.0_f64;
    for vertex in 0..=segments {
        let [x, y, _] = position(rods, 0, vertex);
        worst = worst.max((y + sag - (a * (x / a).cosh() - a)).abs() / sag);
    }
    assert!(worst < 1e-3, "{worst}");
}

#[test]
fn twist_spreads_evenly() {
    let rod = Rod::straight([0.0; 3], [1.0, 0.0, 0.0], SEGMENTS, material(1.0, 0.8))
        .with_ends(RodEnd::Clamped, RodEnd::Clamped)
        .with_damping_ratio(0.5);
    let mut rods = Rods::new(&[rod], still(0.0)).unwrap();
    for turn in 1..=200_u8 {
        let angle = 0.02 * f32::from(turn.min(100));
        let rotation = Rotation::from_rotation_vector([angle, 0.0, 0.0]);
        rods.set_end(0, Pose { rotation, ..Pose::IDENTITY }).unwrap();
        rods.step(0.1).unwrap();
    }
    let first = rods.frame(0, 0);
    let turn = rods.frame(0, SEGMENTS - 1).relative_to(&first).to_rotation_vector();
    let exact = 2.0 * (SEGMENTS - 1) as f32 / SEGMENTS as f32;
    let size = turn.map(|part| part * part).iter().sum::<f32>().sqrt();
    assert!((size - exact).abs() < 1e-3 * exact, "{turn:?} {exact}");
}
