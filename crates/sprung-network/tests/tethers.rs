//! Tethers, those that are added to a running solver and removed from it among them.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::{Cloth, lattice, rope};
use sprung_network::{
    Edge, Environment, Forces, Network, Particle, Settings, Solver, Stiffness, Tether, measure,
};
use testkit::random::Random;

const FRAME: f32 = 1.0 / 60.0;

fn tether(anchor: usize, particle: usize, length: f32) -> Tether {
    Tether { anchor, particle, length }
}

fn apart(solver: &Solver, a: usize, b: usize) -> f64 {
    let [a, b] = [a, b].map(|p| solver.position(p));
    [0, 1, 2].map(|c| f64::from(a[c] - b[c]).powi(2)).iter().sum::<f64>().sqrt()
}

/// A particle that flies away from a fixed one at 3 m/s, and as many more as are asked for beside it.
fn flight(more: usize) -> Network {
    let mut net = Network::default();
    net.add_particle(Particle::fixed([0.0; 3]));
    for i in 0..=more {
        let particle = Particle::new([0.5, i as f32, 0.0], 0.5);
        net.add_particle(particle.with_velocity([3.0, 0.0, 0.0]));
    }
    net
}

fn weightless() -> Settings {
    Settings { environment: Environment::ZERO_G, ..Settings::default() }
}

fn soft() -> Stiffness {
    Stiffness::Physical { stiffness: 300.0, damping: 3.0 }
}

/// A sheet by its corners with all its tethers, a soft beam, ropes in blocks of their own.
fn nets() -> Vec<Network> {
    let sheet = Cloth::new(21, 17, 0.1, 0.5);
    let mut cloth = sheet.build().unwrap();
    cloth.fix(sheet.corners());
    cloth.add_long_range_attachments();
    let mut beam = lattice([2, 8, 2], 0.1, 0.5).unwrap();
    beam.edges.iter_mut().for_each(|edge| edge.stiffness = soft());
    beam.fix([0, 1, 2, 3]);
    let mut ropes = Network::default();
    for i in 0..9 {
        let z = 0.3 * i as f32;
        let first = ropes.append(&rope([0.0, 0.0, z], [1.0, -0.2, z], 9, 0.5).unwrap());
        ropes.fix([first]);
    }
    vec![cloth, beam, ropes]
}

/// Tethers from random fixed particles to random dynamic ones, a little shorter or longer than they are apart.
fn random_tethers(net: &Network, random: &mut Random, count: usize) -> Vec<Tether> {
    let fixed = |&p: &usize| net.particles[p].is_fixed();
    let anchors: Vec<usize> = (0..net.particles.len()).filter(fixed).collect();
    let others: Vec<usize> = (0..net.particles.len()).filter(|p| !fixed(p)).collect();
    let one = |_| {
        let (anchor, particle) =
            (anchors[random.index(anchors.len())], others[random.index(others.len())]);
        let [a, b] = [anchor, particle].map(|p| net.particles[p].position);
        let length = [0, 1, 2].map(|c| (a[c] - b[c]).powi(2)).iter().sum::<f32>().sqrt();
        tether(anchor, particle, length * (0.95 + 0.1 * random.unit() as f32))
    };
    (0..count).map(one).collect()
}

#[test]
fn the_shortest_tether_of_two_particles_holds() {
    for (lengths, more) in [([1.0, 2.0, 4.0], 0), ([4.0, 2.0, 1.0], 0), ([2.0, 1.0, 4.0], 19)] {
        let mut net = flight(more);
        net.tethers.extend(lengths.map(|length| tether(0, 1, length)));
        net.tethers.extend((2..=1 + more).map(|particle| tether(0, particle, 30.0)));
        let mut solver = Solver::new(&net, weightless()).unwrap();
        (0..60).for_each(|_| solver.step(FRAME));
        let distance = apart(&solver, 0, 1);
        assert!(distance < 1.0 + 1e-5, "{lengths:?}: {distance}");
        assert!(more == 0 || solver.position(20)[0] > 3.4, "the others fly on");
    }
}

#[test]
fn an_added_tether_limits_the_distance_until_it_is_removed() {
    let mut solver = Solver::new(&flight(0), weightless()).unwrap();
    solver.step(FRAME);
    solver.add_tether(tether(0, 1, 1.0)).unwrap();
    for _ in 0..60 {
        solver.step(FRAME);
        assert!(apart(&solver, 0, 1) < 1.0 + 1e-5);
    }
    assert!(apart(&solver, 0, 1) > 1.0 - 1e-4, "nothing pulls it back");
    solver.add_tether(tether(0, 1, 0.75)).unwrap();
    solver.add_tether(tether(0, 1, 9.0)).unwrap();
    solver.step(FRAME);
    assert!(apart(&solver, 0, 1) < 0.75 + 1e-5, "the shortest holds");
    assert!(solver.remove_tether(0, 1) && solver.network().tethers.is_empty());
    assert!(!solver.remove_tether(0, 1) && !solver.remove_tether(1, 0));
    solver.add_tether(tether(0, 1, 0.75)).unwrap();
    solver.remove_particle(0);
    assert!(!solver.remove_tether(0, 1), "it went with its end");
    solver.set_position(1, [0.75, 0.0, 0.0]).unwrap();
    solver.set_velocity(1, [3.0, 0.0, 0.0]).unwrap();
    (0..60).for_each(|_| solver.step(FRAME));
    let flown = apart(&solver, 0, 1) - 0.75;
    assert!((flown - 3.0).abs() < 1e-4, "it flies on at 3 m/s: {flown}");
}

