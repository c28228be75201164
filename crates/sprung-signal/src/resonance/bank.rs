//! A bank of springs, each tuned to a different frequency, all driven by the same signal.

use std::f64::consts::PI;

use sprung::{Damper, Real, Spring, State};

use crate::error::Result;
use crate::resonant_frequency::{spring_resonant_at, squared_ratio};

/// Number of springs advanced together: enough to fill the SIMD registers.
const LANES: usize = 8;
/// Beyond this damping ratio a spring no longer separates frequencies.
const MAX_DAMPING: f64 = 0.2;

/// Springs tuned to frequencies, each with a half-width: a tone at that distance gives half of the energy.
///
/// Both in hertz. The signal is faded in and out over its whole length (Hann), or its sharp ends would shake every
/// spring. What a spring has gathered over all that time tells how strong its frequency is.
///
/// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (resonance).
#[derive(Clone, Debug)]
pub(crate) struct ResonanceBank {
    tuned: Vec<(f64, Spring<f64>)>,
}

impl ResonanceBank {
    /// Springs tuned to pairs of frequency and half-width.
    ///
    /// # Errors
    /// A frequency that is not above 0 and finite, a half-width that is negative or NaN.
    pub(crate) fn new(tuned: impl IntoIterator<Item = (f64, f64)>) -> Result<Self> {
        let tune = |(frequency, half_width): (f64, f64)| {
            let damping_ratio = (half_width / frequency).min(MAX_DAMPING);
            Ok((frequency, spring_resonant_at(frequency, damping_ratio)?))
        };
        Ok(ResonanceBank { tuned: tuned.into_iter().map(tune).collect::<Result<_, _>>()? })
    }

    /// Returns the strength of each frequency in a faded, evenly sampled signal: the amplitude of the steady tone that
    /// gives the spring the same energy. The springs are split over the threads; their number does not change a bit.
    pub(crate) fn strengths(&self, threads: usize, faded: &[f64], dt: f64) -> Vec<f64> {
        let mut strengths = vec![0.0; self.tuned.len()];
        let share = self.tuned.len().div_ceil(threads).next_multiple_of(LANES).max(LANES);
        let mut shares = self.tuned.chunks(share).zip(strengths.chunks_mut(share));
        // The first share is done here: where there are no threads, it is all there is.
        let here = shares.next();
        std::thread::scope(|scope| {
            for (tuned, strengths) in shares {
                scope.spawn(move || measure(tuned, faded, dt, strengths));
            }
            if let Some((tuned, strengths)) = here {
                measure(tuned, faded, dt, strengths);
            }
        });
        strengths
    }
}

