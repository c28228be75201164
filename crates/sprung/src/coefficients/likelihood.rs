//! The likelihood of a filter by its recent predictions, and the weights that filters have by theirs.

use crate::real::Real;

/// Sums over the predictions so far of a filter of normally distributed values, weighted by their age.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Likelihood<R> {
    /// The number of predictions.
    count: R,
    /// The squares of the errors over the variances expected.
    misses: R,
    /// The logarithms of those variances.
    variances: R,
}

impl<R: Real> Likelihood<R> {
    /// No prediction yet.
    pub(crate) const NONE: Self =
        Likelihood { count: R::ZERO, misses: R::ZERO, variances: R::ZERO };

    /// Adds a prediction: the square of its error over the variance expected, and that variance. `fading` is the weight that
    /// those before keep.
    pub(crate) fn push(&mut self, fading: R, miss: R, variance: R) {
        self.count = fading * self.count + R::ONE;
        self.misses = fading * self.misses + miss;
        self.variances = fading * self.variances + variance.ln();
    }

    /// The weights of filters, in all 1: the likelihood of each where the unit of the variances is not known,
    /// `misses^(−count/2)·e^(−variances/2)`.
    pub(crate) fn weights<const N: usize>(filters: [Self; N]) -> [R; N] {
        let least = |of: fn(&Self) -> R| filters.iter().map(of).fold(R::INFINITY, Real::min);
        let (misses, variances) = (least(|filter| filter.misses), least(|filter| filter.variances));
        let shares = filters.map(|filter| {
            // Where the best misses nothing, what misses something counts nothing.
            let worse = if filter.misses > misses { filter.misses / misses } else { R::ONE };
            let evidence = filter.count * worse.ln() + (filter.variances - variances);
            (-R::HALF * evidence).exp()
        });
        let all = shares.into_iter().fold(R::ZERO, |sum, share| sum + share);
        shares.map(|share| share / all)
    }
}
