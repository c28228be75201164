//! The bound of a kernel: of its last operation half a unit, of those before it what Gappa proves, of its polynomial what
//! Sollya proves, of the argument what its reduction lost.
//!
//! `y` is the exact result and `t` the result before its last rounding, which differ by at most `d` units in the last place
//! of `y`. The last rounding adds half a unit of `t`. If `t` has a greater unit than `y`, which is then twice as great, a power
//! of two is between them, and the last rounding moves `t` by at most `d` too, for that power is a number.

use anyhow::{Context, Result, ensure};

use crate::bounds::model::{Model, ROUNDING, UNROUNDED};
use crate::bounds::series::{Form, ONE, SQUARE, Series, X};
use crate::bounds::solver::Solver;
use crate::bounds::source::Precision;

/// A proven bound of the error of a function.
#[derive(Debug)]
pub(crate) struct Bound {
    pub(super) function: String,
    pub(super) domain: String,
    /// In this unit.
    pub(super) units: f64,
    pub(super) unit: &'static str,
    /// The rows of the audit that measure the same.
    pub(super) measured: &'static [&'static str],
}

/// Where a result has one exponent: 2^exponent ≤ |y| ≤ 2^(exponent + 1).
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) exponent: i32,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// How many powers of two below the last digit of 1 the bounds go. Below, what the polynomial adds to the argument, or to a
/// factor of it, is less than a sixteenth of a unit.
const BELOW: i32 = 4;

/// Below this argument one bound of the polynomial serves all parts.
const SMALL: f64 = 1.0 / 64.0;

/// The parts of 0 … `greatest` for an increasing result of which this is the inverse; they overlap by the rounding of the inverse.
pub(super) fn parts(
    precision: Precision,
    highest: i32,
    greatest: f64,
    inverse: fn(f64) -> f64,
) -> Vec<Part> {
    let part = |exponent: i32| {
        let low = inverse(2f64.powi(exponent)) * (1.0 - 1e-9);
        let high = inverse(2f64.powi(exponent + 1)) * (1.0 + 1e-9);
        // Beyond its greatest result the inverse is NaN.
        let high = if high < greatest { high } else { greatest };
        Part { exponent, low, high }
    };
    let least = -precision.digits - BELOW;
    (least..=highest).rev().map(part).filter(|part| part.low < part.high).collect()
}

/// The unit in the last place of numbers with an exponent.
pub(super) fn unit(precision: Precision, exponent: i32) -> f64 {
    2f64.powi(exponent - precision.digits + 1)
}

/// The error before the last rounding, and the greatest result before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    pub(super) error: f64,
    pub(super) greatest: f64,
}

/// The error in units of the exponent.
pub(super) fn rounded(before: Before, precision: Precision, exponent: i32) -> Result<f64> {
    let off = before.error / unit(precision, exponent);
    let may_cross = before.greatest > 2f64.powi(exponent + 1);
    ensure!(before.greatest < 2f64.powi(exponent + 2), "two powers of two in one part");
    Ok((off + if may_cross { off.clamp(0.5, 1.0) } else { 0.5 }) * (1.0 + 1e-9))
}

/// A kernel of one variable with a polynomial.
pub(super) struct Kernel<'a> {
    pub(super) name: &'a str,
    pub(super) model: Model<'a>,
    pub(super) variable: &'a str,
    pub(super) polynomial: &'a str,
    pub(super) series: &'a Series,
    /// The argument of the polynomial by the variable, and the factor by which an error of the polynomial enters the result.
    pub(super) forms: (Form, Form),
}

