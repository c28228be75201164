//! Cells: volumes, a step against minimization, a press, inversion, energy, momentum, tearing, bad input.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::{lattice_with_cells, volume_lattice_with_cells};
use sprung_network::{
    Collider, Edge, Environment, Network, Particle, Settings, Shape, Solver, Stiffness, measure,
};
use testkit::random::Random;

mod jelly;

const FRAME: f32 = 1.0 / 60.0;

fn weightless(substeps: usize) -> Settings {
    Settings { substeps, environment: Environment::ZERO_G, ..Settings::default() }
}

/// Six times the volume of a tetrahedron: a determinant in f64, by its first row.
fn six_volumes(corners: [[f64; 3]; 4]) -> f64 {
    let [a, b, c] = [1, 2, 3].map(|i| [0, 1, 2].map(|axis| corners[i][axis] - corners[0][axis]));
    a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
}

/// A cell of random corners, none of them near the plane of the others.
fn random_cell(random: &mut Random) -> Network {
    let mut net = Network::default();
    loop {
        net.particles.clear();
        net.rest_shape.clear();
        for _ in 0..4 {
            let at = [0; 3].map(|_| random.uniform(-1.0, 1.0) as f32);
            net.add_particle(Particle::new(at, random.log_uniform(0.1, 10.0) as f32));
        }
        let places = core::array::from_fn(|i| net.particles[i].position.map(f64::from));
        if six_volumes(places).abs() > 0.5 {
            return net;
        }
    }
}

#[test]
fn the_volume_of_a_cell_is_the_determinant_of_its_sides() {
    let mut random = Random::new(1);
    for _ in 0..500 {
        let mut net = random_cell(&mut random);
        assert_eq!(net.add_cells(&[[0, 1, 2, 3]], Stiffness::RIGID).unwrap(), 0);
        let places = |net: &Network| {
            net.cells[0].corners.map(|p| net.particles[p as usize].position.map(f64::from))
        };
        let at_rest = six_volumes(places(&net));
        assert!(at_rest > 0.0, "it is turned");
        assert!((f64::from(net.cells[0].rest_volume) * 6.0 / at_rest - 1.0).abs() < 1e-6);
        for particle in &mut net.particles {
            particle.position = [0; 3].map(|_| random.uniform(-1.0, 1.0) as f32);
        }
        let solver = Solver::new(&net, weightless(1)).unwrap();
        let exact = six_volumes(places(&net)) / at_rest;
        assert!(
            (f64::from(solver.cell_volume_ratio(0)) - exact).abs() < 1e-5 * exact.abs().max(1.0)
        );
    }
}

/// The places at which `Σ m |x − y|²/(2h²) + ½ k V₀ (J − 1)²` is least: backward Euler, by Newton's method on the one unknown
/// of a cell, its pressure, with the places by fixed-point iteration.
fn minimized(net: &Network, stiffness: f64, h: f64) -> [[f64; 3]; 4] {
    let corners = net.cells[0].corners.map(|p| p as usize);
    let start: [[f64; 3]; 4] = corners.map(|p| net.particles[p].position.map(f64::from));
    let masses = corners.map(|p| 1.0 / f64::from(net.particles[p].inverse_mass));
    let volume = f64::from(net.cells[0].rest_volume);
    let energy = |x: &[[f64; 3]; 4]| {
        let ratio = six_volumes(*x) / (6.0 * volume);
        let moved: f64 = (0..4)
            .map(|i| masses[i] * (0..3).map(|c| (x[i][c] - start[i][c]).powi(2)).sum::<f64>())
            .sum();
        moved / (2.0 * h * h) + 0.5 * stiffness * volume * (ratio - 1.0).powi(2)
    };
    // Coordinate descent by parabolas: no derivative of the volume.
    let mut x = start;
    for _ in 0..4000 {
        for i in 0..12 {
            let step = 1e-4;
            let at = |x: &[[f64; 3]; 4], by: f64| {
                let mut x = *x;
                x[i / 3][i % 3] += by;
                energy(&x)
            };
            let (low, middle, high) = (at(&x, -step), at(&x, 0.0), at(&x, step));
            let curvature = low - 2.0 * middle + high;
            x[i / 3][i % 3] -= 0.5 * step * (high - low) / curvature;
        }
    }
    x
}