/// The momentum that the network gains is what its weight and the anchors give it.
#[test]
fn what_an_added_tether_takes_its_anchor_gets() {
    let mut net = rope([0.0; 3], [1.0, 0.0, 0.0], 8, 1.0).unwrap();
    let post = net.add_particle(Particle::fixed([0.0, 0.4, 0.1]));
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let (mut forces, mut pulled) = (Forces::default(), 0.0);
    solver.add_tether(tether(post, 3, 0.7)).unwrap();
    for _ in 0..90 {
        let before = measure::momentum(solver.particles());
        solver.step_with_forces(FRAME, &mut forces);
        let after = measure::momentum(solver.particles());
        for (c, weight) in [0.0, -9.81, 0.0].into_iter().enumerate() {
            let given = (weight + f64::from(forces.reaction(post)[c])) * f64::from(FRAME);
            assert!((after[c] - before[c] - given).abs() < 1e-5, "{c}");
        }
        pulled += forces.reaction(post)[1];
        assert!(apart(&solver, post, 3) < 0.7 + 1e-4);
    }
    assert!(pulled > 9.0, "the tether bears the rope");
}

#[test]
fn a_solver_with_added_and_removed_tethers_has_the_bits_of_one_built_so() {
    for (i, net) in nets().into_iter().enumerate() {
        for (line_solver, seed) in [(true, 1), (false, 2), (true, 3)] {
            let settings = Settings { line_solver, ..Settings::default() };
            let mut random = Random::new(seed);
            let mut solver = Solver::new(&net, settings).unwrap();
            let mut built = net.clone();
            for new in random_tethers(&net, &mut random, 40) {
                solver.add_tether(new).unwrap();
                built.tethers.push(new);
                let Tether { anchor, particle, .. } =
                    built.tethers[random.index(2 * built.tethers.len()) % built.tethers.len()];
                if random.unit() < 0.4 {
                    assert!(solver.remove_tether(anchor, particle));
                    built.tethers.retain(|t| (t.anchor, t.particle) != (anchor, particle));
                }
            }
            let mut other = Solver::new(&built, settings).unwrap();
            assert_eq!(solver.network().tethers, other.network().tethers);
            for _ in 0..30 {
                solver.step(FRAME);
                other.step(FRAME);
            }
            assert!(solver.particles().eq(other.particles()), "network {i}, lines {line_solver}");
            solver.rebuild();
            assert_eq!(solver.network().tethers, other.network().tethers);
        }
    }
}

/// While a solver moves: it goes on as one that is made of its network and the tether, and as itself after a new layout.
#[test]
fn tethers_that_are_added_on_the_way_hold_as_those_of_a_new_solver() {
    for (i, mut net) in nets().into_iter().enumerate() {
        net.edges.iter_mut().for_each(|edge| edge.stiffness = soft());
        let environment = Environment { drag: 4.0, ..Environment::default() };
        let settings = Settings { environment, substeps: 32, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        (0..20).for_each(|_| solver.step(FRAME));
        let mut changed = solver.network();
        for new in random_tethers(&changed, &mut Random::new(5), 6) {
            solver.add_tether(new).unwrap();
            changed.tethers.push(new);
        }
        let (mut other, mut rebuilt) = (Solver::new(&changed, settings).unwrap(), solver.clone());
        for frame in 0..40 {
            if frame == 10 {
                rebuilt.rebuild();
            }
            for solver in [&mut solver, &mut other, &mut rebuilt] {
                solver.step(FRAME);
            }
        }
        let off = |of: &Solver| {
            let pairs = of.particles().zip(other.particles());
            let d =
                pairs.flat_map(|(p, q)| [0, 1, 2].map(|c| (p.position[c] - q.position[c]).abs()));
            d.fold(0.0, f32::max)
        };
        assert!(off(&solver).max(off(&rebuilt)) < 5e-3, "network {i}: {}", off(&solver));
    }
}

/// A list of tethers beside the solver, as plain as can be, after random changes of both.
#[test]
fn random_changes_leave_the_tethers_that_a_list_has() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let net = nets().remove(random.index(3));
        let mut solver = Solver::new(&net, weightless()).unwrap();
        let mut list = net.tethers.clone();
        for _ in 0..40 {
            let count = solver.len();
            let [p, q] = [random.index(count), random.index(count)];
            match random.index(8) {
                0 => solver.pin(p),
                1 => solver.release(p, 0.05).unwrap(),
                2 => {
                    let new = solver.add_particle(Particle::fixed(solver.position(p))).unwrap();
                    if !solver.is_fixed(q) {
                        let length = apart(&solver, new, q) as f32;
                        solver.add_tether(tether(new, q, length)).unwrap();
                        list.push(tether(new, q, length));
                    }
                }
                3 | 4 => {
                    let new = tether(p, q, apart(&solver, p, q) as f32);
                    if solver.add_tether(new).is_ok() {
                        list.push(new);
                    }
                }
                5 if !list.is_empty() => {
                    let Tether { anchor, particle, .. } = list[random.index(list.len())];
                    assert!(solver.remove_tether(anchor, particle), "seed {seed}");
                    list.retain(|t| (t.anchor, t.particle) != (anchor, particle));
                }
                6 if random.index(4) == 0 => {
                    solver.remove_particle(p);
                    list.retain(|t| t.anchor != p && t.particle != p);
                }
                7 if random.index(4) == 0 => solver.rebuild(),
                _ => {}
            }
            let acts = |t: &&Tether| solver.is_fixed(t.anchor) && !solver.is_fixed(t.particle);
            let acting: Vec<Tether> = list.iter().filter(acts).copied().collect();
            let key = |t: &Tether| (t.anchor, t.particle, t.length.to_bits());
            let mut expected: Vec<_> = acting.iter().map(key).collect();
            let mut found: Vec<_> = solver.network().tethers.iter().map(key).collect();
            expected.sort_unstable();
            found.sort_unstable();
            assert!(found == expected, "seed {seed}");
            solver.step(FRAME);
            for t in acting {
                let excess = apart(&solver, t.anchor, t.particle) - f64::from(t.length);
                assert!(excess < 1e-3, "seed {seed}: {t:?} by {excess}");
            }
        }
    }
}

