//! 10 000 random networks: none gains energy beyond its bound.
#![allow(clippy::unwrap_used, reason = "a test")]

mod jelly;
mod scene;
#[path = "../touching/mod.rs"]
mod touching;

use scene::{STEPS, Scene};
use sprung_network::{Collider, Network, Particle, Solver, SpringMode, Stiffness};
use testkit::audit::{cases, measured};

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Kinetic energy, and that in gravity.
fn energies(particles: &[Particle], gravity: [f32; 3]) -> [f64; 2] {
    let mut sums = [0.0; 2];
    for p in particles.iter().filter(|p| !p.is_fixed()) {
        let m = 1.0 / f64::from(p.inverse_mass);
        let [x, v, g] = [p.position, p.velocity, gravity].map(|a| a.map(f64::from));
        sums[0] += 0.5 * m * dot(v, v);
        sums[1] -= m * dot(g, x);
    }
    sums
}

/// Energy the springs and tethers may turn into motion.
fn stored(
    net: &Network,
    colliders: &[Collider],
    particles: &[Particle],
    h: f32,
    g: [f32; 3],
) -> f64 {
    let mut elastic = 0.0;
    let mut reach = 0.0;
    let mut rigid = |w: f64, off: f64, rest: f32, theta: f64| {
        if theta < 1.0 {
            elastic += 0.5 / w * theta * (off / f64::from(h)).powi(2);
        } else {
            reach += off;
        }
        reach += 1e-6 * f64::from(rest);
    };
    let at = |i: usize| particles[i].position.map(f64::from);
    let distance = |a, b| {
        let (a, b): ([f64; 3], [f64; 3]) = (at(a), at(b));
        let d = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
        dot(d, d).sqrt()
    };
    for s in &net.edges {
        let w = f64::from(net.particles[s.a].inverse_mass + net.particles[s.b].inverse_mass);
        if w == 0.0 {
            continue;
        }
        // Pairs per step have no stiffness of their own: they count as stiff.
        let theta = match s.stiffness {
            Stiffness::PerStep(pair) if pair.c_s == 0.0 => 0.0,
            Stiffness::PerStep(_) => f64::INFINITY,
            stiffness => {
                let pair = stiffness.coefficients(h, (1.0 / w) as f32);
                pair.c_s / (1.0 - pair.c_d)
            }
        };
        let off = distance(s.a, s.b) - f64::from(s.rest_length);
        let slack = match s.mode {
            SpringMode::TwoWay => false,
            SpringMode::TensionOnly => off < 0.0,
            SpringMode::CompressionOnly => off > 0.0,
        };
        rigid(w, if slack { 0.0 } else { off.abs() }, s.rest_length, theta);
    }
    for t in &net.tethers {
        let w = f64::from(net.particles[t.particle].inverse_mass);
        let off = (distance(t.anchor, t.particle) - f64::from(t.length)).max(0.0);
        rigid(w, off, t.length, f64::INFINITY);
    }
    let mut mass = 0.0;
    for p in particles.iter().filter(|p| !p.is_fixed()) {
        mass += 1.0 / f64::from(p.inverse_mass);
        let depths = colliders.iter().filter_map(|c| c.depth(p.position));
        reach += depths.map(|(depth, _)| f64::from(depth)).sum::<f64>();
    }
    let g = g.map(f64::from);
    elastic + mass * (0.5 * (reach / f64::from(h)).powi(2) + dot(g, g).sqrt() * reach)
}

/// The greatest part of its bound that a network's energy reaches.
fn worst(scene: &Scene) -> f64 {
    let Scene { net, settings, dt, .. } = scene;
    let gravity = settings.environment.gravity;
    // Every fourth scene chooses its sub-steps.
    let mut solver = match scene.seed % 4 {
        3 => Solver::within_stretch(net, 0.01, *settings).unwrap(),
        _ => Solver::new(net, *settings).unwrap(),
    };
    solver.set_colliders(&scene.colliders).unwrap();
    let h = |solver: &Solver| dt / solver.substeps() as f32;
    let now = |solver: &Solver| -> Vec<Particle> { solver.particles().collect() };
    let at = now(&solver);
    let [kinetic, mut potential] = energies(&at, gravity);
    let mut bound = kinetic + stored(net, &scene.colliders, &at, h(&solver), gravity);
    let mut worst = 0.0_f64;
    for step in 0..STEPS {
        if let Some((when, particle, impulse)) = scene.kick
            && when == step
        {
            let before = energies(&now(&solver), gravity)[0];
            solver.apply_impulse(particle, impulse);
            bound += energies(&now(&solver), gravity)[0] - before;
        }
        let led = scene.moved.filter(|_| step < STEPS / 2);
        if let Some((fixed, velocity)) = led {
            let at = solver.position(fixed);
            solver.set_kinematic_target(fixed, core::array::from_fn(|c| at[c] + dt * velocity[c]));
        }
        solver.step(*dt);
        let at = now(&solver);
        let [kinetic, p] = energies(&at, gravity);
        bound += potential - p;
        potential = p;
        if led.is_some() {
            bound = kinetic + stored(net, &scene.colliders, &at, h(&solver), gravity);
        }
        let part = kinetic / (bound * 1.001 + 1e-9);
        if !part.is_finite() {
            return f64::INFINITY;
        }
        worst = worst.max(part);
    }
    worst
}

#[test]
fn no_random_network_gains_energy_beyond_its_bound() {
    let count = cases(100, 10_000);
    let (mut most, mut gained) = (0.0_f64, Vec::new());
    for seed in 0..count as u64 {
        let scene = Scene::new(seed);
        let part = worst(&scene);
        most = most.max(part);
        if !(part <= 1.0) {
            gained.push((seed, scene.kind, part));
        }
    }
    let result = format!("{} gain energy; the most is {most:.6} of the bound", gained.len());
    measured("random networks: kinetic energy over its bound", count, result);
    assert!(gained.is_empty(), "{gained:?}");
}

#[test]
fn nothing_passes_through_a_sheet_that_is_folded_twice_and_pressed() {
    let (size, steps) = (cases(12, 64), cases(100, 10_000));
    for substeps in [8, 16, 32] {
        touching::pressed_sheet(size, substeps, steps, steps.div_ceil(1000));
        let what =
            format!("folded sheet pressed to half of its thickness, {substeps} sub-steps: steps");
        measured(&what, steps, "nothing passes through");
    }
}

#[test]
fn nothing_passes_through_a_heap_of_rope() {
    let (links, steps) = (cases(80, 400), cases(150, 10_000));
    touching::rope_heap(links, steps, 1);
    measured("rope that falls into a heap: steps", steps, "nothing passes through");
}
