//! Adaptive smoothing beside the published 1 € filter: jitter at rest against lag in motion.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use core::f64::consts::TAU;

use sprung::motion::AdaptiveSmoothing;
use sprung::{AdaptiveDamper, Damper};
use testkit::random::Random;

/// The 1 € filter as published: G. Casiez, N. Roussel, D. Vogel, CHI 2012, algorithm 1.
fn one_euro(samples: &[Sample], least_cutoff: f64, beta: f64) -> Vec<f64> {
    let alpha = |cutoff: f64, dt: f64| 1.0 / (1.0 + 1.0 / (TAU * cutoff * dt));
    let (mut x, mut slope) = (samples[0].seen, 0.0);
    let next = |sample: &Sample| {
        slope += alpha(1.0, sample.dt) * ((sample.seen - x) / sample.dt - slope);
        let cutoff = least_cutoff + beta * f64::abs(slope);
        x += alpha(cutoff, sample.dt) * (sample.seen - x);
        x
    };
    samples.iter().map(next).collect()
}

fn ours(samples: &[Sample], halflife: f64, speed: f64) -> Vec<f64> {
    let damper = AdaptiveDamper::new(halflife, speed).unwrap();
    let mut smoothing = AdaptiveSmoothing::new(samples[0].seen);
    samples.iter().map(|sample| smoothing.update(sample.seen, &damper.step(sample.dt))).collect()
}

/// A sample of a pointer that reaches from place to place, in pixels, with noise.
struct Sample {
    dt: f64,
    truth: f64,
    seen: f64,
    rests: bool,
}

fn pointer(rate: f64, uneven: bool) -> Vec<Sample> {
    let mut random = Random::new(1);
    let (mut samples, mut time) = (Vec::new(), 0.0);
    let (mut place, mut way, mut since, mut lasts) = (0.0, 0.0, 0.0, 1.0);
    while time < 20.0 {
        let factor = if uneven { random.uniform(0.5, 2.0) } else { 1.0 };
        let dt = factor / rate;
        time += dt;
        if time > since + lasts {
            since += lasts;
            place += way;
            // A rest after a reach, a reach after a rest.
            let sign = if random.index(2) == 0 { 1.0 } else { -1.0 };
            way = if way == 0.0 { sign * random.log_uniform(10.0, 800.0) } else { 0.0 };
            lasts = if way == 0.0 { random.uniform(0.5, 1.2) } else { random.uniform(0.25, 0.7) };
        }
        let s = (time - since) / lasts;
        let truth = place + way * s * s * s * (10.0 + s * (6.0 * s - 15.0));
        // The sum of twelve is nearly normal, with a deviation of 1.
        let noise: f64 = (0..12).map(|_| random.uniform(-0.5, 0.5)).sum();
        let rests = way == 0.0 && time > since + 0.35;
        samples.push(Sample {
            dt,
            truth,
            seen: truth + noise,
            rests: rests || way == 0.0 && since == 0.0,
        });
    }
    samples
}

/// The jitter: the root mean square of the steps at rest; and the lag: that of the error in motion.
fn measure(samples: &[Sample], shown: &[f64]) -> (f64, f64) {
    let mean = |squares: Vec<f64>| (squares.iter().sum::<f64>() / squares.len() as f64).sqrt();
    let pairs = || samples.windows(2).zip(shown.windows(2));
    let still = |(pair, _): &(&[Sample], &[f64])| pair[0].rests && pair[1].rests;
    let jitter = pairs().filter(still).map(|(_, x)| (x[1] - x[0]).powi(2)).collect();
    let moving = samples.iter().zip(shown).filter(|(sample, _)| !sample.rests);
    (mean(jitter), mean(moving.map(|(sample, x)| (x - sample.truth).powi(2)).collect()))
}

/// From `low` to `high` by equal factors.
fn spread(low: f64, high: f64, count: u32) -> impl Iterator<Item = f64> + Clone {
    (0..count).map(move |i| low * (high / low).powf(f64::from(i) / f64::from(count - 1)))
}

