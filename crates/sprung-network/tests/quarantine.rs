//! A component that overflows is put back and reported, for every kind of element. Other components move on.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::{Cloth, hair, lattice_with_cells, rope, tree};
use sprung_network::{
    Attachment, Body, BodyCollider, BodyCoupling, Collider, ContactShape, Cuboid, Drag, Edge,
    Environment, Forces, Network, Particle, Settings, Shape, SkinConstraint, SkinTarget, Solver,
    Stiffness, Weave,
};

const FRAME: f32 = 1.0 / 60.0;

/// The particles of one part of a scene.
type Part = (&'static str, core::ops::Range<usize>);

/// Ropes, hair, a shrub, a woven cloth, sheets with every kind of element, jelly, and two squares that hang from the same
/// fixed particle.
fn scene() -> (Network, Vec<Part>) {
    let mut net = Network::default();
    let mut parts = Vec::new();
    let mut add = |net: &mut Network, name, part: Network| {
        let first = net.append(&part);
        parts.push((name, first..net.particles.len()));
        first
    };
    for (name, x) in [("rope", 0.0), ("a rope beside", 1.0)] {
        let mut part = rope([x, 0.0, 0.0], [x, 0.0, 1.0], 12, 1.0).unwrap();
        part.fix([0]);
        add(&mut net, name, part);
    }
    add(&mut net, "hair", hair(&[([2.0, 0.0, 0.0], [0.0, 0.0, 1.0])], 9, 1.0, 0.1).unwrap());
    let points: Vec<[f32; 3]> =
        (0..15).map(|i| [3.0 + 0.1 * (i % 4) as f32, 0.2 * i as f32, 0.1]).collect();
    let parents: Vec<usize> = (0..15).map(|i| i / 2).collect();
    let mut shrub = tree(&points, &parents, 0.1).unwrap();
    shrub.fix([0]);
    add(&mut net, "shrub", shrub);
    for (name, x) in [("woven", 4.0), ("sheet", 6.0), ("a sheet beside", 8.0)] {
        let plain = Cloth::new(9, 9, 0.1, 0.5);
        let is_woven = name == "woven";
        let sheet = if is_woven { plain } else { plain.with_shear(Stiffness::RIGID) };
        let mut part = sheet.build().unwrap();
        part.particles.iter_mut().for_each(|p| p.position[0] += x);
        part.rest_shape.iter_mut().for_each(|at| at[0] += x);
        part.fix(sheet.corners());
        if !is_woven {
            let triangles = sheet.triangles();
            part.add_aero_surface(&triangles).unwrap();
            part.add_hinges(&triangles, Stiffness::from_frequency(3.0, 0.2).unwrap()).unwrap();
            let [soft, shear] = [40.0, 1.0].map(|stiffness| Weave::membrane(stiffness, 1e-3));
            let weave = Weave::new(soft, soft, shear);
            part.add_fabric(&triangles, [1.0, 0.0, 0.0], weave).unwrap();
            part.add_long_range_attachments();
            part.skin_constraints = vec![SkinConstraint::new(40, 0.5)];
        }
        add(&mut net, name, part);
    }
    let mut jelly = lattice_with_cells([4, 4, 4], 0.2, 3.0).unwrap();
    jelly.particles.iter_mut().for_each(|p| p.position[0] += 10.0);
    jelly.rest_shape.iter_mut().for_each(|at| at[0] += 10.0);
    add(&mut net, "jelly", jelly);
    // Two squares at one fixed particle, solved edge by edge.
    let fixed = net.add_particle(Particle::fixed([12.0, 0.0, 0.0]));
    for (name, side) in [("left of the fixed particle", -1.0), ("right of the fixed particle", 1.0)]
    {
        let at = |x: f32, y: f32| Particle::new([12.0 + side * x, y, 0.0], 0.5);
        let first = net.particles.len();
        for p in [at(0.5, 0.0), at(0.5, -0.5), at(1.0, -0.2)] {
            net.add_particle(p);
        }
        for (a, b) in [(first, fixed), (first + 1, fixed), (first, first + 1)] {
            net.connect(a, b);
        }
        net.connect(first, first + 2);
        net.connect(first + 1, first + 2);
        parts.push((name, first..first + 3));
    }
    (net, parts)
}

/// Joins three particles at one place, the heaviest that there may be, to a particle, by edges of `length`. With 1e15 m
/// they overflow in the first sub-step.
fn burden(net: &mut Network, particle: usize, length: f32) -> core::ops::Range<usize> {
    let position = net.particles[particle].position;
    let first = net.particles.len();
    for _ in 0..3 {
        net.add_particle(Particle::new(position, 1e30));
    }
    for (a, b) in [(first, first + 1), (first + 1, first + 2), (first, first + 2)] {
        net.add_edge(Edge::new(a, b, length));
    }
    net.add_edge(Edge::new(particle, first, 0.0));
    first..first + 3
}

fn is_finite(p: &Particle) -> bool {
    p.position.iter().chain(&p.velocity).all(|c| c.is_finite())
}

fn run(net: &Network, settings: Settings, steps: usize) -> (Solver, Vec<usize>) {
    let mut solver = Solver::new(net, settings).unwrap();
    for step in 0..steps {
        solver.step(FRAME);
        assert!(solver.particles().all(|p| is_finite(&p)), "step {step}");
    }
    let quarantined = solver.quarantined().collect();
    (solver, quarantined)
}

#[test]
fn what_overflows_is_put_back_and_named_and_the_others_go_on() {
    let (net, parts) = scene();
    for lines in [true, false] {
        let settings = Settings { line_solver: lines, ..Settings::default() };
        for (name, part) in &parts {
            // A free particle of it, far from fixed ones.
            let particle = part.end - 1;
            let with = |length: f32| {
                let mut net = net.clone();
                let burden = burden(&mut net, particle, length);
                (run(&net, settings, 60), net, burden)
            };
            let ((harmless, none), ..) = with(0.0);
            assert_eq!(none, [0; 0], "{name}");
            let ((solver, quarantined), net, burden) = with(1e15);
            let free = part.clone().chain(burden).filter(|&p| !net.particles[p].is_fixed());
            assert_eq!(quarantined, free.clone().collect::<Vec<_>>(), "{name}");
            for p in free {
                assert_eq!(solver.position(p), net.particles[p].position, "{name}: {p}");
                assert_eq!(solver.velocity(p), [0.0; 3], "{name}: {p}");
            }
            for p in (0..parts.last().unwrap().1.end).filter(|p| !part.contains(p)) {
                let [is, was] = [&solver, &harmless].map(|solver| solver.position(p));
                // Ropes side by side share their rounds: another one may round differently, no more.
                let off = is.iter().zip(was).map(|(is, was)| (is - was).abs());
                assert!(off.fold(0.0, f32::max) < 1e-3, "{name}: {p} is at {is:?}, not {was:?}");
            }
        }
    }
}

#[test]
fn it_goes_on_where_the_cause_is_gone() {
    let (mut net, parts) = scene();
    let (_, part) = &parts[5];
    let burden = burden(&mut net, part.end - 1, 1e15);
    let (mut solver, quarantined) = run(&net, Settings::default(), 30);
    let free = part.clone().chain(burden.clone()).filter(|&p| !net.particles[p].is_fixed());
    assert_eq!(quarantined, free.clone().collect::<Vec<_>>());
    // Not overlapping any more, and with edges of lengths that the particles have.
    for (i, p) in burden.clone().enumerate() {
        let [x, y, z] = solver.position(p);
        solver.set_position(p, [x, y, z + 0.1 * i as f32]).unwrap();
        solver.set_velocity(p, [0.0; 3]).unwrap();
        solver.set_mass(p, 0.1).unwrap();
    }
    for edge in 0..3 {
        solver.remove_edge(net.edges.len() - 2 - edge);
    }
    let before: Vec<[f32; 3]> = free.clone().map(|p| solver.position(p)).collect();
    for _ in 0..30 {
        solver.step(FRAME);
        assert_eq!(solver.quarantined().count(), 0);
    }
    assert!(solver.particles().all(|p| is_finite(&p)));
    let moved = free.zip(before).filter(|&(p, before)| solver.position(p) != before).count();
    assert!(moved > 70, "{moved}");
}

#[test]
fn steps_that_move_nothing_report_as_before_and_sleepers_are_not_quarantined() {
    let (mut net, parts) = scene();
    let (_, part) = &parts[0];
    let burden = burden(&mut net, part.end - 1, 1e15);
    let environment = Environment { drag: 20.0, ..Environment::default() };
    let settings = Settings { sleep_speed: 0.05, environment, ..Settings::default() };
    let (mut solver, quarantined) = run(&net, settings, 600);
    assert!(quarantined.contains(&burden.start));
    assert!(solver.awake_island_count() < solver.island_count(), "others sleep");
    assert!(quarantined.iter().all(|&p| !solver.is_particle_asleep(p)));
    solver.step(f32::NAN);
    assert_eq!(solver.quarantined().collect::<Vec<_>>(), quarantined);
}

#[test]
fn forces_are_numbers_and_those_of_others_are_right() {
    let (mut net, parts) = scene();
    let (name, part) = &parts[8];
    assert_eq!(*name, "left of the fixed particle");
    let fixed = part.start - 1;
    burden(&mut net, part.end - 1, 1e15);
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let mut forces = Forces::default();
    for _ in 0..60 {
        solver.step_with_forces(FRAME, &mut forces);
        assert!((0..net.edges.len()).all(|edge| forces.edge(edge).is_finite()));
        assert!((0..net.particles.len()).all(|p| forces.reaction(p).iter().all(|c| c.is_finite())));
    }
    assert!(solver.quarantined().count() > 0);
    let pull = forces.reaction(fixed)[1];
    assert!(pull > 1.0 && pull < 100.0, "{pull} N: the right one hangs");
}

#[test]
fn what_touches_it_goes_on_within_its_energy() {
    // A sheet lies on a rope that overflows, and another sheet on nothing.
    let mut net = Network::default();
    for (x, height) in [(0.0, 0.05), (3.0, 0.05)] {
        let sheet = Cloth::new(8, 8, 0.1, 0.5).with_shear(Stiffness::RIGID);
        let mut part = sheet.build().unwrap();
        part.particles.iter_mut().for_each(|p| {
            p.position[0] += x;
            p.position[1] += height;
        });
        net.append(&part);
    }
    let sheets = net.particles.len();
    let mut below = rope([-0.1, 0.0, 0.35], [0.9, 0.0, 0.35], 10, 1.0).unwrap();
    below.fix([0, 10]);
    let first = net.append(&below);
    net.set_thickness(0.04).unwrap();
    let burden = burden(&mut net, first + 5, 1e15);
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let energy = |solver: &Solver| -> f64 {
        let of = |p: Particle| {
            let squared: f64 = p.velocity.iter().map(|&v| f64::from(v).powi(2)).sum();
            (0.5 * squared + 9.81 * f64::from(p.position[1])) / f64::from(p.inverse_mass)
        };
        solver.particles().take(sheets).map(of).sum()
    };
    let start = energy(&solver);
    for step in 0..60 {
        solver.step(FRAME);
        assert!(solver.particles().all(|p| is_finite(&p)), "step {step}");
        assert!(energy(&solver) < start + 1e-2, "step {step}: {} J of {start}", energy(&solver));
        let quarantined: Vec<usize> = solver.quarantined().collect();
        assert!(quarantined.contains(&burden.start), "step {step}");
        assert!(quarantined.iter().all(|&p| p >= sheets), "step {step}: {quarantined:?}");
    }
    // The other sheet has fallen freely for a second.
    let fallen = 0.05 - solver.position(64)[1];
    assert!((fallen - 4.905).abs() < 0.05, "{fallen}");
}

/// A shape whose distance and normal are NaN, infinite or huge.
struct Broken(f32);

impl ContactShape for Broken {
    fn project(&self, _: [f32; 3]) -> (f32, [f32; 3]) {
        (self.0, [self.0; 3])
    }

    fn bounding_radius(&self) -> f32 {
        100.0
    }
}

#[test]
fn bodies_stay_finite_beside_what_overflows_and_in_shapes_that_answer_nonsense() {
    let (mut net, parts) = scene();
    let [(_, bad), (_, good)] = [&parts[0], &parts[1]];
    burden(&mut net, bad.start + 6, 1e15);
    for nonsense in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1e30] {
        let mut bodies = [bad, good].map(|part| {
            let mut body = Body::new(1.0, [0.1; 3]);
            body.position = net.particles[part.end - 1].position;
            body.load.acceleration = [0.0, -9.81, 0.0];
            body
        });
        let tie = |part: &core::ops::Range<usize>, body| Attachment {
            particle: part.end - 1,
            body,
            point: [0.0; 3],
        };
        let ties = [tie(bad, 0), tie(good, 1)];
        let mut solver = Solver::new(&net, Settings::default()).unwrap();
        let colliders = vec![BodyCollider::new(0, Broken(nonsense))];
        let mut coupling = BodyCoupling::new(&mut solver, &bodies, &ties, colliders).unwrap();
        for step in 0..60 {
            let mut given = bodies;
            if step % 7 == 3 {
                given[0].velocity[1] = nonsense;
            }
            coupling.step(&mut solver, &given, FRAME);
            assert!(solver.particles().all(|p| is_finite(&p)), "{nonsense}, step {step}");
            for (i, body) in bodies.iter_mut().enumerate() {
                *body = coupling.body_at_end(i);
                let numbers = body.position.iter().chain(&body.velocity);
                assert!(numbers.copied().all(f32::is_finite), "{nonsense}, step {step}: {body:?}");
                let impulse = coupling.impulse(i);
                let numbers = impulse.linear.iter().chain(&impulse.angular);
                assert!(numbers.copied().all(f32::is_finite), "{nonsense}: {impulse:?}");
            }
        }
        let quarantined: Vec<usize> = solver.quarantined().collect();
        assert!(quarantined.contains(&(bad.start + 1)), "{nonsense}: {quarantined:?}");
    }
}

