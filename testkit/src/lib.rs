//! Oracles, golden data, input generators and the one table of tolerances.
