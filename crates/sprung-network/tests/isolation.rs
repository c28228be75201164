//! Unconnected parts of a network do not affect each other when one of them overflows or sleeps.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::{Cloth, hair, lattice, lattice_with_cells, rope, tree};
use sprung_network::{
    Drag, Edge, Environment, Forces, Network, Particle, Settings, Solver, Stiffness, Tether, Weave,
};

const FRAME: f32 = 1.0 / 60.0;

/// A rope, hair, trees, sheets of all sizes, with elements of all kinds, and jelly.
fn networks() -> Vec<(&'static str, Network)> {
    let points: Vec<[f32; 3]> =
        (0..60).map(|i| [0.1 * (i % 4) as f32, 0.2 * i as f32, 0.1]).collect();
    let branches: Vec<usize> = (0..60).map(|i| i / 2).collect();
    let locks: Vec<_> = (0..9).map(|i| ([0.1 * i as f32, 0.0, 0.0], [0.0, 0.1, 1.0])).collect();
    let free_shrub = tree(&points, &branches, 0.1).unwrap();
    let mut shrub = free_shrub.clone();
    shrub.fix([0]);
    let plain = Cloth::new(8, 12, 0.1, 1.0);
    let shear = Cloth::new(12, 12, 0.1, 1.0).with_shear(Stiffness::RIGID);
    let large = Cloth::new(40, 30, 0.1, 1.0).with_bend(Stiffness::per_step(0.1, 0.2));
    let mut woven = shear.build().unwrap();
    let triangles = shear.triangles();
    woven.add_aero_surface(&triangles).unwrap();
    woven.add_hinges(&triangles, Stiffness::from_frequency(3.0, 0.2).unwrap()).unwrap();
    let [soft, stiff] = [40.0, 1.0].map(|stiffness| Weave::membrane(stiffness, 1e-3));
    woven.add_fabric(&triangles, [1.0, 0.0, 0.0], Weave::new(soft, soft, stiff)).unwrap();
    let mut ropes = rope([0.0; 3], [1.0, 0.0, 0.2], 24, 1.0).unwrap();
    ropes.fix([0]);
    ropes.append(&rope([0.0, 1.0, 0.0], [1.0, 1.0, 0.2], 24, 1.0).unwrap());
    vec![
        ("ropes", ropes),
        ("hair", hair(&locks, 12, 1.0, 0.1).unwrap()),
        ("shrub", shrub),
        ("free shrub", free_shrub),
        ("plain", plain.build().unwrap()),
        ("shear", shear.build().unwrap()),
        ("large", large.build().unwrap()),
        ("woven", woven),
        ("jelly", lattice([4, 6, 4], 0.2, 3.0).unwrap()),
        ("cells", lattice_with_cells([4, 6, 4], 0.2, 3.0).unwrap()),
    ]
}

/// Extends a chain at a particle by two particles of the greatest mass. An edge of 1e15 m between them overflows.
fn burden(net: &mut Network, particle: usize, length: f32) {
    let position = net.particles[particle].position;
    let heavy = [0; 2].map(|_| net.add_particle(Particle::new(position, 1e30)));
    net.add_edge(Edge::new(particle, heavy[0], 0.0));
    net.add_edge(Edge::new(heavy[0], heavy[1], length));
}

/// The dynamic particles that are connected to one by edges, ascending.
fn component(net: &Network, of: usize, is_cut: impl Fn(&Edge) -> bool) -> Vec<usize> {
    let (mut is_in, mut next) = (vec![false; net.particles.len()], vec![of]);
    while let Some(particle) = next.pop() {
        if !net.particles[particle].is_fixed() && !std::mem::replace(&mut is_in[particle], true) {
            let edges = net.edges.iter().filter(|edge| !is_cut(edge));
            let own = edges.filter(|edge| edge.a == particle || edge.b == particle);
            next.extend(own.map(|edge| edge.a + edge.b - particle));
        }
    }
    (0..is_in.len()).filter(|&particle| is_in[particle]).collect()
}

