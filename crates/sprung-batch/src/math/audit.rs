//! The kernels of single precision on every SIMD level, at every number: one result on all, and its worst error.
//!
//! All 2³² numbers under `cargo xtask audit`, a sample of them in other runs. The double precision beside them is that of the
//! platform, whose own error the audit of the core measures.

use fearless_simd::{Level, Simd, dispatch};
use std::vec::Vec;
use testkit::every_float::{WorstUnits, in_parts};
use testkit::step_matrix::{StepMatrix, critical, half_damped, over_damped};

use crate::math::arctangent::angle_of;
use crate::math::exp::{decayed, left_and_change};
use crate::math::response::Response;
use crate::math::sin_cos::turned;
use crate::simd_level::SimdLevel;

/// As many numbers as a batch takes at a time.
const BLOCK: usize = 64;
const OUT: usize = 4;

/// A kernel of one number with up to four results.
trait Kernel: Copy {
    fn of(self, x: f32) -> [f32; OUT];
}

macro_rules! kernel {
    ($name:ident: |$x:ident| $results:expr) => {
        #[derive(Clone, Copy)]
        struct $name;
        impl Kernel for $name {
            #[inline(always)]
            fn of(self, $x: f32) -> [f32; OUT] {
                $results
            }
        }
    };
}

kernel!(Decay: |x| {
    let decayed = decayed(x);
    [decayed.left, decayed.change, 0.0, 0.0]
});
kernel!(Turn: |x| {
    let turned = turned(x);
    [turned.sin, turned.cos, turned.cos_change, 0.0]
});
kernel!(Angle: |x| [angle_of(x, 1.0), angle_of(1.0, x), 0.0, 0.0]);
kernel!(HalfDamped: |dt| entries(Response::new(1.0, 0.5, dt)));
kernel!(Critical: |dt| entries(Response::new(1.0, 1.0, dt)));
kernel!(OverDamped: |dt| entries(Response::new(1.0, 2.0, dt)));

/// What a spring makes of a unit of position, and of a unit of velocity.
#[inline(always)]
fn entries(response: Response<f32>) -> [f32; OUT] {
    let [xx, vx] = response.advance(1.0, 0.0, 0.0);
    let [xv, vv] = response.advance(0.0, 1.0, 0.0);
    [xx, vx, xv, vv]
}

#[inline(always)]
fn block<S: Simd>(_level: S, kernel: impl Kernel, x: &[f32; BLOCK], out: &mut [[f32; BLOCK]; OUT]) {
    for i in 0..BLOCK {
        let results = kernel.of(x[i]);
        for at in 0..OUT {
            out[at][i] = results[at];
        }
    }
}

#[inline(never)]
fn on_level(level: Level, kernel: impl Kernel, x: &[f32; BLOCK], out: &mut [[f32; BLOCK]; OUT]) {
    dispatch!(level, simd => block(simd, kernel, x, out));
}

/// Returns whether two results differ. All NaN are equal: their bits depend on the order of operands.
fn differ(a: f32, b: f32) -> bool {
    (a.to_bits() != b.to_bits()) & !(a.is_nan() & b.is_nan())
}

/// Calls `check` with each number and the results of the first level, after comparing those of the others with them; on all
/// threads of the machine. Then finishes the collected errors.
fn every_number<const N: usize>(
    what: &str,
    kernel: impl Kernel + Sync,
    worst: [WorstUnits; N],
    check: impl Fn(f32, [f32; OUT], &mut [WorstUnits; N]) + Sync,
) {
    let levels: Vec<SimdLevel> = SimdLevel::available().collect();
    assert!(!levels.is_empty(), "no level was tested");
    let parts = in_parts(|mut numbers| {
        let mut part = worst.clone();
        loop {
            let (mut x, mut count) = ([0.0f32; BLOCK], 0);
            for (slot, value) in x.iter_mut().zip(&mut numbers) {
                *slot = value;
                count += 1;
            }
            if count == 0 {
                return part;
            }
            let results = on_every_level(what, kernel, &levels, &x);
            for i in 0..count {
                check(x[i], [0, 1, 2, 3].map(|at| results[at][i]), &mut part);
            }
        }
    });
    let mut worst = worst;
    for part in parts {
        worst.iter_mut().zip(part).for_each(|(worst, part)| worst.include(part));
    }
    worst.into_iter().for_each(WorstUnits::finish);
}

/// The results of one block, which are the same on every level.
fn on_every_level(
    what: &str,
    kernel: impl Kernel,
    levels: &[SimdLevel],
    x: &[f32; BLOCK],
) -> [[f32; BLOCK]; OUT] {
    let mut first = [[0.0; BLOCK]; OUT];
    for (place, level) in levels.iter().enumerate() {
        let mut out = [[0.0; BLOCK]; OUT];
        let token = level.token().expect("an available level");
        on_level(token, kernel, x, &mut out);
        if place == 0 {
            first = out;
        }
        let pairs = out.iter().flatten().zip(first.iter().flatten());
        let same = pairs.fold(true, |same, (&a, &b)| same & !differ(a, b));
        assert!(same, "{what} on {level} from {:e} on: {out:?} and {first:?}", x[0]);
    }
    first
}

