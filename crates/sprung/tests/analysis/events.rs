//! Settling, crossing and turning against brute force.

use sprung::analysis::FreeResponse;
use sprung::{Real, Spring};
use testkit::random::Random;
use testkit::tolerance::{EVENT_TIME, SETTLING_TIME};
use testkit::worst::Worst;

use crate::brute_force::{bisect, dense_step, dense_times, late, offset, random_motion, size};

#[test]
fn settling_time_is_never_early_and_late_by_rounding_alone_on_ten_thousand_springs() {
    let mut random = Random::new(1);
    let (mut settled_later, mut worst_late) = (0, 0.0f64);
    for _ in 0..10_000 {
        let motion = random_motion(&mut random);
        let tolerance = random.log_uniform(1e-6, 0.5);
        let outside = |time: f64| offset(&motion, time).abs() > tolerance;
        // Backwards from a time that is surely settled.
        let mut time = late(&motion, tolerance);
        let brute = loop {
            assert!(!outside(time), "not late enough: {motion:?} {tolerance}");
            let earlier = (time - dense_step(&motion, time)).max(0.0);
            if outside(earlier) {
                break bisect(earlier, time, outside);
            }
            if earlier == 0.0 {
                break 0.0;
            }
            time = earlier;
        };
        let answer = motion.settling_time(tolerance);
        assert!(answer >= brute, "early: {answer} {brute} {motion:?} {tolerance}");
        let late = answer - brute;
        let allowed = SETTLING_TIME.bar::<f64>() * brute;
        assert!(late <= allowed, "late: {answer} {brute} {motion:?} {tolerance}");
        settled_later += u32::from(brute > 0.0);
        worst_late = worst_late.max(late / brute.max(f64::MIN_POSITIVE));
    }
    println!("settling later than at once: {settled_later}; latest by {worst_late:.1e}");
    assert!(settled_later > 8000);
}

#[test]
fn crossings_are_those_that_brute_force_finds() {
    let mut random = Random::new(2);
    let mut worst = Worst::new("crossings, distance from the level");
    let mut found = 0;
    for _ in 0..2000 {
        let motion = random_motion(&mut random);
        let size = size(&motion);
        let level =
            if random.index(4) == 0 { 0.0 } else { random.uniform(-0.5, 0.5) * size.min(1.0) };
        let end = 40.0 / motion.spring.angular_frequency();
        let times = dense_times(&motion, end);
        let side = |time: f64| offset(&motion, time) > level;
        let brute: Vec<f64> = times
            .windows(2)
            .skip(usize::from(motion.offset == level))
            .filter(|pair| side(pair[0]) != side(pair[1]))
            .map(|pair| bisect(pair[0], pair[1], |time| side(time) == side(pair[0])))
            .collect();
        let answers: Vec<f64> = (1..)
            .map(|n| motion.nth_crossing_time(level, n))
            .take_while(|&time| time < end)
            .collect();
        assert_eq!(answers.len(), brute.len(), "{motion:?} {level} {answers:?} {brute:?}");
        found += answers.len();
        for (answer, brute) in answers.iter().zip(&brute) {
            let slope = motion.at(*brute).velocity.abs();
            // Rounding of the offset moves the time by that much over the slope.
            let allowed = EVENT_TIME.f64_bar * brute + 1e-15 * size / slope;
            worst.check(answer - brute, allowed, || format!("{motion:?} {level}"));
        }
    }
    println!("{found} crossings");
    worst.finish();
}

#[test]
fn turning_points_are_those_that_brute_force_finds() {
    let mut random = Random::new(3);
    let mut worst = Worst::new("turning points, their offset");
    for _ in 0..2000 {
        let motion = random_motion(&mut random);
        let end = 20.0 / motion.spring.angular_frequency();
        let times = dense_times(&motion, end);
        let rises = |time: f64| motion.at(time).velocity > 0.0;
        let brute: Vec<f64> = times
            .windows(2)
            .skip(usize::from(motion.velocity == 0.0))
            .filter(|pair| rises(pair[0]) != rises(pair[1]))
            .map(|pair| bisect(pair[0], pair[1], |time| rises(time) == rises(pair[0])))
            .collect();
        let answers: Vec<_> =
            (1..).map_while(|n| motion.extremum(n)).take_while(|turn| turn.time < end).collect();
        // Near critical, an overshoot below 1e-16 of the start drowns in the rounding of the samples.
        assert!(answers.len() >= brute.len().min(1), "{motion:?} {answers:?} {brute:?}");
        for (answer, brute) in answers.iter().zip(&brute) {
            let size = size(&motion);
            let value = offset(&motion, *brute);
            worst.check(answer.value - value, 1e-13 * size, || format!("{motion:?}"));
            let pace = (answer.time - brute).abs() * motion.spring.angular_frequency();
            worst.check(pace * value, 1e-12 * size, || format!("{motion:?} time"));
        }
    }
    worst.finish();
}

/// `e^(−at)·cos` passes 0 every half period, however small it has become: a closed form that never underflows.
#[test]
fn the_goal_is_crossed_every_half_period_beyond_the_smallest_number() {
    for ratio in [0.0, 0.02, 0.5, 0.9, 0.99, 0.999, 0.99999, 1.0 - 1e-9] {
        for velocity in [0.0, 3.0, -3.0, -200.0] {
            check_crossings_of_the_goal(Spring::new(10.0f64, ratio).unwrap(), velocity, 1e-11);
            // The damping ratio is a number of single precision, so that both mean one spring.
            let ratio = ratio as f32;
            if ratio < 1.0 {
                check_crossings_of_the_goal(Spring::new(10.0f32, ratio).unwrap(), velocity, 1e-5);
            }
        }
    }
}

fn check_crossings_of_the_goal<R: Real>(spring: Spring<R>, velocity: f64, accuracy: f64) {
    let (omega, ratio) = (spring.angular_frequency().to_f64(), spring.damping_ratio().to_f64());
    let damped = omega * ((1.0 - ratio) * (1.0 + ratio)).sqrt();
    // x = cos(ω′t) + (v + ζω)/ω′·sin(ω′t) = 0, and again every half turn.
    let first = damped.atan2(-(velocity + ratio * omega)) / damped;
    let motion = FreeResponse::new(spring, R::ONE, R::from_f64(velocity));
    for n in [1u32, 2, 3, 4, 6, 7, 12, 13, 35, 60, 61, 100, 1000, 54_321, 1_000_000] {
        let exact = first + f64::from(n - 1) * core::f64::consts::PI / damped;
        let found = motion.nth_crossing_time(R::ZERO, n).to_f64();
        let error = (found / exact - 1.0).abs();
        assert!(error <= accuracy, "ratio {ratio}, velocity {velocity}, n {n}: {found} {exact}");
    }
}