impl Kernel<'_> {
    /// The error before the last rounding on each part, without that of the argument. `others` are further variables of the
    /// model.
    pub(super) fn before(
        &self,
        solver: &Solver,
        parts: &[Part],
        others: &[(&str, f64, f64)],
    ) -> Result<Vec<Before>> {
        ensure!(!parts.is_empty(), "{}: no part", self.name);
        let precision = self.model.precision;
        let coefficients = self.model.source.numbers(precision, self.polynomial)?;
        let (inner, weight) = self.forms;
        let title = format!("{}_{}", precision.name, self.name);
        let missed = |name: &str, weight, range| {
            self.series.missed(solver, name, &coefficients, (inner, weight), range)
        };
        let has_small = parts.iter().any(|part| part.low >= 0.0 && part.high <= SMALL);
        let small =
            if has_small { missed(&format!("{title}_small"), ONE, (0.0, SMALL))? } else { 0.0 };
        let of = |(at, part): (usize, &Part)| {
            let is_small = part.low >= 0.0 && part.high <= SMALL;
            let approximation = if is_small {
                small * (weight.1)(part.high)
            } else {
                missed(&format!("{title}_{at}"), weight, (part.low, part.high))?
            };
            let mut inside = vec![(self.variable, part.low, part.high)];
            inside.extend_from_slice(others);
            // The smaller the argument, the less of the error is due to the polynomial.
            let greatest = part.low.abs().max(part.high.abs());
            let most = if greatest > 0.25 { 32.0 } else { 8.0 };
            let pieces = (most * (part.high - part.low) / greatest).ceil().clamp(2.0, most);
            let split = format!("{ROUNDING}, {UNROUNDED} $ {} in {pieces};\n", self.variable);
            let hints = if is_small { String::new() } else { split };
            let name = format!("{}_{at}", self.name);
            let goals = [ROUNDING, UNROUNDED];
            let found = self.model.enclose(solver, &name, &inside, &goals, &hints)?;
            let error = (found[0].magnitude() + approximation) * (1.0 + 1e-9);
            Ok(Before { error, greatest: found[1].magnitude() })
        };
        parts.iter().enumerate().map(of).collect()
    }

    /// The greatest error in units in the last place.
    pub(super) fn units(
        &self,
        solver: &Solver,
        parts: &[Part],
        others: &[(&str, f64, f64)],
        of_argument: impl Fn(&Part) -> f64,
    ) -> Result<f64> {
        let mut worst = 0.0f64;
        for (part, before) in parts.iter().zip(self.before(solver, parts, others)?) {
            let before = Before { error: before.error + of_argument(part), ..before };
            let units = rounded(before, self.model.precision, part.exponent);
            worst = worst.max(units.with_context(|| format!("{} on {part:?}", self.name))?);
        }
        Ok(worst)
    }
}

/// The forms of a polynomial in its own variable whose errors enter the result with its square.
pub(super) const BY_SQUARE: (Form, Form) = (X, SQUARE);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::source::SINGLE;

    #[test]
    fn parts_cover_the_arguments_and_have_one_exponent_each() {
        let parts = parts(SINGLE, -1, 0.9, |y| -(-y).ln_1p());
        assert_eq!((parts[0].exponent, parts[0].high), (-1, 0.9));
        assert!(parts.windows(2).all(|pair| pair[1].high >= pair[0].low));
        assert_eq!(parts.len(), 28);
        // None is above the greatest argument.
        assert_eq!(super::parts(SINGLE, 3, 0.3, |y| y)[0].exponent, -2);
    }

    #[test]
    fn the_last_rounding_adds_half_a_unit_or_what_was_lost_before() {
        let units = |error, greatest| rounded(Before { error, greatest }, SINGLE, 23);
        assert!((units(0.25, 3e7).unwrap() - 0.75).abs() < 1e-8);
        assert!((units(0.75, 3e7).unwrap() - 1.5).abs() < 1e-8);
        assert!((units(0.75, 1e7).unwrap() - 1.25).abs() < 1e-8);
        assert!((units(1.5, 3e7).unwrap() - 2.5).abs() < 1e-8);
        assert!(units(0.1, 4e7).is_err());
        assert_eq!(unit(SINGLE, 0), f64::from(f32::EPSILON));
    }
}
