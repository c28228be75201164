//! Random scenes gain no energy beyond their bound.

use std::thread;

use sprung_body::Discretization;
use testkit::audit::{cases, measured};

use crate::scene::{Scene, Stored};

/// Scenes of thin rods that spin by more than 1000 rad in a step, and of contacts that stiff springs press on.
const FOUND: [u64; 4] = [15332, 17250, 14616, 11455];

/// The maximum energy of a scene over its bound, and over the sharper measure.
///
/// Both are motion and height at the start and what the springs hold then: `½·min(k, m/h²)·x²` for a spring alone, and
/// `½·k·x²` for several (see `account.rs`). The sharper measure is `½·min(k, M/h²)·x²` with the mass `M` of all bodies: no
/// promise, as rows that share bodies transfer more in a step.
fn greatest_ratios(seed: u64, discretization: Discretization, steps: usize) -> [f64; 2] {
    let mut scene = Scene::random(seed, discretization);
    let [kinetic, height] = scene.energy();
    let single = scene.links.len() == 1;
    let sum = |energy: fn(&Stored) -> f64| -> f64 {
        kinetic + scene.links.iter().map(|link| energy(&link.stored)).sum::<f64>()
    };
    let bound = if single { sum(|stored| stored.alone) } else { sum(|stored| stored.elastic) };
    let released = sum(|stored| stored.released);
    let mut greatest = 0.0f64;
    for _ in 0..steps {
        let turned = scene.step();
        let [moving, high] = scene.energy();
        if !moving.is_finite() {
            return [f64::INFINITY; 2];
        }
        greatest = greatest.max(moving + high - height);
        // A free turn changes no energy, so that this step is judged.
        if !turned {
            break;
        }
    }
    [greatest / bound, greatest / released]
}

fn all(count: usize, steps: usize, discretization: Discretization) -> Vec<([f64; 2], u64)> {
    let threads =
        if count > 1000 { thread::available_parallelism().map_or(1, usize::from) } else { 1 };
    thread::scope(|scope| {
        let handles: Vec<_> = (0..threads)
            .map(|part| {
                scope.spawn(move || {
                    (0..count as u64)
                        .chain(FOUND)
                        .skip(part)
                        .step_by(threads)
                        .map(|seed| (greatest_ratios(seed, discretization, steps), seed))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        handles.into_iter().flat_map(|handle| handle.join().expect("no panic")).collect()
    })
}

/// Returns the maximum of a measure and how many scenes are beyond it; prints the greatest.
fn beyond(
    ratios: &mut [([f64; 2], u64)],
    measure: usize,
    discretization: Discretization,
) -> (f64, usize) {
    ratios.sort_by(|a, b| b.0[measure].total_cmp(&a.0[measure]));
    for (ratio, seed) in ratios.iter().take(8) {
        let scene = Scene::random(*seed, discretization).describe();
        println!("{discretization:?} seed {seed}: {ratio:.4?} {scene}");
    }
    // With NaN counted.
    let count = ratios.iter().filter(|(ratio, _)| !(ratio[measure] <= 1.0 + 1e-9)).count();
    (ratios[0].0[measure], count)
}

/// Checks all scenes of a discretization.
fn check(discretization: Discretization) {
    let count = cases(60, 10_000);
    let mut ratios = all(count, 100, discretization);
    let (most, sharper) = beyond(&mut ratios, 1, discretization);
    measured(
        format!("body scenes beyond ½·min(k, M/h²)·x², {discretization:?} (no promise)"),
        count,
        format!("{sharper}, at most {most:.4} times"),
    );
    let (most, further) = beyond(&mut ratios, 0, discretization);
    measured(
        format!("energy of random body scenes over its bound, {discretization:?}"),
        count,
        format!("at most {most:.4} times, {further} beyond"),
    );
    assert_eq!(further, 0, "{discretization:?}: {:?}", &ratios[..5]);
    assert!(sharper <= 10, "{discretization:?}: {sharper}");
}

#[test]
fn random_scenes_gain_no_energy_beyond_their_bound() {
    check(Discretization::Auto);
}

#[test]
fn random_scenes_of_backward_euler_gain_no_energy_beyond_their_bound() {
    check(Discretization::BackwardEuler);
}
