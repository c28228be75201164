//! What a network can do besides hanging together.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::{Cloth, lattice, rope};
use sprung_network::{
    Collider, Edge, Environment, Network, Particle, Settings, Shape, Solver, SpringMode, Stiffness,
};

const FRAME: f32 = 1.0 / 60.0;

fn run(solver: &mut Solver, seconds: f32) {
    for _ in 0..(seconds * 60.0).round() as usize {
        solver.step(FRAME);
    }
}

/// A bob on one spring of 1 m below or above a nail, thrown up with 3 m/s.
fn thrown(action: SpringMode, from: f32) -> Solver {
    let mut net = Network::default();
    net.add_particle(Particle::fixed([0.0; 3]));
    net.add_particle(Particle::new([0.0, from, 0.0], 1.0).with_velocity([0.0, 3.0, 0.0]));
    net.add_edge(Edge::new(0, 1, 1.0).with_mode(action));
    Solver::new(&net, Settings::default()).unwrap()
}

#[test]
fn slack_ropes_do_not_push_and_loose_struts_do_not_pull() {
    let mut rope = thrown(SpringMode::TensionOnly, -1.0);
    run(&mut rope, 0.25);
    // Free flight: 3 t − g t²/2 above where it was.
    let height = -1.0 + 3.0 * 0.25 - 9.81 * 0.25 * (0.25 + FRAME / 8.0) / 2.0;
    assert!((rope.position(1)[1] - height).abs() < 1e-3, "{:?}", rope.position(1));
    run(&mut rope, 5.0);
    assert!((rope.position(1)[1] + 1.0).abs() < 1e-3, "the rope holds it again");

    let mut strut = thrown(SpringMode::CompressionOnly, 1.0);
    run(&mut strut, 0.25);
    assert!((strut.position(1)[1] - 2.0 - height).abs() < 1e-3);
    run(&mut strut, 5.0);
    assert!((strut.position(1)[1] - 1.0).abs() < 1e-3, "it stands on the strut again");
}

#[test]
fn one_way_springs_of_a_net_act_one_way() {
    // A square of ropes with its diagonals: no chain, so every spring is solved by itself.
    let mut net = Network::default();
    for at in [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]] {
        net.add_particle(Particle::new(at, 1.0));
    }
    for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)] {
        net.connect(a, b);
    }
    net.edges.iter_mut().for_each(|s| s.mode = SpringMode::TensionOnly);
    net.particles[0].velocity = [1.0, 1.0, 0.0];
    let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    run(&mut solver, 0.25);
    assert_eq!(solver.velocity(2), [0.0; 3], "nothing pushes the far corner");
    assert!((solver.position(0)[0] - 0.25).abs() < 1e-6);
}

#[test]
fn overloaded_springs_tear_and_the_rest_holds() {
    let mut net = rope([0.0; 3], [0.0, -2.0, 0.0], 8, 1.0).unwrap();
    net.fix([0, 8]);
    net.edges.iter_mut().for_each(|s| s.tear_strain = 0.5);
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    run(&mut solver, 1.0);
    assert!((0..8).all(|i| !solver.is_torn(i)));
    for _ in 0..60 {
        let [x, y, z] = solver.position(8);
        solver.set_kinematic_target(8, [x, y - 0.05, z]);
        solver.step(FRAME);
    }
    let torn = (0..8).filter(|&i| solver.is_torn(i)).count();
    assert!((1..8).contains(&torn), "{torn} links have torn");
    run(&mut solver, 3.0);
    for (i, s) in solver.edges().iter().enumerate().filter(|(i, _)| !solver.is_torn(*i)) {
        let (a, b) = (solver.position(s.a), solver.position(s.b));
        let length = (0..3).map(|c| (a[c] - b[c]).powi(2)).sum::<f32>().sqrt();
        assert!((length / s.rest_length - 1.0).abs() < 0.01, "link {i}");
    }
}

#[test]
fn torn_cloth_falls_in_two() {
    let mut net = Cloth::new(10, 10, 0.1, 0.2).build().unwrap();
    net.fix(0..10);
    for s in &mut net.edges {
        let rows = [s.a / 10, s.b / 10];
        if rows == [4, 5] {
            s.tear_strain = 1e-3;
        }
    }
    let mut solver = Solver::new(&net, Settings { substeps: 1, ..Settings::default() }).unwrap();
    solver.apply_impulse(95, [0.0, -5.0, 0.0]);
    run(&mut solver, 5.0);
    assert!(solver.position(95)[1] < -50.0, "{:?}", solver.position(95));
    assert!(solver.position(45)[1] > -1.0, "{:?}", solver.position(45));
}

