//! The WebAssembly modules of the npm package `sprung`, one per feature.
//!
//! Numbers cross in `exchange`, arrays as addresses in this module's memory. Springs cross as two numbers, so that
//! nothing is owned on this side but what a module says it keeps.
//! The other side of this boundary is in `js/`, which checks lengths and kinds; what this side checks are parameters.
#![cfg_attr(lean, no_std)]
#![allow(dead_code, reason = "each module uses a part of what they share")]

extern crate alloc;

mod exchange;
#[cfg(lean)]
mod lean;
mod parameters;

#[cfg(feature = "convert")]
mod analysis;
#[cfg(feature = "batch")]
mod batch;
#[cfg(feature = "body")]
mod body;
#[cfg(feature = "convert")]
mod conventions;
#[cfg(feature = "integrate")]
mod integrate;
#[cfg(feature = "motion")]
mod kept;
#[cfg(feature = "motion")]
mod motion;
#[cfg(feature = "network")]
mod network;
#[cfg(any(feature = "network", feature = "reference"))]
mod network_parts;
#[cfg(feature = "spring")]
mod parameter_forms;
#[cfg(feature = "convert")]
mod parameter_sets;
#[cfg(feature = "reference")]
mod reference;
#[cfg(feature = "spring")]
mod response;
#[cfg(feature = "signal")]
mod signal;
#[cfg(feature = "spring")]
mod step;
#[cfg(any(feature = "convert", feature = "network", feature = "reference"))]
mod text;
#[cfg(feature = "spring")]
mod timeline;
