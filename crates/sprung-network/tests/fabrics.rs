//! Fabrics: energy, momentum, tearing, bad input.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::Cloth;
use sprung_network::{Environment, Settings, Solver, Stiffness, StretchLimits, Weave, measure};
use testkit::random::Random;

const FRAME: f32 = 1.0 / 60.0;

fn weightless(substeps: usize) -> Settings {
    Settings { substeps, environment: Environment::ZERO_G, ..Settings::default() }
}

/// A weave of any kind.
fn any_weave(random: &mut Random) -> Weave {
    let stiffness = [0; 3].map(|_| match random.index(4) {
        0 => Stiffness::per_step(random.unit() as f32, random.unit() as f32),
        1 => Stiffness::RIGID,
        2 => Stiffness::from_frequency(random.log_uniform(0.1, 1e3) as f32, 0.1).unwrap(),
        _ => Stiffness::Physical {
            stiffness: random.log_uniform(1e-6, 1e9) as f32,
            damping: random.log_uniform(1e-9, 1e3) as f32,
        },
    });
    let weave = Weave::new(stiffness[0], stiffness[1], stiffness[2]);
    match random.index(3) {
        0 => weave,
        1 => weave.with_limits(0.95, 1.05),
        _ => weave.with_limits(random.unit() as f32, 1.0 + random.unit() as f32),
    }
}

