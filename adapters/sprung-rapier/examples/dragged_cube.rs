//! Click and drag: a cube is picked up at a corner, carried along a circle, and hangs from the hand.

use rapier3d::prelude::*;
use sprung::{Spring, Vector as _};
use sprung_body::{Body, Discretization, PointSpring};
use sprung_rapier::dim3::{self, SpringContext};

fn main() -> Result<(), sprung::ParameterError> {
    let mut world = PhysicsWorld::new();
    let dt = world.integration_parameters.dt;
    world.insert_collider(ColliderBuilder::cuboid(20.0, 0.1, 20.0), None);
    let lying =
        RigidBodyBuilder::dynamic().translation(Vector::new(0.0, 0.6, 0.0)).angular_damping(5.0);
    let (cube, _) = world.insert(lying, ColliderBuilder::cuboid(0.5, 0.5, 0.5).density(200.0));
    world.step();

    let spring = Spring::from_frequency(4.0, 0.7)?;
    let mut drag = PointSpring::new(spring, [0.5, 0.5, 0.5], [0.0; 3]);
    let hand = |time: f32| [2.0 * time.min(6.0).cos() - 2.0, 3.0, 2.0 * time.min(6.0).sin()];
    let mut corner = [0.0; 3];
    for frame in 0..1800 {
        let time = frame as f32 * dt;
        drag.point_b = hand(time);
        drag.goal_velocity = hand(time + dt).minus(hand(time)).times(1.0 / dt);
        SpringContext::of(&mut world).with_pair(cube, None, |cube, world| {
            drag.prepare(cube, world, Discretization::Exact, dt);
            drag.solve(cube, world);
            corner = cube.point(drag.point_a);
        });
        if time > 2.0 {
            let behind = corner.minus(hand(time)).length();
            assert!(behind < 0.25, "at {time} s the corner is {behind} m behind");
        }
        world.step();
    }

    // At rest the center hangs below the corner, and the spring is stretched by weight over stiffness.
    let hanging: Body<f32> = dim3::read(&world.bodies[cube]);
    let (hung, weight) = (hand(30.0).minus(corner), 9.81 / spring.stiffness());
    println!("stretched by {:.4} m, {weight:.4} expected", hung[1]);
    assert!((hung[1] - weight).abs() < 0.01 * weight);
    let below = corner.minus(hanging.position);
    println!("center {below:?} below the corner");
    assert!(below[1] > 0.85 && below[0].hypot(below[2]) < 0.05);
    Ok(())
}

#[test]
fn the_cube_follows_the_hand_and_hangs_from_its_corner() {
    main().unwrap();
}
