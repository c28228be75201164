//! Networks that touch themselves and each other.
#![allow(clippy::unwrap_used, reason = "a test")]

#[path = "touching/distance.rs"]
mod distance;
mod touching;

use distance::Distances;
use sprung_network::shapes::{Cloth, hair, lattice, lattice_with_cells, rope};
use sprung_network::{
    Collider, Environment, Network, Particle, Settings, Shape, Solver, Stiffness,
};
use touching::crossing::{Surface, crossing};
use touching::{checked_steps, kinetic, positions, pressed_sheet, rope_heap};

const FRAME: f32 = 1.0 / 60.0;

fn momentum(solver: &Solver) -> [f64; 3] {
    solver.particles().filter(|p| !p.is_fixed()).fold([0.0; 3], |sum, p| {
        [0, 1, 2].map(|c| sum[c] + f64::from(p.velocity[c]) / f64::from(p.inverse_mass))
    })
}

/// Two loose balls of 1 and 3 kg that meet head on.
#[test]
fn balls_stop_each_other_and_keep_their_momentum() {
    for speed in [0.1, 1.0, 30.0, 1000.0_f32] {
        let mut net = Network::default();
        net.add_particle(Particle::new([0.0; 3], 1.0).with_velocity([speed, 0.0, 0.0]));
        net.add_particle(Particle::new([0.5, 0.0, 0.0], 3.0));
        net.set_thickness(0.02).unwrap();
        let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        for _ in 0..600 {
            solver.step(FRAME);
        }
        let [a, b] = [solver.velocity(0)[0], solver.velocity(1)[0]];
        assert!((a + 3.0 * b - speed).abs() < 1e-5 * speed, "{a} {b}");
        assert!((a - b).abs() < 1e-4 * speed, "they move together: {a} {b}");
        let gap = solver.position(1)[0] - solver.position(0)[0];
        assert!((gap - 0.02).abs() < 1e-3 * 0.02 + 1e-5 * speed, "{gap}");
    }
}

/// Three balls between two plates that leave four fifths of a diameter to their centers: the middle one, near the first,
/// comes to the middle, and no other balance is possible.
#[test]
fn pressed_balls_come_to_even_distances() {
    let (thickness, wide) = (0.02, 0.016);
    let mut net = Network::default();
    for x in [0.0, 0.1, 1.0] {
        net.add_particle(Particle::new([x * wide, 0.0, 0.0], 0.1));
    }
    net.set_thickness(thickness).unwrap();
    let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    let plates = [(0.0, 1.0), (wide, -1.0)].map(|(x, toward)| {
        Collider::new(Shape::Plane { point: [x, 0.0, 0.0], normal: [toward, 0.0, 0.0] })
    });
    solver.set_colliders(&plates).unwrap();
    for _ in 0..600 {
        solver.step(FRAME);
    }
    let middle = solver.position(1)[0];
    assert!((middle - 0.5 * wide).abs() < 0.01 * thickness, "{middle}");
    let mut contacts: Vec<_> = solver.self_contacts().collect();
    contacts.sort_by(|a, b| a.position[0].total_cmp(&b.position[0]));
    // The outer ones are closer than their thickness too.
    assert_eq!(contacts.len(), 3);
    for (contact, x) in contacts.iter().zip([0.25 * wide, 0.5 * wide, 0.75 * wide]) {
        assert!((contact.position[0] - x).abs() < 0.01 * thickness, "{contact:?}");
        assert_eq!(contact.normal.map(f32::abs), [1.0, 0.0, 0.0]);
    }
}

#[test]
fn nothing_passes_through_in_a_folded_and_pressed_sheet() {
    pressed_sheet(24, 8, 200, 1);
    pressed_sheet(16, 32, 100, 1);
}

#[test]
fn a_rope_falls_into_a_heap_and_nothing_passes_through() {
    rope_heap(120, 300, 1);
}

