//! Skin constraints: limits, exact following, statics and dynamics of one particle, energy, changes, bad input.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::{Cloth, lattice, rope};
use sprung_network::{
    Backstop, Environment, Network, NetworkError, Particle, Settings, SkinConstraint, SkinTarget,
    Solver, Stiffness, measure,
};
use testkit::random::Random;

const FRAME: f32 = 1.0 / 60.0;

fn weightless(substeps: usize) -> Settings {
    Settings { substeps, environment: Environment::ZERO_G, ..Settings::default() }
}

fn target(position: [f32; 3], normal: [f32; 3]) -> SkinTarget {
    SkinTarget { position, normal }
}

fn distance(a: [f32; 3], b: [f32; 3]) -> f64 {
    let square = |c: usize| (f64::from(a[c]) - f64::from(b[c])).powi(2);
    [0, 1, 2].map(square).iter().sum::<f64>().sqrt()
}

/// How far a particle is beyond its maximal distance, and how deep in the backstop, by the formulas in f64.
fn violation(at: [f32; 3], constraint: &SkinConstraint, target: &SkinTarget) -> [f64; 2] {
    let far = distance(at, target.position) - f64::from(constraint.max_distance);
    let n = target.normal.map(f64::from);
    let length = n.iter().map(|c| c * c).sum::<f64>().sqrt();
    let deep = constraint.backstop.filter(|_| length > 0.0).map_or(0.0, |stop| {
        let back = f64::from(stop.distance) + f64::from(stop.radius);
        let from_center = [0, 1, 2]
            .map(|c| f64::from(at[c]) - f64::from(target.position[c]) + back * n[c] / length);
        f64::from(stop.radius) - from_center.iter().map(|c| c * c).sum::<f64>().sqrt()
    });
    [far.max(0.0), deep.max(0.0)]
}

fn any_vector(random: &mut Random, size: f64) -> [f32; 3] {
    [0; 3].map(|_| random.uniform(-size, size) as f32)
}

/// A network of one of the kinds that the layout tells apart.
fn any_network(random: &mut Random) -> Network {
    let mut net = match random.index(4) {
        0 => rope([0.0; 3], [1.0, 0.0, 0.0], 1 + random.index(9), 1.0).unwrap(),
        1 => Cloth::new(2 + random.index(6), 2 + random.index(6), 0.3, 1.0).build().unwrap(),
        2 => Cloth::new(2 + random.index(5), 2 + random.index(5), 0.3, 1.0)
            .with_shear(Stiffness::from_frequency(9.0, 0.2).unwrap())
            .build()
            .unwrap(),
        _ => lattice([2, 1 + random.index(3), 2], 0.3, 1.0).unwrap(),
    };
    for p in &mut net.particles {
        p.inverse_mass = 1.0 / random.log_uniform(1e-3, 10.0) as f32;
        p.velocity = any_vector(random, 2.0);
    }
    net
}

/// Constraints on some particles, in any order.
fn constrain(net: &mut Network, random: &mut Random) {
    let mut particles: Vec<usize> = (0..net.particles.len()).collect();
    for i in (1..particles.len()).rev() {
        particles.swap(i, random.index(i + 1));
    }
    particles.truncate(1 + random.index(particles.len()));
    let constraint = |particle| {
        let most = match random.index(5) {
            0 => 0.0,
            1 => f32::INFINITY,
            _ => random.log_uniform(1e-3, 2.0) as f32,
        };
        let constraint = SkinConstraint::new(particle, most);
        match random.index(3) {
            0 => constraint,
            _ => constraint.with_backstop(
                if random.index(2) == 0 { 0.0 } else { 0.2 * random.unit() as f32 },
                random.log_uniform(0.02, 1e4) as f32,
            ),
        }
    };
    net.skin_constraints = particles.into_iter().map(constraint).collect();
}

