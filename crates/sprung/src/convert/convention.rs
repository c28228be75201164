//! The data of a convention for spring parameters: parameter sets, keys and presets.

use core::fmt;

use crate::convert::name::same_name;
use crate::error::Result;
use crate::params::{Damper, Spec, Spring};

/// The maximum number of keys of a parameter set.
pub(crate) const MAX_KEYS: usize = 3;

/// A convention for spring parameters: that of this crate, or of another library or article.
///
/// One table, [`CONVENTIONS`](crate::convert::CONVENTIONS), drives reading text, converting and help.
///
/// ```
/// let unity = sprung::convert::convention("unity").expect("it exists");
/// assert!(unity.key("smooth_time").is_some());
/// ```
#[non_exhaustive]
pub struct Convention {
    /// The name in a spec, before the colon: `react-spring`.
    pub name: &'static str,
    /// Its full name.
    pub title: &'static str,
    /// The difference of its motion from the spring that its parameters describe.
    pub difference: &'static str,
    /// The sets of keys that describe a spring.
    pub forms: &'static [ParameterSet],
    /// Named springs.
    pub presets: &'static [Preset],
}

/// A set of keys that together describe one spring or damper.
///
/// ```
/// let react = sprung::convert::convention("react-spring").expect("it exists");
/// let names = |set: &sprung::convert::ParameterSet| set.keys.iter().any(|key| key.name == "tension");
/// assert!(react.forms.iter().any(names));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct ParameterSet {
    /// The keys, in the order in which they are written.
    pub keys: &'static [Key],
    /// The springs that it can describe, if not all.
    pub limit: &'static str,
    pub(crate) mapping: Mapping,
}

/// A key and what its value means.
///
/// ```
/// let unity = sprung::convert::convention("unity").expect("it exists");
/// let key = unity.key("smooth_time").expect("it exists");
/// assert!(key.default.is_none(), "it is required");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Key {
    /// The name in a spec.
    pub name: &'static str,
    /// The meaning of the value, with its unit.
    pub meaning: &'static str,
    /// The default value; a key without one is required.
    pub default: Option<f64>,
    /// Named values, which may be given instead of a number.
    pub words: &'static [(&'static str, f64)],
    read: Read,
}

/// A named spring in a convention's own keys.
///
/// ```
/// let swiftui = sprung::convert::convention("swiftui").expect("it exists");
/// assert_eq!(swiftui.preset("bouncy").expect("it exists").name, "bouncy");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Preset {
    /// The name in a spec.
    pub name: &'static str,
    /// The keys and values of the preset.
    pub values: &'static [(&'static str, f64)],
}

/// Values in the order of a parameter set's keys; the rest are not used.
pub(crate) type Values = [f64; MAX_KEYS];

/// The kind of a parameter set, and what its values build.
#[derive(Debug)]
pub(crate) enum Mapping {
    /// A parameter set for springs; `nearest` is the spring itself or the nearest that the set describes.
    Spring { build: Build<Spring<f64>>, nearest: fn(&Spring<f64>) -> Spring<f64> },
    /// A parameter set for first-order dampers.
    Damper(Build<Damper<f64>>),
}

/// The function from one, two or three values, in the order of the keys.
#[derive(Debug)]
pub(crate) enum Build<T> {
    One(fn(f64) -> Result<T>),
    Two(fn(f64, f64) -> Result<T>),
    Three(fn(f64, f64, f64) -> Result<T>),
}

impl<T> Build<T> {
    fn of(&self, [first, second, third]: Values) -> Result<T> {
        match self {
            Build::One(build) => build(first),
            Build::Two(build) => build(first, second),
            Build::Three(build) => build(first, second, third),
        }
    }
}

/// The value of a key for a spring or damper.
#[derive(Clone, Copy, Debug)]
enum Read {
    Spring(fn(&Spring<f64>) -> f64),
    Damper(fn(&Damper<f64>) -> f64),
    Default,
}

impl Convention {
    /// Returns every key of every parameter set; a key of several sets is repeated.
    pub fn keys(&self) -> impl Iterator<Item = &'static Key> {
        self.forms.iter().flat_map(|form| form.keys)
    }

    /// The key of this name; `dampingRatio`, `damping-ratio` and `damping_ratio` are one.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys().find(|key| same_name(name, key.name))
    }

    /// The preset of this name.
    pub fn preset(&self, name: &str) -> Option<&'static Preset> {
        self.presets.iter().find(|preset| same_name(name, preset.name))
    }
}

impl fmt::Debug for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Convention").field("name", &self.name).finish_non_exhaustive()
    }
}

impl PartialEq for Convention {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// The parameters of a spring.
pub(super) const fn spring(
    keys: &'static [Key],
    limit: &'static str,
    build: Build<Spring<f64>>,
) -> ParameterSet {
    ParameterSet { keys, limit, mapping: Mapping::Spring { build, nearest: |spring| *spring } }
}

/// The parameters of a damper.
pub(super) const fn damper(
    keys: &'static [Key],
    limit: &'static str,
    build: Build<Damper<f64>>,
) -> ParameterSet {
    ParameterSet { keys, limit, mapping: Mapping::Damper(build) }
}

impl ParameterSet {
    /// The parameters of springs of which it cannot describe all, read from the nearest that it can.
    pub(super) const fn read_from(mut self, of: fn(&Spring<f64>) -> Spring<f64>) -> Self {
        if let Mapping::Spring { nearest, .. } = &mut self.mapping {
            *nearest = of;
        }
        self
    }

