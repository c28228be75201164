//! The program as its users meet it: what it answers, and how it refuses.
#![allow(clippy::unwrap_used, reason = "these are tests")]

mod compare;
mod convert;
mod help;
mod inspect;
mod motions;
mod network;
mod plot;
mod run;
mod simulate;
