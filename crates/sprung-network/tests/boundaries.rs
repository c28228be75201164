//! Networks and shapes at the ends of their ranges: flat cells, hinges without edges, points at centers, huge masses.
#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::Rotation;
use sprung_body::ExternalAcceleration;
use sprung_network::shapes::{bridge, bridge_abutments};
use sprung_network::{
    Attachment, Body, BodyCollider, BodyCoupling, Collider, ContactShape, Cuboid, Edge,
    Environment, Forces, Network, Particle, Settings, Shape, SkinConstraint, SkinTarget, Solver,
    Stiffness, Stretch, Tether, VolumeContent,
};
use testkit::random::Random;

fn sub(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn network(positions: &[[f32; 3]]) -> Network {
    let mut net = Network::default();
    for &position in positions {
        net.add_particle(Particle::new(position, 0.1));
    }
    net
}

#[test]
fn a_cell_is_flat_at_every_size_or_at_none() {
    for size in [1e-3, 1.0, 1e3] {
        for (height, is_flat) in [(1e-6, true), (1e-3, false)] {
            let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.3, 0.3, height]];
            let mut net = network(&corners.map(|corner| corner.map(|c: f32| c * size)));
            let added = net.add_cells(&[[0, 1, 2, 3]], Stiffness::RIGID);
            assert_eq!(added.is_err(), is_flat, "{size} {height}: {added:?}");
        }
    }
}

#[test]
fn a_hinge_needs_an_edge_along_each_side() {
    let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.5, 1.0, 0.0], [0.5, -1.0, 0.0]];
    let mut net = network(&corners);
    net.add_hinges(&[[0, 1, 2], [1, 0, 3]], Stiffness::RIGID).unwrap();
    let sides = [[0, 1], [1, 2], [2, 0], [1, 3], [3, 0]];
    net.edges.extend(sides.map(|[a, b]| Edge::new(a, b, 1.0)));
    net.check().unwrap();
    for gone in 0..5 {
        let mut net = net.clone();
        net.edges.remove(gone);
        let error = net.check().unwrap_err().to_string();
        assert!(error.contains("edges along its sides"), "{error}");
    }
}

#[test]
fn a_hinge_at_a_triangle_without_an_area_is_refused_by_its_index() {
    let flat = [[0.0; 3], [1.0, 0.0, 0.0], [0.5, 1.0, 0.0], [0.5, -1.0, 0.0], [2.0, 0.0, 0.0]];
    let mut net = network(&flat);
    net.add_hinges(&[[0, 1, 2], [1, 0, 3]], Stiffness::RIGID).unwrap();
    let error = net.add_hinges(&[[0, 1, 2], [1, 0, 4]], Stiffness::RIGID).unwrap_err();
    assert!(error.to_string().contains("hinge 1"), "{error}");
}

#[test]
fn triangles_that_are_wound_inward_are_turned() {
    let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let inward = [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]];
    let mut net = network(&corners);
    let bag = net.add_volume(&inward).unwrap();
    assert_eq!(net.volumes[bag].content, VolumeContent::Incompressible { volume: 1.0 / 6.0 });
    let solver = Solver::new(&net, Settings::default()).unwrap();
    assert!((solver.enclosed_volume(bag) - 1.0 / 6.0).abs() < 1e-6);
}

#[test]
fn a_volume_outlives_an_edge_that_is_not_on_its_surface() {
    let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [3.0, 0.0, 0.0]];
    let mut net = network(&corners);
    let bag = net.add_volume(&[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]).unwrap();
    net.edges.extend([Edge::new(1, 4, 2.0), Edge::new(0, 1, 1.0)]);
    let push = |removed: usize| {
        let mut solver = Solver::new(&net, Settings::default()).unwrap();
        solver.remove_edge(removed);
        solver.apply_impulse(3, [0.0, 0.0, -0.5]);
        (0..10).for_each(|_| solver.step(1.0 / 60.0));
        (solver.enclosed_volume(bag) - 1.0 / 6.0).abs()
    };
    assert!(push(0) < 1e-3, "{}", push(0));
    assert!(push(1) > 1e-2, "{}", push(1));
}