    pub(crate) fn index_of(&self, key: &str) -> Option<usize> {
        self.keys.iter().position(|own| own.name == key)
    }

    /// The spring or damper of these values, in the order of the keys.
    pub(crate) fn build(&self, values: Values) -> Result<Spec<f64>> {
        match &self.mapping {
            Mapping::Spring { build, .. } => build.of(values).map(Spec::Spring),
            Mapping::Damper(build) => build.of(values).map(Spec::Damper),
        }
    }
}

/// The keys as they would be written: `halflife[,damping_ratio]`, those after the first that have a default in brackets.
impl fmt::Display for ParameterSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, key) in self.keys.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            match key.default {
                Some(_) if index > 0 => write!(f, "[{comma}{}]", key.name)?,
                _ => write!(f, "{comma}{}", key.name)?,
            }
        }
        Ok(())
    }
}

impl Key {
    /// Returns the unit of its value, which ends its meaning: `s`, `Hz`, `rad/s`, `1/s`; `None` without a unit.
    pub fn unit(&self) -> Option<&'static str> {
        let last = self.meaning.rsplit(", ").next().unwrap_or(self.meaning);
        ["s", "Hz", "rad/s", "1/s"].into_iter().find(|unit| *unit == last)
    }

    /// A required key of a spring.
    pub(super) const fn needed(
        name: &'static str,
        meaning: &'static str,
        read: fn(&Spring<f64>) -> f64,
    ) -> Self {
        Key { name, meaning, default: None, words: &[], read: Read::Spring(read) }
    }

    /// A required key of a damper.
    pub(super) const fn of_damper(
        name: &'static str,
        meaning: &'static str,
        read: fn(&Damper<f64>) -> f64,
    ) -> Self {
        Key { name, meaning, default: None, words: &[], read: Read::Damper(read) }
    }

    /// A key that has its default for every spring.
    pub(super) const fn constant(name: &'static str, default: f64, meaning: &'static str) -> Self {
        Key { name, meaning, default: Some(default), words: &[], read: Read::Default }
    }

    pub(super) const fn with_default(self, default: f64) -> Self {
        Key { default: Some(default), ..self }
    }

    pub(super) const fn with_words(self, words: &'static [(&'static str, f64)]) -> Self {
        Key { words, ..self }
    }

    /// The value for a spring or damper; NaN for one of the other kind.
    pub(super) fn read(&self, spec: &Spec<f64>) -> f64 {
        match (self.read, spec) {
            (Read::Spring(read), Spec::Spring(spring)) => read(spring),
            (Read::Damper(read), Spec::Damper(damper)) => read(damper),
            _ => self.default.unwrap_or(f64::NAN),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convert::CONVENTIONS;
    use std::string::ToString;

    #[test]
    fn every_form_has_a_key_and_no_key_twice() {
        for form in CONVENTIONS.iter().flat_map(|convention| convention.forms) {
            assert!(!form.keys.is_empty(), "{form}");
            assert!(form.keys.len() <= MAX_KEYS, "{form}");
            for (index, key) in form.keys.iter().enumerate() {
                assert_eq!(form.index_of(key.name), Some(index), "{form}");
                assert!(!key.meaning.is_empty());
            }
        }
    }

    #[test]
    fn names_are_found_however_they_are_written() {
        for convention in CONVENTIONS {
            let shouted = convention.name.to_uppercase().replace('-', "_");
            assert_eq!(crate::convert::convention(&shouted), Some(convention));
            let twins = CONVENTIONS.iter().filter(|other| same_name(other.name, convention.name));
            assert_eq!(twins.count(), 1, "{}", convention.name);
        }
    }

    #[test]
    fn other_names_are_those_of_one_convention() {
        use crate::convert::{convention, conventions::ALIASES};
        for (alias, name) in ALIASES {
            assert_eq!(convention(alias).map(|found| found.name), Some(*name));
            assert!(CONVENTIONS.iter().all(|other| !same_name(alias, other.name)), "{alias}");
        }
        assert_eq!(convention("Framer Motion"), convention("motion"));
    }

    #[test]
    fn every_preset_says_a_whole_form() {
        for convention in CONVENTIONS {
            for preset in convention.presets {
                let form = convention
                    .forms
                    .iter()
                    .find(|form| preset.values.iter().all(|(key, _)| form.index_of(key).is_some()));
                let form = form.unwrap_or_else(|| panic!("{}:{}", convention.name, preset.name));
                let given = |key: &&Key| preset.values.iter().any(|(name, _)| *name == key.name);
                assert!(form.keys.iter().all(|key| key.default.is_some() || given(&key)));
            }
        }
    }

    #[test]
    fn a_form_shows_what_may_be_left_out() {
        let form = &crate::convert::convention("spring").unwrap().forms[0];
        assert_eq!(form.to_string(), "frequency[,damping_ratio]");
    }
}
