//! Prints one hash of what the libraries compute: the same bits on every target.
//!
//! One line per library says where a difference comes from, and the last line is the hash of them all.
//! `cargo xtask determinism` compares what this prints on each target with `golden.txt`.

use crate::bits::Bits;

mod bits;
mod core_springs;

/// Runs what one library computes and adds the bits of its results.
type Scenario = fn(&mut Bits);

/// A further library is a further line.
const SCENARIOS: &[(&str, Scenario)] = &[("core", core_springs::compute)];

fn main() {
    let mut all = Bits::default();
    for (name, compute) in SCENARIOS {
        let mut bits = Bits::default();
        compute(&mut bits);
        println!("{name} {bits}");
        all.add_u64(bits.hash());
    }
    println!("golden {all}");
}