const UNIT: f64 = f32::EPSILON as f64;

#[test]
fn decays_have_the_same_bits_on_every_level_and_are_within_three_units() {
    // The documented bound, 1.5 times the machine precision relative to the result, is up to three units.
    let worst = [
        WorstUnits::new("f32 batch e^−x at every x in 0 … 80, ulp", 3.0),
        WorstUnits::new("f32 batch e^−x − 1 at every x in 0 … 80, ulp", 3.0),
    ];
    every_number("a decay", Decay, worst, |x, [left, change, ..], worst| {
        if (0.0..=80.0).contains(&x) {
            worst[0].check(left, (-f64::from(x)).exp(), x);
            worst[1].check(change, (-f64::from(x)).exp_m1(), x);
            // −0 is not a decay of a step.
            if x.to_bits() != (-0.0f32).to_bits() {
                assert_eq!(left_and_change(x), [left, change], "by a branch at {x:e}");
            }
        } else if x > 80.0 {
            assert_eq!([left, change], [0.0, -1.0], "{x:e}");
        }
    });
}

#[test]
fn turns_have_the_same_bits_on_every_level_and_are_within_a_unit_of_one() {
    let worst = [
        WorstUnits::new("f32 batch sine up to 8192 rad, 2⁻²³", 1.0),
        WorstUnits::new("f32 batch cosine up to 8192 rad, 2⁻²³", 1.0),
        WorstUnits::new("f32 batch cosine − 1 up to 8192 rad, 2⁻²³", 2.0),
        WorstUnits::new("f32 batch sine within a quarter turn, ulp", 2.0),
    ];
    every_number("a turn", Turn, worst, |x, [sin, cos, cos_change, _], worst| {
        if (0.0..=8192.0).contains(&x) {
            let ((exact_sin, exact_cos), half) =
                (f64::from(x).sin_cos(), (f64::from(x) / 2.0).sin());
            worst[0].check_per(sin, exact_sin, UNIT, x);
            worst[1].check_per(cos, exact_cos, UNIT, x);
            worst[2].check_per(cos_change, -2.0 * half * half, UNIT, x);
            if x <= core::f32::consts::FRAC_PI_2 {
                worst[3].check(sin, exact_sin, x);
            }
        } else if x > 8192.0 {
            // Beyond, the angle itself has lost its digits: still a point of the circle.
            assert!((sin * sin + cos * cos - 1.0).abs() < 1e-4, "{x:e}: {sin} {cos}");
        }
    });
}

#[test]
fn angles_have_the_same_bits_on_every_level_and_are_within_four_units() {
    // The documented bound, twice the machine precision relative to the result, is up to four units.
    let worst = [
        WorstUnits::new("f32 batch arctangent of every number ≥ 0, ulp", 4.0),
        WorstUnits::new("f32 batch arccotangent of every number ≥ 0, ulp", 4.0),
    ];
    every_number("an angle", Angle, worst, |x, [of_sin, of_cos, ..], worst| {
        if x.is_sign_positive() && x.is_finite() {
            worst[0].check(of_sin, f64::from(x).atan(), x);
            worst[1].check(of_cos, 1f64.atan2(f64::from(x)), x);
        }
    });
}

/// Compares the entries of a step at every `dt` with its closed form, per natural scale: 1, min(t, 1), min(1, t), 1.
fn steps(what: &'static str, kernel: impl Kernel + Sync, exact: fn(f64) -> StepMatrix) {
    let bound = testkit::tolerance::BATCH_STEP.bar::<f32>() / UNIT;
    every_number(what, kernel, [WorstUnits::new(what, bound)], |dt, got, [worst]| {
        if !(dt > 0.0) {
            assert_eq!(got, [1.0, 0.0, 0.0, 1.0], "{what}: {dt}");
            return;
        }
        let [[xx, xv], [vx, vv]] = exact(f64::from(dt));
        // No number is closer than half the smallest.
        let short = (f64::from(dt).min(1.0) * UNIT).max(f64::from(f32::from_bits(1)));
        let scales = [UNIT, short, short, UNIT];
        for ((got, exact), scale) in got.into_iter().zip([xx, vx, xv, vv]).zip(scales) {
            worst.check_per(got, exact, scale, dt);
        }
    });
}

#[test]
fn steps_have_the_same_bits_on_every_level_and_are_within_their_bound() {
    steps("f32 batch step of ζ 0.5 at every dt, 2⁻²³ of the scale", HalfDamped, half_damped);
    steps("f32 batch critical step at every dt, 2⁻²³ of the scale", Critical, critical);
    steps("f32 batch step of ζ 2 at every dt, 2⁻²³ of the scale", OverDamped, over_damped);
}

#[test]
fn one_bit_is_a_difference_and_the_kind_of_a_nan_is_none() {
    assert!(differ(0.0, -0.0) && differ(1.0, 1f32.next_up()) && differ(1.0, f32::NAN));
    assert!(!differ(f32::NAN, -f32::NAN) && !differ(1.0, 1.0));
}
