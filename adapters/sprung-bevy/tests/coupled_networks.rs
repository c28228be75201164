//! Headless avian with networks: bodies on ropes and on cloth.
#![cfg(all(feature = "avian", feature = "network"))]

#[path = "app/physics.rs"]
mod physics;

use avian3d::prelude::*;
use bevy::prelude::*;
use physics::physics_app as app;
use sprung_bevy::{BodyTie, CoupledNetwork, SpringNetwork};
use sprung_network::shapes::{Cloth, rope};
use sprung_network::{Environment, Network, Settings};

const DOWN: Vec3 = Vec3::new(0.0, -9.81, 0.0);

fn couple(app: &mut App, net: &Network, settings: Settings, coupled: CoupledNetwork) -> Entity {
    let network = SpringNetwork::new(net, settings).expect("it exists");
    app.world_mut().spawn((network, coupled)).id()
}

fn position(app: &App, entity: Entity) -> Vec3 {
    app.world().get::<Position>(entity).expect("it exists").0
}

#[test]
fn a_rope_bears_two_hundred_times_its_weight() {
    let mut app = app(DOWN);
    let ball = (RigidBody::Dynamic, Collider::sphere(0.5), Mass(40.0));
    let lamp = app.world_mut().spawn((ball, Transform::from_xyz(0.0, -2.5, 0.0))).id();
    let mut net = rope([0.0; 3], [0.0, -2.0, 0.0], 20, 0.2).expect("it exists");
    net.fix([0]);
    let tie = BodyTie { particle: 20, body: lamp, point: Vec3::Y * 0.5 };
    let coupled = CoupledNetwork::new([lamp], [tie]);
    let cord = couple(&mut app, &net, Settings::default(), coupled);
    for i in 0..240 {
        app.update();
        // Avian computes the mass in its first step, in which the lamp falls.
        let at = position(&app, lamp);
        assert!((at.y + 2.5).abs() < 0.01 && at.x.abs() < 1e-3, "step {i}: {at}");
    }
    let network = app.world().get::<SpringNetwork>(cord).expect("it exists");
    let end = network.position(20).expect("it exists");
    assert!(end.distance(position(&app, lamp) + Vec3::Y * 0.5) < 2e-3, "{end}");
    assert_eq!(network.error(), None);
    let coupled = app.world().get::<CoupledNetwork>(cord).expect("it exists");
    let pull = coupled.tie_force(0).expect("it exists");
    assert!((pull.y - 40.0 * 9.81).abs() < 1.0, "{pull} N");
    assert_eq!(coupled.tie_force(1), None);
}

#[test]
fn bodies_on_a_rope_keep_their_momentum() {
    let mut app = app(Vec3::ZERO);
    let masses = [2.0, 0.5];
    let bodies = [0, 1].map(|i| {
        let ball = (RigidBody::Dynamic, Collider::cuboid(0.2, 0.2, 0.2), Mass(masses[i]));
        let place = Transform::from_xyz(2.0 * i as f32, 0.0, 0.0);
        let moving = LinearVelocity(Vec3::new(0.0, 1.5, 0.2) * i as f32);
        app.world_mut().spawn((ball, place, moving, SleepingDisabled)).id()
    });
    (0..2).for_each(|_| app.update());
    let net = {
        let [a, b] = bodies.map(|body| position(&app, body).to_array());
        rope(a, b, 16, 0.4).expect("it exists")
    };
    let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
    let ties = [(0, bodies[0]), (16, bodies[1])];
    let ties = ties.map(|(particle, body)| BodyTie { particle, body, point: Vec3::ZERO });
    let cord = couple(&mut app, &net, settings, CoupledNetwork::new(bodies, ties));
    let momentum = |app: &App| {
        let of_bodies: Vec3 = bodies
            .into_iter()
            .zip(masses)
            .map(|(body, mass)| {
                mass * app.world().get::<LinearVelocity>(body).expect("it exists").0
            })
            .sum();
        let solver = app.world().get::<SpringNetwork>(cord).expect("it exists").solver();
        // Particles on bodies have the masses of these.
        let moving = solver.particles().filter(|p| !p.is_fixed());
        let of_rope = moving.map(|p| Vec3::from_array(p.velocity) / p.inverse_mass).sum::<Vec3>();
        of_bodies + of_rope
    };
    let before = momentum(&app);
    for i in 0..600 {
        app.update();
        let now = momentum(&app);
        assert!(now.distance(before) < 1e-5 * before.length(), "step {i}: {now} {before}");
    }
    let apart = position(&app, bodies[0]).distance(position(&app, bodies[1]));
    assert!(apart < 2.05, "the rope holds: {apart}");
    let moved = app.world().get::<LinearVelocity>(bodies[0]).expect("it exists").0;
    assert!(moved.length() > 0.1, "it is dragged: {moved}");
}