#[test]
fn one_cell_goes_where_its_energy_is_least() {
    let mut random = Random::new(2);
    let h = 1.0 / 60.0;
    for round in 0..12 {
        let mut net = random_cell(&mut random);
        // The correction is linear: exact to first order of the change.
        let stiffness = [300.0, 1e4][round % 2];
        let physical = Stiffness::Physical { stiffness: stiffness as f32, damping: 0.0 };
        net.add_cells(&[[0, 1, 2, 3]], physical).unwrap();
        net.cells[0].rest_volume *= 1.02;
        let mut solver = Solver::new(&net, weightless(1)).unwrap();
        let exact = minimized(&net, stiffness, h);
        solver.step(h as f32);
        let (mut off, mut size) = (0.0_f64, 0.0_f64);
        for (exact, &p) in exact.iter().zip(&net.cells[0].corners) {
            let (start, end) = (net.particles[p as usize].position, solver.position(p as usize));
            for c in 0..3 {
                let moved = exact[c] - f64::from(start[c]);
                off = off.max((f64::from(end[c]) - f64::from(start[c]) - moved).abs());
                size = size.max(moved.abs());
            }
        }
        assert!(size > 1e-4 && off < 0.02 * size, "{round}: {off} of {size}");
    }
}

#[test]
fn a_cell_breathes_at_its_frequency() {
    let mut net = Network::default();
    for at in [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]] {
        net.add_particle(Particle::new(at, 0.5).with_velocity(at.map(|c| 0.01 * c)));
    }
    net.add_cells(&[[0, 1, 2, 3]], Stiffness::from_frequency(2.0, 0.0).unwrap()).unwrap();
    let mut solver = Solver::new(&net, weightless(64)).unwrap();
    let (mut before, mut crossings) = (0.0, Vec::new());
    for step in 1..=480 {
        solver.step(1.0 / 240.0);
        let off = f64::from(solver.cell_volume_ratio(0)) - 1.0;
        if step > 1 && (off > 0.0) != (before > 0.0) {
            crossings.push((f64::from(step) - off / (off - before)) / 240.0);
        }
        before = off;
    }
    let halves = (crossings.len() - 1) as f64;
    let frequency = 0.5 * halves / (crossings[crossings.len() - 1] - crossings[0]);
    assert!((frequency / 2.0 - 1.0).abs() < 0.005, "{frequency} Hz");
}

/// Without stiffness the rate of the volume is damped alone: `p = c V'/V₀`, against the sum of the inverse masses by the
/// squares of the gradients of the volume.
#[test]
fn a_cell_without_stiffness_damps() {
    const DAMPING: f32 = 3.0;
    let mut net = Network::default();
    // Three sides along the axes: gradients of ½ ab along them, and minus their sum at the origin.
    for at in [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
        net.add_particle(Particle::new(at, 0.5).with_velocity(at.map(|c| 1e-3 * c)));
    }
    net.add_cells(&[[0, 1, 2, 3]], Stiffness::RIGID).unwrap();
    let (h, volume) = (f64::from(FRAME) / 4.0, 1.0 / 6.0);
    let inverse_inertia = (3.0 + 3.0) / 36.0 / 0.5;
    for damping in [DAMPING, 0.0] {
        net.cells[0].stiffness = Stiffness::Physical { stiffness: 0.0, damping };
        let mut solver = Solver::new(&net, weightless(4)).unwrap();
        let (mut rate, mut change) = (3e-3, 0.0);
        for step in 0..60 {
            solver.step(FRAME);
            for _ in 0..4 {
                change += h * rate;
                rate /= 1.0 + f64::from(damping) / volume * h * inverse_inertia;
            }
            let got = f64::from(solver.cell_volume_ratio(0)) - 1.0;
            assert!((got - change).abs() < 5e-3 * change, "{damping}, {step}: {got} {change}");
        }
    }
}

