//! Random motions, and the tools to look at them without any formula.

use sprung::Spring;
use sprung::analysis::FreeResponse;
use testkit::random::Random;

/// Motions with 0.05 to 50 rad/s, ratios 0.005 to 30 with a third within 10 % of critical, any start.
pub(crate) fn random_motion(random: &mut Random) -> FreeResponse<f64> {
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
    FreeResponse::new(spring, offset, velocity.copysign(random.uniform(-1.0, 1.0)))
}

/// The offset at a time.
pub(crate) fn offset(motion: &FreeResponse<f64>, time: f64) -> f64 {
    motion.at(time).position
}

/// A step in which no turn or crossing hides: 1/64 radian of the faster rate, growing once the fast one is over.
pub(crate) fn dense_step(motion: &FreeResponse<f64>, time: f64) -> f64 {
    let (w, z) = (motion.spring.angular_frequency(), motion.spring.damping_ratio());
    let fast = w * (z + (z * z - 1.0).max(0.0).sqrt()).max(1.0);
    (1.0 / 64.0 / fast).max(if z > 1.0 { time / 64.0 } else { 0.0 })
}

/// Sample times that no turn or crossing hides between.
pub(crate) fn dense_times(motion: &FreeResponse<f64>, end: f64) -> Vec<f64> {
    let (mut time, mut times) = (0.0, vec![0.0]);
    while time < end {
        time += dense_step(motion, time);
        times.push(time.min(end));
    }
    times
}

/// A time by which all that is left is `left` of the maximum swing: the envelope, or the slow decay.
pub(crate) fn late(motion: &FreeResponse<f64>, left: f64) -> f64 {
    let (w, z) = (motion.spring.angular_frequency(), motion.spring.damping_ratio());
    let slow = if z > 1.0 { 1.0 / (z + (z * z - 1.0).sqrt()) } else { z };
    // Turning, the envelope is at most size/√(1 − ζ²); near critical it grows like 1 + 3·phase before it decays.
    let turning = if z < 1.0 { 1.0 / (1.0 - z * z).sqrt() } else { f64::INFINITY };
    let mut phase = 0.0f64;
    while size(motion) * turning.min(1.0 + 3.0 * phase) * (-slow * phase).exp() > left {
        phase += 0.25 / slow;
    }
    phase / w
}

/// Returns the time at which a condition that holds at `early` and not at `late` ends, by bisection.
pub(crate) fn bisect(mut early: f64, mut late: f64, holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..80 {
        let middle = early + (late - early) / 2.0;
        *(if holds(middle) { &mut early } else { &mut late }) = middle;
    }
    late
}

/// Returns roughly the maximum offset of the motion: the scale of its errors.
pub(crate) fn size(motion: &FreeResponse<f64>) -> f64 {
    motion.offset.abs() + motion.velocity.abs() / motion.spring.angular_frequency()
}
