//! Bodies at the ends of edges and ropes, against closed forms; bad input.

use sprung_network::shapes::rope;
use sprung_network::{
    Attachment, Body, BodyCollider, BodyCoupling, Cuboid, Edge, Environment, Network, Particle,
    Settings, Solver, SpringMode, Stiffness,
};

use crate::{DT, ball, settings, step, weight};

#[test]
fn two_bodies_on_a_spring_swing_with_the_frequency_of_their_reduced_mass() {
    for (ma, mb) in [(1.0, 1.0), (3.0, 0.5), (1000.0, 1.0), (0.02, 5.0)] {
        let reduced = ma * mb / (ma + mb);
        let omega = 6.0_f32;
        let stiffness = Stiffness::Physical { stiffness: reduced * omega * omega, damping: 0.0 };
        let mut net = Network::default();
        net.add_particle(Particle::new([0.0; 3], 1.0));
        net.add_particle(Particle::new([2.2, 0.0, 0.0], 1.0));
        net.add_edge(Edge::new(0, 1, 2.0).with_stiffness(stiffness));
        let mut solver = Solver::new(&net, settings(64, Environment::ZERO_G)).unwrap();
        let mut bodies = [ball(ma, 0.3, [0.0; 3]), ball(mb, 0.3, [2.2, 0.0, 0.0])];
        let ties = [0, 1].map(|i| Attachment { particle: i, body: i, point: [0.0; 3] });
        let mut coupling =
            BodyCoupling::<Cuboid>::new(&mut solver, &bodies, &ties, Vec::new()).unwrap();
        let mut worst = 0.0_f32;
        for frame in 1..=120 {
            step(&mut coupling, &mut solver, &mut bodies, DT);
            let t = frame as f32 * DT;
            // The closed form: 2 + 0.2 cos ωt; the solver takes the part ω²h/2 of the amplitude per second.
            let decay = (-0.5 * omega * omega * DT / 64.0 * t).exp();
            let length = bodies[1].position[0] - bodies[0].position[0];
            worst = worst.max((length - 2.0 - 0.2 * decay * (omega * t).cos()).abs());
        }
        assert!(worst < 0.002, "{ma} kg, {mb} kg: off by {worst} m");
        let ratio = (bodies[0].position[0] - 0.0) * ma + (bodies[1].position[0] - 2.2) * mb;
        assert!(ratio.abs() < 1e-5 * (ma + mb), "the center of mass moved by {ratio}");
    }
}

#[test]
fn a_body_on_a_rope_pulls_with_its_weight_at_every_ratio_of_masses() {
    for ratio in [1e-3, 0.1, 1.0, 30.0, 1000.0] {
        let mut net = rope([0.0; 3], [0.0, -3.0, 0.0], 30, 1.0).unwrap();
        net.fix([0]);
        let mut solver = Solver::new(&net, Settings::default()).unwrap();
        // The rope hangs at the top of a ball.
        let mut bodies = [weight(ratio, 0.2, [0.0, -3.2, 0.0])];
        let tie = Attachment { particle: 30, body: 0, point: [0.0, 0.2, 0.0] };
        let mut coupling =
            BodyCoupling::<Cuboid>::new(&mut solver, &bodies, &[tie], Vec::new()).unwrap();
        let mut pulled = 0.0;
        for frame in 0..240 {
            step(&mut coupling, &mut solver, &mut bodies, DT);
            if frame >= 120 {
                pulled += coupling.attachment_impulse(0)[1];
            }
        }
        let tension = pulled / 2.0;
        let expected = 9.81 * ratio;
        assert!((tension - expected).abs() < 1e-3 * expected, "{ratio}: {tension}, not {expected}");
        let stretch = -solver.position(30)[1] / 3.0 - 1.0;
        assert!(stretch.abs() < 1e-3, "{ratio}: {stretch}");
        assert!(bodies[0].velocity[1].abs() < 1e-2);
    }
}

