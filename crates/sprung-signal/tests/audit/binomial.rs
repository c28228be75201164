//! The binomial distribution: how many alarms a stated rate explains.

/// Probability that a correct rate fails the test.
const BY_CHANCE: f64 = 1e-4;

/// Returns the maximum count of successes in `trials` that a probability of `rate` each explains: more come with a
/// probability of 1e-4 at most.
pub(crate) fn most(trials: usize, rate: f64) -> usize {
    // From the count 0 on: each term from the one before it, by its logarithm.
    let mut term = trials as f64 * (-rate).ln_1p();
    let mut beyond = 1.0 - term.exp();
    for count in 0..trials {
        if beyond <= BY_CHANCE {
            return count;
        }
        term += ((trials - count) as f64 / (count + 1) as f64 * rate / (1.0 - rate)).ln();
        beyond -= term.exp();
    }
    trials
}

#[test]
fn the_bound_is_that_of_the_distribution() {
    // scipy.stats.binom.isf(1e-4, trials, 0.01).
    for (trials, bound) in [(1, 1), (100, 6), (1000, 24), (15_000, 197)] {
        assert_eq!(most(trials, 0.01), bound, "{trials}");
    }
}
