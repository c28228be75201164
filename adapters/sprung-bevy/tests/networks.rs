//! Headless networks: their motion against the solver's own, pins, colliders, wind, meshes.
#![cfg(feature = "network")]

mod app;

use core::f32::consts::FRAC_PI_2;

use app::frame;
use bevy::prelude::*;
use bevy_asset::{AssetPlugin, Assets};
use bevy_mesh::{Mesh, Mesh3d, MeshBuilder, MeshPlugin, Meshable, VertexAttributeValues};
use sprung_bevy::{
    NetworkCollider, NetworkMesh, Pin, Pins, SpringNetwork, SprungNetworkPlugin, Wind,
};
use sprung_network::shapes::{Cloth, lattice, rope};
use sprung_network::{Environment, Network, NetworkError, Settings, Solver, Turbulence};

/// The fixed step of these tests, s.
const STEP: f64 = 1.0 / 64.0;

fn app() -> App {
    let mut app = app::app();
    app.add_plugins((AssetPlugin::default(), MeshPlugin, SprungNetworkPlugin));
    app.insert_resource(Time::<Fixed>::from_seconds(STEP));
    frame(&mut app, 0.0);
    app
}

/// A sheet of 1 m by 1 m, held by two corners.
fn sheet() -> (Cloth, Network) {
    let sheet = Cloth::new(11, 11, 0.1, 0.2);
    let mut net = sheet.build().expect("it exists");
    net.fix(sheet.corners());
    net.add_aero_surface(&sheet.triangles()).expect("it exists");
    (sheet, net)
}

fn spawn(app: &mut App, net: &Network, more: impl Bundle) -> Entity {
    let network = SpringNetwork::new(net, Settings::default()).expect("it exists");
    app.world_mut().spawn((network, more)).id()
}

fn network(app: &App, entity: Entity) -> &SpringNetwork {
    app.world().get::<SpringNetwork>(entity).expect("it exists")
}

fn positions(app: &App, entity: Entity) -> Vec<Vec3> {
    let network = network(app, entity);
    (0..network.solver().len()).map(|p| network.position(p).expect("it exists")).collect()
}

/// Positions or normals of the mesh of an entity.
fn attribute(app: &App, entity: Entity, attribute: bevy_mesh::MeshVertexAttribute) -> Vec<Vec3> {
    let Mesh3d(handle) = app.world().get::<Mesh3d>(entity).expect("it exists");
    let mesh = app.world().resource::<Assets<Mesh>>().get(handle).expect("it exists");
    let Some(VertexAttributeValues::Float32x3(values)) = mesh.attribute(attribute) else {
        panic!("three numbers")
    };
    values.iter().copied().map(Vec3::from_array).collect()
}

fn triangles(app: &App, entity: Entity) -> usize {
    let Mesh3d(handle) = app.world().get::<Mesh3d>(entity).expect("it exists");
    app.world()
        .resource::<Assets<Mesh>>()
        .get(handle)
        .expect("it exists")
        .indices()
        .expect("it exists")
        .len()
        / 3
}

#[test]
fn a_network_has_the_bits_of_the_solver_where_its_entity_is() {
    let beside = Transform::from_xyz(3.0, -1.0, 2.0);
    let turned = beside.with_rotation(Quat::from_rotation_y(0.7));
    // A rotation rounds the positions at the start; the sheet buckles as they round.
    let cases = [(Transform::IDENTITY, 30, 0.0), (beside, 30, 0.0), (turned, 2, 1e-4)];
    for (place, frames, tolerance) in cases {
        let (_, net) = sheet();
        let mut app = app();
        let parent = app.world_mut().spawn(place).id();
        let entity = spawn(&mut app, &net, ChildOf(parent));
        let mut moved = net.clone();
        for particle in &mut moved.particles {
            let at = place.compute_affine().transform_point3(Vec3::from_array(particle.position));
            particle.position = at.to_array();
        }
        let mut solver = Solver::new(&moved, Settings::default()).expect("it exists");
        // Frames of any length make the same fixed steps.
        for dt in [STEP, 0.03, 0.002, 0.2, 0.013, 0.1].into_iter().cycle().take(frames) {
            frame(&mut app, dt);
        }
        let steps = (app.world().resource::<Time<Fixed>>().elapsed_secs_f64() / STEP).round();
        assert!(steps >= 2.0 && (frames < 30 || steps > 100.0), "{steps}");
        (0..steps as usize).for_each(|_| solver.step(STEP as f32));
        for (p, at) in positions(&app, entity).iter().enumerate() {
            let expected = Vec3::from_array(solver.position(p));
            assert!(at.distance(expected) <= tolerance, "{place:?} {p}: {at} {expected}");
        }
    }
}