#[test]
fn a_shape_in_a_box_is_the_shape() {
    let shapes: [Box<dyn ContactShape>; 2] = [
        Box::new(Cuboid { half_extents: [3.0, 4.0, 12.0] }),
        Box::new(Shape::Capsule { a: [0.0, 3.0, 4.0], b: [1.0, 0.0, 0.0], radius: 0.5 }),
    ];
    let radii = shapes.each_ref().map(|shape| (shape.bounding_radius(), shape.inner_radius()));
    assert_eq!(radii, [(13.0, 3.0), (5.5, 0.5)]);
    assert_eq!(shapes[0].project([5.0, 0.0, 0.0]), (2.0, [1.0, 0.0, 0.0]));
    assert_eq!(shapes[1].project([0.0, 3.0, 6.0]).0, 1.5);
    // The same behind a type of a known size.
    let boxed = Box::new(Cuboid { half_extents: [3.0, 4.0, 12.0] });
    let through = |shape: &dyn ContactShape| {
        (shape.project([5.0, 0.0, 0.0]), shape.bounding_radius(), shape.inner_radius())
    };
    assert_eq!(through(&boxed), ((2.0, [1.0, 0.0, 0.0]), 13.0, 3.0));
}

#[test]
fn round_shapes_and_planes_have_their_radii() {
    let ball = Shape::Sphere { center: [0.0, 3.0, 4.0], radius: 0.25 };
    assert_eq!((ball.bounding_radius(), ball.inner_radius()), (5.25, 0.25));
    let plane = Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] };
    assert_eq!((plane.bounding_radius(), plane.inner_radius()), (f32::INFINITY, f32::INFINITY));
    // The normal at a center points up.
    assert_eq!(ball.project([0.0, 3.0, 4.0]), (-0.25, [0.0, 1.0, 0.0]));
    struct Point;
    impl ContactShape for Point {
        fn project(&self, _: [f32; 3]) -> (f32, [f32; 3]) {
            (1.0, [0.0, 1.0, 0.0])
        }
        fn bounding_radius(&self) -> f32 {
            0.0
        }
    }
    assert_eq!(Point.inner_radius(), 0.0, "every path is traced");
}

/// A particle deep inside a round shape can cross its center in a sub-step: the nearest side is then the opposite one.
#[test]
fn what_a_shape_pushes_out_gains_no_speed() {
    let mut random = Random::new(1);
    let length = |[x, y, z]: [f32; 3]| (x * x + y * y + z * z).sqrt();
    for seed in 0..2000 {
        let mut vector = |size: f64| [0; 3].map(|_| random.uniform(-size, size) as f32);
        let size = [0.0, 1e-4, 0.1, 1.0, 4.0][seed % 5];
        let (position, velocity) = (vector(size), vector([0.0, 1.0, 30.0][seed % 3]));
        let moved = vector([0.0, 3.0][seed % 2]);
        let shape = match seed % 7 {
            0 => Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] },
            1..4 => Shape::Sphere { center: [0.0; 3], radius: 10.0 },
            _ => Shape::Capsule { a: [-2.0, 0.0, 0.0], b: [3.0, 0.0, 1.0], radius: 5.0 },
        };
        let mut net = network(&[position]);
        net.particles[0].velocity = velocity;
        let mut solver = Solver::new(&net, Settings::default()).unwrap();
        let collider = Collider::new(shape).with_velocity(moved);
        solver.set_colliders(&[collider]).unwrap();
        solver.step(1.0 / 60.0);
        let after = solver.particles().next().unwrap();
        let most = length(velocity) + length(moved) + 0.2;
        assert!(length(after.velocity) < most, "{seed}: {shape:?} {position:?} {after:?}");
        let depth = collider.depth(sub(after.position, moved.map(|v| v / 60.0)));
        assert!(depth.is_none_or(|(depth, _)| depth < 1e-3), "{seed}: {shape:?} {after:?}");
    }
}

#[test]
fn all_of_a_capsule_pushes() {
    for ends in [[5.0, 9.0], [10.0, -10.0], [10.0, 4.0]] {
        let [a, b] = ends.map(|y| [0.0, y, 0.0]);
        let capsule = Shape::Capsule { a, b, radius: 0.5 };
        // One at a time: particles that are near each other are told apart from a shape together.
        for y in [ends[0], ends[1], 0.5 * (ends[0] + ends[1])] {
            let mut solver = Solver::new(&network(&[[0.3, y, 0.0]]), Settings::default()).unwrap();
            solver.set_colliders(&[Collider::new(capsule)]).unwrap();
            solver.step(1.0 / 60.0);
            let [x, _, _] = solver.position(0);
            assert!((x - 0.5).abs() < 1e-2, "{ends:?}, {y}: {x}");
        }
    }
}

