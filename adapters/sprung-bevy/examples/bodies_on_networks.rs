//! Avian and networks: a crate on a trampoline of cloth, a ball on a rope that swings into a wall of boxes, a car on four
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
use sprung_network::shapes::{Cloth, rope};
use sprung_network::{Settings, Stiffness};
use stage::{Paint, shape};

/// The top of the rope, m.
const HOOK: Vec3 = Vec3::new(1.9, 3.5, -1.8);

/// The radius of a wheel, m.
const WHEEL: f32 = 0.2;

const STEEL: [f32; 3] = [0.45, 0.47, 0.5];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut app = stage::app();
    stage::camera(&mut app, Vec3::new(0.2, 3.0, 7.4), Vec3::new(0.1, 1.2, -0.6));
    app.add_plugins((PhysicsPlugins::default(), SprungAvianPlugin, SprungNetworkPlugin));
    stage::ground(&mut app);
    let slab = (RigidBody::Static, Collider::cuboid(80.0, 1.0, 80.0));
    app.world_mut().spawn((slab, Transform::from_xyz(0.0, -0.5, 0.0)));

    // The cloth, held by its rim.
    let wood = [0.6, 0.4, 0.2];
    let look = shape(&mut app, Cuboid::from_length(0.5), wood);
    let solid = (RigidBody::Dynamic, Collider::cuboid(0.5, 0.5, 0.5), Mass(5.0));
    let place = Transform::from_xyz(-2.3, 2.4, 0.0).with_rotation(Quat::from_rotation_y(0.5));
    let chest = app.world_mut().spawn((look, solid, place)).id();
    let sheet = Cloth::new(21, 21, 0.1, 2.0).with_structure(Stiffness::from_frequency(80.0, 0.3)?);
    let mut net = sheet.build()?;
    let is_rim = |i: usize| [0, 20].contains(&(i % 21)) || [0, 20].contains(&(i / 21));
    net.fix((0..441).filter(|&i| is_rim(i)));
    app.world_mut().spawn((
        SpringNetwork::new(&net, Settings { substeps: 16, ..Settings::default() })?,
        CoupledNetwork::new([chest], []).with_particle_radius(0.01),
        NetworkMesh::cloth(&sheet),
        Paint([0.3, 0.45, 0.8]),
        Transform::from_xyz(-3.3, 1.0, -1.0),
    ));
    for turn in 0..4u8 {
        let turn = Quat::from_rotation_y(core::f32::consts::FRAC_PI_2 * f32::from(turn));
        let center = Vec3::new(-2.3, 0.0, 0.0);
        let leg = shape(&mut app, Cylinder::new(0.04, 1.0), STEEL);
        let place = Transform::from_translation(center + turn * Vec3::new(1.04, 0.5, 1.04));
        app.world_mut().spawn((leg, place));
        let bar = shape(&mut app, Cuboid::new(0.08, 0.08, 2.16), STEEL);
        let place = Transform::from_translation(center + turn * Vec3::new(1.04, 1.0, 0.0));
        app.world_mut().spawn((bar, place.with_rotation(turn)));
    }

    // The ball on its rope, and the wall.
    let look = shape(&mut app, Sphere::new(0.3), [0.25, 0.25, 0.3]);
    let solid = (RigidBody::Dynamic, Collider::sphere(0.3), Mass(50.0));
    let place = Transform::from_translation(HOOK + Vec3::new(2.0, -0.5, 0.0));
    let ball = app.world_mut().spawn((look, solid, place)).id();
    let end = HOOK + Vec3::new(1.7, -0.5, 0.0);
    let mut net = rope(HOOK.to_array(), end.to_array(), 30, 0.5)?;
    net.fix([0]);
    let tie = BodyTie { particle: 30, body: ball, point: Vec3::NEG_X * 0.3 };
    let cord = app.world_mut().spawn((
        SpringNetwork::new(&net, Settings::default())?,
        CoupledNetwork::new([ball], [tie]),
        NetworkMesh::tube(0..31, 0.025, 8),
        Paint([0.85, 0.7, 0.45]),
    ));
    let cord = cord.id();
    let mast = shape(&mut app, Cuboid::new(0.16, HOOK.y + 0.1, 0.16), STEEL);
    let place = Transform::from_xyz(HOOK.x, 0.5 * (HOOK.y + 0.1), HOOK.z - 1.2);
    app.world_mut().spawn((mast, place));
    let arm = shape(&mut app, Cuboid::new(0.12, 0.12, 1.3), STEEL);
    app.world_mut().spawn((arm, Transform::from_xyz(HOOK.x, HOOK.y + 0.06, HOOK.z - 0.6)));
    for (level, column) in (0..4u8).flat_map(|level| (0..3u8).map(move |column| (level, column))) {
        let color = if (level + column) % 2 == 0 { wood } else { [0.7, 0.52, 0.3] };
        let look = shape(&mut app, Cuboid::from_length(0.44), color);
        let solid = (RigidBody::Dynamic, Collider::cuboid(0.44, 0.44, 0.44), Mass(2.0));
        let [level, column] = [level, column].map(f32::from);
        let place = HOOK.with_y(0.22 + 0.44 * level) + Vec3::new(-0.9, 0.0, 0.45 * (column - 1.0));
        app.world_mut().spawn((look, solid, Transform::from_translation(place)));
    }

    // The car drives in a circle; a motor across it is the grip of its tires.
    let look = shape(&mut app, Cuboid::new(0.8, 0.3, 1.4), [0.8, 0.5, 0.1]);
    let solid = (RigidBody::Dynamic, Collider::cuboid(0.8, 0.3, 1.4), Mass(300.0));
    let upright = SwingSpring::new(Spring::from_frequency(1.0, 1.0)?, Vec3::Y, Vec3::Y);
    let mut steer = AngularMotor::new(Damper::from_halflife(0.2)?, Vec3::Y * 0.8);
    steer.axis = Some([0.0, 1.0, 0.0]);
    let drive = LinearMotor::new(Damper::from_halflife(0.3)?, Vec3::ZERO);
    let place = Transform::from_xyz(2.4, 0.8, 2.6);
    let car = app.world_mut().spawn((look, solid, place, upright, steer, drive)).id();
    let grip = LinearMotor::new(Damper::from_halflife(0.05)?, Vec3::ZERO).on(car);
    let grip = app.world_mut().spawn(grip).id();
    let cabin = shape(&mut app, Cuboid::new(0.7, 0.25, 0.7), [0.2, 0.25, 0.3]);
    app.world_mut().spawn((cabin, Transform::from_xyz(0.0, 0.27, 0.1), ChildOf(car)));
    let spring = Spring::from_frequency(2.0, 0.5)?;
    for (x, z) in [(-0.42, -0.45), (0.42, -0.45), (-0.42, 0.45), (0.42, 0.45)] {
        let wheel = shape(&mut app, Cylinder::new(WHEEL, 0.16), [0.1, 0.1, 0.1]);
        let suspension = SuspensionSpring::new(spring, Vec3::new(x, 0.0, z), 0.5).on(car);
        let flat = Quat::from_rotation_z(core::f32::consts::FRAC_PI_2);
        let place = Transform::from_xyz(x, 0.0, z).with_rotation(flat);
        app.world_mut().spawn((wheel, suspension, place, ChildOf(car)));
    }
    app.add_systems(
        FixedUpdate,
        move |cars: Query<&Rotation>, mut motors: Query<&mut LinearMotor>| {
            let Ok(rotation) = cars.get(car) else { return };
            let [ahead, across] = [Vec3::NEG_Z, Vec3::X].map(|axis| (rotation.0 * axis).to_array());
            if let Ok(mut motor) = motors.get_mut(car) {
                (motor.axis, motor.target) = (Some(ahead), ahead);
            }
            if let Ok(mut motor) = motors.get_mut(grip) {
                motor.axis = Some(across);
            }
        },
    );
    app.add_systems(Update, roll);

    stage::run(&mut app, 5, &[0.8, 2.5]);
    if cfg!(feature = "window") {
        return Ok(());
    }
    let world = app.world();
    let at = |body: Entity| world.get::<Position>(body).map_or(Vec3::NAN, |position| position.0);
    let [chest, ball, car] = [chest, ball, car].map(at);
    assert!((0.8..1.6).contains(&chest.y), "the cloth bears the crate: {chest}");
    assert!(ball.distance(HOOK) < 2.2, "the rope holds the ball: {ball}");
    assert!((0.3..0.6).contains(&car.y), "the car stands on its wheels: {car}");
    let pull = world.get::<CoupledNetwork>(cord).and_then(|cord| cord.tie_force(0));
    println!(
        "crate {chest}  ball {ball}  car {car}  pull of the rope {:.0} N",
        pull.unwrap_or_default().length()
    );
    Ok(())
}

/// Puts the wheels on the ground under their springs.
fn roll(mut wheels: Query<(&mut Transform, &SuspensionSpring)>) {
    for (mut transform, wheel) in &mut wheels {
        let length = wheel.hit.map_or(wheel.rest_length, |(_, length)| length);
        transform.translation.y = wheel.point[1] - length.min(wheel.rest_length) + WHEEL;
    }
}

#[test]
fn bodies_are_borne() {
    main().unwrap();
}
