//! Rods never gain energy: thousands of random rods, kicks, moved ends, steps of 1/240 to 0.5 s.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung::Rotation;
use sprung_rods::{
    Pose, RestShape, Rod, RodCollider, RodColliderShape, RodEnd, RodEnergy, RodMaterial,
    RodSettings, Rods,
};
use testkit::random::Random;

fn vector(random: &mut Random, size: f64) -> [f32; 3] {
    [0; 3].map(|_| random.uniform(-size, size) as f32)
}

/// A rod of 2 to 40 segments whose line wanders.
fn rod(random: &mut Random, segments: usize) -> Rod {
    let length = random.log_uniform(0.02, 3.0) / segments as f64;
    let mut points = vec![vector(random, 1.0)];
    let mut direction = vector(random, 1.0);
    for _ in 0..segments {
        let wander = vector(random, 0.4);
        direction = core::array::from_fn(|axis| direction[axis] + wander[axis]);
        let size = direction.iter().map(|c| c * c).sum::<f32>().sqrt().max(0.1);
        direction = direction.map(|c| c / size);
        let last = points[points.len() - 1];
        points.push(core::array::from_fn(|axis| last[axis] + direction[axis] * length as f32));
    }
    let bending = random.log_uniform(1e-7, 1e2);
    let twisting = bending * random.log_uniform(0.2, 5.0);
    let mass = random.log_uniform(1e-4, 1.0);
    let material = RodMaterial::new(bending as f32, twisting as f32, mass as f32, 0.003);
    let end =
        |random: &mut Random| [RodEnd::Free, RodEnd::Pinned, RodEnd::Clamped][random.index(3)];
    let rest = match random.index(3) {
        0 => RestShape::Given,
        1 => RestShape::Straight,
        _ => {
            let [x, y, twist] = vector(random, 0.5 / length);
            RestShape::Helix { curvature: [x, y], twist }
        }
    };
    let damping = if random.index(2) == 0 { 0.0 } else { random.log_uniform(1e-3, 1.0) };
    let drag = if random.index(2) == 0 { None } else { Some(random.log_uniform(0.01, 10.0)) };
    let rod = Rod::new(points, material)
        .with_ends(end(random), end(random))
        .with_rest(rest)
        .with_damping_ratio(damping as f32)
        .with_taper(random.log_uniform(0.3, 3.0) as f32);
    Rod { drag_halflife: drag.map(|halflife| halflife as f32), ..rod }
}

