//! Errors in specs, with suggestions.

use core::fmt::{self, Write};

use crate::convert::{CONVENTIONS, Convention, Key, nearest_name};
use crate::error::ParameterError;
use crate::math::short_text::ShortText;

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
        let forms = List(" or ", convention.forms.iter());
        let conventions = CONVENTIONS.iter().map(|convention| convention.name);
        let keys = convention.keys().map(|key| key.name);
        let presets = convention.presets.iter().map(|preset| preset.name);
        match &self.problem {
            Problem::Empty => write!(f, "empty spring description; expected {forms}"),
            Problem::EmptyPart => f.write_str("there is a comma with nothing before or after it"),
            Problem::UnknownConvention(word) => {
                let (guess, names) =
                    (Guess::of(word, conventions.clone()), List(", ", conventions));
                write!(f, "`{word}` is not a convention{guess}; conventions are {names}")
            }
            Problem::UnknownKey(word) => {
                let guess = Guess::of(word, keys).or_elsewhere(word);
                write!(f, "`{word}` is not a key of {}{guess}; write {forms}", convention.name)
            }
            Problem::UnknownPreset(word) => {
                write!(f, "`{word}` has no value and is not a preset of {}", convention.name)?;
                write!(f, "{}", Guess::of(word, presets.clone().chain(keys)))?;
                if !convention.presets.is_empty() {
                    write!(f, "; presets are {}", List(", ", presets))?;
                }
                write!(f, "; write {forms}")
            }
            Problem::NoKey(value) => {
                write!(f, "there is no key before `={value}`; write {forms}")
            }
            Problem::NoValue(key) => write!(f, "`{key}` has no value; write {key}=NUMBER"),
            Problem::NotANumber(key, [], word) => {
                write!(f, "{key} must be a number, got `{word}`")
            }
            Problem::NotANumber(key, words, word) => {
                let words = List(", ", words.iter().map(|(name, _)| name));
                write!(f, "{key} must be a number or one of {words}, got `{word}`")
            }
            Problem::OutOfRange(key, word) => {
                write!(f, "{key} must be at most 1.8e308 (or inf), got `{word}`")
            }
            Problem::Twice(key) => write!(f, "`{key}` is given twice"),
            Problem::Contradiction(one, other) => {
                write!(f, "`{one}` and `{other}` cannot be combined; write {forms}")
            }
            Problem::Missing(key) => write!(f, "`{key}` is missing; write {forms}"),
            Problem::Refused(error) => error.fmt(f),
            Problem::NotASpring => f.write_str("this is a first-order damper, not a spring"),
            Problem::NotADamper => f.write_str("this is a spring, not a first-order damper"),
        }
    }
}

impl core::error::Error for SpecError {}

/// ` (did you mean ...?)` with a near name or a key of another convention, or nothing.
enum Guess {
    Name(&'static str),
    Elsewhere(&'static Convention, &'static Key),
    None,
}

impl Guess {
    fn of(word: &Word, names: impl Iterator<Item = &'static str>) -> Self {
        nearest_name(word.0.as_str(), names).map_or(Guess::None, Guess::Name)
    }

    /// Returns the first convention that has the key, if no name is near.
    fn or_elsewhere(self, word: &Word) -> Self {
        let with_key = |convention: &'static Convention| {
            Some(Guess::Elsewhere(convention, convention.key(word.0.as_str())?))
        };
        match self {
            Guess::None => CONVENTIONS.iter().find_map(with_key).unwrap_or(self),
            _ => self,
        }
    }
}

impl fmt::Display for Guess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Guess::Name(name) => write!(f, " (did you mean `{name}`?)"),
            Guess::Elsewhere(convention, key) => {
                write!(f, " (did you mean `{}:{}=...`?)", convention.name, key.name)
            }
            Guess::None => Ok(()),
        }
    }
}

/// Items with a separator between each two: `halflife[,damping_ratio] or frequency[,damping_ratio]`.
struct List<I>(&'static str, I);

impl<I: Iterator<Item: fmt::Display> + Clone> fmt::Display for List<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, item) in self.1.clone().enumerate() {
            let separator = if index > 0 { self.0 } else { "" };
            write!(f, "{separator}{item}")?;
        }
        Ok(())
    }
}

/// The start of an input word, and whether it was cut.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Word(ShortText, bool);

impl Word {
    pub(super) fn new(text: &str) -> Self {
        let mut start = ShortText::EMPTY;
        let is_cut = text.chars().any(|letter| start.write_char(letter).is_err());
        Word(start, is_cut)
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.1 { "..." } else { "" };
        write!(f, "{}{dots}", self.0.as_str().escape_debug())
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
