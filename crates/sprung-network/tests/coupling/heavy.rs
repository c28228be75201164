//! Heavy bodies on light cloth, and solvers that choose their number of sub-steps.

use sprung_network::shapes::Cloth;
use sprung_network::{Body, BodyCollider, BodyCoupling, Cuboid, Environment, Network, Solver};

use crate::{DT, crate_of, energy, settings, step};

/// Half a side of the crate, m.
const HALF: f32 = 0.2;

/// A sheet of 25 × 25 particles of 1 kg and 1.2 m, held all around, and a crate above its center.
fn sheet_and_crate(mass: f32, above: f32) -> (Network, Body<f32>) {
    let sheet = Cloth::new(25, 25, 0.05, 1.0);
    let mut net = sheet.build().unwrap();
    let all = (0..25).flat_map(|i| (0..25).map(move |j| [i, j]));
    let border = all.filter(|at| at.iter().any(|c| c % 24 == 0));
    net.fix(border.map(|[i, j]| sheet.at(i, j)).collect::<Vec<_>>());
    let [x, y, z] = net.particles[sheet.at(12, 12)].position;
    (net, crate_of(mass, [HALF; 3], [x, y + HALF + above, z]))
}

/// The motion of a crate on a sheet.
struct Motion {
    /// By how much the energy has grown at most, as a height of everything, m.
    head: f64,
    /// The root of the mean square of its vertical speed in the last second, m/s.
    speed: f32,
    /// At the end: the height of the crate over the sheet, m, and the largest stretch.
    height: f32,
    stretch: f64,
}

/// Returns the motion in some seconds.
fn moved(mut solver: Solver, body: Body<f32>, seconds: usize) -> Motion {
    let mut bodies = [body];
    let side = BodyCollider::new(0, Cuboid { half_extents: [HALF; 3] }).with_friction(0.5);
    let mut coupling = BodyCoupling::new(&mut solver, &bodies, &[], vec![side]).unwrap();
    let weight = 9.81 * (1.0 + 1.0 / f64::from(body.inverse_mass));
    let start = energy(&solver, &bodies);
    let mut head = f64::NEG_INFINITY;
    let substeps = solver.substeps();
    let mut squares = 0.0;
    for frame in 0..60 * seconds {
        step(&mut coupling, &mut solver, &mut bodies, DT);
        if frame >= 60 * (seconds - 1) {
            squares += bodies[0].velocity[1].powi(2) / 60.0;
        }
        head = head.max((energy(&solver, &bodies) - start) / weight);
        assert_eq!(solver.substeps(), substeps);
    }
    let [_, y, _] = bodies[0].position;
    let height = y - HALF - solver.position(0)[1];
    Motion { head, speed: squares.sqrt(), height, stretch: solver.stretch().max }
}

#[test]
fn a_solver_within_a_stretch_does_not_throw_a_crate_up() {
    for above in [0.1, 0.5] {
        for mass in [1.0, 20.0, 100.0] {
            for most in [16, 128] {
                let (net, body) = sheet_and_crate(mass, above);
                let settings = settings(most, Environment::default());
                let solver = Solver::within_stretch(&net, 0.01, settings).unwrap();
                let Motion { head, .. } = moved(solver, body, 4);
                assert!(head < 1e-3, "{mass} kg from {above} m, {most}: {head} m");
            }
        }
    }
}

/// The table in the documentation of [`BodyCoupling`].
#[test]
fn cloth_bears_up_to_a_thousand_times_its_mass() {
    for (mass, substeps) in [(4.0, 8), (20.0, 16), (80.0, 32), (300.0, 64), (1000.0, 128)] {
        let (net, body) = sheet_and_crate(mass, 1e-3);
        let solver = Solver::new(&net, settings(substeps, Environment::default())).unwrap();
        let Motion { head, speed, height, stretch } = moved(solver, body, 10);
        println!("{mass} kg, {substeps}: {head} {height} {speed} {stretch}");
        assert!(head < 1e-3, "{mass} kg, {substeps}: {head} m");
        assert!(height > -0.06 && speed < 0.2, "{mass} kg, {substeps}: {height} m, {speed} m/s");
        assert!(stretch < 0.05, "{mass} kg, {substeps}: {stretch}");
    }
}
