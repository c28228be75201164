//! The SIMD levels that tests run at.

/// The levels this machine has, best first. The one without SIMD is that of targets which have none: there the golden
/// hash of `testkit/determinism` holds it to the same bits (`cargo xtask determinism`, wasm32).
pub(crate) fn levels() -> Vec<fearless_simd::Level> {
    use fearless_simd::Level;
    let best = Level::new();
    #[allow(unused_mut, reason = "only x86 has more than one")]
    let mut levels = vec![best];
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        levels.extend(best.as_avx2().map(Level::Avx2));
        levels.extend(best.as_sse4_2().map(Level::Sse4_2));
        levels.extend(best.as_sse2().map(Level::Sse2));
    }
    levels
}
