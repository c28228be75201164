//! Conversion of a spring to a convention, and its residual.

use core::fmt;

use crate::convert::convention::{Convention, MAX_KEYS, Mapping, ParameterSet, Values};
use crate::convert::nearest::{max_difference, nearest_damper};
use crate::convert::number::{Shortest, round_to_digits};
use crate::error::Result;
use crate::params::{Damper, Spec, Spring};

/// A spring or damper in one convention; its text parses as [`parameters`](Self::parameters).
///
/// ```
/// use sprung::{Spring, convert};
///
/// let spring = Spring::from_duration_and_bounce(0.5, 0.3)?;
/// let compose = convert::convention("compose").unwrap().convert(&spring)?;
/// assert_eq!(compose.values().map(|(key, _)| key).collect::<Vec<_>>(), ["stiffness", "damping_ratio"]);
/// assert!(compose.is_exact());
/// let unity = convert::convention("unity").unwrap().convert(&spring)?;
/// assert!(unity.residual() > 0.05);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Conversion {
    convention: &'static Convention,
    form: &'static ParameterSet,
    values: Values,
    parameters: Spec<f64>,
    residual: f64,
}

impl Convention {
    /// Converts a spring or damper to this convention: to its first parameter set that is exact, else to the nearest.
    ///
    /// The work is bounded for every spring: a few milliseconds.
    ///
    /// # Errors
    /// A spring at a limit that the convention cannot describe, such as drag without a pull: the error of the last
    /// parameter set.
    pub fn convert(&'static self, spec: impl Into<Spec<f64>>) -> Result<Conversion> {
        let spec = spec.into();
        let first = self.express_by(&self.forms[0], &spec);
        let others = self.forms[1..].iter().map(|form| self.express_by(form, &spec));
        others.fold(first, |best, other| match (&best, &other) {
            (Err(_), Ok(_)) => other,
            (Ok(first), Ok(second)) if second.is_nearer_than(first) => other,
            _ => best,
        })
    }

    /// Converts a spring or damper to each parameter set of this convention that can describe it or a near one.
    pub fn convert_all(
        &'static self,
        spec: impl Into<Spec<f64>>,
    ) -> impl Iterator<Item = Conversion> {
        let spec = spec.into();
        self.forms.iter().filter_map(move |form| self.express_by(form, &spec).ok())
    }

    fn express_by(
        &'static self,
        form: &'static ParameterSet,
        spec: &Spec<f64>,
    ) -> Result<Conversion> {
        let near = match (&form.mapping, spec) {
            (Mapping::Spring { nearest, .. }, Spec::Spring(spring)) => nearest(spring).into(),
            (Mapping::Spring { nearest, .. }, Spec::Damper(damper)) => {
                nearest(&as_spring(damper)?).into()
            }
            (Mapping::Damper(_), Spec::Damper(_)) => *spec,
            (Mapping::Damper(_), Spec::Spring(_)) => {
                nearest_damper(spec).map_or(*spec, Spec::Damper)
            }
        };
        let mut values = [0.0; MAX_KEYS];
        for (value, key) in values.iter_mut().zip(form.keys) {
            *value = key.read(&near);
        }
        let say = |values: Values| -> Result<Conversion> {
            let parameters = form.build(values)?;
            let residual = max_difference(spec, parameters);
            Ok(Conversion { convention: self, form, values, parameters, residual })
        };
        let said = say(values)?;
        if said.is_exact() {
            return say(without_noise(&said, spec));
        }
        let short = say(values.map(|value| round_to_digits(value, DIGITS_OF_THE_NEAREST)));
        Ok(short.ok().filter(|short| !said.is_nearer_than(short)).unwrap_or(said))
    }
}

/// Significant digits of a nearest value, which is only known to about 1e-6.
const DIGITS_OF_THE_NEAREST: usize = 6;

/// The maximum residual that is rounding.
const EXACT: f64 = 1e-9;

/// Each value with the fewest digits that give the same spring or exactly the requested one: 0.3 instead of
/// 0.30000000000000004.
fn without_noise(said: &Conversion, spec: &Spec<f64>) -> Values {
    let (form, mut values) = (said.form, said.values);
    let is_good = |built: Spec<f64>| built == *spec || built == said.parameters;
    for index in 0..form.keys.len() {
        let rounded = (1..16).map(|digits| {
            let mut rounded = values;
            rounded[index] = round_to_digits(values[index], digits);
            rounded
        });
        let mut good = rounded.filter(|rounded| form.build(*rounded).is_ok_and(is_good));
        values = good.next().unwrap_or(values);
    }
    values
}

/// An over-damped spring that stays within 1/400 of a first-order damper.
fn as_spring(damper: &Damper<f64>) -> Result<Spring<f64>> {
    let damping_ratio = 10.0;
    Spring::new(2.0 * damping_ratio * damper.rate(), damping_ratio)
}

