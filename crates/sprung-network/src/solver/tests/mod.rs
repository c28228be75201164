//! Tests that look into the solver.

mod any_order;
mod changes;
mod energy;
mod energy_stored;
pub(crate) mod levels;
pub(crate) mod noise;
mod same_bits;
mod sleep;
mod tree_oracle;
