//! Branching trees, solved whole.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::{rope, tree};
use sprung_network::{
    Edge, Environment, Network, Particle, Settings, Solver, SpringMode, Stiffness, measure,
};

const FRAME: f32 = 1.0 / 60.0;

/// Every branch of `length` m forks into two of three quarters of it, `levels` times; pinned at the foot.
fn shrub(levels: usize, length: f32) -> Network {
    let (mut points, mut parents) = (vec![[0.0; 3], [0.0, length, 0.0]], vec![0, 0]);
    let mut tips = vec![(1, length, 0.0_f32)];
    for level in 0..levels {
        let mut next = Vec::new();
        for (tip, length, turn) in tips {
            for side in [-1.0, 1.0] {
                let (size, turn) = (0.75 * length, turn + 0.5 * side);
                let [x, y, z] = points[tip];
                let tilt = if level % 2 == 0 { 0.3 * side } else { -0.3 * side };
                let way = [turn.sin(), turn.cos(), tilt];
                let long = (1.0 + tilt * tilt).sqrt();
                next.push((points.len(), size, turn));
                points.push([0, 1, 2].map(|c| [x, y, z][c] + size * way[c] / long));
                parents.push(tip);
            }
        }
        tips = next;
    }
    let mut net = tree(&points, &parents, 0.1).unwrap();
    net.fix([0]);
    net
}

/// The particles with one spring.
fn leaves(net: &Network) -> Vec<usize> {
    let springs = |p: usize| net.edges.iter().filter(|s| s.a == p || s.b == p).count();
    (0..net.particles.len()).filter(|&p| springs(p) == 1 && !net.particles[p].is_fixed()).collect()
}

fn loaded(mut net: Network, ratio: f32) -> Network {
    for leaf in leaves(&net) {
        net.particles[leaf].inverse_mass /= ratio;
    }
    net
}

/// The greatest stretch in some seconds.
fn worst_stretch(solver: &mut Solver, seconds: f32) -> f64 {
    let mut worst = 0.0_f64;
    for _ in 0..(seconds * 60.0) as usize {
        solver.step(FRAME);
        worst = worst.max(solver.stretch().max);
    }
    worst
}

#[test]
fn leaves_a_thousand_times_heavier_do_not_stretch_a_shrub() {
    let net = loaded(shrub(6, 0.5), 1000.0);
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let direct = worst_stretch(&mut solver, 10.0);
    assert!(direct < 1e-4, "{direct}");
    let mut single =
        Solver::new(&net, Settings { line_solver: false, ..Settings::default() }).unwrap();
    let general = worst_stretch(&mut single, 10.0);
    assert!(general > 1.0, "spring by spring it stretches: {general}");
}

#[test]
fn two_arms_that_move_as_one_are_a_rope_of_twice_their_mass() {
    // A trunk of ten links, then two arms of ten at the same places. The rope has one arm of double mass.
    let n = 10;
    let along = |i: usize| [0.1 * i as f32, 0.0, 0.0];
    let points: Vec<_> = (0..=2 * n).chain(n + 1..=2 * n).map(along).collect();
    let parents: Vec<usize> =
        (0..points.len()).map(|i| if i == 2 * n + 1 { n } else { i.max(1) - 1 }).collect();
    let mut arms = tree(&points, &parents, 0.2).unwrap();
    let mut one = rope([0.0; 3], along(2 * n), 2 * n, 1.0).unwrap();
    for (i, p) in one.particles.iter_mut().enumerate() {
        p.inverse_mass = if i > n { 2.5 } else { 5.0 };
    }
    arms.fix([0]);
    one.fix([0]);
    let mut arms = Solver::new(&arms, Settings::default()).unwrap();
    let mut one = Solver::new(&one, Settings::default()).unwrap();
    for step in 0..60 {
        arms.step(FRAME);
        one.step(FRAME);
        for i in 0..=2 * n {
            let (a, b) = (arms.position(i), one.position(i));
            let off = (0..3).map(|c| (a[c] - b[c]).abs()).fold(0.0, f32::max);
            assert!(off < 2e-3, "step {step}, particle {i}: {off}");
        }
        for i in 1..=n {
            let (a, b) = (arms.position(n + i), arms.position(2 * n + i));
            let off = (0..3).map(|c| (a[c] - b[c]).abs()).fold(0.0, f32::max);
            assert!(off < 1e-3, "step {step}: the arms part by {off}");
        }
    }
}

