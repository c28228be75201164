//! Numbers as digits, without allocation: the shortest text, and a given number of places.

use std::io::Write;

/// Appends the shortest text that reads back as the same finite number: `0.1`, `42`, `1e-7`.
pub(super) fn write_shortest(number: f64, to: &mut Vec<u8>) {
    let has_exponent = number != 0.0 && !(1e-4..1e16).contains(&number.abs());
    if has_exponent {
        // A vector takes all that is written.
        let _ = write!(to, "{number:e}");
        return;
    }
    let mut buffer = zmij::Buffer::new();
    let text = buffer.format_finite(number);
    to.extend_from_slice(text.strip_suffix(".0").unwrap_or(text).as_bytes());
}

/// The most places whose power of ten, times any fraction of 53 bits, is below 2¹²⁸.
const MAX_EXACT_PLACES: usize = 22;

/// Appends a finite number rounded to a number of places, ties to even; a zero has no sign.
pub(super) fn write_places(number: f64, places: usize, to: &mut Vec<u8>) {
    match scaled(number.abs(), places) {
        Some(0) => write_digits(0, places, to),
        Some(digits) => {
            if number < 0.0 {
                to.push(b'-');
            }
            write_digits(digits, places, to);
        }
        None => {
            let _ = write!(to, "{number:.places$}");
        }
    }
}

/// The whole number next to `number·10^places`, ties to even; none if it is not computed here exactly.
fn scaled(number: f64, places: usize) -> Option<u64> {
    if places > MAX_EXACT_PLACES {
        return None;
    }
    // number = fraction · 2^exponent
    let bits = number.to_bits();
    let (exponent, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
    let (fraction, exponent) =
        if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    let product = u128::from(fraction) * 10u128.pow(places as u32);
    let shift = match exponent {
        0.. => return None,
        // The product is below half of 2^128.
        ..=-128 => return Some(0),
        exponent => exponent.unsigned_abs(),
    };
    let (whole, rest, half) = (product >> shift, product & ((1 << shift) - 1), 1 << (shift - 1));
    let is_up = rest > half || (rest == half && whole % 2 == 1);
    u64::try_from(whole + u128::from(is_up)).ok()
}

/// Appends the digits with a point before the last `places`.
fn write_digits(digits: u64, places: usize, to: &mut Vec<u8>) {
    let mut buffer = itoa::Buffer::new();
    let text = buffer.format(digits).as_bytes();
    if places == 0 {
        to.extend_from_slice(text);
    } else if let Some(whole) = text.len().checked_sub(places).filter(|whole| *whole > 0) {
        to.extend_from_slice(&text[..whole]);
        to.push(b'.');
        to.extend_from_slice(&text[whole..]);
    } else {
        to.extend_from_slice(b"0.");
        to.resize(to.len() + places - text.len(), b'0');
        to.extend_from_slice(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::random::Random;

    fn shortest(number: f64) -> String {
        let mut to = Vec::new();
        write_shortest(number, &mut to);
        String::from_utf8(to).unwrap()
    }

    fn with_places(number: f64, places: usize) -> String {
        let mut to = Vec::new();
        write_places(number, places, &mut to);
        String::from_utf8(to).unwrap()
    }

    /// The number of the standard library, whose exact rounding is tested there.
    fn standard(number: f64, places: usize) -> String {
        let text = format!("{number:.places$}");
        let is_zero = !text.bytes().any(|digit| (b'1'..=b'9').contains(&digit));
        if is_zero { text.trim_start_matches('-').into() } else { text }
    }

    /// Numbers of every exponent, of usual sizes, near the limits of notations, and ties of all places.
    fn numbers() -> impl Iterator<Item = f64> {
        let mut random = Random::new(11);
        let any = (0..20_000).map(move |_| f64::from_bits(random.bits()));
        let mut random = Random::new(12);
        let usual = (0..20_000).map(move |_| random.log_uniform(1e-7, 1e18));
        let limits = [0.0, -0.0, 1e-5, 1e-4, 1e15, 1e16, 1e17, 1e22, 5e-324, f64::MAX, 0.1, 1.8e19];
        let near = limits.into_iter().flat_map(|x| {
            (-2..=2).map(move |step| f64::from_bits(x.to_bits().saturating_add_signed(step)))
        });
        let ties = (0..4000).map(|k| f64::from(k) / 64.0);
        any.chain(usual).chain(near).chain(ties).filter(|number| number.is_finite())
    }

    #[test]
    fn the_shortest_text_reads_back_and_has_the_notation_of_the_rest_of_the_program() {
        for number in numbers().flat_map(|number| [number, -number]) {
            let (text, other) = (shortest(number), crate::output::number(number));
            assert_eq!(text.parse::<f64>().map(f64::to_bits), Ok(number.to_bits()), "{text}");
            // Of two shortest ones at the same distance either may be taken.
            let notation = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "0");
            assert_eq!(notation(&text), notation(&other), "{text} {other}");
        }
    }

    #[test]
    fn places_are_rounded_as_by_the_standard_library() {
        for number in numbers().flat_map(|number| [number, -number]) {
            for places in [0, 1, 2, 4, 6, 9, 15, 17] {
                assert_eq!(with_places(number, places), standard(number, places));
            }
        }
        assert_eq!(with_places(2.0 / 3.0, 3), "0.667");
        assert_eq!(with_places(-0.0001, 3), "0.000");
        assert_eq!(with_places(-0.001, 3), "-0.001");
        assert_eq!(with_places(0.5, 0) + &with_places(1.5, 0), "02");
    }
}
