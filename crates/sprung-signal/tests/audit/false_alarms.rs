//! Noise alone: a resonance in one search of a hundred at most.

use sprung_signal::ResonanceFinder;
use testkit::audit::{cases, measured};
use testkit::random::Random;

use super::binomial::most;
use super::{noise, run};

/// The stated part of searches of white noise that give a resonance.
const RATE: f64 = 0.01;

fn assert_rate(what: String, seeds: usize, search: impl FnMut() -> bool) {
    let mut search = search;
    let alarms = (0..seeds).filter(|_| search()).count();
    let percent = 100.0 * alarms as f64 / seeds as f64;
    measured(&what, seeds, format!("{alarms} ({percent:.2} %)"));
    let most = most(seeds, RATE);
    assert!(alarms <= most, "{what}: {alarms} of {seeds}, at most {most}");
}

#[test]
fn white_noise_alone_gives_none_in_99_of_100_searches() {
    let mut random = Random::new(23);
    let lengths = [
        (8, 400, 15_000),
        (20, 400, 15_000),
        (64, 400, 15_000),
        (300, 100, 10_000),
        (2000, 20, 5000),
        (20_000, 2, 3000),
    ];
    for (count, sample, all) in lengths {
        let what = format!("false alarms in white noise, {count} samples");
        assert_rate(what, cases(sample, all), || !run(&noise(&mut random, count), 0.01).is_empty());
    }
}

#[test]
fn white_noise_at_uneven_times_gives_none_in_99_of_100_searches() {
    let mut random = Random::new(30);
    for (count, sample, all) in
        [(20, 200, 10_000), (64, 100, 10_000), (500, 20, 3000), (5000, 2, 500)]
    {
        for has_gap in [false, true] {
            let what = match has_gap {
                false => format!("false alarms at random times, {count} samples"),
                true => format!("false alarms at random times with a gap, {count} samples"),
            };
            assert_rate(what, cases(sample, all), || {
                let mut times: Vec<f64> = (0..count).map(|_| random.uniform(0.0, 10.0)).collect();
                if has_gap {
                    // The middle half is missing.
                    let outside =
                        |time: f64| if time < 5.0 { 0.5 * time } else { 0.5 * time + 5.0 };
                    times.iter_mut().for_each(|time| *time = outside(*time));
                }
                times.sort_by(f64::total_cmp);
                let values = noise(&mut random, count);
                !ResonanceFinder::default().run_at_times(&times, &values).unwrap().is_empty()
            });
        }
    }
}
