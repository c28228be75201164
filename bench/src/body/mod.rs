//! `body`: springs on rigid bodies, by `sprung-body` and by rapier's own joints and contacts, in rapier's world.
//!
//! Alone, every engine moves a body of 1 kg by a meter, with the same frequency and damping ratio, at four rates; the
//! result is measured on its path. Under gravity the body must rest at `g/ω²` below its goal.
//!
//! Our implicit discretization is made for several springs; alone it is backward Euler, which damps too much.
//! The damping ratio of this map is known in closed form and printed next to the measured one: the deviation is due to
//! the method, not of its implementation. Rapier's joints are implicit too, and take the step in four parts.
//!
//! Then a body on two springs, a ball that bounces, and a box that hangs at its corner: cases in which an exact spring
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
mod world;

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
