//! The functions that the polynomials approximate, by their power series: what a polynomial misses, proven by Sollya.

use anyhow::Result;

use crate::bounds::solver::{Solver, power};

/// The terms of a series: numerator and denominator.
type Terms = fn(u32) -> (i128, u128);

/// A function by its power series.
pub(super) struct Series {
    pub(super) formula: &'static str,
    term: Terms,
    /// As many terms as `u128` holds, or as are needed.
    count: u32,
}

const fn series(formula: &'static str, count: u32, term: Terms) -> Series {
    Series { formula, term, count }
}

/// `n!`, up to 33!.
fn factorial(n: u32) -> u128 {
    (1..=u128::from(n)).product()
}

fn alternating(n: u32) -> i128 {
    if n.is_multiple_of(2) { 1 } else { -1 }
}

pub(super) const EXP: Series =
    series("(e^(−s) − 1 + s)/s²", 31, |n| (alternating(n), factorial(n + 2)));
pub(super) const SIN: Series =
    series("(sin r − r)/r³ in r²", 15, |n| (-alternating(n), factorial(2 * n + 3)));
pub(super) const COS: Series =
    series("(cos r − 1 + r²/2)/r⁴ in r²", 14, |n| (alternating(n), factorial(2 * n + 4)));
pub(super) const COSH: Series =
    series("(cosh √D − 1)/D in D", 15, |n| (1, factorial(2 * n + 2)));
pub(super) const SINH: Series =
    series("(sinh √D/√D − 1)/D in D", 15, |n| (1, factorial(2 * n + 3)));
pub(super) const AREA: Series = series("(1 − (1 + p)e^(−p))/p² in p", 31, |n| {
    (alternating(n) * i128::from(n + 1), factorial(n + 2))
});
pub(super) const ATAN: Series =
    series("(arctan t − t)/t³ in t²", 60, |n| (-alternating(n), u128::from(2 * n + 3)));

impl Series {
    fn term(&self, n: u32) -> f64 {
        let (numerator, denominator) = (self.term)(n);
        numerator as f64 / denominator as f64
    }

    /// A bound of what the series is after its last term, up to |x|.
    fn rest(&self, x: f64) -> f64 {
        let last = self.count - 1;
        let ratio = (self.term(last) / self.term(last - 1)).abs() * x;
        // The ratios of all of these series fall, but for that of the arctangent, which rises to 1.
        let ratio = ratio.max(if self.count > 31 { x } else { 0.0 });
        assert!(ratio < 0.5, "{}: {ratio} a term at {x}", self.formula);
        (2.0 * ratio * self.term(last) * x.powi(last as i32)).abs()
    }

    /// The greatest |`weight`·(polynomial − function)| on an interval of `x`. The argument of both is `inner`; both are in
    /// `x`, the variable of Sollya. `inner` and `weight` grow with |x|.
    pub(super) fn missed(
        &self,
        solver: &Solver,
        name: &str,
        coefficients: &[f64],
        (inner, weight): (Form, Form),
        (low, high): (f64, f64),
    ) -> Result<f64> {
        let terms = (0..self.count).map(|n| {
            let (numerator, denominator) = (self.term)(n);
            format!("({numerator}/{denominator})")
        });
        let of = |terms: Vec<String>| {
            let sum =
                terms.into_iter().rev().reduce(|sum, term| format!("{term}+({})*({sum})", inner.0));
            format!("({})*({})", weight.0, sum.unwrap_or_default())
        };
        let polynomial = of(coefficients.iter().map(|&c| power(c)).collect());
        let function = of(terms.collect());
        let x = low.abs().max(high.abs());
        let norm = format!(
            "supnorm({polynomial}, {function}, [{};{}], absolute, 2^(-12))",
            power(low),
            power(high)
        );
        let sup = solver.sollya(name, &[norm])?[0];
        Ok((sup + (weight.1)(x) * self.rest((inner.1)(x))) * (1.0 + 1e-9))
    }
}

/// A function of `x` in the language of Sollya, and its magnitude.
pub(super) type Form = (&'static str, fn(f64) -> f64);

pub(super) const ONE: Form = ("1", |_| 1.0);
pub(super) const X: Form = ("x", |x| x);
pub(super) const SQUARE: Form = ("x^2", |x| x * x);
pub(super) const CUBE: Form = ("x^3", |x| x * x * x);
pub(super) const FOURTH: Form = ("x^4", |x| x * x * x * x);

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(series: &Series, x: f64) -> f64 {
        (0..series.count).rev().fold(0.0, |sum, n| sum * x + series.term(n))
    }

    #[test]
    fn the_series_are_of_their_functions() {
        let (x, square) = (0.4f64, 0.16);
        let pairs = [
            (sum(&EXP, x), ((-x).exp() - 1.0 + x) / square),
            (sum(&SIN, square), (x.sin() - x) / (x * square)),
            (sum(&COS, square), (x.cos() - 1.0 + square / 2.0) / (square * square)),
            (sum(&COSH, square), (x.cosh() - 1.0) / square),
            (sum(&SINH, square), (x.sinh() / x - 1.0) / square),
            (sum(&AREA, x), (1.0 - (1.0 + x) * (-x).exp()) / square),
            (sum(&ATAN, square), (x.atan() - x) / (x * square)),
        ];
        for (series, function) in pairs {
            assert!((series - function).abs() < 1e-12, "{series} {function}");
        }
    }

    #[test]
    fn the_rest_of_a_series_is_below_its_bound() {
        // 60 terms of the arctangent at 0.3 are all that double precision sees; ten are not.
        assert!(ATAN.rest(0.1716) < 1e-40 && ATAN.rest(0.1716) > 0.0);
        assert!(SINH.rest(9.0) < 1e-20 && SINH.rest(9.0) > 1e-30);
    }
}
