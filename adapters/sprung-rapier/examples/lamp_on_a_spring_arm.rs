//! A desk lamp: the engine's hinges connect arm and head, springs carry them, and it recovers from a knock.

use rapier3d::prelude::*;
use sprung::{Spring, Vector as _};
use sprung_body::{AngularServo, Discretization, SwingSpring};
use sprung_rapier::dim3::{self, SpringContext};

fn main() -> Result<(), sprung::ParameterError> {
    let mut world = PhysicsWorld::new();
    let dt = world.integration_parameters.dt;
    let base = world.insert_body(RigidBodyBuilder::fixed());
    let held =
        |x: f32| RigidBodyBuilder::dynamic().translation(Vector::new(x, 0.0, 0.0)).can_sleep(false);
    let (arm, _) = world.insert(held(0.4), ColliderBuilder::cuboid(0.4, 0.03, 0.03).mass(1.0));
    let (head, _) = world.insert(held(0.8), ColliderBuilder::ball(0.1).mass(0.3));
    let hinge = RevoluteJointBuilder::new(Vector::Z).contacts_enabled(false);
    let tip = Vector::new(0.4, 0.0, 0.0);
    world.insert_impulse_joint(base, arm, hinge.local_anchor2(-tip));
    world.insert_impulse_joint(arm, head, hinge.local_anchor1(tip));
    world.step();

    // The servo sees the arm alone, so its frequency is that of the arm about its middle.
    let mut lift = AngularServo::new(Spring::from_frequency(12.0, 1.0)?, [0.0, 0.0, 1.0], 0.9);
    let mut down =
        SwingSpring::new(Spring::from_frequency(4.0, 1.0)?, [0.0, -1.0, 0.0], [0.0, -1.0, 0.0]);
    let mut lower = |world: &mut PhysicsWorld, seconds: f32| {
        let mut angle = 0.0;
        for _ in 0..(seconds / dt) as usize {
            SpringContext::of(world).with_pair(arm, Some(base), |arm, base| {
                lift.prepare(arm, base, Discretization::BackwardEuler, dt);
                lift.solve(arm, base);
                angle = lift.angle(arm, base);
            });
            SpringContext::of(world).with_body(head, |head| {
                down.prepare(head, Discretization::BackwardEuler, dt);
                down.solve(head);
            });
            world.step();
        }
        angle
    };
    let rest = lower(&mut world, 5.0);
    println!("the arm rests at {rest} rad of 0.9: the lamp's weight takes the rest");
    assert!(rest > 0.7 && rest < 0.9);

    world.bodies[head].apply_impulse(Vector::new(0.0, -0.8, 0.0), true);
    let knocked = lower(&mut world, 0.1);
    assert!(knocked < rest - 0.02, "a knock moves it: {knocked}");
    let back = lower(&mut world, 5.0);
    println!("knocked to {knocked} rad, back at {back}");
    assert!((back - rest).abs() < 1e-3);
    let pointing = dim3::read(&world.bodies[head]).rotation.rotate([0.0, -1.0, 0.0]);
    assert!(pointing.minus([0.0, -1.0, 0.0]).length() < 0.02, "the head points down: {pointing:?}");
    Ok(())
}

#[test]
fn the_lamp_holds_its_pose_and_comes_back_after_a_knock() {
    main().unwrap();
}
