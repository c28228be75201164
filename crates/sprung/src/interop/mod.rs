//! Other crates' types, one feature each; here because only the crate that owns a trait may implement it for them.

#[cfg(any(feature = "glam-030", feature = "glam-032", feature = "glam-033", feature = "glam-034"))]
mod glam;
#[cfg(feature = "mint")]
mod mint;
#[cfg(feature = "nalgebra-033")]
mod nalgebra;
#[cfg(feature = "num-complex")]
mod num_complex;
#[cfg(feature = "palette")]
mod palette;
#[cfg(feature = "serde")]
pub(crate) mod serde;
