//! Avian and networks: a crate on a trampoline of cloth, a ball on a rope, a car on four
//! suspensions.
//!
//! `cargo run --release --example bodies_on_networks --features window` opens a window; without the feature it runs headless and
//! checks what it shows.

mod stage;

use avian3d::prelude::*;
use bevy::prelude::*;
use sprung::{Damper, Spring};
use sprung_bevy::{
    AngularMotor, BodyTie, CoupledNetwork, LinearMotor, NetworkMesh, SpringNetwork,
    SprungAvianPlugin, SprungNetworkPlugin, SuspensionSpring, SwingSpring,
};
use sprung_network::Settings;
use sprung_network::shapes::{Cloth, rope};
use stage::{Paint, shape};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut app = stage::app(Vec3::new(1.0, 3.0, 8.0), Vec3::new(0.0, 1.0, 0.0));
    app.add_plugins((PhysicsPlugins::default(), SprungAvianPlugin, SprungNetworkPlugin));

    let ground = shape(&mut app, Cuboid::new(20.0, 1.0, 20.0), [0.35, 0.4, 0.35]);
    let slab = (RigidBody::Static, Collider::cuboid(20.0, 1.0, 20.0));
    app.world_mut().spawn((ground, slab, Transform::from_xyz(0.0, -0.5, 0.0)));

    // The cloth, held by its rim.
    let look = shape(&mut app, Cuboid::from_length(0.5), [0.6, 0.4, 0.2]);
    let solid = (RigidBody::Dynamic, Collider::cuboid(0.5, 0.5, 0.5), Mass(5.0));
    let place = Transform::from_xyz(-2.0, 2.0, 0.0).with_rotation(Quat::from_rotation_y(0.3));
    let wood = app.world_mut().spawn((look, solid, place)).id();
    let sheet = Cloth::new(21, 21, 0.1, 2.0);
    let mut net = sheet.build()?;
    let is_rim = |i: usize| [0, 20].contains(&(i % 21)) || [0, 20].contains(&(i / 21));
    net.fix((0..441).filter(|&i| is_rim(i)));
    app.world_mut().spawn((
        SpringNetwork::new(&net, Settings { substeps: 16, ..Settings::default() })?,
        CoupledNetwork::new([wood], []).with_particle_radius(0.01),
        NetworkMesh::cloth(&sheet),
        Paint([0.2, 0.3, 0.7]),
        Transform::from_xyz(-3.0, 1.0, -1.0),
    ));

    // The ball on its rope.
    let look = shape(&mut app, Sphere::new(0.3), [0.25, 0.25, 0.3]);
    let solid = (RigidBody::Dynamic, Collider::sphere(0.3), Mass(50.0));
    let place = Transform::from_xyz(2.0, 3.0, -1.0);
    let ball = app.world_mut().spawn((look, solid, place)).id();
    let mut net = rope([0.0, 3.5, -1.0], [1.7, 3.0, -1.0], 30, 0.5)?;
    net.fix([0]);
    let tie = BodyTie { particle: 30, body: ball, point: Vec3::NEG_X * 0.3 };
    let cord = app.world_mut().spawn((
        SpringNetwork::new(&net, Settings::default())?,
        CoupledNetwork::new([ball], [tie]),
        NetworkMesh::tube(0..31, 0.025, 8),
        Paint([0.85, 0.7, 0.45]),
    ));
    let cord = cord.id();

    // The car drives in a circle.
    let look = shape(&mut app, Cuboid::new(0.8, 0.3, 1.4), [0.8, 0.5, 0.1]);
    let solid = (RigidBody::Dynamic, Collider::cuboid(0.8, 0.3, 1.4), Mass(300.0));
    let upright = SwingSpring::new(Spring::from_frequency(1.0, 1.0)?, Vec3::Y, Vec3::Y);
    let mut steer = AngularMotor::new(Damper::from_halflife(0.2)?, Vec3::Y * 0.8);
    steer.axis = Some([0.0, 1.0, 0.0]);
    let drive = LinearMotor::new(Damper::from_halflife(0.3)?, Vec3::ZERO);
    let place = Transform::from_xyz(1.8, 0.8, 2.0);
    let car = app.world_mut().spawn((look, solid, place, upright, steer, drive)).id();
    let spring = Spring::from_frequency(2.0, 0.5)?;
    for (x, z) in [(-0.35, -0.6), (0.35, -0.6), (-0.35, 0.6), (0.35, 0.6)] {
        app.world_mut().spawn(SuspensionSpring::new(spring, Vec3::new(x, 0.0, z), 0.5).on(car));
    }
    app.add_systems(FixedUpdate, move |mut cars: Query<(&Rotation, &mut LinearMotor)>| {
        if let Ok((rotation, mut motor)) = cars.get_mut(car) {
            motor.axis = Some((rotation.0 * Vec3::NEG_Z).to_array());
            motor.target = (rotation.0 * Vec3::NEG_Z).to_array();
        }
    });

    stage::run(&mut app, 5);
    if cfg!(feature = "window") {
        return Ok(());
    }
    let world = app.world();
    let at = |body: Entity| world.get::<Position>(body).map_or(Vec3::NAN, |position| position.0);
    let [wood, ball, car] = [wood, ball, car].map(at);
    assert!((0.8..1.6).contains(&wood.y), "the cloth bears the crate: {wood}");
    let hook = Vec3::new(0.0, 3.5, -1.0);
    assert!(ball.distance(hook) < 2.2, "the rope holds the ball: {ball}");
    assert!((0.3..0.6).contains(&car.y), "the car stands on its wheels: {car}");
    let pull = world.get::<CoupledNetwork>(cord).and_then(|cord| cord.tie_force(0));
    println!(
        "crate {wood}  ball {ball}  car {car}  pull of the rope {:.0} N",
        pull.unwrap_or_default().length()
    );
    Ok(())
}

#[test]
fn bodies_are_borne() {
    main().unwrap();
}
