//! A car without a motor is towed on a rope that is slack at first, at three ratios of the masses.

use rapier3d::prelude::*;
use sprung_network::shapes::rope;
use sprung_network::{
    Attachment, Environment, Network, NetworkError, Settings, Solver, SpringMode,
};
use sprung_rapier::dim3::CoupledNetwork;

/// The length of the rope when it is taut, and the distance of its ends at the start, m.
const TAUT: f32 = 3.4;
const START: f32 = 3.0;
const LINKS: usize = 20;

fn slack_rope() -> Result<Network, NetworkError> {
    let mut net = rope([1.0, 0.5, 0.0], [1.0 + START, 0.5, 0.0], LINKS, 0.5)?;
    for edge in &mut net.edges {
        edge.rest_length *= TAUT / START;
        edge.mode = SpringMode::TensionOnly;
    }
    Ok(net)
}

/// Tows a trailer for five seconds on ground without friction. Momentum is what the force on the car has given, and the rope
/// is hardly longer than it is.
fn tow(car_mass: f32, trailer_mass: f32) -> Result<(), NetworkError> {
    let mut world = PhysicsWorld::new();
    let dt = world.integration_parameters.dt;
    let ground = ColliderBuilder::cuboid(500.0, 0.5, 10.0).friction(0.0);
    world.insert_collider(ground.translation(Vector::new(0.0, -0.5, 0.0)), None);
    let mut vehicle = |x: f32, mass: f32| {
        let at = RigidBodyBuilder::dynamic().translation(Vector::new(x, 0.5, 0.0));
        let body = ColliderBuilder::cuboid(1.0, 0.5, 0.8).mass(mass).friction(0.0);
        world.insert(at.can_sleep(false), body).0
    };
    let handles = [vehicle(0.0, trailer_mass), vehicle(2.0 + START, car_mass)];
    let environment = Environment::ZERO_G;
    let settings = Settings { substeps: 8, environment, ..Settings::default() };
    let mut solver = Solver::new(&slack_rope()?, settings)?;
    let ties = [
        Attachment { particle: 0, body: 0, point: [1.0, 0.0, 0.0] },
        Attachment { particle: LINKS, body: 1, point: [-1.0, 0.0, 0.0] },
    ];
    let (bodies, colliders) = (&mut world.bodies, &world.colliders);
    let mut tow = CoupledNetwork::new(&mut solver, bodies, colliders, &handles, &ties)?;
    let force = 2.0 * (car_mass + trailer_mass);
    world.bodies[handles[1]].add_force(Vector::new(force, 0.0, 0.0), true);
    let (mut longest, mut pull) = (0.0_f32, 0.0_f32);
    for frame in 1..=300 {
        tow.step(&mut solver, &mut world);
        let [trailer, car] = handles.map(|body| &world.bodies[body]);
        longest = longest.max(car.translation().x - trailer.translation().x - 2.0);
        pull = pull.max(tow.tie_force(0, dt).x);
        let free = solver.particles().filter(|p| !p.is_fixed());
        let rope: f32 = free.map(|p| p.velocity[0] / p.inverse_mass).sum();
        let momentum = trailer_mass * trailer.linvel().x + car_mass * car.linvel().x + rope;
        let given = force * dt * frame as f32;
        assert!(
            (momentum - given).abs() < 2e-5 * given + 1e-3,
            "{car_mass}, frame {frame}: {momentum}, not {given}"
        );
        assert_eq!(car.user_force(), Vector::new(force, 0.0, 0.0));
    }
    let [trailer, car] = handles.map(|body| world.bodies[body].linvel().x);
    println!(
        "{car_mass} kg tow {trailer_mass} kg: at {car:.3} and {trailer:.3} m/s after 5 s, the rope at most {longest:.3} m \
         and {pull:.0} N"
    );
    assert!((trailer - car).abs() < 0.3, "{trailer} {car}");
    // 2 kN on a car of 1 kg move it by 0.3 m in one step of the engine, before the rope can hold it.
    assert!(longest < TAUT * 1.03, "{longest}");
    Ok(())
}

fn main() -> Result<(), NetworkError> {
    tow(1000.0, 500.0)?;
    tow(1000.0, 1.0)?;
    tow(1.0, 1000.0)
}

#[test]
fn a_tow_rope_pulls_a_trailer_and_momentum_is_that_of_the_engine_of_the_car() {
    main().unwrap();
}
