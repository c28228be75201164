//! Networks of many islands, for tests of what sleeps.

use sprung_network::shapes::{Cloth, lattice_with_cells, rope, sphere, tree};
use sprung_network::{Environment, Network, Settings, SkinConstraint, Solver, Stiffness, Weave};

pub(crate) const FRAME: f32 = 1.0 / 60.0;

pub(crate) fn settings() -> Settings {
    let environment = Environment { drag: 2.0, ..Environment::default() };
    Settings { environment, sleep_speed: 0.02, ..Settings::default() }
}

/// A network at a place, with its first particle fixed.
pub(crate) fn hung(mut net: Network, x: f32) -> Network {
    net.particles.iter_mut().for_each(|p| p.position[0] += x);
    net.rest_shape.iter_mut().for_each(|at| at[0] += x);
    net.fix([0]);
    net
}

/// One island of each kind of element and of each way of solving.
pub(crate) fn kinds() -> Vec<Network> {
    let soft = Stiffness::from_frequency(6.0, 1.0).unwrap();
    let points: Vec<_> = (0..13).map(|i| [0.1 * (i % 4) as f32, -0.1 * i as f32, 0.0]).collect();
    let parents: Vec<_> = (0..13_usize).map(|i| i.saturating_sub(1) / 2).collect();
    let sheet = Cloth::new(9, 8, 0.1, 0.5);
    let mut woven = sheet.build().unwrap();
    woven.fix(sheet.corners());
    woven.add_long_range_attachments();
    let small = Cloth::new(4, 5, 0.1, 0.2).with_shear(soft);
    let mut fabric = small.build().unwrap();
    fabric.add_fabric(&small.triangles(), [1.0, 0.0, 0.0], Weave::new(soft, soft, soft)).unwrap();
    fabric.add_hinges(&small.triangles(), soft).unwrap();
    fabric.add_aero_surface(&small.triangles()).unwrap();
    fabric.skin_constraints.push(SkinConstraint::new(7, 0.3));
    let mut jelly = lattice_with_cells([3; 3], 0.1, 1.0).unwrap();
    jelly.edges.iter_mut().for_each(|edge| edge.stiffness = soft);
    let mut ball = sphere(0.3, 6, 0.5).unwrap();
    let triangles = ball.surface.triangles.clone();
    ball.add_volume(&triangles).unwrap();
    ball.edges.iter_mut().for_each(|edge| edge.stiffness = soft);
    let string = || rope([0.0; 3], [0.0, -1.0, 0.0], 8, 0.5).unwrap();
    let shrub = tree(&points, &parents, 0.1).unwrap();
    [string(), string(), shrub.clone(), shrub, woven, fabric, jelly, ball]
        .into_iter()
        .enumerate()
        .map(|(i, net)| hung(net, 3.0 * i as f32))
        .collect()
}

pub(crate) fn joined(nets: &[Network]) -> (Network, Vec<core::ops::Range<usize>>) {
    let mut all = Network::default();
    let ranges = nets.iter().map(|net| {
        let first = all.append(net);
        first..first + net.particles.len()
    });
    let ranges = ranges.collect();
    (all, ranges)
}

pub(crate) fn places(solver: &Solver, of: core::ops::Range<usize>) -> Vec<[f32; 3]> {
    of.map(|p| solver.position(p)).collect()
}

pub(crate) fn sleeps(solver: &Solver, of: &core::ops::Range<usize>) -> bool {
    of.clone().filter(|&p| !solver.is_fixed(p)).all(|p| solver.is_particle_asleep(p))
}

/// Steps until all islands but the first sleep; the first is swung.
pub(crate) fn until_others_sleep(solver: &mut Solver, ranges: &[core::ops::Range<usize>]) {
    for frame in 0..3000 {
        let push = if frame % 20 < 10 { 0.01 } else { -0.01 };
        solver.apply_impulse(ranges[0].end - 1, [push, 0.0, 0.0]);
        solver.step(FRAME);
        if ranges[1..].iter().all(|of| sleeps(solver, of)) {
            assert!(!solver.is_asleep() && !sleeps(solver, &ranges[0]));
            return;
        }
    }
    let awake: Vec<_> = (0..ranges.len()).filter(|&i| !sleeps(solver, &ranges[i])).collect();
    panic!("islands {awake:?} do not fall asleep");
}
