//! The error of an invalid parameter: field, value and rule.

use core::fmt;

/// A number as it was given, for messages: `0.1` in single precision prints as `0.1`.
///
/// ```
/// use sprung::ParameterValue;
///
/// assert_eq!(ParameterValue::from(0.1f32).to_string(), "0.1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParameterValue {
    /// Single precision.
    F32(f32),
    /// Double precision.
    F64(f64),
}

impl From<f32> for ParameterValue {
    fn from(value: f32) -> Self {
        ParameterValue::F32(value)
    }
}

impl From<f64> for ParameterValue {
    fn from(value: f64) -> Self {
        ParameterValue::F64(value)
    }
}

impl fmt::Display for ParameterValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParameterValue::F32(value) => value.fmt(f),
            ParameterValue::F64(value) => value.fmt(f),
        }
    }
}

/// A parameter outside its range: match on the field, the value or the rule.
///
/// ```
/// let error = sprung::Spring::new(6.0, -0.2).unwrap_err();
/// assert_eq!(error.field, "damping_ratio");
/// assert_eq!(error.to_string(), "damping_ratio must be >= 0, got -0.2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ParameterError {
    /// The parameter's name, as in the constructor's signature.
    pub field: &'static str,
    /// The given value.
    pub value: ParameterValue,
    /// The rule for the value, such as `>= 0`.
    pub rule: &'static str,
}

impl ParameterError {
    /// The error of a parameter's value that breaks a rule, for constructors of your own.
    ///
    /// ```
    /// let error = sprung::ParameterError::new("mass", -1.0, "> 0");
    /// assert_eq!(error.to_string(), "mass must be > 0, got -1");
    /// ```
    pub fn new(field: &'static str, value: impl Into<ParameterValue>, rule: &'static str) -> Self {
        ParameterError { field, value: value.into(), rule }
    }
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} must be {}, got {}", self.field, self.rule, self.value)
    }
}

impl core::error::Error for ParameterError {}

/// The result of a function that checks parameters.
pub(crate) type Result<T, E = ParameterError> = core::result::Result<T, E>;

/// Returns an error unless the value is valid.
pub fn require(
    holds: bool,
    field: &'static str,
    value: impl Into<ParameterValue>,
    rule: &'static str,
) -> Result<()> {
    if holds { Ok(()) } else { Err(ParameterError::new(field, value, rule)) }
}
