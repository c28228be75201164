//! Islands of a network sleep and wake each by itself.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung_network::shapes::{Cloth, lattice_with_cells, rope, sphere, tree};
use sprung_network::{
    AeroCoefficients, Collider, Drag, Edge, Environment, Forces, Network, Particle, Settings,
    Shape, SkinConstraint, SkinTarget, Solver, Stiffness, VolumeContent, Weave,
};
use testkit::random::Random;

const FRAME: f32 = 1.0 / 60.0;

fn settings() -> Settings {
    let environment = Environment { drag: 2.0, ..Environment::default() };
    Settings { environment, sleep_speed: 0.02, ..Settings::default() }
}

/// A network at a place, with its first particle fixed.
fn hung(mut net: Network, x: f32) -> Network {
    net.particles.iter_mut().for_each(|p| p.position[0] += x);
    net.rest_shape.iter_mut().for_each(|at| at[0] += x);
    net.fix([0]);
    net
}

/// One island of each kind of element and of each way of solving.
fn kinds() -> Vec<Network> {
    let soft = Stiffness::from_frequency(6.0, 1.0).unwrap();
    let points: Vec<_> = (0..13).map(|i| [0.1 * (i % 4) as f32, -0.1 * i as f32, 0.0]).collect();
    let parents: Vec<_> = (0..13_usize).map(|i| i.saturating_sub(1) / 2).collect();
    let sheet = Cloth::new(9, 8, 0.1, 0.5);
    let mut woven = sheet.build().unwrap();
    woven.fix(sheet.corners());
    woven.add_long_range_attachments();
    let small = Cloth::new(4, 5, 0.1, 0.2).with_shear(soft);
    let mut fabric = small.build().unwrap();
    fabric.add_fabric(&small.triangles(), [1.0, 0.0, 0.0], Weave::new(soft, soft, soft)).unwrap();
    fabric.add_hinges(&small.triangles(), soft).unwrap();
    fabric.add_aero_surface(&small.triangles()).unwrap();
    fabric.skin_constraints.push(SkinConstraint::new(7, 0.3));
    let mut jelly = lattice_with_cells([3; 3], 0.1, 1.0).unwrap();
    jelly.edges.iter_mut().for_each(|edge| edge.stiffness = soft);
    let mut ball = sphere(0.3, 6, 0.5).unwrap();
    let triangles = ball.surface.triangles.clone();
    ball.add_volume(&triangles).unwrap();
    ball.edges.iter_mut().for_each(|edge| edge.stiffness = soft);
    let string = || rope([0.0; 3], [0.0, -1.0, 0.0], 8, 0.5).unwrap();
    let shrub = tree(&points, &parents, 0.1).unwrap();
    [string(), string(), shrub.clone(), shrub, woven, fabric, jelly, ball]
        .into_iter()
        .enumerate()
        .map(|(i, net)| hung(net, 3.0 * i as f32))
        .collect()
}

fn joined(nets: &[Network]) -> (Network, Vec<core::ops::Range<usize>>) {
    let mut all = Network::default();
    let ranges = nets.iter().map(|net| {
        let first = all.append(net);
        first..first + net.particles.len()
    });
    let ranges = ranges.collect();
    (all, ranges)
}

fn places(solver: &Solver, of: core::ops::Range<usize>) -> Vec<[f32; 3]> {
    of.map(|p| solver.position(p)).collect()
}

fn sleeps(solver: &Solver, of: &core::ops::Range<usize>) -> bool {
    of.clone().filter(|&p| !solver.is_fixed(p)).all(|p| solver.is_particle_asleep(p))
}

/// Steps until all islands but the first sleep; the first is swung.
fn until_others_sleep(solver: &mut Solver, ranges: &[core::ops::Range<usize>]) {
    for frame in 0..3000 {
        let push = if frame % 20 < 10 { 0.01 } else { -0.01 };
        solver.apply_impulse(ranges[0].end - 1, [push, 0.0, 0.0]);
        solver.step(FRAME);
        if ranges[1..].iter().all(|of| sleeps(solver, of)) {
            assert!(!solver.is_asleep() && !sleeps(solver, &ranges[0]));
            return;
        }
    }
    let awake: Vec<_> = (0..ranges.len()).filter(|&i| !sleeps(solver, &ranges[i])).collect();
    panic!("islands {awake:?} do not fall asleep");
}

