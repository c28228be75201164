//! Bodies and networks that nothing else holds: momentum and energy.

use sprung_network::shapes::{Cloth, rope};
use sprung_network::{
    Attachment, Body, BodyCollider, BodyCoupling, ContactShape, Cuboid, Environment, Shape, Solver,
};

use crate::{DT, GRAVITY, ball, energy, momentum, settings, step};

/// Two balls joined by a rope, or a sheet tied to four balls, thrown and spun.
fn thrown(masses: [f32; 4], seed: u32) -> (Solver, Vec<Body<f32>>, Vec<Attachment>) {
    let sheet = Cloth::new(9, 9, 0.1, 0.5);
    let mut net = sheet.build().unwrap();
    net.append(&rope([0.0, 1.0, 0.0], [1.0, 1.0, 0.3], 12, 0.3).unwrap());
    let mut state = seed;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 24) as f32 - 0.5
    };
    for particle in &mut net.particles {
        particle.velocity = [random(), random(), random()];
    }
    let ends = [0, 8, 72, 80, 81, 93];
    let at: Vec<[f32; 3]> = ends.iter().map(|&p| net.particles[p].position).collect();
    let mut bodies = Vec::new();
    let mut ties = Vec::new();
    for i in 0..4 {
        let point = [0.1 * random(), 0.15, 0.1 * random()];
        let place = [0, 1, 2].map(|c| at[i][c] - point[c]);
        let mut body = ball(masses[i], 0.2, place);
        body.velocity = [3.0 * random(), 3.0 * random(), 2.0];
        body.angular_velocity = [4.0 * random(), 4.0 * random(), 4.0 * random()];
        bodies.push(body);
        ties.push(Attachment { particle: ends[i], body: i, point });
    }
    // The rope ties two of them together too.
    for (end, body) in [(4, 0), (5, 2)] {
        let local = [0, 1, 2].map(|c| at[end][c] - bodies[body].position[c]);
        ties.push(Attachment { particle: ends[end], body, point: local });
    }
    let solver = Solver::new(&net, settings(8, Environment::ZERO_G)).unwrap();
    (solver, bodies, ties)
}

#[test]
fn bodies_and_networks_that_nothing_holds_keep_their_momentum() {
    for (seed, masses) in
        [[1.0, 2.0, 0.5, 1.0], [1000.0, 1.0, 500.0, 1.0], [0.01; 4], [100.0, 0.01, 1.0, 300.0]]
            .into_iter()
            .enumerate()
    {
        let (mut solver, mut bodies, ties) = thrown(masses, seed as u32);
        // They drift by no more than 1 m/s, so that f32 holds their places.
        let mass: f32 = masses.iter().sum();
        let mean = [0, 1, 2]
            .map(|c| bodies.iter().map(|b| b.velocity[c] / b.inverse_mass).sum::<f32>() / mass);
        for body in &mut bodies {
            (0..3).for_each(|c| body.velocity[c] -= mean[c]);
        }
        let mut coupling =
            BodyCoupling::<Cuboid>::new(&mut solver, &bodies, &ties, Vec::new()).unwrap();
        step(&mut coupling, &mut solver, &mut bodies, DT);
        let before = momentum(&solver, &bodies);
        for _ in 0..600 {
            step(&mut coupling, &mut solver, &mut bodies, DT);
        }
        let after = momentum(&solver, &bodies);
        let off = |i: usize| {
            let (a, b): ([f64; 3], [f64; 3]) = (before[i].0, after[i].0);
            (0..3).map(|c| (a[c] - b[c]).powi(2)).sum::<f64>().sqrt() / before[i].1
        };
        let [linear, angular] = [off(0), off(1)];
        println!("{masses:?}: momentum {linear:.1e}, angular {angular:.1e}");
        assert!(linear < 1e-5, "{masses:?}: {linear}");
        assert!(angular < 1e-5, "{masses:?}: {angular}");
    }
}

#[test]
fn the_energy_of_bodies_and_network_never_grows() {
    for seed in 0..60_u32 {
        let mut state = seed.wrapping_mul(747_796_405);
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32
        };
        let masses = [0; 4].map(|_| 10.0_f32.powf(6.0 * random() - 3.0));
        let (mut solver, mut bodies, ties) = thrown(masses, seed);
        solver.set_environment(Environment::default()).unwrap();
        bodies.iter_mut().for_each(|body| body.load.acceleration = GRAVITY);
        let mut coupling =
            BodyCoupling::<Cuboid>::new(&mut solver, &bodies, &ties, Vec::new()).unwrap();
        step(&mut coupling, &mut solver, &mut bodies, DT);
        let start = energy(&solver, &bodies);
        let mass: f32 = masses.iter().sum::<f32>() + 0.8;
        let scale = f64::from(mass) * 4.0;
        let mut most = 0.0_f64;
        for _ in 0..300 {
            step(&mut coupling, &mut solver, &mut bodies, DT);
            let now = energy(&solver, &bodies);
            most = most.max((now - start) / scale);
            assert!(now.is_finite());
        }
        assert!(most < 5e-3, "seed {seed}, {masses:?}: energy grew by {most}");
    }
}

