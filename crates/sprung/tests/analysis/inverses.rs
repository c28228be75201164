//! The inverse constructors against the analysis: a spring built from a property has that property.

use sprung::Spring;
use testkit::random::Random;
use testkit::worst::Worst;

#[test]
fn random_springs_come_back_from_what_they_do() {
    let mut random = Random::new(9);
    let mut worst = Worst::new("inverses");
    for _ in 0..3000 {
        let (time, ratio) = (random.log_uniform(1e-3, 1e3), random.log_uniform(0.01, 100.0));
        let tolerance = random.log_uniform(1e-6, 0.5);
        let overshoot = random.uniform(0.0, 0.95);
        let settling = Spring::from_settling_time(time, ratio, tolerance).unwrap();
        let both = Spring::from_settling_time_and_overshoot(time, overshoot, tolerance).unwrap();
        let peak = Spring::from_peak_time_and_overshoot(time, overshoot).unwrap();
        let pairs = [
            (settling.settling_time(tolerance), time),
            (both.settling_time(tolerance), time),
            (both.overshoot(), overshoot),
            (peak.peak_time(), time),
            (peak.overshoot(), overshoot),
            (Spring::from_halflife(time, ratio).unwrap().halflife(), time),
            (Spring::from_lag(time, ratio).unwrap().lag(), time),
            (Spring::from_rise_time(time, ratio).unwrap().rise_time(), time),
            (Spring::from_bandwidth(time, ratio).unwrap().bandwidth(), time),
        ];
        for (index, (back, given)) in pairs.into_iter().enumerate() {
            worst.check(back - given, 1e-12 * given, || {
                format!("{index}: {time} {ratio} {tolerance}")
            });
        }
    }
    worst.finish();
}

#[test]
fn the_ratio_of_two_crossing_times_grows_with_the_damping_ratio() {
    let mut random = Random::new(10);
    for _ in 0..300 {
        let low = random.uniform(0.001, 0.99);
        let high = random.uniform(low, 0.999);
        let spread = |ratio: f64| {
            let spring = Spring::new(1.0, ratio).unwrap();
            spring.crossing_time(1.0 - high) / spring.crossing_time(1.0 - low)
        };
        let mut before = spread(0.0);
        for step in 1..200 {
            let ratio = f64::from(step) * 0.01 * if step < 120 { 1.0 } else { 5.0 };
            let now = spread(ratio);
            assert!(now >= before * (1.0 - 1e-12), "{low} {high} {ratio}: {before} {now}");
            before = now;
        }
    }
}

#[test]
fn a_step_without_a_peak_has_no_peak_time() {
    for overshoot in [0.0, -0.0, -0.1, 1.1, f64::INFINITY, f64::NAN] {
        let error = Spring::from_peak_time_and_overshoot(0.3, overshoot).unwrap_err();
        assert_eq!(error.field, "overshoot");
    }
    assert!(Spring::from_peak_time_and_overshoot(0.3, 1.0).is_ok());
}
