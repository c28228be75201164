//! Stiffness from plain numbers and errors as text, for networks and the published schemes.

use alloc::string::String;

use sprung::Spring;
use sprung_network::{NetworkError, Stiffness};

use crate::exchange::numbers;
use crate::text::give_text;

/// Leaves an error: its value in the third number, and as text its element, field and rule, apart by tabs. Returns the
/// length of the text, which is above 0. Only counts are printed, and not by `format!`, whose code is long.
pub(crate) fn refuse(error: &NetworkError) -> usize {
    // Text and counts in turn: element, its index, field, rule, a count in the rule, the rest of the rule.
    let (value, element, index, field, rule, count, rest) = match *error {
        NetworkError::Value { element, index, field, value, rule } => {
            (f64::from(value), element, index, field, rule, None, "")
        }
        NetworkError::TooFew { field, count, least } => {
            (count as f64, "", 0, field, ">= ", Some(least), "")
        }
        NetworkError::MissingParticle { element, index, particle, particles } => {
            let rest = ", the number of particles";
            (particle as f64, element, index, "particle", "< ", Some(particles), rest)
        }
        NetworkError::SelfLoop { element, index, particle } => {
            (particle as f64, element, index, "particle", "another than its other end", None, "")
        }
        NetworkError::DuplicateEdge { index, first } => {
            let rule = "others than those of another edge";
            (first as f64, "edge", index, "particles", rule, None, "")
        }
        _ => (f64::NAN, "", 0, "network", "one that can be simulated", None, ""),
    };
    numbers()[2] = value;
    let mut text = String::from(element);
    if !element.is_empty() {
        text.push(' ');
        push_count(&mut text, index);
    }
    for part in ["\t", field, "\t", rule] {
        text.push_str(part);
    }
    if let Some(count) = count {
        push_count(&mut text, count);
    }
    text.push_str(rest);
    give_text(text)
}

fn push_count(text: &mut String, count: usize) {
    if count > 9 {
        push_count(text, count / 10);
    }
    text.push(char::from(b'0' + (count % 10) as u8));
}

/// The length of the text of an error; 0 without one.
pub(crate) fn status(result: Result<(), NetworkError>) -> usize {
    result.err().map_or(0, |error| refuse(&error))
}

/// The stiffness of a kind: per step, frequency, physical, compliance.
pub(crate) fn stiffness(kind: u32, a: f32, b: f32) -> Stiffness {
    match kind {
        0 => Stiffness::per_step(a, b),
        1 => Stiffness::Spring(Spring::from_frequency(a, b).unwrap_or(Spring::clamped(a, b))),
        2 => Stiffness::Physical { stiffness: a, damping: b },
        _ => Stiffness::Compliance { compliance: a, damping: b },
    }
}