#[test]
fn a_rope_hangs_as_a_catenary_between_entities_that_carry_it() {
    let mut app = app();
    let ends = [0.0, 2.0].map(|x| app.world_mut().spawn(Transform::from_xyz(x, 5.0, 0.0)).id());
    let links = 40;
    // 2.5 m of rope over 2 m.
    let mut net = rope([0.0, 5.0, 0.0], [2.5, 5.0, 0.0], links, 0.5).expect("it exists");
    net.particles.iter_mut().for_each(|p| p.position[0] *= 0.8);
    let pins = Pins(vec![Pin::new(0, ends[0]), Pin::new(links, ends[1])]);
    let entity = spawn(&mut app, &net, pins);
    let still = Environment { drag: 2.0, ..Environment::default() };
    app.world_mut().get_mut::<SpringNetwork>(entity).expect("it exists").environment = still;
    (0..640).for_each(|_| frame(&mut app, STEP));
    // y = a cosh(x/a) with 2a sinh(1/a) = 2.5 sags by a (cosh(1/a) − 1).
    let (mut low, mut high) = (0.1_f64, 10.0);
    for _ in 0..60 {
        let a = 0.5 * (low + high);
        if 2.0 * a * (1.0 / a).sinh() > 2.5 { low = a } else { high = a }
    }
    let sag = low * ((1.0 / low).cosh() - 1.0);
    let middle = network(&app, entity).position(links / 2).expect("it exists");
    assert!((f64::from(5.0 - middle.y) - sag).abs() < 2e-3 * sag, "{middle} {sag}");
    assert!((middle.x - 1.0).abs() < 1e-3 && middle.z.abs() < 1e-6);
    // The rope goes with the entities.
    for i in 1..=128 {
        for (x, end) in [0.0, 2.0].into_iter().zip(ends) {
            let to = Transform::from_xyz(x, 5.0, 0.02 * i as f32);
            *app.world_mut().get_mut::<Transform>(end).expect("it exists") = to;
        }
        frame(&mut app, STEP);
        let last = network(&app, entity).position(links).expect("it exists");
        assert_eq!(last, Vec3::new(2.0, 5.0, 0.02 * i as f32));
    }
    let middle = network(&app, entity).position(links / 2).expect("it exists");
    assert!((middle.z - 2.56).abs() < 0.8, "{middle}");
}

#[test]
fn pins_come_and_go_while_a_sheet_moves() {
    let (sheet, net) = sheet();
    let mut app = app();
    let hand = app.world_mut().spawn(Transform::from_xyz(0.5, 0.0, 1.0)).id();
    let entity = spawn(&mut app, &net, Pins::default());
    let middle = sheet.at(5, 10);
    let fall = |app: &mut App| (0..32).for_each(|_| frame(app, STEP));
    fall(&mut app);
    let mass =
        network(&app, entity).solver().particles().nth(middle).expect("it exists").inverse_mass;
    let set = |app: &mut App, pins: Vec<Pin>| {
        app.world_mut().entity_mut(entity).insert(Pins(pins));
        fall(app);
    };
    let pin = Pin::new(middle, hand).with_offset(Vec3::new(0.0, 0.0, -0.2));
    // A corner that the network has fixed, too.
    set(&mut app, vec![pin, Pin::new(0, hand)]);
    assert_eq!(network(&app, entity).position(middle), Some(Vec3::new(0.5, 0.0, 0.8)));
    assert_eq!(network(&app, entity).position(0), Some(Vec3::new(0.5, 0.0, 1.0)));
    // It stays at the hand when the entity of the network moves, as the other corner does not.
    app.world_mut().get_mut::<Transform>(entity).unwrap().translation.y = 0.25;
    fall(&mut app);
    assert_eq!(network(&app, entity).position(0), Some(Vec3::new(0.5, 0.0, 1.0)));
    assert_eq!(network(&app, entity).position(10), Some(Vec3::new(1.0, 0.25, 0.0)));
    app.world_mut().get_mut::<Transform>(entity).unwrap().translation.y = 0.0;
    set(&mut app, vec![]);
    let released = network(&app, entity).solver().particles().nth(middle).expect("it exists");
    assert!((released.inverse_mass / mass - 1.0).abs() < 1e-6);
    assert!(released.position[1] < -0.3, "it falls");
    assert_eq!(network(&app, entity).position(0), Some(Vec3::ZERO), "back at its place");
    // A pin to an entity that is gone stays where it is.
    set(&mut app, vec![pin]);
    app.world_mut().despawn(hand);
    fall(&mut app);
    assert_eq!(network(&app, entity).position(middle), Some(Vec3::new(0.5, 0.0, 0.8)));
    assert_eq!(network(&app, entity).error(), None);
}