#[test]
fn fabrics_of_any_stiffness_between_any_masses_gain_no_energy() {
    let mut random = Random::new(21);
    for seed in 0..2000 {
        let [columns, rows] = [0; 2].map(|_| 2 + random.index(5));
        let sheet = Cloth::new(columns, rows, 1.0, 1.0).with_shear(Stiffness::per_step(0.3, 0.3));
        let mut net = sheet.build().unwrap();
        if seed % 2 == 0 {
            net.edges.clear();
        }
        for p in &mut net.particles {
            p.inverse_mass = 1.0 / random.log_uniform(1e-6, 10.0) as f32;
            p.velocity = [0; 3].map(|_| random.uniform(-1.0, 1.0) as f32);
        }
        let warp = [0; 3].map(|_| random.uniform(0.1, 1.0) as f32);
        net.add_fabric(&sheet.triangles(), warp, any_weave(&mut random)).unwrap();
        let substeps = [1, 2, 8, 32][random.index(4)];
        let dt = random.log_uniform(1.0 / 240.0, 0.5) as f32;
        let mut solver = Solver::new(&net, weightless(substeps)).unwrap();
        let kinetic = |solver: &Solver| measure::energy(solver.particles(), [0.0; 3]);
        // What the account allows for rounding: `½ M (R/h)²` of 1e-6 of the lengths.
        let mass: f64 = net.particles.iter().map(|p| 1.0 / f64::from(p.inverse_mass)).sum();
        let lengths: f64 = net.edges.iter().map(|edge| f64::from(edge.rest_length)).sum();
        let lengths = lengths + 3.0 * 1.5 * net.fabrics[0].triangles.len() as f64;
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
fn what_a_soft_fabric_has_stored_is_all_that_comes_out() {
    let mut random = Random::new(4);
    for seed in 0..100 {
        let sheet = Cloth::new(5, 4, 0.1, 0.2);
        let mut net = sheet.build().unwrap();
        net.edges.clear();
        let stiffness = [0; 3].map(|_| random.log_uniform(0.1, 20.0) as f32);
        let [warp, weft, shear] = stiffness.map(|k| Weave::membrane(k, 0.0));
        let warp_direction = [1.0, 0.0, random.unit() as f32];
        let weave = Weave::new(warp, weft, shear);
        net.add_fabric(&sheet.triangles(), warp_direction, weave).unwrap();
        for particle in &mut net.particles {
            particle.position =
                particle.position.map(|c| 1.3 * c + random.uniform(-0.01, 0.01) as f32);
        }
        let mut solver = Solver::new(&net, weightless(64)).unwrap();
        let stored = |solver: &Solver| {
            let triangles = 0..net.fabrics[0].triangles.len();
            let of = |triangle: usize| {
                let strain = solver.fabric_strain(0, triangle);
                let terms = strain.iter().zip(stiffness);
                let energy = terms.map(|(e, k)| 0.5 * f64::from(k) * f64::from(e * e));
                0.005 * energy.sum::<f64>()
            };
            triangles.map(of).sum::<f64>()
        };
        let all = stored(&solver);
        let mut most = 0.0_f64;
        for _ in 0..60 {
            solver.step(FRAME);
            let kinetic = measure::energy(solver.particles(), [0.0; 3]);
            let total = kinetic + stored(&solver);
            assert!(total <= 1.005 * all, "{seed}: {total} of {all}");
            most = most.max(kinetic);
        }
        assert!(most > 0.4 * all, "{seed}: it swings: {most} of {all}");
    }
}

#[test]
fn momentum_is_kept() {
    let mut random = Random::new(8);
    for _ in 0..30 {
        let sheet = Cloth::new(7, 5, 0.1, 0.2);
        let mut net = sheet.build().unwrap();
        net.edges.clear();
        let warp = [0; 3].map(|_| random.uniform(0.1, 1.0) as f32);
        net.add_fabric(&sheet.triangles(), warp, any_weave(&mut random)).unwrap();
        for p in &mut net.particles {
            p.position = p.position.map(|c| c + random.uniform(-0.02, 0.02) as f32);
            p.velocity = [0; 3].map(|_| random.uniform(-0.3, 0.3) as f32);
        }
        let mut solver = Solver::new(&net, weightless(8)).unwrap();
        let motion = |solver: &Solver| {
            let momentum = measure::momentum(solver.particles());
            let spin = measure::angular_momentum(solver.particles());
            [momentum, spin].concat()
        };
        let first = motion(&solver);
        let mut largest = 0.0_f64;
        for _ in 0..300 {
            solver.step(FRAME);
            let now = motion(&solver);
            let off = now.iter().zip(&first).map(|(a, b)| (a - b).abs());
            largest = off.fold(largest, f64::max);
        }
        assert!(largest < 1e-5, "{largest}");
    }
}

#[test]
fn fabrics_tear_with_edges_and_particles_and_can_be_cut() {
    let sheet = Cloth::new(4, 3, 0.1, 0.1).with_shear(Stiffness::per_step(0.1, 0.1));
    let mut net = sheet.build().unwrap();
    let soft = Weave::membrane(10.0, 1e-3);
    let weave = Weave::new(soft, soft, soft);
    assert_eq!(net.add_fabric(&sheet.triangles(), [1.0, 0.0, 0.0], weave).unwrap(), 0);
    net.append(&net.clone());
    assert_eq!(net.fabrics[1].triangles[0], [12, 16, 13]);
    let mut solver = Solver::new(&net, weightless(4)).unwrap();
    assert_eq!(solver.network().fabrics, net.fabrics);
    // The first edge is a side of one triangle.
    solver.remove_edge(0);
    assert!(solver.is_fabric_torn(0, 0) && !solver.is_fabric_torn(0, 1));
    solver.remove_fabric_triangle(1, 7);
    solver.step(FRAME);
    let left = |solver: &Solver, fabric: usize| solver.network().fabrics[fabric].triangles.len();
    assert_eq!((left(&solver, 0), left(&solver, 1)), (11, 11));
    // The corner (3, 2) belongs to one triangle of the second sheet.
    solver.remove_particle(12 + sheet.at(0, 2));
    assert!(solver.is_fabric_torn(1, 6) && solver.is_fabric_torn(1, 7));
    assert_eq!(left(&solver, 1), 10);
    solver.rebuild();
    solver.step(FRAME);
    assert_eq!((left(&solver, 0), left(&solver, 1)), (11, 10));
    // Cut to single triangles, cloth without edges comes apart.
    net.edges.clear();
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    (0..12).for_each(|triangle| solver.remove_fabric_triangle(0, triangle));
    solver.set_velocity(0, [1.0, 0.0, 0.0]).unwrap();
    (0..60).for_each(|_| solver.step(FRAME));
    assert!((solver.position(0)[0] - 1.0).abs() < 1e-4, "{}", solver.position(0)[0]);
}

#[test]
fn errors_are_named_and_what_is_accepted_stays_a_number() {
    let sheet = Cloth::new(3, 3, 0.1, 0.1);
    let triangles = sheet.triangles();
    let mut net = sheet.build().unwrap();
    let weave = Weave::new(Stiffness::RIGID, Stiffness::RIGID, Stiffness::RIGID);
    let mut refused = |triangles: &[[u32; 3]], warp: [f32; 3], weave: Weave| {
        net.add_fabric(triangles, warp, weave).unwrap_err().to_string()
    };
    let along = [1.0, 0.0, 0.0];
    assert_eq!(
        refused(&[[0, 1, 9]], along, weave),
        "fabric triangle 0: particle must be < 9, the number of particles, got 9"
    );
    assert_eq!(
        refused(&[[0, 1, 1]], along, weave),
        "fabric triangle 0: must join two different particles, got 1 twice"
    );
    assert_eq!(
        refused(&[[0, 1, 2]], along, weave),
        "fabric triangle 0: area along the warp must be finite and > 0, got 0"
    );
    assert_eq!(
        refused(&triangles, [0.0, 1.0, 0.0], weave),
        "fabric triangle 0: area along the warp must be finite and > 0, got 0"
    );
    assert_eq!(
        refused(&triangles, [f32::NAN, 1.0, 0.0], weave),
        "fabric 0: warp must be finite, got NaN"
    );
    assert_eq!(
        refused(&triangles, along, weave.with_limits(1.1, 1.2)),
        "fabric 0: warp_limits.min must be within 0 and 1, got 1.1"
    );
    assert_eq!(
        refused(&triangles, along, weave.with_limits(0.9, f32::NAN)),
        "fabric 0: warp_limits.max must be >= 1, got NaN"
    );
    let bad = Weave::membrane(-1.0, 0.0);
    assert_eq!(
        refused(&triangles, along, Weave { shear: bad, ..weave }),
        "shear of fabric 0: stiffness must be finite and >= 0, got -1"
    );
    net.add_fabric(&triangles, along, weave).unwrap();
    let mut short = net.clone();
    short.fabrics[0].coordinates.pop();
    assert_eq!(
        short.check().unwrap_err().to_string(),
        "fabric 0: coordinates must be one for each triangle, got 7"
    );
    let mut flat = net.clone();
    flat.fabrics[0].coordinates[2] = [[0.0; 2], [1.0, 1.0], [2.0, 2.0]];
    assert_eq!(
        flat.check().unwrap_err().to_string(),
        "fabric triangle 2: area of the coordinates must be finite and > 0, got 0"
    );
    let mut random = Random::new(2);
    for _ in 0..400 {
        let mut net = net.clone();
        let huge = |random: &mut Random| {
            let size = random.log_uniform(1e-20, 1e16) as f32;
            if random.index(2) == 0 { size } else { -size }
        };
        for particle in &mut net.particles {
            if random.index(3) == 0 {
                particle.position = [0; 3].map(|_| huge(&mut random));
                particle.velocity = [0; 3].map(|_| huge(&mut random));
                particle.inverse_mass = random.log_uniform(1e-30, 1e30) as f32;
            }
        }
        for m in net.fabrics[0].coordinates.as_flattened_mut() {
            if random.index(6) == 0 {
                *m = [0; 2].map(|_| huge(&mut random));
            }
        }
        let warp_limits = StretchLimits { min: random.unit() as f32, max: 1.0 };
        net.fabrics[0].weave = Weave { warp_limits, ..any_weave(&mut random) };
        let Ok(mut solver) = Solver::new(&net, Settings::default()) else { continue };
        for _ in 0..20 {
            solver.step(FRAME);
            let all = solver.particles().flat_map(|p| [p.position, p.velocity]).flatten();
            assert!(all.into_iter().all(f32::is_finite));
        }
    }
}