#[test]
fn the_edges_of_a_soft_tree_stretch_by_the_weight_below_them() {
    let k = 900.0_f32;
    // Straight down, so that the answer is a sum: a trunk of three, three twigs of two.
    let points: Vec<[f32; 3]> =
        [0, 1, 2, 3, 4, 5, 4, 5, 4, 5].map(|y| [0.0, -0.3 * y as f32, 0.0]).to_vec();
    let mut net = tree(&points, &[0, 0, 1, 2, 3, 4, 3, 6, 3, 8], 0.2).unwrap();
    net.fix([0]);
    for s in &mut net.edges {
        s.stiffness = Stiffness::Physical { stiffness: k, damping: 10.0 };
    }
    let settings = Settings { substeps: 16, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    for _ in 0..1200 {
        solver.step(FRAME);
    }
    let below = |child: usize| [9, 9, 8, 7, 2, 1, 2, 1, 2, 1][child] as f32 * 0.2 * 9.81;
    for s in &net.edges {
        let length = solver.position(s.a)[1] - solver.position(s.b)[1];
        let expected = 0.3 + below(s.b) / k;
        assert!((length - expected).abs() < 2e-5, "link to {}: {length} for {expected}", s.b);
    }
}

#[test]
fn a_free_tree_keeps_its_momentum() {
    let mut net = shrub(5, 0.4);
    net.particles[0] = Particle::new([0.0; 3], 0.1);
    let mut net = loaded(net, 30.0);
    for (i, p) in net.particles.iter_mut().enumerate() {
        let shake = |k: usize| ((i * k % 7) as f32 - 3.0) * 0.1;
        p.velocity = [0.7 + shake(3), 0.3 + shake(5), -0.2 + shake(2)];
    }
    let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
    for law in [Stiffness::RIGID, Stiffness::from_frequency(8.0, 0.1).unwrap()] {
        net.edges.iter_mut().for_each(|s| s.stiffness = law);
        let mut solver = Solver::new(&net, settings).unwrap();
        let momentum = |solver: &Solver| {
            let sum = |c: usize| -> f64 {
                solver
                    .particles()
                    .map(|p| f64::from(p.velocity[c]) / f64::from(p.inverse_mass))
                    .sum()
            };
            [sum(0), sum(1), sum(2)]
        };
        let before = momentum(&solver);
        for _ in 0..600 {
            solver.step(FRAME);
        }
        let after = momentum(&solver);
        let size = |v: [f64; 3]| (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
        let lost = size([0, 1, 2].map(|c| after[c] - before[c])) / size(before);
        assert!(lost < 1e-5, "{law:?}: {lost}");
    }
}

#[test]
fn the_energy_of_a_tree_never_grows() {
    let laws = [
        Stiffness::RIGID,
        Stiffness::from_frequency(5.0, 0.0).unwrap(),
        Stiffness::per_step(0.3, 0.0),
    ];
    for law in laws {
        for ratio in [1.0, 100.0] {
            let mut net = loaded(shrub(5, 0.5), ratio);
            net.edges.iter_mut().for_each(|s| s.stiffness = law);
            let settings = Settings::default();
            let gravity = settings.environment.gravity;
            let mut solver = Solver::new(&net, settings).unwrap();
            let energy = |solver: &Solver| measure::energy(solver.particles(), gravity);
            let free = net.particles.iter().filter(|p| !p.is_fixed());
            let weight: f64 = free.map(|p| 9.81 / f64::from(p.inverse_mass)).sum();
            let start = energy(&solver);
            for step in 0..3600 {
                solver.step(FRAME);
                let grown = (energy(&solver) - start) / (weight * 2.0);
                assert!(grown < 0.01, "{law:?}, 1 : {ratio}, step {step}: {grown}");
            }
        }
    }
}

#[test]
fn a_star_of_many_heavy_arms_holds() {
    for arms in [3, 26, 100] {
        let mut points = vec![[0.0; 3], [0.0, -0.2, 0.0]];
        let mut parents = vec![0, 0];
        for arm in 0..arms {
            let angle = arm as f32 * 2.4;
            for k in 1..=4 {
                let at = 0.1 * k as f32;
                parents.push(if k == 1 { 1 } else { points.len() - 1 });
                points.push([at * angle.cos(), -0.2 - 0.02 * at, at * angle.sin()]);
            }
        }
        let mut net = tree(&points, &parents, 0.05).unwrap();
        net.fix([0]);
        let net = loaded(net, 1000.0);
        let mut solver = Solver::new(&net, Settings::default()).unwrap();
        let worst = worst_stretch(&mut solver, 5.0);
        assert!(worst < 1e-4, "{arms} arms: {worst}");
    }
}

#[test]
fn a_tree_between_fixed_particles_carries_its_load_to_all_of_them() {
    // Three ropes from three nails meet in a knot, from which a weight hangs on a rope.
    let mut net = Network::default();
    let mut links = Vec::new();
    let knot = net.add_particle(Particle::new([0.0, -0.5, 0.0], 0.1));
    for angle in [0.0_f32, 2.1, 4.2] {
        let nail = [angle.cos(), 0.0, angle.sin()];
        let mut before = knot;
        for k in 1..=5 {
            let at = k as f32 / 5.0;
            let place = [0, 1, 2].map(|c| [0.0, -0.5, 0.0][c] * (1.0 - at) + nail[c] * at);
            let here = net.add_particle(Particle::new(place, 0.1));
            links.push(net.connect(before, here));
            before = here;
        }
        net.fix([before]);
    }
    let mut before = knot;
    for k in 1..=5 {
        let here = net.add_particle(Particle::new([0.1 * k as f32, -0.5, 0.0], 0.1));
        net.connect(before, here);
        before = here;
    }
    net.particles[before].inverse_mass = 1.0 / 100.0;
    let environment = Environment { drag: 1.0, ..Environment::default() };
    let settings = Settings { environment, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    let worst = worst_stretch(&mut solver, 10.0);
    assert!(worst < 1e-3, "{worst}");
    let [_, y, _] = solver.position(before);
    let [_, above, _] = solver.position(knot);
    assert!((y - above + 0.5).abs() < 1e-2, "the weight hangs below the knot");
}

#[test]
fn a_taut_twig_between_two_fixed_particles_stays_finite() {
    // Stretched by a tenth between three nails: nothing can give way.
    let mut net = Network::default();
    for at in [[0.0; 3], [-1.1, 0.0, 0.0], [1.1, 0.0, 0.0], [0.0, 1.1, 0.0], [0.0, 0.0, 0.5]] {
        net.add_particle(Particle::new(at, 1.0));
    }
    net.fix([1, 2, 3]);
    for (end, rest) in [(1, 1.0), (2, 1.0), (3, 1.0), (4, 0.5)] {
        net.add_edge(Edge::new(0, end, rest));
    }
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    for _ in 0..6000 {
        solver.step(FRAME);
        for p in solver.particles() {
            assert!(p.position.iter().all(|c| c.abs() < 2.0), "{p:?}");
        }
    }
    let [x, ..] = solver.position(0);
    assert!(x.abs() < 1e-2, "in the middle: {x}");
}

#[test]
fn a_torn_branch_falls_and_the_rest_holds() {
    let mut net = shrub(4, 0.5);
    let (cut, below) = (2, net.edges[2].b);
    net.edges[cut] = net.edges[cut]
        .with_stiffness(Stiffness::from_frequency(1.0, 0.1).unwrap())
        .with_tear_strain(0.2);
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    for _ in 0..300 {
        solver.step(FRAME);
    }
    assert!(solver.is_torn(cut), "a weak spring under the weight of its branch");
    assert!(solver.position(below)[1] < -30.0, "{:?}", solver.position(below));
    for (i, s) in solver.edges().iter().enumerate().filter(|&(i, _)| i != cut) {
        let (a, b) = (solver.position(s.a), solver.position(s.b));
        let length = (0..3).map(|c| (a[c] - b[c]).powi(2)).sum::<f32>().sqrt();
        assert!((length / s.rest_length - 1.0).abs() < 1e-4, "edge {i}: {length}");
    }
}

#[test]
fn a_tree_in_the_plane_stays_there() {
    let mut net = loaded(shrub(5, 0.5), 100.0);
    net.particles.iter_mut().for_each(|p| p.position[2] = 0.0);
    for s in &mut net.edges {
        let [a, b] = [s.a, s.b].map(|p| net.particles[p].position);
        s.rest_length = (0..2).map(|c| (a[c] - b[c]).powi(2)).sum::<f32>().sqrt();
    }
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    for _ in 0..600 {
        solver.step(FRAME);
    }
    assert!(solver.position(63)[1] < 0.0, "it has fallen over");
    assert!(solver.particles().all(|p| p.position[2] == 0.0 && p.velocity[2] == 0.0));
}

#[test]
fn one_way_springs_of_a_tree_act_one_way() {
    // A pull-only tree of which every particle flies toward the root: it goes slack and nothing is pushed.
    let mut net = shrub(3, 0.5);
    net.edges.iter_mut().for_each(|s| s.mode = SpringMode::TensionOnly);
    let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
    let toward = |p: &Particle| p.position.map(|c| -c);
    for p in &mut net.particles[1..] {
        p.velocity = toward(p);
    }
    let mut solver = Solver::new(&net, settings).unwrap();
    for _ in 0..30 {
        solver.step(FRAME);
    }
    for (is, was) in solver.particles().zip(&net.particles) {
        for c in 0..3 {
            assert!((is.position[c] - 0.5 * was.position[c]).abs() < 1e-5, "{is:?}");
            assert!((is.velocity[c] - was.velocity[c]).abs() < 1e-5, "{is:?}");
        }
    }
}
