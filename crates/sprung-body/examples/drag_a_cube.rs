//! Click and drag: a cube lies on the ground, is picked up at a corner, carried along a circle, and hangs from the hand.

#[path = "../tests/world/mod.rs"]
mod world;

use sprung::{Damper, Spring, Vector};
use sprung_body::{AngularMotor, Body, ContactMaterial, Discretization, PointSpring};
use world::World;

fn main() -> Result<(), sprung::ParameterError> {
    let (mut world, dt) = (World::new(), 1.0 / 60.0);
    world.ground = Some(ContactMaterial::concrete());
    world.add_box(200.0, [0.5; 3], [0.0, 0.5, 0.0]);

    let spring = Spring::from_frequency(4.0, 0.7)?;
    let mut drag = PointSpring::new(spring, [0.5; 3], [0.0; 3]);
    // The spring damps its point alone: without some air drag, the cube would swing below it forever.
    let mut air = AngularMotor::new(Damper::from_halflife(0.1)?, [0.0; 3]);
    let hand = |time: f64| [2.0 * time.min(6.0).cos() - 1.5, 3.0, 2.0 * time.min(6.0).sin() + 0.5];
    let mut corner = [0.0; 3];
    for frame in 0..1800 {
        let time = f64::from(frame) * dt;
        drag.point_b = hand(time);
        drag.goal_velocity = hand(time + dt).minus(hand(time)).times(1.0 / dt);
        world.step(dt, |bodies| {
            let (cube, mut room) = (&mut bodies[0], Body::fixed());
            air.prepare(cube, &room, dt);
            air.solve(cube, &mut room);
            drag.prepare(cube, &room, Discretization::Exact, dt);
            drag.solve(cube, &mut room);
            corner = cube.point(drag.point_a);
        });
        let behind = corner.minus(hand(time)).length();
        assert!(time < 2.0 || behind < 0.25, "at {time} s the corner is {behind} m behind");
    }

    // At rest the center hangs below the corner, and the spring is stretched by weight over stiffness.
    let (hung, sag) = (hand(30.0).minus(corner), 9.81 / spring.stiffness());
    println!("stretched by {:.6} m, {sag:.6} expected", hung[1]);
    assert!((hung[1] - sag).abs() < 1e-3 * sag);
    let below = corner.minus(world.bodies[0].position);
    assert!(below[1] > 0.86 && below[0].hypot(below[2]) < 0.01, "{below:?}");
    Ok(())
}

#[test]
fn the_cube_follows_the_hand_and_hangs_from_its_corner() {
    main().unwrap();
}
