//! The largest error of many checks, and its input.

use core::fmt::Display;

/// Collects errors as fractions of the allowed error; [`finish`](Worst::finish) prints the largest.
///
/// Every check is counted, so that a test that compared nothing fails too.
///
/// ```
/// use testkit::worst::Worst;
/// let mut worst = Worst::new("halves");
/// worst.check(1e-17, 1e-16, || "x = 0.5");
/// assert_eq!(worst.ratio(), 0.1);
/// worst.finish();
/// ```
#[derive(Clone, Debug)]
pub struct Worst {
    what: String,
    checks: usize,
    ratio: f64,
    detail: String,
}

impl Worst {
    /// Starts a collection; `what` names it in the printed line.
    pub fn new(what: impl Display) -> Self {
        Self { what: what.to_string(), checks: 0, ratio: 0.0, detail: "no error".into() }
    }

    /// Records an error and the largest one allowed there. A NaN counts as infinite.
    pub fn check<D: Display>(&mut self, error: f64, allowed: f64, place: impl FnOnce() -> D) {
        self.checks += 1;
        let ratio = match error.abs() {
            0.0 => 0.0,
            error if error.is_nan() => f64::INFINITY,
            error => error / allowed,
        };
        if ratio > self.ratio || ratio.is_nan() {
            self.ratio = if ratio.is_nan() { f64::INFINITY } else { ratio };
            self.detail = format!("error {error:.3e}, allowed {allowed:.3e} at {}", place());
        }
    }

    /// The largest error so far as a fraction of what was allowed for it.
    pub fn ratio(&self) -> f64 {
        self.ratio
    }

    /// Prints the largest error and its input.
    ///
    /// # Panics
    /// If an error was larger than allowed, or nothing was checked.
    #[track_caller]
    pub fn finish(self) {
        let Self { what, checks, ratio, detail } = self;
        let line = format!("{what}: {ratio:.3} of what is allowed ({checks} checks; {detail})");
        println!("{line}");
        assert!(checks > 0, "{what}: nothing was checked");
        assert!(ratio <= 1.0, "{line}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_error_is_kept_with_its_place() {
        let mut worst = Worst::new("test");
        worst.check(-3.0, 10.0, || "a");
        worst.check(2.0, 4.0, || "b");
        worst.check(0.0, 0.0, || "c");
        assert_eq!(worst.ratio(), 0.5);
        assert!(worst.detail.ends_with('b'));
    }

    #[test]
    #[should_panic(expected = "at here")]
    fn nan_is_never_allowed() {
        let mut worst = Worst::new("test");
        worst.check(f64::NAN, f64::INFINITY, || "here");
        worst.finish();
    }

    #[test]
    #[should_panic(expected = "nothing was checked")]
    fn checking_nothing_fails() {
        Worst::new("test").finish();
    }
}