/// NaN and infinity in every call that changes a running solver are refused or ignored, and change no motion.
#[test]
fn nothing_that_is_not_a_number_comes_in() {
    let (net, parts) = scene();
    let run = |spoil: &dyn Fn(&mut Solver)| {
        let mut solver = Solver::new(&net, Settings::default()).unwrap();
        for step in 0..60 {
            if step % 20 == 10 {
                spoil(&mut solver);
            }
            solver.step(FRAME);
        }
        assert_eq!(solver.quarantined().count(), 0);
        solver.particles().collect::<Vec<_>>()
    };
    let expected = run(&|_| {});
    assert!(expected.iter().all(is_finite));
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let vector = [0.0, bad, 0.0];
        let spoiled = run(&|solver| {
            for (_, part) in &parts {
                let particle = part.end - 1;
                assert!(solver.set_position(particle, vector).is_err());
                assert!(solver.set_velocity(particle, vector).is_err());
                assert!(solver.set_mass(particle, bad).is_err());
                solver.apply_impulse(particle, vector);
                let drag = Drag { particle, goal: vector, spring: spring(), mass: 1.0 };
                assert!(solver.set_drags(&[drag]).is_err());
                assert!(solver.set_drags(&[Drag { goal: [0.0; 3], mass: bad, ..drag }]).is_err());
                assert!(solver.add_edge(Edge::new(0, particle, bad)).is_err());
            }
            solver.set_kinematic_target(0, vector);
            assert!(solver.release(0, bad).is_err());
            assert!(solver.add_particle(Particle::new(vector, 1.0)).is_err());
            let wall = Shape::Sphere { center: vector, radius: 1.0 };
            assert!(solver.set_colliders(&[Collider::new(wall)]).is_err());
            let air = Environment { gravity: vector, ..Environment::default() };
            assert!(solver.set_environment(air).is_err());
            assert!(solver.set_wind_field(|_| vector).is_err());
            let targets = [SkinTarget { position: vector, normal: [0.0; 3] }; 2];
            assert!(solver.set_skin_targets(&targets).is_err());
            assert!(solver.reset_skin_targets(&targets).is_err());
            assert!(solver.set_hinge(0, bad, Stiffness::RIGID).is_err());
            let thread = Weave::membrane(bad, 0.0);
            assert!(solver.set_weave(0, Weave::new(thread, thread, thread)).is_err());
            let law = Stiffness::Physical { stiffness: bad, damping: 0.0 };
            assert!(solver.set_stiffness(0, law).is_err());
            solver.step(bad);
        });
        assert_eq!(spoiled, expected, "{bad}");
    }
}