#[test]
fn its_lag_is_below_that_of_the_one_euro_filter_at_every_jitter() {
    for (rate, uneven) in [(60.0, false), (120.0, false), (240.0, false), (100.0, true)] {
        let samples = &pointer(rate, uneven);
        let theirs: Vec<_> = spread(0.02, 20.0, 12)
            .flat_map(|cutoff| {
                [0.0].into_iter().chain(spread(1e-4, 1.0, 11)).map(move |b| (cutoff, b))
            })
            .map(|(cutoff, beta)| measure(samples, &one_euro(samples, cutoff, beta)))
            .collect();
        let mine: Vec<_> = spread(0.001, 8.0, 18)
            .flat_map(|halflife| spread(10.0, 3000.0, 20).map(move |speed| (halflife, speed)))
            .map(|(halflife, speed)| measure(samples, &ours(samples, halflife, speed)))
            .collect();
        let mut ratios = Vec::new();
        for &(jitter, lag) in &theirs {
            let best = |front: &[(f64, f64)]| {
                let below = front.iter().filter(|(other, _)| *other <= jitter);
                below.map(|(_, lag)| *lag).fold(f64::INFINITY, f64::min)
            };
            // Only what is best of theirs, down to a hundredth of the noise.
            if best(&theirs) == lag && jitter > 0.01 {
                ratios.push(best(&mine) / lag);
                assert!(best(&mine) <= lag, "{rate} {uneven}: jitter {jitter}, lag {lag}");
            }
        }
        ratios.sort_by(f64::total_cmp);
        println!("{rate} uneven {uneven}: {:.2} to {:.2}", ratios[0], ratios[ratios.len() - 1]);
        assert!(ratios.len() > 10);
    }
}

/// At a steady speed the half-life is steady, and the lag is its time constant times the speed, at any sampling.
#[test]
fn a_steady_motion_lags_by_the_time_constant_at_its_speed() {
    let damper = AdaptiveDamper::new(0.2f64, 40.0).unwrap();
    let mut random = Random::new(2);
    for rate in [15.0, 60.0, 144.0, 1000.0, 0.0] {
        let (mut smoothing, mut time) = (AdaptiveSmoothing::new(0.0), 0.0);
        while time < 5.0 {
            let dt = if rate > 0.0 { 1.0 / rate } else { random.log_uniform(1e-3, 0.2) };
            time += dt;
            smoothing.update(100.0 * time, &damper.step(dt));
        }
        let halflife = 0.2 / (1.0 + 2.5 * 2.5);
        assert!((damper.halflife_at(100.0) - halflife).abs() < 1e-15);
        let lag = Damper::from_halflife(halflife).unwrap().time_constant() * 100.0;
        assert!((100.0 * time - smoothing.value() - lag).abs() < 1e-9 * lag, "{rate}");
        assert!((smoothing.velocity() - 100.0).abs() < 1e-9);
    }
}

#[test]
fn a_jump_arrives_and_a_hitch_of_a_second_passes() {
    let damper = AdaptiveDamper::new(0.1f32, 50.0).unwrap();
    let mut smoothing = AdaptiveSmoothing::new([1.0f32, -1.0]);
    for dt in [0.01, 0.004, 1.0, 0.02, 0.3, 0.5, 1.0, 2.0] {
        smoothing.update([5.0, 3.0], &damper.step(dt));
    }
    let [x, y] = smoothing.value();
    assert!((x - 5.0).abs() < 1e-6 && (y - 3.0).abs() < 1e-6);
    smoothing.update([7.0, 8.0], &damper.step(f32::INFINITY));
    assert_eq!((smoothing.value(), smoothing.velocity()), ([7.0, 8.0], [0.0; 2]));
}

#[test]
fn samples_that_are_not_finite_are_left_out() {
    let damper = AdaptiveDamper::new(0.1f64, 50.0).unwrap();
    let (mut plain, mut disturbed) = (AdaptiveSmoothing::new(0.0), AdaptiveSmoothing::new(0.0));
    for frame in 1..100 {
        let place = f64::from(frame);
        plain.update(place, &damper.step(0.25));
        for odd in [f64::NAN, f64::INFINITY, -f64::INFINITY] {
            disturbed.update(odd, &damper.step(0.0625));
        }
        disturbed.update(place, &damper.step(0.0625));
        for dt in [0.0, -1.0, f64::NAN] {
            disturbed.update(f64::NAN, &damper.step(dt));
        }
        assert_eq!(disturbed, plain);
    }
}
