//! Promises checked on the rows of a run: one line each, and a count of those that were missed.

use std::fmt::{Display, Write};

/// The verdicts on every promise of an area.
#[derive(Debug, Default)]
pub(crate) struct Verdicts {
    /// A heading, and one line for each; empty without a promise.
    pub(crate) text: String,
    /// The number of promises that were missed.
    pub(crate) missed: usize,
}

impl Verdicts {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Holds if `measured` is at least `required`; NaN, a race that was not run, does not.
    pub(crate) fn at_least(
        &mut self,
        claim: impl Display,
        measured: f64,
        required: f64,
        unit: &str,
    ) {
        self.record(measured >= required, format!("{measured:9.3} >= {required:7.3}{unit}"), claim);
    }

    /// Holds if `measured` is at most `required`; NaN does not.
    pub(crate) fn at_most(
        &mut self,
        claim: impl Display,
        measured: f64,
        required: f64,
        unit: &str,
    ) {
        self.record(measured <= required, format!("{measured:9.3} <= {required:7.3}{unit}"), claim);
    }

    /// Adds a line without a promise.
    pub(crate) fn note(&mut self, line: impl Display) {
        self.add(format_args!("          {line}"));
    }

    fn record(&mut self, holds: bool, comparison: String, claim: impl Display) {
        self.missed += usize::from(!holds);
        let verdict = if holds { "holds" } else { "MISSED" };
        self.add(format_args!("  {verdict:6}  {comparison}  {claim}"));
    }

    fn add(&mut self, line: impl Display) {
        if self.text.is_empty() {
            self.text.push_str("\nbars\n");
        }
        let _ = writeln!(self.text, "{line}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nan_misses_every_bar() {
        let mut verdicts = Verdicts::new();
        assert_eq!(verdicts.text, "");
        verdicts.at_least("more", f64::NAN, 1.0, "");
        verdicts.at_most("less", f64::NAN, 1.0, "");
        verdicts.at_most("little", 0.5, 1.0, " ms");
        assert_eq!(verdicts.missed, 2);
        assert_eq!(verdicts.text.matches("MISSED").count(), 2);
        assert_eq!(verdicts.text.matches("bars").count(), 1);
    }
}
