//! Rivals side by side, error beside speed.

fn main() {}
