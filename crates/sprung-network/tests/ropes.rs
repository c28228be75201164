//! Ropes are solved whole: no link is ever off, however heavy what hangs at the end.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::rope;
use sprung_network::{Settings, Solver};

/// The greatest stretch in five seconds after a level rope of links of 5 cm and 1 kg is let go, with so many kg at the end.
fn greatest_stretch(links: usize, end: f32, substeps: usize) -> f64 {
    let mut net = rope([0.0; 3], [0.05 * links as f32, 0.0, 0.0], links, 1.0).unwrap();
    net.particles.iter_mut().for_each(|p| p.inverse_mass = 1.0);
    net.particles[links].inverse_mass = 1.0 / end;
    net.fix([0]);
    let mut solver = Solver::new(&net, Settings { substeps, ..Settings::default() }).unwrap();
    let stretch = |_| {
        solver.step(1.0 / 60.0);
        solver.stretch().max
    };
    (0..300).map(stretch).fold(0.0, f64::max)
}

#[test]
fn a_thousand_times_the_mass_of_a_link_stretches_none_at_any_number_of_substeps() {
    for links in [20, 60, 200] {
        for substeps in [1, 2, 4, 8] {
            let stretch = greatest_stretch(links, 1e3, substeps);
            assert!(stretch < 1e-4, "{links} links, {substeps} sub-steps: {stretch}");
        }
    }
}

#[test]
fn ten_thousand_times_the_mass_of_a_link_stretches_none_at_the_default_substeps() {
    for links in [5, 20, 60] {
        let stretch = greatest_stretch(links, 1e4, Settings::default().substeps);
        assert!(stretch < 1e-4, "{links} links: {stretch}");
    }
}
