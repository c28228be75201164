//! Conventions of other libraries and articles: their formulas, differences, and conversion in both directions.
//!
//! Each module has the formulas of one convention as functions; [`CONVENTIONS`] is the same as a table, for programs that read
//! specs and convert. A convention that cannot describe a spring gives the nearest one; [`Conversion::residual`] is the
//! difference.
//! [`css`] exports a spring as an easing, [`timeline`] whole motions to CSS, the Web Animations API and glTF.
//!
//! ```
//! use sprung::{Spring, convert};
//!
//! let spring = Spring::from_duration_and_bounce(0.5, 0.0)?;
//! for convention in convert::CONVENTIONS {
//!     if let Ok(words) = convention.convert(&spring) {
//!         // react-spring:tension=157.9…,friction=25.1…   residual 0
//!         assert!(words.to_string().contains('='), "{words}, residual {}", words.residual());
//!     }
//! }
//! # Ok::<(), sprung::ParameterError>(())
//! ```

mod convention;
mod conventions;
mod conversion;
mod envelope;
mod name;
mod nearest;
mod number;

pub mod cinemachine;
pub mod compose;
pub mod css;
pub mod flutter;
pub mod framer_motion;
pub mod holden;
pub mod juckett;
pub mod material3;
pub mod nissen;
pub mod react_spring;
pub mod svelte;
pub mod swiftui;
pub mod t3ssel8r;
pub mod timeline;
pub mod unity;
pub mod unreal;

pub use convention::{Convention, Key, ParameterSet, Preset};
pub use conventions::CONVENTIONS;
pub use conversion::Conversion;
pub use nearest::max_difference;

pub(crate) use convention::MAX_KEYS;
pub(crate) use name::{nearest_name, same_name, same_name_or_prefixed};
pub(crate) use number::Shortest;

/// The convention of this name, or of another that people type for it: `framer`, `ios`, `smooth-damp`, `ue`.
///
/// Case and the separators `-` and `_` do not matter.
///
/// ```
/// assert_eq!(sprung::convert::convention("React_Spring").unwrap().name, "react-spring");
/// assert_eq!(sprung::convert::convention("framer-motion").unwrap().name, "motion");
/// assert!(sprung::convert::convention("abacus").is_none());
/// ```
pub fn convention(name: &str) -> Option<&'static Convention> {
    let alias = conventions::ALIASES.iter().find(|(alias, _)| same_name(name, alias));
    let name = alias.map_or(name, |(_, name)| name);
    CONVENTIONS.iter().find(|convention| same_name(name, convention.name))
}