#[test]
fn errors_are_kept_and_the_network_goes_on() {
    let (_, net) = sheet();
    let mut app = app();
    let hand = app.world_mut().spawn(Transform::IDENTITY).id();
    let pins = Pins(vec![Pin::new(5, hand), Pin::new(121, hand)]);
    let entity = spawn(&mut app, &net, pins);
    (0..4).for_each(|_| frame(&mut app, STEP));
    let error = network(&app, entity).error().expect("it exists");
    let text = "pin 1: particle must be < 121, the number of particles, got 121";
    assert_eq!(error.to_string(), text);
    assert!(network(&app, entity).position(60).expect("it exists").y < 0.0, "it falls");
    assert_eq!(network(&app, entity).position(5), Some(Vec3::ZERO));
    app.world_mut().entity_mut(entity).remove::<Pins>();
    app.world_mut().resource_mut::<Wind>().velocity = Vec3::NAN;
    app.world_mut().spawn(NetworkCollider::sphere(-1.0));
    app.world_mut().get_mut::<Transform>(hand).expect("it exists").translation = Vec3::NAN;
    (0..4).for_each(|_| frame(&mut app, STEP));
    let text = network(&app, entity).error().expect("it exists").to_string();
    assert_eq!(text, "collider 0: radius must be finite and > 0, got -1");
    *app.world_mut().get_mut::<Transform>(entity).expect("it exists") =
        Transform::from_xyz(1e30, 0.0, 0.0);
    (0..4).for_each(|_| frame(&mut app, STEP));
    assert!(positions(&app, entity).iter().all(|at| at.is_finite() && at.length() < 10.0));
    let far = SpringNetwork::new(&net, Settings { substeps: 0, ..Settings::default() });
    assert_eq!(far.err(), Some(NetworkError::TooFew { field: "substeps", count: 0, least: 1 }));
}

#[test]
fn nothing_enters_colliders_that_move() {
    let sheet = Cloth::new(21, 21, 0.1, 0.5);
    let mut app = app();
    let entity =
        spawn(&mut app, &sheet.build().expect("it exists"), Transform::from_xyz(-1.0, 0.5, -1.0));
    let tilt = Quat::from_rotation_x(0.1);
    app.world_mut()
        .spawn((NetworkCollider::plane().with_friction(0.6), Transform::from_rotation(tilt)));
    let ball = app.world_mut().spawn((NetworkCollider::sphere(0.15), Transform::default())).id();
    let parent = app.world_mut().spawn(Transform::from_xyz(0.0, 0.1, 0.5)).id();
    app.world_mut().spawn((
        NetworkCollider::capsule(0.05, 0.6),
        Transform::from_rotation(Quat::from_rotation_z(FRAC_PI_2)).with_scale(Vec3::splat(2.0)),
        ChildOf(parent),
    ));
    for i in 0..256 {
        let center = Vec3::new(0.006 * i as f32 - 0.8, 0.1, -0.2);
        app.world_mut().get_mut::<Transform>(ball).expect("it exists").translation = center;
        frame(&mut app, STEP);
        let start = Vec3::new(-0.6, 0.1, 0.5);
        for at in positions(&app, entity) {
            assert!((tilt.inverse() * at).y > -2e-3, "step {i}: {at} below the ground");
            assert!(at.distance(center) > 0.15 - 2e-3, "step {i}: {at} in the ball");
            // The capsule has twice its size.
            let on = start.with_x(at.x.clamp(-0.6, 0.6));
            assert!(at.distance(on) > 0.1 - 2e-3, "step {i}: {at} in the capsule");
        }
    }
    let lifted = positions(&app, entity).iter().filter(|at| at.y > 0.15).count();
    assert!(lifted > 10, "the cloth lies on the ball: {lifted}");
}

