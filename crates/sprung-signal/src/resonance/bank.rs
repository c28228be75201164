//! A bank of springs, each tuned to a different frequency, all driven by the same signal.

use std::f64::consts::PI;

use sprung::{Damper, Real, Spring, State};

use crate::error::Result;
use crate::resonant_frequency::{spring_resonant_at, squared_ratio};
use crate::threads;

/// Number of springs advanced together: enough to fill the SIMD registers.
pub(super) const LANES: usize = 8;
/// Beyond this damping ratio a spring no longer separates frequencies.
const MAX_DAMPING: f64 = 0.2;

/// A frequency and the spring tuned to it: a tone at the distance of the half-width gives half of the energy. In hertz.
///
/// The signal is faded in and out over its whole length (Hann), or its sharp ends would shake every spring. What a spring
/// has gathered over all that time tells how strong its frequency is.
///
/// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (resonance).
///
/// # Errors
/// A frequency that is not above 0 and finite, a half-width that is negative or NaN.
pub(crate) fn tuned(frequency: f64, half_width: f64) -> Result<(f64, Spring<f64>)> {
    let damping_ratio = (half_width / frequency).min(MAX_DAMPING);
    Ok((frequency, spring_resonant_at(frequency, damping_ratio)?))
}

/// Returns the strength of each frequency in a faded, evenly sampled signal: the amplitude of the steady tone that
/// gives the spring the same energy. The springs are split over the threads; their number does not change a bit.
pub(crate) fn strengths(
    tuned: &[(f64, Spring<f64>)],
    threads: usize,
    faded: &[f64],
    dt: f64,
) -> Vec<f64> {
    let mut strengths = vec![0.0; tuned.len()];
    share(tuned, &mut strengths, threads, |tuned, strengths| measure(tuned, faded, dt, strengths));
    strengths
}

/// Splits springs and their results over threads, in whole lanes.
pub(super) fn share<T: Send>(
    tuned: &[(f64, Spring<f64>)],
    results: &mut [T],
    threads: usize,
    measure: impl Fn(&[(f64, Spring<f64>)], &mut [T]) + Sync,
) {
    let share = tuned.len().div_ceil(threads).next_multiple_of(LANES).max(LANES);
    let shares = tuned.chunks(share).zip(results.chunks_mut(share));
    threads::run(shares, |(tuned, results)| measure(tuned, results));
}

/// The strength of each spring's frequency.
fn measure(tuned: &[(f64, Spring<f64>)], faded: &[f64], dt: f64, strengths: &mut [f64]) {
    let duration = dt * faded.len().saturating_sub(1) as f64;
    for (tuned, strengths) in tuned.chunks(LANES).zip(strengths.chunks_mut(LANES)) {
        let shaken = tuned.iter().zip(shake(tuned, dt, faded));
        for (((frequency, spring), (end, energy_sum)), result) in shaken.zip(strengths) {
            let energy_time = energy_sum * dt + ring_out(end, spring);
            *result = strength(*frequency, spring, energy_time, duration, dt);
        }
    }
}

/// Fades a signal in and out over its whole length, by `1 − cos` (Hann).
pub(crate) fn fade(values: &mut [f64]) {
    let last = values.len().saturating_sub(1) as f64;
    for (index, value) in values.iter_mut().enumerate() {
        *value *= fading(index as f64 / last);
    }
}

/// Returns the Hann window at a part (0 … 1) of the duration.
fn fading(part: f64) -> f64 {
    let (sin, _) = Real::sin_cos(PI * part);
    sin * sin
}

/// The amplitude of a tone from the energy that it left in a spring over time, per `ω²`.
fn strength(frequency: f64, spring: &Spring<f64>, energy_time: f64, duration: f64, dt: f64) -> f64 {
    let (ratio, rate) = (spring.damping_ratio(), spring.decay_rate());
    let squared = squared_ratio(ratio);
    let apart = 1.0 - squared;
    let steady = (1.0 + squared) / (apart * apart + 4.0 * ratio * ratio * squared);
    2.0 * (energy_time / (steady * swing_time(rate, duration))).sqrt() / held(frequency, dt)
}

/// The part of a tone's amplitude that the straight lines between its samples hold.
pub(super) fn held(frequency: f64, dt: f64) -> f64 {
    let angle = PI * frequency * dt;
    let (sin, _) = Real::sin_cos(angle);
    let line = if angle > 0.0 { sin / angle } else { 1.0 };
    line * line
}

/// `∫q² dt` of the swing `q` of a spring at resonance with a faded tone: it follows the fading like a damper of the
/// decay rate, and rings out.
fn swing_time(rate: f64, duration: f64) -> f64 {
    const PARTS: u32 = 256;
    let dt = duration / f64::from(PARTS);
    let step = Damper::from_rate(rate).map(|damper| damper.follow_step(dt));
    let Ok(step) = step else { return f64::NAN };
    let (mut swing, mut sum) = (0.0f64, 0.0);
    for part in 1..=PARTS {
        let at = |part: u32| fading(f64::from(part) / f64::from(PARTS));
        swing = step.apply(swing, at(part - 1), at(part));
        sum += swing * swing * dt;
    }
    sum + swing * swing / (2.0 * rate)
}

/// The energy over time, per `ω²`, while the spring comes to rest.
fn ring_out(end: State<f64>, spring: &Spring<f64>) -> f64 {
    let (w, a) = (spring.angular_frequency(), spring.decay_rate());
    let State { position: x, velocity: v } = end;
    0.5 * ((x * x + v * v) / (2.0 * a) + x * v / w + a * x * x / (w * w))
}

