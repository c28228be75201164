//! The golden answers about the unit step, from 60-digit arithmetic.

use sprung::{Real, Spring};
use testkit::golden::answers;
use testkit::precision::Precision;
use testkit::tolerance::{EVENT_TIME, SETTLING_TIME};
use testkit::worst::Worst;

fn golden_answers_agree<P: Precision + Real>() {
    let mut worst = Worst::new(format!("answers in {}", P::NAME));
    for row in answers::<P>() {
        let spring = Spring::new(P::ONE, row.damping_ratio).unwrap();
        let settling = |tolerance: f64| spring.settling_time(P::nearest(tolerance));
        let pairs = [
            (spring.crossing_time(P::ZERO), row.crossing),
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