/// The strength of each spring's frequency.
fn measure(tuned: &[(f64, Spring<f64>)], faded: &[f64], dt: f64, strengths: &mut [f64]) {
    let duration = dt * faded.len().saturating_sub(1) as f64;
    for (tuned, strengths) in tuned.chunks(LANES).zip(strengths.chunks_mut(LANES)) {
        let shaken = Lanes::new(tuned, dt).shake(faded);
        for (((frequency, spring), shaken), result) in tuned.iter().zip(shaken).zip(strengths) {
            let energy_time = shaken.energy_sum * dt + shaken.ring_out(spring);
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
    // The straight lines between the samples hold less of a tone than the tone itself.
    let angle = PI * frequency * dt;
    let (sin, _) = Real::sin_cos(angle);
    let line = if angle > 0.0 { sin / angle } else { 1.0 };
    let lines = line * line;
    2.0 * (energy_time / (steady * swing_time(rate, duration))).sqrt() / lines
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

/// The response of a spring to the signal. Velocity is in units of `ω` times position: the energy per `ω²` is half of
/// the sum of squares.
#[derive(Clone, Copy, Debug)]
struct Shaken {
    position: f64,
    velocity: f64,
    energy_sum: f64,
}

impl Shaken {
    /// The energy over time, per `ω²`, while the spring comes to rest.
    fn ring_out(&self, spring: &Spring<f64>) -> f64 {
        let (w, a) = (spring.angular_frequency(), spring.decay_rate());
        let Shaken { position: x, velocity: v, .. } = *self;
        0.5 * ((x * x + v * v) / (2.0 * a) + x * v / w + a * x * x / (w * w))
    }
}

/// The steps of several springs as plain numbers, side by side.
#[derive(Clone, Copy, Debug)]
struct Lanes {
    used: usize,
    // What each is multiplied by: position, velocity, the signal at the start and at the end of the step.
    position: [[f64; LANES]; 4],
    velocity: [[f64; LANES]; 4],
}

impl Lanes {
    fn new(tuned: &[(f64, Spring<f64>)], dt: f64) -> Self {
        let none = [[0.0; LANES]; 4];
        let mut lanes = Lanes { used: tuned.len(), position: none, velocity: none };
        for (lane, (_, spring)) in tuned.iter().enumerate() {
            let (step, scale) = (spring.follow_step(dt), spring.angular_frequency());
            for row in 0..4 {
                let unit = |at: usize| if at == row { 1.0 } else { 0.0 };
                let start = State::new(unit(0), unit(1) * scale);
                let end = step.apply(start, unit(2), unit(3));
                lanes.position[row][lane] = end.position;
                lanes.velocity[row][lane] = end.velocity / scale;
            }
        }
        lanes
    }

    /// Drives the springs, initially at rest, by the straight lines between the samples.
    fn shake(&self, signal: &[f64]) -> Vec<Shaken> {
        let [xx, xv, xf, xt] = &self.position;
        let [vx, vv, vf, vt] = &self.velocity;
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
        let shaken = |i: usize| Shaken { position: x[i], velocity: v[i], energy_sum: 0.5 * sum[i] };
        (0..self.used).map(shaken).collect()
    }
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
            let bank = ResonanceBank::new([(frequency, half_width)]).unwrap();
            let strength = bank.strengths(1, &signal, DT)[0];
            assert!((strength / 3.0 - 1.0).abs() < 0.01, "{frequency} {half_width}: {strength}");
        }
    }

    #[test]
    fn no_bit_depends_on_the_number_of_processors() {
        let signal = faded(300, |t| (TAU * 20.0 * t).sin());
        for count in [0, 1, 8, 9, 37] {
            let tuned = (0..count).map(|i| (10.0 + f64::from(i), 1.0));
            let bank = ResonanceBank::new(tuned).unwrap();
            let alone = bank.strengths(1, &signal, DT);
            assert_eq!(alone.len(), count as usize);
            assert!(alone.iter().all(|strength| *strength > 0.0));
            for threads in [2, 3, 16] {
                assert_eq!(bank.strengths(threads, &signal, DT), alone);
            }
        }
    }

    #[test]
    fn side_by_side_is_one_by_one_through_the_core() {
        let signal = faded(500, |t| (TAU * 20.0 * t).sin() + t);
        let tuned: Vec<(f64, f64)> = (1..12).map(|i| (f64::from(i) * 5.0, 1.0)).collect();
        let bank = ResonanceBank::new(tuned).unwrap();
        for lanes in bank.tuned.chunks(LANES) {
            let shaken = Lanes::new(lanes, DT).shake(&signal);
            assert_eq!(shaken.len(), lanes.len());
            for ((_, spring), shaken) in lanes.iter().zip(shaken) {
                let mut state = State::at_rest(0.0);
                let mut sum = 0.0;
                for pair in signal.windows(2) {
                    state = spring.follow_step(DT).apply(state, pair[0], pair[1]);
                    sum += spring.energy(state, 0.0) / spring.angular_frequency().powi(2);
                }
                assert!((shaken.position - state.position).abs() < 1e-12);
                assert!((shaken.energy_sum - sum).abs() < 1e-11 * sum);
            }
        }
    }

    #[test]
    fn ringing_out_is_the_energy_of_all_steps_to_come() {
        let spring = Spring::from_frequency(2.0, 0.1).unwrap();
        let (w, dt) = (spring.angular_frequency(), 1e-4);
        let shaken = Shaken { position: 0.7, velocity: -0.4, energy_sum: 0.0 };
        let mut state = State::new(0.7, -0.4 * w);
        let mut sum = 0.0;
        let step = spring.step(dt);
        for _ in 0..200_000 {
            let before = spring.energy(state, 0.0);
            state = step.apply(state, 0.0);
            sum += 0.5 * (before + spring.energy(state, 0.0)) * dt / (w * w);
        }
        assert!((shaken.ring_out(&spring) / sum - 1.0).abs() < 1e-6);
    }
}