/// Pushes one island after the other, in turns of 187 frames; returns which is pushed now, and the impulse, N·s.
fn pushes(frame: usize) -> Option<(usize, [f32; 3])> {
    let turn = frame % 187;
    (frame > 400 && turn.is_multiple_of(23) && turn / 23 < 8)
        .then(|| (turn / 23, [0.02, 0.01, 0.05]))
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

type Act = fn(&mut Solver, usize);

/// Whatever acts on one island wakes this one and no other.
#[test]
fn every_act_wakes_its_island_alone() {
    let (all, ranges) = joined(&kinds());
    let mut settled = Solver::new(&all, settings()).unwrap();
    settled
        .set_drags(&[Drag::new(ranges[1].start + 4, [3.0, -0.5, 0.0], 2.0, 0.1).unwrap()])
        .unwrap();
    until_others_sleep(&mut settled, &ranges);
    // The index of the island, and of a particle of it.
    let acts: &[(&str, usize, Act)] = &[
        ("impulse", 1, |s, p| s.apply_impulse(p, [0.1, 0.0, 0.0])),
        ("velocity", 2, |s, p| s.set_velocity(p, [0.1, 0.0, 0.0]).unwrap()),
        ("position", 3, |s, p| s.set_position(p, [0.0; 3]).unwrap()),
        ("mass", 4, |s, p| s.set_mass(p, 0.3).unwrap()),
        ("pin", 4, |s, p| s.pin(p)),
        ("fixed position", 2, |s, p| s.set_position(p - 2, [6.0, 0.1, 0.0]).unwrap()),
        ("kinematic target", 2, |s, p| s.set_kinematic_target(p - 2, [6.0, 0.1, 0.0])),
        ("release", 2, |s, p| s.release(p - 2, 0.1).unwrap()),
        ("stiffness", 1, |s, p| {
            let edge = edge_of(s, p);
            s.set_stiffness(edge, Stiffness::from_frequency(5.0, 0.5).unwrap()).unwrap();
        }),
        ("tear force", 1, |s, p| s.set_tear_force(edge_of(s, p), 1e-9).unwrap()),
        ("removed edge", 1, |s, p| s.remove_edge(edge_of(s, p))),
        ("added edge", 1, |s, p| {
            s.add_edge(Edge::new(p, p + 4, 0.1)).unwrap();
        }),
        ("removed particle", 4, |s, p| s.remove_particle(p)),
        ("drag", 2, |s, p| {
            let mut drags = vec![Drag::new(p, [0.0; 3], 1.0, 0.1).unwrap()];
            drags.push(Drag::new(p_of_drag(s), [3.0, -0.5, 0.0], 2.0, 0.1).unwrap());
            s.set_drags(&drags).unwrap();
        }),
        ("moved drag", 1, |s, _| {
            s.set_drags(&[Drag::new(p_of_drag(s), [3.1, -0.5, 0.0], 2.0, 0.1).unwrap()]).unwrap();
        }),
        ("no drag", 1, |s, _| s.set_drags(&[]).unwrap()),
        ("wind", 5, |s, _| s.set_wind_field(|_| [0.0, 0.0, 3.0]).unwrap()),
        ("air", 5, |s, _| {
            let heavy = AeroCoefficients { density: 9.0, ..AeroCoefficients::default() };
            s.set_aero_coefficients(0, heavy).unwrap();
        }),
        ("weave", 5, |s, _| {
            let soft = Stiffness::from_frequency(2.0, 1.0).unwrap();
            s.set_weave(0, Weave::new(soft, soft, soft)).unwrap();
        }),
        ("cut", 5, |s, _| s.remove_fabric_triangle(0, 3)),
        ("hinge", 5, |s, _| s.set_hinge(0, 1.0, Stiffness::RIGID).unwrap()),
        ("skin", 5, |s, _| {
            let target = SkinTarget { position: [15.5, 0.0, 0.3], normal: [0.0; 3] };
            s.set_skin_targets(&[target]).unwrap();
        }),
        ("cell", 6, |s, _| s.set_cell(0, 0.001, Stiffness::RIGID).unwrap()),
        ("content", 7, |s, _| {
            s.set_content(0, VolumeContent::Incompressible { volume: 0.2 }).unwrap();
        }),
    ];
    for &(name, island, act) in acts {
        let mut solver = settled.clone();
        let awake = |solver: &Solver| -> Vec<usize> {
            (0..ranges.len()).filter(|&i| !sleeps(solver, &ranges[i])).collect()
        };
        assert_eq!(awake(&solver), [0], "{name}");
        let before = places(&solver, ranges[island].clone());
        act(&mut solver, ranges[island].start + 2);
        if !["pin", "removed particle", "release", "removed edge"].contains(&name) {
            assert_eq!(awake(&solver), [0, island], "{name}");
        }
        let others: Vec<_> = (1..ranges.len()).filter(|&i| i != island).collect();
        for _ in 0..10 {
            solver.step(FRAME);
            assert!(others.iter().all(|&i| sleeps(&solver, &ranges[i])), "{name}");
        }
        assert!(before != places(&solver, ranges[island].clone()), "{name}: it moves");
    }
    let all_wake: &[(&str, fn(&mut Solver))] = &[
        ("gravity", |s| {
            s.set_environment(Environment { gravity: [0.0, -5.0, 0.0], ..settings().environment })
                .unwrap();
        }),
        ("colliders", |s| {
            let far = Shape::Sphere { center: [0.0, 90.0, 0.0], radius: 1.0 };
            s.set_colliders(&[Collider::new(far)]).unwrap();
        }),
        ("rebuild", |s| s.rebuild()),
        ("tethers", |s| s.remove_tethers()),
    ];
    for (name, act) in all_wake {
        let mut solver = settled.clone();
        act(&mut solver);
        assert_eq!(solver.awake_island_count(), solver.island_count(), "{name}");
        (0..10).for_each(|_| solver.step(FRAME));
        assert_eq!(solver.awake_island_count(), solver.island_count(), "{name}");
    }
    let nothing: &[(&str, fn(&mut Solver))] = &[
        ("the same environment", |s| s.set_environment(settings().environment).unwrap()),
        ("the same colliders", |s| s.set_colliders(&[]).unwrap()),
        ("a target where it is", |s| s.set_kinematic_target(9, s.position(9))),
        ("no change of wind", |s| s.set_wind_field(|_| [0.0; 3]).unwrap()),
        ("a new particle", |s| {
            s.add_particle(Particle::new([0.0; 3], 1.0)).unwrap();
        }),
    ];
    for (name, act) in nothing {
        let mut solver = settled.clone();
        act(&mut solver);
        solver.step(FRAME);
        assert!(ranges[1..].iter().all(|of| sleeps(&solver, of)), "{name}");
    }
}

fn edge_of(solver: &Solver, p: usize) -> usize {
    solver.edges().iter().position(|edge| edge.a == p || edge.b == p).unwrap()
}

/// The particle that is dragged from the start.
fn p_of_drag(_: &Solver) -> usize {
    13
}

/// An edge between two islands that sleep wakes both, and they are one from then on.
#[test]
fn an_edge_joins_two_islands() {
    let kinds = kinds();
    let (all, ranges) = joined(&[0, 1, 6].map(|i| kinds[i].clone()));
    let mut solver = Solver::new(&all, settings()).unwrap();
    until_others_sleep(&mut solver, &ranges);
    let [a, b] = [ranges[1].end - 1, ranges[2].end - 1];
    solver.add_edge(Edge::new(a, b, 2.0)).unwrap();
    assert!(!solver.is_particle_asleep(a) && !solver.is_particle_asleep(b));
    assert_eq!(solver.island_count(), 3);
    solver.step(FRAME);
    assert_eq!(solver.island_count(), 2);
    let before = solver.position(a);
    (0..30).for_each(|_| solver.step(FRAME));
    assert!(solver.position(a)[0] > before[0] + 0.01);
}

/// A ball of a collider on its way wakes what it hits, when it does; the floor that goes away lets fall what lies on it.
#[test]
fn moving_colliders_wake_what_they_touch() {
    let (mut all, mut ranges) = joined(&kinds()[..4]);
    let first = all.append(&rope([20.0, -1.9, 0.0], [21.0, -1.9, 0.0], 5, 0.5).unwrap());
    ranges.push(first..first + 6);
    let mut solver = Solver::new(&all, settings()).unwrap();
    let floor = |y: f32| Shape::Plane { point: [0.0, y, 0.0], normal: [0.0, 1.0, 0.0] };
    let bat = |x: f32, radius: f32| Shape::Sphere { center: [x, -0.5, 0.0], radius };
    let place = Collider::new(floor(-2.0)).with_friction(0.5);
    solver.set_colliders(&[place, Collider::new(bat(1.5, 0.2))]).unwrap();
    until_others_sleep(&mut solver, &ranges);
    let awake = |solver: &Solver| -> Vec<usize> {
        (1..ranges.len()).filter(|&i| !sleeps(solver, &ranges[i])).collect()
    };
    let mut x = 1.5;
    while awake(&solver).is_empty() {
        x += 0.02;
        solver.move_collider(1, bat(x, 0.2)).unwrap();
        solver.step(FRAME);
    }
    // The rope hangs at x = 3.
    assert!((2.75..2.85).contains(&x), "{x}");
    assert_eq!(awake(&solver), [1]);
    until_others_sleep(&mut solver, &ranges);
    let mut grown = solver.clone();
    grown.move_collider(1, bat(x, 1.0)).unwrap();
    grown.step(FRAME);
    assert_eq!(awake(&grown), [1], "it becomes larger");
    let mut still = solver.clone();
    still.move_collider(1, bat(x, 0.2)).unwrap();
    still.step(FRAME);
    assert!(awake(&still).is_empty(), "it goes to where it is");
    solver.move_collider(0, floor(-2.01)).unwrap();
    solver.step(FRAME);
    assert_eq!(awake(&solver), [4], "what lies on the floor");
    (0..5).for_each(|_| solver.step(FRAME));
    assert!(solver.position(first + 2)[1] < -2.005);
    // What a slow belt takes along does not sleep, nor jumps at a moment of sleep.
    let belt = Collider::new(floor(-2.0)).with_friction(0.9).with_velocity([0.01, 0.0, 0.0]);
    solver.set_colliders(&[belt]).unwrap();
    (0..300).for_each(|_| solver.step(FRAME));
    assert_eq!(awake(&solver), [4]);
}

/// Random networks with random acts: what no act and nothing joined to it has reached sleeps on where it is, and what one has
/// reached is awake. The joined particles are found by search over the edges.
#[test]
fn no_island_sleeps_that_something_acts_on_and_no_other_wakes() {
    let (mut slept, mut woke) = (0, 0);
    for seed in 0..400 {
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
