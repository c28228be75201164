//! Every question, asked with every hostile number: it ends, and what is NaN stays NaN.

use sprung::analysis::FreeMotion;
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
            spring.crossing(P::nearest(0.1)),
            spring.bandwidth(),
        ];
        assert!(answers.iter().all(|&x| x >= P::ZERO), "{spring:?} {answers:?}");
        for &offset in &numbers {
            for &velocity in &numbers {
                let motion = FreeMotion::new(spring, offset, velocity);
                let tolerance = P::nearest(0.1);
                let settling = motion.settling_time(tolerance);
                let totals = [motion.travel(), motion.absolute_area()];
                let crossings =
                    [motion.nth_crossing(P::ZERO, 3), motion.nth_crossing(tolerance, u32::MAX)];
                motion.overshoot();
                motion.greatest_acceleration();
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
    let motion = FreeMotion::new(Spring::new(1.0, 0.5).unwrap(), 1.0, f64::NAN);
    let greatest = [
        motion.greatest_offset().value,
        motion.greatest_speed().value,
        motion.greatest_acceleration().value,
    ];
    assert!(greatest.iter().all(|x| x.is_nan()), "{greatest:?}");
}
