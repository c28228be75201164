//! A desk lamp of two arms: springs are its hinges, its lift and its aim, solved together; it recovers from a knock.

#[path = "../tests/world/mod.rs"]
mod world;

use sprung::{Spring, Vector};
use sprung_body::{AngularServo, Body, Discretization, PointSpring, SwingSpring};
use world::World;

fn main() -> Result<(), sprung::ParameterError> {
    let (mut world, dt) = (World::new(), 1.0 / 120.0);
    world.add(1.0, [0.002, 0.05, 0.05], [0.4, 0.0, 0.0]);
    world.add(0.3, [0.002; 3], [0.8, 0.0, 0.0]);

    // Hinges far above the frame rate: as stiff as the step allows.
    let stiff = Spring::from_frequency(1000.0, 1.0)?;
    let mut foot = PointSpring::new(stiff, [-0.4, 0.0, 0.0], [0.0; 3]);
    let mut neck = PointSpring::new(stiff, [0.0; 3], [0.4, 0.0, 0.0]);
    let mut lift = AngularServo::new(Spring::from_frequency(15.0, 0.7)?, [0.0, 0.0, 1.0], 0.9);
    let down = [0.0, -1.0, 0.0];
    let mut aim = SwingSpring::new(Spring::from_frequency(4.0, 1.0)?, down, down);
    let mut hold = |world: &mut World, seconds: f64| {
        let (mut angle, mut lowest) = (0.0, f64::INFINITY);
        for _ in 0..(seconds / dt) as usize {
            let impulses = (foot.impulse, neck.impulse, lift.impulse);
            world.step(dt, |bodies| {
                let [arm, head] = bodies else { unreachable!("two bodies") };
                let (mut base, implicit) = (Body::fixed(), Discretization::BackwardEuler);
                foot.prepare(arm, &base, implicit, dt);
                neck.prepare(head, arm, implicit, dt);
                lift.prepare(arm, &base, implicit, dt);
                aim.prepare(head, implicit, dt);
                foot.warm_start(arm, &mut base, impulses.0);
                neck.warm_start(head, arm, impulses.1);
                lift.warm_start(arm, &mut base, impulses.2);
                for _ in 0..20 {
                    lift.solve(arm, &mut base);
                    aim.solve(head);
                    neck.solve(head, arm);
                    foot.solve(arm, &mut base);
                }
                angle = lift.angle(arm, &base);
            });
            lowest = lowest.min(angle);
        }
        [angle, lowest]
    };

    let [rest, _] = hold(&mut world, 6.0);
    println!("the arm rests at {rest:.4} rad of 0.9: its weight takes the rest");
    assert!(rest > 0.7 && rest < 0.9);
    let (arm, head) = (world.bodies[0], world.bodies[1]);
    let apart = arm.point([0.4, 0.0, 0.0]).minus(head.position).length();
    assert!(apart < 1e-3 && arm.point([-0.4, 0.0, 0.0]).length() < 1e-3, "{apart}");

    world.bodies[1].apply_at(head.position, [0.0, -2.0, 0.0]);
    let [_, knocked] = hold(&mut world, 0.2);
    let [back, _] = hold(&mut world, 6.0);
    println!("knocked to {knocked:.4} rad, back at {back:.4}");
    assert!(knocked < rest - 0.01 && (back - rest).abs() < 1e-4);
    let aimed = world.bodies[1].rotation.rotate(down);
    assert!(aimed.minus(down).length() < 1e-3, "the head points down: {aimed:?}");
    Ok(())
}

#[test]
fn the_lamp_holds_its_pose_and_comes_back_after_a_knock() {
    main().unwrap();
}
