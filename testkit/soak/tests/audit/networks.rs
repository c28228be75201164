//! Networks that are shaken, pinned and released, and come to rest again.

use sprung_network::shapes::{Cloth, lattice, rope};
use sprung_network::{Collider, Environment, Network, Settings, Shape, Solver, Stiffness, measure};

use testkit::random::Random;

use super::day;

/// They are shaken for this part of a minute, and come to rest for the other.
const SHAKEN: f64 = 0.5;

/// A rope, a cloth with shear, hinges and attachments, jelly on a floor.
fn scene() -> Network {
    let mut net = rope([0.0, 2.0, 0.0], [1.5, 2.0, 0.0], 16, 0.5).unwrap();
    net.fix([0]);
    let sheet = Cloth::new(12, 10, 0.1, 1.0).with_shear(Stiffness::RIGID);
    let mut cloth = sheet.build().unwrap();
    cloth.fix(sheet.corners());
    cloth.add_hinges(&sheet.triangles(), Stiffness::from_frequency(2.0, 0.2).unwrap()).unwrap();
    cloth.add_long_range_attachments();
    net.append(&cloth);
    net.append(&lattice([4, 4, 4], 0.1, 2.0).unwrap());
    net
}

/// The step of the solver, s: frames are uneven, steps are not.
const STEP: f64 = 1.0 / 60.0;

#[test]
fn networks_are_shaken_and_come_to_rest() {
    let environment = Environment { drag: 0.5, ..Environment::default() };
    let net = scene();
    let mut solver = Solver::new(&net, Settings { environment, ..Settings::default() }).unwrap();
    let floor = Shape::Plane { point: [0.0, -1.0, 0.0], normal: [0.0, 1.0, 0.0] };
    solver.set_colliders(&[Collider::new(floor).with_friction(0.5)]).unwrap();
    let moving = net.particles.iter().filter(|p| !p.is_fixed());
    let weight: f64 = moving.map(|p| 9.81 / f64::from(p.inverse_mass)).sum();
    let head = solver.position(0);
    let (mut stepped, mut at_rest) = (0.0, None);
    let what = "networks at rest, off the energy of their first rest, of weight times 1 m";
    day(what, 2e-2, 4.0, |time, _, random| {
        let mut worst = 0.0_f64;
        while stepped + STEP <= time {
            stepped += STEP;
            let minute = (stepped / 60.0).fract();
            if minute < SHAKEN {
                shake(&mut solver, head, random);
            } else {
                solver.set_kinematic_target(0, head);
            }
            solver.step(STEP as f32);
            let energy = measure::energy(solver.particles(), environment.gravity) / weight;
            assert!(energy.abs() < 100.0, "{time} s: {energy}");
            if minute >= 0.95 {
                worst = worst.max((energy - *at_rest.get_or_insert(energy)).abs());
            }
        }
        worst
    });
}

/// Moves the head of the rope, and pushes five particles.
fn shake(solver: &mut Solver, head: [f32; 3], random: &mut Random) {
    let to = [(); 3].map(|()| random.uniform(-0.05, 0.05) as f32);
    solver.set_kinematic_target(0, core::array::from_fn(|i| head[i] + to[i]));
    for _ in 0..5 {
        let particle = random.index(solver.len());
        let impulse = [(); 3].map(|()| random.uniform(-0.02, 0.02) as f32);
        solver.apply_impulse(particle, impulse);
    }
}