/// The part of its volume that a cube of soft edges has between two plates at half of its height, and after they are gone.
fn pressed(cells: Option<Stiffness>) -> [f64; 2] {
    let mut net = lattice_with_cells([6, 6, 6], 0.1, 1.0).unwrap();
    let soft = Stiffness::from_frequency(3.0, 0.3).unwrap();
    net.edges.iter_mut().for_each(|edge| edge.stiffness = soft);
    let all = net.cells.clone();
    match cells {
        Some(stiffness) => net.cells.iter_mut().for_each(|cell| cell.stiffness = stiffness),
        None => net.cells.clear(),
    }
    let mut solver = Solver::new(&net, weightless(16)).unwrap();
    let plate = |y: f32, up: f32| Shape::Plane { point: [0.0, y, 0.0], normal: [0.0, up, 0.0] };
    solver
        .set_colliders(&[Collider::new(plate(0.0, 1.0)), Collider::new(plate(0.5, -1.0))])
        .unwrap();
    let volume = |solver: &Solver| {
        let of = |corners: [u32; 4]| {
            six_volumes(corners.map(|p| solver.position(p as usize).map(f64::from))) / 6.0
        };
        all.iter().map(|cell| of(cell.corners)).sum::<f64>() / 0.125
    };
    for step in 1..=240 {
        let height = 0.5 - 0.25 * (step as f32 / 120.0).min(1.0);
        solver.move_collider(1, plate(height, -1.0)).unwrap();
        solver.step(FRAME);
    }
    let under = volume(&solver);
    let highest = (0..216).map(|p| solver.position(p)[1]).fold(0.0, f32::max);
    assert!(highest < 0.2501, "it is pressed: {highest}");
    solver.set_colliders(&[]).unwrap();
    (0..240).for_each(|_| solver.step(FRAME));
    [under, volume(&solver)]
}

#[test]
fn a_cube_keeps_its_volume_between_two_plates() {
    let [under, after] = pressed(Some(Stiffness::RIGID));
    println!("rigid cells: {under}, then {after}");
    assert!((under - 1.0).abs() < 0.02 && (after - 1.0).abs() < 1e-3, "{under} {after}");
    let [soft, after] = pressed(Some(Stiffness::Physical { stiffness: 2e4, damping: 20.0 }));
    println!("20 kPa: {soft}, then {after}");
    assert!((soft - 1.0).abs() < 0.1 && (after - 1.0).abs() < 1e-3, "{soft} {after}");
    let [none, _] = pressed(None);
    println!("no cells: {none}");
    assert!(none < 0.8, "without cells: {none}");
}

#[test]
fn what_a_soft_cell_has_stored_is_all_that_comes_out() {
    let mut random = Random::new(4);
    for seed in 0..100 {
        let mut net = random_cell(&mut random);
        let stiffness = random.log_uniform(1.0, 300.0);
        let physical = Stiffness::Physical { stiffness: stiffness as f32, damping: 0.0 };
        net.add_cells(&[[0, 1, 2, 3]], physical).unwrap();
        net.cells[0].rest_volume *= random.uniform(0.6, 1.6) as f32;
        let volume = f64::from(net.cells[0].rest_volume);
        let mut solver = Solver::new(&net, weightless(64)).unwrap();
        let stored = |solver: &Solver| {
            let strain = f64::from(solver.cell_volume_ratio(0)) - 1.0;
            0.5 * stiffness * volume * strain * strain
        };
        let all = stored(&solver);
        let mut most = 0.0_f64;
        for _ in 0..240 {
            solver.step(FRAME);
            let kinetic = measure::energy(solver.particles(), [0.0; 3]);
            let total = kinetic + stored(&solver);
            assert!(total <= 1.005 * all, "{seed}: {total} of {all}");
            most = most.max(kinetic);
        }
        assert!(most > 0.5 * all, "{seed}: it swings: {most} of {all}");
    }
}

