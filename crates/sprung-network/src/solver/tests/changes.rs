//! Layout, tethers and elements of a running solver after changes.

use alloc::vec::Vec;

use sprung::SpringMode;

use crate::shapes::{Cloth, rope};
use crate::{Drag, Edge, Environment, Fabric, Network, Particle, Settings, Solver, Tether, Weave};

const FRAME: f32 = 1.0 / 60.0;

fn step(solver: &mut Solver, frames: usize) {
    (0..frames).for_each(|_| solver.step(FRAME));
}

fn distance(solver: &Solver, a: usize, b: usize) -> f32 {
    crate::geometry::vector::distance(solver.position(a), solver.position(b))
}

/// Ropes that hang from particle 0, in blocks of chains that each have a copy of it.
fn ropes() -> Network {
    let mut net = rope([0.0; 3], [1.0, -0.5, 0.0], 10, 0.5).unwrap();
    for (x, z) in [(-0.5, 0.7), (-0.5, -0.7)] {
        let first = net.append(&rope([0.0; 3], [x, -0.5, z], 10, 0.5).unwrap());
        net.edges.iter_mut().filter(|e| e.a == first).for_each(|e| e.a = 0);
        net.fix([first]);
    }
    net.fix([0]);
    net
}

#[test]
fn a_fixed_particle_is_moved_in_all_blocks_and_has_no_velocity() {
    let mut solver = Solver::new(&ropes(), Settings::default()).unwrap();
    solver.set_position(0, [0.0, 2.0, 0.0]).unwrap();
    solver.set_velocity(0, [1.0, 2.0, 3.0]).unwrap();
    assert_eq!(solver.velocity(0), [0.0; 3]);
    step(&mut solver, 1);
    assert_eq!((solver.position(0), solver.velocity(0)), ([0.0, 2.0, 0.0], [0.0; 3]));
    for edge in solver.edges().to_vec().iter().filter(|edge| edge.a == 0) {
        let length = distance(&solver, 0, edge.b);
        assert!((length / edge.rest_length - 1.0).abs() < 0.01, "{length}");
    }
}

#[test]
fn a_released_particle_is_fixed_in_no_block() {
    let mut solver = Solver::new(&ropes(), Settings::default()).unwrap();
    let fixed = |solver: &Solver, particle: u32| {
        let blocks = solver.partition.blocks.iter().flat_map(|block| &block.kinematic);
        blocks.filter(|held| held.particle == particle).count()
    };
    assert!(fixed(&solver, 0) > 1, "{}", fixed(&solver, 0));
    solver.release(0, 0.1).unwrap();
    assert_eq!(fixed(&solver, 0), 0);
    // An edge that has moved stays where it is from then on.
    let count = solver.edges().len();
    let places = solver.partition.places(count);
    for _ in 0..5 {
        solver.pin(0);
        assert_eq!(fixed(&solver, 0), 1);
        solver.release(0, 0.1).unwrap();
    }
    assert_eq!(solver.partition.places(count), places);
}

#[test]
fn an_edge_of_two_released_particles_moves_once() {
    let mut net = Network::default();
    for [x, z] in [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]] {
        net.add_particle(Particle::new([x, 0.0, z], 1.0));
    }
    [[0, 1], [1, 2], [2, 3], [3, 0]].into_iter().for_each(|[a, b]| _ = net.connect(a, b));
    net.fix([0, 1]);
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let place = |solver: &mut Solver| solver.partition.places(4).swap_remove(0);
    let before = place(&mut solver);
    solver.release(0, 1.0).unwrap();
    let after = place(&mut solver);
    assert_ne!(after, before);
    solver.release(1, 1.0).unwrap();
    assert_eq!(place(&mut solver), after);
}

/// Dynamic particles at 1, 2, … and posts at −1, −2, …, in a net without edges or gravity.
fn posts() -> Solver {
    let mut net = Network::default();
    for x in 1..7 {
        net.add_particle(Particle::new([x as f32, 0.0, 0.0], 1.0));
    }
    for x in 1..4 {
        net.add_particle(Particle::fixed([-x as f32, 0.0, 0.0]));
    }
    let environment = Environment::ZERO_G;
    Solver::new(&net, Settings { environment, ..Settings::default() }).unwrap()
}

fn add_tether(solver: &mut Solver, [anchor, particle]: [usize; 2], length: f32) {
    solver.add_tether(Tether { anchor, particle, length }).unwrap();
}

#[test]
fn tethers_are_found_by_their_ends() {
    let mut solver = posts();
    let check = |solver: &mut Solver| {
        let all = solver.tethers.clone();
        for p in 0..solver.len() {
            let expected: Vec<usize> =
                (0..all.len()).filter(|&i| [all[i].anchor, all[i].particle].contains(&p)).collect();
            let found: Vec<usize> = solver.changes().tethers_of(p).collect();
            assert_eq!(found, expected, "particle {p}");
        }
    };
    for ends in [[7, 3], [6, 5], [8, 0], [6, 0], [7, 5], [8, 5], [6, 2], [7, 0], [8, 3]] {
        add_tether(&mut solver, ends, 9.0);
        check(&mut solver);
    }
    assert_eq!(solver.partition.anchors.len(), 3);
    for [anchor, particle] in [[8, 0], [6, 5], [7, 3]] {
        assert!(solver.remove_tether(anchor, particle));
        check(&mut solver);
        assert!(!solver.remove_tether(anchor, particle));
    }
}

