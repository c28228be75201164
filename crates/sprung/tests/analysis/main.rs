//! The answers of `sprung::analysis` against golden data and against brute force on random springs.
//!
//! Brute force knows only the exact step: it samples a motion densely, bisects and adds up.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod brute_force;
mod events;
mod golden;
mod hostile;
mod inverses;
mod response;
mod single;
mod totals;
