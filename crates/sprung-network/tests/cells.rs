//! Cells: scratch
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::lattice_with_cells;
use sprung_network::{Environment, Settings, Solver, Stiffness, measure};
use testkit::random::Random;

fn weightless(substeps: usize) -> Settings {
    Settings { substeps, environment: Environment::ZERO_G, ..Settings::default() }
}

#[test]
fn untangle() {
    for (name, edges) in [("rigid", Stiffness::RIGID), ("8 Hz", Stiffness::from_frequency(8.0, 0.3).unwrap()), ("none", Stiffness::RIGID), ("2 Hz", Stiffness::from_frequency(2.0, 0.3).unwrap())] {
      for (n, start) in [(3,0),(6, 0), (6, 1), (6,2)] {
        let mut total = Vec::new();
        let mut worst = 0.0_f32;
        let mut gained = 0.0_f64;
        for seed in 0..10 {
            let mut random = Random::new(seed);
            let mut net = lattice_with_cells([n, n, n], 0.1, 1.0).unwrap();
            if name == "none" { net.edges.clear(); }
            net.edges.iter_mut().for_each(|e| e.stiffness = edges);
            let size = 0.1 * (n - 1) as f64;
            for p in &mut net.particles {
                p.position = match start {
                    0 => [0; 3].map(|_| random.uniform(0.0, size) as f32),
                    1 => p.position.map(|c| c + random.uniform(-0.15, 0.15) as f32),
                    _ => { let [x, y, z] = p.position; [x, y, if random.index(2) == 0 { 0.0 } else { z * 0.0 }] }
                };
            }
            let mut solver = Solver::new(&net, weightless(8)).unwrap();
            let mut most = f64::INFINITY;
            let mut e0 = 0.0_f64;
            for step in 0..600 {
                solver.step(1.0 / 60.0);
                let e = measure::energy(solver.particles(), [0.0; 3]);
                e0 = e0.max(e);
                most = e;
            }
            gained = gained.max(most);
            let js: Vec<f32> = (0..net.cells.len()).map(|c| solver.cell_volume_ratio(c)).collect();
            total.push(js.iter().filter(|j| **j < 0.0).count());
            worst = js.iter().fold(worst, |m, j| m.max((j - 1.0).abs()));
        }
        println!("{name} {n} start {start}: inverted {total:?} worst {worst} kinetic at end {gained:.3e}");
      }
    }
}
