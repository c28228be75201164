//! Every question, asked with every hostile number: it ends, and what is NaN stays NaN.

use sprung::analysis::FreeResponse;
use sprung::{Real, Spring};
use testkit::inputs::hostile;
use testkit::precision::Precision;

fn every_question_ends<P: Precision + Real>() {
    let numbers = hostile::<P>();
    let springs = numbers.iter().flat_map(|&frequency| {
        numbers.iter().filter_map(move |&ratio| Spring::new(frequency, ratio).ok())
    });
    let mut asked = 0;
    for spring in springs {
        let answers = [
            spring.settling_time(P::nearest(0.02)),
            spring.peak_time(),
            spring.rise_time(),
            spring.crossing_time(P::nearest(0.1)),
            spring.bandwidth(),
        ];
        assert!(answers.iter().all(|&x| x >= P::ZERO), "{spring:?} {answers:?}");
        for &offset in &numbers {
            for &velocity in &numbers {
                let motion = FreeResponse::new(spring, offset, velocity);
                let tolerance = P::nearest(0.1);
                let settling = motion.settling_time(tolerance);
                let totals = [motion.path_length(), motion.integral_abs()];
                let crossings = [
                    motion.nth_crossing_time(P::ZERO, 3),
                    motion.nth_crossing_time(tolerance, u32::MAX),
                ];
                motion.overshoot();
                motion.max_acceleration();
                if Real::is_nan(offset) || Real::is_nan(velocity) {
                    assert!(Real::is_nan(settling), "{motion:?} {settling}");
                    assert!(totals.iter().all(|&x| Real::is_nan(x)), "{motion:?} {totals:?}");
                    assert!(crossings.iter().all(|&x| Real::is_nan(x)), "{motion:?} {crossings:?}");
                } else {
                    assert!(!(settling < P::ZERO), "{motion:?} {settling}");
                }
                asked += 1;
            }
        }
    }
    assert!(asked > 10_000, "{asked}");
}

#[test]
fn every_question_about_hostile_numbers_ends() {
    every_question_ends::<f32>();
    every_question_ends::<f64>();
}

#[test]
fn a_nan_in_the_question_is_a_nan_in_the_answer() {
    let motion = FreeResponse::new(Spring::new(1.0, 0.5).unwrap(), 1.0, f64::NAN);
    let greatest =
        [motion.max_offset().value, motion.max_speed().value, motion.max_acceleration().value];
    assert!(greatest.iter().all(|x| x.is_nan()), "{greatest:?}");
}