/// Two sheets that meet at many speeds, one of them fast enough to be past the other in one step.
#[test]
fn fast_sheets_do_not_pass_each_other() {
    for speed in [0.5, 5.0, 30.0, 200.0_f32] {
        let cloth = Cloth::new(9, 9, 0.1, 0.2);
        let mut net = cloth.build().unwrap();
        let mut other = cloth.build().unwrap();
        for p in &mut other.particles {
            p.position = [p.position[0] * 0.7 + 0.11, 0.3, p.position[2] * 0.7 + 0.12];
            p.velocity = [0.0, -speed, 0.3];
        }
        other.edges.iter_mut().for_each(|e| e.rest_length *= 0.7);
        other.rest_shape.clear();
        net.append(&other);
        net.set_thickness(0.02).unwrap();
        let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        let (energy, start) = (kinetic(&solver), momentum(&solver));
        let surface = Surface::of(&net);
        let mut before = positions(&solver);
        for step in 0..120 {
            solver.step(FRAME);
            let now = positions(&solver);
            assert_eq!(crossing(&surface, &before, &now), None, "{speed} m/s, step {step}");
            before = now;
            assert!(kinetic(&solver) <= 1.001 * energy);
            let off =
                momentum(&solver).iter().zip(start).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(off < 2e-5 * 0.2 * f64::from(speed), "{speed} m/s, step {step}: {off}");
        }
        assert!(kinetic(&solver) < 0.9 * energy, "they have touched");
    }
}

/// A cube of jelly falls on hair, and a second one on the first: each touches, and none passes through another.
#[test]
fn jelly_falls_on_hair_and_on_jelly_and_nothing_passes_through() {
    let roots = (0..49).map(|at| [0.1 * (at % 7) as f32, 0.0, 0.1 * (at / 7) as f32]);
    let roots: Vec<_> = roots.map(|root| (root, [0.1, 1.0, 0.2])).collect();
    let mut net = hair(&roots, 6, 0.3, 0.005).unwrap();
    let mut cube = lattice_with_cells([4, 4, 4], 0.1, 2.0).unwrap();
    let hairs = net.particles.len();
    for high in [0.4, 0.9] {
        for (at, p) in cube.particles.iter_mut().enumerate() {
            let [x, y, z] = [at % 4, at / 4 % 4, at / 16].map(|side| 0.1 * side as f32);
            (p.position, p.velocity) = ([0.13 + x, high + y, 0.14 + z], [0.0, -1.0, 0.0]);
        }
        net.append(&cube);
    }
    net.set_thickness(0.02).unwrap();
    net.surface.friction = 0.3;
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let floor = Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] };
    solver.set_colliders(&[Collider::new(floor).with_friction(0.5)]).unwrap();
    let at = checked_steps(&mut solver, &Surface::of(&net), 180, 1);
    let mean = |from: usize| at[from..from + 64].iter().map(|at| at[1]).sum::<f64>() / 64.0;
    let (low, high) = (mean(hairs), mean(hairs + 64));
    assert!((0.16..0.19).contains(&low), "it lies on hair, not on the floor: {low} m");
    assert!((high - low - 0.32).abs() < 0.005, "one lies on the other: {} m", high - low);
    assert!(kinetic(&solver) < 0.01, "they rest: {} J", kinetic(&solver));
}

/// Cloth, jelly and a rope in free flight: nothing of a rest shape touches, so that not a bit differs.
#[test]
fn a_rest_shape_exerts_no_forces() {
    let nets = [
        Cloth::new(8, 9, 0.1, 0.2).with_shear(Stiffness::RIGID).build(),
        lattice([4, 3, 5], 0.1, 1.0),
        rope([0.0; 3], [1.0, 0.2, 0.0], 40, 1.0),
    ];
    for net in nets.map(Result::unwrap) {
        let mut thick = net.clone();
        thick.set_thickness(0.09).unwrap();
        let [mut with, mut without] =
            [thick, net].map(|net| Solver::new(&net, Settings::default()).unwrap());
        for _ in 0..60 {
            with.step(FRAME);
            without.step(FRAME);
        }
        assert!(with.particles().eq(without.particles()));
    }
}

