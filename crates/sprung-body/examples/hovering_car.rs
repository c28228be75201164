//! A hovering car: a suspension at each corner, kept upright, driven over a hump.

#[path = "../tests/world/mod.rs"]
mod world;

use sprung::{Damper, Rotation, Spring, Vector};
use sprung_body::{Body, Discretization, LinearMotor, Suspension, SwingSpring};
use world::World;

const DOWN: [f64; 3] = [0.0, -1.0, 0.0];
const UP: [f64; 3] = [0.0, 1.0, 0.0];

/// The height of the road: flat, except for a hump from x = 10 to 14 m.
fn road(x: f64) -> f64 {
    if (10.0..14.0).contains(&x) { 0.3 } else { 0.0 }
}

fn main() -> Result<(), sprung::ParameterError> {
    let (mut world, dt, mass) = (World::new(), 1.0 / 60.0, 1200.0);
    let car = world.add_box(mass, [2.0, 0.3, 1.0], [0.0, 1.5, 0.0]);
    world.bodies[car].rotation = Rotation::from_rotation_vector([0.5, 0.3, -0.6]);

    let spring = Spring::from_frequency(1.5, 0.7)?;
    let corners = [[2.0, 0.0, 1.0], [2.0, 0.0, -1.0], [-2.0, 0.0, 1.0], [-2.0, 0.0, -1.0]];
    let mut wheels = corners.map(|corner| Suspension::new(spring, corner, 1.2));
    let mut upright = SwingSpring::new(Spring::from_frequency(1.0, 1.0)?, UP, UP);
    let mut drive = LinearMotor::new(Damper::from_halflife(0.5)?, [6.0, 0.0, 0.0]);
    drive.axis = Some([1.0, 0.0, 0.0]);
    let mut highest = 0.0f64;
    for frame in 0..900 {
        world.step(dt, |bodies| {
            let (car, mut ground) = (&mut bodies[0], Body::fixed());
            // Springs that share a body are solved together, by the implicit discretization.
            for wheel in &mut wheels {
                let start = car.point(wheel.point);
                let length = start[1] - road(start[0]);
                wheel.prepare(car, &ground, DOWN, Some(length), Discretization::BackwardEuler, dt);
            }
            upright.prepare(car, Discretization::BackwardEuler, dt);
            drive.prepare(car, &ground, dt);
            for _ in 0..8 {
                wheels.iter_mut().for_each(|wheel| wheel.solve(car, &mut ground));
                upright.solve(car);
            }
            drive.solve(car, &mut ground);
        });
        let up = world.bodies[car].rotation.rotate(UP);
        assert!(up[1] > 0.5, "it never tips over: {up:?}");
        if frame > 60 {
            highest = highest.max(world.bodies[car].position[1]);
        }
    }

    let car = world.bodies[car];
    println!("at {:?}, moving by {:?}", car.position, car.velocity);
    assert!(car.position[0] > 70.0 && (car.velocity[0] - 6.0).abs() < 1e-3);
    assert!(car.rotation.rotate(UP).minus(UP).length() < 1e-4);
    assert!(highest > car.position[1] + 0.1, "the hump lifts it: {highest}");
    // The four carry its weight, each sunk in from its rest length.
    let carried: f64 = wheels.iter().map(|wheel| wheel.impulse).sum();
    assert!((carried / (mass * 9.81 * dt) - 1.0).abs() < 1e-3, "{carried} N·s");
    assert!(car.position[1] > 0.7 && car.position[1] < 1.2);
    Ok(())
}

#[test]
fn the_car_hovers_upright_over_a_hump() {
    main().unwrap();
}
