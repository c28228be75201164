//! Small swings of ropes and cloth at the frequencies of the books, mode by mode.
//!
//! A mode of angular frequency ω released at its amplitude is `φ cos ωt`. Implicit steps of h damp it by ω²h/2 a
//! second: nothing may be further off than 0.6 ω²h t of the amplitude, which leaves no room for a wrong frequency.
#![allow(clippy::unwrap_used, reason = "a test")]

use core::f64::consts::PI;

use sprung_network::shapes::{Cloth, rope};
use sprung_network::{Environment, Network, Settings, Solver, Stiffness};

const SUBSTEPS: usize = 256;

/// Moves every particle by `amplitude` times its part of the mode along axis `axis`, lets go, and follows the swing
/// for `seconds`.
fn check(
    net: &Network,
    settings: Settings,
    (w, mode): (f64, &dyn Fn(usize) -> f64),
    (amplitude, axis): (f64, usize),
    seconds: f64,
    case: &str,
) {
    let mut moved = net.clone();
    for (i, p) in moved.particles.iter_mut().enumerate() {
        p.position[axis] += (amplitude * mode(i)) as f32;
    }
    let mut solver = Solver::new(&moved, Settings { substeps: SUBSTEPS, ..settings }).unwrap();
    let h = 1.0 / (60.0 * SUBSTEPS as f64);
    let frames = (seconds * 60.0).round() as usize;
    assert!(w * seconds > 2.0, "{case}: at least a third of a swing");
    for frame in 1..=frames {
        solver.step(1.0 / 60.0);
        let t = frame as f64 / 60.0;
        let bound = amplitude * (0.6 * w * w * h * t + 2e-3);
        for (i, p) in net.particles.iter().enumerate() {
            let offset = f64::from(solver.position(i)[axis]) - f64::from(p.position[axis]);
            let exact = amplitude * mode(i) * (w * t).cos();
            let off = (offset - exact).abs();
            assert!(off < bound, "{case}, particle {i} at {t} s: {offset} m for {exact}");
        }
    }
}

const SPACE: Settings = Settings {
    substeps: SUBSTEPS,
    line_solver: true,
    environment: Environment::ZERO_G,
    sleep_speed: 0.0,
};

/// Ten links of 0.1 m and springs of stiffness k between particles of mass m; `stretch` times as long as at rest.
fn spring_rope(k: f64, m: f64, stretch: f32) -> Network {
    let mut net = rope([0.0; 3], [1.0, 0.0, 0.0], 10, (11.0 * m) as f32).unwrap();
    net.particles.iter_mut().for_each(|p| p.position[0] *= stretch);
    let law = Stiffness::Physical { stiffness: k as f32, damping: 0.0 };
    net.edges.iter_mut().for_each(|s| s.stiffness = law);
    net
}

#[test]
fn a_rope_between_two_fixed_ends_swings_lengthwise_at_its_eigenfrequencies() {
    let (k, m) = (60.0_f64, 0.2);
    let mut net = spring_rope(k, m, 1.0);
    net.fix([0, 10]);
    for j in 1..=9 {
        let angle = f64::from(j) * PI / 10.0;
        let w = 2.0 * (k / m).sqrt() * (angle / 2.0).sin();
        let mode = |i: usize| (angle * i as f64).sin();
        check(&net, SPACE, (w, &mode), (1e-3, 0), 0.6, &format!("mode {j} of two nails"));
    }
}

#[test]
fn a_rope_with_one_fixed_end_swings_lengthwise_at_its_eigenfrequencies() {
    let (k, m) = (60.0_f64, 0.2);
    let mut net = spring_rope(k, m, 1.0);
    net.fix([0]);
    for j in 1..=10 {
        let angle = f64::from(2 * j - 1) * PI / 21.0;
        let w = 2.0 * (k / m).sqrt() * (angle / 2.0).sin();
        let mode = |i: usize| (angle * i as f64).sin();
        check(&net, SPACE, (w, &mode), (1e-3, 0), 0.9, &format!("mode {j} of one nail"));
    }
}