/// A particle that slides on a large fixed triangle with friction 0.5: it is slowed by half of its weight.
#[test]
fn friction_is_coulombs() {
    for (friction, expected) in [(0.0, 2.0), (0.1, 2.0 - 0.981), (0.5, 0.0)] {
        let mut net = Network::default();
        for corner in [[-20.0, 0.0, -20.0], [20.0, 0.0, -20.0], [0.0, 0.0, 30.0]] {
            net.add_particle(Particle::fixed(corner));
        }
        let ball = Particle::new([0.0, 0.01, 0.0], 0.3).with_velocity([2.0, 0.0, 0.0]);
        let ball = net.add_particle(ball);
        net.surface.triangles.push([0, 1, 2]);
        net.set_thickness(0.01).unwrap();
        net.surface.friction = friction;
        let mut solver = Solver::new(&net, Settings::default()).unwrap();
        for _ in 0..60 {
            solver.step(FRAME);
        }
        let [speed, fall, _] = solver.velocity(ball);
        assert!((speed - expected).abs() < 0.02, "{friction}: {speed} m/s, not {expected}");
        assert!(fall.abs() < 1e-3, "{friction}: {fall}");
        let high = solver.position(ball)[1];
        assert!((high - 0.01).abs() < 2e-4, "{high}");
    }
}

/// Random networks that cross themselves and each other at the start: they stay finite and gain no energy in flight.
#[test]
fn tangled_starts_gain_nothing() {
    let mut seed = 5_u64;
    let mut noise = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 40) as f32 / (1 << 24) as f32 - 0.5
    };
    for round in 0..24 {
        let mut net = Cloth::new(6, 7, 0.1, 0.5).build().unwrap();
        for part in [rope([0.0; 3], [0.6, 0.0, 0.5], 12, 0.2), lattice([3, 3, 3], 0.1, 0.4)] {
            net.append(&part.unwrap());
        }
        for p in &mut net.particles {
            p.position = p.position.map(|c| c + 0.05 * noise());
            p.velocity = [noise(), noise(), noise()];
        }
        // Some lie at the very same place, on an edge, and in one plane.
        net.particles[50].position = net.particles[3].position;
        net.particles[51].position = net.particles[4].position.map(|c| c + 1e-30);
        net.edges.iter_mut().for_each(|e| {
            let [a, b] = [e.a, e.b].map(|p| net.particles[p].position);
            e.rest_length = (0..3).map(|c| (a[c] - b[c]).powi(2)).sum::<f32>().sqrt();
        });
        net.set_thickness([1e-6, 0.01, 0.08, 3.0][round % 4]).unwrap();
        net.surface.friction = [0.0, 0.7][round % 2];
        let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        let (energy, start) = (kinetic(&solver), momentum(&solver));
        for _ in 0..120 {
            solver.step(FRAME);
            assert!(kinetic(&solver) < 1.01 * energy, "{round}: {} {energy}", kinetic(&solver));
        }
        let off =
            momentum(&solver).iter().zip(start).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(off < 1e-5, "{round}: {off}");
    }
}

/// Moves a network, and asserts in each step that nothing passes through. Returns the least distance of any pair in any
/// step, and in the last, of the sum of its radii.
fn least_parts(solver: &mut Solver, net: &Network, steps: usize) -> [f64; 2] {
    let (surface, distances) = (Surface::of(net), Distances::of(net));
    let mut before = positions(solver);
    let mut least = f64::INFINITY;
    for step in 1..=steps {
        solver.step(FRAME);
        let now = positions(solver);
        assert_eq!(crossing(&surface, &before, &now), None, "step {step}");
        least = least.min(distances.nearest(&now));
        before = now;
    }
    [least, distances.nearest(&before)]
}

fn on_floor(net: &Network) -> Solver {
    let mut solver = Solver::new(net, Settings::default()).unwrap();
    let floor = Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] };
    solver.set_colliders(&[Collider::new(floor).with_friction(0.5)]).unwrap();
    solver
}

/// A rope with a radius at its start and one at its end, whose particles are moved a little to the side.
fn uneven_rope(from: [f32; 3], to: [f32; 3], links: usize, radii: [f32; 2]) -> Network {
    let mut net = rope(from, to, links, 0.2).unwrap();
    for (i, p) in net.particles.iter_mut().enumerate() {
        p.position[0] += 0.003 * (0.7 * i as f32).sin();
        p.position[2] += 0.003 * (0.4 * i as f32).cos();
    }
    let along = |i: usize| i as f32 / links as f32;
    net.surface.radii = (0..=links).map(|i| radii[0] + (radii[1] - radii[0]) * along(i)).collect();
    net
}

