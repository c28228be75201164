//! Hinges: angles at rest, a cantilever, a frequency, energy, momentum, bad input.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::Cloth;
use sprung_network::{Environment, Hinge, Network, Particle, Settings, Solver, Stiffness, measure};
use testkit::random::Random;

const FRAME: f32 = 1.0 / 60.0;

fn weightless(substeps: usize) -> Settings {
    Settings { substeps, environment: Environment::ZERO_G, ..Settings::default() }
}

/// Two triangles over the side from 0 to 1, along y; flat.
fn pair() -> Network {
    let mut net = Network::default();
    for at in [[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.5, 0.0], [-1.0, 0.5, 0.0]] {
        net.add_particle(Particle::new(at, 0.5));
    }
    net
}

#[test]
fn a_cantilever_hangs_as_euler_and_bernoulli_say() {
    const COLUMNS: usize = 17;
    let (spacing, mass, bending) = (1.0 / 16.0_f32, 0.5, 250.0 * 0.5);
    let strip = Cloth::new(COLUMNS, 3, spacing, mass).with_shear(Stiffness::RIGID);
    let mut net = strip.build().unwrap();
    let rigidity = Stiffness::Physical { stiffness: bending, damping: 0.0 };
    net.add_hinges(&strip.triangles(), rigidity).unwrap();
    // Squares stay flat: no twist.
    for hinge in &mut net.hinges {
        let [a, b] = hinge.edge.map(|p| (p % COLUMNS, p / COLUMNS));
        if a.0 != b.0 && a.1 != b.1 {
            hinge.stiffness = Stiffness::RIGID;
        }
    }
    net.fix((0..3).flat_map(|row| [strip.at(0, row), strip.at(1, row)]));
    let environment = Environment { drag: 20.0, ..Environment::default() };
    let settings = Settings { substeps: 128, environment, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    (0..480).for_each(|_| solver.step(1.0 / 240.0));
    let tip = -f64::from(solver.position(strip.at(COLUMNS - 1, 1))[1]);
    // The columns as loads of a beam that is clamped in the middle of the cell that is held; the hinge of a column bends for
    // the half cells beside it.
    let (spacing, stiffness) = (f64::from(spacing), f64::from(bending) * 2.0 / 16.0);
    let load = 9.81 * f64::from(mass) / COLUMNS as f64;
    let length = (COLUMNS as f64 - 1.5) * spacing;
    let exact: f64 = (2..COLUMNS)
        .map(|column| (column as f64 - 0.5) * spacing)
        .map(|at| load * at * at * (3.0 * length - at) / (6.0 * stiffness))
        .sum();
    println!("tip {tip}, exact {exact}, {}", tip / exact - 1.0);
    assert!((tip / exact - 1.0).abs() < 0.02, "{tip} instead of {exact}");
}

#[test]
fn a_hinge_swings_at_its_frequency() {
    let mut net = pair();
    net.fix([0, 1]);
    net.connect(0, 1);
    net.connect(0, 2);
    net.connect(1, 2);
    net.connect(0, 3);
    net.connect(1, 3);
    net.add_hinges(&[[0, 1, 2], [1, 0, 3]], Stiffness::from_frequency(2.0, 0.0).unwrap()).unwrap();
    let mut solver = Solver::new(&net, weightless(64)).unwrap();
    // Both wings up: the angle starts at 0 with a rate.
    for wing in [2, 3] {
        solver.set_velocity(wing, [0.0, 0.0, 1.0]).unwrap();
    }
    let (mut before, mut crossings) = (0.0, Vec::new());
    for step in 1..=480 {
        solver.step(1.0 / 240.0);
        let angle = f64::from(solver.hinge_angle(0));
        if step > 1 && angle * before < 0.0 {
            crossings.push((f64::from(step) - angle / (angle - before)) / 240.0);
        }
        before = angle;
    }
    let halves = (crossings.len() - 1) as f64;
    let frequency = 0.5 * halves / (crossings[crossings.len() - 1] - crossings[0]);
    assert!((frequency / 2.0 - 1.0).abs() < 0.005, "{frequency} Hz");
}

/// Without stiffness the rate of the angle is damped alone, by `1/(1 + c h W)` in each sub-step, with the sum `W` of the
/// inverse masses by the squares of the gradients.
#[test]
fn a_hinge_without_stiffness_damps() {
    const DAMPING: f32 = 0.5;
    let mut net = pair();
    for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3)] {
        net.connect(a, b);
    }
    net.add_hinges(&[[0, 1, 2], [1, 0, 3]], Stiffness::RIGID).unwrap();
    for (particle, sign) in net.particles.iter_mut().zip([-1.0, -1.0, 1.0, 1.0]) {
        particle.velocity[2] = sign * 1e-3;
    }
    for stiffness in
        [Stiffness::Physical { stiffness: 0.0, damping: DAMPING }, Stiffness::per_step(0.0, 0.0)]
    {
        net.hinges[0].stiffness = stiffness;
        let mut solver = Solver::new(&net, weightless(4)).unwrap();
        let (h, w) = (f64::from(FRAME) / 4.0, 4.0 / 0.5);
        // Both corners are 1 m from the side, and move from it with 2 mm/s.
        let mut rate = if solver.hinge_angle(0) == 0.0 { 4e-3 } else { f64::NAN };
        let mut angle = 0.0;
        for step in 0..60 {
            solver.step(FRAME);
            for _ in 0..4 {
                angle += h * rate;
                if let Stiffness::Physical { damping, .. } = stiffness {
                    rate /= 1.0 + f64::from(damping) * h * w;
                }
            }
            let got = f64::from(solver.hinge_angle(0)).abs();
            assert!((got - angle).abs() < 1e-3 * angle, "{stiffness:?}, {step}: {got} {angle}");
        }
    }
}

