//! Tests that look into the solver.

mod any_order;
mod same_bits;
mod tree_oracle;