#[test]
fn cells_of_any_stiffness_between_any_masses_gain_no_energy() {
    let mut random = Random::new(21);
    for seed in 0..1000 {
        let size = core::array::from_fn(|_| 2 + random.index(2));
        let mut net = lattice_with_cells(size, 1.0, 1.0).unwrap();
        if seed % 2 == 0 {
            net.edges.clear();
        }
        for p in &mut net.particles {
            p.inverse_mass = 1.0 / random.log_uniform(1e-6, 10.0) as f32;
            p.velocity = [0; 3].map(|_| random.uniform(-1.0, 1.0) as f32);
        }
        let stiffness = match random.index(4) {
            0 => Stiffness::per_step(random.unit() as f32, random.unit() as f32),
            1 => Stiffness::RIGID,
            2 => Stiffness::from_frequency(random.log_uniform(0.1, 1e3) as f32, 0.1).unwrap(),
            _ => Stiffness::Physical {
                stiffness: random.log_uniform(1e-6, 1e9) as f32,
                damping: random.log_uniform(1e-9, 1e3) as f32,
            },
        };
        net.cells.iter_mut().for_each(|cell| cell.stiffness = stiffness);
        let substeps = [1, 2, 8, 32][random.index(4)];
        let dt = random.log_uniform(1.0 / 240.0, 0.5) as f32;
        let mut solver = Solver::new(&net, weightless(substeps)).unwrap();
        let kinetic = |solver: &Solver| measure::energy(solver.particles(), [0.0; 3]);
        // What the account allows for rounding: `½ M (R/h)²` of 1e-6 of the lengths.
        let mass: f64 = net.particles.iter().map(|p| 1.0 / f64::from(p.inverse_mass)).sum();
        let lengths: f64 = net.edges.iter().map(|edge| f64::from(edge.rest_length)).sum();
        let lengths = lengths + 1.3 * net.cells.len() as f64;
        let rounding = 1e-6 * lengths * substeps as f64 / f64::from(dt);
        let first = kinetic(&solver);
        let most = 1.002 * first + 0.5 * mass * rounding * rounding;
        for step in 0..60 {
            solver.step(dt);
            let now = kinetic(&solver);
            assert!(now <= most, "{seed}, {step}: {now} after {first}");
        }
    }
}

#[test]
fn cubes_that_start_tangled_come_back() {
    let found = jelly::untangle(0..12);
    println!("{found:?}");
    // Of 1875 cells that start in disorder with edges of 16 Hz, some are held inside out by others.
    assert!(found.inverted == 0 && found.inverted_stiff <= 3, "{found:?}");
    assert!(found.worst_rigid < 1e-3, "{found:?}");
}

#[test]
fn a_cell_that_is_much_too_large_shrinks_to_its_volume() {
    let mut random = Random::new(7);
    for _ in 0..50 {
        let mut net = random_cell(&mut random);
        net.add_cells(&[[0, 1, 2, 3]], Stiffness::RIGID).unwrap();
        let size = random.log_uniform(2.0, 30.0) as f32;
        net.particles.iter_mut().for_each(|p| p.position = p.position.map(|c| c * size));
        let mut solver = Solver::new(&net, weightless(8)).unwrap();
        (0..600).for_each(|_| solver.step(FRAME));
        let places = net.cells[0].corners.map(|p| solver.position(p as usize).map(f64::from));
        let ratio = six_volumes(places) / 6.0 / f64::from(net.cells[0].rest_volume);
        assert!((ratio - 1.0).abs() < 1e-2, "{size}: {ratio}");
    }
}

#[test]
fn a_cell_at_a_point_or_on_a_line_opens_again() {
    let mut random = Random::new(6);
    for round in 0..200 {
        let mut net = random_cell(&mut random);
        let soft = Stiffness::from_frequency(10.0, 0.5).unwrap();
        net.add_cells(
            &[[0, 1, 2, 3]],
            [Stiffness::RIGID, Stiffness::RIGID, Stiffness::RIGID, soft][round % 4],
        )
        .unwrap();
        let direction = [0; 3].map(|_| random.uniform(-1.0, 1.0) as f32);
        for particle in &mut net.particles {
            let at = if round % 2 == 0 { 0.0 } else { random.uniform(-1.0, 1.0) as f32 };
            particle.position = direction.map(|c| at * c);
        }
        let mut solver = Solver::new(&net, weightless(8)).unwrap();
        let mut largest = 0.0_f64;
        for _ in 0..600 {
            solver.step(FRAME);
            let momentum = measure::momentum(solver.particles());
            let spin = measure::angular_momentum(solver.particles());
            largest = momentum.into_iter().chain(spin).fold(largest, |most, c| most.max(c.abs()));
        }
        let ratio = solver.cell_volume_ratio(0);
        assert!((ratio - 1.0).abs() < 0.05, "{round}: {ratio}");
        assert!(largest < 1e-3, "{round}: momentum {largest}");
    }
}

