//! An upright character: walks, is pushed in the back, leans, and returns upright; yaw is free.

#[path = "../tests/world/mod.rs"]
mod world;

use sprung::{Damper, Spring, Vector};
use sprung_body::{Body, ContactMaterial, Discretization, LinearMotor, SwingSpring};
use world::World;

const UP: [f64; 3] = [0.0, 1.0, 0.0];

fn main() -> Result<(), sprung::ParameterError> {
    let (mut world, dt) = (World::new(), 1.0 / 60.0);
    world.ground = Some(ContactMaterial::concrete());
    let hero = world.add_box(80.0, [0.3, 0.9, 0.2], [0.0, 0.9, 0.0]);
    world.bodies[hero].angular_velocity = [0.0, 1.5, 0.0];

    let mut upright = SwingSpring::new(Spring::from_frequency(1.0, 0.5)?, UP, UP);
    let mut walk = LinearMotor::new(Damper::from_halflife(0.15)?, [1.4, 0.0, 0.0]);
    walk.axis = Some([1.0, 0.0, 0.0]);
    let mut lean = |world: &mut World, seconds: f64| {
        let mut furthest = 0.0f64;
        for _ in 0..(seconds / dt) as usize {
            world.step(dt, |bodies| {
                let (hero, mut ground) = (&mut bodies[0], Body::fixed());
                upright.prepare(hero, Discretization::Exact, dt);
                upright.solve(hero);
                walk.prepare(hero, &ground, dt);
                walk.solve(hero, &mut ground);
            });
            furthest = furthest.max(world.bodies[0].rotation.rotate(UP).minus(UP).length());
        }
        furthest
    };

    let walking = lean(&mut world, 3.0);
    assert!(walking < 0.01, "it walks upright: {walking}");
    assert!((world.bodies[hero].velocity[0] - 1.4).abs() < 1e-3);

    let shoulder = world.bodies[hero].point([0.0, 0.6, 0.0]);
    world.bodies[hero].apply_at(shoulder, [180.0, 0.0, 120.0]);
    let pushed = lean(&mut world, 1.0);
    lean(&mut world, 4.0);
    let after = lean(&mut world, 1.0);
    println!("pushed, it leans by {pushed:.3}; five seconds later by {after:.6}");
    assert!(pushed > 0.1 && pushed < 1.0 && after < 1e-3);
    assert!((world.bodies[hero].velocity[0] - 1.4).abs() < 1e-2, "it walks on");
    assert!(world.bodies[hero].position[1] > 0.88, "on its feet");
    Ok(())
}

#[test]
fn the_character_leans_when_pushed_and_comes_upright_again() {
    main().unwrap();
}
