//! Nissen's dimensionless coefficients: the fractions of offset and velocity that one time step removes.
//!
//! `c_s = c_d = 1` is his stiffest stable spring, at rest after one step. The exact discretization of [`SoftCoefficients`] turns them into
//! a spring in seconds, so a behavior survives a change of time step.
//! What differs: his update has the spring's eigenvalues, but measures velocity as the last move, half a step behind.
//!
//! Source: M. Schmidt Nissen, *How to make your damped springs stiffer, more stable and easier to tune*.

use crate::coefficients::SoftCoefficients;
use crate::convert::convention::{Convention, Key, ParameterSet};

/// The time step for which coefficients are returned, s.
const STEP: f64 = 1.0 / 60.0;

/// Nissen's convention.
pub(super) const CONVENTION: Convention = Convention {
    name: "nissen",
    title: "Nissen, stiffer damped springs",
    difference: "the spring's eigenvalues, with velocities half a step behind",
    forms: &[ParameterSet::spring(
        &[
            Key::needed("c_s", "share of the offset taken in each step"),
            Key::needed("c_d", "share of the velocity taken in each step"),
            Key::needed("dt", "the step, s"),
        ],
        "springs that turn less than half a circle in a step",
        |v| SoftCoefficients { c_s: v[0], c_d: v[1] }.to_spring(v[2]),
        |s| {
            let fraction = SoftCoefficients::exact(s, STEP);
            [fraction.c_s, fraction.c_d, STEP, 0.0]
        },
    )],
    presets: &[],
};
