//! Numerical building blocks: exact products, the characteristic roots, the free motion, root finding.

pub(crate) mod displacement;
pub(crate) mod double_word;
pub(crate) mod find_root;
pub(crate) mod hypot;
pub(crate) mod log_scale;
pub(crate) mod roots;
pub(crate) mod rotation;
#[cfg(any(feature = "convert", feature = "serde"))]
pub(crate) mod short_text;
pub(crate) mod transition;
