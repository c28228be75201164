//! Juckett's pair: undamped angular frequency and damping ratio, the same as this crate's.
//!
//! His motion coefficients treat damping ratios within 1e-4 of 1 as 1 and angular frequencies below 1e-4 as no motion;
//! [`Spring::step`] has neither band.
//!
//! Source: R. Juckett, *Damped Springs*.

use crate::convert::convention::{Convention, Key, ParameterSet};
use crate::params::Spring;

/// Juckett's convention.
pub(super) const CONVENTION: Convention = Convention {
    name: "juckett",
    title: "Juckett, Damped Springs",
    difference: "damping ratios within 1e-4 of 1 move as 1",
    forms: &[ParameterSet::spring(
        &[
            Key::needed("angular_frequency", "undamped, rad/s"),
            Key::needed("damping_ratio", "0 oscillates forever, 1 critical"),
        ],
        "every spring but drag without a pull",
        |v| Spring::new(v[0], v[1]),
        |s| [s.angular_frequency(), s.damping_ratio(), 0.0, 0.0],
    )],
    presets: &[],
};
