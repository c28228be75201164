//! Errors beside the standard errors that were stated for them.

use std::fmt;

/// The errors of each parameter over many recordings, in standard errors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Calibration {
    most: f64,
    sums: [f64; 6],
    counts: [usize; 6],
}

impl Calibration {
    /// Adds the errors of a fit; those of parameters that were not free are NaN.
    pub(crate) fn add(&mut self, errors: [f64; 6]) {
        for (at, error) in errors.into_iter().enumerate().filter(|(_, error)| !error.is_nan()) {
            self.most = self.most.max(error);
            self.sums[at] += error * error;
            self.counts[at] += 1;
        }
    }

    /// The mean squares: 1 where the standard errors are right.
    fn squares(&self) -> impl Iterator<Item = (f64, usize)> {
        self.sums
            .into_iter()
            .zip(self.counts)
            .map(|(sum, count)| (sum / count.max(1) as f64, count))
    }

    /// Standard errors that are neither too small nor too large: mean squares from 0.8 to 1.3, and what the number of
    /// recordings leaves open, four standard deviations `√(2/n)` of the mean of squares of normal errors.
    pub(crate) fn is_right(&self) -> bool {
        self.squares().all(|(mean, count)| {
            let open = 4.0 * (2.0 / count.max(1) as f64).sqrt();
            mean > 0.8 - open && mean < 1.3 + open
        })
    }
}

impl fmt::Display for Calibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at most {:.1} standard errors, mean squares", self.most)?;
        self.squares().try_for_each(|(mean, _)| write!(f, " {mean:.2}"))
    }
}
