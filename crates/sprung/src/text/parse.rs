//! Parsing of specs.

use core::str::FromStr;

use crate::convert::{
    self, CONVENTIONS, Convention, Key, MAX_KEYS, ParameterSet, Preset, same_name_or_prefixed,
};
use crate::error::{ParameterError, Result, require};
use crate::params::{Damper, Regime, Spec, Spring};
use crate::real::Real;
use crate::text::error::{SpecError, SpecErrorKind};

impl<R: Real> FromStr for Spec<R> {
    type Err = SpecError;

    /// Reads a spring, or a damper where a convention of dampers is named.
    fn from_str(text: &str) -> Result<Self, SpecError> {
        read(text, "spring")
    }
}

impl<R: Real> FromStr for Spring<R> {
    type Err = SpecError;

    /// Reads a spring.
    ///
    /// ```
    /// use sprung::Spring;
    ///
    /// let spring: Spring<f64> = "frequency=2, damping_ratio=0.5".parse()?;
    /// assert_eq!((spring.frequency(), spring.damping_ratio()), (2.0, 0.5));
    /// let bouncy: Spring<f32> = "swiftui:bouncy".parse()?;
    /// assert_eq!(bouncy.damping_ratio(), 0.7);
    /// let error = "frequency=2,damping_ratoi=0.5".parse::<Spring<f64>>().unwrap_err();
    /// assert!(error.to_string().contains("did you mean `damping_ratio`?"));
    /// # Ok::<(), sprung::SpecError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, SpecError> {
        read(text, "spring")?.spring().ok_or(wrong_kind("a spring", "a first-order damper"))
    }
}

impl<R: Real> FromStr for Damper<R> {
    type Err = SpecError;

    /// Reads a damper; the prefix `damper:` may be left out.
    ///
    /// ```
    /// let damper: sprung::Damper<f64> = "halflife=0.2".parse()?;
    /// assert!((damper.halflife() - 0.2).abs() < 1e-16);
    /// # Ok::<(), sprung::SpecError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, SpecError> {
        read(text, "damper")?.damper().ok_or(wrong_kind("a first-order damper", "a spring"))
    }
}

fn wrong_kind(wanted: &'static str, given: &str) -> SpecError {
    SpecError::new(SpecErrorKind::WrongKind, &CONVENTIONS[0], wanted, given)
}

fn read<R: Real>(text: &str, default: &str) -> Result<Spec<R>, SpecError> {
    let (name, parts) = text.split_once(':').unwrap_or((default, text));
    let name = name.trim();
    let unknown = SpecError::new(SpecErrorKind::UnknownConvention, &CONVENTIONS[0], "", name);
    let mut given = Given::new(convert::convention(name).ok_or(unknown)?);
    for part in parts.split(',').map(str::trim) {
        if part.is_empty() {
            return Err(given.fails(SpecErrorKind::Empty, "", parts.trim()));
        }
        given.read(part)?;
    }
    given.in_precision(given.build()?).map_err(|error| given.refuses(error))
}

/// The keys that a text gives values for. A contradiction shows at the latest when one key more is given than any form has.
struct Given<'a> {
    convention: &'static Convention,
    preset: Option<&'static Preset>,
    values: [Value<'a>; MAX_KEYS + 1],
    count: usize,
}

/// A value as it was typed, and in double precision.
#[derive(Clone, Copy)]
struct Value<'a> {
    key: &'static str,
    number: f64,
    text: &'a str,
}

impl<'a> Given<'a> {
    fn new(convention: &'static Convention) -> Self {
        let values = [Value { key: "", number: 0.0, text: "" }; MAX_KEYS + 1];
        Given { convention, preset: None, values, count: 0 }
    }

    fn read(&mut self, part: &'a str) -> Result<(), SpecError> {
        match part.split_once('=') {
            Some((key, value)) => self.read_value(key.trim(), value.trim()),
            None => self.read_preset(part),
        }
    }