/// What a step multiplies by: position, velocity in units of `ω`, the signal at the start and at the end of the step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Factors {
    pub(super) position_from: [[f64; LANES]; 4],
    pub(super) velocity_from: [[f64; LANES]; 4],
}

impl Factors {
    /// The factors of at most as many springs as there are lanes; those of the others are 0.
    pub(super) fn new(tuned: &[(f64, Spring<f64>)], dt: f64) -> Self {
        let (mut position_from, mut velocity_from) = ([[0.0; LANES]; 4], [[0.0; LANES]; 4]);
        for (lane, (_, spring)) in tuned.iter().enumerate() {
            let (step, scale) = (spring.follow_step(dt), spring.angular_frequency());
            for row in 0..4 {
                let unit = |at: usize| if at == row { 1.0 } else { 0.0 };
                let start = State::new(unit(0), unit(1) * scale);
                let end = step.apply(start, unit(2), unit(3));
                position_from[row][lane] = end.position;
                velocity_from[row][lane] = end.velocity / scale;
            }
        }
        Factors { position_from, velocity_from }
    }
}

/// Drives springs, initially at rest, by the straight lines between the samples, side by side: the state of each at the
/// end, and the sum of its energies after each step, per `ω²`.
///
/// Velocity is in units of `ω` times position: the energy per `ω²` is half of the sum of squares.
fn shake(
    tuned: &[(f64, Spring<f64>)],
    dt: f64,
    signal: &[f64],
) -> impl Iterator<Item = (State<f64>, f64)> {
    let Factors { position_from, velocity_from } = Factors::new(tuned, dt);
    let ([xx, xv, xf, xt], [vx, vv, vf, vt]) = (&position_from, &velocity_from);
    let (mut x, mut v, mut sum) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
    for pair in signal.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        for i in 0..LANES {
            let position = xx[i] * x[i] + xv[i] * v[i] + (xf[i] * from + xt[i] * to);
            v[i] = vx[i] * x[i] + vv[i] * v[i] + (vf[i] * from + vt[i] * to);
            x[i] = position;
            sum[i] += position * position + v[i] * v[i];
        }
    }
    (0..tuned.len()).map(move |i| (State::new(x[i], v[i]), 0.5 * sum[i]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    const DT: f64 = 0.001;

    fn faded(count: usize, signal: impl Fn(f64) -> f64) -> Vec<f64> {
        let mut values: Vec<f64> = (0..count).map(|i| signal(i as f64 * DT)).collect();
        fade(&mut values);
        values
    }

    #[test]
    fn the_strength_of_a_tone_is_its_amplitude() {
        for (frequency, half_width) in
            [(5.0, 0.05), (5.0, 0.5), (40.0, 0.2), (100.0, 2.0), (300.0, 1.5), (450.0, 2.0)]
        {
            let signal = faded(8000, |t| 3.0 * (TAU * frequency * t + 1.0).sin());
            let bank = [tuned(frequency, half_width).unwrap()];
            let strength = strengths(&bank, 1, &signal, DT)[0];
            assert!((strength / 3.0 - 1.0).abs() < 0.01, "{frequency} {half_width}: {strength}");
        }
    }

    #[test]
    fn no_bit_depends_on_the_number_of_processors() {
        let signal = faded(300, |t| (TAU * 20.0 * t).sin());
        for count in [0, 1, 8, 9, 37] {
            let bank: Vec<_> =
                (0..count).map(|i| tuned(10.0 + f64::from(i), 1.0).unwrap()).collect();
            let alone = strengths(&bank, 1, &signal, DT);
            assert_eq!(alone.len(), count as usize);
            assert!(alone.iter().all(|strength| *strength > 0.0));
            for threads in [2, 3, 16] {
                assert_eq!(strengths(&bank, threads, &signal, DT), alone);
            }
        }
    }

    #[test]
    fn side_by_side_is_one_by_one_through_the_core() {
        let signal = faded(500, |t| (TAU * 20.0 * t).sin() + t);
        let bank: Vec<_> = (1..12).map(|i| tuned(f64::from(i) * 5.0, 1.0).unwrap()).collect();
        for lanes in bank.chunks(LANES) {
            let shaken: Vec<_> = shake(lanes, DT, &signal).collect();
            assert_eq!(shaken.len(), lanes.len());
            for ((_, spring), (end, energy_sum)) in lanes.iter().zip(shaken) {
                let mut state = State::at_rest(0.0);
                let mut sum = 0.0;
                for pair in signal.windows(2) {
                    state = spring.follow_step(DT).apply(state, pair[0], pair[1]);
                    sum += spring.energy(state, 0.0) / spring.angular_frequency().powi(2);
                }
                assert!((end.position - state.position).abs() < 1e-12);
                assert!((energy_sum - sum).abs() < 1e-11 * sum);
            }
        }
    }

    #[test]
    fn ringing_out_is_the_energy_of_all_steps_to_come() {
        let spring = Spring::from_frequency(2.0, 0.1).unwrap();
        let (w, dt) = (spring.angular_frequency(), 1e-4);
        let mut state = State::new(0.7, -0.4 * w);
        let mut sum = 0.0;
        let step = spring.step(dt);
        for _ in 0..200_000 {
            let before = spring.energy(state, 0.0);
            state = step.apply(state, 0.0);
            sum += 0.5 * (before + spring.energy(state, 0.0)) * dt / (w * w);
        }
        assert!((ring_out(State::new(0.7, -0.4), &spring) / sum - 1.0).abs() < 1e-6);
    }
}
