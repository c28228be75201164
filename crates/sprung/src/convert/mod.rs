//! The words of other systems: their formulas, what differs, and conversion both ways.
//!
//! Each module has the formulas of one system as functions; [`SYSTEMS`] is the same as a table, for programs that read
//! text and convert. A system that cannot say a spring says the nearest one, and [`Expression::residual`] how far off it is.
//! [`css`] exports a spring as an easing.
//!
//! ```
//! use sprung::{Spring, convert};
//!
//! let spring = Spring::from_duration_and_bounce(0.5, 0.0)?;
//! for system in convert::SYSTEMS {
//!     if let Ok(words) = system.express(&spring) {
//!         // react-spring:tension=157.9…,friction=25.1…   residual 0
//!         assert!(words.to_string().contains('='), "{words}, residual {}", words.residual());
//!     }
//! }
//! # Ok::<(), sprung::ParameterError>(())
//! ```

mod damper;
mod envelope;
mod expression;
mod name;
mod nearest;
mod number;
mod spring;
mod system;

pub mod cinemachine;
pub mod compose;
pub mod css;
pub mod flutter;
pub mod holden;
pub mod juckett;
pub mod material3;
pub mod motion;
pub mod nissen;
pub mod react_spring;
pub mod svelte;
pub mod swiftui;
pub mod t3ssel8r;
pub mod unity;
pub mod unreal;

pub use expression::Expression;
pub use nearest::greatest_difference;
pub use system::{Form, Key, Preset, System};

pub(crate) use name::{nearest_name, same_name, same_name_or_prefixed};
pub(crate) use number::{Digits, Shortest};
pub(crate) use system::MOST_KEYS;

/// Every system of words, this crate's own first: `spring`, `damper`, then the others by name.
pub static SYSTEMS: &[System] = &[
    spring::SYSTEM,
    damper::SYSTEM,
    cinemachine::SYSTEM,
    compose::SYSTEM,
    flutter::SYSTEM,
    holden::SYSTEM,
    juckett::SYSTEM,
    material3::SYSTEM,
    motion::SYSTEM,
    nissen::SYSTEM,
    react_spring::SYSTEM,
    svelte::SYSTEM,
    swiftui::SYSTEM,
    t3ssel8r::SYSTEM,
    unity::SYSTEM,
    unreal::SYSTEM,
];

/// The system of this name; case and the separators `-` and `_` do not matter.
///
/// ```
/// assert_eq!(sprung::convert::system("React_Spring").unwrap().name, "react-spring");
/// assert!(sprung::convert::system("abacus").is_none());
/// ```
pub fn system(name: &str) -> Option<&'static System> {
    SYSTEMS.iter().find(|system| same_name(name, system.name))
}
