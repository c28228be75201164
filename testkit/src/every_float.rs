//! Functions of one number in single precision, at every number: the worst error in units in the last place.
//!
//! All 2³² bit patterns under `cargo xtask audit`, a sample spread over them, with the [`hostile`] numbers, in other runs.

use std::{thread, vec};

use crate::audit::{cases, measured};
use crate::inputs::hostile;

/// Bit patterns in a sample, besides the hostile numbers.
const SAMPLE: usize = 1 << 18;

/// Collects errors over every bit pattern of single precision, or a sample of them, on all threads of the machine; then
/// [finishes](WorstUnits::finish) them.
///
/// ```
/// use testkit::every_float::{WorstUnits, every_float};
/// every_float([WorstUnits::new("halves of all numbers, ulp", 0.5)], |x, [worst]| {
///     worst.check(0.5 * x, 0.5 * f64::from(x), x);
/// });
/// ```
pub fn every_float<const N: usize>(
    worst: [WorstUnits; N],
    check: impl Fn(f32, &mut [WorstUnits; N]) + Sync,
) {
    let start = worst.clone();
    let join = |mut worst: [WorstUnits; N], part: [WorstUnits; N]| {
        worst.iter_mut().zip(part).for_each(|(worst, part)| worst.include(part));
        worst
    };
    let parts = in_parts(|patterns| {
        let mut part = start.clone();
        patterns.for_each(|x| check(x, &mut part));
        part
    });
    parts.into_iter().fold(worst, join).into_iter().for_each(WorstUnits::finish);
}

/// Calls a function with the patterns of each thread, and returns the results in order.
pub fn in_parts<T: Send>(run: impl Fn(Patterns) -> T + Sync) -> Vec<T> {
    let threads = thread::available_parallelism().map_or(1, |count| count.get() as u64);
    thread::scope(|scope| {
        let run = &run;
        let started = (0..threads).map(|part| scope.spawn(move || run(patterns(part, threads))));
        let started: Vec<_> = started.collect();
        started.into_iter().map(|part| part.join().expect("no check panics")).collect()
    })
}

/// Bit patterns of single precision in an order of their own.
#[derive(Clone, Debug)]
pub struct Patterns {
    hostile: vec::IntoIter<f32>,
    next: u64,
    last: u64,
    stride: u64,
    factor: u32,
}

impl Iterator for Patterns {
    type Item = f32;

    #[inline]
    fn next(&mut self) -> Option<f32> {
        if let Some(number) = self.hostile.next() {
            return Some(number);
        }
        if self.next > self.last {
            return None;
        }
        let pattern = (self.next as u32).wrapping_mul(self.factor);
        self.next += self.stride;
        Some(f32::from_bits(pattern))
    }
}

/// Every so-many-th pattern.
fn patterns(part: u64, parts: u64) -> Patterns {
    let last = cases(SAMPLE, u32::MAX as usize) as u64;
    // An odd factor modulo 2³² reaches every pattern once; the golden section spreads the first ones.
    let is_all = last == u64::from(u32::MAX);
    let factor = if is_all { 1 } else { 0x9E37_79B1 };
    let hostile = if is_all || part > 0 { Vec::new() } else { hostile::<f32>() };
    Patterns { hostile: hostile.into_iter(), next: part, last, stride: parts, factor }
}

/// The unit in the last place of single precision at a number, 2⁻¹⁴⁹ at the least.
///
/// ```
/// use testkit::every_float::unit;
/// assert_eq!(unit(1.0), f64::from(f32::EPSILON));
/// assert_eq!(unit(-1.99), f64::from(f32::EPSILON));
/// assert_eq!(unit(0.0), f64::from(f32::from_bits(1)));
/// ```
pub fn unit(exact: f64) -> f64 {
    let exponent = (exact.to_bits() >> 52) & 0x7FF;
    // 1023 − 126: the least exponent of a normal number in single precision.
    f64::from_bits((exponent.max(897) - 23) << 52)
}

/// The worst error of one function.
#[derive(Clone, Debug)]
pub struct WorstUnits {
    what: &'static str,
    bound: f64,
    checks: usize,
    worst: f64,
    at: f32,
}

impl WorstUnits {
    /// Starts a collection of errors in units, which are at most `bound`.
    pub fn new(what: &'static str, bound: f64) -> Self {
        WorstUnits { what, bound, checks: 0, worst: 0.0, at: 0.0 }
    }

