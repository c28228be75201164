//! Long tests of the core: a sample in every test run, all of them by `cargo xtask audit`.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod an_hour;
mod every_float;
mod every_step;
mod inverses;
mod limited_signals;
mod unwrapped_rotations;