#[test]
fn a_rod_on_a_rope_swings_with_the_period_of_the_compound_pendulum() {
    // A body that turns about a point at a distance from its center, held by an edge of length 0.
    for (mass, radius, distance) in [(2.0, 0.3, 0.5), (1000.0, 0.5, 1.0), (0.01, 0.2, 0.4)] {
        let mut net = Network::default();
        net.add_particle(Particle::fixed([0.0; 3]));
        net.add_particle(Particle::new([0.0, 0.0, 0.0], 1.0));
        net.add_edge(Edge::new(0, 1, 0.0));
        let mut solver = Solver::new(&net, settings(64, Environment::default())).unwrap();
        let angle = 0.05_f32;
        let place = [distance * angle.sin(), -distance * angle.cos(), 0.0];
        let mut body = weight(mass, radius, place);
        body.rotation = sprung::Rotation::from_rotation_vector([0.0, 0.0, angle]);
        let mut bodies = [body];
        let tie = Attachment { particle: 1, body: 0, point: [0.0, distance, 0.0] };
        let mut coupling =
            BodyCoupling::<Cuboid>::new(&mut solver, &bodies, &[tie], Vec::new()).unwrap();
        let dt = 1.0 / 240.0;
        let (mut crossings, mut first, mut last, mut before) = (0, 0.0, 0.0, place[0]);
        for frame in 1..=2400 {
            step(&mut coupling, &mut solver, &mut bodies, dt);
            let x = bodies[0].position[0];
            if before < 0.0 && x >= 0.0 {
                last = (frame as f32 - x / (x - before)) * dt;
                crossings += 1;
                if crossings == 1 {
                    first = last;
                }
            }
            before = x;
        }
        let period = (last - first) / (crossings - 1) as f32;
        let inertia = 0.4 * radius * radius + distance * distance;
        let expected = 2.0 * core::f32::consts::PI * (inertia / (9.81 * distance)).sqrt();
        // An amplitude of 0.05 makes it longer by 1/16 of its square.
        let expected = expected * (1.0 + angle * angle / 16.0);
        assert!((period / expected - 1.0).abs() < 2e-3, "{mass}: {period}, not {expected}");
    }
}

#[test]
fn bad_input_is_refused_by_name() {
    let net = rope([0.0; 3], [0.0, -1.0, 0.0], 4, 1.0).unwrap();
    let solver = Solver::new(&net, Settings::default()).unwrap();
    let tie = Attachment { particle: 4, body: 0, point: [0.0; 3] };
    let refused = |bodies: &[Body<f32>], ties: &[Attachment], sides: Vec<BodyCollider>| {
        let refused = BodyCoupling::new(&mut solver.clone(), bodies, ties, sides);
        refused.err().map(|e| e.to_string()).unwrap_or_default()
    };
    let good = [weight(1.0, 0.1, [0.0; 3])];
    let bad = [Body { inverse_mass: -1.0, ..good[0] }];
    let side = BodyCollider::new(0, Cuboid { half_extents: [0.1; 3] });
    let cases = [
        (refused(&bad, &[], vec![]), "body 0: inverse_mass must be finite and >= 0, got -1"),
        (
            refused(&good, &[Attachment { particle: 7, ..tie }], vec![]),
            "attachment 0: particle must be < 5, the number of particles, got 7",
        ),
        (
            refused(&good, &[tie, Attachment { body: 3, ..tie }], vec![]),
            "attachment 1: body must be the index of a body, got 3",
        ),
        (
            refused(&good, &[Attachment { body: 1, ..tie }], vec![]),
            "attachment 0: body must be the index of a body, got 1",
        ),
        (
            refused(&good, &[], vec![BodyCollider::new(0, Cuboid { half_extents: [0.0; 3] })]),
            "collider 0: bounding_radius must be > 0, got 0",
        ),
        (
            refused(&good, &[tie, tie], vec![]),
            "attachment 1: particle must be attached once, got 4",
        ),
        (
            refused(&good, &[Attachment { point: [f32::NAN, 0.0, 0.0], ..tie }], vec![]),
            "attachment 0: point must be finite, got NaN",
        ),
        (
            refused(
                &good,
                &[],
                vec![BodyCollider::new(0, Cuboid { half_extents: [0.1, -0.1, 0.1] })],
            ),
            "collider 0: inner_radius must be >= 0, got -0.1",
        ),
        (
            refused(&good, &[], vec![side.with_friction(-0.5)]),
            "collider 0: friction must be finite and >= 0, got -0.5",
        ),
        (
            refused(&good, &[], vec![side.with_restitution(1.5)]),
            "collider 0: restitution must be within 0 and 1, got 1.5",
        ),
    ];
    for (message, expected) in cases {
        assert_eq!(message, expected);
    }
    let mut held = net.clone();
    held.fix([4]);
    let mut held = Solver::new(&held, Settings::default()).unwrap();
    let error = BodyCoupling::<Cuboid>::new(&mut held, &good, &[tie], vec![]).err().unwrap();
    assert_eq!(
        error.to_string(),
        "attachment 0: inverse_mass of its particle must be > 0: a fixed particle cannot be attached, got 0"
    );
    let radius = BodyCoupling::<Cuboid>::new(&mut solver.clone(), &good, &[tie], vec![]).unwrap();
    let error = radius.with_particle_radius(-1.0).err().unwrap().to_string();
    assert_eq!(error, "coupling 0: particle_radius must be finite and >= 0, got -1");
}