#[test]
fn what_overflows_stays_within_the_part_that_was_cut_off() {
    let mut overflows = 0;
    for (name, net) in networks() {
        let count = net.particles.len();
        for (middle, lines) in [(count / 2, true), (count / 2, false), (count - 7, true)] {
            let is_cut =
                |edge: &Edge| edge.a.max(edge.b) < count && (edge.a < middle) != (edge.b < middle);
            for of in [count - 1, middle - 1] {
                let run = |length: f32| {
                    let mut net = net.clone();
                    burden(&mut net, of, length);
                    let settings = Settings { line_solver: lines, ..Settings::default() };
                    let mut solver = Solver::new(&net, settings).unwrap();
                    let cut = (0..).zip(&net.edges).filter(|(_, edge)| is_cut(edge));
                    cut.for_each(|(index, _)| solver.remove_edge(index));
                    let mut quarantined = Vec::new();
                    for _ in 0..3 {
                        solver.step(FRAME);
                        quarantined.extend(solver.quarantined());
                    }
                    quarantined.sort_unstable();
                    quarantined.dedup();
                    (solver, quarantined, component(&net, of, is_cut))
                };
                let case = format!("{name} cut at {middle}, with lines: {lines}, at {of}");
                let (harmless, none, _) = run(0.0);
                assert_eq!(none, [], "{case}");
                let (solver, quarantined, expected) = run(1e15);
                assert!(
                    quarantined.is_empty() || quarantined == expected,
                    "{case}: {quarantined:?}"
                );
                overflows += usize::from(!quarantined.is_empty());
                for p in (0..count).filter(|p| !expected.contains(p)) {
                    let [is, was] = [&solver, &harmless].map(|solver| solver.position(p));
                    let off = is.iter().zip(was).map(|(is, was)| (is - was).abs());
                    // Ropes side by side share their rounds.
                    assert!(off.fold(0.0, f32::max) < 1e-3, "{case}: {p}: {is:?}, not {was:?}");
                }
            }
        }
    }
    assert!(overflows >= 36, "{overflows}");
}

/// After the cause is removed, a component that has overflowed moves bit for bit as one that never did.
#[test]
fn what_overflowed_goes_on_as_if_it_had_not() {
    let none = Stiffness::per_step(0.0, 0.0);
    let mut overflows = Vec::new();
    for (name, mut net) in networks() {
        let of = net.particles.len() - 1;
        burden(&mut net, of, 1e15);
        let (count, cause) = (net.particles.len(), net.edges.len() - 1);
        let is_free = |&p: &usize| !net.particles[p].is_fixed();
        for (lines, fast) in [(true, false), (false, false), (true, true), (false, true)] {
            let settings = Settings { line_solver: lines, ..Settings::default() };
            let [mut once, mut never] = [0; 2].map(|_| Solver::new(&net, settings).unwrap());
            for p in (0..count).filter(is_free).filter(|_| fast) {
                once.set_mass(p, if p % 2 == 0 { 1e30 } else { 1e-30 }).unwrap();
                let speed = if p % 3 == 0 { 1e15 } else { -1e15 };
                once.set_velocity(p, [speed, 0.3 * speed, 0.0]).unwrap();
            }
            once.step(FRAME);
            let has_overflowed = once.quarantined().count() == component(&net, of, |_| false).len();
            for solver in [&mut once, &mut never] {
                solver.set_stiffness(cause, none).unwrap();
                for p in 0..count {
                    if is_free(&p) {
                        solver.set_mass(p, 0.1).unwrap();
                    }
                    solver.set_position(p, net.particles[p].position).unwrap();
                    solver.set_velocity(p, [0.0; 3]).unwrap();
                }
                (0..30).for_each(|_| solver.step(FRAME));
            }
            assert_eq!(once.quarantined().count(), 0, "{name}, lines: {lines}");
            if has_overflowed {
                overflows.push(name);
                assert!(once.particles().eq(never.particles()), "{name}, lines: {lines}, {fast}");
            }
        }
    }
    for name in ["shrub", "free shrub", "plain", "shear", "large", "woven", "jelly", "cells"] {
        assert!(overflows.contains(&name), "{name}: {overflows:?}");
    }
}

/// A solver of two copies of a network: the first sleeps, the second is kept awake by a particle above the sleep speed.
fn asleep(net: &Network, line_solver: bool, then: impl Fn(&mut Solver)) -> Solver {
    let mut both = net.clone();
    let mut other = net.clone();
    other.particles.iter_mut().for_each(|p| p.position[2] += 20.0);
    both.append(&other);
    let settings = Settings { line_solver, sleep_speed: 100.0, ..Settings::default() };
    let mut solver = Solver::new(&both, settings).unwrap();
    then(&mut solver);
    (0..50).for_each(|_| step(&mut solver));
    let sleeps = |&p: &usize| solver.is_particle_asleep(p) || both.particles[p].is_fixed();
    assert_eq!((0..net.particles.len()).find(|p| !sleeps(p)), None);
    solver
}

fn step(solver: &mut Solver) {
    solver.set_velocity(solver.len() - 1, [0.0, 0.0, 500.0]).unwrap();
    solver.step(FRAME);
}

