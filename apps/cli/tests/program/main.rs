//! The program as a user runs it: its output and its error messages.
#![allow(clippy::unwrap_used, reason = "these are tests")]

mod bodies;
mod bones;
mod cape;
mod columns;
mod columns_refused;
mod compare;
mod convert;
mod every_motion;
mod falling_crate;
mod film;
mod fit;
mod help;
mod inspect;
mod limits;
mod many;
mod motion_capture;
mod motions;
mod network;
mod page;
mod plot;
mod release;
mod replay;
mod rods;
mod run;
mod safety;
mod schemes;
mod simulate;
mod surfaces;
mod tearing;
mod timeline;
mod typed_table;
