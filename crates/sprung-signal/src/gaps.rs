//! What to do where a value is missing.

/// What to do where a value is missing: where it is NaN or infinite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gaps {
    /// The signal stays at its last value until the next; the result has no gap. Before the first value there is
    /// nothing to hold, and the result is NaN.
    #[default]
    Hold,
    /// The signal runs straight from the last value to the next; the result is NaN where the value was missing.
    Skip,
}
