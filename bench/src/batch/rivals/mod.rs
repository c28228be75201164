//! The alternative crates, each called as documented, in the layout that is fastest for it.

pub(super) mod bevy;
pub(super) mod damped_springs;
pub(super) mod harmonica;
pub(super) mod springs_crate;