#[test]
fn balls_of_two_sizes_meet_at_the_sum_of_their_radii() {
    for [a, b] in [[0.01, 0.04], [0.04, 0.01], [1e-3, 0.3]] {
        let mut net = Network::default();
        net.add_particle(Particle::new([0.0; 3], 1.0).with_velocity([2.0, 0.0, 0.0]));
        net.add_particle(Particle::new([0.9, 0.0, 0.0], 3.0));
        net.surface.radii = vec![a, b];
        let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        let [least, last] = least_parts(&mut solver, &net, 120);
        let gap = solver.position(1)[0] - solver.position(0)[0];
        println!("{a} {b}: least {least}, gap {gap}");
        assert!((gap - (a + b)).abs() < 1e-3 * (a + b), "{gap}, not {}", a + b);
        assert!(least > 0.9 && (last - 1.0).abs() < 1e-3, "{least} {last}");
    }
}

#[test]
fn a_rope_lies_on_cloth_at_the_sum_of_their_radii() {
    for [of_cloth, of_rope] in [[0.02, 0.005], [0.004, 0.02]] {
        let sheet = Cloth::new(11, 11, 0.1, 0.5);
        let mut net = sheet.build().unwrap();
        net.fix((0..121).filter(|p| [0, 10].contains(&(p % 11)) || [0, 10].contains(&(p / 11))));
        net.surface.radii = vec![of_cloth; 121];
        let falling = uneven_rope([0.3, 0.08, 0.33], [0.7, 0.1, 0.62], 12, [of_rope; 2]);
        net.append(&falling);
        net.surface.friction = 0.4;
        let mut solver = Solver::new(&net, Settings::default()).unwrap();
        let [least, last] = least_parts(&mut solver, &net, 150);
        println!(
            "cloth {of_cloth}, rope {of_rope}: least {least}, last {last}, {} J",
            kinetic(&solver)
        );
        assert!(least > 0.7, "{least}");
        assert!((0.99..1.01).contains(&last), "it lies on it: {last}");
        assert!(kinetic(&solver) < 1e-3, "they rest: {} J", kinetic(&solver));
    }
}

/// A twentieth of the sum of the radii is what pairs keep however hard they are pressed: the thin rope lies under the others.
#[test]
fn ropes_of_several_radii_fall_into_one_heap() {
    let mut net = uneven_rope([0.0, 0.1, 0.0], [0.02, 1.3, 0.01], 60, [0.004; 2]);
    for (x, radii) in [(0.04, [0.01; 2]), (-0.04, [0.012, 0.003])] {
        net.append(&uneven_rope([x, 0.1, 0.01], [0.01 + x, 1.3, 0.0], 40, radii));
    }
    net.surface.friction = 0.4;
    let mut solver = on_floor(&net);
    let [least, _] = least_parts(&mut solver, &net, 240);
    println!("least {least}");
    assert!((0.0499..0.06).contains(&least), "{least}");
    let highest = positions(&solver).iter().map(|at| at[1]).fold(0.0, f64::max);
    assert!(highest < 0.2, "{highest}");
}

#[test]
fn bad_surfaces_are_named() {
    let mut net = Cloth::new(3, 3, 0.1, 1.0).build().unwrap();
    let error = net.set_thickness(f32::NAN).unwrap_err().to_string();
    assert_eq!(error, "network 0: thickness must be within 0 and 2e6, got NaN");
    net.surface.friction = -1.0;
    let error = net.check().unwrap_err().to_string();
    assert_eq!(error, "surface 0: friction must be finite and >= 0, got -1");
    net.surface.triangles.push([0, 1, 9]);
    let error = net.check().unwrap_err().to_string();
    assert_eq!(error, "triangle 8: particle must be < 9, the number of particles, got 9");
    net.surface.triangles[8] = [1, 1, 2];
    let error = net.check().unwrap_err().to_string();
    assert_eq!(error, "triangle 8: must join two different particles, got 1 twice");
    net.surface.radii = vec![0.0, -0.5];
    let error = net.check().unwrap_err().to_string();
    assert_eq!(error, "particle 1: radius must be within 0 and 1e6, got -0.5");
    net.surface.radii = vec![0.1; 10];
    let error = net.check().unwrap_err().to_string();
    assert_eq!(error, "radius 9: particle must be < 9, the number of particles, got 9");
}
