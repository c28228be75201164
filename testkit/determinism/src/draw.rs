//! Numbers drawn for scenarios, made of shifts and products alone.

/// A linear congruential generator: D. Knuth's MMIX, of which the high bits are taken.
pub(crate) struct Draw {
    state: u64,
}

impl Draw {
    pub(crate) fn new(seed: u64) -> Self {
        Draw { state: seed }
    }

    /// An integer below a bound of at most 2³².
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.state = self.state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.state >> 32) * bound) >> 32
    }

    /// A number from 0 up to 1.
    pub(crate) fn unit(&mut self) -> f64 {
        self.below(1 << 32) as f64 / 4294967296.0
    }

    /// A number between 2^(−octaves) and 2^octaves, each octave as likely.
    pub(crate) fn scale(&mut self, octaves: u64) -> f64 {
        let octave = self.below(2 * octaves) as i32 - octaves as i32;
        (1.0 + self.unit()) * f64::from_bits(((1023 + octave) as u64) << 52)
    }
}
