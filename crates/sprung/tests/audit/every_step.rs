//! The steps of springs and dampers in single precision, at every `dt`, beside their closed forms in double precision.

use sprung::{Damper, Spring, SpringStep, State};
use testkit::every_float::{WorstUnits, every_float};
use testkit::step_matrix::{StepMatrix, critical, half_damped, over_damped, undamped};
use testkit::tolerance::{DAMPER, INCREMENT, MOVING_GOAL, SPRING_STEP};

const UNIT: f64 = f32::EPSILON as f64;

/// The number before 2⁶⁰. An undamped spring stays as it is at phases of 2⁶⁰ rad and more, which mean nothing.
const LAST_PHASE: f32 = f32::from_bits(0x5D80_0000 - 1);

/// The name, the damping ratio, the closed form, and the greatest `dt` at which single precision still has a phase.
type Case = (&'static str, f32, fn(f64) -> StepMatrix, f32);

const SPRINGS: [Case; 4] = [
    ("f32 undamped step at every dt below 2⁶⁰, 2⁻²³ of the scale", 0.0, undamped, LAST_PHASE),
    ("f32 step of ζ 0.5 at every dt, 2⁻²³ of the scale", 0.5, half_damped, f32::INFINITY),
    ("f32 critical step at every dt, 2⁻²³ of the scale", 1.0, critical, f32::INFINITY),
    ("f32 step of ζ 2 at every dt, 2⁻²³ of the scale", 2.0, over_damped, f32::INFINITY),
];

/// The largest error of an entry as a fraction of its natural scale: 1, min(t, 1), min(1, t), 1.
fn check(worst: &mut WorstUnits, got: [[f32; 2]; 2], exact: StepMatrix, t: f32) {
    let short = f64::from(t).min(1.0);
    worst.check_per(got[0][0], exact[0][0], UNIT, t);
    worst.check_per(got[1][1], exact[1][1], UNIT, t);
    // No number is closer than half the smallest.
    let scale = (short * UNIT).max(f64::from(f32::from_bits(1)));
    worst.check_per(got[0][1], exact[0][1], scale, t);
    worst.check_per(got[1][0], exact[1][0], scale, t);
}

#[test]
fn steps_are_within_their_bound_at_every_time_step() {
    for (what, damping_ratio, exact, greatest) in SPRINGS {
        let spring = Spring::new(1.0, damping_ratio).unwrap();
        let worst = [WorstUnits::new(what, SPRING_STEP.bar::<f32>() / UNIT)];
        every_float(worst, |dt, [worst]| {
            let got = spring.step(dt).matrix();
            if dt > 0.0 && dt <= greatest {
                check(worst, got, exact(f64::from(dt)), dt);
            } else {
                assert_eq!(got, [[1.0, 0.0], [0.0, 1.0]], "{what}: {dt}");
            }
        });
    }
}

#[test]
fn the_short_critical_step_is_within_the_bound_at_every_time_step() {
    let what = "f32 SpringStep::critical at every dt, 2⁻²³ of the scale";
    every_float([WorstUnits::new(what, SPRING_STEP.bar::<f32>() / UNIT)], |dt, [worst]| {
        let got = SpringStep::critical(1.0, dt).matrix();
        if dt > 0.0 {
            check(worst, got, critical(f64::from(dt)), dt);
        } else {
            assert_eq!(got, [[1.0, 0.0], [0.0, 1.0]], "{dt}");
        }
    });
}

#[test]
fn first_order_steps_are_within_their_bound_at_every_time_step() {
    let damper = Damper::from_rate(1.0f32).unwrap();
    let held = "f32 damper step at every dt, 2⁻²³ of the offset";
    let moving = "f32 damper step to a moving goal at every dt, 2⁻²³ of its path";
    let worst = [
        WorstUnits::new(held, DAMPER.bar::<f32>() / UNIT),
        WorstUnits::new(moving, MOVING_GOAL.bar::<f32>() / UNIT),
    ];
    every_float(worst, |dt, [held, moving]| {
        let got = damper.step(dt).apply(1.0, 0.0);
        if !(dt > 0.0) {
            assert_eq!(got, 1.0, "{dt}");
            return;
        }
        let t = f64::from(dt);
        held.check_per(got, (-t).exp(), UNIT, dt);
        // 1 − (1 − e^−t)/t, whose digits cancel in a short step: there by its series.
        let series = t * (0.5 - t * (1.0 / 6.0 - t * (1.0 / 24.0 - t / 120.0)));
        let exact = if t < 1e-3 { series } else { 1.0 + (-t).exp_m1() / t };
        moving.check_per(damper.follow_step(dt).apply(0.0, 0.0, 1.0), exact, UNIT, dt);
    });
}

/// From rest, a step covers the same distance as its matrix says, to the digits of the distance.
#[test]
fn the_distance_from_rest_keeps_its_digits_at_every_short_step() {
    let what = "f32 distance of a critical step from rest at dt in 1e-18 … 1, 2⁻²³ of dt²";
    let spring = Spring::critical(1.0f32).unwrap();
    every_float([WorstUnits::new(what, INCREMENT.bar::<f32>() / UNIT)], |dt, [worst]| {
        if !(1e-18..=1.0).contains(&dt) {
            return;
        }
        let t = f64::from(dt);
        let got = spring.step(dt).apply(State::at_rest(0.0), 1.0).position;
        // 1 − (1 + t)·e^−t = t²·(1/2 − t/3 + t²/8 − t³/30 …), where the first form cancels.
        let series = t * t * (0.5 - t * (1.0 / 3.0 - t * (0.125 - t * (1.0 / 30.0 - t / 144.0))));
        let exact = if t < 1e-3 { series } else { -(-t).exp_m1() - t * (-t).exp() };
        worst.check_per(got, exact, t * t * UNIT, dt);
    });
}
