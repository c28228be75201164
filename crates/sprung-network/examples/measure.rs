//! Time and stretch of the scenes of the bench, ours alone.
#![allow(clippy::unwrap_used, reason = "an example")]
use sprung_network::*;
use std::time::Instant;

fn net(n: usize, diagonals: bool) -> Network {
    let d = 2.0 / (n - 1) as f32;
    let mut net = Network::default();
    for j in 0..n {
        for i in 0..n {
            let p = if i % 2 == 1 { d * 0.435_889_9 } else { 0.0 };
            net.add_particle(Particle::new([i as f32 * d * 0.9, p, j as f32 * d], 1.0));
        }
    }
    for j in 0..n {
        for i in 0..n {
            let k = j * n + i;
            if i > 0 {
                net.join(k - 1, k);
            }
            if j > 0 {
                net.join(k - n, k);
            }
            if diagonals && i > 0 && j > 0 {
                net.join(k - n - 1, k);
                net.join(k - n, k - 1);
            }
        }
    }
    net.pin([0, n - 1]);
    net
}

fn run(name: &str, net: &Network, substeps: usize, seconds: f32, drag: f32) {
    let environment = Environment { drag, ..Environment::default() };
    let settings = Settings { substeps, environment, ..Settings::default() };
    let mut solver = Solver::new(net, settings).unwrap();
    let frames = (seconds * 60.0) as usize;
    let (mut best, mut worst, mut mean, mut peak) = (f64::MAX, 0.0_f64, 0.0, 0.0_f64);
    for f in 0..frames / 10 {
        let t = Instant::now();
        for _ in 0..10 {
            solver.step(1.0 / 60.0);
        }
        best = best.min(t.elapsed().as_secs_f64() / 10.0);
        let s = solver.stretch();
        peak = peak.max(s.max);
        if f >= frames / 10 - 6 {
            worst = worst.max(s.max);
            mean += s.mean / 6.0;
        }
    }
    println!(
        "{name:<14} {substeps:>4} sub {:>8.4} ms  {:>6.0} M springs/s  max {:>8.3} %  mean {:>8.4} %  peak {:>7.2} %",
        best * 1e3,
        (net.springs.len() * substeps) as f64 / best / 1e6,
        worst * 100.0,
        mean * 100.0,
        peak * 100.0
    );
}

fn main() {
    let only = std::env::args().nth(1).unwrap_or_default();
    let seconds = std::env::args().nth(2).map_or(10.0, |s| s.parse().unwrap());
    for (n, budgets) in [(32, vec![8, 32]), (64, vec![16, 32]), (128, vec![32])] {
        let name = format!("net{n}");
        if name.starts_with(&only) {
            for b in budgets {
                run(&name, &net(n, false), b, seconds, 0.5);
            }
        }
    }
    if "shear32".starts_with(&only) {
        run("shear32", &net(32, true), 16, seconds, 0.5);
    }
    if "jelly".starts_with(&only) {
        let mut jelly = build::jelly::block([12; 3], 0.1, 1728.0).unwrap();
        let top: Vec<usize> = (0..1728).filter(|i| i / 12 % 12 == 11).collect();
        jelly.pin(top);
        jelly
            .springs
            .retain(|s| !(jelly.particles[s.a].is_fixed() && jelly.particles[s.b].is_fixed()));
        run("jelly", &jelly, 8, seconds, 0.5);
    }
    for (name, w) in [("rope1", 1.0), ("rope1000", 0.001)] {
        if name.starts_with(&only) {
            let mut rope = build::rope::rope([0.0; 3], [3.0, 0.0, 0.0], 60, 61.0).unwrap();
            rope.pin([0]);
            rope.particles[60].inverse_mass = w;
            run(name, &rope, 8, seconds, 0.5);
        }
    }
}