#[test]
fn led_particles_arrive_on_time_and_pull_the_others() {
    let mut net = rope([0.0; 3], [1.0, 0.0, 0.0], 10, 1.0).unwrap();
    net.fix([0]);
    let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    for i in 1..=60 {
        solver.set_kinematic_target(0, [-0.05 * i as f32, 0.0, 0.0]);
        solver.step(FRAME);
        assert_eq!(solver.position(0), [-0.05 * i as f32, 0.0, 0.0]);
    }
    assert!((solver.position(10)[0] + 2.0).abs() < 0.01, "{:?}", solver.position(10));
    assert!((solver.velocity(10)[0] + 3.0).abs() < 0.1, "{:?}", solver.velocity(10));
}

#[test]
fn boxes_rest_on_floors_and_slide_by_coulomb() {
    let slide = |friction: f32| {
        let mut net = lattice([3, 3, 3], 0.1, 1.0).unwrap();
        for p in &mut net.particles {
            p.velocity = [2.0, 0.0, 0.0];
        }
        let plane = Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] };
        let mut solver = Solver::new(&net, Settings::default()).unwrap();
        solver.set_colliders(&[Collider::new(plane).with_friction(friction)]).unwrap();
        run(&mut solver, 2.0);
        let lowest = solver.particles().map(|p| p.position[1]).fold(f32::INFINITY, f32::min);
        assert!(lowest > -1e-4, "{lowest}");
        solver.position(13)[0] - 0.1
    };
    assert!((slide(0.0) - 4.0).abs() < 0.01, "ice: {}", slide(0.0));
    // v² / (2 μ g)
    let expected = 4.0 / (2.0 * 0.3 * 9.81);
    assert!((slide(0.3) / expected - 1.0).abs() < 0.1, "{} for {expected}", slide(0.3));
}

#[test]
fn cloth_drapes_over_a_ball_without_entering_it() {
    let sheet = Cloth::new(17, 17, 0.1, 0.3);
    let mut net = sheet.build().unwrap();
    net.particles.iter_mut().for_each(|p| p.position[1] = 1.0);
    let ball = Shape::Sphere { center: [0.8, 0.0, 0.8], radius: 0.5 };
    let environment = Environment { drag: 1.0, ..Environment::default() };
    let mut solver = Solver::new(&net, Settings { environment, ..Settings::default() }).unwrap();
    solver.set_colliders(&[Collider::new(ball).with_friction(0.8)]).unwrap();
    run(&mut solver, 2.0);
    for p in solver.particles() {
        let [x, y, z] = p.position;
        let from_center = ((x - 0.8).powi(2) + y * y + (z - 0.8).powi(2)).sqrt();
        assert!(from_center > 0.499, "{from_center}");
    }
    assert!(solver.position(sheet.at(8, 8))[1] > 0.49, "the middle lies on top");
    assert!(solver.position(0)[1] < 0.2, "the corners hang down");
}

#[test]
fn wind_carries_a_free_particle_to_its_own_speed() {
    let mut net = Network::default();
    net.add_particle(Particle::new([0.0; 3], 1.0));
    let environment = Environment { gravity: [0.0; 3], drag: 2.0, wind: [4.0, 0.0, 0.0] };
    let mut solver = Solver::new(&net, Settings { environment, ..Settings::default() }).unwrap();
    run(&mut solver, 1.0);
    let expected = 4.0 * (1.0 - (-2.0_f32).exp());
    assert!((solver.velocity(0)[0] - expected).abs() < 0.02, "{:?}", solver.velocity(0));
    run(&mut solver, 9.0);
    assert!((solver.velocity(0)[0] - 4.0).abs() < 1e-3);
}

