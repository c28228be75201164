//! Air on triangles: terminal velocity, force, energy, momentum, bad input.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::Cloth;
use sprung_network::{
    AeroCoefficients, AeroSurface, Environment, Network, Particle, Settings, Solver, Turbulence,
    measure,
};
use testkit::random::Random;

const FRAME: f32 = 1.0 / 60.0;

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// A triangle of 1/2 m² in the plane z = 0, of a mass in kg.
fn plate(mass: f32) -> Network {
    let mut net = Network::default();
    for at in [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]] {
        net.add_particle(Particle::new(at, mass / 3.0));
    }
    for i in 0..3 {
        net.connect(i, (i + 1) % 3);
    }
    net.add_aero_surface(&[[0, 1, 2]]).unwrap();
    net
}

#[test]
fn a_plate_that_falls_flat_has_the_closed_form_of_quadratic_drag() {
    let mut net = plate(0.3);
    let coefficients = AeroCoefficients { skin_friction: 0.0, ..AeroCoefficients::default() };
    net.aero_surfaces[0].coefficients = coefficients;
    let gravity = [0.0, 0.0, -9.81];
    let environment = Environment { gravity, ..Environment::default() };
    for (substeps, bound) in [(1, 0.05), (8, 0.015), (32, 0.015)] {
        let settings = Settings { substeps, environment, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        let terminal = (2.0 * 0.3 * 9.81 / (1.225 * 0.5 * 1.17_f64)).sqrt();
        let mut worst = 0.0_f64;
        for frame in 1..=120 {
            solver.step(FRAME);
            let exact = terminal * (9.81 * f64::from(frame) / 60.0 / terminal).tanh();
            worst = worst.max((f64::from(-solver.velocity(0)[2]) / exact - 1.0).abs());
        }
        assert!(worst < bound, "{substeps} sub-steps: {worst}");
    }
}

#[test]
fn the_wind_passes_where_a_triangle_has_torn() {
    let environment = Environment { wind: [0.0, 0.0, 5.0], ..Environment::ZERO_G };
    let settings = Settings { environment, ..Settings::default() };
    let mut net = plate(0.3);
    net.append(&plate(0.3));
    for torn in 0..2 {
        let mut solver = Solver::new(&net, settings).unwrap();
        solver.remove_edge(3 * torn + 1);
        solver.step(FRAME);
        for (i, particle) in solver.particles().enumerate() {
            assert_eq!(particle.velocity == [0.0; 3], i / 3 == torn, "{:?}", particle.velocity);
        }
    }
}

#[test]
fn a_bad_wind_is_refused_by_the_index_of_its_triangle() {
    let mut net = plate(0.3);
    net.append(&plate(0.3));
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    for bad in 0..2 {
        let mut index = 0;
        let wind = solver.set_wind_field(|_| {
            index += 1;
            if index == bad + 1 { [f32::NAN; 3] } else { [0.0; 3] }
        });
        let error = wind.unwrap_err().to_string();
        assert!(error.contains(&format!("triangle {bad}")), "{error}");
    }
}

/// The force of the documentation, in f64.
fn force(air: AeroCoefficients, area: f64, normal: [f64; 3], u: [f64; 3]) -> [f64; 3] {
    let speed = dot(u, u).sqrt();
    let direction = u.map(|c| c / speed);
    let sine = dot(direction, normal);
    let half = 0.5 * f64::from(air.density) * area * speed * speed;
    let drag = half * (f64::from(air.drag) * sine * sine + f64::from(air.skin_friction));
    let lift = half * f64::from(air.lift) * sine;
    [0, 1, 2].map(|c| -drag * direction[c] - lift * (normal[c] - direction[c] * sine))
}

#[test]
fn a_sail_that_is_held_takes_the_force_of_the_formula() {
    let mut random = Random::new(5);
    for _ in 0..2000 {
        let mut net = Network::default();
        let places = [0; 3].map(|_| [0; 3].map(|_| random.uniform(-2.0, 2.0) as f32));
        for at in places {
            net.add_particle(Particle::fixed(at));
        }
        net.add_aero_surface(&[[0, 1, 2]]).unwrap();
        let air = AeroCoefficients {
            density: random.log_uniform(0.1, 1000.0) as f32,
            drag: random.uniform(0.0, 2.0) as f32,
            lift: random.uniform(0.0, 6.3) as f32,
            skin_friction: random.uniform(0.0, 0.1) as f32,
        };
        net.aero_surfaces[0].coefficients = air;
        let wind = [0; 3].map(|_| random.uniform(-30.0, 30.0) as f32);
        let environment = Environment { wind, ..Environment::default() };
        let settings = Settings { environment, substeps: 1, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        solver.step(FRAME);
        let [a, b, c] = places.map(|place| place.map(f64::from));
        let doubled = cross([0, 1, 2].map(|i| b[i] - a[i]), [0, 1, 2].map(|i| c[i] - a[i]));
        let length = dot(doubled, doubled).sqrt();
        let normal = doubled.map(|c| c / length);
        let exact = force(air, 0.5 * length, normal, wind.map(|c| -f64::from(c)));
        let size = dot(exact, exact).sqrt();
        for (impulse, exact) in solver.aero_impulse(0).into_iter().zip(exact) {
            let mean = f64::from(impulse) / f64::from(FRAME);
            assert!((mean - exact).abs() < 2e-5 * size, "{mean} instead of {exact} of {size}");
        }
    }
}

/// Triangles between random particles, which share corners, in a random wind, without gravity.
fn soup(random: &mut Random, joined: bool) -> (Network, [f32; 3]) {
    let mut net = Network::default();
    let count = 4 + random.index(30);
    let fast = random.log_uniform(0.1, 1e4);
    for _ in 0..count {
        let at = [0; 3].map(|_| random.uniform(-1.0, 1.0) as f32);
        let mass = random.log_uniform(1e-6, 10.0) as f32;
        let velocity = [0; 3].map(|_| random.uniform(-fast, fast) as f32);
        net.add_particle(Particle::new(at, mass).with_velocity(velocity));
    }
    let mut triangles = Vec::new();
    for _ in 0..1 + random.index(60) {
        let [a, b, c] = [0; 3].map(|_| random.index(count) as u32);
        if a != b && b != c && c != a {
            triangles.push([a, b, c]);
        }
    }
    if joined {
        for corners in &triangles {
            for (i, j) in [(0, 1), (1, 2), (2, 0)] {
                let [a, b] = [corners[i] as usize, corners[j] as usize];
                if !net.edges.iter().any(|e| [[e.a, e.b], [e.b, e.a]].contains(&[a, b])) {
                    net.connect(a, b);
                }
            }
        }
    }
    net.add_aero_surface(&triangles).unwrap();
    net.aero_surfaces[0].coefficients = AeroCoefficients {
        density: random.log_uniform(1e-3, 1e3) as f32,
        drag: random.uniform(0.0, 2.0) as f32,
        lift: random.uniform(0.0, 6.3) as f32,
        skin_friction: random.uniform(0.0, 0.1) as f32,
    };
    (net, [0; 3].map(|_| random.uniform(-fast, fast) as f32))
}

/// The kinetic energy in the frame of the air, J.
fn energy(solver: &Solver, wind: [f32; 3]) -> f64 {
    let moving = solver.particles().map(|p| {
        let velocity = [0, 1, 2].map(|c| p.velocity[c] - wind[c]);
        Particle { velocity, ..p }
    });
    measure::energy(moving, [0.0; 3])
}

#[test]
fn the_energy_in_the_frame_of_the_air_never_grows() {
    let mut random = Random::new(77);
    for seed in 0..3000 {
        let (net, wind) = soup(&mut random, seed % 2 == 0);
        let environment = Environment { gravity: [0.0; 3], wind, drag: 0.0 };
        let substeps = [1, 2, 8, 32][random.index(4)];
        let settings = Settings { substeps, environment, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        let dt = random.log_uniform(1.0 / 240.0, 0.5) as f32;
        let scale = solver.particles().map(|p| {
            let most = p.velocity.iter().zip(wind).map(|(v, w)| v.abs() + w.abs());
            most.fold(0.0_f64, |most, c| most.max(f64::from(c))).powi(2) / f64::from(p.inverse_mass)
        });
        let rounding = 1e-6 * scale.sum::<f64>();
        let first = energy(&solver, wind);
        let mut before = first;
        for step in 0..6 {
            solver.step(dt);
            let now = energy(&solver, wind);
            assert!(now <= before + rounding, "{seed}, {step}: {now} after {before}");
            // Edges hand their energy back.
            before = if net.edges.is_empty() { now } else { 1.002 * first };
        }
        assert!(solver.particles().all(|p| p.position.iter().all(|c| c.is_finite())));
    }
}

#[test]
fn no_wind_throws_a_light_triangle_beyond_its_own_speed() {
    for mass in [1e-6, 1e-3, 1.0] {
        for speed in [1.0, 100.0, 1e4, 1e15] {
            for dt in [1.0 / 240.0, FRAME, 0.5] {
                for tilt in [0.0, 0.3, 1.0] {
                    let mut net = plate(mass);
                    net.aero_surfaces[0].coefficients.lift = 6.0;
                    let wind = [tilt * speed, 0.0, speed];
                    let environment = Environment { gravity: [0.0; 3], wind, drag: 0.0 };
                    let settings = Settings { environment, substeps: 1, ..Settings::default() };
                    let mut solver = Solver::new(&net, settings).unwrap();
                    let fastest = dot(wind.map(f64::from), wind.map(f64::from)).sqrt();
                    for _ in 0..20 {
                        solver.step(dt);
                        let momentum = measure::momentum(solver.particles());
                        let center = momentum.map(|c| c / f64::from(mass));
                        let through = [0, 1, 2].map(|c| center[c] - f64::from(wind[c]));
                        let u = dot(through, through).sqrt();
                        assert!(u <= 1.0001 * fastest, "{mass} {speed} {dt}: {u}");
                        assert!(center[2] <= 1.4 * fastest, "{mass} {speed} {dt}: {center:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn still_air_stops_a_plate_and_never_turns_it_back() {
    for mass in [1e-6, 1e-3, 1.0] {
        for speed in [1.0_f32, 100.0, 1e4] {
            for dt in [1.0 / 240.0, FRAME, 0.5] {
                let mut net = plate(mass);
                net.particles.iter_mut().for_each(|p| p.velocity = [0.0, 0.0, speed]);
                let environment = Environment { gravity: [0.0; 3], ..Environment::default() };
                let settings = Settings { environment, substeps: 1, ..Settings::default() };
                let mut solver = Solver::new(&net, settings).unwrap();
                // v = v₀/(1 + k v₀ t), for any step.
                let rate = 0.5 * 1.225 * 0.5 * (1.17 + 0.01) / f64::from(mass) * f64::from(speed);
                for step in 1..=20 {
                    solver.step(dt);
                    let time = f64::from(dt) * f64::from(step);
                    let exact = f64::from(speed) / (1.0 + rate * time);
                    let v = f64::from(solver.velocity(0)[2]);
                    let rounding = 2e-7 * f64::from(speed);
                    assert!(v > -rounding, "{mass} {dt}: {v}");
                    assert!(
                        (v - exact).abs() < 1e-4 * exact + rounding,
                        "{mass} {dt}: {v} {exact}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_free_sheet_takes_exactly_the_momentum_that_is_reported() {
    for substeps in [1, 8, 32] {
        let sheet = Cloth::new(12, 9, 0.1, 0.2);
        let mut net = sheet.build().unwrap();
        net.add_aero_surface(&sheet.triangles()).unwrap();
        let environment = Environment { gravity: [0.0; 3], wind: [3.0, 5.0, -2.0], drag: 0.0 };
        let settings = Settings { substeps, environment, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        let gusts = Turbulence::new(4.0, 0.5, 3).unwrap();
        let mut given = [0.0; 3];
        for frame in 0..120 {
            solver.set_wind_field(|at| gusts.velocity(at, frame as f32 * FRAME)).unwrap();
            solver.step(FRAME);
            let impulse = solver.aero_impulse(0);
            (0..3).for_each(|c| given[c] += f64::from(impulse[c]));
            let momentum = measure::momentum(solver.particles());
            for c in 0..3 {
                let off = (momentum[c] - given[c]).abs();
                assert!(off < 2e-5, "{substeps}, {frame}: {off}");
            }
        }
        assert!(given[0] > 0.3, "the wind carries it: {given:?}");
    }
}

#[test]
fn a_spinning_sheet_loses_the_spin_that_the_air_takes_at_any_number_of_substeps() {
    let spin_after = |substeps: usize, density: f32| {
        let sheet = Cloth::new(5, 5, 0.1, 0.2).with_shear(sprung_network::Stiffness::RIGID);
        let sheet = sheet.with_bend(sprung_network::Stiffness::RIGID);
        let mut net = sheet.build().unwrap();
        net.add_aero_surface(&sheet.triangles()).unwrap();
        net.aero_surfaces[0].coefficients.density = density;
        // About an axis in its plane.
        for p in &mut net.particles {
            let [x, _, _] = p.position;
            p.velocity = [0.0, 6.0 * (x - 0.2), 0.0];
        }
        let environment = Environment { gravity: [0.0; 3], ..Environment::default() };
        let settings = Settings { substeps, environment, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        (0..30).for_each(|_| solver.step(FRAME));
        measure::angular_momentum(solver.particles())[2]
    };
    let all = spin_after(8, 0.0);
    assert!((spin_after(1, 0.0) / all - 1.0).abs() < 1e-4, "nothing is lost without air");
    let [few, many] = [8, 64].map(|substeps| spin_after(substeps, 1.225));
    assert!(many < 0.95 * all && many > 0.3 * all, "air takes some: {many} of {all}");
    assert!((few / many - 1.0).abs() < 0.02, "{few} at 8 sub-steps, {many} at 64");
}

#[test]
fn a_flag_flutters_and_hangs_where_wind_and_weight_balance() {
    let flag = Cloth::new(25, 13, 0.05, 0.12);
    let run = |speed: f32, seconds: usize| {
        let mut net = flag.build().unwrap();
        // Upright, on a mast along y.
        for p in &mut net.particles {
            let [x, _, z] = p.position;
            p.position = [x, -z, 0.002 * (40.0 * x).sin()];
        }
        net.rest_shape = net.particles.iter().map(|p| p.position).collect();
        net.fix((0..13).map(|row| flag.at(0, row)));
        net.add_aero_surface(&flag.triangles()).unwrap();
        let environment = Environment { wind: [speed, 0.0, 0.0], ..Environment::default() };
        let settings = Settings { environment, substeps: 16, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        let (mut swings, mut droop, mut count) = (Vec::new(), 0.0, 0.0);
        for frame in 0..60 * seconds {
            solver.step(FRAME);
            let tip = solver.position(flag.at(24, 6));
            if frame > 30 * seconds {
                swings.push(tip[2]);
                droop += f64::from((-0.3 - tip[1]) / tip[0].max(1e-3)).atan().to_degrees();
                count += 1.0;
            }
        }
        // The motion of the tip across the wind, in the last third.
        let late = &swings[swings.len() / 3..];
        let mean = late.iter().sum::<f32>() / late.len() as f32;
        let spread =
            (late.iter().map(|z| (z - mean).powi(2)).sum::<f32>() / late.len() as f32).sqrt();
        (spread, droop / count)
    };
    let (slow, slow_droop) = run(3.0, 12);
    let (fast, fast_droop) = run(12.0, 12);
    println!("3 m/s: {slow} m, {slow_droop}°; 12 m/s: {fast} m, {fast_droop}°");
    assert!(fast > 0.02, "it flutters: {fast}");
    assert!(fast_droop < 20.0 && slow_droop > fast_droop + 10.0, "{slow_droop} {fast_droop}");
}

#[test]
fn a_leaf_falls_slower_than_a_stone_and_sideways() {
    let leaf = Cloth::new(5, 9, 0.01, 3e-4).with_shear(sprung_network::Stiffness::RIGID);
    let leaf = leaf.with_bend(sprung_network::Stiffness::RIGID);
    let mut net = leaf.build().unwrap();
    // Tilted by 20°.
    let (sin, cos) = 20.0_f32.to_radians().sin_cos();
    for p in &mut net.particles {
        let [x, _, z] = p.position;
        p.position = [x * cos, x * sin, z];
    }
    net.rest_shape.clear();
    net.add_aero_surface(&leaf.triangles()).unwrap();
    let settings = Settings { substeps: 16, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    (0..120).for_each(|_| solver.step(FRAME));
    let [x, y, _] = solver.position(leaf.at(2, 4));
    println!("the leaf is at {x}, {y}");
    assert!(y > -8.0 && y < -1.0, "a stone falls 19.6 m: {y}");
    assert!((x - 0.02).abs() > 0.1, "it glides: {x}");
}

#[test]
fn torn_triangles_are_gone() {
    let sheet = Cloth::new(4, 4, 0.1, 0.2);
    let mut net = sheet.build().unwrap();
    net.add_aero_surface(&sheet.triangles()).unwrap();
    net.append(&net.clone());
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let whole = solver.network().aero_surfaces;
    assert_eq!(whole, net.aero_surfaces);
    assert!(whole[1].triangles.iter().flatten().all(|&p| p >= 16));
    solver.remove_edge(4);
    solver.step(FRAME);
    let left = solver.network().aero_surfaces;
    assert_eq!(left[0].triangles.len(), whole[0].triangles.len() - 2);
    assert_eq!(left[1], whole[1]);
    solver.rebuild();
    assert_eq!(solver.network().aero_surfaces, left);
    // Without air a solver has the same bits as with triangles of no density.
    net.aero_surfaces.iter_mut().for_each(|surface| surface.coefficients.density = 0.0);
    let without = Network { aero_surfaces: Vec::new(), ..net.clone() };
    let run = |net: &Network| {
        let mut solver = Solver::new(net, Settings::default()).unwrap();
        (0..60).for_each(|_| solver.step(FRAME));
        solver.particles().map(|p| p.position).collect::<Vec<_>>()
    };
    for (with, without) in run(&net).into_iter().flatten().zip(run(&without).into_iter().flatten())
    {
        assert!((with - without).abs() < 1e-4, "{with} {without}");
    }
}

#[test]
fn bad_input_is_named() {
    let mut net = plate(1.0);
    let text = |net: &Network| Solver::new(net, Settings::default()).err().unwrap().to_string();
    net.aero_surfaces[0].coefficients.drag = -1.0;
    assert_eq!(text(&net), "aero surface 0: drag must be finite and >= 0, got -1");
    net.aero_surfaces[0].coefficients = AeroCoefficients::default();
    net.aero_surfaces.push(AeroSurface {
        triangles: vec![[0, 1, 7]],
        coefficients: AeroCoefficients::default(),
    });
    assert_eq!(text(&net), "aero surface 1: particle must be < 3, the number of particles, got 7");
    net.aero_surfaces.pop();
    assert!(net.add_aero_surface(&[[0, 1, 1]]).is_err());
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let error = solver.set_wind_field(|_| [0.0, f32::NAN, 0.0]).unwrap_err().to_string();
    assert_eq!(error, "triangle 0: wind must be finite, got NaN");
    for density in [f32::NAN, f32::INFINITY, -1.0] {
        let bad = AeroCoefficients { density, ..AeroCoefficients::default() };
        assert!(solver.set_aero_coefficients(0, bad).is_err());
    }
    // A triangle without an area, one that is tiny, one that is huge.
    for size in [0.0, 1e-20, 1e15] {
        let mut net = plate(1.0);
        net.edges.clear();
        for p in &mut net.particles {
            p.position = p.position.map(|c| c * size);
            p.velocity = [1e15; 3];
        }
        net.rest_shape.clear();
        let mut solver = Solver::new(&net, Settings::default()).unwrap();
        (0..10).for_each(|_| solver.step(FRAME));
        assert!(solver.particles().all(|p| p.position.iter().all(|c| c.is_finite())));
    }
}