#[test]
fn a_bridge_ends_at_its_abutments() {
    let net = bridge(7, 0.5, 3.0).unwrap();
    let ends = bridge_abutments(7).map(|p| net.particles[p].position);
    assert_eq!(ends, [[0.0, 0.0], [0.0, 0.5], [3.5, 0.0], [3.5, 0.5]].map(|[x, y]| [x, y, 0.0]));
}

#[test]
fn what_is_added_has_the_next_index() {
    let mut net = Network::default();
    for index in 0..3 {
        assert_eq!(net.add_particle(Particle::new([index as f32, 0.0, 0.0], 0.1)), index);
    }
    for index in 0..3 {
        assert_eq!(net.add_edge(Edge::new(index, (index + 1) % 3, 1.0)), index);
    }
}

#[test]
fn particles_without_a_place_in_the_rest_shape_have_that_where_they_are() {
    let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 6.0]];
    let mut net = Network::default();
    net.particles.extend(corners[..3].iter().map(|&corner| Particle::new(corner, 0.1)));
    net.add_particle(Particle::new(corners[3], 0.1));
    assert_eq!(net.rest_shape, corners);
    net.add_cells(&[[0, 1, 2, 3]], Stiffness::RIGID).unwrap();
    assert_eq!(net.cells[0].rest_volume, 1.0);
}

#[test]
fn edges_without_a_length_have_no_stretch() {
    let edges = [Edge::new(0, 1, 0.0), Edge::new(0, 1, 2.0)];
    let stretch = Stretch::of(&edges, |p| [p as f32, 0.0, 0.0]);
    assert_eq!(stretch, Stretch { max: 0.5, mean: 0.5 });
}

#[test]
fn the_reduced_mass_is_that_of_both_ends() {
    let mut net = Network::default();
    for mass in [2.0, 6.0] {
        net.add_particle(Particle::new([0.0; 3], mass));
    }
    net.edges.push(Edge::new(0, 1, 1.0));
    assert_eq!(net.reduced_mass(0), 1.5);
    net.fix([1]);
    assert_eq!(net.reduced_mass(0), 2.0);
    net.fix([0]);
    assert_eq!(net.reduced_mass(0), 0.0);
}

#[test]
fn appended_particles_have_their_own_places_in_the_rest_shape() {
    let mut net = network(&[[1.0, 0.0, 0.0], [2.0, 0.0, 0.0]]);
    let mut other = network(&[[3.0, 0.0, 0.0], [4.0, 0.0, 0.0]]);
    other.rest_shape = vec![[5.0, 0.0, 0.0]];
    assert_eq!(net.append(&other), 2);
    assert_eq!(net.rest_shape, [1.0, 2.0, 5.0, 4.0].map(|x| [x, 0.0, 0.0]));
}

#[test]
fn no_mass_is_scaled_beyond_what_a_particle_may_have() {
    let mut net = network(&(0..40).map(|x| [x as f32, 0.0, 0.0]).collect::<Vec<_>>());
    net.edges.extend((1..40).map(|x| Edge::new(x - 1, x, 1.0)));
    for particle in &mut net.particles {
        particle.inverse_mass = 1.5e-30;
    }
    net.fix([0]);
    net.scale_masses(1.0).unwrap();
    net.check().unwrap();
    assert!(net.particles[1].inverse_mass < 1.5e-30 && !net.particles[1].is_fixed());
}

#[test]
fn what_is_fixed_or_empty_is_so() {
    let mut net = network(&[[0.0; 3], [1.0, 0.0, 0.0]]);
    net.fix([1]);
    let solver = Solver::new(&net, Settings::default()).unwrap();
    assert_eq!([0, 1].map(|p| solver.is_fixed(p)), [false, true]);
    assert!(!solver.is_empty());
    assert!(Solver::new(&Network::default(), Settings::default()).unwrap().is_empty());
}

#[test]
fn the_first_of_particles_at_the_same_distance_is_picked() {
    let net = network(&[[0.0, 1.0, 0.0], [0.0; 3], [0.0; 3]]);
    let solver = Solver::new(&net, Settings::default()).unwrap();
    let picked = solver.pick([0.0, 0.0, -1.0], [0.0, 0.0, 1.0], 0.25);
    assert_eq!(picked, Some((1, 0.75)));
    let closest = solver.closest_point([0.0, 0.0, 3.0]).unwrap();
    assert_eq!((closest.particles[0], closest.edge, closest.distance), (1, None, 3.0));
}

