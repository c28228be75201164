//! Errors in specs, with suggestions.

use core::fmt;

use crate::convert::{CONVENTIONS, Convention, nearest_name};
use crate::error::ParameterError;

/// The error of an invalid spec: the offending word, and what was expected.
///
/// Owns the first 32 bytes of the offending word, so it outlives the text without an allocation.
///
/// ```
/// let error = "halflive=0.2".parse::<sprung::Spring<f64>>().unwrap_err();
/// assert!(error.to_string().starts_with("`halflive` is not a key of spring (did you mean `halflife`?)"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpecError {
    problem: Problem,
    convention: Option<&'static Convention>,
}

/// The kind of error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Problem {
    Empty,
    EmptyPart,
    UnknownConvention(Word),
    UnknownKey(Word),
    UnknownPreset(Word),
    NoKey(Word),
    NoValue(&'static str),
    NotANumber(&'static str, &'static [(&'static str, f64)], Word),
    OutOfRange(&'static str, Word),
    Twice(&'static str),
    Contradiction(&'static str, &'static str),
    Missing(&'static str),
    Refused(ParameterError),
    NotASpring,
    NotADamper,
}

/// The kind of a [`SpecError`], to match on.
///
/// ```
/// use sprung::{Spring, SpecErrorKind};
///
/// let error = "frequency=2Hz,damping_ratoi=0.5".parse::<Spring<f64>>().unwrap_err();
/// assert_eq!(error.kind(), SpecErrorKind::UnknownKey);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SpecErrorKind {
    /// A text or a part of it is empty.
    Empty,
    /// No convention has the name before the colon.
    UnknownConvention,
    /// The convention has no such key.
    UnknownKey,
    /// The convention has no such preset.
    UnknownPreset,
    /// A value without a key, or a key without a value.
    Incomplete,
    /// A value that is neither a number nor a named value of the key, or has another unit than the key.
    NotANumber,
    /// A number too large for the precision.
    OutOfRange,
    /// A key or a preset is given twice.
    Repeated,
    /// Two keys that no parameter set has together.
    Contradiction,
    /// A required key of the parameter set is missing.
    MissingKey,
    /// A constructor rejects a value: [`SpecError::refused`].
    Refused,
    /// A damper instead of a spring, or a spring instead of a damper.
    WrongKind,
}

impl SpecError {
    /// The kind of the error.
    pub fn kind(&self) -> SpecErrorKind {
        match self.problem {
            Problem::Empty | Problem::EmptyPart => SpecErrorKind::Empty,
            Problem::UnknownConvention(_) => SpecErrorKind::UnknownConvention,
            Problem::UnknownKey(_) => SpecErrorKind::UnknownKey,
            Problem::UnknownPreset(_) => SpecErrorKind::UnknownPreset,
            Problem::NoKey(_) | Problem::NoValue(_) => SpecErrorKind::Incomplete,
            Problem::NotANumber(..) => SpecErrorKind::NotANumber,
            Problem::OutOfRange(..) => SpecErrorKind::OutOfRange,
            Problem::Twice(_) => SpecErrorKind::Repeated,
            Problem::Contradiction(..) => SpecErrorKind::Contradiction,
            Problem::Missing(_) => SpecErrorKind::MissingKey,
            Problem::Refused(_) => SpecErrorKind::Refused,
            Problem::NotASpring | Problem::NotADamper => SpecErrorKind::WrongKind,
        }
    }

    pub(super) fn new(problem: Problem, convention: Option<&'static Convention>) -> Self {
        SpecError { problem, convention }
    }

    /// Returns the parameter error, if the spec is well-formed but a constructor rejected a value.
    pub fn refused(&self) -> Option<ParameterError> {
        match self.problem {
            Problem::Refused(error) => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let convention = self.convention.unwrap_or(&CONVENTIONS[0]);
        match &self.problem {
            Problem::Empty => {
                write!(f, "empty spring description; expected ")?;
                write_forms(f, convention)
            }
            Problem::EmptyPart => f.write_str("there is a comma with nothing before or after it"),
            Problem::UnknownConvention(word) => {
                write!(f, "`{word}` is not a convention")?;
                write_guess(f, word, CONVENTIONS.iter().map(|convention| convention.name))?;
                write_list(
                    f,
                    "; conventions are ",
                    CONVENTIONS.iter().map(|convention| convention.name),
                )
            }
            Problem::UnknownKey(word) => {
                write!(f, "`{word}` is not a key of {}", convention.name)?;
                if !write_guess(f, word, convention.keys().map(|key| key.name))? {
                    write_elsewhere(f, word)?;
                }
                f.write_str("; write ")?;
                write_forms(f, convention)
            }
            Problem::UnknownPreset(word) => {
                let presets = || convention.presets.iter().map(|preset| preset.name);
                write!(f, "`{word}` has no value and is not a preset of {}", convention.name)?;
                write_guess(f, word, presets().chain(convention.keys().map(|key| key.name)))?;
                if presets().next().is_some() {
                    write_list(f, "; presets are ", presets())?;
                }
                f.write_str("; write ")?;
                write_forms(f, convention)
            }
            Problem::NoKey(value) => {
                write!(f, "there is no key before `={value}`; write ")?;
                write_forms(f, convention)
            }
            Problem::NoValue(key) => write!(f, "`{key}` has no value; write {key}=NUMBER"),
            Problem::NotANumber(key, words, word) => {
                write!(f, "{key} must be a number")?;
                if !words.is_empty() {
                    write_list(f, " or one of ", words.iter().map(|(name, _)| *name))?;
                }
                write!(f, ", got `{word}`")
            }
            Problem::OutOfRange(key, word) => {
                write!(f, "{key} must be at most 1.8e308 (or inf), got `{word}`")
            }
            Problem::Twice(key) => write!(f, "`{key}` is given twice"),
            Problem::Contradiction(one, other) => {
                write!(f, "`{one}` and `{other}` cannot be combined; write ")?;
                write_forms(f, convention)
            }
            Problem::Missing(key) => {
                write!(f, "`{key}` is missing; write ")?;
                write_forms(f, convention)
            }
            Problem::Refused(error) => error.fmt(f),
            Problem::NotASpring => f.write_str("this is a first-order damper, not a spring"),
            Problem::NotADamper => f.write_str("this is a spring, not a first-order damper"),
        }
    }
}

impl core::error::Error for SpecError {}

/// Writes ` (did you mean ...?)` if a name is near; returns whether one is.
fn write_guess(
    f: &mut fmt::Formatter<'_>,
    word: &Word,
    names: impl Iterator<Item = &'static str>,
) -> Result<bool, fmt::Error> {
    let guess = nearest_name(word.as_str(), names);
    if let Some(name) = guess {
        write!(f, " (did you mean `{name}`?)")?;
    }
    Ok(guess.is_some())
}

/// Writes the first convention that has the key, as a suggestion.
fn write_elsewhere(f: &mut fmt::Formatter<'_>, word: &Word) -> fmt::Result {
    let key_of = |convention: &Convention| {
        convention.key(word.as_str()).map(|key| (convention.name, key.name))
    };
    match CONVENTIONS.iter().find_map(key_of) {
        Some((convention, key)) => write!(f, " (did you mean `{convention}:{key}=...`?)"),
        None => Ok(()),
    }
}

/// Writes every parameter set of a convention: `halflife[,damping_ratio] or frequency[,damping_ratio]`.
fn write_forms(f: &mut fmt::Formatter<'_>, convention: &Convention) -> fmt::Result {
    for (index, form) in convention.forms.iter().enumerate() {
        let or = if index > 0 { " or " } else { "" };
        write!(f, "{or}{form}")?;
    }
    Ok(())
}

fn write_list(
    f: &mut fmt::Formatter<'_>,
    start: &str,
    names: impl Iterator<Item = &'static str>,
) -> fmt::Result {
    f.write_str(start)?;
    for (index, name) in names.enumerate() {
        let comma = if index > 0 { ", " } else { "" };
        write!(f, "{comma}{name}")?;
    }
    Ok(())
}

/// The start of an input word.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Word {
    bytes: [u8; Word::MOST],
    length: usize,
    cut: bool,
}

impl Word {
    const MOST: usize = 32;

    pub(super) fn new(text: &str) -> Self {
        let mut length = text.len().min(Word::MOST);
        while !text.is_char_boundary(length) {
            length -= 1;
        }
        let mut bytes = [0; Word::MOST];
        bytes[..length].copy_from_slice(&text.as_bytes()[..length]);
        Word { bytes, length, cut: length < text.len() }
    }

    fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.cut { "..." } else { "" };
        write!(f, "{}{dots}", self.as_str().escape_debug())
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{self}`")
    }
}

#[cfg(test)]
mod tests {
    use crate::{Damper, Spec, Spring};
    use std::string::{String, ToString};

    fn message(text: &str) -> String {
        text.parse::<Spec<f64>>().unwrap_err().to_string()
    }

    #[test]
    fn a_wrong_key_is_named_with_the_one_that_was_meant() {
        let said = message("frequncy=2");
        assert!(
            said.starts_with(
                "`frequncy` is not a key of spring (did you mean `frequency`?); write "
            )
        );
        assert!(said.contains("halflife[,damping_ratio] or "), "{said}");
    }

    #[test]
    fn a_key_of_another_system_is_named_with_that_system() {
        assert!(message("smooth_time=2").contains("did you mean `unity:smooth_time=...`?"));
        assert!(message("time_constant=2").contains("did you mean `damper:time_constant=...`?"));
    }

    #[test]
    fn a_wrong_system_is_named_with_all_that_there_are() {
        let said = message("swiftiu:bouncy");
        assert!(said.starts_with("`swiftiu` is not a convention (did you mean `swiftui`?)"));
        assert!(said.contains("react-spring"), "{said}");
    }

    #[test]
    fn contradictions_repetitions_and_gaps_are_named() {
        assert!(
            message("halflife=1,frequency=2")
                .starts_with("`halflife` and `frequency` cannot be combined")
        );
        assert!(message("stiffness=1,damping=2,bounce=0").starts_with("`stiffness` and `bounce`"));
        assert_eq!(message("halflife=1,half-life=2"), "`halflife` is given twice");
        assert!(message("stiffness=170").starts_with("`damping` is missing; write "));
        assert!(message("damping_ratio=1").starts_with("`frequency` is missing; write "));
        assert_eq!(message("halflife"), "`halflife` has no value; write halflife=NUMBER");
        assert_eq!(message("halflife=1,"), "there is a comma with nothing before or after it");
        assert!(message("").starts_with("empty spring description; expected "));
    }

    #[test]
    fn bad_values_are_named_with_their_rule() {
        assert_eq!(message("halflife=long"), "halflife must be a number, got `long`");
        assert_eq!(message("halflife=-1"), "halflife must be >= 0, got -1");
        assert_eq!(message("frequency=NaN"), "frequency must be >= 0, got NaN");
        assert_eq!(message("halflife=1/0"), "halflife must be a number, got `1/0`");
        assert_eq!(message("halflife=-1/60"), "halflife must be >= 0, got -0.016666666666666666");
        for text in ["1/", "/2", "1/2/3", "inf/1", "1/x"] {
            assert!(
                message(&std::format!("halflife={text}")).contains("must be a number"),
                "{text}"
            );
        }
        let said = message("compose:stiffness=stiff");
        assert!(said.starts_with("stiffness must be a number or one of high, medium"), "{said}");
        assert!(said.ends_with("got `stiff`"), "{said}");
    }

    #[test]
    fn numbers_beyond_their_range_are_refused_unless_infinity_is_meant() {
        let digits = "9".repeat(400);
        let said = message(&std::format!("angular_frequency={digits}"));
        assert!(said.starts_with("angular_frequency must be at most 1.8e308 (or inf), got `9999"));
        assert!(message("damping_ratio=-1e400,halflife=1").contains("got `-1e400`"));
        assert!(message("halflife=1e200/1e-200").contains("must be at most"));
        for text in ["inf", "INF", "+inf", "Infinity"] {
            let text = std::format!("angular_frequency={text}");
            assert_eq!(text.parse::<Spring<f64>>().unwrap().angular_frequency(), f64::INFINITY);
        }
        let error = "angular_frequency=1e39".parse::<Spring<f32>>().unwrap_err().to_string();
        assert!(error.starts_with("angular_frequency must be at most 3.4e38"), "{error}");
        let infinite: Spring<f32> = "angular_frequency=inf".parse().unwrap();
        assert_eq!(infinite.angular_frequency(), f32::INFINITY);
    }

    #[test]
    fn a_value_without_a_key_is_said_so() {
        assert!(message("=1").starts_with("there is no key before `=1`; write frequency["));
        assert!(message("frequency=1,=").starts_with("there is no key before `=`; write "));
        assert!(message("fr-eq_uen.cy=2").contains("did you mean `frequency`?"));
    }

    #[test]
    fn presets_that_do_not_exist_are_named_with_those_that_do() {
        let said = message("swiftui:bounzy");
        assert!(said.contains("did you mean `bouncy`?); presets are smooth, snappy, "), "{said}");
        assert_eq!(message("swiftui:bouncy,snappy"), "`snappy` is given twice");
    }

    #[test]
    fn springs_and_dampers_are_not_mistaken_for_each_other() {
        let error = "damper:halflife=1".parse::<Spring<f64>>().unwrap_err();
        assert_eq!(error.to_string(), "this is a first-order damper, not a spring");
        let error = "spring:halflife=1".parse::<Damper<f64>>().unwrap_err();
        assert_eq!(error.to_string(), "this is a spring, not a first-order damper");
    }

    #[test]
    fn long_and_strange_words_are_cut_and_escaped() {
        let said = message(&("ä".repeat(40) + "=1"));
        assert!(said.starts_with(&std::format!("`{}...` is not a key", "ä".repeat(16))), "{said}");
        assert!(message("\u{1b}=1").starts_with("`\\u{1b}` is not a key"));
    }
}
