//! Two equal springs side by side on one body: together one spring of √2 times the frequency and the damping ratio.

use std::f64::consts::TAU;

use super::cost::{BODIES, costs};
use super::engine::{Engine, Setup};
use super::motion::{decay_rate, recorded};
use super::scene::{self, Finding, Scene, max_energy};
use super::world::World;

const HERTZ: f64 = 20.0;
const RATIO: f64 = 0.1;
const CASE: &str = "two springs of 20 Hz/ratio 0.1";
const QUANTITY: &str = "decay rate over frequency";

pub(super) fn rows() -> Vec<Scene> {
    let setup = |dt| Setup { hertz: HERTZ, ratio: RATIO, dt, gravity: 0.0, springs: 2 };
    // A pair that explodes would be timed in other branches than one that rests.
    let timed = Setup { hertz: 2.0, ratio: 0.5, ..setup(1.0 / 60.0) };
    let world = |engine| World::on_springs(engine, BODIES, timed);
    let costs = costs(&Engine::ALL, 2 * BODIES, world);
    let measured = |engine, dt| measured(engine, setup(dt));
    scene::rows([CASE, QUANTITY], &Engine::ALL, Engine::name, &costs, measured)
}

/// Returns the decay rate as a fraction of the true frequency, and the energy, in 10 s.
///
/// The decay rate, not the damping ratio of the path: at 30 steps per second the spring is faster than the samples.
fn measured(engine: Engine, setup: Setup) -> Finding {
    let together = (setup.springs as f64).sqrt();
    let frequency = together * TAU * setup.hertz;
    let world = World::on_springs(Some(engine), 1, setup);
    let states = recorded(world, 10.0 / setup.dt, World::along_x);
    let path: Vec<f64> = states.iter().map(|(offset, _)| *offset).collect();
    let energy = |&(offset, velocity): &(f64, f64)| {
        0.5 * (velocity * velocity + (frequency * offset).powi(2))
    };
    let energies: Vec<f64> = states.iter().map(energy).collect();
    Finding {
        expected: together * setup.ratio,
        measured: decay_rate(&path, setup.dt) / frequency,
        energy: max_energy(&energies),
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::SQRT_2;

    use super::*;
    use sprung_body::Discretization;

    #[test]
    fn two_slow_springs_decay_as_one_of_root_two_times_their_frequency_and_ratio() {
        // Backward Euler of the pair divides by 1 + 2ζθ + θ² per step.
        let setup = Setup { hertz: 0.5, ratio: 0.3, dt: 1.0 / 240.0, gravity: 0.0, springs: 2 };
        let phase = SQRT_2 * TAU * setup.hertz * setup.dt;
        let expected = 0.5 * (2.0 * SQRT_2 * setup.ratio * phase + phase * phase).ln_1p() / phase;
        let found = measured(Engine::Ours(Discretization::BackwardEuler), setup);
        assert!((found.measured / expected - 1.0).abs() < 0.01, "{found:?}, not {expected}");
        assert!((found.expected - SQRT_2 * 0.3).abs() < 1e-12);
        assert!(found.energy <= 1.001, "{found:?}");
    }
}
