//! The answers of `sprung::analysis` against golden data and against brute force on random springs.
//!
//! Brute force knows only the exact step: it samples the motion densely and bisects.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::analysis::FreeMotion;
use sprung::{Real, Spring};
use testkit::golden::answers;
use testkit::precision::Precision;
use testkit::random::Random;
use testkit::tolerance::{EVENT_TIME, SETTLING_TIME};
use testkit::worst::Worst;

fn golden_answers_agree<P: Precision + Real>() {
    let mut worst = Worst::new(format!("answers in {}", P::NAME));
    for row in answers::<P>() {
        let spring = Spring::new(P::ONE, row.damping_ratio).unwrap();
        let settling = |tolerance: f64| spring.settling_time(P::nearest(tolerance));
        let pairs = [
            (spring.crossing(P::ZERO), row.crossing),
            (spring.peak_time(), row.peak_time),
            (settling(0.05), row.settle_5_percent),
            (settling(0.02), row.settle_2_percent),
            (settling(0.01), row.settle_1_percent),
            (settling(1e-3), row.settle_1_per_mille),
            (settling(1e-6), row.settle_1_ppm),
        ];
        for (question, (answer, golden)) in pairs.into_iter().enumerate() {
            let answer = Precision::to_f64(answer);
            if golden.is_infinite() {
                assert_eq!(answer, golden, "question {question} of {row:?}");
            } else {
                let bar = if question < 2 { EVENT_TIME } else { SETTLING_TIME };
                let allowed = bar.bar::<P>() * golden;
                worst.check(answer - golden, allowed, || format!("{question} of {row:?}"));
            }
        }
    }
    worst.finish();
}

#[test]
fn golden_answers_agree_in_both_precisions() {
    golden_answers_agree::<f64>();
    golden_answers_agree::<f32>();
}

/// Motions with 0.05 to 50 rad/s, ratios 0.005 to 30 with a third within 10 % of critical, any start.
fn random_motion(random: &mut Random) -> FreeMotion<f64> {
    let damping_ratio = match random.index(6) {
        0 => random.log_uniform(0.005, 1.0),
        1 => random.uniform(0.0, 1.0).max(0.005),
        2 => random.uniform(0.9, 1.1),
        3 => 1.0 + random.log_uniform(1e-15, 1e-2).copysign(random.uniform(-1.0, 1.0)),
        _ => random.log_uniform(1.0, 30.0),
    };
    let spring = Spring::new(random.log_uniform(0.05, 50.0), damping_ratio).unwrap();
    let offset = if random.index(8) == 0 { 0.0 } else { random.uniform(-1.0, 1.0) };
    let speed = random.log_uniform(0.01, 30.0) * spring.angular_frequency();
    let velocity = if random.index(4) == 0 { 0.0 } else { speed };
    FreeMotion::new(spring, offset, velocity.copysign(random.uniform(-1.0, 1.0)))
}

fn offset(motion: &FreeMotion<f64>, time: f64) -> f64 {
    motion.at(time).position
}

/// Sample times that no turn or crossing hides between: 64 per radian of each rate, growing once the fast one is over.
fn dense_times(motion: &FreeMotion<f64>, end: f64) -> Vec<f64> {
    let (w, z) = (motion.spring.angular_frequency(), motion.spring.damping_ratio());
    let fast = w * (z + (z * z - 1.0).max(0.0).sqrt()).max(1.0);
    let (mut time, mut times) = (0.0, vec![0.0]);
    while time < end {
        time += (1.0f64 / 64.0 / fast).max(if z > 1.0 { time / 64.0 } else { 0.0 });
        times.push(time.min(end));
    }
    times
}