    /// Records a result in units in the last place of the exact value. A result that should be NaN and is not, or the reverse,
    /// is an infinite error; so is an infinite result of a value that single precision has.
    #[inline]
    pub fn check(&mut self, got: f32, exact: f64, at: f32) {
        self.check_per(got, exact, unit(exact), at);
    }

    /// Records a result in units of a scale.
    #[inline]
    pub fn check_per(&mut self, got: f32, exact: f64, unit: f64, at: f32) {
        self.checks += 1;
        let error = (f64::from(got) - exact).abs() / unit;
        // Also where the error is NaN.
        if !(error <= self.worst) {
            self.unusual(got, exact, error, at);
        }
    }

    #[cold]
    fn unusual(&mut self, got: f32, exact: f64, error: f64, at: f32) {
        // To nearest, as every number from the middle between the largest and 2¹²⁸ on.
        let same = if exact.is_nan() { got.is_nan() } else { got == exact as f32 };
        let error = if error.is_nan() { f64::INFINITY } else { error };
        if !same || error.is_finite() {
            (self.worst, self.at) = (error, at);
        }
    }

    /// Adds what another thread has collected; of equal errors the one at the least bit pattern is kept.
    pub fn include(&mut self, other: WorstUnits) {
        self.checks += other.checks;
        let order = |worst: &WorstUnits| (worst.worst, core::cmp::Reverse(worst.at.to_bits()));
        if order(&other) > order(self) {
            (self.worst, self.at) = (other.worst, other.at);
        }
    }

    /// Passes the worst error to the report.
    ///
    /// # Panics
    /// If it is above the bound, or nothing was checked.
    #[track_caller]
    pub fn finish(self) {
        let WorstUnits { what, bound, checks, worst, at } = self;
        assert!(checks > 0, "{what}: nothing was checked");
        let bits = at.to_bits();
        assert!(worst <= bound, "{what}: {worst} units at {at:e} ({bits:#010x}), allowed {bound}");
        measured(what, checks, format!("{worst:.3} at {at:e}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_the_gaps_between_numbers() {
        for x in [1.0f32, 1.5, 3.0, 1e-30, 1e30, f32::MIN_POSITIVE] {
            assert_eq!(unit(f64::from(x)), f64::from(x.next_up()) - f64::from(x), "{x}");
        }
        assert_eq!(unit(1e-42), f64::from(f32::from_bits(1)));
    }

    #[test]
    fn a_sample_has_every_sign_and_exponent() {
        let mut seen = [false; 512];
        patterns(0, 2)
            .chain(patterns(1, 2))
            .for_each(|x| seen[(x.to_bits() >> 23) as usize] = true);
        assert!(seen.iter().all(|&seen| seen));
        assert!(patterns(0, 2).any(|x| x == f32::INFINITY));
    }

    #[test]
    fn the_parts_of_the_threads_are_all_patterns_once() {
        let count =
            |parts: u64| (0..parts).map(|part| patterns(part, parts).count()).sum::<usize>();
        assert_eq!(count(1), count(7));
        assert_eq!(in_parts(Iterator::count).into_iter().sum::<usize>(), count(1));
    }

    #[test]
    fn errors_are_counted_in_units() {
        let mut worst = WorstUnits::new("a test", 2.0);
        worst.check(1.0, 1.0 + f64::from(f32::EPSILON), 0.5);
        worst.check(f32::NAN, f64::NAN, 1.0);
        worst.check(f32::INFINITY, 1e40, 2.0);
        worst.check(f32::INFINITY, f64::INFINITY, 3.0);
        assert_eq!((worst.worst, worst.at, worst.checks), (1.0, 0.5, 4));
        worst.finish();
    }

    #[test]
    fn results_that_are_not_numbers_where_they_should_be_are_infinite_errors() {
        let pairs = [(f32::NAN, 1.0), (1.0, f64::NAN), (f32::INFINITY, 1.0), (1.0, f64::INFINITY)];
        for (got, exact) in pairs {
            let mut worst = WorstUnits::new("a test", 1e300);
            worst.check(got, exact, 7.0);
            assert_eq!((worst.worst, worst.at), (f64::INFINITY, 7.0), "{got} for {exact}");
        }
    }

    #[test]
    #[should_panic(expected = "3 units at 5e-1")]
    fn an_error_above_the_bound_fails() {
        let mut worst = WorstUnits::new("a test", 2.0);
        worst.check(1.0, 1.0 + 3.0 * f64::from(f32::EPSILON), 0.5);
        worst.finish();
    }
}
