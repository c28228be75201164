//! Whether a spring explains the series: beside polynomials, and by what it leaves.

use sprung::Real;

use super::model::Shape;
use super::polynomial::squares_left;
use super::refine::{Solution, criterion};
use super::series::Series;

/// A model is put in the place of a preferred one if its criterion is lower by this, a ratio of likelihoods of 3000. Noise makes
/// that of a wrong model of as many parameters with a probability of at most `Φ(−√16) = 3e-5`, however near the two are
/// (R. Royall, *On the probability of observing misleading statistical evidence*, 2000).
pub(super) const CLEAR: f64 = 16.0;
/// Polynomials of degrees 0 to 4 are tried: as many parameters as a spring from rest.
const POLYNOMIALS: usize = 5;
/// What a spring leaves may follow a pattern, if it is at most this part of the range of the values.
pub(super) const CLOSE: f64 = 0.01;

/// Whether a spring explains a series, or something simpler, or nothing that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub enum Explanation {
    /// The spring: what it leaves looks like noise, or is at most 1 % of the range of the values.
    Spring,
    /// A polynomial of the time fits as well with fewer parameters, or clearly better with as many: 0 a constant, 1 a line, at
    /// most 4. As well is by the Bayesian information criterion, where each parameter that the spring has more costs `2·ln n`
    /// instead of `ln n`, for the `n` frequencies and delays of the search; clearly better is by 16.
    Polynomial {
        /// The degree.
        degree: usize,
    },
    /// Neither: what the spring leaves has a pattern of more than 1 % of the range of the values.
    Unexplained,
}

/// The fit beside the series.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evidence {
    pub(super) explanation: Explanation,
    /// Correlation of what is left in neighboring samples.
    pub(super) correlation: f64,
}

impl Evidence {
    pub(super) fn of(series: &Series, solution: &Solution) -> Self {
        let samples = series.len();
        let mut basis = Vec::new();
        let Solution { shape, linear, squares, .. } = *solution;
        Shape::basis(&shape, series, &mut basis);
        let left: Vec<f64> = basis
            .iter()
            .zip(&series.values)
            .map(|(parts, value)| value - linear.position(parts))
            .collect();
        // Von Neumann's ratio: 2 for independent errors, less for a pattern.
        let changes = left.windows(2).map(|pair| pair[1] - pair[0]);
        let changes: f64 = changes.map(|change| change * change).sum();
        let correlation = if squares > 0.0 { 1.0 - 0.5 * changes / squares } else { 0.0 };
        // The search has tried about as many frequencies, and as many delays, as there are samples: one of them fits noise.
        // Each parameter that a polynomial lacks is paid for once more (the risk inflation criterion of D. Foster and
        // E. George, 1994).
        let needed = |parameters: usize| match solution.free.count().saturating_sub(parameters) {
            0 => solution.criterion() - CLEAR,
            more => solution.criterion() + more as f64 * Real::ln(samples as f64),
        };
        let polynomial = squares_left::<POLYNOMIALS>(series)
            .into_iter()
            .enumerate()
            .map(|(degree, squares)| (degree, criterion(squares, samples, degree + 1)))
            .filter(|(degree, found)| *found <= needed(degree + 1))
            .reduce(|a, b| if b.1 < a.1 { b } else { a });
        // The range is 2 in these units.
        let is_close = (squares / samples as f64).sqrt() <= 2.0 * CLOSE;
        let is_noise = correlation < 3.0 / (samples as f64).sqrt();
        let explanation = match polynomial {
            Some((degree, _)) => Explanation::Polynomial { degree },
            None if is_close || is_noise => Explanation::Spring,
            None => Explanation::Unexplained,
        };
        Evidence { explanation, correlation }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SpringFitter;
    use sprung::{Spring, State};
    use std::f64::consts::TAU;

    #[test]
    fn a_spring_explains_a_series_that_it_leaves_a_pattern_in_up_to_a_hundredth_of_the_range() {
        let spring = Spring::from_frequency(1.0, 0.2).unwrap();
        let times: Vec<f64> = (0..400).map(|i| f64::from(i) * 0.01).collect();
        let moved = |time: f64| spring.step(time).apply(State::at_rest(0.0), 1.0).position;
        // The motion has a range of 1.5; of a sine 1/√2 is its effective value.
        for (part, explanation) in [
            (0.0, Explanation::Spring),
            (0.002, Explanation::Spring),
            (0.008, Explanation::Spring),
            (0.05, Explanation::Unexplained),
            (0.2, Explanation::Unexplained),
        ] {
            let size = part * 1.5 * 2.0f64.sqrt();
            let values: Vec<f64> =
                times.iter().map(|&time| moved(time) + size * (TAU * 7.3 * time).sin()).collect();
            let fit = SpringFitter::default().run(&times, &values).unwrap();
            assert_eq!(fit.explanation, explanation, "{part}");
        }
    }
}