#[test]
fn every_angle_is_reached_and_momentum_is_kept() {
    for degrees in [-150.0_f32, -90.0, -20.0, 0.0, 45.0, 120.0, 170.0] {
        let sheet = Cloth::new(7, 5, 0.1, 0.2).with_shear(Stiffness::RIGID);
        let mut net = sheet.build().unwrap();
        net.add_hinges(&sheet.triangles(), Stiffness::from_frequency(10.0, 0.7).unwrap()).unwrap();
        let is_crease = |hinge: &Hinge| hinge.edge.iter().all(|p| p % 7 == 3);
        let creases: Vec<usize> =
            (0..net.hinges.len()).filter(|&i| is_crease(&net.hinges[i])).collect();
        assert_eq!(creases.len(), 4);
        for &crease in &creases {
            net.hinges[crease].rest_angle = degrees.to_radians();
        }
        let mut solver = Solver::new(&net, weightless(8)).unwrap();
        let mut largest = 0.0_f64;
        for _ in 0..600 {
            solver.step(FRAME);
            let momentum = measure::momentum(solver.particles());
            let spin = measure::angular_momentum(solver.particles());
            let all = momentum.into_iter().chain(spin);
            largest = all.fold(largest, |most, c| most.max(c.abs()));
        }
        assert!(largest < 1e-5, "{degrees}: {largest}");
        for &crease in &creases {
            let angle = solver.hinge_angle(crease).to_degrees();
            assert!((angle - degrees).abs() < 1.0, "{angle} instead of {degrees}");
        }
    }
}

