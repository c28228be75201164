//! A step asks nothing of the allocator, whatever happens in it.
#![allow(clippy::unwrap_used, reason = "a test")]

use allocation_counter::measure;
use sprung_network::reference::{CoefficientLimit, JacobiSolver, SequentialImpulses, Variant};
use sprung_network::shapes::{Cloth, lattice, lattice_with_cells, rope};
use sprung_network::{
    Attachment, Body, BodyCollider, BodyCoupling, Collider, ContactSurface, Cuboid, Drag, Edge,
    Environment, Forces, Network, Particle, Settings, Shape, SkinConstraint, SkinTarget, Solver,
    SpringMode, Stiffness, Tether, Weave,
};

const FRAME: f32 = 1.0 / 60.0;

/// Ropes, woven cloth with tethers, jelly of which springs tear and springs act one way.
fn menagerie() -> Network {
    let mut net = rope([0.0, 3.0, 0.0], [2.0, 3.0, 0.0], 20, 1.0).unwrap();
    net.fix([0]);
    let sheet = Cloth::new(17, 12, 0.1, 1.0)
        .with_shear(Stiffness::per_step(0.2, 0.2))
        .with_bend(Stiffness::per_step(0.1, 0.2));
    let mut cloth = sheet.build().unwrap();
    cloth.fix(sheet.corners());
    cloth.add_long_range_attachments();
    net.append(&cloth);
    let first = net.particles.len() as u32 - 17 * 12;
    let triangles: Vec<_> = sheet.triangles().iter().map(|t| t.map(|p| p + first)).collect();
    net.add_aero_surface(&triangles).unwrap();
    net.add_hinges(&triangles, Stiffness::from_frequency(3.0, 0.2).unwrap()).unwrap();
    let [soft, shear] = [40.0, 1.0].map(|stiffness| Weave::membrane(stiffness, 1e-3));
    let weave = Weave::new(soft, soft, shear).with_limits(0.9, 1.1);
    net.add_fabric(&triangles, [1.0, 0.0, 0.5], weave).unwrap();
    let mut block = lattice_with_cells([4, 5, 6], 0.2, 3.0).unwrap();
    let skinned = |p: u32| SkinConstraint::new(p as usize, 0.1).with_backstop(0.01, 0.5);
    net.skin_constraints = (first + 3..first + 40).map(skinned).collect();
    block.edges.iter_mut().step_by(3).for_each(|s| s.mode = SpringMode::TensionOnly);
    block.edges.iter_mut().step_by(7).for_each(|s| s.tear_strain = 0.01);
    net.append(&block);
    net.set_thickness(0.03).unwrap();
    net.surface.friction = 0.3;
    net
}

/// Two seconds: the rope is led, the floor is hit, springs tear, the network wakes and sleeps. Returns the springs torn.
fn two_seconds(solver: &mut Solver, floor: &[Collider]) -> usize {
    for step in 1..=120 {
        solver.set_colliders(floor).unwrap();
        solver.move_collider(1, ball(0.01 * step as f32)).unwrap();
        solver.set_environment(Environment { drag: 0.1, ..Environment::default() }).unwrap();
        solver.set_kinematic_target(0, [0.0, 3.0 + 0.01 * step as f32, 0.0]);
        let position = [0.5, 0.01 * step as f32, 0.5];
        let target = SkinTarget { position, normal: [0.0, 1.0, 0.1] };
        solver.set_skin_targets(&[target; 37]).unwrap();
        solver.apply_impulse(5, [0.0, 0.0, 0.01]);
        solver.set_wind_field(|[x, y, z]| [y, 0.01 * step as f32, x + z]).unwrap();
        solver.step(if step < 60 { FRAME } else { FRAME / 2.0 });
    }
    (0..solver.edges().len()).filter(|&i| solver.is_torn(i)).count()
}

fn ball(x: f32) -> Shape {
    Shape::Sphere { center: [x, -0.5, 0.3], radius: 0.3 }
}

/// A belt, a ball that is moved, and a turning bat.
fn floor() -> [Collider; 3] {
    let plane = Shape::Plane { point: [0.0, -1.0, 0.0], normal: [0.0, 1.0, 0.0] };
    let bat = Shape::Capsule { a: [0.5, 0.0, 0.0], b: [0.5, -1.0, 0.0], radius: 0.05 };
    [
        Collider::new(plane).with_velocity([1.0, 0.0, 0.0]),
        Collider::new(ball(0.0)),
        Collider::new(bat).with_angular_velocity([0.0, 0.0, 9.0], [0.5, -0.5, 0.0]),
    ]
    .map(|collider| collider.with_friction(0.5))
}

