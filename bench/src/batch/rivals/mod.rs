//! The crates that others would take, each called as its documentation says, in the layout that is fastest for it.

pub(super) mod bevy;
pub(super) mod damped_springs;
pub(super) mod harmonica;
pub(super) mod springs_crate;
