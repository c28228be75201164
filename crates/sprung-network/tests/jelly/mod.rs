//! Cubes of jelly whose particles start anywhere.

use std::ops::Range;

use sprung_network::shapes::lattice_with_cells;
use sprung_network::{Environment, Settings, Solver, Stiffness, measure};
use testkit::random::Random;

/// What became of some cubes.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Cells that are inside out after twenty seconds: in cubes with edges of 16 Hz, and in others.
    pub(crate) inverted_stiff: usize,
    pub(crate) inverted: usize,
    /// The largest `|J − 1|` of cubes with rigid edges.
    pub(crate) worst_rigid: f32,
}

/// Lets cubes of 625 rigid cells start from random places, with rigid edges in every fourth, else with edges of 2 to 16 Hz.
/// Momentum, angular momentum and the bound on energy are checked in every step.
pub(crate) fn untangle(seeds: Range<u64>) -> Found {
    let mut found = Found::default();
    for seed in seeds {
        let mut random = Random::new(seed);
        let mut net = lattice_with_cells([6, 6, 6], 0.1, 1.0).expect("good");
        let is_rigid = seed % 4 == 3;
        if !is_rigid {
            let soft = Stiffness::from_frequency([8.0, 2.0, 16.0][seed as usize % 4], 0.3);
            let soft = soft.expect("good");
            net.edges.iter_mut().for_each(|edge| edge.stiffness = soft);
        }
        for particle in &mut net.particles {
            particle.position = [0; 3].map(|_| random.uniform(0.0, 0.5) as f32);
        }
        let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).expect("good");
        let (mut most, mut last) = (0.0_f64, f64::INFINITY);
        for step in 0..1200 {
            solver.step(1.0 / 60.0);
            last = measure::energy(solver.particles(), [0.0; 3]);
            assert!(last.is_finite(), "{seed}, {step}");
            most = most.max(last);
            let momentum = measure::momentum(solver.particles());
            let spin = measure::angular_momentum(solver.particles());
            let off = momentum.into_iter().chain(spin).fold(0.0_f64, |most, c| most.max(c.abs()));
            // By the largest momentum of a kilogram with this energy.
            assert!(off < 1e-4 * (2.0 * most).sqrt(), "{seed}, {step}: {off}");
        }
        assert!(last < 1e-2 * most, "{seed}: it comes to rest: {last} of {most}");
        let ratios = (0..net.cells.len()).map(|cell| solver.cell_volume_ratio(cell));
        let inverted = ratios.clone().filter(|&ratio| !(ratio > 0.0)).count();
        match seed % 4 {
            2 => found.inverted_stiff += inverted,
            _ => found.inverted += inverted,
        }
        if is_rigid {
            let worst = ratios.fold(0.0_f32, |most, ratio| most.max((ratio - 1.0).abs()));
            found.worst_rigid = found.worst_rigid.max(worst);
        }
    }
    found
}
