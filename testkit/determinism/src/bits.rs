//! A hash over the bits of numbers: FNV-1a with 64 bits.

use std::error::Error;
use std::fmt;

/// The end of a scenario.
pub(crate) type Outcome = Result<(), Box<dyn Error>>;

/// The hash of all numbers added so far, in order.
pub(crate) struct Bits {
    hash: u64,
}

impl Default for Bits {
    fn default() -> Bits {
        Bits { hash: 0xcbf2_9ce4_8422_2325 }
    }
}

impl Bits {
    pub(crate) fn add_u64(&mut self, value: u64) {
        for byte in value.to_le_bytes() {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// A number in either precision, sign of zero included; all NaN are equal, for their bits depend on the processor.
    pub(crate) fn add(&mut self, value: impl Into<f64>) {
        let value = value.into();
        self.add_u64(if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() });
    }

    /// As [`Bits::add`], one after the other.
    pub(crate) fn add_all<R: Into<f64>>(&mut self, values: impl IntoIterator<Item = R>) {
        for value in values {
            self.add(value);
        }
    }

    /// The length of a text and its bytes.
    pub(crate) fn add_text(&mut self, text: &str) {
        self.add_u64(text.len() as u64);
        for byte in text.bytes() {
            self.add_u64(u64::from(byte));
        }
    }

    /// A result by `add`, or the text of the error.
    pub(crate) fn add_result<T, E: fmt::Display>(
        &mut self,
        result: Result<T, E>,
        add: impl FnOnce(&mut Self, T),
    ) {
        match result {
            Ok(value) => add(self, value),
            Err(error) => self.add_text(&error.to_string()),
        }
    }

    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }
}

impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:016x}", self.hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash_of(value: f64) -> u64 {
        let mut bits = Bits::default();
        bits.add(value);
        bits.hash()
    }

    #[test]
    fn one_bit_changes_the_hash() {
        assert_ne!(hash_of(1.0), hash_of(1.0f64.next_up()));
        assert_ne!(hash_of(0.0), hash_of(-0.0));
        assert_eq!(hash_of(f64::NAN), hash_of(-f64::NAN));
    }

    #[test]
    fn the_hash_of_eight_zero_bytes_is_that_of_fnv_1a() {
        // The offset basis times the prime to the eighth power, modulo 2 to the 64th.
        let expected =
            0xcbf2_9ce4_8422_2325u64.wrapping_mul(0x0000_0100_0000_01b3u64.wrapping_pow(8));
        assert_eq!(hash_of(0.0), expected);
    }
}