#[test]
fn still_networks_sleep_until_they_are_touched() {
    let mut net = rope([0.0; 3], [0.0, -1.0, 0.0], 5, 1.0).unwrap();
    net.fix([0]);
    let settings = Settings { sleep_speed: 1e-3, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    run(&mut solver, 1.0);
    assert!(solver.is_asleep());
    solver.apply_impulse(5, [0.1, 0.0, 0.0]);
    assert!(!solver.is_asleep());
    solver.step(FRAME);
    assert!(solver.position(5)[0] > 0.0);
}

#[test]
fn ropes_of_any_length_hold_a_thousandfold_load() {
    let mut net = rope([0.0; 3], [3.0, 0.0, 0.0], 60, 61.0).unwrap();
    net.fix([0]);
    net.particles[60].inverse_mass = 1e-3;
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    for _ in 0..600 {
        solver.step(FRAME);
        assert!(solver.stretch().max < 1e-4, "{:?}", solver.stretch());
    }
}

#[test]
fn large_sheets_hang_without_stretching() {
    for (n, substeps, max, mean) in [(32, 8, 0.05, 6.8e-4), (64, 28, 0.01, 1e-4)] {
        let spacing = 2.0 / (n - 1) as f32;
        let sheet = Cloth::new(n, n, spacing, 1.0);
        let mut net = sheet.build().unwrap();
        for (i, p) in net.particles.iter_mut().enumerate() {
            p.position[0] *= 0.9;
            p.position[1] = if i % n % 2 == 1 { spacing * 0.435_889_9 } else { 0.0 };
        }
        net.fix(sheet.corners());
        let environment = Environment { drag: 0.5, ..Environment::default() };
        let settings = Settings { substeps, environment, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        run(&mut solver, 9.0);
        for _ in 0..60 {
            solver.step(FRAME);
            let stretch = solver.stretch();
            assert!(stretch.max < max && stretch.mean < mean, "{n}: {stretch:?}");
        }
    }
}

/// A spring with a stiffness breaks under the force that its stretch means, at any number of sub-steps.
#[test]
fn springs_with_a_stiffness_tear_by_their_load() {
    for substeps in [1, 8, 32] {
        let tears = |load: f32| {
            let mut net = rope([0.0; 3], [0.0, -1.0, 0.0], 4, 4e-3).unwrap();
            net.fix([0]);
            let (stiffness, tear_strain) = (2000.0, 0.05);
            for s in &mut net.edges {
                *s = s
                    .with_stiffness(Stiffness::Physical { stiffness, damping: 300.0 })
                    .with_tear_strain(tear_strain);
            }
            let force = stiffness * net.edges[0].rest_length * tear_strain;
            net.particles[4].inverse_mass = 9.81 / (force * load);
            let mut solver =
                Solver::new(&net, Settings { substeps, ..Settings::default() }).unwrap();
            run(&mut solver, 5.0);
            (0..4).any(|i| solver.is_torn(i))
        };
        assert!(!tears(0.97), "x{substeps}");
        assert!(tears(1.03), "x{substeps}");
    }
}

/// What the documentation of `Spring::tear_strain` says of rigid springs.
#[test]
fn rigid_springs_tear_by_the_error_of_the_solver_alone() {
    let torn = |substeps: usize| {
        let sheet = Cloth::new(32, 32, 2.0 / 31.0, 1.0);
        let mut net = sheet.build().unwrap();
        net.fix(sheet.corners());
        net.edges.iter_mut().for_each(|s| s.tear_strain = 0.05);
        let mut solver = Solver::new(&net, Settings { substeps, ..Settings::default() }).unwrap();
        run(&mut solver, 10.0);
        (0..net.edges.len()).filter(|&i| solver.is_torn(i)).count()
    };
    let [few, many] = [8, 64].map(torn);
    assert!((50..100).contains(&few) && many == 0, "{few} at 8 sub-steps, {many} at 64");

    let mut net = rope([0.0; 3], [0.0, -2.0, 0.0], 20, 1.0).unwrap();
    net.fix([0]);
    net.particles[20] = Particle::new([0.0, -2.0, 0.0], 1e4).with_velocity([0.0, -10.0, 0.0]);
    net.edges.iter_mut().for_each(|s| s.tear_strain = 0.01);
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    run(&mut solver, 2.0);
    assert!((0..20).all(|i| !solver.is_torn(i)), "ten tons at ten meters per second");
}

#[test]
fn a_network_goes_on_in_a_new_solver_with_the_same_lines() {
    let sheet = Cloth::new(24, 24, 0.05, 1.0);
    let mut net = sheet.build().unwrap();
    net.fix(sheet.corners());
    net.edges[40].tear_strain = 1e-6;
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    run(&mut solver, 0.4);
    let mut again = Solver::new(&solver.network(), Settings::default()).unwrap();
    let torn = (0..net.edges.len()).filter(|&i| solver.is_torn(i)).count();
    assert_eq!((torn, again.edges().len()), (1, net.edges.len() - 1));
    for _ in 0..300 {
        solver.step(FRAME);
        again.step(FRAME);
    }
    let [as_before, anew] = [solver.network(), again.network()]
        .map(|net| sprung_network::Stretch::of(&net.edges, |i| net.particles[i].position));
    assert!(anew.mean < 2.0 * as_before.mean + 1e-6, "{anew:?} {as_before:?}");
}