#[test]
fn cells_fill_a_closed_mesh_exactly() {
    // A box with a notch: of 5 by 4 by 3 cubes, less 2 by 2 by 3.
    let outline = [[0.0, 0.0], [0.5, 0.0], [0.5, 0.2], [0.3, 0.2], [0.3, 0.4], [0.0, 0.4]];
    let points: Vec<[f32; 3]> =
        [0.0, 0.3].iter().flat_map(|&z| outline.map(|[x, y]| [x, y, z])).collect();
    let mut triangles: Vec<[u32; 3]> = Vec::new();
    for i in 0..6 {
        let j = (i + 1) % 6;
        triangles.extend([[i, j, j + 6], [i, j + 6, i + 6]]);
    }
    for [a, b, c] in [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]] {
        triangles.extend([[c, b, a], [a + 6, b + 6, c + 6]]);
    }
    let net = volume_lattice_with_cells(&points, &triangles, 0.05, 1.0).unwrap();
    // Particles are half a spacing inside.
    let cubes = (9 * 7 - 4 * 4) * 5;
    assert_eq!(net.cells.len(), 5 * cubes);
    let volume: f64 = net.cells.iter().map(|cell| f64::from(cell.rest_volume)).sum();
    let exact = cubes as f64 * 0.05_f64.powi(3);
    assert!((volume / exact - 1.0).abs() < 1e-5, "{volume} of {exact}");
    let solver = Solver::new(&net, weightless(4)).unwrap();
    assert_eq!(solver.cell_count(), net.cells.len());
}

#[test]
fn cells_tear_with_their_edges_and_errors_are_named() {
    let mut net = Network::default();
    for at in [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 1.0, 1.0]] {
        net.add_particle(Particle::new(at, 1.0));
    }
    net.add_edge(Edge::new(0, 1, 1.0));
    assert_eq!(net.add_cells(&[[0, 1, 2, 3], [1, 2, 3, 4]], Stiffness::RIGID).unwrap(), 0);
    net.append(&net.clone());
    assert_eq!(net.cells[2].corners, [5, 6, 7, 8]);
    let mut solver = Solver::new(&net, weightless(8)).unwrap();
    assert_eq!(solver.network().cells, net.cells);
    solver.set_cell(2, 0.3, Stiffness::RIGID).unwrap();
    solver.remove_edge(0);
    solver.pin(4);
    solver.release(4, 0.5).unwrap();
    solver.set_mass(5, 3.0).unwrap();
    (0..60).for_each(|_| solver.step(FRAME));
    assert_eq!([0, 1, 2, 3].map(|cell| solver.is_cell_torn(cell)), [true, false, false, false]);
    assert_eq!(solver.network().cells.len(), 3);
    assert!((solver.cell_volume_ratio(2) - 1.0).abs() < 1e-3, "{}", solver.cell_volume_ratio(2));
    let volume = solver.cell_volume_ratio(2) * 0.3;
    assert!((volume - 0.3).abs() < 1e-3, "{volume}");
    solver.rebuild();
    solver.remove_particle(9);
    (0..10).for_each(|_| solver.step(FRAME));
    assert!(solver.is_cell_torn(3) && !solver.is_cell_torn(2));

    let error =
        |result: Result<usize, sprung_network::NetworkError>| result.unwrap_err().to_string();
    let rigid = Stiffness::RIGID;
    assert_eq!(
        error(net.add_cells(&[[0, 1, 2, 10]], rigid)),
        "cell 4: particle must be < 10, the number of particles, got 10"
    );
    assert_eq!(
        error(net.add_cells(&[[0, 1, 2, 3], [0, 1, 2, 0]], rigid)),
        "cell 5: must join two different particles, got 0 twice"
    );
    let bad = Stiffness::Physical { stiffness: -1.0, damping: 0.0 };
    assert!(error(net.add_cells(&[[0, 1, 2, 3]], bad)).starts_with("cell 4: stiffness must be"));
    let message = solver.set_cell(0, f32::NAN, rigid).unwrap_err().to_string();
    assert_eq!(message, "cell 0: rest_volume must be within 1e-30 and 1e30, got NaN");
    assert_eq!(net.cells.len(), 4, "nothing is added");
    net.rest_shape[3] = [0.5, 0.5, 0.0];
    let flat = "cell 0: volume in the rest shape must be finite and > 0, got 0";
    assert_eq!(Solver::new(&net, Settings::default()).err().unwrap().to_string(), flat);
    net.cells.clear();
    assert_eq!(error(net.add_cells(&[[0, 1, 2, 3]], rigid)), flat);
    for scale in [0.0, 1e-12, 1e12, f32::INFINITY, f32::NAN] {
        let mut net = Network::default();
        for at in [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
            net.add_particle(Particle::new(at.map(|c| c * scale), 1.0));
        }
        assert!(net.add_cells(&[[0, 1, 2, 3]], rigid).is_err(), "{scale}");
    }
}