/// A time by which all that is left is `left` of the greatest swing: the envelope, or the slow decay.
fn late(motion: &FreeMotion<f64>, left: f64) -> f64 {
    let (w, z) = (motion.spring.angular_frequency(), motion.spring.damping_ratio());
    let slow = if z > 1.0 { 1.0 / (z + (z * z - 1.0).sqrt()) } else { z };
    let size = motion.offset.abs() + motion.velocity.abs() / w;
    let mut phase = 0.0f64;
    // (1 + phase) covers what critical damping adds to an exponential.
    while size * (1.0 + phase + 2.0 * z * phase.min(1.0)) * (-slow * phase).exp() > left {
        phase += 0.25 / slow;
    }
    phase / w
}

/// Where a condition that holds at `early` and not at `late` ends.
fn bisect(mut early: f64, mut late: f64, holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..80 {
        let middle = early + (late - early) / 2.0;
        *(if holds(middle) { &mut early } else { &mut late }) = middle;
    }
    late
}

#[test]
fn settling_time_is_never_early_and_at_most_a_thousandth_late_on_ten_thousand_springs() {
    let mut random = Random::new(1);
    let (mut settled_later, mut worst_late) = (0, 0.0f64);
    for _ in 0..10_000 {
        let motion = random_motion(&mut random);
        let tolerance = random.log_uniform(1e-6, 0.5);
        let outside = |time: f64| offset(&motion, time).abs() > tolerance;
        let times = dense_times(&motion, late(&motion, tolerance));
        let brute = match times.iter().rposition(|&time| outside(time)) {
            Some(last) => bisect(times[last], times[(last + 1).min(times.len() - 1)], outside),
            None => 0.0,
        };
        let answer = motion.settling_time(tolerance);
        assert!(answer >= brute, "early: {answer} {brute} {motion:?} {tolerance}");
        let late = answer - brute;
        assert!(late <= (1e-3 * brute).min(1e-3), "late: {answer} {brute} {motion:?} {tolerance}");
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
        let (w, size) = (
            motion.spring.angular_frequency(),
            motion.offset.abs() + motion.velocity.abs() / motion.spring.angular_frequency(),
        );
        let level =
            if random.index(4) == 0 { 0.0 } else { random.uniform(-0.5, 0.5) * size.min(1.0) };
        let end = 40.0 / w;
        let times = dense_times(&motion, end);
        let side = |time: f64| offset(&motion, time) > level;
        let brute: Vec<f64> = times
            .windows(2)
            .skip(usize::from(motion.offset == level))
            .filter(|pair| side(pair[0]) != side(pair[1]))
            .map(|pair| bisect(pair[0], pair[1], |time| side(time) == side(pair[0])))
            .collect();
        let answers: Vec<f64> =
            (1..).map(|n| motion.nth_crossing(level, n)).take_while(|&time| time < end).collect();
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
        let answers: Vec<_> = (1..)
            .map_while(|n| motion.turning_point(n))
            .take_while(|turn| turn.time < end)
            .collect();
        // Near critical, an overshoot below 1e-16 of the start drowns in the rounding of the samples.
        assert!(answers.len() >= brute.len().min(1), "{motion:?} {answers:?} {brute:?}");
        for (answer, brute) in answers.iter().zip(&brute) {
            let size =
                motion.offset.abs() + motion.velocity.abs() / motion.spring.angular_frequency();
            let value = offset(&motion, *brute);
            worst.check(answer.value - value, 1e-13 * size, || format!("{motion:?}"));
            let pace = (answer.time - brute).abs() * motion.spring.angular_frequency();
            worst.check(pace * value, 1e-12 * size, || format!("{motion:?} time"));
        }
    }
    worst.finish();
}

#[test]
fn travel_is_what_the_samples_add_up_to() {
    let mut random = Random::new(4);
    let mut worst = Worst::new("travel");
    for _ in 0..1000 {
        let motion = random_motion(&mut random);
        let times = dense_times(&motion, late(&motion, 1e-9));
        let way: f64 = times
            .windows(2)
            .map(|pair| (offset(&motion, pair[1]) - offset(&motion, pair[0])).abs())
            .sum();
        // A turn between two samples hides up to 1/64² of its own extent.
        worst.check(motion.travel() - way, 3e-4 * way, || format!("{motion:?} {way}"));
    }
    worst.finish();
}
