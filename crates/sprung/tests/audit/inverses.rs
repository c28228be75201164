//! Springs of single precision from what they do: asked back, they do it.

use sprung::Spring;
use testkit::audit::{cases, measured};
use testkit::random::Random;
use testkit::worst::Worst;

const NAMES: [&str; 9] = [
    "from_settling_time",
    "from_settling_time_and_overshoot, time",
    "from_settling_time_and_overshoot, overshoot",
    "from_peak_time_and_overshoot, time",
    "from_peak_time_and_overshoot, overshoot",
    "from_halflife",
    "from_lag",
    "from_rise_time",
    "from_bandwidth",
];

/// The bounds that the constructors state.
const SETTLING: f64 = 2e-6;
const OTHERS: f64 = 6e-7;

#[test]
fn random_springs_of_single_precision_come_back_from_what_they_do() {
    let mut random = Random::new(19);
    let mut worst = Worst::new("inverses, f32");
    let mut each = [0.0f64; 9];
    let count = cases(20_000, 4_000_000);
    for _ in 0..count {
        let (time, ratio) = (random.log_uniform(1e-3, 1e3), random.log_uniform(0.01, 100.0));
        let tolerance = random.log_uniform(1e-6, 0.5) as f32;
        let overshoot = random.uniform(0.0, 0.95) as f32;
        let (time, ratio) = (time as f32, ratio as f32);
        let settling = Spring::from_settling_time(time, ratio, tolerance).unwrap();
        let both = Spring::from_settling_time_and_overshoot(time, overshoot, tolerance).unwrap();
        let peak = Spring::from_peak_time_and_overshoot(time, overshoot).unwrap();
        let pairs = [
            (settling.settling_time(tolerance), time, SETTLING),
            (both.settling_time(tolerance), time, SETTLING),
            (both.overshoot(), overshoot, OTHERS),
            (peak.peak_time(), time, OTHERS),
            (peak.overshoot(), overshoot, OTHERS),
            (Spring::from_halflife(time, ratio).unwrap().halflife(), time, OTHERS),
            (Spring::from_lag(time, ratio).unwrap().lag(), time, OTHERS),
            (Spring::from_rise_time(time, ratio).unwrap().rise_time(), time, OTHERS),
            (Spring::from_bandwidth(time, ratio).unwrap().bandwidth(), time, OTHERS),
        ];
        for (index, (back, given, bar)) in pairs.into_iter().enumerate() {
            // An overshoot is a fraction of the distance.
            let scale = if index == 2 || index == 4 { 1.0 } else { f64::from(given) };
            let error = f64::from(back) - f64::from(given);
            each[index] = each[index].max(error.abs() / scale);
            worst.check(error, bar * scale, || {
                format!("{index}: {time} {ratio} {tolerance} {overshoot}")
            });
        }
    }
    for (name, error) in NAMES.into_iter().zip(each) {
        measured(format!("f32 {name}, read back"), count, format!("{error:.2e}"));
    }
    worst.finish();
}
