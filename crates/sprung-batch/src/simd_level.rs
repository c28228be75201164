//! The SIMD instruction set that a batch runs on. All levels return the same bits; a higher one is only faster.

use core::fmt;
use fearless_simd::Level;

/// A set of SIMD instructions. [`SimdLevel::best`] is the default of a batch.
///
/// ```
/// use sprung_batch::SimdLevel;
///
/// assert!(SimdLevel::available().any(|level| level == SimdLevel::best()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SimdLevel {
    /// No SIMD: for targets without any of the others.
    Scalar,
    /// x86-64: 4 × `f32`. Every such processor has it.
    Sse2,
    /// x86-64: 4 × `f32`.
    Sse4_2,
    /// x86-64: 8 × `f32`.
    Avx2,
    /// x86-64: 16 × `f32`, as in Ice Lake or Zen 4 and later.
    Avx512,
    /// 64-bit Arm: 4 × `f32`. Every such processor has it.
    Neon,
    /// WebAssembly with `simd128`, decided when compiling: 4 × `f32`.
    Simd128,
}

impl SimdLevel {
    /// The levels that processors of this target's architecture may have, the narrowest first.
    pub const OF_THIS_TARGET: &'static [SimdLevel] = if cfg!(target_arch = "x86_64") {
        &[SimdLevel::Sse2, SimdLevel::Sse4_2, SimdLevel::Avx2, SimdLevel::Avx512]
    } else if cfg!(target_arch = "aarch64") {
        &[SimdLevel::Neon]
    } else if cfg!(all(target_arch = "wasm32", target_feature = "simd128")) {
        &[SimdLevel::Simd128]
    } else {
        &[SimdLevel::Scalar]
    };

    /// The best level of this processor; without the feature `std`, the best that every processor of the target has.
    pub fn best() -> SimdLevel {
        let best = Self::OF_THIS_TARGET.iter().rev().find(|level| level.token().is_some());
        best.copied().unwrap_or(SimdLevel::Scalar)
    }

    /// The levels that this processor has, the narrowest first.
    pub fn available() -> impl Iterator<Item = SimdLevel> {
        Self::OF_THIS_TARGET.iter().copied().filter(|level| level.token().is_some())
    }

    /// A short name: `scalar`, `sse2`, `sse4.2`, `avx2`, `avx512`, `neon`, `simd128`.
    pub const fn name(self) -> &'static str {
        // In the order of their declaration.
        ["scalar", "sse2", "sse4.2", "avx2", "avx512", "neon", "simd128"][self as usize]
    }

    /// The proof that this processor has the level; none if it lacks it.
    pub(crate) fn token(self) -> Option<Level> {
        let detected = detected();
        match self {
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Sse2 => detected.as_sse2().map(Level::Sse2),
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Sse4_2 => detected.as_sse4_2().map(Level::Sse4_2),
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx2 => detected.as_avx2().map(Level::Avx2),
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx512 => detected.as_avx512().map(Level::Avx512),
            // Elsewhere a target has one level.
            _ => Self::OF_THIS_TARGET.contains(&self).then_some(detected),
        }
    }
}

impl fmt::Display for SimdLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

fn detected() -> Level {
    Level::try_detect().unwrap_or(Level::baseline())
}
