//! Single precision against the same question in double.

use sprung::Spring;
use sprung::analysis::FreeMotion;
use testkit::random::Random;

use crate::brute_force::random_motion;

#[test]
fn settling_times_in_single_precision_are_those_in_double() {
    let mut random = Random::new(11);
    let mut settled_later = 0;
    for _ in 0..5000 {
        let motion = random_motion(&mut random);
        let spring = &motion.spring;
        let single = FreeMotion::new(
            Spring::new(spring.angular_frequency() as f32, spring.damping_ratio() as f32).unwrap(),
            motion.offset as f32,
            motion.velocity as f32,
        );
        let double = FreeMotion::new(
            Spring::new(
                f64::from(single.spring.angular_frequency()),
                f64::from(single.spring.damping_ratio()),
            )
            .unwrap(),
            f64::from(single.offset),
            f64::from(single.velocity),
        );
        let tolerance = random.log_uniform(1e-3, 0.5) as f32;
        let answer = f64::from(single.settling_time(tolerance));
        // A band slightly wider and narrower: a swing that just touches its edge may count or not.
        let slack = 1e-4 * (1.0 + crate::brute_force::size(&double) / f64::from(tolerance) * 0.01);
        let at = |factor: f64| double.settling_time(f64::from(tolerance) * factor);
        let (early, late) = (at(1.0 + slack), at(1.0 - slack));
        assert!(answer >= early * (1.0 - 2e-5), "{single:?} {tolerance}: {answer} < {early}");
        assert!(answer <= late * (1.0 + 2e-5), "{single:?} {tolerance}: {answer} > {late}");
        settled_later += u32::from(answer > 0.0);
    }
    assert!(settled_later > 4000, "{settled_later}");
}