/// An edge tears at more than its limit, which may be lifted.
#[test]
fn a_force_of_its_limit_tears_no_edge() {
    let mut net = network(&[[0.0; 3], [0.0, -1.0, 0.0], [0.0, -2.0, 0.0]]);
    net.fix([0]);
    net.add_edge(Edge::new(0, 1, 0.9));
    net.add_edge(Edge::new(1, 2, 0.9));
    let solver = Solver::new(&net, Settings::default()).unwrap();
    let force = solver.forces(0.01).edge(0);
    assert!(force > 1.0);
    for (limits, torn) in [
        (vec![(0, force)], [false, false]),
        (vec![(0, 0.99 * force)], [true, false]),
        (vec![(0, 0.5), (1, 0.5)], [true, true]),
        (vec![(0, 0.5), (0, 2.0 * force)], [false, false]),
        (vec![(0, 2.0 * force), (0, 0.5)], [true, false]),
        (vec![(0, 0.5), (1, f32::INFINITY)], [true, false]),
        (vec![(0, 0.5), (1, 0.5), (0, f32::INFINITY)], [false, true]),
        (vec![(0, 0.5), (0, f32::INFINITY)], [false, false]),
    ] {
        let mut solver = solver.clone();
        for &(edge, limit) in &limits {
            solver.set_tear_force(edge, limit).unwrap();
        }
        solver.step(0.01);
        assert_eq!([0, 1].map(|edge| solver.is_torn(edge)), torn, "{limits:?}");
    }
}

#[test]
fn a_hinge_has_the_stiffness_that_was_set() {
    let mut net = network(&[[0.0; 3], [1.0, 0.0, 0.0], [0.5, 1.0, 0.0], [0.5, -1.0, 0.0]]);
    for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3)] {
        net.connect(a, b);
    }
    net.add_hinges(&[[0, 1, 2], [1, 0, 3]], Stiffness::RIGID).unwrap();
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let soft = Stiffness::Physical { stiffness: 2.0, damping: 0.0 };
    solver.set_hinge(0, 0.5, soft).unwrap();
    let hinge = solver.network().hinges[0];
    assert_eq!((hinge.rest_angle, hinge.stiffness), (0.5, soft));
}

/// A fixed particle that was put elsewhere goes back to its target.
#[test]
fn a_target_that_stays_where_it_is_holds() {
    let mut net = network(&[[0.0; 3], [1.0, 0.0, 0.0]]);
    net.fix([0]);
    net.connect(0, 1);
    net.skin_constraints = vec![SkinConstraint::new(0, 0.0)];
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let targets = [SkinTarget { position: [0.0, 0.25, 0.0], normal: [0.0; 3] }];
    for _ in 0..2 {
        solver.set_skin_targets(&targets).unwrap();
        solver.step(0.01);
        assert_eq!(solver.position(0), targets[0].position);
    }
    solver.set_position(0, [0.5, 0.0, 0.0]).unwrap();
    solver.set_skin_targets(&targets).unwrap();
    solver.step(0.01);
    assert_eq!(solver.position(0), targets[0].position);
}

/// Forces of another network are 0 where there is no step.
#[test]
fn forces_are_those_of_their_network() {
    let rope = |joints: usize| {
        let mut net = Network::default();
        for y in 0..=joints {
            net.add_particle(Particle::new([0.0, y as f32, 0.0], 1.0));
        }
        net.fix([0]);
        net
    };
    let mut hanging = rope(2);
    hanging.connect(0, 1);
    hanging.connect(1, 2);
    let mut solver = Solver::new(&hanging, Settings::default()).unwrap();
    let mut forces = Forces::default();
    solver.step_with_forces(0.01, &mut forces);
    let before = [forces.edge(0), forces.reaction(0)[1]];
    assert!(before.iter().all(|force| force.abs() > 1.0));
    solver.step_with_forces(0.0, &mut forces);
    assert_eq!([forces.edge(0), forces.reaction(0)[1]], before, "no step");
    // As many edges, then as many particles.
    let mut more_particles = rope(3);
    more_particles.connect(0, 1);
    more_particles.connect(1, 2);
    let mut more_edges = hanging.clone();
    more_edges.connect(0, 2);
    for net in [more_particles, more_edges] {
        let mut other = Solver::new(&net, Settings::default()).unwrap();
        let mut forces = forces.clone();
        other.step_with_forces(0.0, &mut forces);
        (0..net.edges.len()).for_each(|edge| assert_eq!(forces.edge(edge), 0.0));
        (0..other.len()).for_each(|particle| assert_eq!(forces.reaction(particle), [0.0; 3]));
    }
}