#[test]
fn hinges_of_any_stiffness_between_any_masses_gain_no_energy() {
    let mut random = Random::new(11);
    for seed in 0..1500 {
        let [columns, rows] = [0; 2].map(|_| 2 + random.index(5));
        let sheet = Cloth::new(columns, rows, 1.0, 1.0).with_shear(Stiffness::RIGID);
        let mut net = sheet.build().unwrap();
        for p in &mut net.particles {
            p.inverse_mass = 1.0 / random.log_uniform(1e-6, 10.0) as f32;
            p.velocity = [0; 3].map(|_| random.uniform(-1.0, 1.0) as f32);
        }
        let stiffness = match seed % 3 {
            0 => Stiffness::per_step(random.unit() as f32, random.unit() as f32),
            1 => Stiffness::Physical {
                stiffness: random.log_uniform(1e-9, 1e9) as f32,
                damping: random.log_uniform(1e-9, 1e3) as f32,
            },
            _ => Stiffness::RIGID,
        };
        net.add_hinges(&sheet.triangles(), stiffness).unwrap();
        let substeps = [1, 2, 8, 32][random.index(4)];
        let dt = random.log_uniform(1.0 / 240.0, 0.5) as f32;
        let mut solver = Solver::new(&net, weightless(substeps)).unwrap();
        let kinetic = |solver: &Solver| measure::energy(solver.particles(), [0.0; 3]);
        // What the account allows for rounding: `½ M (R/h)²` of 1e-6 of the rest lengths.
        let mass: f64 = net.particles.iter().map(|p| 1.0 / f64::from(p.inverse_mass)).sum();
        let lengths: f64 = net.edges.iter().map(|edge| f64::from(edge.rest_length)).sum();
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
fn what_a_soft_hinge_has_stored_is_all_that_comes_out() {
    let mut random = Random::new(3);
    for _ in 0..200 {
        let mut net = pair();
        for (a, b) in [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3)] {
            net.connect(a, b);
        }
        let stiffness = random.log_uniform(0.1, 30.0) as f32;
        let rigidity = Stiffness::Physical { stiffness, damping: 0.0 };
        net.add_hinges(&[[0, 1, 2], [1, 0, 3]], rigidity).unwrap();
        let rest_angle = random.uniform(-2.5, 2.5) as f32;
        net.hinges[0].rest_angle = rest_angle;
        let mut solver = Solver::new(&net, weightless(64)).unwrap();
        let all = 0.5 * f64::from(stiffness) * f64::from(rest_angle).powi(2);
        let mut most = 0.0_f64;
        for _ in 0..240 {
            solver.step(FRAME);
            let kinetic = measure::energy(solver.particles(), [0.0; 3]);
            let error = f64::from(solver.hinge_angle(0) - rest_angle);
            let total = kinetic + 0.5 * f64::from(stiffness) * error * error;
            assert!(total <= 1.01 * all, "{total} of {all}");
            most = most.max(kinetic);
        }
        assert!(most > 0.8 * all, "it swings: {most} of {all}");
    }
}

#[test]
fn hinges_tear_with_their_triangles_and_errors_are_named() {
    let mut net = pair();
    for (a, b) in [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3)] {
        net.connect(a, b);
    }
    let triangles = [[0, 1, 2], [1, 0, 3]];
    assert_eq!(net.add_hinges(&triangles, Stiffness::RIGID).unwrap(), 0);
    assert_eq!((net.hinges.len(), net.hinges[0].rest_angle), (1, 0.0));
    net.append(&net.clone());
    assert_eq!(net.hinges[1].opposite, [6, 7]);
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    assert_eq!(solver.network().hinges, net.hinges);
    solver.set_hinge(1, 0.4, Stiffness::RIGID).unwrap();
    solver.remove_edge(3);
    (0..30).for_each(|_| solver.step(FRAME));
    assert_eq!(solver.network().hinges.len(), 1);
    assert!((solver.hinge_angle(1) - 0.4).abs() < 0.01);
    solver.rebuild();
    solver.step(FRAME);
    assert!((solver.hinge_angle(1) - 0.4).abs() < 0.01);
    let error = solver.set_hinge(0, 4.0, Stiffness::RIGID).unwrap_err().to_string();
    assert_eq!(error, "hinge 0: rest_angle must be within -pi and pi, got 4");
    net.hinges[1].opposite[1] = 9;
    let error = Solver::new(&net, Settings::default()).err().unwrap().to_string();
    assert_eq!(error, "hinge 1: particle must be < 8, the number of particles, got 9");
    net.hinges[1].opposite[1] = 6;
    let error = Solver::new(&net, Settings::default()).err().unwrap().to_string();
    assert_eq!(error, "hinge 1: must join two different particles, got 6 twice");
    net.hinges.clear();
    net.rest_shape[2] = [0.0, 0.5, 0.0];
    let error = net.add_hinges(&triangles, Stiffness::RIGID).unwrap_err().to_string();
    assert_eq!(error, "hinge 0: areas of the triangles must be finite and > 0, got 0");
}