    fn read_value(&mut self, name: &str, text: &'a str) -> Result<(), SpecError> {
        if name.is_empty() {
            return Err(self.fails(SpecErrorKind::Incomplete, "", text));
        }
        let key =
            self.convention.key(name).ok_or(self.fails(SpecErrorKind::UnknownKey, "", name))?;
        if self.values[..self.count].iter().any(|given| given.key == key.name) {
            return Err(self.fails(SpecErrorKind::Repeated, key.name, text));
        }
        let number =
            number(key, text).ok_or(self.fails(SpecErrorKind::NotANumber, key.name, text))?;
        if number.is_infinite() && !says_infinity(text) {
            return Err(self.fails(SpecErrorKind::OutOfRange, key.name, text));
        }
        self.values[self.count] = Value { key: key.name, number, text };
        self.count += 1;
        self.check_agreement(key.name)
    }

    fn read_preset(&mut self, name: &str) -> Result<(), SpecError> {
        let preset = self.convention.preset(name).ok_or(match self.convention.key(name) {
            Some(key) => self.fails(SpecErrorKind::Incomplete, key.name, ""),
            None => self.fails(SpecErrorKind::UnknownPreset, "", name),
        })?;
        if self.preset.replace(preset).is_some() {
            return Err(self.fails(SpecErrorKind::Repeated, preset.name, ""));
        }
        preset.values.iter().try_for_each(|(key, _)| self.check_agreement(key))
    }

    /// Some form must have all the keys so far.
    fn check_agreement(&self, newest: &'static str) -> Result<(), SpecError> {
        if self.convention.forms.iter().any(|form| self.fits(form)) {
            return Ok(());
        }
        let apart = |key: &&str| {
            let forms = &mut self.convention.forms.iter();
            !forms.any(|form| form.index_of(key).is_some() && form.index_of(newest).is_some())
        };
        let other = self.keys().find(apart).or_else(|| self.keys().next()).unwrap_or(newest);
        Err(self.fails(SpecErrorKind::Contradiction, other, newest))
    }

    /// Returns whether a parameter set has all the keys so far.
    fn fits(&self, form: &ParameterSet) -> bool {
        self.keys().all(|key| form.index_of(key).is_some())
    }

    /// The keys and values of the text, then those of the preset.
    fn pairs(&self) -> impl Iterator<Item = (&'static str, f64)> {
        let of_preset = self.preset.map_or(&[][..], |preset| preset.values);
        let own = self.values[..self.count].iter().map(|value| (value.key, value.number));
        own.chain(of_preset.iter().copied())
    }

    fn keys(&self) -> impl Iterator<Item = &'static str> {
        self.pairs().map(|(key, _)| key)
    }

    /// The value given by the text, else by the preset, else by default.
    fn value(&self, key: &Key) -> Option<f64> {
        let given = self.pairs().find(|(name, _)| *name == key.name);
        given.map(|(_, value)| value).or(key.default)
    }

    fn build(&self) -> Result<Spec<f64>, SpecError> {
        let missing =
            |form: &ParameterSet| form.keys.iter().filter(|key| self.value(key).is_none()).count();
        let forms = self.convention.forms.iter().filter(|form| self.fits(form));
        let none = self.fails(SpecErrorKind::Empty, "", "");
        let form = forms.min_by_key(|form| missing(form)).ok_or(none)?;
        let mut values = [0.0; MAX_KEYS];
        for (value, key) in values.iter_mut().zip(form.keys) {
            *value = self.value(key).ok_or(self.fails(SpecErrorKind::MissingKey, key.name, ""))?;
        }
        form.build(values).map_err(|error| self.refuses(error))
    }

    /// The parameters, computed in double precision, rounded once.
    fn in_precision<R: Real>(&self, spec: Spec<f64>) -> Result<Spec<R>> {
        match spec {
            Spec::Spring(spring)
                if spring.regime() == Regime::NoStiffness && spring.decay_rate() > 0.0 =>
            {
                let damping = self.rounded("damping", spring.damping())?;
                Spring::from_stiffness_and_damping(R::ZERO, damping).map(Spec::Spring)
            }
            Spec::Spring(spring) => {
                let omega = self.rounded("angular_frequency", spring.angular_frequency())?;
                let ratio = self.rounded("damping_ratio", spring.damping_ratio())?;
                Spring::new(omega, ratio).map(Spec::Spring)
            }
            Spec::Damper(damper) => {
                Damper::from_rate(self.rounded("rate", damper.rate())?).map(Spec::Damper)
            }
        }
    }

    /// A parameter in the precision of `R`; one that was typed itself straight from its text, for a decimal that is
    /// rounded to double precision first may come out one place off.
    fn rounded<R: Real>(&self, field: &'static str, value: f64) -> Result<R> {
        let typed = self.values[..self.count].iter().find(|typed| typed.number == value);
        let straight = typed.and_then(|typed| straight(typed.text));
        let rounded = straight.unwrap_or(R::from_f64(value));
        let in_range = rounded.is_finite() || !value.is_finite();
        require(in_range, field, value, "at most 3.4e38 in single precision")?;
        Ok(rounded)
    }

    fn fails(&self, kind: SpecErrorKind, key: &'static str, word: &str) -> SpecError {
        SpecError::new(kind, self.convention, key, word)
    }

    fn refuses(&self, error: ParameterError) -> SpecError {
        SpecError::of_parameter(self.convention, error)
    }
}

