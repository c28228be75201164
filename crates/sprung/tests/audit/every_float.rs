//! The functions of [`Real`] in single precision, at every number, beside double precision.
//!
//! Double precision is the platform's, which no library of the project calls; it is itself compared with twice its digits.

use sprung::Real;
use sprung::shared::{Decayed, decayed_within};
use testkit::audit::{cases, measured};
use testkit::double_double::DoubleDouble;
use testkit::every_float::{WorstUnits, every_float};
use testkit::random::Random;

/// The function of single precision, that of double precision, and the bound in units.
type Pair = (&'static str, fn(f32) -> f32, fn(f64) -> f64, f64);

#[test]
fn elementary_functions_are_within_a_unit_at_every_number() {
    let pairs: [Pair; 7] = [
        ("f32 exp at every number, ulp", Real::exp, f64::exp, 1.0),
        ("f32 exp_m1 at every number, ulp", Real::exp_m1, f64::exp_m1, 1.0),
        ("f32 ln at every number, ulp", Real::ln, f64::ln, 1.0),
        ("f32 ln_1p at every number, ulp", Real::ln_1p, f64::ln_1p, 1.0),
        ("f32 arctangent at every number, ulp", |x| x.atan2(1.0), f64::atan, 1.0),
        ("f32 acos at every number, ulp", Real::acos, f64::acos, 1.0),
        ("f32 square root at every number, ulp", Real::sqrt, f64::sqrt, 0.5),
    ];
    for (what, single, double, bound) in pairs {
        every_float([WorstUnits::new(what, bound)], |x, [worst]| {
            worst.check(single(x), double(f64::from(x)), x);
        });
    }
}

#[test]
fn sine_and_cosine_are_within_a_unit_of_one_and_small_sines_keep_their_digits() {
    const ONE: f64 = f32::EPSILON as f64;
    let worst = [
        WorstUnits::new("f32 sine at every number, 2⁻²³", 1.0),
        WorstUnits::new("f32 cosine at every number, 2⁻²³", 1.0),
        WorstUnits::new("f32 sine within a quarter turn, ulp", 1.5),
        WorstUnits::new("f32 cosine within an eighth of a turn, ulp", 1.5),
    ];
    every_float(worst, |x, worst| {
        let ((sin, cos), (exact_sin, exact_cos)) = (Real::sin_cos(x), f64::from(x).sin_cos());
        worst[0].check_per(sin, exact_sin, ONE, x);
        worst[1].check_per(cos, exact_cos, ONE, x);
        if x.abs() <= core::f32::consts::FRAC_PI_2 {
            worst[2].check(sin, exact_sin, x);
        }
        if x.abs() <= core::f32::consts::FRAC_PI_4 {
            worst[3].check(cos, exact_cos, x);
        }
    });
}

#[test]
fn decays_are_within_three_units_at_every_number() {
    // The documented bound, 1.5 times the machine precision relative to the result, is up to three units.
    let worst = [
        WorstUnits::new("f32 e^−x of a step at every x in 0 … 86, ulp", 3.0),
        WorstUnits::new("f32 e^−x − 1 of a step at every x in 0 … 86, ulp", 3.0),
    ];
    every_float(worst, |x, worst| {
        if (0.0..=86.0).contains(&x) {
            let Decayed { left, change, .. } = decayed_within(x);
            worst[0].check(left, (-f64::from(x)).exp(), x);
            worst[1].check(change, (-f64::from(x)).exp_m1(), x);
        }
    });
}

/// An error of an oracle in units of double precision counts 2⁻²⁹ times in those of single precision.
#[test]
fn the_oracles_are_within_two_units_of_double_precision() {
    let mut random = Random::new(20);
    let mut worst = [0.0f64; 8];
    let count = cases(10_000, 400_000);
    for _ in 0..count {
        let small = f64::from(random.log_uniform(1e-6, 80.0) as f32);
        let x = if random.unit() < 0.5 { small } else { -small };
        let angle = f64::from(random.log_uniform(1e-6, 1e6) as f32);
        let wide = DoubleDouble::from(x);
        let (sin, cos) = DoubleDouble::from(angle).sin_cos();
        let ln = small.ln();
        let back = DoubleDouble::from(ln).exp() - small.into();
        let errors = [
            wide.exp().relative_error(x.exp()),
            (wide.exp() - 1.0.into()).relative_error(x.exp_m1()),
            // Twice the digits of a logarithm: what its exponential misses.
            (back / small.into()).nearest().abs() / ln.abs(),
            sin.relative_error(angle.sin()),
            cos.relative_error(angle.cos()),
            wide.atan().relative_error(x.atan()),
            // Beyond the reach of the long numbers: an independent library, of other authors.
            beyond(random.log_uniform(1e6, 3.4e38) as f32, |x| x.sin(), libm::sin),
            beyond(random.log_uniform(1e6, 3.4e38) as f32, |x| x.cos(), libm::cos),
        ];
        for (worst, error) in worst.iter_mut().zip(errors) {
            *worst = worst.max(error / f64::EPSILON);
        }
    }
    let names = ["exp", "exp_m1", "ln", "sine", "cosine", "arctangent", "far sine", "far cosine"];
    for (name, worst) in names.into_iter().zip(worst) {
        assert!(worst <= 2.0, "{name}: {worst}");
        measured(format!("the oracle of {name} off its own, 2⁻⁵²"), count, format!("{worst:.3}"));
    }
}

fn beyond(x: f32, one: fn(f64) -> f64, other: fn(f64) -> f64) -> f64 {
    let (one, other) = (one(f64::from(x)), other(f64::from(x)));
    ((one - other) / other).abs()
}
