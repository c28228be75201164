//! Islands of a network wake by what acts on them, and by nothing else.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod sleeping;

use sleeping::{FRAME, joined, kinds, places, settings, sleeps, until_others_sleep};
use sprung_network::shapes::rope;
use sprung_network::{
    AeroCoefficients, Collider, Drag, Edge, Environment, Particle, Shape, SkinTarget, Solver,
    Stiffness, VolumeContent, Weave,
};

type Act = fn(&mut Solver, usize);
type ActOnAll = fn(&mut Solver);

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
    let all_wake: &[(&str, ActOnAll)] = &[
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
    let nothing: &[(&str, ActOnAll)] = &[
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
