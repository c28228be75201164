//! The delimiter between the cells of a row.

/// The delimiter between the cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Delimiter {
    /// One byte.
    Byte(u8),
    /// Any number of blanks.
    Spaces,
}

impl Delimiter {
    /// Reads what is typed: one character, `tab` or `space`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        match (text, text.as_bytes()) {
            ("tab" | "\\t", _) => Ok(Delimiter::Byte(b'\t')),
            ("space" | " ", _) => Ok(Delimiter::Spaces),
            (_, [byte]) if !byte.is_ascii_alphanumeric() && !b"\"+-.\r\n".contains(byte) => {
                Ok(Delimiter::Byte(*byte))
            }
            _ => Err(format!(
                "must be one character like , or ; or the word tab or space, got {text}"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typed_delimiter_is_a_character_or_its_name() {
        assert_eq!(Delimiter::parse(";"), Ok(Delimiter::Byte(b';')));
        assert_eq!(Delimiter::parse("tab"), Ok(Delimiter::Byte(b'\t')));
        assert!(Delimiter::parse("ab").unwrap_err().contains("one character"));
    }
}