#[test]
fn particles_are_within_their_limits_after_every_step() {
    let mut random = Random::new(5);
    let (mut held, mut stopped) = (0, 0);
    for seed in 0..600 {
        let mut net = any_network(&mut random);
        constrain(&mut net, &mut random);
        let substeps = [1, 2, 8, 16][random.index(4)];
        let mut solver = Solver::new(&net, Settings { substeps, ..Settings::default() }).unwrap();
        let start = |s: &SkinConstraint| net.particles[s.particle].position;
        let mut targets: Vec<SkinTarget> = (net.skin_constraints.iter())
            .map(|s| target(start(s), any_vector(&mut random, 1.0)))
            .collect();
        solver.reset_skin_targets(&targets).unwrap();
        let speed = random.log_uniform(1e-3, 10.0);
        for step in 0..40 {
            for target in &mut targets {
                let (way, turn) = (any_vector(&mut random, speed), any_vector(&mut random, 0.3));
                for c in 0..3 {
                    target.position[c] += way[c] * FRAME;
                    target.normal[c] += turn[c];
                }
            }
            solver.set_skin_targets(&targets).unwrap();
            solver.step(FRAME);
            for (constraint, target) in net.skin_constraints.iter().zip(&targets) {
                let at = solver.position(constraint.particle);
                let size = at.iter().fold(1.0, |most: f32, c| most.max(c.abs()));
                let [far, deep] = violation(at, constraint, target);
                assert!(
                    far.max(deep) < 2e-6 * f64::from(size),
                    "{seed}, {step}: {far} {deep} {constraint:?} {target:?} {at:?}"
                );
                let [near, shallow] = violation(
                    at,
                    &SkinConstraint {
                        max_distance: constraint.max_distance - 1e-4,
                        backstop: constraint.backstop.map(|b| Backstop {
                            radius: b.radius + 1e-4,
                            distance: (b.distance - 1e-4).max(0.0),
                        }),
                        ..*constraint
                    },
                    target,
                );
                held += usize::from(near > 0.0);
                stopped += usize::from(shallow > 0.0);
            }
        }
    }
    assert!(held > 10_000 && stopped > 10_000, "{held} {stopped}");
}

#[test]
fn a_distance_of_zero_follows_exactly() {
    let sheet = Cloth::new(9, 7, 0.1, 0.2);
    let mut net = sheet.build().unwrap();
    let alone = net.add_particle(Particle::new([0.0; 3], 0.3));
    net.skin_constraints = (0..9).chain([alone]).map(|p| SkinConstraint::new(p, 0.0)).collect();
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let at = |i: usize, time: f32| {
        [0.1 * i as f32 + 0.3 * time, (3.0 * time).sin(), 0.2 * (5.0 * time).cos() - 0.2]
    };
    for frame in 1..=120 {
        let [before, time] = [frame - 1, frame].map(|frame| frame as f32 * FRAME);
        let targets: Vec<SkinTarget> = (0..10).map(|i| target(at(i, time), [0.0; 3])).collect();
        solver.set_skin_targets(&targets).unwrap();
        solver.step(FRAME);
        for (i, constraint) in net.skin_constraints.iter().enumerate() {
            assert!(distance(solver.position(constraint.particle), at(i, time)) < 1e-6, "{frame}");
        }
        let velocity = [0, 1, 2].map(|c| (at(9, time)[c] - at(9, before)[c]) / FRAME);
        let difference = distance(solver.velocity(alone), velocity);
        assert!(difference < 1e-3 || frame == 1, "{frame}: {difference}");
    }
    assert!(solver.stretch().max < 0.1, "the rest follows");
}

/// Within its distance a particle hangs below its target, and swings as a pendulum of that length.
#[test]
fn a_particle_hangs_and_swings_below_its_target() {
    let length = 0.5_f32;
    let mut net = Network::default();
    net.add_particle(Particle::new([1.0, 2.0, 3.0], 0.7));
    net.skin_constraints = vec![SkinConstraint::new(0, length)];
    let mut solver = Solver::new(&net, Settings { substeps: 32, ..Settings::default() }).unwrap();
    solver.set_position(0, [1.0 + length * 0.05, 2.0 - length, 3.0]).unwrap();
    let (mut before, mut crossings) = (0.0, Vec::new());
    for step in 1..=960 {
        solver.step(1.0 / 240.0);
        let aside = f64::from(solver.position(0)[0]) - 1.0;
        if step > 1 && aside * before < 0.0 {
            crossings.push((f64::from(step) - aside / (aside - before)) / 240.0);
        }
        before = aside;
    }
    let halves = (crossings.len() - 1) as f64;
    let period = 2.0 * (crossings[crossings.len() - 1] - crossings[0]) / halves;
    let exact = std::f64::consts::TAU * (f64::from(length) / 9.81).sqrt();
    assert!((period / exact - 1.0).abs() < 0.005, "{period} s instead of {exact} s");
    assert!((solver.position(0)[1] - (2.0 - length)).abs() < 1e-3);
}

