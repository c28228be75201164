//! The lines of a file.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

/// The version of the format.
pub(crate) const VERSION: u32 = 1;

/// One line; `S` and `C` are a simulation and a call, or references to them.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Line<S, C> {
    Recording(Header),
    Start(S),
    Call(C),
    State(State),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    pub(crate) version: u32,
    pub(crate) kind: String,
    pub(crate) library: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct State {
    pub(crate) step: u64,
    pub(crate) hash: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bits: Option<String>,
}

impl State {
    pub(crate) fn of(step: u64, bits: &[u32], is_whole: bool) -> Self {
        Self { step, hash: format!("{:016x}", hash(bits)), bits: is_whole.then(|| digits(bits)) }
    }
}

/// FNV-1a of 64 bits.
fn hash(bits: &[u32]) -> u64 {
    let bytes = bits.iter().flat_map(|number| number.to_le_bytes());
    let fold = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.fold(0xcbf2_9ce4_8422_2325, fold)
}

fn digits(bits: &[u32]) -> String {
    let mut text = String::with_capacity(8 * bits.len());
    for number in bits {
        // A string takes any text.
        let _ = write!(text, "{number:08x}");
    }
    text
}

/// The numbers of [`State::bits`]; `None` for any other text.
pub(crate) fn numbers(digits: &str) -> Option<Vec<u32>> {
    let is_digit = |byte: &u8| byte.is_ascii_hexdigit();
    if !digits.len().is_multiple_of(8) || !digits.as_bytes().iter().all(is_digit) {
        return None;
    }
    let number = |at| u32::from_str_radix(&digits[at..at + 8], 16).ok();
    (0..digits.len()).step_by(8).map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published vectors of FNV-1a, of texts of four and eight letters.
    #[test]
    fn the_hash_is_fnv_1a() {
        let of = |text: &[u8]| {
            let numbers = text.chunks(4).map(|four| u32::from_le_bytes(four.try_into().unwrap()));
            hash(&numbers.collect::<Vec<_>>())
        };
        assert_eq!(hash(&[]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(of(b"foob"), 0xdd12_0e79_0c25_12af);
        assert_eq!(of(b"chongo w"), fnv_by_bytes(b"chongo w"));
    }

    fn fnv_by_bytes(text: &[u8]) -> u64 {
        let mut hash = 14_695_981_039_346_656_037;
        for byte in text {
            hash ^= u64::from(*byte);
            hash = ((u128::from(hash) * 1_099_511_628_211) % (1 << 64)) as u64;
        }
        hash
    }

    #[test]
    fn digits_come_back() {
        let bits = [0, 1, 0x8000_0000, u32::MAX, 0x3f80_0001];
        assert_eq!(digits(&bits).len(), 40);
        assert_eq!(numbers(&digits(&bits)).unwrap(), bits);
        for bad in ["1234567", "0000000g", "+0000001", "ééé12"] {
            assert_eq!(numbers(bad), None, "{bad}");
        }
    }
}
