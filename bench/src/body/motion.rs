//! Measures damping ratio, overshoot and steady error of a spring from the path of its body.

use std::f64::consts::TAU;

use super::damping_ratio::of_step;
use super::engine::{Engine, Setup};
use super::world::World;

/// One move by one meter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion {
    pub(super) ratio: f64,
    pub(super) overshoot: f64,
    pub(super) steady_error: f64,
}

const GRAVITY: f64 = 9.81;

impl Motion {
    pub(super) fn of(engine: Engine, hertz: f64, ratio: f64, dt: f64) -> Motion {
        let path = |gravity: f64| {
            let setup = Setup { hertz, ratio, dt, gravity, springs: 1 };
            let world = World::on_springs(Some(engine), 1, setup);
            recorded(world, 20.0 / dt, |world| world.along_x().0)
        };
        let free = path(0.0);
        let sag = -GRAVITY / (TAU * hertz).powi(2);
        let resting = path(-GRAVITY).last().copied().unwrap_or(f64::NAN);
        Motion {
            ratio: damping_ratio(&free),
            overshoot: free.iter().fold(0.0, |max, offset| f64::max(max, -offset)),
            steady_error: (resting - sag).abs() / sag.abs(),
        }
    }
}

/// Returns the values of a world before each of a number of steps.
pub(super) fn recorded<T>(mut world: World, steps: f64, value: impl Fn(&World) -> T) -> Vec<T> {
    let mut record = || {
        let before = value(&world);
        world.step();
        before
    };
    (0..steps as usize).map(|_| record()).collect()
}

/// The damping ratio of samples of a damped spring.
pub(super) fn damping_ratio(path: &[f64]) -> f64 {
    let (trace, product) = map(path);
    of_step(trace, product)
}

/// The decay rate of samples of a damped spring, 1/s: free of the alias of a spring that is faster than the samples.
pub(super) fn decay_rate(path: &[f64], dt: f64) -> f64 {
    -0.5 * map(path).1.ln() / dt
}

/// The trace `T` and the determinant `D` of the step of samples of a damped spring: they obey `x₂ = T·x₁ − D·x₀` with
/// `D = e^(−2ah)` and `T = 2e^(−ah)·cos bh`, fitted by least squares while they are far above single precision.
fn map(path: &[f64]) -> (f64, f64) {
    let large = |three: &[f64]| three.iter().any(|x| x.abs() > 1e-3);
    let (mut aa, mut ab, mut bb, mut ay, mut by) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for three in path.windows(3).take_while(|three| large(three)) {
        let (a, b, y) = (three[1], -three[0], three[2]);
        (aa, ab, bb) = (aa + a * a, ab + a * b, bb + b * b);
        (ay, by) = (ay + a * y, by + b * y);
    }
    let determinant = aa * bb - ab * ab;
    ((ay * bb - by * ab) / determinant, (by * aa - ay * ab) / determinant)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprung::{Spring, State};
    use sprung_body::Discretization;

    #[test]
    fn the_ratio_of_an_exact_path_is_the_one_set() {
        for ratio in [0.05, 0.3, 0.99, 1.5] {
            let step = Spring::new(6.0, ratio).unwrap().step(1.0 / 60.0);
            let mut state = State::at_rest(1.0);
            let path: Vec<f64> = (0..600)
                .map(|_| {
                    state = step.apply(state, 0.0);
                    state.position
                })
                .collect();
            assert!(
                (damping_ratio(&path) - ratio).abs() < 1e-6,
                "{ratio}: {}",
                damping_ratio(&path)
            );
            let rate = decay_rate(&path, 1.0 / 60.0);
            assert!((rate - 6.0 * ratio).abs() < 1e-5, "{ratio}: {rate} 1/s");
        }
    }

    #[test]
    fn the_decay_rate_of_a_spring_faster_than_its_samples_is_that_of_the_spring() {
        // 28.3 Hz at 30 samples per second.
        let step = Spring::from_frequency(28.3, 0.1).unwrap().step(1.0 / 30.0);
        let mut state = State::at_rest(1.0);
        let mut path = vec![1.0];
        for _ in 0..60 {
            state = step.apply(state, 0.0);
            path.push(state.position);
        }
        let expected = 0.1 * TAU * 28.3;
        assert!((decay_rate(&path, 1.0 / 30.0) / expected - 1.0).abs() < 1e-6);
    }

    #[test]
    fn exact_springs_have_the_set_damping_ratio_within_two_percent_at_every_rate() {
        for hertz in [0.5, 1.0, 4.0] {
            for ratio in [0.1, 0.3, 0.7, 1.0, 1.5] {
                for rate in [30.0, 60.0, 120.0, 240.0] {
                    let motion =
                        Motion::of(Engine::Ours(Discretization::Exact), hertz, ratio, 1.0 / rate);
                    let miss = (motion.ratio / ratio - 1.0).abs();
                    assert!(miss < 0.02, "{hertz} Hz, {ratio} at {rate}/s: {}", motion.ratio);
                }
            }
        }
    }

    #[test]
    fn the_implicit_discretization_damps_like_backward_euler() {
        for (hertz, ratio, rate) in [(1.0, 0.1, 30.0), (1.0, 1.0, 60.0), (4.0, 0.1, 30.0)] {
            let (engine, phase) = (Engine::Ours(Discretization::BackwardEuler), TAU * hertz / rate);
            let measured = Motion::of(engine, hertz, ratio, 1.0 / rate).ratio;
            // Backward Euler divides by 1 + 2ζθ + θ²; its roots are 1/(1 − λh) of those of the spring, λ.
            let (real, turn) = (1.0 + ratio * phase, phase * (1.0 - ratio * ratio).sqrt());
            let (decay, angle) = (real.hypot(turn).ln(), turn.atan2(real));
            let expected = decay / decay.hypot(angle);
            assert!((measured / expected - 1.0).abs() < 0.01, "{measured}, not {expected}");
            let of_map = engine.ratio_of_map(hertz, ratio, 1.0 / rate).unwrap();
            assert!((of_map / expected - 1.0).abs() < 1e-6, "{of_map}, not {expected}");
        }
    }

    #[test]
    fn our_springs_rest_at_the_static_sag_within_a_thousandth() {
        for discretization in [Discretization::Exact, Discretization::BackwardEuler] {
            for hertz in [1.0, 4.0] {
                for rate in [30.0, 60.0, 120.0, 240.0] {
                    let error = Motion::of(Engine::Ours(discretization), hertz, 0.7, 1.0 / rate)
                        .steady_error;
                    assert!(error < 1e-3, "{discretization:?} {hertz} Hz at {rate}/s: {error}");
                }
            }
        }
    }
}
