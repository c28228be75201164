//! The SIMD levels that tests run at.

use fearless_simd::Level;

/// Returns the SIMD levels of this target, best first. Panics if this machine lacks one, unless it is named in
/// `SPRUNG_ABSENT_LEVELS`, such as `avx512`.
///
/// The level without SIMD is that of targets which have none: there the golden hash of `testkit/determinism` holds it to
/// the same bits (`cargo xtask determinism`, wasm32).
pub(crate) fn levels() -> Vec<Level> {
    let absent = std::env::var("SPRUNG_ABSENT_LEVELS").unwrap_or_default();
    let is_absent = |name: &str| absent.split(',').any(|given| given == name);
    let best = Level::try_detect().unwrap_or(Level::baseline());
    let known = known(best);
    for (name, level) in &known {
        assert!(
            level.is_some() || is_absent(name),
            "this machine lacks {name}: name it in SPRUNG_ABSENT_LEVELS if that is known"
        );
    }
    let levels: Vec<Level> = known.into_iter().filter_map(|(_, level)| level).collect();
    if levels.is_empty() { vec![best] } else { levels }
}

/// The names of the levels of this target, with each that this machine has.
#[cfg(target_arch = "x86_64")]
fn known(best: Level) -> Vec<(&'static str, Option<Level>)> {
    vec![
        ("avx512", best.as_avx512().map(Level::Avx512)),
        ("avx2", best.as_avx2().map(Level::Avx2)),
        ("sse4.2", best.as_sse4_2().map(Level::Sse4_2)),
        ("sse2", best.as_sse2().map(Level::Sse2)),
    ]
}

/// The names of the levels of this target, with each that this machine has.
#[cfg(target_arch = "aarch64")]
fn known(best: Level) -> Vec<(&'static str, Option<Level>)> {
    vec![("neon", matches!(best, Level::Neon(_)).then_some(best))]
}

/// Other targets have one level.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn known(_: Level) -> Vec<(&'static str, Option<Level>)> {
    Vec::new()
}
