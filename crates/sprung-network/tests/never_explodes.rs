//! Whatever the graph, the masses, the coefficients and the step: everything stays finite and near.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung::SoftCoefficients;
use sprung_network::reference::{CoefficientLimit, JacobiSolver, SequentialImpulses};
use sprung_network::shapes::{Cloth, lattice, ring, wheel};
use sprung_network::{
    Collider, Edge, Environment, Network, Particle, Settings, Shape, Solver, SpringMode, Stiffness,
    Tether,
};

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
            net.fix([i]);
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
            0 => Stiffness::RIGID,
            1 => Stiffness::per_step(random.next(), random.next()),
            _ => Stiffness::from_frequency(100.0 * random.next(), 2.0 * random.next()).unwrap(),
        };
        net.add_edge(Edge::new(a, b, rest).with_stiffness(law));
    }
    net
}

/// A hub of some mass with 26 arms of 1 kg.
fn star(seed: u32, hub: f32) -> Network {
    let mut random = Random(seed);
    let mut net = Network::default();
    net.add_particle(Particle::new([0.0; 3], hub));
    for arm in 1..=26 {
        net.add_particle(Particle::new(random.place(), 1.0));
        let law = Stiffness::per_step(random.next(), random.next());
        let rest = if arm % 5 == 0 { 0.0 } else { random.next() };
        net.add_edge(Edge::new(0, arm, rest).with_stiffness(law));
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

/// Tangles, stars, sheets with both diagonals, jelly and wheels.
fn networks() -> Vec<Network> {
    let mut all: Vec<Network> = (0..16).map(tangle).collect();
    all.extend((0..4).map(|seed| star(seed, [1.0, 1e4][seed as usize % 2])));
    let sheet = Cloth::new(9, 9, 0.1, 1.0).with_shear(Stiffness::RIGID).with_bend(Stiffness::RIGID);
    all.push(shuffled(sheet.build().unwrap(), 1));
    all.push(shuffled(lattice([3, 3, 3], 0.2, 1.0).unwrap(), 2));
    all.push(shuffled(wheel(0.5, 26, 1.0).unwrap(), 3));
    all
}

/// Spin and speeds of up to 5 m/s, springs that only pull or only push, and tethers.
fn enlivened(mut net: Network, seed: u32) -> Network {
    let mut random = Random(seed + 1000);
    let spin = 10.0 * random.next();
    for p in net.particles.iter_mut().filter(|p| !p.is_fixed()) {
        let [x, y, _] = p.position;
        let [u, v, w] = random.place();
        p.velocity = [5.0 * u - spin * y, 5.0 * v + spin * x, 5.0 * w];
    }
    for s in &mut net.edges {
        s.mode = [SpringMode::TwoWay, SpringMode::TensionOnly, SpringMode::CompressionOnly]
            [random.below(6).min(2)];
    }
    let nail = net.add_particle(Particle::fixed(random.place()));
    for _ in 0..3 {
        let particle = random.below(net.particles.len());
        if !net.particles[particle].is_fixed() {
            net.tethers.push(Tether { anchor: nail, particle, length: 1.0 + random.next() });
        }
    }
    net
}

const STEPS: [f32; 4] = [1e-3, 1.0 / 60.0, 0.1, 1.0];

fn distance(a: [f32; 3], b: [f32; 3]) -> f64 {
    (0..3).map(|c| (f64::from(a[c]) - f64::from(b[c])).powi(2)).sum::<f64>().sqrt()
}

fn kinetic(particles: &[Particle]) -> f64 {
    let free = particles.iter().filter(|p| !p.is_fixed());
    free.map(|p| 0.5 * distance(p.velocity, [0.0; 3]).powi(2) / f64::from(p.inverse_mass)).sum()
}

/// All the energy there is when springs, however stiff, are let go within a step of `h`: that of the motion, and
/// `½ m (x/h)²` of each spring of reduced mass m that is off by x, of each tether too long.
fn at_the_start(net: &Network, h: f32) -> f64 {
    let at = |i: usize| net.particles[i].position;
    let w = |i: usize| f64::from(net.particles[i].inverse_mass);
    let held = |a: usize, b: usize, off: f64| match w(a) + w(b) {
        0.0 => 0.0,
        both => 0.5 / both * (off / f64::from(h)).powi(2),
    };
    let springs = net
        .edges
        .iter()
        .map(|s| held(s.a, s.b, distance(at(s.a), at(s.b)) - f64::from(s.rest_length)));
    let tethers = net.tethers.iter().map(|t| {
        let off = distance(at(t.anchor), at(t.particle)) - f64::from(t.length);
        held(t.anchor, t.particle, off.max(0.0))
    });
    kinetic(&net.particles) + springs.sum::<f64>() + tethers.sum::<f64>()
}

/// The elastic energy of springs: `½ k x²`, where `k = m θ²/h²` and `θ² = C_s/(1 − C_d)`; those with `C_d = 1` have none.
fn in_the_springs(net: &Network, h: f32) -> f64 {
    let elastic = |s: &Edge| {
        let [a, b] = [s.a, s.b].map(|p| &net.particles[p]);
        let w = a.inverse_mass + b.inverse_mass;
        let fraction = s.stiffness.coefficients(h, 1.0 / w);
        if w == 0.0 || fraction.c_d >= 1.0 {
            return 0.0;
        }
        let off = distance(a.position, b.position) - f64::from(s.rest_length);
        let stretched = 0.5 / f64::from(w) * (off / f64::from(h)).powi(2);
        stretched * fraction.c_s / (1.0 - fraction.c_d)
    };
    net.edges.iter().map(elastic).sum()
}

/// The same of springs given as pairs, in the solver: a sub-step takes the fraction `p` of their length error, and the
/// implicit spring that does so has `θ² = p/(1 − p)`. What a rigid one gives is what the heavier end takes,
/// `½ m (x/h)²`, for the lighter one may be moved by others.
fn in_the_springs_of_a_solver(net: &Network, dt: f32, substeps: usize) -> f64 {
    let elastic = |s: &Edge| {
        let Stiffness::PerStep(SoftCoefficients { c_s, c_d }) = s.stiffness else {
            panic!("a pair")
        };
        let [a, b] = [s.a, s.b].map(|p| &net.particles[p]);
        let [wa, wb] = [a, b].map(|end| f64::from(end.inverse_mass));
        let p = taken_by_a_substep(f64::from(c_s), f64::from(c_d), substeps as f64);
        if wa + wb == 0.0 {
            return 0.0;
        }
        let off = distance(a.position, b.position) - f64::from(s.rest_length);
        let mass = (p / (1.0 - p) / (wa + wb)).min(1.0 / wa.min(wb));
        0.5 * mass * (off * substeps as f64 / f64::from(dt)).powi(2)
    };
    net.edges.iter().map(elastic).sum()
}

/// The `p` whose `n` sub-steps have the eigenvalues of the article's step, by its trace and determinant; with too little
/// damping for `q >= p²`, the `p` that turns by the same angle with `q = p²`, by bisection.
fn taken_by_a_substep(c_s: f64, c_d: f64, n: f64) -> f64 {
    let (half_trace, determinant) = (1.0 - 0.5 * (c_s + c_d), 1.0 - c_d);
    let discriminant = half_trace * half_trace - determinant;
    if discriminant >= 0.0 {
        let roots = [1.0, -1.0].map(|sign| half_trace + sign * discriminant.sqrt());
        return roots.into_iter().map(|root| 1.0 - root.max(0.0).powf(1.0 / n)).product();
    }
    let angle = ((-discriminant).sqrt()).atan2(half_trace) / n;
    let (cos, determinant) = (angle.cos(), determinant.powf(1.0 / n));
    let p = 1.0 - 2.0 * determinant.sqrt() * cos + determinant;
    if 1.0 - determinant / (1.0 - p) >= p * p {
        return p;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle: f64 = 0.5 * (low + high);
        let turns = (2.0 - middle * middle) / (2.0 * (1.0 + middle).sqrt());
        if turns > cos { low = middle } else { high = middle }
    }
    high
}

/// The same with what the colliders push out at the start: `½ m (d/h)²` of each particle as deep as d.
fn at_the_start_among(net: &Network, colliders: &[Collider], h: f32) -> f64 {
    let depth = |p: &Particle| {
        let depths = colliders.iter().filter_map(|c| c.depth(p.position));
        depths.map(|(depth, _)| f64::from(depth)).fold(0.0, f64::max)
    };
    let free = net.particles.iter().filter(|p| !p.is_fixed());
    let pushed = free.map(|p| 0.5 / f64::from(p.inverse_mass) * (depth(p) / f64::from(h)).powi(2));
    at_the_start(net, h) + pushed.sum::<f64>()
}

/// The farthest any particle has been, and the largest part of the energy of the start that has been motion.
#[derive(Debug, Default)]
struct Seen {
    farthest: f32,
    energy: f64,
}

/// Ten thousand steps, of which the first twenty and then every five-hundredth is looked at.
fn watch<E>(
    mut engine: E,
    start: f64,
    step: impl Fn(&mut E),
    particles: impl Fn(&E) -> Vec<Particle>,
) -> Seen {
    let mut seen = Seen::default();
    for i in 0..10_000 {
        step(&mut engine);
        if i >= 20 && i % 500 != 0 {
            continue;
        }
        let now = particles(&engine);
        for p in &now {
            assert!(p.position.iter().chain(&p.velocity).all(|c| c.is_finite()), "{i}: {p:?}");
            seen.farthest = p.position.iter().fold(seen.farthest, |most, c| most.max(c.abs()));
        }
        seen.energy = seen.energy.max(kinetic(&now) / start.max(1e-30));
    }
    seen
}

fn by_solver(net: &Network, dt: f32, substeps: usize, lines: bool, colliders: &[Collider]) -> Seen {
    let environment = Environment::ZERO_G;
    let settings = Settings { substeps, environment, line_solver: lines, ..Settings::default() };
    let mut solver = Solver::new(net, settings).unwrap();
    solver.set_colliders(colliders).unwrap();
    let start = at_the_start_among(net, colliders, dt / substeps as f32);
    watch(solver, start, |solver| solver.step(dt), |solver| solver.particles().collect())
}

fn by_article(net: &Network, dt: f32) -> Seen {
    let scheme =
        JacobiSolver::new(net, Environment::ZERO_G, CoefficientLimit::MassSplitting).unwrap();
    let start = at_the_start(net, dt);
    watch(scheme, start, |scheme| scheme.step(dt), |scheme| scheme.particles().to_vec())
}

fn by_iterations(net: &Network, dt: f32, sweeps: usize, warm_start: f32) -> Seen {
    let made = SequentialImpulses::new(net, Environment::ZERO_G, sweeps, warm_start).unwrap();
    let start = kinetic(&net.particles) + in_the_springs(net, dt);
    watch(made, start, |made| made.step(dt), |made| made.particles().to_vec())
}

/// The fastest a free body may drift: it was pulled together from at most this size within the first step.
fn bound(net: &Network) -> f32 {
    let rest: f32 = net.edges.iter().map(|s| s.rest_length).sum();
    2.0 + rest
}

#[test]
fn a_network_released_at_rest_stays_together() {
    for (i, net) in networks().iter().enumerate() {
        let stays = |seen: Seen, case: &str| {
            assert!(seen.farthest < bound(net), "{case} {i}: {seen:?}");
            assert!(seen.energy < 1.001, "{case} {i}: {seen:?}");
        };
        for dt in [STEPS[i % 4], STEPS[(i + 2) % 4]] {
            stays(by_solver(net, dt, 1 + i % 5, true, &[]), "solver");
            stays(by_solver(net, dt, 1 + i % 4, false, &[]), "solver without lines");
            stays(by_article(net, dt), "article");
            stays(by_iterations(net, dt, 1 + i % 7, (i % 3) as f32 / 2.0), "iterations");
        }
    }
}

/// What spins or flies off leaves every bound in ten thousand seconds; but nothing is faster than its energy lets it.
#[test]
fn spinning_and_flying_networks_gain_no_energy() {
    for (i, net) in networks().into_iter().enumerate() {
        let net = enlivened(net, i as u32);
        for dt in STEPS {
            let seen = by_solver(&net, dt, 1 + i % 5, i % 2 == 0, &[]);
            assert!(seen.energy < 1.001, "solver {i}, {dt} s: {seen:?}");
            let seen = by_article(&net, dt);
            assert!(seen.energy < 1.001, "article {i}, {dt} s: {seen:?}");
            let seen = by_iterations(&net, dt, 1 + i % 7, (i % 3) as f32 / 2.0);
            assert!(seen.energy < 1.001, "iterations {i}, {dt} s: {seen:?}");
        }
    }
}

#[test]
fn light_hubs_of_26_arms_gain_no_energy() {
    for seed in 0..6 {
        let still = star(seed, 1e-4);
        for net in [still.clone(), enlivened(still, seed)] {
            for dt in STEPS {
                let seen = by_article(&net, dt);
                assert!(seen.energy < 1.001, "article {seed}, {dt} s: {seen:?}");
                let seen = by_iterations(&net, dt, 1 + seed as usize, (seed % 3) as f32 / 2.0);
                assert!(seen.energy < 1.001, "iterations {seed}, {dt} s: {seen:?}");
                let substeps = 1 + seed as usize % 5;
                let seen = by_solver(&net, dt, substeps, false, &[]);
                assert!(seen.energy < 1.001, "solver {seed}, {dt} s: {seen:?}");
                // Solved whole, a star lets go of all that is in its springs, not only what moves the hub.
                let h = dt / substeps as f32;
                let start = at_the_start(&net, h);
                let springs = in_the_springs_of_a_solver(&net, dt, substeps);
                let seen = by_solver(&net, dt, substeps, true, &[]);
                assert!(
                    seen.energy * start < 1.001 * (start + springs),
                    "star {seed}, {dt} s: {seen:?}, {springs} J in springs and {start} J else"
                );
            }
        }
    }
}

/// A push out of a collider may stretch a spring, which then gives back more than the push took.
#[test]
fn networks_thrown_among_colliders_stay_bounded() {
    let ball = Shape::Sphere { center: [0.2, 0.0, 0.0], radius: 0.4 };
    let pill = Shape::Capsule { a: [-1.0, 0.0, 0.0], b: [-1.0, 0.5, 0.0], radius: 0.3 };
    let floor = Shape::Plane { point: [0.0, -0.4, 0.0], normal: [0.1, 1.0, 0.0] };
    let colliders = [ball, pill, floor].map(|shape| Collider::new(shape).with_friction(0.3));
    for (i, net) in networks().into_iter().enumerate() {
        let net = enlivened(net, i as u32);
        for dt in STEPS {
            let seen = by_solver(&net, dt, 1 + i % 5, i % 2 == 0, &colliders);
            assert!(seen.energy < 4.0, "{i}, {dt} s: {seen:?}");
        }
    }
}

#[test]
fn springs_between_fixed_particles_and_loose_particles_do_no_harm() {
    let mut net = Network::default();
    for i in 0..4 {
        net.add_particle(Particle::new([i as f32, 0.0, 0.0], 1.0));
    }
    net.fix([0, 1]);
    net.add_edge(Edge::new(0, 1, 5.0));
    net.connect(1, 2);
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
fn empty_networks_and_steps_of_no_time_are_accepted() {
    let mut nothing = Solver::new(&Network::default(), Settings::default()).unwrap();
    nothing.step(1.0);
    assert!(nothing.is_empty());
    let mut net = ring(1.0, 8, 1.0).unwrap();
    net.fix([0]);
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let before: Vec<Particle> = solver.particles().collect();
    for dt in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        solver.step(dt);
    }
    assert_eq!(before, solver.particles().collect::<Vec<_>>());
}
