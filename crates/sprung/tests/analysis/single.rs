//! Single precision against the same question in double.

use sprung::Spring;
use sprung::analysis::FreeResponse;
use testkit::random::Random;
use testkit::tolerance::EVENT_TIME;
use testkit::worst::Worst;

use crate::brute_force::{random_motion, size};

/// A motion rounded to single precision, and the same in double.
fn in_both(motion: &FreeResponse<f64>) -> (FreeResponse<f32>, FreeResponse<f64>) {
    let (w, z) = (motion.spring.angular_frequency() as f32, motion.spring.damping_ratio() as f32);
    let (x, v) = (motion.offset as f32, motion.velocity as f32);
    let double = Spring::new(f64::from(w), f64::from(z)).unwrap();
    (
        FreeResponse::new(Spring::new(w, z).unwrap(), x, v),
        FreeResponse::new(double, f64::from(x), f64::from(v)),
    )
}

#[test]
fn settling_times_in_single_precision_are_those_in_double() {
    let mut random = Random::new(11);
    let mut settled_later = 0;
    for _ in 0..5000 {
        let motion = random_motion(&mut random);
        let (single, double) = in_both(&motion);
        let tolerance = random.log_uniform(1e-3, 0.5) as f32;
        let answer = f64::from(single.settling_time(tolerance));
        // A band slightly wider and narrower: a swing that just touches its edge may count or not.
        let slack = 1e-4 * (1.0 + size(&double) / f64::from(tolerance) * 0.01);
        let at = |factor: f64| double.settling_time(f64::from(tolerance) * factor);
        let (early, late) = (at(1.0 + slack), at(1.0 - slack));
        assert!(answer >= early * (1.0 - 2e-5), "{single:?} {tolerance}: {answer} < {early}");
        assert!(answer <= late * (1.0 + 2e-5), "{single:?} {tolerance}: {answer} > {late}");
        settled_later += u32::from(answer > 0.0);
    }
    assert!(settled_later > 4000, "{settled_later}");
}

#[test]
fn turns_travel_areas_and_greatest_values_in_single_precision_are_those_in_double() {
    let mut random = Random::new(12);
    let mut worst = Worst::new("single precision");
    for _ in 0..5000 {
        let motion = random_motion(&mut random);
        let (single, double) = in_both(&motion);
        let bar = EVENT_TIME.f32_bar;
        let (size, w) = (size(&double), double.spring.angular_frequency());
        let mut compare = |question: &str, answer: f32, golden: f64, scale: f64| {
            let place = || format!("{question} of {single:?}");
            worst.check(f64::from(answer) - golden, bar * scale, place);
        };
        if let (Some(answer), Some(golden)) = (single.extremum(1), double.extremum(1)) {
            compare("first turn", answer.value, golden.value, size);
            // A turn near the goal is hardly seen, and its time hardly known.
            let known = size / golden.value.abs();
            compare("time of the first turn", answer.time, golden.time, known / w + golden.time);
        }
        compare("travel", single.path_length(), double.path_length(), double.path_length());
        let parts = double.spring.lag() * double.offset.abs() + double.velocity.abs() / w / w;
        compare("area", single.integral(), double.integral(), 0.1 * parts);
        let all = double.integral_abs();
        compare("absolute area", single.integral_abs(), all, parts + all);
        let (speed, hardest) = (double.max_speed().value, double.max_acceleration().value);
        compare("maximum speed", single.max_speed().value, speed, speed);
        compare("maximum acceleration", single.max_acceleration().value, hardest, hardest);
        let (rise, bandwidth) = (double.spring.rise_time(), double.spring.bandwidth());
        compare("rise time", single.spring.rise_time(), rise, rise);
        compare("bandwidth", single.spring.bandwidth(), bandwidth, bandwidth);
    }
    worst.finish();
}

#[test]
fn crossings_in_single_precision_are_those_in_double() {
    let mut random = Random::new(13);
    let mut worst = Worst::new("crossings in single precision");
    for _ in 0..5000 {
        let (single, double) = in_both(&random_motion(&mut random));
        let size = size(&double);
        let level = (random.uniform(-0.5, 0.5) * size) as f32;
        let (answer, golden) =
            (single.crossing_time(level), double.crossing_time(f64::from(level)));
        let speed = double.at(golden.min(1e9)).velocity.abs() / double.spring.angular_frequency();
        // Where it only just touches the level, or just misses it, the answer is a matter of rounding.
        if golden.is_finite() && speed > 1e-2 * size {
            let steep = (size / speed).max(1.0);
            worst.check(
                f64::from(answer) - golden,
                EVENT_TIME.f32_bar * steep * golden.max(1e-2 / double.spring.angular_frequency()),
                || format!("{single:?} {level}"),
            );
        }
    }
    worst.finish();
}