fn spring() -> sprung::Spring<f32> {
    sprung::Spring::from_frequency(3.0, 1.0).unwrap()
}

#[test]
fn bodies_that_are_no_numbers_stand_still() {
    let mut net = rope([0.0; 3], [0.0, -1.0, 0.0], 10, 1.0).unwrap();
    net.fix([0]);
    let mut body = Body::new(1.0, [0.1; 3]);
    body.position = [0.0, -1.0, 0.0];
    let tie = Attachment { particle: 10, body: 0, point: [0.0; 3] };
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let mut coupling =
        BodyCoupling::<Cuboid>::new(&mut solver, &[body], &[tie], Vec::new()).unwrap();
    for bad in [f32::NAN, f32::INFINITY] {
        let spoiled = [
            Body { position: [bad; 3], ..body },
            Body { velocity: [bad; 3], ..body },
            Body { angular_velocity: [bad; 3], ..body },
            Body { inverse_mass: bad, ..body },
        ];
        for body in spoiled {
            coupling.step(&mut solver, &[body], FRAME);
            assert!(solver.particles().all(|p| is_finite(&p)));
            assert!(coupling.impulse(0).linear.iter().all(|c| c.is_finite()));
        }
    }
    assert_eq!(solver.quarantined().count(), 0);
}
