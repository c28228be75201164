//! Random networks of every kind of graph, and what happens to them.

use sprung_network::shapes::{Cloth, hair, lattice, ring, rope, tree, wheel};
use sprung_network::{
    Collider, Environment, Network, Particle, Settings, Shape, SpringMode, Stiffness, Tether,
};
use testkit::random::Random;

/// A network, how it is stepped, and what acts on it.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) seed: u64,
    pub(crate) kind: &'static str,
    pub(crate) net: Network,
    pub(crate) settings: Settings,
    pub(crate) dt: f32,
    pub(crate) colliders: Vec<Collider>,
    /// An impulse on one particle at this step.
    pub(crate) kick: Option<(usize, usize, [f32; 3])>,
    /// A fixed particle that moves at this speed, m/s, for the first half of the steps.
    pub(crate) moved: Option<(usize, [f32; 3])>,
}

/// The steps of one run.
pub(crate) const STEPS: usize = 150;

impl Scene {
    /// Scene `seed`.
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let (kind, mut net) = graph(&mut random);
        vary(&mut net, &mut random);
        let gravity = if random.index(2) == 0 { [0.0; 3] } else { [0.0, -9.81, 0.0] };
        let drag = if random.index(4) == 0 { random.log_uniform(0.1, 10.0) as f32 } else { 0.0 };
        let settings = Settings {
            substeps: [1, 1, 2, 3, 4, 8, 8, 16, 32][random.index(9)],
            line_solver: random.index(3) > 0,
            environment: Environment { gravity, drag, wind: [0.0; 3] },
            ..Settings::default()
        };
        let dt = [1.0 / 60.0, random.log_uniform(1e-3, 1.0) as f32][random.index(2)];
        let colliders = if random.index(5) == 0 { colliders(&mut random) } else { Vec::new() };
        let kick = (random.index(3) == 0).then(|| {
            let particle = random.index(net.particles.len());
            let w = net.particles[particle].inverse_mass.max(1e-30);
            let size = random.log_uniform(0.1, 100.0) as f32 / w;
            let way = place(&mut random).map(|c| size * c);
            (random.index(STEPS), particle, way)
        });
        let fixed: Vec<usize> =
            (0..net.particles.len()).filter(|&i| net.particles[i].is_fixed()).collect();
        let moved = (!fixed.is_empty() && random.index(5) == 0).then(|| {
            let speed = random.log_uniform(0.01, 10.0) as f32;
            (fixed[random.index(fixed.len())], place(&mut random).map(|c| speed * c))
        });
        Self { seed, kind, net, settings, dt, colliders, kick, moved }
    }
}

/// A point of the cube of side 1 around the origin.
fn place(random: &mut Random) -> [f32; 3] {
    core::array::from_fn(|_| random.uniform(-0.5, 0.5) as f32)
}

fn graph(random: &mut Random) -> (&'static str, Network) {
    match random.index(11) {
        0 => ("pair", pair(random)),
        1 => ("rope", rope([0.0; 3], [2.0, 0.0, 0.0], 2 + random.index(20), 1.0).expect("good")),
        2 => ("tree", random_tree(random)),
        3 => ("hair", hairs(random)),
        4 => ("star", star(random)),
        5 => ("cloth", cloth(random)),
        6 => ("jelly", {
            let size = core::array::from_fn(|_| 2 + random.index(2));
            lattice(size, 0.2, 1.0).expect("good")
        }),
        7 => ("wheel", wheel(0.5, 3 + random.index(24), 1.0).expect("good")),
        8 => ("ring", ring(0.5, 3 + random.index(20), 1.0).expect("good")),
        9 => ("rope with a loop", knotted(random)),
        _ => ("tangle", tangle(random)),
    }
}

fn pair(random: &mut Random) -> Network {
    let mut net = Network::default();
    for _ in 0..2 {
        net.add_particle(Particle::new(place(random), 1.0));
    }
    net.connect(0, 1);
    net
}

fn random_tree(random: &mut Random) -> Network {
    let n = 3 + random.index(25);
    let points: Vec<[f32; 3]> = (0..n).map(|_| place(random)).collect();
    let parents: Vec<usize> = (0..n).map(|i| if i == 0 { 0 } else { random.index(i) }).collect();
    tree(&points, &parents, 1.0).expect("good")
}

fn hairs(random: &mut Random) -> Network {
    let roots: Vec<_> =
        (0..1 + random.index(20)).map(|i| ([i as f32, 0.0, 0.0], [0.1, 1.0, 0.2])).collect();
    hair(&roots, 2 + random.index(6), 0.5, 0.1).expect("good")
}

fn star(random: &mut Random) -> Network {
    let mut net = Network::default();
    net.add_particle(Particle::new([0.0; 3], 1.0));
    for arm in 1..=2 + random.index(26) {
        net.add_particle(Particle::new(place(random), 1.0));
        net.connect(0, arm);
    }
    net
}