/// The energy of strains that are rounding, 1e-6 rad at each joint.
fn noise(rod: &Rod) -> f64 {
    let [a, b] = [0, 1].map(|at| rod.points[at].map(f64::from));
    let length = (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum::<f64>().sqrt();
    let material = rod.material;
    let stiffness = f64::from(material.bending_stiffness.max(material.twisting_stiffness));
    let scale = f64::from(rod.taper.max(1.0)).powi(4);
    1e-12 * stiffness * scale / length * rod.points.len() as f64
}

/// A group of random rods with kicks and loads.
fn scene(seed: u64) -> (Rods, Vec<f64>, f32) {
    let mut random = Random::new(seed);
    let segments = 2 + random.index(39);
    let all: Vec<Rod> = (0..16).map(|_| rod(&mut random, segments)).collect();
    let settings = RodSettings {
        gravity: vector(&mut random, 10.0),
        substeps: 1 + random.index(2) as u32,
        spectral_radius: random.uniform(0.0, 1.0) as f32,
        wind: [0.0; 3],
    };
    let mut rods = Rods::new(&all, settings).unwrap();
    for at in 0..all.len() {
        let kick = random.log_uniform(1e-3, 30.0);
        for vertex in 0..=segments {
            if random.index(4) == 0 {
                rods.set_velocity(at, vertex, vector(&mut random, kick)).unwrap();
            }
        }
        if random.index(2) == 0 {
            let vertex = random.index(segments + 1);
            rods.set_load(at, vertex, vector(&mut random, 0.1)).unwrap();
        }
    }
    let noise = all.iter().map(noise).collect();
    (rods, noise, random.log_uniform(1.0 / 240.0, 0.5) as f32)
}

/// The rise of the energy of a rod since the start, over its size.
fn rise(rods: &Rods, rod: usize, start: RodEnergy, noise: f64) -> f64 {
    let energy = rods.energy(rod);
    let size = start.kinetic
        + start.elastic
        + (energy.potential - start.potential).abs()
        + 1e-3 * energy.potential.abs()
        + 1e3 * noise;
    (energy.total() - start.total()) / size
}

/// The most that the energy of sixteen rods rises over some steps, over its size; fails from 1e-3 on.
fn worst_rise(rods: &mut Rods, noise: &[f64], dt: f32, steps: usize, seed: u64) -> f64 {
    let start: Vec<_> = (0..16).map(|rod| rods.energy(rod)).collect();
    let mut worst = 0.0_f64;
    for step in 0..steps {
        rods.step(dt).unwrap();
        for rod in 0..16 {
            let rise = rise(rods, rod, start[rod], noise[rod]);
            worst = worst.max(rise);
            assert!(rise < 1e-3, "seed {seed} rod {rod} step {step} dt {dt}: {rise}");
        }
    }
    worst
}

#[test]
fn energy_never_rises() {
    let mut worst = 0.0_f64;
    for seed in 0..400 {
        let (mut rods, noise, dt) = scene(seed);
        worst = worst.max(worst_rise(&mut rods, &noise, dt, 60, seed));
    }
    assert!(worst < 1e-3);
}

#[test]
fn energy_never_rises_after_ends_have_been_thrown_about() {
    for seed in 1000..1200 {
        let (mut rods, noise, dt) = scene(seed);
        let mut random = Random::new(seed);
        for _ in 0..10 {
            for rod in 0..16 {
                let pose = |random: &mut Random| Pose {
                    position: vector(random, 0.5),
                    rotation: Rotation::from_rotation_vector(vector(random, 1.0)),
                };
                let [start, end] = [pose(&mut random), pose(&mut random)];
                rods.set_start(rod, start).unwrap();
                rods.set_end(rod, end).unwrap();
            }
            rods.step(dt).unwrap();
        }
        assert!(worst_rise(&mut rods, &noise, dt, 30, seed) < 1e-3);
    }
}

/// How deep the deepest vertex of a rod is inside a collider, m; negative outside.
fn depth(rods: &Rods, rod: usize, colliders: &[RodCollider]) -> f64 {
    let dot = |a: [f64; 3], b: [f64; 3]| (0..3).map(|axis| a[axis] * b[axis]).sum::<f64>();
    let sub = |a: [f64; 3], b: [f64; 3]| -> [f64; 3] { core::array::from_fn(|c| a[c] - b[c]) };
    let of = |point: [f64; 3], collider: &RodCollider| match collider.shape {
        RodColliderShape::Capsule { ends, radius } => {
            let [a, b] = ends.map(|end| end.map(f64::from));
            let (from, line) = (sub(point, a), sub(b, a));
            let part = (dot(from, line) / dot(line, line).max(1e-30)).clamp(0.0, 1.0);
            let out = sub(from, line.map(|c| c * part));
            f64::from(radius) - dot(out, out).sqrt()
        }
        RodColliderShape::Plane { point: on, normal } => {
            let normal = normal.map(f64::from);
            -dot(sub(point, on.map(f64::from)), normal) / dot(normal, normal).sqrt()
        }
    };
    let all = rods
        .positions(rod)
        .flat_map(|point| colliders.iter().map(move |collider| of(point.map(f64::from), collider)));
    all.fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn energy_never_rises_among_colliders_at_rest() {
    let mut touched = 0;
    for seed in 2000..4000 {
        let (mut rods, noise, dt) = scene(seed);
        let mut random = Random::new(seed);
        let friction = random.uniform(0.0, 1.0) as f32;
        let [ball, far, near, plane] = [(); 4].map(|()| vector(&mut random, 2.0));
        let radius = random.log_uniform(0.01, 0.5) as f32;
        let colliders = [
            RodCollider::sphere(ball, radius),
            RodCollider::capsule([far, near], radius),
            RodCollider::plane(plane.map(|part| 2.0 * part), plane.map(|part| -part)),
        ]
        .map(|collider| collider.with_friction(friction));
        let is_outside: Vec<bool> =
            (0..16).map(|rod| depth(&rods, rod, &colliders) < -0.01).collect();
        rods.set_colliders(&colliders).unwrap();
        let start: Vec<_> = (0..16).map(|rod| rods.energy(rod)).collect();
        for step in 0..60 {
            rods.step(dt).unwrap();
            for rod in (0..16).filter(|&rod| is_outside[rod]) {
                let is_touching = |vertex| rods.contact_force(rod, vertex) != [0.0; 3];
                touched += usize::from((0..=rods.segments(rod)).any(is_touching));
                let rise = rise(&rods, rod, start[rod], noise[rod]);
                assert!(rise < 1e-3, "seed {seed} rod {rod} step {step} dt {dt}: {rise}");
            }
        }
    }
    assert!(touched > 1000, "{touched}");
}