#[test]
fn tethers_wake_what_sleeps_and_go_where_an_edge_tears() {
    let mut net = rope([0.0; 3], [0.0, -1.0, 0.0], 4, 1.0).unwrap();
    net.fix([0]);
    let post = net.add_particle(Particle::fixed([0.1, 0.5, 0.2]));
    let environment = Environment { drag: 3.0, ..Environment::default() };
    let settings = Settings { sleep_speed: 0.2, environment, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    let sleep = |solver: &mut Solver| {
        (0..300).for_each(|_| solver.step(FRAME));
        assert!(solver.is_particle_asleep(4));
    };
    sleep(&mut solver);
    solver.add_tether(tether(post, 4, 1.0)).unwrap();
    solver.step(FRAME);
    assert!(!solver.is_particle_asleep(4) && apart(&solver, post, 4) < 1.0 + 1e-4);
    sleep(&mut solver);
    assert!(solver.remove_tether(post, 4));
    let far = (0..120).map(|_| {
        solver.step(FRAME);
        apart(&solver, post, 4)
    });
    assert!(far.fold(0.0, f64::max) > 1.4, "it falls back");
    solver.add_tether(tether(post, 4, 1.6)).unwrap();
    solver.set_tear_force(2, 1e-3).unwrap();
    solver.apply_impulse(4, [0.01, 0.0, 0.0]);
    (0..60).for_each(|_| solver.step(FRAME));
    assert!(solver.is_torn(2) && solver.network().tethers.is_empty());
    assert!(apart(&solver, post, 4) > 3.0, "it falls");
}

#[test]
fn bad_tethers_are_refused_and_change_nothing() {
    let mut solver = Solver::new(&nets()[0], Settings::default()).unwrap();
    let before = solver.network();
    let count = before.tethers.len();
    let n = solver.len();
    let cases = [
        (tether(0, n, 1.0), format!("particle must be < {n}, the number of particles, got {n}")),
        (tether(usize::MAX, 5, 1.0), format!("must be < {n}, the number of particles")),
        (tether(5, 5, 1.0), "must join two different particles, got 5 twice".to_owned()),
        (tether(0, 5, -1.0), "length must be finite and >= 0, got -1".to_owned()),
        (tether(0, 5, f32::NAN), "length must be finite and >= 0, got NaN".to_owned()),
        (tether(0, 5, f32::INFINITY), "length must be finite and >= 0, got inf".to_owned()),
        (tether(7, 5, 1.0), "inverse mass of the anchor must be 0, got".to_owned()),
        (tether(0, 20, 1.0), "inverse mass of the particle must be > 0, got 0".to_owned()),
    ];
    for (bad, rule) in cases {
        let error = solver.add_tether(bad).unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("tether {count}: ")) && error.contains(&rule),
            "{error}"
        );
    }
    assert!(solver.network() == before);
    solver.pin(5);
    assert!(solver.add_tether(tether(0, 5, 1.0)).is_err(), "it is fixed now");
    solver.release(0, 1.0).unwrap();
    assert!(solver.add_tether(tether(0, 6, 1.0)).is_err(), "it is dynamic now");
    solver.add_tether(tether(5, 6, 0.0)).unwrap();
    solver.add_tether(tether(5, 0, f32::MAX)).unwrap();
    (0..9).for_each(|_| solver.step(FRAME));
    assert!(solver.particles().all(|p| p.position.iter().all(|c| c.abs() < 9.0)));
    let edge = Edge::new(5, 0, 2.0);
    assert!(solver.add_edge(edge).is_ok(), "a tether is no edge");
}
