//! The springs of sprung behind a C interface: the same names, the same numbers, errors as status codes.
//!
//! Every function is in `include/sprung.h`, generated from this crate; nothing here computes. Springs, steps and states are
//! plain values; networks are behind handles. Functions for numbers of 64 bits end in `_f64` and are in [`double`]; those in
//! [`single`] are the same text with the other type.

mod handle;
mod memory;
mod opaque;

pub mod abi;
pub mod choices;
pub mod collision;
pub mod double;
pub mod edge;
pub mod failure;
/// The functions in single precision, which the build writes from those in double precision.
pub mod single {
    #![allow(clippy::undocumented_unsafe_blocks, reason = "documented in the other precision")]
    include!(concat!(env!("OUT_DIR"), "/single.rs"));
}
pub mod fit;
pub mod network;
pub mod solver;
pub mod text;

pub use failure::SprungStatus;
