//! A hovering car: four rays hold it up, a swing spring keeps it upright, a motor drives it over a ramp.

use rapier3d::prelude::*;
use sprung::{Damper, Spring, Vector as _};
use sprung_body::{Body, Discretization, LinearMotor, Suspension, SwingSpring};
use sprung_rapier::dim3::{self, SpringContext};

const DOWN: [f32; 3] = [0.0, -1.0, 0.0];

fn main() -> Result<(), sprung::ParameterError> {
    let mut world = PhysicsWorld::new();
    let dt = world.integration_parameters.dt;
    world.insert_collider(
        ColliderBuilder::cuboid(100.0, 0.5, 5.0).translation(Vector::new(0.0, -0.5, 0.0)),
        None,
    );
    // A hump across the road.
    world.insert_collider(
        ColliderBuilder::cuboid(2.0, 0.2, 5.0).translation(Vector::new(12.0, 0.1, 0.0)),
        None,
    );
    let start = RigidBodyBuilder::dynamic()
        .translation(Vector::new(0.0, 1.5, 0.0))
        .rotation(Vector::new(0.5, 0.3, -0.6))
        .can_sleep(false);
    let (car, body) = world.insert(start, ColliderBuilder::cuboid(2.0, 0.3, 1.0).density(250.0));
    world.step();

    let spring = Spring::from_frequency(1.5, 0.7)?;
    let corners = [[2.0, 0.0, 1.0], [2.0, 0.0, -1.0], [-2.0, 0.0, 1.0], [-2.0, 0.0, -1.0]];
    let mut wheels = corners.map(|corner| Suspension::new(spring, corner, 1.2));
    let mut upright =
        SwingSpring::new(Spring::from_frequency(1.0, 1.0)?, [0.0, 1.0, 0.0], [0.0, 1.0, 0.0]);
    let mut drive = LinearMotor::new(Damper::from_halflife(0.5)?, [6.0, 0.0, 0.0]);
    drive.axis = Some([1.0, 0.0, 0.0]);
    let mut ground = Body::fixed();
    let mut climb = 0.0;
    for _ in 0..600 {
        let seen = dim3::read(&world.bodies[car]);
        let lengths = wheels.map(|wheel| {
            let ray = Ray::new(seen.point(wheel.point).into(), DOWN.into());
            let hit =
                world.cast_ray(&ray, 5.0, true, QueryFilter::default().exclude_collider(body));
            hit.map(|(_, length)| length)
        });
        SpringContext::of(&mut world).with_body(car, |car| {
            for (wheel, length) in wheels.iter_mut().zip(lengths) {
                wheel.prepare(car, &ground, DOWN, length, Discretization::BackwardEuler, dt);
            }
            upright.prepare(car, Discretization::BackwardEuler, dt);
            drive.prepare(car, &ground, dt);
            for _ in 0..4 {
                wheels.iter_mut().for_each(|wheel| wheel.solve(car, &mut ground));
                upright.solve(car);
            }
            drive.solve(car, &mut ground);
        });
        world.step();
        let now = dim3::read(&world.bodies[car]);
        climb = now.position[1] - seen.position[1];
        let up = now.rotation.rotate([0.0, 1.0, 0.0]);
        assert!(up[1] > 0.5, "it never tips over: {up:?}");
    }

    let car = dim3::read(&world.bodies[car]);
    println!("at {:?}, moving by {:?}", car.position, car.velocity);
    assert!(car.position[0] > 40.0 && (car.velocity[0] - 6.0).abs() < 0.1);
    assert!(car.rotation.rotate([0.0, 1.0, 0.0]).minus([0.0, 1.0, 0.0]).length() < 0.01);
    // The four springs carry its weight, each sunk in from its rest length.
    assert!(climb.abs() < 1e-4 && car.position[1] > 0.7 && car.position[1] < 1.2);
    let carried: f32 = wheels.iter().map(|wheel| wheel.impulse).sum();
    let weight = 9.81 * dt / car.inverse_mass;
    assert!((carried - weight).abs() < 0.01 * weight, "{carried} against {weight}");
    Ok(())
}

#[test]
fn the_car_hovers_upright_over_a_hump() {
    main().unwrap();
}
