//! Systems of Nissen's article: a few particles joined by springs.

use sprung_network::reference::{CoefficientLimit, Formulation, JacobiSolver};
use sprung_network::{Edge, Environment, Network, Particle, Stiffness};

use crate::picture::{Entry, Picture, Points, Result, sliders};

pub(crate) const SYSTEMS: &[Entry] = &[
    ("reduced-mass", reduced_mass),
    ("force-and-impulse-forms", forms),
    ("the-limit-1-n-1-for-n-springs-on-a-particle", limits),
];

const DT: f32 = 1.0 / 60.0;

/// Two free particles of 1 kg and `mass` at distance 2, joined by a spring of rest length 1.
fn pair(mass: f32, c_s: f32, c_d: f32) -> Result<JacobiSolver> {
    let mut net = Network::default();
    net.add_particle(Particle::new([0.0; 3], 1.0));
    net.add_particle(Particle::new([2.0, 0.0, 0.0], mass));
    net.add_edge(Edge::new(0, 1, 1.0).with_stiffness(Stiffness::per_step(c_s, c_d)));
    Ok(JacobiSolver::new(&net, Environment::ZERO_G, CoefficientLimit::Off)?)
}

/// The positions of both along x after every step, the start first.
fn positions(mut scheme: JacobiSolver, steps: usize) -> Vec<[f64; 2]> {
    (0..=steps)
        .map(|_| {
            let now = [0, 1].map(|i| f64::from(scheme.particles()[i].position[0]));
            scheme.step(DT);
            now
        })
        .collect()
}

fn over_time<T>(rows: &[T], pick: impl Fn(&T) -> f64) -> Points {
    rows.iter().enumerate().map(|(i, row)| (i as f64 * f64::from(DT), pick(row))).collect()
}

fn reduced_mass(p: &[f64]) -> Result<Picture> {
    let [mass, c_s, c_d] = sliders(p)?;
    let stiff = positions(pair(mass as f32, 1.0, 1.0)?, 40);
    let soft = positions(pair(mass as f32, c_s as f32, c_d as f32)?, 40);
    Ok(Picture::new([
        over_time(&stiff, |x| x[0]),
        over_time(&stiff, |x| x[1]),
        over_time(&soft, |x| x[0]),
        over_time(&soft, |x| x[1]),
        over_time(&soft, |x| (x[0] + mass * x[1]) / (1.0 + mass)),
    ])
    .marked([mass / (1.0 + mass)]))
}

fn forms(p: &[f64]) -> Result<Picture> {
    let [c_s, c_d] = sliders(p)?;
    let run = |form| -> Result<Vec<[f64; 2]>> {
        Ok(positions(pair(4.0, c_s as f32, c_d as f32)?.with_formulation(form), 300))
    };
    let (force, impulse) = (run(Formulation::Force)?, run(Formulation::Impulse)?);
    let both: Vec<([f64; 2], [f64; 2])> = force.into_iter().zip(impulse).collect();
    let error = |x: &[f64; 2]| (x[1] - x[0] - 1.0).abs().max(1e-9);
    let difference =
        |(f, i): &([f64; 2], [f64; 2])| (f[0] - i[0]).abs().max((f[1] - i[1]).abs()).max(1e-9);
    Ok(Picture::new([over_time(&both, |(f, _)| error(f)), over_time(&both, difference)]))
}

/// A hub of 0.1 g with `arms` arms of 1 kg that all pull in the same direction: the worst case for stability.
fn star(arms: usize, c: f32) -> Result<JacobiSolver> {
    let mut net = Network::default();
    net.add_particle(Particle::new([1e-3, 0.0, 0.0], 1e-4));
    for i in 0..arms {
        net.add_particle(Particle::new([1.0, 1e-3 * i as f32, 0.0], 1.0));
        let arm = Edge::new(0, i + 1, (1.0f32 + 1e-6 * (i * i) as f32).sqrt());
        net.add_edge(arm.with_stiffness(Stiffness::per_step(c, c)));
    }
    Ok(JacobiSolver::new(&net, Environment::ZERO_G, CoefficientLimit::Off)?)
}

fn limits(p: &[f64]) -> Result<Picture> {
    let [arms, c] = sliders(p)?;
    let counts = [2usize, 3, 4, 5, 6, 8, 10, 13, 16, 20, 26];
    let over = |f: &dyn Fn(usize) -> f32| -> Points {
        counts.iter().map(|&n| (n as f64, f64::from(f(n)))).collect()
    };
    let arms = arms.clamp(2.0, 26.0) as usize;
    let mut hub = star(arms, c as f32)?;
    for _ in 0..600 {
        hub.step(DT);
    }
    let rests = hub.particles()[0].position[0].abs() < 1e-3;
    Ok(Picture::new([
        over(&CoefficientLimit::article),
        over(&CoefficientLimit::no_overshoot),
        over(&CoefficientLimit::stable),
        over(&|n| CoefficientLimit::mass_splitting([1.0, 1.0], [n, 1])),
        over(&|n| CoefficientLimit::mass_splitting([0.1, 1.0], [n, 1])),
        vec![(arms as f64, c)],
    ])
    .marked([if rests { 1.0 } else { 0.0 }]))
}
