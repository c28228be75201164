//! Saved states: numbers as little-endian bytes, a reader that checks them, and its errors.

use std::error::Error;
use std::fmt;

/// The first bytes of a saved smoother.
pub(crate) const SMOOTHER: [u8; 2] = *b"sm";
/// The first bytes of a saved summary of a chunk.
pub(crate) const CHUNK: [u8; 2] = *b"sc";
pub(crate) const VERSION: u8 = 1;

/// Bytes that are not a saved state.
///
/// ```
/// use sprung::Damper;
/// use sprung_signal::{Filter, Gaps, Smoother};
///
/// let filter = Filter::Damper(Damper::from_halflife(0.1)?);
/// let error = Smoother::restore(filter, Gaps::Hold, b"some text").unwrap_err();
/// assert_eq!(error.to_string(), "saved state: it must begin with the bytes of a smoother, `sm`");
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SavedStateError {
    /// The first bytes are not those of the expected kind of state, which these are.
    Format([u8; 2]),
    /// It was saved by another version, this one.
    Version(u8),
    /// There are this many bytes, of which the second number are needed.
    Length(usize, usize),
    /// A number that no saved state has: its name, the number, the rule.
    Number(&'static str, f64, &'static str),
    /// It was saved with another filter or another treatment of gaps.
    Filter,
}

impl fmt::Display for SavedStateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("saved state: ")?;
        match self {
            SavedStateError::Format(format) => {
                let kind = if *format == SMOOTHER { "a smoother" } else { "a chunk" };
                let format = format.map(char::from);
                write!(f, "it must begin with the bytes of {kind}, `{}{}`", format[0], format[1])
            }
            SavedStateError::Version(version) => {
                write!(f, "its version must be {VERSION}, got {version}")
            }
            SavedStateError::Length(bytes, needed) => {
                write!(f, "it must have {needed} bytes, got {bytes}")
            }
            SavedStateError::Number(name, number, rule) => write!(f, "{name} {rule}, got {number}"),
            SavedStateError::Filter => {
                f.write_str("it must have been saved with the same filter and gaps")
            }
        }
    }
}

impl Error for SavedStateError {}

/// Appends numbers.
pub(crate) fn put<const N: usize>(bytes: &mut Vec<u8>, numbers: [f64; N]) {
    bytes.extend(numbers.map(f64::to_le_bytes).as_flattened());
}

/// The bytes of a saved state that are not read yet.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    total: usize,
}

impl<'a> Reader<'a> {
    /// A reader behind the format and the version, which are checked.
    pub(crate) fn new(bytes: &'a [u8], format: [u8; 2]) -> Result<Self, SavedStateError> {
        let mut reader = Reader { bytes, total: bytes.len() };
        if !bytes.starts_with(&format) {
            return Err(SavedStateError::Format(format));
        }
        reader.bytes = &bytes[2..];
        match reader.take::<1>()? {
            [found] if found == VERSION => Ok(reader),
            [found] => Err(SavedStateError::Version(found)),
        }
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], SavedStateError> {
        let (first, rest) = self.bytes.split_first_chunk().ok_or_else(|| self.length(N))?;
        self.bytes = rest;
        Ok(*first)
    }

    fn length(&self, needed: usize) -> SavedStateError {
        let read = self.total - self.bytes.len();
        SavedStateError::Length(self.total, read.saturating_add(needed))
    }

    /// Checks that this many bytes are left.
    pub(crate) fn remaining(&self, needed: usize) -> Result<(), SavedStateError> {
        if self.bytes.len() == needed { Ok(()) } else { Err(self.length(needed)) }
    }

    pub(crate) fn u8(&mut self) -> Result<u8, SavedStateError> {
        self.take::<1>().map(|[byte]| byte)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, SavedStateError> {
        self.take().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Result<u64, SavedStateError> {
        self.take().map(u64::from_le_bytes)
    }

    /// Reads a byte that is 0.
    pub(crate) fn zero(&mut self, name: &'static str) -> Result<(), SavedStateError> {
        match self.u8()? {
            0 => Ok(()),
            byte => Err(SavedStateError::Number(name, f64::from(byte), "must be 0")),
        }
    }

    /// Reads a number that keeps a rule.
    pub(crate) fn number(
        &mut self,
        name: &'static str,
        keeps: impl Fn(f64) -> bool,
        rule: &'static str,
    ) -> Result<f64, SavedStateError> {
        let number = self.take().map(f64::from_le_bytes)?;
        if keeps(number) { Ok(number) } else { Err(SavedStateError::Number(name, number, rule)) }
    }

    /// Reads a time; NaN is none.
    pub(crate) fn time(&mut self, name: &'static str) -> Result<Option<f64>, SavedStateError> {
        let time = self.number(name, |time| !time.is_infinite(), "must be finite")?;
        Ok(Some(time).filter(|time| !time.is_nan()))
    }
}
