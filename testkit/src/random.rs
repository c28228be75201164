//! A small seeded random number generator: SplitMix64.
//!
//! Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014.

/// Random numbers that are the same on every machine for the same seed.
///
/// ```
/// use testkit::random::Random;
/// let mut random = Random::new(7);
/// let x = random.uniform(-1.0, 1.0);
/// assert!((-1.0..1.0).contains(&x));
/// assert_eq!(Random::new(7).uniform(-1.0, 1.0), x);
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator that starts at `seed`.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 random bits.
    pub const fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.state ^ (self.state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A multiple of 2⁻⁵³ in `0.0..1.0`.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * f64::EPSILON / 2.0
    }

    /// Evenly spread in `low..high`.
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// In `low..high`, each factor of ten equally likely; `low` must be positive.
    pub fn log_uniform(&mut self, low: f64, high: f64) -> f64 {
        low * (high / low).powf(self.unit())
    }

    /// An integer in `0..count`; `count` must be positive.
    pub fn index(&mut self, count: usize) -> usize {
        (self.unit() * count as f64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_outputs_are_those_of_the_published_generator() {
        let mut random = Random::new(1_234_567);
        let expected: [u64; 3] =
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!([random.bits(), random.bits(), random.bits()], expected);
    }

    #[test]
    fn numbers_stay_in_their_range_and_fill_it() {
        let mut random = Random::new(1);
        let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
        for _ in 0..10_000 {
            let x = random.log_uniform(1e-3, 1e3);
            (least, most) = (least.min(x), most.max(x));
            assert!(random.index(5) < 5);
        }
        assert!((1e-3..2e-3).contains(&least) && (500.0..1e3).contains(&most));
    }
}