#[test]
fn the_counter_counts() {
    assert_eq!(measure(|| drop(core::hint::black_box(vec![1]))).count_total, 1);
}

#[test]
fn steps_of_the_solver_allocate_nothing() {
    for (lines, max_stretch) in [(true, 0.0), (false, 0.0), (true, 0.01)] {
        let settings = Settings { line_solver: lines, sleep_speed: 1e-3, ..Settings::default() };
        let mut solver = if max_stretch > 0.0 {
            let settings = Settings { substeps: 64, ..settings };
            Solver::within_stretch(&menagerie(), max_stretch, settings).unwrap()
        } else {
            Solver::new(&menagerie(), settings).unwrap()
        };
        solver.set_colliders(&floor()).unwrap();
        let mut torn = 0;
        let asked = measure(|| torn = two_seconds(&mut solver, &floor()));
        assert!(torn > 0 || max_stretch > 0.0, "springs have torn");
        assert_eq!(asked.count_total, 0, "lines {lines}: {asked:?}");
    }
}

/// Islands fall asleep, are woken one after the other, and are measured.
#[test]
fn islands_fall_asleep_and_wake_without_allocation() {
    for line_solver in [true, false] {
        let mut net = menagerie();
        net.surface = ContactSurface::default();
        for i in 0..40 {
            let first =
                net.append(&rope([9.0, 0.0, i as f32], [9.0, -0.5, i as f32], 5, 0.5).unwrap());
            net.fix([first]);
        }
        let environment = Environment { drag: 9.0, ..Environment::default() };
        let settings =
            Settings { line_solver, environment, sleep_speed: 0.2, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        solver.set_colliders(&floor()).unwrap();
        let mut forces = Forces::default();
        solver.step_with_forces(FRAME, &mut forces);
        let (mut least, mut most, count) = (usize::MAX, 0, solver.len());
        let asked = measure(|| {
            for frame in 0..200 {
                if frame > 100 {
                    solver.apply_impulse(count - 1 - 6 * (frame % 40), [0.2, 0.0, 0.1]);
                    solver.set_kinematic_target(count - 6, [9.0, 0.01 * frame as f32, 39.0]);
                }
                if frame % 50 == 49 {
                    solver.step_with_forces(FRAME, &mut forces);
                }
                solver.step(FRAME);
                least = least.min(solver.awake_island_count());
                most = most.max(solver.awake_island_count());
            }
        });
        assert!(least < 20 && most > 40, "{least} {most}");
        assert_eq!(asked.count_total, 0, "{asked:?}");
    }
}

#[test]
fn steps_after_changes_allocate_nothing() {
    for line_solver in [true, false] {
        let settings = Settings { line_solver, ..Settings::default() };
        let mut solver = Solver::new(&menagerie(), settings).unwrap();
        let mut forces = Forces::default();
        solver.step_with_forces(FRAME, &mut forces);
        for frame in 0..48 {
            let (count, edges) = (solver.len(), solver.edges().len());
            match frame % 12 {
                0 => solver.pin(30 + frame),
                1 => solver.release(0, 0.1).unwrap(),
                2 => solver.add_particle(Particle::new([0.0, 5.0, 0.0], 0.1)).map(drop).unwrap(),
                3 => solver.add_edge(Edge::new(count - 1, 40 + frame, 2.0)).map(drop).unwrap(),
                4 => solver.set_tear_force(edges - 1 - frame, 0.1).unwrap(),
                5 => solver.remove_edge(3 * frame),
                6 => solver.set_mass(100, 0.2).unwrap(),
                7 => solver.release(30 + frame - 7, 0.1).unwrap(),
                8 => solver.set_drags(&[Drag::new(50, [0.5; 3], 4.0, 0.5).unwrap()]).unwrap(),
                9 => solver.pin(0),
                10 => solver.add_tether(Tether { anchor: 0, particle: 60, length: 3.0 }).unwrap(),
                _ => drop(solver.remove_tether(0, 60)),
            }
            let asked = measure(|| solver.step(FRAME));
            assert_eq!(asked.count_total, 0, "lines {line_solver}, frame {frame}: {asked:?}");
        }
        let mut forces = Forces::default();
        solver.step_with_forces(FRAME, &mut forces);
        let asked = measure(|| (0..9).for_each(|_| solver.step_with_forces(FRAME, &mut forces)));
        assert_eq!(asked.count_total, 0, "{asked:?}");
    }
}

/// Pairs of particles in a row, with edges between them that tear in the first step.
fn pairs(count: usize) -> (Vec<Particle>, Vec<Edge>) {
    let at = |i: usize| {
        let speed = if (i / 2).is_multiple_of(2) { 50.0 } else { -50.0 };
        Particle::new([0.1 * i as f32, 0.0, 0.0], 0.1).with_velocity([0.0, speed, 0.0])
    };
    let soft = Stiffness::from_frequency(1.0, 0.5).unwrap();
    let edge = |i: usize| {
        let edge = Edge::new(i, i + 1, 0.1);
        if i.is_multiple_of(2) { edge } else { edge.with_stiffness(soft).with_tear_strain(0.01) }
    };
    ((0..2 * count).map(at).collect(), (0..2 * count - 1).map(edge).collect())
}

#[test]
fn what_comes_apart_has_room_from_the_start() {
    const COUNT: usize = 50;
    let (particles, edges) = pairs(COUNT);
    let environment = Environment::ZERO_G;
    let settings = Settings { environment, sleep_speed: 1e-3, ..Settings::default() };
    let net = |count: usize| Network {
        particles: particles[..count].to_vec(),
        edges: edges[..count - 1].to_vec(),
        ..Network::default()
    };
    for at_start in [2 * COUNT, 2] {
        let mut solver = Solver::new(&net(at_start), settings).unwrap();
        for i in at_start..2 * COUNT {
            solver.add_particle(particles[i]).unwrap();
            solver.add_edge(edges[i - 1]).unwrap();
        }
        let asked = measure(|| (0..3).for_each(|_| solver.step(FRAME)));
        assert_eq!(solver.island_count(), COUNT);
        assert_eq!(asked.count_total, 0, "{at_start}: {asked:?}");
    }
}

#[test]
fn there_is_room_for_all_that_was_added() {
    let (particles, edges) = pairs(200);
    let mut solver = Solver::new(&Network::default(), Settings::default()).unwrap();
    for particle in &particles {
        solver.add_particle(*particle).unwrap();
    }
    let post = solver.add_particle(Particle::fixed([0.0; 3])).unwrap();
    solver.step(FRAME);
    for edge in &edges {
        solver.add_edge(*edge).unwrap();
    }
    let asked = measure(|| solver.step(FRAME));
    assert_eq!(asked.count_total, 0, "edges: {asked:?}");
    for particle in 0..particles.len() {
        solver.add_edge(Edge::new(post, particle, 9.0)).unwrap();
    }
    let asked = measure(|| solver.step(FRAME));
    assert_eq!(asked.count_total, 0, "edges of a fixed particle: {asked:?}");
    for particle in 0..particles.len() {
        solver.add_tether(Tether { anchor: post, particle, length: 99.0 }).unwrap();
    }
    let asked = measure(|| solver.step(FRAME));
    assert_eq!(asked.count_total, 0, "tethers: {asked:?}");
    // Three of the heaviest particles at one place, with edges of 1e15 m: they overflow.
    let heavy = [0; 3].map(|_| solver.add_particle(Particle::new([0.0, 9.0, 0.0], 1e30)).unwrap());
    for [a, b] in [[0, 1], [1, 2], [0, 2]] {
        solver.add_edge(Edge::new(heavy[a], heavy[b], 1e15)).unwrap();
    }
    solver.rebuild();
    let asked = measure(|| solver.step(FRAME));
    assert_eq!(asked.count_total, 0, "what overflows: {asked:?}");
    assert!(solver.quarantined().eq(heavy));
}

/// Networks of edges and one other kind of element, and the number of particles in a row.
fn kinds() -> Vec<(&'static str, Network, usize)> {
    let sheet = Cloth::new(8, 8, 0.1, 1.0);
    let [plain, mut air, mut woven] = [0; 3].map(|_| sheet.build().unwrap());
    let triangles = sheet.triangles();
    air.add_aero_surface(&triangles).unwrap();
    let soft = Weave::membrane(30.0, 1e-3);
    woven.add_fabric(&triangles, [1.0, 0.0, 0.0], Weave::new(soft, soft, soft)).unwrap();
    let mut hinged = sheet.build().unwrap();
    for &[a, b, c] in &triangles {
        for [a, b] in [[a, b], [b, c], [c, a]].map(|side| side.map(|p| p as usize)) {
            let joins = |edge: &Edge| [edge.a, edge.b] == [a, b] || [edge.b, edge.a] == [a, b];
            if !hinged.edges.iter().any(joins) {
                hinged.connect(a, b);
            }
        }
    }
    hinged.add_hinges(&triangles, Stiffness::from_frequency(3.0, 0.2).unwrap()).unwrap();
    let mut volume = lattice([3, 3, 3], 0.1, 1.0).unwrap();
    let surface = volume.surface.triangles.clone();
    volume.add_volume(&surface).unwrap();
    volume.edges.truncate(9);
    let mut cells = lattice_with_cells([4, 4, 4], 0.1, 1.0).unwrap();
    cells.edges.truncate(9);
    vec![
        ("edges", plain, 8),
        ("air", air, 8),
        ("fabric", woven, 8),
        ("hinges", hinged, 8),
        ("volume", volume, 3),
        ("cells", cells, 4),
    ]
}

/// Every second particle is pinned, so that most edges and elements join a fixed and a dynamic particle.
#[test]
fn there_is_room_for_what_is_pinned() {
    for (name, net, row) in kinds() {
        let mut solver = Solver::new(&net, Settings::default()).unwrap();
        let is_odd = |p: &usize| (p % row + p / row % row + p / row / row) % 2 == 1;
        (0..solver.len()).filter(is_odd).for_each(|p| solver.pin(p));
        let asked = measure(|| solver.step(FRAME));
        assert_eq!(asked.count_total, 0, "{name}: {asked:?}");
        solver.set_tear_force(3, 1e6).unwrap();
        let asked = measure(|| solver.step(FRAME));
        assert_eq!(asked.count_total, 0, "{name}, a force that tears: {asked:?}");
    }
}

#[test]
fn steps_of_a_coupling_allocate_nothing() {
    let net = menagerie();
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let mut bodies = [Body::new(2.0, [0.1; 3]), Body::new(0.5, [0.1; 3])];
    bodies[0].position = net.particles[20].position;
    bodies[1].position = [0.8, 0.5, 0.5];
    bodies.iter_mut().for_each(|body| body.load.acceleration = [0.0, -9.81, 0.0]);
    let tie = Attachment { particle: 20, body: 0, point: [0.0; 3] };
    let half_extents = [0.3; 3];
    let side = |body| BodyCollider::new(body, Cuboid { half_extents }).with_friction(0.5);
    let sides = vec![side(0), side(1).with_restitution(0.5)];
    let mut coupling = BodyCoupling::new(&mut solver, &bodies, &[tie], sides).unwrap();
    let mut pushed = 0.0;
    let asked = measure(|| {
        for _ in 0..120 {
            coupling.step(&mut solver, &bodies, FRAME);
            bodies = [0, 1].map(|i| coupling.body_at_end(i));
            pushed += coupling.impulse(1).linear[1].abs();
        }
    });
    assert!(pushed > 0.0, "a body has touched the network");
    assert_eq!(asked.count_total, 0, "{asked:?}");
}

#[test]
fn steps_of_nissens_schemes_allocate_nothing() {
    let net = menagerie();
    let mut scheme =
        JacobiSolver::new(&net, Environment::default(), CoefficientLimit::MassSplitting).unwrap();
    assert_eq!(measure(|| (0..60).for_each(|_| scheme.step(FRAME))).count_total, 0);
    for kept in [Variant::Published, Variant::Passive] {
        let made = SequentialImpulses::new(&net, Environment::default(), 3, 0.5).unwrap();
        let mut made = made.with_variant(kept);
        assert_eq!(measure(|| (0..60).for_each(|_| made.step(FRAME))).count_total, 0);
    }
}

/// Our code asks for nothing on any thread; the queues of rayon may grow once, in the first step.
#[cfg(feature = "parallel")]
#[test]
fn steps_on_threads_allocate_nothing_after_the_first() {
    let mut net = lattice([12, 12, 90], 0.1, 3.0).unwrap();
    net.fix(0..144);
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let asked = pool.install(|| {
        solver.step(FRAME);
        measure(|| (0..20).for_each(|_| solver.step(FRAME)))
    });
    assert_eq!(asked.count_total, 0, "{asked:?}");
}
