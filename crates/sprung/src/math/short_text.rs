//! A short text on the stack: the core has no allocator.

use core::fmt::{self, Display, Write};

/// The most bytes of a text: enough for the 17 digits of a number with sign, point and exponent.
const MAX_BYTES: usize = 32;

/// A text of at most 32 bytes.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct ShortText {
    bytes: [u8; MAX_BYTES],
    length: u8,
}

impl ShortText {
    pub(crate) const EMPTY: ShortText = ShortText { bytes: [0; MAX_BYTES], length: 0 };

    /// Returns the text of a value, if it fits.
    pub(crate) fn of(value: impl Display) -> Option<Self> {
        let mut text = ShortText::EMPTY;
        write!(text, "{value}").ok()?;
        Some(text)
    }

    pub(crate) fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or_default()
    }
}

impl Write for ShortText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let start = usize::from(self.length);
        let end = start + text.len();
        let target = self.bytes.get_mut(start..end).ok_or(fmt::Error)?;
        target.copy_from_slice(text.as_bytes());
        self.length = end as u8;
        Ok(())
    }
}
