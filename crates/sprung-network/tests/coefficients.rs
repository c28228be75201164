//! A coefficient pair means the same motion per step of the caller in the solver, at any number of sub-steps, as in the
//! article: against the article's 2×2 recursion.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::{Edge, Environment, Network, Particle, Settings, Solver, Stiffness};

const DT: f32 = 1.0 / 60.0;

/// Length errors of one spring of rest length 10, let go 1 too long, step by step.
fn solved(c_s: f64, c_d: f64, substeps: usize, steps: usize) -> Vec<f64> {
    let mut net = Network::default();
    net.add_particle(Particle::fixed([0.0; 3]));
    net.add_particle(Particle::new([11.0, 0.0, 0.0], 2.0));
    let law = Stiffness::per_step(c_s as f32, c_d as f32);
    net.add_edge(Edge::new(0, 1, 10.0).with_stiffness(law));
    let settings = Settings { substeps, environment: Environment::ZERO_G, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    let error = |solver: &Solver| f64::from(solver.position(1)[0]) - 10.0;
    let mut errors = vec![error(&solver)];
    for _ in 0..steps {
        solver.step(DT);
        errors.push(error(&solver));
    }
    errors
}

/// The article's: `v' = v − C_s x − C_d v`, `x' = x + v'`, with the step as the unit of time.
fn article(c_s: f64, c_d: f64, steps: usize) -> Vec<f64> {
    let (mut x, mut v) = (1.0, 0.0);
    let mut errors = vec![x];
    for _ in 0..steps {
        v -= c_s * x + c_d * v;
        x += v;
        errors.push(x);
    }
    errors
}

/// The farthest in a window of steps.
fn amplitude(errors: &[f64], window: core::ops::Range<usize>) -> f64 {
    errors[window].iter().fold(0.0, |most, x| x.abs().max(most))
}

fn first_crossing(errors: &[f64]) -> usize {
    errors.iter().position(|&x| x < 0.0).unwrap()
}

const SUBSTEPS: [usize; 4] = [1, 2, 8, 32];

/// Pairs with `C_d >= C_s/n`: the same eigenvalues. What starts at rest is half a step ahead less half a sub-step,
/// so the recursion starts with the first two lengths of the solver.
#[test]
fn enough_damping_is_the_articles_motion_at_any_number_of_substeps() {
    for (c_s, c_d) in [
        (0.001, 0.01),
        (0.01, 0.02),
        (0.1, 0.15),
        (0.3, 0.45),
        (0.05, 0.4),
        (0.2, 0.95),
        (0.3, 1.0),
        (0.7, 0.9),
        (1e-5, 1e-3),
        (0.0, 0.3),
        (1.0, 1.0),
    ] {
        for substeps in SUBSTEPS {
            let errors = solved(c_s, c_d, substeps, 400);
            let (mut before, mut now) = (errors[0], errors[1]);
            for (step, error) in errors.iter().enumerate().skip(2) {
                (before, now) = (now, (2.0 - c_s - c_d) * now - (1.0 - c_d) * before);
                assert!(
                    (now - error).abs() < 3e-4,
                    "{c_s} {c_d} x{substeps} {step}: {error} {now}"
                );
            }
        }
    }
}

/// The numbers of the documentation of `Stiffness::PerStep`: the part of the amplitude that a swing keeps, with C_d = 0.
#[test]
fn little_damping_keeps_the_frequency_and_loses_what_is_documented() {
    for (c_s, kept) in [
        (0.001, [0.905, 0.951, 0.988, 0.997]),
        (0.01, [0.727, 0.854, 0.961, 0.990]),
        (0.1, [0.33, 0.59, 0.88, 0.967]),
        (1.0, [0.0, 0.12, 0.66, 0.902]),
    ] {
        let period = core::f64::consts::TAU / (1.0_f64 - c_s / 2.0).acos();
        for (substeps, kept) in SUBSTEPS.into_iter().zip(kept) {
            let errors = solved(c_s, 0.0, substeps, (2.5 * period) as usize + 2);
            let swing = |k: f64| {
                let from = (k * period).round() as usize;
                amplitude(&errors, from..from + period.round() as usize)
            };
            assert!((swing(1.0) / swing(0.0) - kept).abs() < 0.006, "{c_s} x{substeps}");
            if kept > 0.5 {
                let crossing = first_crossing(&errors) as f64;
                let expected = first_crossing(&article(c_s, 0.0, 200)) as f64;
                assert!(
                    (crossing - expected).abs() <= 1.0,
                    "{c_s} x{substeps}: {crossing} {expected}"
                );
            }
        }
    }
}

#[test]
fn a_bouncy_spring_crosses_and_fades_as_in_the_article() {
    let (c_s, c_d) = (0.001, 0.0001);
    let by_article = article(c_s, c_d, 700);
    for (substeps, part) in [(1, 0.79), (2, 0.9), (8, 0.99), (32, 0.999)] {
        let errors = solved(c_s, c_d, substeps, 700);
        let late = amplitude(&errors, 500..600) / amplitude(&by_article, 500..600);
        assert!(first_crossing(&errors).abs_diff(first_crossing(&by_article)) <= 1, "x{substeps}");
        assert!((part..1.001).contains(&late), "x{substeps}: {late}");
    }
}

#[test]
fn the_time_step_does_not_change_what_a_pair_does() {
    let law = Stiffness::per_step(0.05, 0.1);
    let after = |dt: f32, mass: f32| {
        let mut net = Network::default();
        net.add_particle(Particle::new([0.0; 3], mass));
        net.add_particle(Particle::new([1.5, 0.0, 0.0], 2.0 * mass));
        net.add_edge(Edge::new(0, 1, 1.0).with_stiffness(law));
        let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        (0..25).for_each(|_| solver.step(dt));
        solver.position(1)[0] - solver.position(0)[0]
    };
    let length = after(DT, 1.0);
    for (dt, mass) in [(1e-3, 1.0), (0.5, 1e-4), (DT, 1e3)] {
        assert!((after(dt, mass) - length).abs() < 1e-5, "{dt} {mass}");
    }
}