#[test]
fn a_body_that_is_not_a_number_stands_still_and_breaks_nothing() {
    let net = rope([0.0; 3], [0.0, -1.0, 0.0], 10, 1.0).unwrap();
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let mut bodies = [weight(1.0, 0.1, [0.0; 3])];
    let tie = Attachment { particle: 0, body: 0, point: [0.0; 3] };
    let side = BodyCollider::new(0, Cuboid { half_extents: [0.1; 3] });
    let mut coupling = BodyCoupling::new(&mut solver, &bodies, &[tie], vec![side]).unwrap();
    let good = bodies[0];
    for frame in 0..120 {
        bodies[0] = good;
        match frame % 5 {
            1 => bodies[0].velocity[1] = f32::NAN,
            2 => bodies[0].position[0] = f32::INFINITY,
            3 => bodies[0].inverse_mass = f32::NAN,
            4 => bodies[0].velocity = [1e15; 3],
            _ => {}
        }
        coupling.step(&mut solver, &bodies, DT);
        coupling.step(&mut solver, &bodies, f32::NAN);
        let numbers = solver.particles().flat_map(|p| [p.position, p.velocity]).flatten();
        assert!(numbers.into_iter().all(f32::is_finite), "frame {frame}");
        let impulse = coupling.impulse(0);
        assert!(impulse.linear.into_iter().chain(impulse.angular).all(f32::is_finite));
    }
}

#[test]
fn struts_and_cords_push_and_pull_bodies_one_way() {
    for (mode, apart) in [(SpringMode::TensionOnly, 1.0), (SpringMode::CompressionOnly, -1.0)] {
        let mut net = Network::default();
        net.add_particle(Particle::new([0.0; 3], 1.0));
        net.add_particle(Particle::new([1.0, 0.0, 0.0], 1.0));
        net.add_edge(Edge::new(0, 1, 1.0).with_mode(mode));
        let mut solver = Solver::new(&net, settings(8, Environment::ZERO_G)).unwrap();
        let mut bodies = [ball(1.0, 0.1, [0.0; 3]), ball(3.0, 0.1, [1.0, 0.0, 0.0])];
        bodies[1].velocity[0] = apart;
        let ties = [0, 1].map(|i| Attachment { particle: i, body: i, point: [0.0; 3] });
        let mut coupling =
            BodyCoupling::<Cuboid>::new(&mut solver, &bodies, &ties, Vec::new()).unwrap();
        for _ in 0..30 {
            step(&mut coupling, &mut solver, &mut bodies, DT);
        }
        let [a, b] = [0, 1].map(|i| bodies[i].velocity[0]);
        assert!((a - 0.75 * apart).abs() < 1e-4 && (b - 0.75 * apart).abs() < 1e-4, "{a} {b}");
    }
}
