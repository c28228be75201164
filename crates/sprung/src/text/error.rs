//! Errors in specs, with suggestions.

use core::fmt::{self, Write};

use crate::convert::{CONVENTIONS, Convention, Key, ParameterSet, nearest_name};
use crate::error::ParameterError;
use crate::math::short_text::ShortText;

/// The error of an invalid spec: the offending word, and what was expected.
///
/// Owns the first 32 bytes of the offending word, so it outlives the text without an allocation.
///
/// ```
/// let error = "halflive=0.2".parse::<sprung::Spring<f64>>().unwrap_err();
/// assert_eq!(error.to_string(), "`halflive` is not a key of spring (did you mean `halflife`?)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpecError {
    kind: SpecErrorKind,
    convention: &'static Convention,
    key: &'static str,
    word: Word,
    refused: Option<ParameterError>,
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
    /// An error about a key, the word given instead or in addition, or both; the other is empty.
    pub(super) fn new(
        kind: SpecErrorKind,
        convention: &'static Convention,
        key: &'static str,
        word: &str,
    ) -> Self {
        SpecError { kind, convention, key, word: Word::new(word), refused: None }
    }

    pub(super) fn of_parameter(convention: &'static Convention, error: ParameterError) -> Self {
        let refused = SpecError::new(SpecErrorKind::Refused, convention, error.field, "");
        SpecError { refused: Some(error), ..refused }
    }

    /// The kind of the error.
    pub fn kind(&self) -> SpecErrorKind {
        self.kind
    }

    /// Returns the parameter error, if the spec is well-formed but a constructor rejected a value.
    pub fn refused(&self) -> Option<ParameterError> {
        self.refused
    }

    /// Writes ` (did you mean ...?)` with a near name or, for a key, the one of another convention; else the names.
    fn suggest<'a>(
        &self,
        f: &mut fmt::Formatter<'_>,
        what: &str,
        names: impl Iterator<Item = &'a str> + Clone,
    ) -> fmt::Result {
        let word = self.word.0.as_str();
        if let Some(name) = nearest_name(word, names.clone()) {
            return write!(f, " (did you mean `{name}`?)");
        }
        let mut elsewhere = CONVENTIONS.iter().filter_map(|other| Some((other, other.key(word)?)));
        if let Some((other, key)) = elsewhere.next() {
            return write!(f, " (did you mean `{}:{}=...`?)", other.name, key.name);
        }
        if names.clone().next().is_none() {
            return Ok(());
        }
        write!(f, "; {what} are {}", List(", ", names))
    }

    /// Writes the sets of keys that have one of two keys.
    fn write_forms(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [key, other] = [self.key, self.word.0.as_str()];
        let has = move |form: &&ParameterSet| {
            form.index_of(key).is_some() || !other.is_empty() && form.index_of(other).is_some()
        };
        write!(f, "; write {}", List(" or ", self.convention.forms.iter().filter(has).take(3)))
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SpecError { kind, convention, key, word, refused } = self;
        let conventions = CONVENTIONS.iter().map(|convention| convention.name);
        let keys = convention.forms.iter().enumerate().flat_map(|(at, form)| {
            // Each key once: at the first of its forms.
            let before = &convention.forms[..at];
            let is_new = |key: &&Key| before.iter().all(|form| form.index_of(key.name).is_none());
            form.keys.iter().filter(is_new).map(|key| key.name)
        });
        let presets = convention.presets.iter().map(|preset| preset.name);
        match kind {
            SpecErrorKind::Empty if word.0.as_str().is_empty() => {
                let forms = List(" or ", convention.forms.iter().take(3));
                write!(f, "empty spring description; expected {forms}")
            }
            SpecErrorKind::Empty => f.write_str("there is a comma with nothing before or after it"),
            SpecErrorKind::UnknownConvention => {
                write!(f, "`{word}` is not a convention")?;
                self.suggest(f, "conventions", conventions)
            }
            SpecErrorKind::UnknownKey => {
                write!(f, "`{word}` is not a key of {}", convention.name)?;
                self.suggest(f, "keys", keys)
            }
            SpecErrorKind::UnknownPreset if word.0.as_str().parse::<f64>().is_ok() => {
                write!(f, "`{word}` has no key; write KEY=NUMBER, and a decimal comma as a point")
            }
            SpecErrorKind::UnknownPreset => {
                write!(f, "`{word}` has no value and is not a preset of {}", convention.name)?;
                if presets.clone().next().is_some() {
                    self.suggest(f, "presets", presets)
                } else {
                    self.suggest(f, "keys", keys)
                }
            }
            SpecErrorKind::Incomplete if key.is_empty() => {
                write!(f, "there is no key before `={word}`; write KEY=NUMBER")
            }
            SpecErrorKind::Incomplete => {
                write!(f, "`{key}` has no value; write {key}=NUMBER")?;
                match nearest_name(key, presets) {
                    Some(preset) => write!(f, ", or the preset `{preset}`"),
                    None => Ok(()),
                }
            }
            SpecErrorKind::NotANumber => {
                write!(f, "{key} must be a number")?;
                let words = convention.key(key).map_or(&[][..], |key| key.words);
                if !words.is_empty() {
                    write!(f, " or one of {}", List(", ", words.iter().map(|(name, _)| name)))?;
                }
                write!(f, ", got `{word}`")
            }
            SpecErrorKind::OutOfRange => {
                write!(f, "{key} must be at most 1.8e308 (or inf), got `{word}`")
            }
            SpecErrorKind::Repeated => write!(f, "`{key}` is given twice"),
            SpecErrorKind::Contradiction => {
                write!(f, "`{key}` and `{word}` cannot be combined")?;
                self.write_forms(f)
            }
            SpecErrorKind::MissingKey => {
                write!(f, "`{key}` is missing")?;
                self.write_forms(f)
            }
            SpecErrorKind::Refused => refused.map_or(Ok(()), |error| error.fmt(f)),
            SpecErrorKind::WrongKind => write!(f, "this is {word}, not {key}"),
        }
    }
}

