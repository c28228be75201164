//! The settling rule that Motion and SwiftUI share: when an envelope falls to a thousandth.
//!
//! Under-damped `ζ/√(1−ζ²)·e^(−p·ζ) = 1/1000` for the phase `p = ωT`; critical `(1 + p)·e^(−p) = 1/1000`. The first misses
//! the true envelope `e^(−pζ)/√(1−ζ²)` by the factor `ζ`, so lightly damped springs count as settled too early.

use crate::analysis::phase_from_rest;
use crate::real::Real;

/// The part of the offset below which the rule counts a spring as settled.
const LEFT: f64 = 0.001;

/// The phase `ωT` at which a spring of this ratio (above [`least_ratio`], at most 1) settles by the rule.
///
/// Towards ratio 1 the under-damped rule grows without limit; at 1 it is the critical one.
pub(super) fn decay_phase<R: Real>(damping_ratio: R) -> R {
    if damping_ratio >= R::ONE {
        return phase_from_rest(R::ONE, R::from_f64(LEFT));
    }
    let root = ((R::ONE - damping_ratio) * (R::ONE + damping_ratio)).sqrt();
    (damping_ratio / (R::from_f64(LEFT) * root)).ln() / damping_ratio
}

/// The damping ratio at which the rule counts a spring as settled from the start.
pub(super) fn least_ratio<R: Real>() -> R {
    let left = R::from_f64(LEFT);
    left / (R::ONE + left * left).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::transition::Transition;

    #[test]
    fn the_rule_holds_at_its_phase() {
        for ratio in [0.05f64, 0.3, 0.7, 0.99] {
            let phase = decay_phase(ratio);
            let rule = ratio / (1.0 - ratio * ratio).sqrt() * (-phase * ratio).exp();
            assert!((rule - 0.001).abs() < 1e-15, "{ratio}");
        }
        let critical = decay_phase(1.0f64);
        assert!(((1.0 + critical) * (-critical).exp() - 0.001).abs() < 1e-15);
        assert!(decay_phase(least_ratio::<f64>()).abs() < 1e-9);
    }

    #[test]
    fn what_is_left_at_the_phase_is_what_was_asked_for() {
        for ratio in [1.0f64, 1.5, 20.0] {
            for left in [0.9, 0.1, 1e-3, 1e-6] {
                let phase = phase_from_rest(ratio, left);
                assert!(
                    (Transition::new(1.0, ratio, ratio, phase).xx() - left).abs() < 1e-14,
                    "{ratio} {left}"
                );
            }
        }
    }
}