fn cloth(random: &mut Random) -> Network {
    let (n, m) = (2 + random.index(10), 2 + random.index(10));
    let mut sheet = Cloth::new(n, m, 0.1, 1.0);
    if random.index(2) == 0 {
        sheet = sheet.with_shear(Stiffness::RIGID);
    }
    if random.index(3) == 0 {
        sheet = sheet.with_bend(Stiffness::RIGID);
    }
    let mut net = sheet.build().expect("good");
    if random.index(2) == 0 {
        net.fix(sheet.corners());
    }
    net
}

/// A rope with a triangle at its end.
fn knotted(random: &mut Random) -> Network {
    let links = 2 + random.index(12);
    let mut net = rope([0.0; 3], [1.0, 0.0, 0.0], links, 1.0).expect("good");
    let [a, b] = [[1.1, 0.1, 0.0], [1.1, -0.1, 0.0]];
    let ends = [a, b].map(|at| net.add_particle(Particle::new(at, 1.0)));
    net.connect(links, ends[0]);
    net.connect(links, ends[1]);
    net.connect(ends[0], ends[1]);
    net
}

fn tangle(random: &mut Random) -> Network {
    let mut net = Network::default();
    let n = 2 + random.index(28);
    for _ in 0..n {
        net.add_particle(Particle::new(place(random), 1.0));
    }
    let mut joined = std::collections::HashSet::new();
    for _ in 0..random.index(4 * n) {
        let (a, b) = (random.index(n), random.index(n));
        if a != b && joined.insert((a.min(b), a.max(b))) {
            net.connect(a, b);
        }
    }
    net
}

/// Masses of 1 : 10 000, speeds, fixed and coincident particles, laws, rest lengths, one-way springs, tethers.
fn vary(net: &mut Network, random: &mut Random) {
    let masses = [0.0, 1.0, 4.0][random.index(3)];
    let speed = [0.0, 1.0, 10.0][random.index(3)] as f32;
    let (pins, coincident) = (random.index(3) == 0, random.index(4) == 0);
    for i in 0..net.particles.len() {
        let mass = random.log_uniform(10.0_f64.powf(-masses / 2.0), 10.0_f64.powf(masses / 2.0));
        let w = &mut net.particles[i].inverse_mass;
        *w = if *w == 0.0 || (pins && random.index(8) == 0) { 0.0 } else { (1.0 / mass) as f32 };
        if *w > 0.0 {
            net.particles[i].velocity = place(random).map(|c| speed * c);
        }
        if i > 0 && coincident && random.index(6) == 0 {
            net.particles[i].position = net.particles[i - 1].position;
        }
    }
    let (law, lengths, one_way) = (random.index(4), random.index(4), random.index(3) == 0);
    for s in &mut net.edges {
        s.stiffness = match if law == 3 { random.index(3) } else { law } {
            0 => Stiffness::RIGID,
            1 => Stiffness::per_step(random.unit() as f32, random.unit() as f32),
            _ => {
                let frequency = random.log_uniform(0.1, 300.0) as f32;
                let damping_ratio = [0.0, random.uniform(0.0, 2.0) as f32][random.index(2)];
                Stiffness::from_frequency(frequency, damping_ratio).expect("good")
            }
        };
        match lengths {
            0 if random.index(4) == 0 => s.rest_length = 0.0,
            1 => s.rest_length *= random.uniform(0.5, 1.5) as f32,
            _ => {}
        }
        if one_way {
            s.mode = [SpringMode::TwoWay, SpringMode::TensionOnly, SpringMode::CompressionOnly]
                [random.index(6).min(2)];
        }
    }
    if random.index(6) == 0 {
        let anchor = net.add_particle(Particle::fixed(place(random)));
        for _ in 0..3 {
            let particle = random.index(net.particles.len());
            if !net.particles[particle].is_fixed() {
                let length = random.uniform(1.0, 2.0) as f32;
                net.tethers.push(Tether { anchor, particle, length });
            }
        }
    }
}

/// A ball, a capsule and a floor, some of them.
fn colliders(random: &mut Random) -> Vec<Collider> {
    let ball = Shape::Sphere { center: [0.2, 0.0, 0.0], radius: 0.4 };
    let pill = Shape::Capsule { a: [-1.0, 0.0, 0.0], b: [-1.0, 0.5, 0.0], radius: 0.3 };
    let floor = Shape::Plane { point: [0.0, -0.4, 0.0], normal: [0.1, 1.0, 0.0] };
    let friction = random.unit() as f32;
    let all = [ball, pill, floor].into_iter().filter(|_| random.index(2) == 0);
    all.map(|shape| Collider::new(shape).with_friction(friction)).collect()
}
