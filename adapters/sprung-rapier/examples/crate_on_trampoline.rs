//! A crate falls on a trampoline of cloth and comes to rest on it.

use rapier3d::prelude::*;
use sprung_network::shapes::Cloth;
use sprung_network::{Settings, Solver};
use sprung_rapier::dim3::CoupledNetwork;

fn main() -> Result<(), sprung_network::NetworkError> {
    for mass in [0.05, 1.0, 20.0] {
        let sheet = Cloth::new(25, 25, 0.1, 1.0);
        let mut net = sheet.build()?;
        let border = |i: usize| i == 0 || i == 24;
        for (i, j) in (0..25).flat_map(|i| (0..25).map(move |j| (i, j))) {
            if border(i) || border(j) {
                net.fix([sheet.at(i, j)]);
            }
        }
        let [x, y, z] = net.particles[sheet.at(12, 12)].position;
        let mut world = PhysicsWorld::new();
        let start = Vector::new(x, y + 0.8, z);
        let start = RigidBodyBuilder::dynamic().translation(start).rotation(Vector::X * 0.03);
        let wood = ColliderBuilder::cuboid(0.3, 0.3, 0.3).mass(mass).friction(0.5);
        let (body, _) = world.insert(start.can_sleep(false), wood);
        let mut solver = Solver::new(&net, Settings { substeps: 16, ..Settings::default() })?;
        let bodies = &mut world.bodies;
        let coupled = CoupledNetwork::new(&mut solver, bodies, &world.colliders, &[body], &[])?;
        let mut coupled = coupled.with_particle_radius(0.01)?;
        let mut fastest = 0.0_f32;
        for frame in 0..900 {
            coupled.step(&mut solver, &mut world);
            if frame >= 780 {
                fastest = fastest.max(world.bodies[body].linvel().length());
            }
        }
        let at = world.bodies[body].translation();
        println!("{mass} kg rests at {at}, no faster than {fastest} m/s");
        assert!(fastest < 0.05, "{mass} kg is at rest: {fastest} m/s");
        assert!(at.y > y - 1.0 && (at.x - x).abs() < 0.5 && (at.z - z).abs() < 0.5, "{at}");
    }
    Ok(())
}

#[test]
fn the_crate_rests_on_the_cloth() {
    main().unwrap();
}
