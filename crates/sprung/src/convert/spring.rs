//! This crate's convention for springs: the constructors of `Spring`, by the names of their parameters.

use crate::convert::convention::{Convention, DAMPING_RATIO, Key, ParameterSet, Values};
use crate::convert::nearest::nearest_at_most_critical;
use crate::params::Spring;

/// The convention of this crate for springs.
pub(super) const CONVENTION: Convention = Convention {
    name: "spring",
    title: "sprung",
    difference: "none: this is the spring itself",
    forms: &[
        ParameterSet::spring(
            &[Key::needed("frequency", "undamped, Hz"), DAMPING_RATIO],
            "every spring but drag without a pull",
            |v| Spring::from_frequency(v[0], v[1]),
            |s| pair(s.frequency(), s.damping_ratio()),
        ),
        ParameterSet::spring(
            &[Key::needed("angular_frequency", "undamped, rad/s"), DAMPING_RATIO],
            "every spring but drag without a pull",
            |v| Spring::new(v[0], v[1]),
            |s| pair(s.angular_frequency(), s.damping_ratio()),
        ),
        ParameterSet::spring(
            &[Key::needed("halflife", "until half the offset is left, s"), DAMPING_RATIO],
            "every spring that pulls",
            |v| Spring::from_halflife(v[0], v[1]),
            |s| pair(s.halflife(), s.damping_ratio()),
        ),
        ParameterSet::spring(
            &[
                Key::needed("stiffness", "1/s², per mass"),
                Key::needed("damping", "1/s, per mass"),
                Key::optional("mass", 1.0, "divides stiffness and damping"),
            ],
            "every spring of finite stiffness and damping",
            |v| Spring::from_mass_stiffness_and_damping(v[2], v[0], v[1]),
            |s| [s.stiffness(), s.damping(), 1.0, 0.0],
        ),
        ParameterSet::spring(
            &[Key::needed("duration", "perceptual, 2π/ω, s"), BOUNCE],
            "every spring of finite damping ratio",
            |v| Spring::from_duration_and_bounce(v[0], v[1]),
            |s| pair(s.duration(), s.bounce()),
        ),
        ParameterSet::spring(
            &[Key::needed("lag", "behind a goal that moves steadily, 2ζ/ω, s"), DAMPING_RATIO],
            "damping ratio above 0",
            |v| Spring::from_lag(v[0], v[1]),
            |s| pair(s.lag(), s.damping_ratio()),
        ),
        ParameterSet::spring(
            &[SETTLING_TIME, DAMPING_RATIO, TOLERANCE],
            "damping ratio above 0",
            |v| Spring::from_settling_time(v[0], v[1], v[2]),
            |s| [s.settling_time(USUAL_TOLERANCE), s.damping_ratio(), USUAL_TOLERANCE, 0.0],
        ),
        ParameterSet::spring(
            &[SETTLING_TIME, OVERSHOOT, TOLERANCE],
            "damping ratio at most 1",
            |v| Spring::from_settling_time_and_overshoot(v[0], v[1], v[2]),
            |s| {
                let s = nearest_at_most_critical(s);
                [s.settling_time(USUAL_TOLERANCE), s.overshoot(), USUAL_TOLERANCE, 0.0]
            },
        ),
        ParameterSet::spring(
            &[Key::needed("peak_time", "of the first overshoot, s"), OVERSHOOT],
            "damping ratio below 1",
            |v| Spring::from_peak_time_and_overshoot(v[0], v[1]),
            |s| pair(s.peak_time(), s.overshoot()),
        ),
    ],
    presets: &[],
};

/// The default tolerance of a settling time: 2 % of the distance.
const USUAL_TOLERANCE: f64 = 0.02;
const SETTLING_TIME: Key = Key::needed("settling_time", "until it stays within the tolerance, s");
const TOLERANCE: Key = Key::optional("tolerance", USUAL_TOLERANCE, "fraction of the distance");
const OVERSHOOT: Key = Key::needed("overshoot", "past the goal, fraction of the distance");
const BOUNCE: Key =
    Key::optional("bounce", 0.0, "1 oscillates forever, 0 critical, below 0 slower");

fn pair(first: f64, second: f64) -> Values {
    [first, second, 0.0, 0.0]
}

#[cfg(test)]
mod tests {
    use crate::Spring;
    use std::string::ToString;

    #[test]
    fn one_spring_reads_back_in_every_form() {
        let spring = Spring::new(10.0, 0.5).unwrap();
        let texts: std::vec::Vec<_> =
            super::CONVENTION.forms.iter().map(ToString::to_string).collect();
        assert!(texts.contains(&"stiffness,damping[,mass]".to_string()));
        let own = crate::convert::convention("spring").unwrap();
        let all: std::vec::Vec<_> = own.convert_all(spring).collect();
        assert_eq!(all.len(), super::CONVENTION.forms.len());
        for words in all {
            assert!(words.is_exact(), "{words}: {}", words.residual());
        }
    }

    #[test]
    fn drag_is_said_by_stiffness_and_damping() {
        let drag = Spring::from_stiffness_and_damping(0.0, 5.0).unwrap();
        let words = crate::convert::convention("spring").unwrap().convert(drag).unwrap();
        assert_eq!(words.to_string(), "stiffness=0,damping=5");
    }
}
