//! The figures, one file per article. Each function computes with the library and draws.

mod asked;
mod asked_limits;
mod beyond;
mod bowles;
mod capes;
mod coupled;
mod engine;
mod fiedler;
mod fiedler_bodies;
mod filters;
mod frames;
mod holden;
mod holden_applications;
mod jelly;
mod juckett;
mod network_race;
mod networks;
mod nissen;
mod nissen_networks;
mod recorded;
mod rods;
mod sampling;
mod sheets;
mod touching;

use crate::system::Entry;

/// The figure of every system.
pub(crate) fn all() -> impl Iterator<Item = &'static Entry> {
    let articles = [holden::FIGURES, juckett::FIGURES, bowles::FIGURES, nissen::FIGURES];
    let others = [networks::FIGURES, fiedler::FIGURES, beyond::FIGURES, asked::FIGURES];
    articles.into_iter().chain(others).chain([asked_limits::FIGURES]).flatten()
}