impl Conversion {
    /// Returns the convention of these keys and values.
    pub fn convention(&self) -> &'static Convention {
        self.convention
    }

    /// Keys and values, in the order in which they are written.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, f64)> {
        self.form.keys.iter().map(|key| key.name).zip(self.values)
    }

    /// Returns the spring or damper that these keys and values describe.
    pub fn parameters(&self) -> Spec<f64> {
        self.parameters
    }

    /// Returns the maximum difference of position between the requested motion and this one, as a fraction of the
    /// distance, both moving from rest to their goal; see [`max_difference`].
    pub fn residual(&self) -> f64 {
        self.residual
    }

    /// Returns whether nothing but rounding is lost: a residual of at most 1e-9.
    pub fn is_exact(&self) -> bool {
        self.residual <= EXACT
    }

    /// Returns whether it is nearer by more than noise.
    fn is_nearer_than(&self, other: &Conversion) -> bool {
        !other.is_exact() && self.residual < 0.99 * other.residual
    }

    /// Returns the limit of the parameter set if the conversion is not exact.
    pub fn note(&self) -> Option<&'static str> {
        (!self.is_exact()).then_some(self.form.limit)
    }
}

/// Writes the spec: `react-spring:tension=170,friction=26`, with numbers in the shortest form that parses to the same.
/// Values after the first that are their key's default are left out; the convention's own name too where it is this crate's.
impl fmt::Display for Conversion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.convention.name != "spring" {
            write!(f, "{}:", self.convention.name)?;
        }
        let mut separator = "";
        for (key, value) in self.form.keys.iter().zip(self.values) {
            // The first key names the form.
            if separator.is_empty() || key.default != Some(value) {
                write!(f, "{separator}{}={}", key.name, Shortest(value))?;
                separator = ",";
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convert::convention;
    use std::string::ToString;

    fn words(name: &str, spec: impl Into<Spec<f64>>) -> Conversion {
        convention(name).unwrap().convert(spec).unwrap()
    }

    #[test]
    fn exact_words_have_no_more_digits_than_they_need() {
        let spring = Spring::from_duration_and_bounce(0.5, 0.3).unwrap();
        assert_eq!(words("swiftui", spring).to_string(), "swiftui:duration=0.5,bounce=0.3");
        assert_eq!(words("swiftui", spring).parameters(), spring.into());
        assert_eq!(words("spring", spring).to_string(), "frequency=2,damping_ratio=0.7");
        let gentle = Spring::from_stiffness_and_damping(120.0, 14.0).unwrap();
        assert_eq!(
            words("react-spring", gentle).to_string(),
            "react-spring:tension=120,friction=14"
        );
    }

    #[test]
    fn the_nearest_words_have_six_digits_and_the_residual_is_theirs() {
        let spring = Spring::from_duration_and_bounce(0.5, 0.3).unwrap();
        let unity = words("unity", spring);
        let (_, smooth_time) = unity.values().next().unwrap();
        assert_eq!(round_to_digits(smooth_time, 6), smooth_time);
        assert_eq!(unity.residual(), max_difference(spring, unity.parameters()));
        assert_eq!(unity.note(), Some("damping ratio 1 only"));
    }

    #[test]
    fn drag_is_exact_only_where_its_damping_is_kept() {
        let drag = Spring::from_stiffness_and_damping(0.0, 5.0).unwrap();
        for (name, exact) in
            [("flutter", true), ("swiftui", true), ("unity", false), ("damper", false)]
        {
            assert_eq!(words(name, drag).is_exact(), exact, "{name}");
        }
        assert!(convention("compose").unwrap().convert(drag).is_err());
    }

    #[test]
    fn of_equally_near_forms_the_first_is_taken_and_rounding_never_refuses() {
        let spring = Spring::from_duration_and_bounce(0.5, 0.3).unwrap();
        assert!(words("damper", spring).to_string().starts_with("damper:halflife="));
        let damper = Damper::from_halflife(0.2).unwrap();
        assert!(words("spring", damper).to_string().starts_with("frequency="));
        assert!(words("nissen", damper).residual() < 1.0 / 400.0);
    }

    #[test]
    fn one_spring_reads_back_in_every_form() {
        let spring = Spring::new(10.0, 0.5).unwrap();
        let own = convention("spring").unwrap();
        let texts: std::vec::Vec<_> = own.forms.iter().map(ToString::to_string).collect();
        assert!(texts.contains(&"stiffness,damping[,mass]".to_string()));
        let all: std::vec::Vec<_> = own.convert_all(spring).collect();
        assert_eq!(all.len(), own.forms.len());
        for words in all {
            assert!(words.is_exact(), "{words}: {}", words.residual());
        }
    }

    #[test]
    fn drag_is_said_by_stiffness_and_damping() {
        let drag = Spring::from_stiffness_and_damping(0.0, 5.0).unwrap();
        assert_eq!(words("spring", drag).to_string(), "stiffness=0,damping=5");
    }

    #[test]
    fn one_damper_reads_back_in_every_form() {
        let damper = Damper::from_halflife(0.2).unwrap();
        let own = convention("damper").unwrap();
        assert_eq!(own.convert_all(damper).filter(|words| words.is_exact()).count(), 4);
    }

    #[test]
    fn a_damper_comes_within_a_four_hundredth_of_the_way_in_every_spring_that_may_be_over_damped() {
        let damper = Damper::from_halflife(0.2).unwrap();
        for name in ["spring", "holden", "juckett", "unreal", "flutter", "react-spring", "compose"]
        {
            let words = words(name, damper);
            assert!(words.residual() < 1.0 / 400.0 && !words.is_exact(), "{words}");
        }
    }

    #[test]
    fn a_spring_that_overshoots_is_far_from_every_damper() {
        let words = words("damper", Spring::new(10.0, 0.5).unwrap());
        assert!(words.residual() > 0.15 && words.residual() < 0.5, "{}", words.residual());
        assert_eq!(words.note(), Some("first order: no velocity, no overshoot"));
    }
}
