//! The speed below which an island is still, and sleeping particles.

use crate::shapes::{Cloth, rope};
use crate::{Environment, Network, Particle, Settings, Solver};

const SPEED: f32 = 0.5;

/// Two islands of a particle on a fixed one, and a fixed particle that holds nothing.
fn solver() -> Solver {
    let mut net = Network::default();
    for at in 0..5 {
        net.add_particle(Particle::new([at as f32, 0.0, 0.0], 1.0));
    }
    net.fix([0, 2, 4]);
    net.connect(0, 1);
    net.connect(2, 3);
    let environment = Environment::ZERO_G;
    Solver::new(&net, Settings { environment, sleep_speed: SPEED, ..Settings::default() }).unwrap()
}

#[test]
fn still_is_what_is_slower_than_the_speed() {
    let mut solver = solver();
    let slots = [1, 3].map(|p| solver.partition.slot[p]);
    let of = slots.map(|slot| solver.components.component_of(slot).unwrap());
    for (velocity, is_slow) in [
        ([0.0; 3], true),
        ([0.3, 0.0, 0.0], true),
        ([0.0, -0.3, 0.0], true),
        ([0.0, 0.0, 0.3], true),
        ([0.4, 0.2, -0.2], true),
        ([0.5, 0.0, 0.0], false),
        ([0.0, 0.0, -0.5], false),
        ([0.3, 0.3, 0.3], false),
        ([0.0, 3.0, 0.0], false),
    ] {
        solver.partition.particles.velocity[slots[0]][..3].copy_from_slice(&velocity);
        let before = of.map(|of| solver.components.all[of].still);
        solver.update_sleep(0.0625);
        let [first, second] = of.map(|of| solver.components.all[of].still);
        assert_eq!(first, if is_slow { before[0] + 0.0625 } else { 0.0 }, "{velocity:?}");
        assert_eq!(second, before[1] + 0.0625);
        assert_eq!(solver.still > 0.0, is_slow);
    }
}

#[test]
fn what_is_fixed_sleeps_with_what_it_holds() {
    let mut solver = solver();
    let asleep = |solver: &Solver| [0, 1, 2, 3, 4].map(|p| solver.is_particle_asleep(p));
    assert_eq!(asleep(&solver), [false; 5]);
    // The second island is kept awake.
    for _ in 0..120 {
        solver.set_velocity(3, [0.0, 1.0, 0.0]).unwrap();
        solver.step(1.0 / 60.0);
    }
    assert_eq!(asleep(&solver), [true, true, false, false, false]);
    solver.set_velocity(3, [0.0; 3]).unwrap();
    for _ in 0..240 {
        solver.step(1.0 / 60.0);
    }
    assert_eq!(asleep(&solver), [true; 5]);
    solver.wake();
    assert_eq!(asleep(&solver), [false; 5]);
    solver.step(1.0 / 60.0);
    assert_eq!(asleep(&solver), [false; 5]);
    for _ in 0..240 {
        solver.step(1.0 / 60.0);
    }
    assert_eq!(asleep(&solver), [true; 5]);
    // Gravity wakes all islands, and they move.
    solver.set_environment(Environment::default()).unwrap();
    solver.step(1.0 / 60.0);
    assert!([1, 3].into_iter().all(|p| solver.velocity(p)[1] < 0.0));
}

/// A sheet and a fixed particle that holds nothing in one block, which sleeps, and a rope in another, which does not.
#[test]
fn a_fixed_particle_moves_in_a_sleeping_block() {
    let sheet = Cloth::new(12, 12, 0.1, 1.0);
    let mut net = sheet.build().unwrap();
    net.fix(sheet.corners());
    let post = net.add_particle(Particle::fixed([0.0, 5.0, 0.0]));
    let rope = rope([9.0, 0.0, 0.0], [9.0, 0.0, 1.0], 9, 1.0).unwrap();
    let top = net.append(&rope);
    net.fix([top]);
    let settings = Settings { sleep_speed: 100.0, line_solver: false, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    let step = |solver: &mut Solver| {
        solver.set_velocity(top + 9, [0.0, 0.0, 500.0]).unwrap();
        solver.step(1.0 / 60.0);
    };
    (0..50).for_each(|_| step(&mut solver));
    let is_left_out = |solver: &Solver| {
        let slot = solver.partition.slot[post];
        let mut blocks = solver.partition.blocks.iter();
        let block = blocks.find(|block| block.slots.contains(&slot)).unwrap();
        assert!(block.slots.len() > 144);
        block.is_asleep && solver.partition.awake.len() == 1 && !solver.islands.is_stale
    };
    assert!(is_left_out(&solver));
    for goal in [[0.0, 5.5, 0.0], [1.0, 5.0, 0.0], [1.0, 5.0, 0.2]] {
        solver.set_kinematic_target(post, goal);
        step(&mut solver);
        assert_eq!(solver.position(post), goal);
        assert_ne!(solver.velocity(post), [0.0; 3]);
        step(&mut solver);
        assert_eq!((solver.position(post), solver.velocity(post)), (goal, [0.0; 3]));
        step(&mut solver);
        assert!(is_left_out(&solver));
    }
}
