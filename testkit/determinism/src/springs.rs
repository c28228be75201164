//! Springs and dampers: every regime, long and short steps, goals that rest and move, in both precisions.

use sprung::{Damper, Real, SoftCoefficients, Spring, State};

use crate::bits::{Bits, Outcome};

const ANGULAR_FREQUENCIES: [f64; 8] = [0.0, 1e-3, 0.7, 6.3, 50.0, 1e4, 1e30, f64::INFINITY];
/// Damping ratios as close to critical as each precision resolves, and far beyond on both sides.
const DAMPING_RATIOS: [f64; 14] = [
    0.0,
    1e-6,
    0.05,
    0.5,
    0.999,
    1.0 - 1e-7,
    1.0 - 1e-15,
    1.0,
    1.0 + 1e-15,
    1.0 + 1e-7,
    1.001,
    2.5,
    1e4,
    f64::INFINITY,
];
/// Frame times that are uneven, long, and zero.
const TIME_STEPS: [f64; 9] =
    [1.0 / 60.0, 1.0 / 144.0, 0.0, 0.004, 0.3, 1e-6, 1.0 / 30.0, 12.0, 1.0 / 60.0];
const GOALS: [f64; 5] = [1.0, -0.3, 250.0, 250.0, 0.0];

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    springs::<f32>(bits);
    springs::<f64>(bits);
    dampers::<f32>(bits);
    dampers::<f64>(bits);
    Ok(())
}

fn springs<R: Real + Into<f64>>(bits: &mut Bits) {
    for angular_frequency in ANGULAR_FREQUENCIES {
        for damping_ratio in DAMPING_RATIOS {
            let spring = Spring::new(R::from_f64(angular_frequency), R::from_f64(damping_ratio));
            // Zero times infinity is not a spring.
            bits.add_u64(u64::from(spring.is_ok()));
            let Ok(spring) = spring else { continue };
            readings(bits, &spring);
            motion(bits, &spring);
        }
    }
}

/// Adds the parameters read back from a spring, and the spring rebuilt from them.
fn readings<R: Real + Into<f64>>(bits: &mut Bits, spring: &Spring<R>) {
    let halflife = spring.halflife();
    bits.add_all([
        halflife,
        spring.frequency(),
        spring.stiffness(),
        spring.damping(),
        spring.lag(),
        spring.overshoot(),
    ]);
    if let Ok(again) = Spring::from_halflife(halflife, spring.damping_ratio()) {
        bits.add_all([again.angular_frequency(), again.decay_rate()]);
    }
    for dt in TIME_STEPS.map(R::from_f64) {
        for fraction in
            [SoftCoefficients::exact(spring, dt), SoftCoefficients::backward_euler(spring, dt)]
        {
            bits.add_all([fraction.c_s, fraction.c_d]);
        }
    }
}

/// A few seconds of each kind of goal, through all time steps.
fn motion<R: Real + Into<f64>>(bits: &mut Bits, spring: &Spring<R>) {
    let start = State::new([0.0, 3.0, -1e-3].map(R::from_f64), [0.0, -40.0, 1e3].map(R::from_f64));
    let (mut held, mut followed, mut tracked, mut pulled) = (start, start, start, start);
    let mut from = start.position;
    for (goal, dt) in GOALS.iter().flat_map(|goal| TIME_STEPS.map(|dt| (*goal, R::from_f64(dt)))) {
        let to = [goal, -goal, goal * 0.1].map(R::from_f64);
        let traveled = spring.integral_step(dt).apply(held, to);
        held = spring.step(dt).apply(held, to);
        followed = spring.follow_step(dt).apply(followed, from, to);
        tracked = spring.track_step(dt).apply(tracked, from, to);
        pulled = spring.goal_velocity_step(dt).apply(pulled, from, to);
        from = to;
        bits.add_all(traveled);
        for state in [held, followed, tracked, pulled] {
            bits.add_all(state.position);
            bits.add_all(state.velocity);
        }
    }
}

fn dampers<R: Real + Into<f64>>(bits: &mut Bits) {
    for halflife in [0.0, 1e-5, 0.02, 0.3, 7.0, 1e9, f64::INFINITY] {
        let damper = Damper::from_halflife(R::from_f64(halflife));
        bits.add_u64(u64::from(damper.is_ok()));
        let Ok(damper) = damper else { continue };
        bits.add_all([damper.rate(), damper.halflife(), damper.time_constant()]);
        let (mut held, mut followed, mut from) = (R::ONE, R::ONE, R::ONE);
        for (goal, dt) in
            GOALS.iter().flat_map(|goal| TIME_STEPS.map(|dt| (*goal, R::from_f64(dt))))
        {
            let to = R::from_f64(goal);
            held = damper.step(dt).apply(held, to);
            followed = damper.follow_step(dt).apply(followed, from, to);
            from = to;
            bits.add_all([held, followed, damper.smoothing_factor(dt)]);
        }
    }
}
