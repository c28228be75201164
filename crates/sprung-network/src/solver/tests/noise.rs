//! Numbers that look random.

/// The next number from -0.5 to 0.5.
pub(crate) fn noise(state: &mut u64) -> f32 {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    ((*state >> 40) as f32) / (1 << 24) as f32 - 0.5
}
