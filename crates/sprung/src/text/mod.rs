//! Specs, springs and dampers as text: `halflife=0.2`, `swiftui:bouncy`, `damper:halflife=0.1`.
//!
//! ```text
//! text    = [ convention ":" ] part { "," part }
//! part    = key "=" number [ unit ] | key "=" word | preset
//! ```
//!
//! A number is a decimal or a fraction of two, `1/60`. A unit may follow where the key has one: `s`, `ms`, `us` or `min` for
//! seconds, `Hz` or `kHz` for hertz, `rad/s`, `1/s`; without one a number is in the unit of the key. `halflife=200ms`,
//! `frequency=2Hz`.
//!
//! Without a convention the keys are this crate's. Space around names, signs and numbers is ignored, so are case and
//! the separators `-` and `_` within names: `dampingRatio`, `damping-ratio` and `damping_ratio` are one. A preset is a set
//! of keys that others may override: `swiftui:bouncy,duration=0.3`.

mod display;
mod error;
mod parse;

pub use error::{SpecError, SpecErrorKind};