/// A number or a fraction such as `1/60`, in a unit of the key or in none, or a word that the key has for a number:
/// `low_bouncy`, `Spring.DampingRatioLowBouncy`.
fn number(key: &Key, text: &str) -> Option<f64> {
    if let Some(number) = plain_number(text).or_else(|| in_unit(key, text)) {
        return Some(number);
    }
    let word = text.rsplit('.').next().unwrap_or(text);
    let named = key.words.iter().find(|(name, _)| same_name_or_prefixed(word, key.name, name));
    named.map(|(_, value)| *value)
}

/// A decimal or a fraction of two.
fn plain_number(text: &str) -> Option<f64> {
    if let Some((above, below)) = text.split_once('/') {
        let (above, below): (f64, f64) = (above.trim().parse().ok()?, below.trim().parse().ok()?);
        return (above.is_finite() && below.is_finite() && below != 0.0).then_some(above / below);
    }
    text.parse().ok()
}

/// The units of a text: the unit of the keys that take it, and what a number in it is multiplied and divided by.
const UNITS: [(&str, &str, f64, f64); 9] = [
    ("ms", "s", 1.0, 1e3),
    ("us", "s", 1.0, 1e6),
    ("µs", "s", 1.0, 1e6),
    ("min", "s", 60.0, 1.0),
    ("khz", "Hz", 1e3, 1.0),
    ("hz", "Hz", 1.0, 1.0),
    ("rad/s", "rad/s", 1.0, 1.0),
    ("/s", "1/s", 1.0, 1.0),
    ("s", "s", 1.0, 1.0),
];

/// A number that is followed by a unit of the key.
fn in_unit(key: &Key, text: &str) -> Option<f64> {
    let unit = key.unit()?;
    let taken = UNITS.iter().filter(|(_, of, ..)| *of == unit);
    taken.into_iter().find_map(|&(suffix, _, times, over)| {
        let (number, end) = text.split_at_checked(text.len().checked_sub(suffix.len())?)?;
        let number = plain_number(number.trim_end()).filter(|_| end.eq_ignore_ascii_case(suffix));
        number.map(|number| number * times / over)
    })
}

/// Returns whether a text that parses as infinite is `inf`, rather than a number out of range.
fn says_infinity(text: &str) -> bool {
    text.trim_start_matches(['+', '-']).starts_with(['i', 'I'])
}

/// A decimal rounded once, to the precision of `R`.
fn straight<R: Real>(text: &str) -> Option<R> {
    if R::EPSILON.to_f64() == f64::EPSILON {
        return text.parse().ok().map(R::from_f64);
    }
    let single: f32 = text.parse().ok()?;
    Some(R::from_f64(f64::from(single)))
}