#[test]
fn a_sheet_and_a_ball_that_meet_keep_their_momentum() {
    for (mass, friction, restitution) in [(1.0, 0.0, 0.0), (100.0, 0.6, 0.0), (0.02, 0.3, 0.7)] {
        let sheet = Cloth::new(13, 13, 0.1, 0.5);
        let mut net = sheet.build().unwrap();
        net.particles.iter_mut().for_each(|p| p.velocity = [0.0, 1.5, 0.4]);
        let mut solver = Solver::new(&net, settings(8, Environment::ZERO_G)).unwrap();
        let mut bodies = [ball(mass, 0.25, [0.5, 0.5, 0.7])];
        bodies[0].velocity = [0.1, -1.0, 0.0];
        bodies[0].angular_velocity = [2.0, 1.0, -3.0];
        let shape = Shape::Sphere { center: [0.0; 3], radius: 0.25 };
        let side = BodyCollider::new(0, shape).with_friction(friction);
        let sides = vec![side.with_restitution(restitution)];
        let mut coupling = BodyCoupling::new(&mut solver, &bodies, &[], sides).unwrap();
        let before = momentum(&solver, &bodies);
        let mut pushed = 0.0;
        for _ in 0..120 {
            step(&mut coupling, &mut solver, &mut bodies, DT);
            pushed += coupling.impulse(0).linear[1];
        }
        let after = momentum(&solver, &bodies);
        let off = |i: usize| {
            let (a, b): ([f64; 3], [f64; 3]) = (before[i].0, after[i].0);
            (0..3).map(|c| (a[c] - b[c]).powi(2)).sum::<f64>().sqrt() / before[i].1
        };
        println!("{mass} kg: momentum {:.1e}, angular {:.1e}, pushed {pushed}", off(0), off(1));
        assert!(pushed > 0.01, "they have met: {pushed}");
        assert!(off(0) < 1e-5, "{mass} kg: {}", off(0));
        assert!(off(1) < 1e-5, "{mass} kg: {}", off(1));
    }
}

/// A coupled solver with adaptive sub-steps takes the greatest number of them.
#[test]
fn a_coupled_network_takes_all_its_sub_steps() {
    let net = Cloth::new(4, 4, 0.1, 0.5).build().unwrap();
    let most = settings(16, Environment::ZERO_G);
    let mut solver = Solver::within_stretch(&net, 0.1, most).unwrap();
    (0..60).for_each(|_| solver.step(DT));
    assert!(solver.substeps() < 16, "{}", solver.substeps());
    let mut bodies = [ball(1.0, 0.1, [5.0, 0.0, 0.0])];
    let mut coupling = BodyCoupling::<Cuboid>::new(&mut solver, &bodies, &[], Vec::new()).unwrap();
    for _ in 0..60 {
        assert_eq!(solver.substeps(), 16);
        step(&mut coupling, &mut solver, &mut bodies, DT);
    }
}

/// A shape whose distance or normal is not finite.
struct Broken {
    distance: f32,
    normal: [f32; 3],
}

impl ContactShape for Broken {
    fn project(&self, _: [f32; 3]) -> (f32, [f32; 3]) {
        (self.distance, self.normal)
    }

    fn bounding_radius(&self) -> f32 {
        1.0
    }
}

#[test]
fn a_shape_that_says_no_number_pushes_nothing() {
    let up = [0.0, 1.0, 0.0];
    for (distance, normal) in [
        (f32::NAN, up),
        (f32::NEG_INFINITY, up),
        (-0.1, [f32::NAN; 3]),
        (-0.1, [0.0, f32::INFINITY, 0.0]),
    ] {
        let net = Cloth::new(4, 4, 0.1, 0.5).build().unwrap();
        let mut solver = Solver::new(&net, settings(4, Environment::ZERO_G)).unwrap();
        let mut bodies = [ball(1.0, 0.1, [0.1, 0.0, 0.1])];
        let shape = BodyCollider::new(0, Broken { distance, normal });
        let mut coupling = BodyCoupling::new(&mut solver, &bodies, &[], vec![shape]).unwrap();
        for _ in 0..9 {
            step(&mut coupling, &mut solver, &mut bodies, DT);
            assert_eq!(solver.quarantined().count(), 0, "{distance}");
        }
        for particle in solver.particles() {
            let numbers = particle.position.into_iter().chain(particle.velocity);
            assert!(numbers.into_iter().all(|c| c.is_finite() && c.abs() < 1e3), "{distance}");
        }
        assert!(bodies[0].position.iter().all(|c| c.is_finite()), "{distance}");
    }
}
