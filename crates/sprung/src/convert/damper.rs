//! This crate's convention for first-order dampers.

use crate::convert::convention::{Convention, Key, ParameterSet};
use crate::params::Damper;

/// The frame time for which a factor per frame is returned, s.
const FRAME: f64 = 1.0 / 60.0;

/// The convention of this crate for dampers.
pub(super) const CONVENTION: Convention = Convention {
    name: "damper",
    title: "sprung, first-order damper",
    difference: "none: this is the damper itself",
    forms: &[
        ParameterSet::damper(
            &[Key::needed("halflife", "until half the offset is left, s")],
            LIMIT,
            |v| Damper::from_halflife(v[0]),
            |damper| [damper.halflife(), 0.0, 0.0, 0.0],
        ),
        ParameterSet::damper(
            &[Key::needed("rate", "of decay, 1/s")],
            LIMIT,
            |v| Damper::from_rate(v[0]),
            |damper| [damper.rate(), 0.0, 0.0, 0.0],
        ),
        ParameterSet::damper(
            &[Key::needed("time_constant", "until 36.8 % of the offset is left, s")],
            LIMIT,
            |v| Damper::from_time_constant(v[0]),
            |damper| [damper.time_constant(), 0.0, 0.0, 0.0],
        ),
        ParameterSet::damper(
            &[
                Key::needed("factor", "fraction of the offset removed per reference step"),
                Key::needed("reference_step", "s"),
            ],
            LIMIT,
            |v| Damper::from_smoothing_factor(v[0], v[1]),
            |damper| [damper.smoothing_factor(FRAME), FRAME, 0.0, 0.0],
        ),
    ],
    presets: &[],
};

const LIMIT: &str = "first order: no velocity, no overshoot";

#[cfg(test)]
mod tests {
    use crate::{Damper, Spring, convert};

    #[test]
    fn one_damper_reads_back_in_every_form() {
        let damper = Damper::from_halflife(0.2).unwrap();
        let own = convert::convention("damper").unwrap();
        assert_eq!(own.convert_all(damper).filter(|words| words.is_exact()).count(), 4);
    }

    #[test]
    fn a_damper_comes_within_a_four_hundredth_of_the_way_in_every_spring_that_may_be_over_damped() {
        let damper = Damper::from_halflife(0.2).unwrap();
        for name in ["spring", "holden", "juckett", "unreal", "flutter", "react-spring", "compose"]
        {
            let words = convert::convention(name).unwrap().convert(damper).unwrap();
            assert!(words.residual() < 1.0 / 400.0 && !words.is_exact(), "{words}");
        }
    }

    #[test]
    fn a_spring_that_overshoots_is_far_from_every_damper() {
        let spring = Spring::new(10.0, 0.5).unwrap();
        let words = convert::convention("damper").unwrap().convert(spring).unwrap();
        assert!(words.residual() > 0.15 && words.residual() < 0.5, "{}", words.residual());
        assert_eq!(words.note(), Some("first order: no velocity, no overshoot"));
    }
}
