//! Named inputs for tests: hostile floats, springs, states and frame times.

use crate::precision::Precision;
use crate::random::Random;

/// Both zeros, subnormals, the smallest and largest numbers, both infinities and NaN.
///
/// ```
/// use testkit::inputs::hostile;
/// assert!(hostile::<f32>().iter().any(|x| x.is_nan()));
/// assert!(hostile::<f32>().contains(&f32::MIN_POSITIVE));
/// ```
pub fn hostile<P: Precision>() -> Vec<P> {
    let single = P::EPSILON > f64::EPSILON;
    let (tiny, least, most) = if single {
        (f64::from(f32::from_bits(1)), f64::from(f32::MIN_POSITIVE), f64::from(f32::MAX))
    } else {
        (f64::from_bits(1), f64::MIN_POSITIVE, f64::MAX)
    };
    let near_one = [1.0 - P::EPSILON / 2.0, 1.0, 1.0 + P::EPSILON];
    let magnitudes = [0.0, tiny, least / 2.0, least, 1e-30, 1e30, most, f64::INFINITY];
    let positive = magnitudes.into_iter().chain(near_one);
    positive.flat_map(|x| [x, -x]).chain([f64::NAN]).map(P::nearest).collect()
}

/// The [`hostile`] floats that a parameter may be: finite and not negative.
pub fn hostile_parameters<P: Precision>() -> Vec<P> {
    hostile::<P>()
        .into_iter()
        .filter(|x| x.to_f64().is_finite() && x.to_f64().is_sign_positive())
        .collect()
}

/// Damping ratios that come to 1 from both sides: `1 ± 10⁻³ … 1 ± 10⁻¹⁵`, and 1.
pub fn ratios_through_one<P: Precision>() -> Vec<P> {
    let offsets = (3..=15).map(|exponent| 10_f64.powi(-exponent));
    let below = offsets.clone().map(|offset| 1.0 - offset);
    let above = offsets.rev().map(|offset| 1.0 + offset);
    below.chain([1.0]).chain(above).map(P::nearest).collect()
}

/// A damping ratio from 0 to 1e4: mostly oscillating or near critical, sometimes far from it.
pub fn damping_ratio(random: &mut Random) -> f64 {
    match random.index(5) {
        0 => 0.0,
        1 => random.log_uniform(1e-6, 1.0),
        2 => random.uniform(0.0, 1.0),
        3 => random.uniform(0.9, 1.1),
        _ => random.log_uniform(1.0, 1e4),
    }
}

/// A spring as (angular frequency, damping ratio): 0.01 to 300 rad/s, ratio as [`damping_ratio`].
pub fn spring<P: Precision>(random: &mut Random) -> (P, P) {
    let angular_frequency = random.log_uniform(0.01, 300.0);
    (P::nearest(angular_frequency), P::nearest(damping_ratio(random)))
}

/// A time step of the given spring with a phase `ω dt` from 1e-6 to 30.
pub fn dt<P: Precision>(random: &mut Random, angular_frequency: P) -> P {
    let phase = match random.index(2) {
        0 => random.log_uniform(1e-6, 30.0),
        _ => random.uniform(1e-6, 30.0),
    };
    P::nearest(phase / angular_frequency.to_f64())
}

/// A state as (position, velocity): position in -1..1, velocity in -ω..ω.
pub fn state<P: Precision>(random: &mut Random, angular_frequency: P) -> (P, P) {
    let velocity = random.uniform(-1.0, 1.0) * angular_frequency.to_f64();
    (P::nearest(random.uniform(-1.0, 1.0)), P::nearest(velocity))
}

/// Frame times of a game: about 60 per second, uneven, some frames doubled, some 0.
pub fn frame_times<P: Precision>(random: &mut Random, count: usize) -> Vec<P> {
    let mut frame = || match random.index(20) {
        0 => 0.0,
        1 => 2.0 / 60.0,
        _ => random.uniform(0.5, 1.5) / 60.0,
    };
    (0..count).map(|_| P::nearest(frame())).collect()
}

/// [`frame_times`] with one frame of a whole second in the middle.
pub fn frame_times_with_hitch<P: Precision>(random: &mut Random, count: usize) -> Vec<P> {
    let mut times = frame_times(random, count);
    times.insert(count / 2, P::nearest(1.0));
    times
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_floats_hold_both_signs_of_zero_and_of_subnormals() {
        let bits: Vec<_> = hostile::<f32>().iter().map(|x| x.to_bits()).collect();
        for wanted in [0.0, -0.0, f32::from_bits(1), -f32::from_bits(1), f32::MAX, f32::MIN] {
            assert!(bits.contains(&wanted.to_bits()), "{wanted}");
        }
        assert!(hostile::<f64>().contains(&f64::MAX));
        assert!(hostile_parameters::<f64>().iter().all(|&x| x >= 0.0));
    }

    #[test]
    fn random_springs_cover_every_regime() {
        let mut random = Random::new(1);
        let springs: Vec<_> = (0..1000).map(|_| spring::<f64>(&mut random)).collect();
        for regime in [0.0..1e-300, 1e-300..0.9, 0.9..1.0, 1.0..1.1, 1.1..100.0, 100.0..1e4] {
            let count = springs.iter().filter(|(_, ratio)| regime.contains(ratio)).count();
            assert!(count > 20, "{count} in {regime:?}");
        }
    }

    #[test]
    fn frame_times_are_uneven_and_the_hitch_is_one_second() {
        let times = frame_times_with_hitch::<f64>(&mut Random::new(1), 100);
        assert_eq!(times.len(), 101);
        assert_eq!(times[50], 1.0);
        assert!(times.contains(&0.0));
    }
}
