//! The SIMD levels that the processor of this machine lacks: no emulator has AVX-512.

/// The variable by which tests are told; without it a level that is absent fails them.
pub(crate) const VARIABLE: &str = "SPRUNG_ABSENT_LEVELS";

/// Returns the names of these levels, as the tests have them, with commas between.
pub(crate) fn absent() -> String {
    let absent = known().into_iter().filter(|(_, is_here)| !is_here);
    absent.map(|(name, _)| name).collect::<Vec<_>>().join(",")
}

/// The levels that a processor of this architecture may have, and whether this one does.
#[cfg(target_arch = "x86_64")]
fn known() -> Vec<(&'static str, bool)> {
    vec![
        ("sse4.2", std::arch::is_x86_feature_detected!("sse4.2")),
        ("avx2", std::arch::is_x86_feature_detected!("avx2")),
        // Processors that have this set have the others that the level needs, as Ice Lake and Zen 4.
        ("avx512", std::arch::is_x86_feature_detected!("avx512bitalg")),
    ]
}

/// Elsewhere every processor has them all.
#[cfg(not(target_arch = "x86_64"))]
fn known() -> Vec<(&'static str, bool)> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_absent_if_the_system_does_not_list_it() {
        // Other systems list them elsewhere.
        if cfg!(all(target_arch = "x86_64", target_os = "linux")) {
            let (absent, listed) = (absent(), std::fs::read_to_string("/proc/cpuinfo").unwrap());
            for (name, flag) in [("avx2", " avx2 "), ("avx512", " avx512_bitalg ")] {
                let is_absent = absent.split(',').any(|level| level == name);
                assert_eq!(is_absent, !listed.contains(flag), "{name}");
            }
        }
    }
}
