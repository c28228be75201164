//! The figures, one file per article. Each function computes with the library and draws.

pub(super) mod beyond;
pub(super) mod bowles;
pub(super) mod fiedler;
mod fiedler_bodies;
mod frames;
pub(super) mod holden;
mod holden_applications;
pub(super) mod juckett;
mod network_race;
pub(super) mod networks;
pub(super) mod nissen;
mod nissen_networks;
mod recorded;
mod sampling;
