//! Islands of a network sleep each by itself, and move as alone while they are awake.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod sleeping;

use sleeping::{FRAME, hung, joined, kinds, places, settings, sleeps, until_others_sleep};
use sprung_network::shapes::{Cloth, rope, tree};
use sprung_network::{
    Edge, Environment, Forces, Network, Particle, Settings, Solver, Stiffness, Weave,
};
use testkit::random::Random;

/// Pushes one island after the other, in turns of 187 frames; returns which is pushed now, and the impulse, N·s.
fn pushes(frame: usize) -> Option<(usize, [f32; 3])> {
    let turn = frame % 187;
    (frame > 400 && turn.is_multiple_of(23) && turn / 23 < 8)
        .then_some((turn / 23, [0.02, 0.01, 0.05]))
}

fn worst(a: &[[f32; 3]], b: &[[f32; 3]]) -> f32 {
    let pairs = a.as_flattened().iter().zip(b.as_flattened());
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

/// Ropes and trees move as the same networks do alone, until they sleep and once they have been woken, to rounding: side by
/// side they are solved in as many rounds as the worst of them needs.
#[test]
fn each_island_moves_as_a_network_alone() {
    moves_as_networks_alone(&kinds()[..4], settings());
    // Cloth of rigid edges, which makes up for lasting loads.
    let sheet = |i: usize| hung(Cloth::new(7, 6, 0.1, 0.5).build().unwrap(), 3.0 * i as f32);
    let settings = Settings { line_solver: false, ..settings() };
    moves_as_networks_alone(&[0, 1, 2, 3].map(sheet), settings);
}

fn moves_as_networks_alone(nets: &[Network], settings: Settings) {
    let (all, ranges) = joined(nets);
    let mut solver = Solver::new(&all, settings).unwrap();
    let mut alone: Vec<_> = nets.iter().map(|net| Solver::new(net, settings).unwrap()).collect();
    let (mut slept, mut moved) = (0, 0);
    for frame in 0..1500 {
        if let Some((i, impulse)) = pushes(frame).filter(|push| push.0 < 4) {
            solver.apply_impulse(ranges[i].end - 1, impulse);
            alone[i].apply_impulse(ranges[i].len() - 1, impulse);
        }
        solver.step(FRAME);
        for (i, of) in ranges.iter().enumerate() {
            alone[i].step(FRAME);
            let asleep = sleeps(&solver, of);
            slept += usize::from(asleep);
            moved += usize::from(!asleep && frame > 400);
            let worst = worst(&places(&solver, of.clone()), &places(&alone[i], 0..of.len()));
            assert!(worst < 2e-4, "island {i}, frame {frame}: {worst} m");
        }
    }
    assert!(slept > 300 && moved > 500, "{slept} {moved}");
}

/// What is awake moves as if what sleeps were stepped and then put back to where it was: by a solver that never sleeps.
#[test]
fn what_is_awake_moves_as_if_nothing_were_left_out() {
    for line_solver in [true, false] {
        let (all, ranges) = joined(&kinds());
        let settings = Settings { line_solver, ..settings() };
        let mut solver = Solver::new(&all, settings).unwrap();
        let mut brute = Solver::new(&all, Settings { sleep_speed: 0.0, ..settings }).unwrap();
        let (mut slept, mut moved) = (0, 0);
        for frame in 0..1500 {
            if let Some((i, impulse)) = pushes(frame) {
                solver.apply_impulse(ranges[i].end - 1, impulse);
                brute.apply_impulse(ranges[i].end - 1, impulse);
            }
            solver.step(FRAME);
            brute.step(FRAME);
            for p in 0..all.particles.len() {
                let place = solver.position(p);
                if solver.is_particle_asleep(p) {
                    slept += 1;
                    brute.set_position(p, place).unwrap();
                    brute.set_velocity(p, [0.0; 3]).unwrap();
                } else {
                    moved += usize::from(frame > 400);
                    let worst = worst(&[place], &[brute.position(p)]);
                    // In the one that never sleeps, what makes up for lasting loads of woven cloth goes on.
                    let most = if ranges[4].contains(&p) { 1e-2 } else { 1e-3 };
                    assert!(worst < most, "{line_solver}, {p}, frame {frame}: {worst} m");
                }
            }
        }
        assert!(slept > 50_000 && moved > 100_000, "{slept} {moved}");
    }
}

#[test]
fn what_sleeps_stays_where_it_is_while_others_move() {
    let (all, ranges) = joined(&kinds());
    let mut solver = Solver::new(&all, settings()).unwrap();
    until_others_sleep(&mut solver, &ranges);
    let others = ranges[1].start..all.particles.len();
    let before = places(&solver, others.clone());
    for frame in 0..600 {
        let push = if frame % 20 < 10 { 0.01 } else { -0.01 };
        solver.apply_impulse(ranges[0].end - 1, [push, 0.0, 0.0]);
        let last = solver.position(ranges[0].end - 1);
        solver.step(FRAME);
        assert_ne!(solver.position(ranges[0].end - 1), last, "it swings");
        assert!(before == places(&solver, others.clone()), "frame {frame}");
        assert!(others.clone().all(|p| solver.velocity(p) == [0.0; 3]));
    }
    assert_eq!(solver.awake_island_count(), 1);
    // Without pushes the whole network sleeps.
    (0..600).for_each(|_| solver.step(FRAME));
    assert!(solver.is_asleep() && solver.awake_island_count() == 0);
}

/// Random networks with random acts: what no act and nothing joined to it has reached sleeps on where it is, and what one has
/// reached is awake. The joined particles are found by search over the edges.
#[test]
fn no_island_sleeps_that_something_acts_on_and_no_other_wakes() {
    let (mut slept, mut woke) = (0, 0);
    for seed in 0..2000 {
        let random = &mut Random::new(seed);
        let mut net = Network::default();
        for i in 0..2 + random.index(30) {
            let at = [3.0 * i as f32, 0.0, 0.0];
            let links = 1 + random.index(6);
            let part = match random.index(4) {
                0 => rope(at, [at[0], -1.0, 0.0], links, 0.2).unwrap(),
                1 => Cloth::new(1 + links, 3, 0.2, 0.2).build().unwrap(),
                2 => Cloth::new(9, 8, 0.1, 0.2).build().unwrap(),
                _ => {
                    let points: Vec<_> = (0..=links).map(|k| [0.0, -0.2 * k as f32, 0.0]).collect();
                    let parents: Vec<_> =
                        (0..=links).map(|k: usize| k.saturating_sub(1) / 2).collect();
                    tree(&points, &parents, 0.05).unwrap()
                }
            };
            net.append(&hung(part, at[0]));
        }
        let line_solver = random.index(2) == 0;
        let environment = Environment { drag: 20.0, ..Environment::default() };
        let settings = Settings { substeps: 2, line_solver, environment, sleep_speed: 0.05 };
        let mut solver = Solver::new(&net, settings).unwrap();
        let mut forces = Forces::default();
        for _ in 0..150 {
            let count = solver.len();
            let asleep: Vec<bool> = (0..count).map(|p| solver.is_particle_asleep(p)).collect();
            let before = places(&solver, 0..count);
            let mut reached = vec![false; count];
            if random.index(8) == 0 {
                let p = random.index(count);
                let [x, y, z] = solver.position(p);
                reach(&solver, p, &mut reached);
                let was_asleep = (0..count).any(|p| reached[p] && asleep[p]);
                woke += usize::from(was_asleep);
                match random.index(7) {
                    0 => solver.set_position(p, [x, y + 0.1, z]).unwrap(),
                    1 if solver.is_fixed(p) => solver.set_kinematic_target(p, [x, y + 0.1, z]),
                    1 => solver.set_mass(p, 0.2).unwrap(),
                    2 if !solver.is_fixed(p) => solver.set_velocity(p, [0.1, 0.2, 0.3]).unwrap(),
                    3 => solver.release(p, 0.1).unwrap(),
                    4 => {
                        let q = random.index(count);
                        reach(&solver, q, &mut reached);
                        let _ = solver.add_edge(Edge::new(p, q, 1.0));
                    }
                    5 => solver.pin(p),
                    6 => {
                        let mut edges = (0..solver.edges().len()).filter(|&e| {
                            let Edge { a, b, .. } = solver.edges()[e];
                            a == p || b == p
                        });
                        edges.next().into_iter().for_each(|edge| solver.remove_edge(edge));
                    }
                    _ => {}
                }
            }
            if random.index(4) == 0 {
                solver.step_with_forces(FRAME, &mut forces);
            } else {
                solver.step(FRAME);
            }
            for p in (0..count).filter(|&p| asleep[p] && !reached[p]) {
                assert!(
                    solver.position(p) == before[p],
                    "seed {seed}: {p} moves in its sleep, {:?} {:?} {:?} fixed {}",
                    solver.position(p),
                    before[p],
                    solver.velocity(p),
                    solver.is_fixed(p)
                );
                assert_eq!(solver.velocity(p), [0.0; 3], "seed {seed}: {p}");
                assert!(
                    solver.is_particle_asleep(p) || solver.is_fixed(p),
                    "seed {seed}: {p} wakes"
                );
                slept += 1;
            }
        }
    }
    assert!(slept > 100_000 && woke > 500, "{slept} {woke}");
}

/// Marks what hangs together with a particle, across edges that have not torn; a fixed one is passed only from itself.
fn reach(solver: &Solver, from: usize, reached: &mut [bool]) {
    let mut open = vec![from];
    while let Some(p) = open.pop() {
        if core::mem::replace(&mut reached[p], true) || (solver.is_fixed(p) && p != from) {
            continue;
        }
        for (index, edge) in solver.edges().iter().enumerate() {
            if !solver.is_torn(index) && (edge.a == p || edge.b == p) {
                open.push(edge.a + edge.b - p);
            }
        }
    }
}

type AddElement<'a> = &'a dyn Fn(&mut Network);

/// Two particles at a fixed edge are one island by what joins them.
#[test]
fn elements_join_islands() {
    let places: [[f32; 3]; 4] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let triangles = [[0, 1, 2], [1, 0, 3]];
    let closed = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    let thread = Weave::membrane(30.0, 1e-3);
    let elements: [(&str, AddElement); 7] = [
        ("edges", &|_| {}),
        ("edge", &|net| _ = net.connect(2, 3)),
        ("hinge", &|net| _ = net.add_hinges(&triangles, Stiffness::RIGID).unwrap()),
        ("air", &|net| _ = net.add_aero_surface(&[[1, 2, 3]]).unwrap()),
        ("fabric", &|net| {
            let weave = Weave::new(thread, thread, thread);
            _ = net.add_fabric(&[[1, 2, 3]], [1.0, 0.0, 0.0], weave).unwrap();
        }),
        ("cell", &|net| _ = net.add_cells(&[[0, 1, 2, 3]], Stiffness::RIGID).unwrap()),
        ("volume", &|net| _ = net.add_volume(&closed).unwrap()),
    ];
    for (name, add) in elements {
        let mut net = Network::default();
        for place in places {
            net.add_particle(Particle::new(place, 1.0));
        }
        net.fix([0, 1]);
        for [a, b] in [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3]] {
            net.connect(a, b);
        }
        add(&mut net);
        let weightless = Settings { environment: Environment::ZERO_G, ..settings() };
        let mut solver = Solver::new(&net, weightless).unwrap();
        let islands = if name == "edges" { 2 } else { 1 };
        assert_eq!(solver.island_count(), islands, "{name}");
        // A fixed particle that is led wakes all that it is joined to.
        solver.pin(3);
        (0..120).for_each(|_| solver.step(FRAME));
        assert!(solver.is_particle_asleep(2), "{name}");
        solver.set_kinematic_target(3, [0.0, 0.3, 0.9]);
        assert_eq!(solver.is_particle_asleep(2), name == "edges", "{name}");
    }
}

