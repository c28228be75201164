//! `body`: springs on rigid bodies, by ours and by rapier's own joints and contacts, in rapier's world.
//!
//! Alone, every engine moves a body of 1 kg by a meter, with the same set frequency and damping ratio, at four rates; what it
//! then did is read from its path. Under gravity the body must rest at `g/ω²` below its goal.
//!
//! Our implicit discretization is made for company; alone it is backward Euler, which damps more than was set the longer the step.
//! The damping ratio that this map has is known in closed form and printed beside the measured one: what is measured is
//! the method, not an error in it. Rapier's joints are implicit too, and take the step in four parts.
//!
//! Then a body on two springs, a ball that bounces, and a box that hangs at its corner: where a spring that is exact alone
//! is not safe, and energy must not grow.

mod alone;
mod bounce;
mod cost;
mod damping_ratio;
mod engine;
mod lever;
mod motion;
mod pair;
mod scene;
mod table;

use serde::Serialize;

/// A row of the race.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Row {
    /// One spring on one free body.
    Alone(alone::Alone),
    /// Two springs, a contact or a lever.
    Scene(scene::Scene),
}

pub(crate) use table::{bars, table};

/// All rows.
pub(crate) fn rows() -> Vec<Row> {
    let scenes = [pair::rows(), bounce::rows(), lever::rows()].into_iter().flatten();
    alone::rows().into_iter().map(Row::Alone).chain(scenes.map(Row::Scene)).collect()
}
