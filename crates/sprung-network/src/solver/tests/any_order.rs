//! Energy never grows, in whatever order edges are solved: one at a time, not as the colors have them.

use crate::measure::energy;
use crate::shapes::Cloth;
use crate::solver::energy::Energy;
use crate::solver::layout::block::Links;
use crate::solver::layout::bundles::Bundles;
use crate::solver::layout::partition::Partition;
use crate::solver::{Settings, Solver};
use crate::{Network, Stiffness};
use testkit::random::Random;

const DT: f32 = 1.0 / 60.0;

/// A sheet of two meters held by two corners, folded so that it can fall: 10 % slack between the corners.
fn curtain(side: usize, law: Stiffness, shear: bool) -> Network {
    let spacing = 2.0 / (side - 1) as f32;
    let mut sheet = Cloth::new(side, side, spacing, 1.0).with_structure(law);
    if shear {
        sheet = sheet.with_shear(law);
    }
    let mut net = sheet.build().expect("good");
    for (i, p) in net.particles.iter_mut().enumerate() {
        p.position[0] *= 0.9;
        p.position[1] = if i % side % 2 == 1 { spacing * 0.435_889_9 } else { 0.0 };
    }
    net.fix(sheet.corners());
    net
}

/// From the fixed corners outward: the order that carries a stretch along.
fn outward(mut net: Network) -> Network {
    let at: Vec<[f32; 3]> = net.particles.iter().map(|p| p.position).collect();
    let fixed: Vec<usize> = (0..at.len()).filter(|&i| net.particles[i].is_fixed()).collect();
    let far = |i: usize| {
        let from = fixed.iter().map(|&p| crate::geometry::vector::distance(at[i], at[p]));
        from.fold(f32::INFINITY, f32::min)
    };
    net.edges.sort_by(|s, t| (far(s.a) + far(s.b)).total_cmp(&(far(t.a) + far(t.b))));
    net
}

fn inward(net: Network) -> Network {
    let mut net = outward(net);
    net.edges.reverse();
    net
}

fn shuffled(mut net: Network) -> Network {
    let mut random = Random::new(5);
    for i in (1..net.edges.len()).rev() {
        net.edges.swap(i, random.index(i + 1));
    }
    net
}

/// Two sub-steps, every edge by itself, and no energy accounts, which would hold back what the sweeps gain.
fn colored(net: &Network) -> Solver {
    let settings = Settings { substeps: 2, line_solver: false, ..Settings::default() };
    let mut solver = Solver::new(net, settings).expect("good");
    solver.energy = Energy::default();
    solver.components.awake.clear();
    solver
}

/// The same, with the edges one after another in the order of the network.
fn in_order(net: &Network) -> Solver {
    let mut solver = colored(net);
    let Partition { blocks, slot, .. } = &mut solver.partition;
    let [block] = &mut blocks[..] else { panic!("a network of one block without chains") };
    let (mut bundles, dummy) = (Bundles::default(), block.slots.end as u32 - 1);
    for i in 0..net.edges.len() as u32 {
        bundles.add(net, &[i], |p| p.map_or(dummy, |p| slot[p] as u32), false);
    }
    block.links = Links::Bundles(bundles);
    solver.partition.has_hubs = false;
    solver.partition.symmetric.fill(false);
    solver
}

/// The same solver without its velocity sweep: no edge removes a part of its length rate.
fn without_relaxation(mut solver: Solver) -> Solver {
    solver.set_gains(DT / solver.substeps as f32, DT);
    solver.gains.iter_mut().for_each(|gains| gains.velocity = 0.0);
    solver.partition.set_gains(&solver.gains);
    solver
}

/// The most energy within `seconds` above that of the start, as part of m·g·L.
fn most_gained(mut solver: Solver, seconds: usize) -> f64 {
    let gravity = solver.settings.environment.gravity;
    let start = energy(solver.particles(), gravity);
    let mut most = f64::NEG_INFINITY;
    for _ in 0..60 * seconds {
        solver.step(DT);
        let now = energy(solver.particles(), gravity) - start;
        most = most.max(if now.is_nan() { f64::INFINITY } else { now });
    }
    most / (9.81 * 2.0)
}

fn never_grows(law: Stiffness, shear: bool) {
    let net = curtain(32, law, shear);
    for (order, solver) in [
        ("natural", in_order(&net)),
        ("outward", in_order(&outward(net.clone()))),
        ("inward", in_order(&inward(net.clone()))),
        ("shuffled", in_order(&shuffled(net.clone()))),
        ("colored", colored(&net)),
    ] {
        let most = most_gained(solver, 60);
        assert!(most < 0.01, "{order}: {most} of m g L");
    }
}

#[test]
fn rigid_curtains_gain_no_energy_in_any_order() {
    never_grows(Stiffness::RIGID, false);
}

#[test]
fn rigid_curtains_with_diagonals_gain_no_energy_in_any_order() {
    never_grows(Stiffness::RIGID, true);
}

#[test]
fn soft_curtains_gain_no_energy_in_any_order() {
    never_grows(Stiffness::from_frequency(20.0, 0.05).expect("good"), false);
}

/// The fraction of their rates that such edges give up is not their own damping: they have none.
#[test]
fn stiff_curtains_without_damping_gain_no_energy_in_any_order() {
    never_grows(Stiffness::from_frequency(500.0, 0.0).expect("good"), true);
}

#[test]
fn without_the_velocity_sweep_the_order_outward_from_the_corners_gains_energy_without_bound() {
    for law in [Stiffness::RIGID, Stiffness::from_frequency(500.0, 0.0).expect("good")] {
        let solver = without_relaxation(in_order(&outward(curtain(32, law, true))));
        let most = most_gained(solver, 10);
        assert!(most > 100.0, "{most} of m g L");
    }
}

/// As above, with the energy accounts that `colored` leaves out, at 4 sub-steps.
#[test]
fn without_the_velocity_sweep_the_accounts_hold_the_energy() {
    let net = curtain(64, Stiffness::RIGID, false);
    let settings = Settings { substeps: 4, ..Settings::default() };
    let solver = without_relaxation(Solver::new(&net, settings).expect("good"));
    let most = most_gained(solver, 60);
    assert!(most < 0.01, "{most} of m g L");
}