/// A step that measures forces gives those of what sleeps too, and moves nothing of it.
#[test]
fn forces_hold_what_sleeps() {
    let (all, ranges) = joined(&kinds()[..3]);
    let mut solver = Solver::new(&all, settings()).unwrap();
    until_others_sleep(&mut solver, &ranges);
    let before = places(&solver, ranges[1].clone());
    let mut forces = Forces::default();
    for _ in 0..30 {
        solver.step_with_forces(FRAME, &mut forces);
        let weight = 0.5 * 8.0 / 9.0 * 9.81;
        let hook = forces.reaction(ranges[1].start);
        assert!((hook[1] - weight).abs() < 0.02 * weight, "{hook:?} N, not {weight}");
        assert!(before == places(&solver, ranges[1].clone()) && sleeps(&solver, &ranges[1]));
    }
}

/// Falling asleep and waking add no energy.
#[test]
fn energy_does_not_grow_by_sleep() {
    for seed in 0..40 {
        let random = &mut Random::new(seed);
        // Not those that make up for lasting loads, which lifts them.
        let nets: Vec<_> =
            (0..4).map(|_| kinds().swap_remove([0, 1, 2, 3, 6][random.index(5)])).collect();
        let nets: Vec<_> = (0..).zip(nets).map(|(i, net)| hung(net, 30.0 * i as f32)).collect();
        let (all, ranges) = joined(&nets);
        let mut solver = Solver::new(&all, settings()).unwrap();
        let energy = |solver: &Solver| -> f64 {
            let of = |p: Particle| {
                let speed: f64 = p.velocity.iter().map(|&v| f64::from(v) * f64::from(v)).sum();
                (0.5 * speed + 9.81 * f64::from(p.position[1])) / f64::from(p.inverse_mass)
            };
            solver.particles().filter(|p| !p.is_fixed()).map(of).sum()
        };
        (0..600).for_each(|_| solver.step(FRAME));
        let start = energy(&solver);
        for frame in 0..300 {
            if frame % 50 == 0 {
                // No energy: the velocity is 0 as it was, or becomes so.
                let p = ranges[random.index(4)].end - 1;
                solver.set_velocity(p, [0.0; 3]).unwrap();
            }
            solver.step(FRAME);
            let now = energy(&solver);
            assert!(now < start + 2e-3, "seed {seed}, frame {frame}: {start} J, then {now} J");
        }
    }
}