#[test]
fn of_tethers_of_the_same_particles_the_shortest_holds() {
    for lengths in [[1.5, 2.5], [2.5, 1.5]] {
        let mut solver = posts();
        for length in lengths {
            add_tether(&mut solver, [6, 3], length);
            add_tether(&mut solver, [6, 4], length);
        }
        step(&mut solver, 1);
        for particle in [3, 4] {
            let length = distance(&solver, 6, particle);
            assert!((length - 1.5).abs() < 1e-5, "{lengths:?}: {length}");
        }
    }
}

#[test]
fn a_tether_that_pauses_does_so_when_others_are_added() {
    let mut solver = posts();
    add_tether(&mut solver, [6, 3], 2.0);
    add_tether(&mut solver, [7, 4], 2.0);
    solver.release(6, 1.0).unwrap();
    add_tether(&mut solver, [7, 5], 2.0);
    step(&mut solver, 1);
    assert_eq!(solver.position(3), [4.0, 0.0, 0.0]);
    for particle in [4, 5] {
        let length = distance(&solver, 7, particle);
        assert!((length - 2.0).abs() < 1e-5, "{length}");
    }
    // A removed particle has no tethers.
    solver.remove_particle(7);
    step(&mut solver, 1);
    assert_eq!(solver.components.adjacent_to(7).count(), 0);
}

#[test]
fn an_edge_that_is_added_and_acts_one_way_is_relaxed_in_every_sub_step() {
    let stiff = Cloth::new(4, 4, 0.1, 1.0).build().unwrap();
    for (mode, rarely) in [
        (SpringMode::TwoWay, true),
        (SpringMode::TensionOnly, false),
        (SpringMode::CompressionOnly, false),
    ] {
        let settings = Settings { line_solver: false, ..Settings::default() };
        let mut solver = Solver::new(&stiff, settings).unwrap();
        step(&mut solver, 1);
        assert!(solver.relaxes_rarely);
        solver.add_edge(Edge::new(0, 15, 0.5).with_mode(mode)).unwrap();
        solver.add_edge(Edge::new(0, 14, 0.5)).unwrap();
        for dt in [FRAME, 0.5 * FRAME] {
            solver.step(dt);
            assert_eq!(solver.relaxes_rarely, rarely, "{mode:?} {dt}");
        }
    }
}

#[test]
fn a_triangle_of_fabric_without_edges_goes_with_its_particle() {
    let mut net = Network::default();
    for at in [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]] {
        net.add_particle(Particle::new([at[0], at[1], 0.0], 1.0));
    }
    let soft = Weave::membrane(30.0, 1e-3);
    let triangles = [[0, 1, 2], [0, 2, 3]];
    net.add_fabric(&triangles, [1.0, 0.0, 0.0], Weave::new(soft, soft, soft)).unwrap();
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    solver.remove_particle(1);
    let whole: Vec<Fabric> = solver.network().fabrics;
    assert_eq!(whole.iter().flat_map(|of| of.triangles.clone()).collect::<Vec<_>>(), [[0, 2, 3]]);
}

#[test]
fn another_particle_is_dragged_to_the_same_goal() {
    let mut solver = posts();
    let goal = [0.0, 1.0, 0.0];
    for particle in [0, 1] {
        let before = solver.position(particle);
        solver.set_drags(&[Drag::new(particle, goal, 4.0, 0.5).unwrap()]).unwrap();
        step(&mut solver, 2);
        assert_ne!(solver.position(particle), before, "{particle}");
    }
}

#[test]
fn the_wind_does_not_reach_a_triangle_that_has_torn() {
    let mut net = Network::default();
    for at in [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]] {
        net.add_particle(Particle::new([at[0], at[1], 0.0], 1.0));
    }
    for (a, b) in [(0, 1), (1, 2), (2, 0), (2, 3), (3, 0)] {
        net.connect(a, b);
    }
    net.add_aero_surface(&[[0, 1, 2], [0, 2, 3]]).unwrap();
    let environment = Environment { wind: [0.0, 0.0, 9.0], ..Environment::ZERO_G };
    let mut solver = Solver::new(&net, Settings { environment, ..Settings::default() }).unwrap();
    [3, 4].into_iter().for_each(|edge| solver.remove_edge(edge));
    step(&mut solver, 5);
    assert_eq!(solver.position(3), [0.0, 1.0, 0.0]);
    assert!((0..3).all(|p| solver.position(p)[2] > 0.0));
}