/// A body that an engine makes fast within a step, or one that turns at the end of a long arm, hits what is in its way.
#[test]
fn bodies_hit_what_they_reach_within_a_step() {
    let falling =
        Body { load: ExternalAcceleration::new([2000.0, 0.0, 0.0]), ..Body::new(1e3, [1e3; 3]) };
    let turning = Body { angular_velocity: [0.0, 0.0, 10.0], ..Body::new(1e3, [1e3; 3]) };
    let side = BodyCollider::new(0, Cuboid { half_extents: [0.1; 3] });
    for (body, at, side) in [
        (falling, [0.25, 0.0, 0.0], side),
        (turning, [2.0, 0.25, 0.0], side.with_pose([2.0, 0.0, 0.0], Rotation::IDENTITY)),
    ] {
        let mut net = Network::default();
        net.add_particle(Particle::new(at, 0.1));
        let environment = Environment::ZERO_G;
        let mut solver =
            Solver::new(&net, Settings { environment, ..Settings::default() }).unwrap();
        let mut coupling = BodyCoupling::new(&mut solver, &[body], &[], vec![side]).unwrap();
        coupling.step(&mut solver, &[body], 1.0 / 60.0);
        let [x, y, _] = solver.velocity(0);
        assert!(x.hypot(y) > 1.0, "{x} {y}");
    }
}

/// More particles than there were are added to a network that is coupled.
#[test]
fn a_coupled_network_grows() {
    let mut net = network(&[[0.0; 3], [1.0, 0.0, 0.0]]);
    net.connect(0, 1);
    let environment = Environment::ZERO_G;
    let mut solver = Solver::new(&net, Settings { environment, ..Settings::default() }).unwrap();
    let body = Body::new(1.0, [1.0; 3]);
    let tie = Attachment { particle: 0, body: 0, point: [0.0; 3] };
    let mut coupling =
        BodyCoupling::<Cuboid>::new(&mut solver, &[body], &[tie], Vec::new()).unwrap();
    for at in 0..9 {
        let velocity = [0.0, 1.0, 0.0];
        let new = Particle::new([3.0 + at as f32, 0.0, 0.0], 1.0).with_velocity(velocity);
        solver.add_particle(new).unwrap();
        coupling.step(&mut solver, &[body], 0.25);
        assert_eq!(solver.velocity(2 + at), velocity);
    }
}

/// A tether lasts if no path of its length comes near the edge that has torn, to a thousandth.
#[test]
fn a_tether_lasts_unless_a_path_of_its_length_may_lead_over_the_torn_edge() {
    // A rope along x from −2 to 3, held at 0, and apart from it the longest edge: what is near is within it.
    for (longest, lasts) in [(1.99, true), (1.998, true), (1.9995, false), (2.01, false)] {
        let mut net = network(&[-2.0, -1.0, 0.0, 1.0, 2.0, 3.0].map(|x| [x, 0.0, 0.0]));
        net.fix([2]);
        for at in 0..5 {
            net.add_edge(Edge::new(at, at + 1, 1.0));
        }
        for y in [0.0, 1.0007 * longest] {
            net.add_particle(Particle::new([9.0, y, 0.0], 1.0));
        }
        // It fits its length in the rest shape to less than a thousandth.
        net.add_edge(Edge::new(6, 7, longest));
        net.tethers.push(Tether { anchor: 2, particle: 5, length: 3.0 });
        let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        solver.set_velocity(0, [-1.0, 0.0, 0.0]).unwrap();
        solver.set_tear_force(0, 1e-3).unwrap();
        solver.step(0.01);
        assert!(solver.is_torn(0));
        assert_eq!(solver.network().tethers.len() == 1, lasts, "{longest}");
    }
}

/// Targets without a normal that stay where they are let a network sleep.
#[test]
fn targets_without_a_normal_let_a_network_sleep() {
    let mut net = network(&[[0.0; 3], [1.0, 0.0, 0.0]]);
    net.connect(0, 1);
    net.skin_constraints = vec![SkinConstraint::new(0, 0.5).with_backstop(0.1, 1.0)];
    let environment = Environment { drag: 1.0, ..Environment::ZERO_G };
    let settings = Settings { sleep_speed: 0.1, environment, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    for _ in 0..200 {
        let target = SkinTarget { position: [0.0; 3], normal: [0.0; 3] };
        solver.set_skin_targets(&[target]).unwrap();
        solver.step(1.0 / 60.0);
    }
    assert!(solver.is_asleep());
}
