//! Large sheets come to their lengths under a load that stays, at a number of sub-steps that does not hold them by itself.

use sprung_network::{Environment, Network, Particle, Settings, Solver, measure};
use testkit::random::Random;

const DT: f32 = 1.0 / 60.0;

/// An irregular sheet of triangles of 1 m, of n by n particles of 1 kg, that hangs by corners.
fn sheet(n: usize, corners: usize) -> Network {
    let mut random = Random::new(7);
    let mut net = Network::default();
    for j in 0..n {
        for i in 0..n {
            let mut place =
                |k: usize| (k as f32 + 0.5 * random.uniform(-0.5, 0.5) as f32) / n as f32;
            let (x, z) = (place(i), place(j));
            let here = net.add_particle(Particle::new([x, 0.0, z], 1.0));
            if i > 0 {
                net.connect(here - 1, here);
            }
            if j > 0 {
                net.connect(here - n, here);
            }
            if i > 0 && j > 0 && random.unit() < 0.5 {
                net.connect(here - n - 1, here);
            } else if i > 0 && j > 0 {
                net.connect(here - n, here - 1);
            }
        }
    }
    net.fix([0, n - 1].into_iter().take(corners));
    net
}

/// The mean stretch after some seconds, and the most energy that there was above that of the start, in weights times
/// one meter.
fn hang(net: &Network, seconds: usize) -> (f64, f64) {
    let environment = Environment { drag: 0.5, ..Environment::default() };
    let settings = Settings { substeps: 8, environment, ..Settings::default() };
    let mut solver = Solver::new(net, settings).expect("a good network");
    let energy = |solver: &Solver| measure::energy(solver.particles(), environment.gravity);
    let start = energy(&solver);
    let (mut most, mut sum) = (f64::NEG_INFINITY, 0.0);
    for step in 0..60 * seconds {
        solver.step(DT);
        most = most.max(energy(&solver) - start);
        if step >= 60 * (seconds - 1) {
            sum += solver.stretch().mean / 60.0;
        }
    }
    (sum, most / (9.81 * net.particles.len() as f64))
}

#[test]
fn sheets_on_one_and_two_corners_come_to_their_lengths_and_gain_no_energy() {
    for corners in [1, 2] {
        let net = sheet(24, corners);
        // One sweep per sub-step leaves 0.9 and 0.8 % in the mean.
        let (mean, most) = hang(&net, 12);
        assert!(mean < 0.002, "{corners} corners: {mean}");
        assert!(most < 0.0, "{corners} corners: {most}");
    }
}

#[test]
fn a_sheet_on_one_corner_stretches_less_in_its_fall_with_scaled_masses() {
    let peak = |part: f32| {
        let mut net = sheet(24, 1);
        net.scale_masses(part).unwrap();
        let mut solver = Solver::new(&net, Settings::default()).unwrap();
        let mut peak = 0.0f64;
        for _ in 0..60 {
            solver.step(DT);
            peak = peak.max(solver.stretch().max);
        }
        peak
    };
    let (plain, scaled) = (peak(0.0), peak(0.1));
    assert!(scaled < 0.7 * plain, "{scaled} {plain}");
}

#[test]
fn scaled_masses_add_the_part_asked_for_and_keep_to_the_sheet() {
    let mut net = sheet(16, 1);
    let mass = |net: &Network| -> f64 {
        let dynamic = net.particles.iter().filter(|p| !p.is_fixed());
        dynamic.map(|p| 1.0 / f64::from(p.inverse_mass)).sum()
    };
    let before = mass(&net);
    net.scale_masses(0.05).unwrap();
    assert!((mass(&net) / before - 1.05).abs() < 1e-5);
    assert!(net.particles[17].inverse_mass < net.particles[255].inverse_mass);
    let message = net.scale_masses(f32::NAN).unwrap_err().to_string();
    assert_eq!(message, "mass scaling 0: part must be within 0 and 1, got NaN");
}
