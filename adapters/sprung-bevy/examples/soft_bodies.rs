//! A flag in gusts, a rope between two posts, a ball of jelly that falls, a ponytail on a head that turns.
//!
//! `cargo run --release --example soft_bodies --features window` opens a window; without the feature it runs headless and
//! checks what it shows.

mod stage;

use bevy::prelude::*;
use bevy_mesh::{Mesh, MeshBuilder, Meshable, VertexAttributeValues};
use sprung::Spring;
use sprung_bevy::{
    BoneCollider, JointChain, JointMotion, NetworkCollider, NetworkMesh, Pin, Pins, SpringBones,
    SpringNetwork, SprungBonesPlugin, SprungNetworkPlugin, Wind,
};
use sprung_network::shapes::{Cloth, rope, volume_lattice_with_cells};
use sprung_network::{Settings, Stiffness, Turbulence};
use stage::{Paint, shape};

#[derive(Component)]
struct Head;

/// The x coordinate about which the head moves, m.
const HEAD: f32 = -0.6;

/// The angle about which it turns, rad: the hair is seen from the side.
const YAW: f32 = 1.1;

/// The length of a bone of the hair, m.
const LINK: f32 = 0.11;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut app = stage::app();
    stage::camera(&mut app, Vec3::new(0.3, 2.1, 5.6), Vec3::new(0.0, 1.2, 0.0));
    app.add_plugins((SprungNetworkPlugin, SprungBonesPlugin));
    app.insert_resource(Wind {
        velocity: Vec3::new(7.0, 0.0, 1.0),
        gusts: Some(Turbulence::new(2.0, 1.5, 7)?),
    });
    app.add_systems(FixedUpdate, turn_head);

    let ground = stage::ground(&mut app);
    app.world_mut().entity_mut(ground).insert(NetworkCollider::plane().with_friction(0.6));

    let flag = Cloth::new(25, 17, 0.06, 0.25)
        .with_shear(Stiffness::per_step(0.5, 0.5))
        .with_bend(Stiffness::per_step(0.1, 0.2));
    let mut net = flag.build()?;
    net.fix((0..17).map(|row| flag.at(0, row)));
    net.add_aero_surface(&flag.triangles())?;
    let mast = shape(&mut app, Cylinder::new(0.03, 2.8), [0.6, 0.6, 0.6]);
    app.world_mut().spawn((mast, Transform::from_xyz(-2.73, 1.4, -0.5)));
    let upright = Quat::from_rotation_x(core::f32::consts::FRAC_PI_2);
    let flag = app.world_mut().spawn((
        SpringNetwork::new(&net, Settings::default())?,
        NetworkMesh::cloth(&flag),
        Paint([0.8, 0.15, 0.15]),
        Transform::from_xyz(-2.7, 2.8, -0.5).with_rotation(upright),
    ));
    let flag = flag.id();

    let posts = [0.2, 2.6].map(|x| {
        let post = shape(&mut app, Cylinder::new(0.05, 2.0), [0.45, 0.3, 0.2]);
        app.world_mut().spawn((post, Transform::from_xyz(x, 1.0, -1.0))).id()
    });
    let mut net = rope([0.2, 2.0, -1.0], [2.6, 2.0, -1.0], 40, 0.8)?;
    net.edges.iter_mut().for_each(|edge| edge.rest_length *= 1.1);
    let pins = [0, 40].into_iter().zip(posts);
    let pins = pins.map(|(particle, post)| Pin::new(particle, post).with_offset(Vec3::Y));
    let cord = app.world_mut().spawn((
        SpringNetwork::new(&net, Settings::default())?,
        NetworkMesh::tube(0..41, 0.03, 10),
        Pins(pins.collect()),
        Paint([0.85, 0.7, 0.45]),
    ));
    let cord = cord.id();

    let ball = Sphere::new(0.4).mesh().build();
    let points: Vec<[f32; 3]> = match ball.attribute(Mesh::ATTRIBUTE_POSITION) {
        Some(VertexAttributeValues::Float32x3(points)) => points.clone(),
        _ => vec![],
    };
    let corners: Vec<u32> =
        ball.indices().into_iter().flat_map(|i| i.iter()).map(|i| i as u32).collect();
    let triangles = corners.as_chunks().0;
    let mut net = volume_lattice_with_cells(&points, triangles, 0.11, 4.0)?;
    let soft = Stiffness::from_frequency(12.0, 0.15)?;
    net.edges.iter_mut().for_each(|edge| edge.stiffness = soft);
    let particles = net.particles.len();
    let jelly = app.world_mut().spawn((
        NetworkMesh::skin(&net, ball)?,
        SpringNetwork::new(&net, Settings::default())?,
        Paint([0.3, 0.7, 0.3]),
        Transform::from_xyz(1.3, 1.9, 0.6),
    ));
    let jelly = jelly.id();

    let skin = [0.9, 0.75, 0.6];
    let head = shape(&mut app, Sphere::new(0.25), skin);
    let place = Transform::from_xyz(HEAD, 1.6, 1.2).with_rotation(Quat::from_rotation_y(YAW));
    let head = app.world_mut().spawn((head, Head, BoneCollider::sphere(Vec3::ZERO, 0.25), place));
    let head = head.id();
    let nose = shape(&mut app, Sphere::new(0.05), skin);
    app.world_mut().spawn((nose, Transform::from_xyz(0.0, -0.02, 0.26), ChildOf(head)));
    for x in [-0.09, 0.09] {
        let eye = shape(&mut app, Sphere::new(0.03), [0.05, 0.05, 0.08]);
        app.world_mut().spawn((eye, Transform::from_xyz(x, 0.06, 0.22), ChildOf(head)));
    }
    let bust = shape(&mut app, Capsule3d::new(0.2, 0.7), [0.2, 0.35, 0.6]);
    let back = BoneCollider::capsule([Vec3::Y * 0.35, Vec3::NEG_Y * 0.35], 0.2);
    let place = Transform::from_xyz(0.0, -0.77, 0.0);
    let bust = app.world_mut().spawn((bust, back, place, ChildOf(head))).id();
    let mut parent = head;
    let mut joints = vec![];
    for i in 0..8 {
        // It leans backwards.
        let root = Transform::from_xyz(0.0, 0.14, -0.29).with_rotation(Quat::from_rotation_x(0.9));
        let place = if i == 0 { root } else { Transform::from_xyz(0.0, -LINK, 0.0) };
        let joint = (place, ChildOf(parent));
        parent = app.world_mut().spawn(joint).id();
        joints.push(parent);
        // The last one marks where the hair ends.
        if i < 7 {
            let hair = Capsule3d::new(0.065 - 0.006 * i as f32, LINK);
            let hair = shape(&mut app, hair, [0.4, 0.2, 0.1]);
            let middle = Transform::from_translation(Vec3::NEG_Y * 0.5 * LINK);
            app.world_mut().spawn((hair, middle, ChildOf(parent)));
        }
    }
    // Each joint follows the one above: with little damping the tip of a long chain would whip.
    let motion = JointMotion::Spring(Spring::from_frequency(3.0, 1.0)?, Vec3::NEG_Y * 9.81);
    let chain = JointChain::new(joints.iter().copied(), motion)
        .map(|chain| chain.with_radius(0.06).with_colliders(vec![head, bust]));
    app.world_mut().entity_mut(head).insert(SpringBones::new(chain));

    stage::run(&mut app, 5, &[0.7, 3.0]);
    if cfg!(feature = "window") {
        return Ok(());
    }
    let world = app.world();
    let at = |network: Entity, particle: usize| {
        let network = world.get::<SpringNetwork>(network);
        network.and_then(|network| network.position(particle)).unwrap_or(Vec3::NAN)
    };
    let tip = at(flag, 25 * 8 + 24);
    assert!(tip.x > -2.1 && tip.is_finite(), "the flag flies: {tip}");
    let middle = at(cord, 20);
    assert!((1.0..1.8).contains(&middle.y), "the rope sags: {middle}");
    let heights = || (0..particles).map(|p| at(jelly, p).y);
    let lowest = heights().fold(f32::INFINITY, f32::min);
    let top = heights().fold(f32::NEG_INFINITY, f32::max);
    assert!((-0.01..0.1).contains(&lowest), "the jelly lies on the ground: {lowest}");
    assert!((0.4..1.0).contains(&top), "the jelly keeps its shape: {top}");
    let tail = world.get::<GlobalTransform>(joints[7]).map_or(Vec3::NAN, |tail| tail.translation());
    let center = world.get::<Transform>(head).map_or(Vec3::NAN, |head| head.translation);
    assert!(tail.y < center.y && tail.distance(center) > 0.25, "the hair hangs: {tail}");
    println!("flag {tip}  rope {middle}  jelly {lowest} to {top} m  hair {tail}");
    Ok(())
}

fn turn_head(time: Res<Time>, mut heads: Query<&mut Transform, With<Head>>) {
    let time = time.elapsed_secs();
    for mut head in &mut heads {
        head.translation.x = HEAD + 0.15 * (1.7 * time).sin();
        head.rotation = Quat::from_rotation_y(YAW + 0.5 * (2.3 * time).sin());
    }
}

#[test]
fn soft_bodies_hang_fly_and_fall() {
    main().unwrap();
}
