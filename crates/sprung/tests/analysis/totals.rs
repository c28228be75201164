//! Path lengths, integrals and maxima against sums and maxima over dense samples.

use sprung::Spring;
use sprung::analysis::FreeResponse;
use testkit::random::Random;
use testkit::worst::Worst;

use crate::brute_force::{dense_times, late, offset, random_motion, size};

/// Sums hold all of a long motion in memory: at least 1/20 of critical damping.
fn damped_motion(random: &mut Random) -> FreeResponse<f64> {
    let motion = random_motion(random);
    let damping_ratio = motion.spring.damping_ratio().max(0.05);
    let spring = Spring::new(motion.spring.angular_frequency(), damping_ratio).unwrap();
    FreeResponse { spring, ..motion }
}

#[test]
fn travel_is_what_the_samples_add_up_to() {
    let mut random = Random::new(4);
    let mut worst = Worst::new("travel");
    for _ in 0..200 {
        let motion = damped_motion(&mut random);
        let offsets: Vec<f64> = dense_times(&motion, late(&motion, 1e-5 * size(&motion)))
            .into_iter()
            .map(|time| offset(&motion, time))
            .collect();
        let way: f64 = offsets.windows(2).map(|pair| (pair[1] - pair[0]).abs()).sum();
        // A turn between two samples hides up to 1/64² of its extent.
        worst.check(motion.path_length() - way, 3e-4 * way, || format!("{motion:?} {way}"));
    }
    worst.finish();
}

#[test]
fn areas_are_what_the_samples_add_up_to() {
    let mut random = Random::new(5);
    let mut worst = Worst::new("areas");
    for _ in 0..200 {
        let motion = damped_motion(&mut random);
        let times = dense_times(&motion, late(&motion, 1e-6 * size(&motion)));
        let (mut signed, mut absolute) = (0.0, 0.0);
        for pair in times.windows(2) {
            let (start, end) = (motion.at(pair[0]), motion.at(pair[1]));
            let dt = pair[1] - pair[0];
            // The trapezium, corrected by the velocities at its ends: fourth order.
            let area = dt * (start.position + end.position) / 2.0
                + dt * dt * (start.velocity - end.velocity) / 12.0;
            signed += area;
            absolute += area.abs();
        }
        // An interval with a passage counts its two sides against each other: 1/64² of a swing.
        let allowed = 3e-4 * absolute;
        worst.check(motion.integral() - signed, 1e-5 * absolute, || format!("{motion:?} {signed}"));
        worst.check(motion.integral_abs() - absolute, allowed, || format!("{motion:?} {absolute}"));
    }
    worst.finish();
}

#[test]
fn nothing_is_farther_faster_or_harder_than_the_greatest() {
    let mut random = Random::new(6);
    let mut worst = Worst::new("maximum values");
    for _ in 0..400 {
        let motion = damped_motion(&mut random);
        let (mut far, mut fast, mut hard) = (0.0f64, 0.0f64, 0.0f64);
        for time in dense_times(&motion, late(&motion, 0.1 * size(&motion))) {
            let state = motion.at(time);
            far = far.max(state.position.abs());
            fast = fast.max(state.velocity.abs());
            hard = hard.max(motion.acceleration(time).abs());
        }
        let questions = [
            (motion.max_offset(), far, offset(&motion, motion.max_offset().time)),
            (motion.max_speed(), fast, motion.at(motion.max_speed().time).velocity),
            (motion.max_acceleration(), hard, motion.acceleration(motion.max_acceleration().time)),
        ];
        for (greatest, sampled, there) in questions {
            // The motion reaches it at the returned time, and no sample exceeds it.
            worst.check(there.abs() - greatest.value, 1e-11 * greatest.value, || {
                format!("{motion:?}")
            });
            worst.check(greatest.value - sampled, 3e-4 * greatest.value, || format!("{motion:?}"));
            assert!(sampled <= greatest.value * (1.0 + 1e-11), "{motion:?} {sampled} {greatest:?}");
        }
    }
    worst.finish();
}

#[test]
fn the_energy_that_is_lost_is_what_damping_took() {
    let mut random = Random::new(7);
    let mut worst = Worst::new("energy");
    for _ in 0..300 {
        let motion = damped_motion(&mut random);
        let times = dense_times(&motion, late(&motion, 0.1 * size(&motion)));
        let power = |time: f64| motion.spring.damping() * motion.at(time).velocity.powi(2);
        let taken: f64 = times
            .windows(2)
            .map(|pair| {
                let middle = pair[0] + (pair[1] - pair[0]) / 2.0;
                // Simpson's rule.
                (power(pair[0]) + 4.0 * power(middle) + power(pair[1])) * (pair[1] - pair[0]) / 6.0
            })
            .sum();
        let lost = motion.energy(0.0) - motion.energy(times[times.len() - 1]);
        worst.check(lost - taken, 1e-6 * motion.energy(0.0), || format!("{motion:?}"));
        assert!(times.windows(2).all(|pair| motion.energy(pair[1])
            <= motion.energy(pair[0]) * (1.0 + 1e-12) + 1e-28 * motion.energy(0.0)));
    }
    worst.finish();
}
