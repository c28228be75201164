//! The program sprung: simulate, inspect, convert, compare, smooth and draw springs.

fn main() {}
