//! Whatever the graph, the masses, the coefficients and the step: everything stays finite and near.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::build::{cloth::Cloth, jelly, ring};
use sprung_network::{Cap, Environment, Law, Network, Nissen, Particle, Settings, Solver, Spring};

/// A linear congruential generator: the same networks on every machine.
struct Random(u32);

impl Random {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / (1 << 24) as f32
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() * n as f32) as usize
    }

    fn place(&mut self) -> [f32; 3] {
        [self.next() - 0.5, self.next() - 0.5, self.next() - 0.5]
    }
}

/// Up to 30 particles with mass ratios up to 1 : 10 000, some fixed, some coincident; springs of any law within 0 to 1,
/// some of rest length 0.
fn tangle(seed: u32) -> Network {
    let mut random = Random(seed);
    let mut net = Network::default();
    let n = 2 + random.below(28);
    for i in 0..n {
        let place = if i > 0 && random.below(6) == 0 {
            net.particles[i - 1].position
        } else {
            random.place()
        };
        let mass = 10.0_f32.powf(4.0 * random.next() - 2.0);
        net.add_particle(Particle::new(place, mass));
        if random.below(8) == 0 {
            net.pin([i]);
        }
    }
    let mut joined = std::collections::HashSet::new();
    for _ in 0..random.below(4 * n) {
        let (a, b) = (random.below(n), random.below(n));
        if a == b || !joined.insert((a.min(b), a.max(b))) {
            continue;
        }
        let rest = if random.below(5) == 0 { 0.0 } else { random.next() };
        let law = match random.below(3) {
            0 => Law::RIGID,
            1 => Law::Fraction { c_s: random.next(), c_d: random.next() },
            _ => Law::Frequency { hz: 100.0 * random.next(), damping_ratio: 2.0 * random.next() },
        };
        net.add_spring(Spring::new(a, b, rest).with_law(law));
    }
    net
}

/// Every particle somewhere else than where it is at rest.
fn shuffled(mut net: Network, seed: u32) -> Network {
    let mut random = Random(seed);
    for p in &mut net.particles {
        p.position = random.place();
    }
    net
}

/// Ten thousand steps without gravity; returns the farthest any particle has been.
fn farthest(net: &Network, dt: f32, substeps: usize) -> f32 {
    let environment = Environment::SPACE;
    let settings = Settings { substeps, environment, ..Settings::default() };
    let mut solver = Solver::new(net, settings).unwrap();
    let mut farthest = 0.0_f32;
    for step in 0..10_000 {
        solver.step(dt);
        if step % 500 == 0 || step < 20 {
            for p in solver.particles() {
                for c in p.position {
                    assert!(c.is_finite(), "step {step} of {dt} s");
                    farthest = farthest.max(c.abs());
                }
            }
        }
    }
    farthest
}

/// The fastest a free body may drift: it was pulled together from at most this size within the first step.
fn bound(net: &Network) -> f32 {
    let rest: f32 = net.springs.iter().map(|s| s.rest_length).sum();
    2.0 + rest
}

#[test]
fn tangles_stay_together() {
    for seed in 0..24 {
        let net = tangle(seed);
        let dt = [1e-3, 1.0 / 60.0, 0.1, 1.0][seed as usize % 4];
        let reached = farthest(&net, dt, 1 + seed as usize % 5);
        assert!(reached < bound(&net), "seed {seed}, dt {dt}: {reached} m");
    }
}

#[test]
fn shuffled_cloth_jelly_and_wheels_stay_together() {
    let shapes = [
        Cloth::new(9, 9, 0.1, 1.0).with_shear(Law::RIGID).build().unwrap(),
        jelly::block([3, 3, 3], 0.2, 1.0).unwrap(),
        ring::wheel(0.5, 26, 1.0).unwrap(),
    ];
    for (seed, net) in shapes.into_iter().enumerate() {
        for dt in [1e-3, 1.0 / 60.0, 1.0] {
            let net = shuffled(net.clone(), seed as u32);
            let reached = farthest(&net, dt, 2);
            assert!(reached < bound(&net), "shape {seed}, dt {dt}: {reached} m");
        }
    }
}

#[test]
fn the_scheme_of_the_article_stays_together_with_mass_splitting() {
    for seed in 0..24 {
        let net = tangle(seed);
        let mut scheme = Nissen::new(&net, Environment::SPACE, Cap::MassSplitting).unwrap();
        let dt = [1e-3, 1.0 / 60.0, 0.1, 1.0][seed as usize % 4];
        for _ in 0..10_000 {
            scheme.step(dt);
        }
        for p in scheme.particles() {
            assert!(p.position.iter().all(|c| c.abs() < bound(&net)), "seed {seed}: {p:?}");
        }
    }
}

#[test]
fn springs_between_fixed_particles_and_loose_particles_do_no_harm() {
    let mut net = Network::default();
    for i in 0..4 {
        net.add_particle(Particle::new([i as f32, 0.0, 0.0], 1.0));
    }
    net.pin([0, 1]);
    net.add_spring(Spring::new(0, 1, 5.0));
    net.join(1, 2);
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    for _ in 0..600 {
        solver.step(1.0 / 60.0);
    }
    assert_eq!(solver.position(1), [1.0, 0.0, 0.0]);
    assert!((solver.position(2)[1]).abs() <= 1.001);
    // The loose one has fallen ten seconds: g t (t + h) / 2.
    let fallen = 9.81 * 10.0 * (10.0 + 1.0 / 480.0) / 2.0;
    assert!((solver.position(3)[1] + fallen).abs() < 0.1, "{:?}", solver.position(3));
}

#[test]
fn no_particles_and_no_time_are_no_trouble() {
    let mut nothing = Solver::new(&Network::default(), Settings::default()).unwrap();
    nothing.step(1.0);
    assert!(nothing.is_empty());
    let mut net = ring::ring(1.0, 8, 1.0).unwrap();
    net.pin([0]);
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let before: Vec<Particle> = solver.particles().collect();
    for dt in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        solver.step(dt);
    }
    assert_eq!(before, solver.particles().collect::<Vec<_>>());
}
