//! Networks beside the real engines, without a window.
#![allow(clippy::unwrap_used, reason = "a test")]

use rapier2d::prelude as d2;
use sprung_network::shapes::rope;
use sprung_network::{Attachment, Environment, Network, Settings, Solver};
use sprung_rapier::dim2;

fn solver(net: &Network, substeps: usize, environment: Environment) -> Solver {
    Solver::new(net, Settings { substeps, environment, ..Settings::default() }).unwrap()
}

#[test]
fn a_box_of_the_plane_hangs_still_by_its_weight() {
    let mut world = d2::PhysicsWorld::new();
    let dt = world.integration_parameters.dt;
    let square = d2::ColliderBuilder::cuboid(0.2, 0.2).mass(50.0);
    let start = d2::RigidBodyBuilder::dynamic().translation(d2::Vector::new(0.0, -2.2));
    let (body, _) = world.insert(start.can_sleep(false), square);
    let mut net = rope([0.0; 3], [0.0, -2.0, 0.0], 20, 0.1).unwrap();
    net.fix([0]);
    let tie = Attachment { particle: 20, body: 0, point: [0.0, 0.2, 0.0] };
    let mut solver = solver(&net, 8, Environment::default());
    let (bodies, colliders) = (&mut world.bodies, &world.colliders);
    let mut crane =
        dim2::CoupledNetwork::new(&mut solver, bodies, colliders, &[body], &[tie]).unwrap();
    let mut fastest = 0.0_f32;
    for frame in 0..300 {
        crane.step(&mut solver, &mut world);
        if frame > 60 {
            fastest = fastest.max(world.bodies[body].linvel().length());
        }
    }
    let pull = crane.tie_force(0, dt).y;
    println!("pull {pull} N, {fastest} m/s, at {}", world.bodies[body].translation());
    assert!((pull - 490.5).abs() < 0.5, "{pull}");
    assert!(fastest < 0.01, "{fastest}");
    assert!((world.bodies[body].translation().y + 2.2).abs() < 0.005);
    assert!(solver.particles().all(|p| p.position[2] == 0.0), "it stays in the plane");
}