/// A particle that slides from the top of a ball leaves it at the height of 2/3 of the radius.
#[test]
fn a_particle_leaves_the_backstop_where_mechanics_says() {
    let radius = 1.0_f32;
    let mut net = Network::default();
    net.add_particle(Particle::new([0.0; 3], 0.7).with_velocity([0.2, 0.0, 0.0]));
    net.skin_constraints = vec![SkinConstraint::new(0, f32::INFINITY).with_backstop(0.0, radius)];
    let mut solver = Solver::new(&net, Settings { substeps: 32, ..Settings::default() }).unwrap();
    solver.reset_skin_targets(&[target([0.0; 3], [0.0, 3.0, 0.0])]).unwrap();
    let height = |solver: &Solver| solver.position(0)[1] + radius;
    let mut last = radius;
    for _ in 0..480 {
        solver.step(1.0 / 240.0);
        if distance(solver.position(0), [0.0, -radius, 0.0]) > f64::from(radius) + 3e-6 {
            break;
        }
        last = height(&solver);
    }
    // cos θ = (2 + v²/(g r))/3
    let exact = (2.0 + 0.04 / 9.81) / 3.0;
    assert!((last - exact).abs() < 0.02, "{last} instead of {exact}");
}

#[test]
fn a_skin_at_rest_gives_no_energy() {
    let mut random = Random::new(31);
    let mut acted = 0;
    for seed in 0..3000 {
        let mut net = any_network(&mut random);
        let free = net.clone();
        constrain(&mut net, &mut random);
        let substeps = [1, 2, 8, 32][random.index(4)];
        let dt = random.log_uniform(1.0 / 240.0, 0.3) as f32;
        let mut solver = Solver::new(&net, weightless(substeps)).unwrap();
        let normal = any_vector(&mut random, 1.0);
        let targets: Vec<SkinTarget> = (net.skin_constraints.iter())
            .map(|s| target(net.particles[s.particle].position, normal))
            .collect();
        solver.reset_skin_targets(&targets).unwrap();
        let mut other = Solver::new(&free, weightless(substeps)).unwrap();
        let kinetic = |solver: &Solver| measure::energy(solver.particles(), [0.0; 3]);
        // What the account allows for rounding: `½ M (R/h)²` of 1e-6 of the lengths.
        let mass: f64 = net.particles.iter().map(|p| 1.0 / f64::from(p.inverse_mass)).sum();
        let lengths: f64 = net.edges.iter().map(|edge| f64::from(edge.rest_length)).sum();
        let rounding = 1e-6 * (lengths + 1.0) * substeps as f64 / f64::from(dt);
        let first = kinetic(&solver);
        let most = 1.002 * first + 0.5 * mass * rounding * rounding;
        for step in 0..40 {
            solver.set_skin_targets(&targets).unwrap();
            solver.step(dt);
            other.step(dt);
            let now = kinetic(&solver);
            assert!(now <= most, "{seed}, {step}: {now} after {first}");
        }
        acted += usize::from(distance(solver.position(0), other.position(0)) > 1e-3);
    }
    assert!(acted > 2000, "{acted}");
}

