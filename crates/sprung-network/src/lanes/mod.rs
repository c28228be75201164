//! SIMD lanes: records of particles and vectors of their components. No physics.

pub(crate) mod record;
pub(crate) mod slots;
