//! The transcendental functions of the batch, without a branch, so that a compiler turns them into SIMD.

pub(crate) mod arctangent;
pub(crate) mod exp;
pub(crate) mod response;
pub(crate) mod rotation;
pub(crate) mod sin_cos;

#[cfg(test)]
mod audit;
