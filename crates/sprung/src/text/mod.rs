//! One way to write a spring or damper as text: `halflife=0.2`, `swiftui:bouncy`, `damper:halflife=0.1`.
//!
//! ```text
//! text    = [ convention ":" ] part { "," part }
//! part    = key "=" number | key "=" word | preset
//! ```
//!
//! Without a convention the words are this crate's own. Space round names, signs and numbers does not matter, nor do case and
//! the separators `-` and `_` within names: `dampingRatio`, `damping-ratio` and `damping_ratio` are one. A preset is a set
//! of keys that others may override: `swiftui:bouncy,duration=0.3`.

mod display;
mod error;
mod parse;

pub use error::SpecError;
