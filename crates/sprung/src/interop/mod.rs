//! Other crates' types, one feature each; here because only the crate that owns a trait may implement it for them.

#[cfg(any(feature = "glam-032", feature = "glam-033", feature = "glam-034"))]
mod glam;
#[cfg(feature = "mint")]
mod mint;
#[cfg(feature = "serde")]
pub(crate) mod serde;
