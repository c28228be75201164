//! Random scenes gain no energy beyond their bound.

use std::thread;

use sprung_body::Discretization;
use testkit::audit::{cases, measured};

use crate::scene::Scene;

/// The maximum energy of a scene over its bound: motion and height at the start and what its springs hold then.
///
/// Heights are those half a step before, for which a step of weight alone keeps the energy to rounding.
fn greatest_ratio(seed: u64, discretization: Discretization, steps: usize) -> f64 {
    let mut scene = Scene::random(seed, discretization);
    let [kinetic, height] = scene.energy();
    let stored: f64 = scene.links.iter().map(|link| link.stored).sum();
    let bound = kinetic + stored + scene.half_a_step_of_weight();
    let mut greatest = 0.0f64;
    for _ in 0..steps {
        scene.step();
        let [moving, high] = scene.energy();
        if !moving.is_finite() {
            return f64::INFINITY;
        }
        let gained = moving + high - height;
        greatest = greatest.max(gained / (bound + scene.half_a_step_of_weight()));
    }
    greatest
}

fn worst(count: usize, steps: usize, discretization: Discretization) -> Vec<(f64, u64)> {
    let threads =
        if count > 1000 { thread::available_parallelism().map_or(1, usize::from) } else { 1 };
    let mut ratios: Vec<(f64, u64)> = thread::scope(|scope| {
        let handles: Vec<_> = (0..threads)
            .map(|part| {
                scope.spawn(move || {
                    (part..count)
                        .step_by(threads)
                        .map(|seed| {
                            (greatest_ratio(seed as u64, discretization, steps), seed as u64)
                        })
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        handles.into_iter().flat_map(|handle| handle.join().expect("no panic")).collect()
    });
    ratios.sort_by(|a, b| b.0.total_cmp(&a.0));
    ratios
}

#[test]
fn random_scenes_gain_no_energy_beyond_their_bound() {
    for discretization in [Discretization::Auto, Discretization::BackwardEuler] {
        let all = if discretization == Discretization::Auto { 10_000 } else { 2000 };
        let count = cases(60, all);
        let ratios = worst(count, 100, discretization);
        for (ratio, seed) in ratios.iter().take(12) {
            println!(
                "{discretization:?} seed {seed}: {ratio:.4} {}",
                Scene::random(*seed, discretization).describe()
            );
        }
        let beyond = ratios.iter().filter(|(ratio, _)| *ratio > 1.0 + 1e-9).count();
        println!("{discretization:?}: beyond the bound: {beyond}");
        measured(
            format!("energy of random body scenes over its bound, {discretization:?}"),
            count,
            format!("at most {:.4} times", ratios[0].0),
        );
        assert_eq!(beyond, 0, "{discretization:?}: {:?}", &ratios[..5]);
    }
}