#[test]
fn a_jump_of_the_character_throws_nothing() {
    let sheet = Cloth::new(8, 8, 0.1, 0.3);
    let mut net = sheet.build().unwrap();
    net.fix([0, 7]);
    net.skin_constraints = (0..64)
        .map(|p| SkinConstraint::new(p, 0.02 * (p / 8) as f32).with_backstop(0.01, 0.5))
        .collect();
    let settings = Settings { sleep_speed: 2e-2, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    let skin = |x: f32| -> Vec<SkinTarget> {
        let at = |p: usize| net.particles[p].position;
        (0..64).map(|p| target([at(p)[0] + x, at(p)[1], at(p)[2]], [0.0, 1.0, 0.0])).collect()
    };
    solver.reset_skin_targets(&skin(0.0)).unwrap();
    for _ in 0..400 {
        solver.set_skin_targets(&skin(0.0)).unwrap();
        solver.step(FRAME);
    }
    assert!(solver.is_asleep(), "targets that stay where they are let it sleep");
    solver.reset_skin_targets(&skin(50.0)).unwrap();
    assert!(!solver.is_asleep());
    assert_eq!(solver.position(7), [50.0 + 0.7, 0.0, 0.0], "a fixed particle is at its target");
    for (constraint, target) in net.skin_constraints.iter().zip(skin(50.0)) {
        let [far, deep] = violation(solver.position(constraint.particle), constraint, &target);
        assert!(far.max(deep) < 1e-5);
    }
    for _ in 0..30 {
        solver.step(FRAME);
        let fastest = (0..64).map(|p| distance(solver.velocity(p), [0.0; 3])).fold(0.0, f64::max);
        assert!(fastest < 3.0, "{fastest} m/s");
    }
    solver.set_skin_targets(&skin(50.1)).unwrap();
    solver.step(FRAME);
    assert_eq!(solver.position(7)[0], 50.0 + 0.7 + 0.1, "a fixed particle moves with its target");
}

#[test]
fn constraints_pause_while_their_particles_are_pinned_and_stay_after_a_rebuild() {
    let mut net = rope([0.0; 3], [2.0, 0.0, 0.0], 20, 1.0).unwrap();
    net.skin_constraints = (0..21).rev().map(|p| SkinConstraint::new(p, 0.05)).collect();
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let skin = |y: f32| -> Vec<SkinTarget> {
        (0..21).rev().map(|p| target([0.1 * p as f32, y, 0.0], [0.0; 3])).collect()
    };
    let within = |solver: &Solver, y: f32| {
        (0..21).all(|p| distance(solver.position(p), [0.1 * p as f32, y, 0.0]) < 0.05 + 1e-5)
    };
    solver.pin(10);
    let at = solver.position(10);
    (0..60).for_each(|_| solver.step(FRAME));
    assert_eq!(solver.position(10), at);
    solver.release(10, 0.05).unwrap();
    for frame in 1..=60 {
        if frame == 30 {
            solver.rebuild();
        }
        let y = 0.01 * frame as f32;
        solver.set_skin_targets(&skin(y)).unwrap();
        solver.step(FRAME);
        assert!(within(&solver, y), "{frame}");
    }
    assert_eq!(solver.network().skin_constraints, net.skin_constraints);
    let mut joined = net.clone();
    joined.append(&net);
    assert_eq!(joined.skin_constraints[21], SkinConstraint::new(41, 0.05));
}

/// A fixed particle that is the end of several ropes has several places in the layout: all of them move.
#[test]
fn every_rope_at_a_fixed_particle_follows_it() {
    let mut net = Network::default();
    let hub = net.add_particle(Particle::fixed([0.0; 3]));
    for rope in 0..40 {
        let mut last = hub;
        for link in 1..=3 {
            let at = [0.1 * link as f32, 0.0, 0.2 * rope as f32];
            let next = net.add_particle(Particle::new(at, 0.1));
            net.connect(last, next);
            last = next;
        }
    }
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    for frame in 1..=60 {
        solver.set_kinematic_target(hub, [0.0, 0.05 * frame as f32, 0.0]);
        solver.step(FRAME);
        assert!(solver.stretch().max < 1e-3, "{frame}: {:?}", solver.stretch());
    }
    solver.pin(2);
    solver.set_kinematic_target(2, [9.0; 3]);
    solver.release(hub, 1.0).unwrap();
    solver.step(FRAME);
    assert_eq!(solver.position(2), [9.0; 3]);
    solver.pin(hub);
    solver.set_kinematic_target(hub, [1.0, 2.0, 3.0]);
    solver.step(FRAME);
    assert_eq!(solver.position(hub), [1.0, 2.0, 3.0]);
}

#[test]
fn bad_constraints_and_targets_are_refused() {
    let message = |constraints: &[SkinConstraint]| {
        let mut net = rope([0.0; 3], [1.0, 0.0, 0.0], 3, 1.0).unwrap();
        net.skin_constraints = constraints.to_vec();
        Solver::new(&net, Settings::default()).unwrap_err().to_string()
    };
    let good = SkinConstraint::new(2, 0.1);
    let refused = |constraint: SkinConstraint| message(&[SkinConstraint::new(0, 0.0), constraint]);
    assert_eq!(
        refused(SkinConstraint::new(4, 0.1)),
        "skin constraint 1: particle must be < 4, the number of particles, got 4"
    );
    assert_eq!(
        refused(SkinConstraint::new(2, -0.1)),
        "skin constraint 1: max_distance must be >= 0, got -0.1"
    );
    assert_eq!(
        refused(SkinConstraint::new(2, f32::NAN)),
        "skin constraint 1: max_distance must be >= 0, got NaN"
    );
    assert_eq!(
        message(&[good, SkinConstraint::new(1, 0.1), good]),
        "skin constraint 2: constraints of its particle must be 1, got 2"
    );
    assert_eq!(
        refused(good.with_backstop(-0.1, 1.0)),
        "backstop 1: distance must be finite and >= 0, got -0.1"
    );
    assert_eq!(
        refused(good.with_backstop(0.0, 0.0)),
        "backstop 1: radius must be finite and > 0, got 0"
    );
    assert_eq!(
        refused(good.with_backstop(2e15, 1.0)),
        "backstop 1: distance must be at most 1e15, got 2000000000000000"
    );
    let mut net = rope([0.0; 3], [1.0, 0.0, 0.0], 3, 1.0).unwrap();
    net.skin_constraints = vec![SkinConstraint::new(0, 0.0), good];
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let bad = |solver: &mut Solver, target: SkinTarget| -> [Result<(), NetworkError>; 2] {
        let targets = [SkinTarget::default(), target];
        [solver.set_skin_targets(&targets), solver.reset_skin_targets(&targets)]
    };
    for bad in bad(&mut solver, target([0.0, f32::NAN, 0.0], [0.0; 3])) {
        assert_eq!(bad.unwrap_err().to_string(), "skin target 1: position must be finite, got NaN");
    }
    for bad in bad(&mut solver, target([0.0; 3], [f32::INFINITY, 0.0, 0.0])) {
        assert_eq!(bad.unwrap_err().to_string(), "skin target 1: normal must be finite, got inf");
    }
}

#[test]
#[should_panic(expected = "1 targets for 0 skin constraints")]
fn as_many_targets_as_constraints() {
    let net = rope([0.0; 3], [1.0, 0.0, 0.0], 3, 1.0).unwrap();
    let _ =
        Solver::new(&net, Settings::default()).unwrap().set_skin_targets(&[SkinTarget::default()]);
}

/// Numbers of any size, 0 and −0 among them: what is accepted stays finite.
#[test]
fn huge_numbers_stay_finite() {
    let mut random = Random::new(7);
    let mut accepted = 0;
    for _ in 0..800 {
        let mut net = any_network(&mut random);
        constrain(&mut net, &mut random);
        let number = |random: &mut Random| match random.index(6) {
            0 => 0.0,
            1 => -0.0,
            2 => -(random.log_uniform(1e-38, 1e15) as f32),
            _ => random.log_uniform(1e-38, 1e15) as f32,
        };
        for constraint in &mut net.skin_constraints {
            constraint.max_distance = number(&mut random).abs();
            let (distance, radius) =
                (number(&mut random).abs(), number(&mut random).abs().max(1e-30));
            constraint.backstop = Some(Backstop { distance, radius });
        }
        let Ok(mut solver) = Solver::new(&net, Settings::default()) else { continue };
        accepted += 1;
        for step in 0..12 {
            let mut any = || [0; 3].map(|_| number(&mut random));
            let targets: Vec<SkinTarget> =
                net.skin_constraints.iter().map(|_| target(any(), any())).collect();
            if step % 5 == 4 {
                solver.reset_skin_targets(&targets).unwrap();
            } else {
                solver.set_skin_targets(&targets).unwrap();
            }
            solver.step(FRAME);
            let all = solver.particles().flat_map(|p| [p.position, p.velocity]).flatten();
            assert!(all.into_iter().all(f32::is_finite), "{step}");
        }
    }
    assert!(accepted > 100, "{accepted}");
}