#[test]
fn what_sleeps_stays_where_it_is_beside_what_moves() {
    for (name, net) in networks() {
        for lines in [true, false] {
            for drags in [false, true] {
                let count = net.particles.len();
                let goal = net.particles[count - 2].position.map(|c| c + 0.3);
                let mut solver = asleep(&net, lines, |solver| {
                    if drags {
                        solver.set_drags(&[Drag::new(count - 2, goal, 9.0, 0.1).unwrap()]).unwrap();
                    }
                });
                let places = |solver: &Solver| -> Vec<_> {
                    (0..count).map(|p| solver.position(p)).collect()
                };
                let before = places(&solver);
                for frame in 0..20 {
                    if frame == 7 {
                        solver.step_with_forces(FRAME, &mut Forces::default());
                    }
                    step(&mut solver);
                    assert_eq!(places(&solver), before, "{name}, lines: {lines}, {drags}, {frame}");
                }
                assert!(!solver.is_particle_asleep(solver.len() - 1), "{name}");
            }
        }
    }
}

/// A fixed particle in a sleeping block follows its kinematic target, alone and with an awake particle joined to it.
#[test]
fn what_is_fixed_is_led_beside_what_sleeps() {
    for (name, mut net) in networks() {
        let post = net.add_particle(Particle::fixed([0.0, 5.0, 0.0]));
        for lines in [true, false] {
            let mut solver = asleep(&net, lines, |_| {});
            let hung = solver.add_particle(Particle::new([0.0, 4.0, 0.0], 1.0)).unwrap();
            solver.add_edge(Edge::new(post, hung, 1.0)).unwrap();
            let count = net.particles.len() - 1;
            let places =
                |solver: &Solver| (0..count).map(|p| solver.position(p)).collect::<Vec<_>>();
            let before = places(&solver);
            for frame in 0..9 {
                let goal = [0.01 * frame as f32, 5.0, 0.0];
                solver.set_kinematic_target(post, goal);
                step(&mut solver);
                assert_eq!(solver.position(post), goal, "{name}, lines: {lines}, frame {frame}");
                let [a, b] = [post, hung].map(|p| solver.position(p));
                let length = (0..3).map(|c| (a[c] - b[c]).powi(2)).sum::<f32>().sqrt();
                assert!((length - 1.0).abs() < 0.01, "{name}: {length} m");
            }
            assert_eq!(places(&solver), before, "{name}, lines: {lines}");
        }
    }
}

/// A fixed particle that holds a sleeping island and a component that overflows stays in place.
#[test]
fn what_overflows_beside_what_sleeps_leaves_the_fixed_particle_where_it_is() {
    let mut fixed = 0;
    for (name, net) in networks() {
        let posts = (0..net.particles.len()).filter(|&p| net.particles[p].is_fixed());
        for (post, lines) in posts.flat_map(|post| [(post, true), (post, false)]) {
            let overflow = |solver: &mut Solver| {
                let place = solver.position(post);
                let heavy =
                    [0; 3].map(|_| solver.add_particle(Particle::new(place, 1e30)).unwrap());
                for (a, b) in [(post, 0), (heavy[0], 1), (heavy[1], 2), (heavy[0], 2), (post, 1)] {
                    solver.add_edge(Edge::new(a, heavy[b], 1e15)).unwrap();
                }
            };
            let mut solver = asleep(&net, lines, overflow);
            for frame in 0..3 {
                step(&mut solver);
                assert_eq!(solver.quarantined().count(), 3, "{name}");
                assert_eq!(solver.position(post), net.particles[post].position, "{name} {frame}");
                assert_eq!(solver.velocity(post), [0.0; 3], "{name}");
            }
            fixed += 1;
        }
    }
    assert!(fixed > 4);
}

type Change<'a> = &'a dyn Fn(&mut Solver);

/// An island that is woken moves in the next step, also if another island is awake.
#[test]
fn what_is_woken_moves_beside_what_moves() {
    for (name, net) in networks() {
        for lines in [true, false] {
            let particle = net.particles.len() - 2;
            let wake: [(&str, Change); 5] = [
                ("environment", &|solver| {
                    let environment =
                        Environment { wind: [9.0, 0.0, 0.0], drag: 1.0, ..Environment::default() };
                    solver.set_environment(environment).unwrap();
                }),
                ("velocity", &|solver| solver.set_velocity(particle, [0.0, 1.0, 0.0]).unwrap()),
                ("mass", &|solver| solver.set_mass(particle, 0.7).unwrap()),
                ("position", &|solver| {
                    let [x, y, z] = solver.position(particle);
                    solver.set_position(particle, [x, y + 0.1, z]).unwrap();
                }),
                ("tether", &|solver| {
                    let post = solver.add_particle(Particle::fixed([0.0; 3])).unwrap();
                    solver.add_tether(Tether { anchor: post, particle, length: 9.0 }).unwrap();
                }),
            ];
            for (cause, wake) in wake {
                let mut solver = asleep(&net, lines, |_| {});
                let before = solver.position(particle);
                wake(&mut solver);
                assert!(!solver.is_particle_asleep(particle), "{name}, {cause}");
                solver.step(FRAME);
                let after = solver.position(particle);
                assert_ne!(after, before, "{name}, lines: {lines}, {cause}");
            }
        }
    }
}