impl core::error::Error for SpecError {}

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
struct Word(ShortText, bool);

impl Word {
    fn new(text: &str) -> Self {
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
        assert_eq!(said, "`frequncy` is not a key of spring (did you mean `frequency`?)");
        let said = message("color=2");
        assert!(said.starts_with("`color` is not a key of spring; keys are frequency, damping_"));
        assert_eq!(said.matches(" damping_ratio").count(), 1, "{said}");
    }

    #[test]
    fn every_error_is_one_short_line() {
        for text in [
            "",
            "color=1",
            "color",
            "foo:bar",
            "swiftui:nothing",
            "halflife=0,2",
            "stiffness=1",
            "halflife=1,frequency=2",
            "stiffness=1,damping=2,bounce=0",
            "=1",
            "damping_ratio=1",
            "peak_time=1,lag=2",
            "unity:color=1",
            "tolerance=0.1",
        ] {
            let said = message(text);
            assert!(said.len() < 240 && !said.contains('\n'), "{}: {said}", said.len());
        }
    }

    #[test]
    fn decimal_commas_and_presets_are_hinted_at() {
        let comma = "`2` has no key; write KEY=NUMBER, and a decimal comma as a point";
        assert_eq!(message("halflife=0,2"), comma);
        assert_eq!(message("swiftui:duration=0,5"), comma.replace('2', "5"));
        let said = message("swiftui:bounce");
        assert_eq!(said, "`bounce` has no value; write bounce=NUMBER, or the preset `bouncy`");
    }

    #[test]
    fn a_key_of_another_system_is_named_with_that_system() {
        assert!(message("smooth_time=2").contains("did you mean `unity:smooth_time=...`?"));
        assert!(message("time_constant=2").contains("did you mean `damper:time_constant=...`?"));
    }

    #[test]
    fn a_wrong_system_is_named_with_all_that_there_are() {
        let said = message("swiftiu:bouncy");
        assert_eq!(said, "`swiftiu` is not a convention (did you mean `swiftui`?)");
        assert!(message("abacus:bouncy").contains("conventions are spring, damper, "));
    }

    #[test]
    fn contradictions_repetitions_and_gaps_are_named() {
        assert!(
            message("halflife=1,frequency=2")
                .starts_with("`halflife` and `frequency` cannot be combined")
        );
        assert!(message("stiffness=1,damping=2,bounce=0").starts_with("`stiffness` and `bounce`"));
        assert_eq!(message("halflife=1,half-life=2"), "`halflife` is given twice");
        assert_eq!(
            message("stiffness=170"),
            "`damping` is missing; write stiffness,damping[,mass]"
        );
        let said = message("damping_ratio=1");
        assert_eq!(said, "`frequency` is missing; write frequency[,damping_ratio]");
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
        assert_eq!(message("=1"), "there is no key before `=1`; write KEY=NUMBER");
        assert!(message("frequency=1,=").starts_with("there is no key before `=`; write "));
        assert!(message("fr-eq_uen.cy=2").contains("did you mean `frequency`?"));
    }

    #[test]
    fn presets_that_do_not_exist_are_named_with_those_that_do() {
        let said = message("swiftui:bounzy");
        assert!(said.ends_with("is not a preset of swiftui (did you mean `bouncy`?)"), "{said}");
        assert!(message("swiftui:color").contains("; presets are smooth, snappy, "));
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