#[test]
fn a_crate_rests_on_a_trampoline_of_cloth() {
    let mut app = app(DOWN);
    let crate_of_wood = (RigidBody::Dynamic, Collider::cuboid(0.5, 0.5, 0.5), Mass(5.0));
    let place = Transform::from_xyz(1.2, 0.6, 1.2);
    let body = app.world_mut().spawn((crate_of_wood, place)).id();
    let sheet = Cloth::new(25, 25, 0.1, 2.0);
    let mut net = sheet.build().expect("it exists");
    let is_rim = |i: usize| [0, 24].contains(&(i % 25)) || [0, 24].contains(&(i / 25));
    net.fix((0..625).filter(|&i| is_rim(i)));
    let settings = Settings { substeps: 16, ..Settings::default() };
    let coupled = CoupledNetwork::new([body], []).with_particle_radius(0.01);
    let sheet = couple(&mut app, &net, settings, coupled);
    let mut path = vec![];
    for _ in 0..600 {
        app.update();
        path.push(position(&app, body).y);
    }
    let [end, before] = [path[599], path[539]];
    assert!((0.1..0.27).contains(&end) && (end - before).abs() < 5e-3, "{end} {before}");
    let network = app.world().get::<SpringNetwork>(sheet).expect("it exists");
    let middle = network.position(312).expect("it exists");
    assert!(middle.y < -1e-3, "the cloth sags: {middle}");
    let contacts = app.world().get::<CoupledNetwork>(sheet).expect("it exists").contacts();
    let contacts: Vec<_> = contacts.collect();
    assert!(contacts.len() > 20, "{}", contacts.len());
    for (touched, point) in contacts {
        assert_eq!(touched, body);
        // A particle of a radius of 1 cm under the bottom of the crate.
        assert!((point.position[1] - (end - 0.26)).abs() < 2e-3 && point.normal[1] < -0.99);
    }
    // The cloth goes on without it.
    app.world_mut().despawn(body);
    (0..60).for_each(|_| app.update());
    let flat =
        |app: &App| app.world().get::<SpringNetwork>(sheet).and_then(|net| net.position(312));
    let before = flat(&app);
    // Not coupled any more, it goes on by itself.
    app.world_mut().entity_mut(sheet).remove::<CoupledNetwork>();
    let mut network = app.world_mut().get_mut::<SpringNetwork>(sheet).unwrap();
    network.solver_mut().apply_impulse(312, [0.0, 0.1, 0.0]);
    app.update();
    assert!(flat(&app).unwrap().y > before.unwrap().y + 1e-3);
}

#[test]
fn ties_that_are_wrong_are_errors() {
    let mut app = app(DOWN);
    let ball = (RigidBody::Dynamic, Collider::sphere(0.5), Mass(1.0));
    let body = app.world_mut().spawn(ball).id();
    let other = app.world_mut().spawn_empty().id();
    let net = rope([0.0; 3], [0.0, -2.0, 0.0], 4, 0.2).expect("it exists");
    let tie = |particle, body| BodyTie { particle, body, point: Vec3::ZERO };
    for (tie, text) in [
        (tie(0, other), "tie 0: body must be one of the bodies of the coupling, got 0"),
        (tie(9, body), "attachment 0: particle must be < 5, the number of particles, got 9"),
    ] {
        let coupled = CoupledNetwork::new([body], [tie]);
        let entity = couple(&mut app, &net, Settings::default(), coupled);
        (0..4).for_each(|_| app.update());
        let network = app.world().get::<SpringNetwork>(entity).expect("it exists");
        assert_eq!(network.error().expect("it exists").to_string(), text);
    }
}