#[test]
fn a_flag_flies_in_the_wind_and_hangs_when_it_stops() {
    let flag = Cloth::new(13, 9, 0.1, 0.2);
    let mut net = flag.build().expect("it exists");
    net.fix((0..9).map(|row| flag.at(0, row)));
    net.add_aero_surface(&flag.triangles()).expect("it exists");
    let mut app = app();
    let upright = Transform::from_rotation(Quat::from_rotation_x(-FRAC_PI_2));
    let entity = spawn(&mut app, &net, upright);
    *app.world_mut().resource_mut::<Wind>() =
        Wind { velocity: Vec3::X * 10.0, gusts: Turbulence::new(2.0, 1.0, 3).ok() };
    let tip = flag.at(12, 4);
    (0..256).for_each(|_| frame(&mut app, STEP));
    let flying = network(&app, entity).position(tip).expect("it exists");
    assert!(flying.x > 1.0, "{flying}");
    *app.world_mut().resource_mut::<Wind>() = Wind::default();
    (0..640).for_each(|_| frame(&mut app, STEP));
    let hanging = network(&app, entity).position(tip).expect("it exists");
    assert!(hanging.x < 0.5 && hanging.y < flying.y - 0.5, "{hanging}");
}

#[test]
fn meshes_are_between_two_steps_in_the_frame_of_the_entity() {
    let (sheet, net) = sheet();
    let mut app = app();
    let place = Transform::from_xyz(1.0, 2.0, 3.0)
        .with_rotation(Quat::from_euler(EulerRot::XYZ, 0.3, 0.2, 0.1))
        .with_scale(Vec3::new(2.0, 0.5, 1.0));
    let cloth = spawn(&mut app, &net, (NetworkMesh::cloth(&sheet), place));
    // Before the first step it is as it was built.
    frame(&mut app, 0.0);
    for (at, particle) in
        attribute(&app, cloth, Mesh::ATTRIBUTE_POSITION).iter().zip(&net.particles)
    {
        assert_eq!(at.to_array(), particle.position);
    }
    assert!(attribute(&app, cloth, Mesh::ATTRIBUTE_NORMAL).iter().all(|n| *n == Vec3::Y));
    assert_eq!(triangles(&app, cloth), 200);
    for dt in [STEP, STEP, 0.25 * STEP, 1.5 * STEP, 0.1] {
        frame(&mut app, dt);
        let part = app.world().resource::<Time<Fixed>>().overstep_fraction();
        let network = network(&app, cloth);
        let own = place.compute_affine();
        let vertices = attribute(&app, cloth, Mesh::ATTRIBUTE_POSITION);
        for (p, vertex) in vertices.iter().enumerate() {
            let expected = network.position_between(p, part).expect("it exists");
            assert!(own.transform_point3(*vertex).distance(expected) < 1e-5, "particle {p}");
        }
        // Normals in the world are across the surface: the mean of those of the triangles at a vertex.
        let normals = attribute(&app, cloth, Mesh::ATTRIBUTE_NORMAL);
        let (vertex, at) =
            (sheet.at(5, 5), |p| network.position_between(p, part).expect("it exists"));
        let around = sheet.triangles().into_iter().filter(|t| t.contains(&(vertex as u32)));
        let sum = around.fold(Vec3::ZERO, |sum, t| {
            let [a, b, c] = t.map(|p| at(p as usize));
            sum + (b - a).cross(c - a)
        });
        let in_world = own.matrix3.inverse().transpose() * normals[vertex];
        assert!(in_world.normalize().distance(sum.normalize()) < 1e-4);
        assert!(normals.iter().all(|n| n.is_normalized()));
    }
    let still = network(&app, cloth).position_between(60, 0.0) == network(&app, cloth).position(60);
    assert!(!still, "it moves");
}

