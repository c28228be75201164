//! Missing values.

/// The largest magnitude of a value; one beyond it is a mark for a missing value.
const MAX_VALUE: f64 = 1e300;

/// Returns `true` if the value is not missing.
pub(crate) fn is_known(value: f64) -> bool {
    value.abs() <= MAX_VALUE
}

/// The treatment of a missing value: one that is NaN, infinite or beyond ±1e300.
///
/// ```
/// use sprung::Damper;
/// use sprung_signal::{Filter, Gaps, smooth_zero_phase};
///
/// let filter = Filter::Damper(Damper::from_halflife(0.1)?);
/// let mut values = [2.0, f64::NAN, 2.0];
/// smooth_zero_phase(&filter, Gaps::Skip, &[0.0, 0.1, 0.2], &mut values)?;
/// assert!(values[1].is_nan() && values[2] > 1.9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Gaps {
    /// The signal stays at its last value until the next; the result has no gap. Before the first value there is
    /// nothing to hold, and the result is NaN.
    #[default]
    Hold,
    /// The signal runs straight from the last value to the next; the result is NaN where the value was missing.
    Skip,
    /// The signal runs straight from the last value to the next, and the result has no gap between them. Before the
    /// first value and after the last there is no line, and the result is NaN. In one pass the next value is not known
    /// yet: there it is as `Skip`.
    Line,
}