#[test]
fn taut_rope_swings_sideways_at_its_eigenfrequencies() {
    let (k, m) = (300.0_f64, 0.1);
    let mut net = spring_rope(k, m, 1.5);
    net.fix([0, 10]);
    let tension = k * 0.05;
    for j in 1..=9 {
        let angle = f64::from(j) * PI / 10.0;
        let w = 2.0 * (tension / (m * 0.15)).sqrt() * (angle / 2.0).sin();
        let mode = |i: usize| (angle * i as f64).sin();
        for axis in [1, 2] {
            check(&net, SPACE, (w, &mode), (2e-3, axis), 0.3, &format!("taut, mode {j}"));
        }
    }
}

/// The Laguerre polynomial of degree n.
fn laguerre(n: usize, x: f64) -> f64 {
    let (mut before, mut now) = (0.0, 1.0);
    for k in 0..n {
        let k = k as f64;
        (before, now) = (now, ((2.0 * k + 1.0 - x) * now - k * before) / (k + 1.0));
    }
    now
}

/// The zeros of the Laguerre polynomial of degree n, in order.
fn laguerre_zeros(n: usize) -> Vec<f64> {
    let mut zeros = Vec::new();
    // No zero lies on a multiple of this.
    let step = 0.9e-3;
    for i in 0..(4 * n + 2) * 1112 {
        let (mut low, mut high) = (i as f64 * step, (i + 1) as f64 * step);
        if laguerre(n, low) * laguerre(n, high) >= 0.0 {
            continue;
        }
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            let same = laguerre(n, low) * laguerre(n, middle) > 0.0;
            (low, high) = if same { (middle, high) } else { (low, middle) };
        }
        zeros.push(low);
    }
    assert_eq!(zeros.len(), n);
    zeros
}

/// n equal weights on rigid links of length l swing with `ω² = x g/l` where `L_n(x) = 0`, and the weight k links above
/// the lowest swings as far as `L_k(x)` says. (For n = 2 these are the double pendulum's `2 ± √2`.)
#[test]
fn hanging_chain_of_rigid_links_swings_at_the_zeros_of_laguerres_polynomial() {
    for links in [1, 2, 12] {
        let l = 0.1_f32;
        let mut net =
            rope([0.0; 3], [0.0, -l * links as f32, 0.0], links, 0.3 * links as f32).unwrap();
        net.fix([0]);
        let settings = Settings { environment: Environment::default(), ..SPACE };
        for (j, x) in laguerre_zeros(links).into_iter().enumerate().take(4) {
            let w = (x * 9.81 / f64::from(l)).sqrt();
            let largest = (0..links).map(|k| laguerre(k, x).abs()).fold(0.0, f64::max);
            let mode = |i: usize| if i == 0 { 0.0 } else { laguerre(links - i, x) / largest };
            let case = format!("{links} links, mode {}", j + 1);
            check(&net, settings, (w, &mode), (5e-4, 0), 1.0, &case);
        }
    }
}

#[test]
fn long_chains_swing_at_the_zeros_of_bessels_function() {
    // The first zero of J₀; the hanging end carries its mass at its tip, which makes it half a link longer.
    let j = 2.404_825_557_695_773_f64;
    let x = laguerre_zeros(12)[0];
    assert!((x * 4.0 * 12.5 / (j * j) - 1.0).abs() < 2e-3, "{x}");
}

/// Twelve columns between two fixed ones, swinging along x: each row is a chain of ten masses.
#[test]
fn woven_springs_swing_at_the_eigenfrequencies_of_a_chain() {
    let (k, m) = (100.0_f64, 0.5_f64);
    let law = Stiffness::Physical { stiffness: k as f32, damping: 0.0 };
    let sheet = Cloth::new(12, 10, 0.2, (120.0 * m) as f32).with_structure(law);
    let mut net = sheet.build().unwrap();
    net.fix((0..10).flat_map(|row| [sheet.at(0, row), sheet.at(11, row)]));
    for lines in [true, false] {
        for j in 1..=4 {
            let angle = f64::from(j) * PI / 11.0;
            let w = 2.0 * (k / m).sqrt() * (angle / 2.0).sin();
            let mode = |i: usize| (angle * (i % 12) as f64).sin();
            let settings = Settings { line_solver: lines, ..SPACE };
            check(&net, settings, (w, &mode), (2e-3, 0), 0.6, &format!("woven {lines}, mode {j}"));
        }
    }
}