#[test]
fn torn_edges_split_sheets_tubes_and_lines() {
    let mut app = app();
    let tear = Environment { gravity: [0.0; 3], ..Environment::default() };
    let settings = Settings { environment: tear, ..Settings::default() };
    let ribbon = Cloth::new(2, 6, 0.1, 0.1);
    let mut net = ribbon.build().expect("it exists");
    net.fix([0, 1, 10, 11]);
    let mut cord = rope([0.0; 3], [0.5, 0.0, 0.0], 5, 0.1).expect("it exists");
    cord.fix([0, 5]);
    for net in [&mut net, &mut cord] {
        net.edges.iter_mut().for_each(|edge| *edge = edge.with_tear_strain(0.2));
    }
    let shown = [
        (&net, NetworkMesh::cloth(&ribbon)),
        (&cord, NetworkMesh::tube(0..6, 0.02, 5)),
        (&cord, NetworkMesh::line(0..6)),
    ];
    let entities = shown.map(|(net, mesh)| {
        let network = SpringNetwork::new(net, settings).expect("it exists");
        app.world_mut().spawn((network, mesh)).id()
    });
    frame(&mut app, STEP);
    let before =
        entities.map(|entity| (triangles(&app, entity), network(&app, entity).torn_edges().len()));
    // A line of 5 parts has 10 indices, a tube 5 · 5 · 2 triangles and 5 at each end.
    assert_eq!(before, [(10, 0), (60, 0), (3, 0)]);
    for (entity, end) in entities.into_iter().zip([[10, 11], [5, 5], [5, 5]]) {
        let mut network = app.world_mut().get_mut::<SpringNetwork>(entity).expect("it exists");
        for p in end {
            let x = if p == 11 { 0.1 } else { 0.0 };
            network.solver_mut().set_kinematic_target(p, [x, 0.0, 2.0]);
        }
    }
    (0..8).for_each(|_| frame(&mut app, STEP));
    let after = entities.map(|entity| {
        let torn = network(&app, entity).torn_edges();
        (triangles(&app, entity), torn.to_vec())
    });
    // The sheet loses two triangles of every row with a torn edge.
    let rows = |edges: &[[usize; 2]]| {
        let mut rows: Vec<_> = edges.iter().map(|[a, b]| a.min(b) / 2).collect();
        rows.sort_unstable();
        rows.dedup();
        rows.len()
    };
    let [(sheet, a), (tube, b), (line, c)] = after;
    assert!(!a.is_empty() && sheet == 10 - 2 * rows(&a), "{sheet} {a:?}");
    assert!(!b.is_empty() && tube == 60 - 10 * b.len(), "{tube} {b:?}");
    assert!(b == c && line == (10 - 2 * c.len()) / 3, "{line} {c:?}");
}

#[test]
fn jelly_takes_its_mesh_along() {
    let mut app = app();
    let net = lattice([5, 5, 5], 0.1, 2.0).expect("it exists");
    let ball = Sphere::new(0.25).mesh().build();
    let ball = ball.translated_by(Vec3::splat(0.2));
    let skin = NetworkMesh::skin(&net, ball.clone()).expect("it exists");
    let turned = Transform::from_xyz(0.0, 1.0, 0.0).with_rotation(Quat::from_rotation_z(0.4));
    let entity = spawn(&mut app, &net, (skin, turned));
    app.world_mut().spawn(NetworkCollider::plane().with_friction(0.5));
    let indices = ball.indices().expect("it exists").len() / 3;
    let volume = |app: &App| -> f32 {
        let at = attribute(app, entity, Mesh::ATTRIBUTE_POSITION);
        let corners: Vec<usize> = ball.indices().expect("it exists").iter().collect();
        let triangles = corners.chunks(3).map(|t| at[t[0]].dot(at[t[1]].cross(at[t[2]])));
        triangles.sum::<f32>() / 6.0
    };
    frame(&mut app, 0.0);
    let (whole, places) = (volume(&app), attribute(&app, entity, Mesh::ATTRIBUTE_POSITION));
    for (at, given) in
        places.iter().zip(ball.attribute(Mesh::ATTRIBUTE_POSITION).into_iter().flat_map(|values| {
            match values {
                VertexAttributeValues::Float32x3(values) => values.clone(),
                _ => vec![],
            }
        }))
    {
        assert!(at.distance(Vec3::from_array(given)) < 1e-5);
    }
    let mut lowest = f32::INFINITY;
    for _ in 0..256 {
        frame(&mut app, STEP);
        let part = volume(&app) / whole;
        assert!((0.8..1.2).contains(&part), "{part} of its volume");
        lowest = positions(&app, entity).iter().fold(lowest, |least, at| least.min(at.y));
    }
    assert_eq!(triangles(&app, entity), indices);
    assert!(lowest > -2e-3, "{lowest}");
    let low = attribute(&app, entity, Mesh::ATTRIBUTE_POSITION)
        .iter()
        .map(|at| turned.transform_point(*at).y)
        .fold(f32::INFINITY, f32::min);
    assert!((-0.2..0.1).contains(&low), "it lies on the ground: {low}");
}

#[test]
fn a_server_without_assets_moves_the_same() {
    let (sheet, net) = sheet();
    let with = |assets: bool| {
        let mut app = app::app();
        app.add_plugins(SprungNetworkPlugin);
        if assets {
            app.add_plugins((AssetPlugin::default(), MeshPlugin));
        }
        let entity = spawn(&mut app, &net, NetworkMesh::cloth(&sheet));
        (0..60).for_each(|_| frame(&mut app, 1.0 / 60.0));
        positions(&app, entity)
    };
    assert_eq!(with(true), with(false));
}
