//! SIMD lanes: records of particles and vectors of their components. No physics.

#[cfg(test)]
pub(crate) mod levels;
pub(crate) mod record;
pub(crate) mod slots;
pub(crate) mod vec3;
