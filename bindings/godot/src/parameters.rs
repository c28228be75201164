//! The parameters of every node: half-life and damping ratio.

use sprung::Spring;

/// The spring of a half-life (s) and a damping ratio as a slider gives them: negative numbers and NaN count as 0.
pub fn spring(halflife: f32, damping_ratio: f32) -> Spring<f32> {
    Spring::clamped_halflife(halflife, damping_ratio)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sliders_cannot_make_a_bad_spring() {
        assert!((spring(0.2, 0.5).halflife() - 0.2).abs() < 1e-6);
        for [halflife, ratio] in [[-1.0, 0.5], [0.2, -1.0], [f32::NAN, f32::NAN]] {
            let state = sprung::State::at_rest(1.0f32);
            let moved = spring(halflife, ratio).step(1.0 / 60.0).apply(state, 0.0);
            assert!(moved.position.is_finite());
        }
    }
}
