//! The rows, in the order of the sources.

mod analysis;
mod convert;
mod derivatives;
mod hand_off;
mod integrate;
mod limits;
mod motion;
mod params;
mod rotations;
mod steps;
mod transitions;
mod values;

use super::table::{ParameterValue, Table};

pub(crate) fn add<R: ParameterValue>(table: &mut Table<R>) {
    add_quick(table);
    add_conversions(table);
}

/// Conversions.
pub(crate) fn add_conversions<R: ParameterValue>(table: &mut Table<R>) {
    convert::add(table);
}

/// All but conversions, which take a thousand times as long: many of them compare two motions at many times.
pub(crate) fn add_quick<R: ParameterValue>(table: &mut Table<R>) {
    params::add(table);
    values::add(table);
    steps::add(table);
    derivatives::add(table);
    motion::add(table);
    transitions::add(table);
    hand_off::add(table);
    limits::add(table);
    rotations::add(table);
    analysis::add(table);
    integrate::add(table);
}
