//! The recordings: a pointer whose path is a formula, and an electrocardiogram. Both get noise that is known.

use std::f64::consts::TAU;

use anyhow::{Context, Result};
use testkit::random::Random;

use super::measure::Recording;

const POINTER_RATE: f64 = 120.0;
/// Standard deviations of the noise: in pixels, and in the unit of the electrocardiogram, whose waves are 300 high.
const POINTER_NOISE: f64 = 2.0;
const HEART_NOISE: f64 = 10.0;

/// Twenty-five seconds of reaches between still places, each reach of least jerk: `10p³ − 15p⁴ + 6p⁵` of its way (T. Flash,
/// N. Hogan, 1985), 50 to 900 pixels in 0.25 to 0.7 s, with a second of rest after it.
pub(super) fn pointer() -> Recording {
    let mut random = Random::new(7);
    let (mut truth, mut place) = (Vec::new(), 500.0);
    while truth.len() < (25.0 * POINTER_RATE) as usize {
        let length = random.uniform(50.0, 900.0) * if place > 500.0 { -1.0 } else { 1.0 };
        let reach = (random.uniform(0.25, 0.7) * POINTER_RATE) as usize;
        for at in 0..reach {
            let p = at as f64 / reach as f64;
            truth.push(place + length * p * p * p * (10.0 + p * (6.0 * p - 15.0)));
        }
        place += length;
        truth.extend(std::iter::repeat_n(place, POINTER_RATE as usize));
    }
    with_noise("pointer", POINTER_RATE, 0.2, truth, POINTER_NOISE)
}

/// The electrocardiogram of data/, at 360 Hz, taken as true.
pub(super) fn heart() -> Result<Recording> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/ecg.csv");
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {path}"))?;
    let value = |line: &str| line.split_once(',').and_then(|(_, value)| value.trim().parse().ok());
    let truth: Option<Vec<f64>> = text.lines().skip(1).map(value).collect();
    Ok(with_noise(
        "ecg",
        360.0,
        0.06,
        truth.context("data/ecg.csv has two columns of numbers")?,
        HEART_NOISE,
    ))
}

/// Adds white noise of a normal distribution. A filter is tried with time constants up to `longest` seconds: a longer one
/// leaves nothing of the shape.
fn with_noise(
    name: &'static str,
    rate: f64,
    longest: f64,
    truth: Vec<f64>,
    deviation: f64,
) -> Recording {
    let mut random = Random::new(11);
    let mut normal =
        || (-2.0 * random.unit().max(f64::MIN_POSITIVE).ln()).sqrt() * (TAU * random.unit()).cos();
    let noisy = truth.iter().map(|value| value + deviation * normal()).collect();
    Recording { name, rate, longest, truth, noisy }
}
