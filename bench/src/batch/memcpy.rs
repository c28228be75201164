//! The bound by memory bandwidth: a plain copy of as many bytes as a shared step reads and writes.

use super::engine::{Aligned, Engine};
use super::springs::Springs;
use std::hint::black_box;

/// Half of a step's 20 bytes are read here, half are written.
const WORDS_PER_TWO_SPRINGS: usize = 5;

struct Copy {
    from: Aligned<f32>,
    to: Aligned<f32>,
}

pub(super) fn copy(springs: &Springs) -> Box<dyn Engine> {
    let len = springs.len() * WORDS_PER_TWO_SPRINGS / 2;
    let filled = |value| Aligned::new(std::iter::repeat_n(value, len), 0.0);
    Box::new(Copy { from: filled(1.0), to: filled(0.0) })
}

impl Engine for Copy {
    fn step(&mut self) {
        black_box(&mut self.to).copy_from_slice(black_box(&self.from));
    }

    fn states(&self) -> Vec<(f64, f64)> {
        self.to.iter().map(|&x| (f64::from(x), 0.0)).collect()
    }
}
